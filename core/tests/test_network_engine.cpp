// The network's engine under the sanitizers, with a network that has an opinion on everything and
// knows nothing.
#include <fstream>
#include <iterator>
#include <thread>

#include "check.h"
#include "engine/score.h"
#include "network/features.h"
#include "positions.h"
#include "rules/goal.h"
#include "rules/turns.h"
#include "tree/engine.h"

using namespace gajah;

namespace {

class Guesser : public Evaluator {
public:
    explicit Guesser(int* questions = nullptr, float sureness = 3.0F)
        : questions_(questions), sureness_(sureness) {}
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        if (questions_) *questions_ += n;
        for (int i = 0; i < n; ++i) {
            std::uint64_t seed = 0;
            for (std::size_t w = 0; w < kFeatureWords; ++w)
                seed = seed * 0x9E3779B97F4A7C15ULL + *features++;
            Random random(seed);
            for (int a = 0; a < kActions; ++a) *logits++ = sureness_ * random.unit();
            *values++ = random.unit() - 0.5F;
        }
    }

private:
    int* questions_;  // counted if not null
    float sureness_;
};

NetworkEngine engine(int threads = 1, int batch = 1, std::size_t hash_mb = 16) {
    NetworkEngineSettings settings;
    settings.batch = batch;
    return NetworkEngine(hash_mb, threads, [] { return std::make_unique<Guesser>(); }, settings);
}

SearchLimits limits(std::uint64_t nodes, int lines = 1) {
    SearchLimits l;
    l.nodes = nodes;
    l.lines = lines;
    return l;
}

Turn best_turn(const SearchReport& report) { return report.lines.at(0).turn; }

bool is_legal(const Position& position, const SearchReport& report) {
    if (report.lines.empty()) return false;
    const Turn turn = best_turn(report);
    return !position.play(turn).refusal;
}

Position after(const Position& position, const Turn& turn) { return position.play(turn).position; }

// The continuation of a line must be playable too.
bool is_playable(Position position, const SearchLine& line) {
    std::vector<Turn> turns{line.turn};
    turns.insert(turns.end(), line.continuation.begin(), line.continuation.end());
    for (const Turn& turn : turns) {
        const auto played = position.play(turn);
        if (played.refusal) return false;
        position = played.position;
    }
    return true;
}

}  // namespace

TEST(answers_are_legal_with_any_number_of_threads_and_leaves) {
    testing::Random random(2);
    for (const auto& [threads, batch] : {std::pair(1, 1), std::pair(1, 8), std::pair(3, 4)}) {
        auto e = engine(threads, batch);
        for (int i = 0; i < 20; ++i) {
            const Position p = testing::random_position(random, 28);
            if (p.verdict()) continue;
            for (std::uint64_t nodes : {0, 1, 5, 300})
                CHECK(is_legal(p, e.search(p, {p.repetition_key()}, limits(nodes), nullptr)));
        }
    }
}

TEST(turns_under_way_are_finished_legally) {
    testing::Random random(3);
    auto e = engine();
    for (int i = 0; i < 60; ++i) {
        const Position start = testing::random_crowd(random);
        if (start.verdict()) continue;
        const Position p = testing::random_steps(start, random, 1 + i % 3);
        if (p.at_turn_start() || p.steps_left() == 0 || !has_turn(p, {})) continue;
        CHECK(is_legal(p, e.search(p, {}, limits(100), nullptr)));
        CHECK(is_legal(p, e.search(p, {}, limits(100, 3), nullptr)));
    }
}

TEST(lines_are_playable_different_and_in_order) {
    testing::Random random(4);
    auto e = engine(1, 4);
    for (int i = 0; i < 20; ++i) {
        const Position p = testing::random_position(random, 24);
        if (p.verdict()) continue;
        const auto report = e.search(p, {}, limits(800, 4), nullptr);
        std::vector<std::uint64_t> boards;
        int last = kInfinity;
        // The first that is not proven is the turn to play; one hardly looked at may say more.
        bool is_led = false;
        for (const SearchLine& line : report.lines) {
            CHECK(is_playable(p, line));
            const bool is_proven = std::abs(line.score) >= kWinBound;
            CHECK(line.score <= last);
            last = is_proven || is_led ? line.score : kWinBound;
            is_led = is_led || !is_proven;
            const std::uint64_t board = after(p, line.turn).board().hash();
            CHECK_EQUAL(std::count(boards.begin(), boards.end(), board), 0);
            boards.push_back(board);
        }
    }
}

TEST(the_turn_that_would_be_played_comes_first) {
    testing::Random random(7);
    auto e = engine(1, 4);
    int overtaken = 0;
    for (int i = 0; i < 40; ++i) {
        const Position p = testing::random_position(random, 24);
        if (p.verdict()) continue;
        const auto lines = e.search(p, {}, limits(800, 4), nullptr).lines;
        if (std::abs(lines[0].score) >= kWinBound) continue;  // put aside, not in the tree
        overtaken += lines.size() > 1 && lines[1].score > lines[0].score;
        // Without another node the engine plays what it knows.
        const auto played = e.search(p, {}, limits(0), nullptr);
        CHECK_EQUAL(after(p, best_turn(played)).board().hash(),
                    after(p, lines[0].turn).board().hash());
    }
    CHECK(overtaken > 0);
}

TEST(lines_are_found_by_a_network_that_is_sure_of_one) {
    testing::Random random(6);
    static constexpr float kVerySure = 300.0F;
    for (int i = 0; i < 20; ++i) {
        const Position p = testing::random_position(random, 24);
        if (p.verdict() || find_goal(p)) continue;
        NetworkEngine e(16, 1, [] { return std::make_unique<Guesser>(nullptr, kVerySure); }, {});
        CHECK_EQUAL(e.search(p, {}, limits(300, 3), nullptr).lines.size(), 3U);
    }
}

TEST(the_same_search_gives_the_same_answer) {
    testing::Random random(5);
    for (int i = 0; i < 10; ++i) {
        const Position p = testing::random_position(random, 28);
        if (p.verdict()) continue;
        auto first = engine(1, 4);
        auto second = engine(1, 4);
        const auto a = first.search(p, {}, limits(200), nullptr);
        const auto b = second.search(p, {}, limits(200), nullptr);
        CHECK(best_turn(a) == best_turn(b));
        CHECK_EQUAL(a.nodes, b.nodes);
        CHECK_EQUAL(a.lines[0].score, b.lines[0].score);
    }
}

TEST(whole_games_are_legal_to_the_end) {
    testing::Random random(6);
    for (int game = 0; game < 6; ++game) {
        Position p = parse_position(testing::kOpening);
        std::vector<std::uint64_t> keys{p.repetition_key()};
        auto e = engine();
        for (int turn = 0; turn < 150 && !p.verdict(); ++turn) {
            const auto report = e.search(p, keys, limits(20 + random.below(30)), nullptr);
            if (!CHECK(is_legal(p, report))) return;
            p = after(p, best_turn(report));
            CHECK(std::count(keys.begin(), keys.end(), p.repetition_key()) < 2);
            keys.push_back(p.repetition_key());
        }
    }
}

TEST(a_position_that_stood_twice_is_not_brought_about_again) {
    const Position p = testing::gold("Ed4 Ra1 ee8 rh7");
    auto e = engine();
    const Position free = after(p, best_turn(e.search(p, {}, limits(100), nullptr)));
    const std::vector<std::uint64_t> keys{free.repetition_key(), free.repetition_key()};
    const Position other_way = after(p, best_turn(e.search(p, keys, limits(100), nullptr)));
    CHECK(!(other_way == free));
}

TEST(the_opponents_goal_is_stopped_where_the_net_sees_nothing) {
    // Silver's rabbit on h3 is two steps from goal; only the cat and the elephant can stop it.
    const Position p = testing::gold("Cg1 Ra1 Ec5 rh3 ea8 rb7");
    auto e = engine();
    const Position next = after(p, best_turn(e.search(p, {}, limits(3000), nullptr)));
    CHECK(!find_goal(next));
}

TEST(a_win_that_the_tree_proves_is_called_one) {
    // Two steps bring the elephant beside silver's last piece, which is frozen then.
    const Position p = testing::gold("Ed4 Rh1 ra4");
    auto e = engine();
    const auto report = e.search(p, {}, limits(5000), nullptr);
    CHECK(report.lines[0].score >= kWinBound);
    CHECK(after(p, best_turn(report)).verdict().has_value());
}

TEST(stop_ends_a_search_without_limits) {
    const Position p = parse_position(testing::kOpening);
    for (int threads : {1, 2}) {
        auto e = engine(threads, 4, 1024);
        Stop stop;
        CHECK(is_legal(
            p, e.search(p, {}, SearchLimits{}, [&](const SearchReport&) { stop.set(); }, stop)));
        // One that is set before the search begins is not lost.
        CHECK(is_legal(p, e.search(p, {}, SearchLimits{}, nullptr, stop)));
    }
}

TEST(the_engine_plays_and_sets_up_with_the_network_that_ships) {
    std::ifstream file(GAJAH_NETWORK_FILE, std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(file), {}};
    const auto network = Network::parse(std::as_bytes(std::span(content)));
    NetworkEngine e(8, 1, evaluators_of(network), {});
    const Position p = parse_position(testing::kOpening);
    CHECK(is_legal(p, e.search(p, {}, limits(40), nullptr)));
    CHECK(!why_not_setup(Side::Gold, e.set_up(Position(), {2, 0.0F, 0, 1e9})));
}

TEST(a_search_ends_when_its_memory_is_full) {
    const Position p = parse_position(testing::kOpening);
    auto e = engine(1, 1, 1);
    // Nothing else ends it.
    CHECK(is_legal(p, e.search(p, {}, SearchLimits{}, nullptr)));
}

TEST(what_was_found_below_the_answer_is_kept) {
    const Position p = parse_position(testing::kOpening);
    auto e = engine();
    const Position next = after(p, best_turn(e.search(p, {}, limits(3000), nullptr)));
    CHECK_EQUAL(e.search(next, {}, limits(1, 2), nullptr).lines.size(), 2U);
    e.clear();
    CHECK_EQUAL(e.search(next, {}, limits(1, 2), nullptr).lines.size(), 1U);
}

TEST(a_setup_is_legal_however_little_time_there_is) {
    auto e = engine();
    for (const double hard_s : {0.0, 1e-4, 1e9}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Setup gold = e.set_up(Position(), {16, 1.0F, seed, hard_s});
            CHECK(!why_not_setup(Side::Gold, gold));
            const Position facing = testing::placed(format(gold), Side::Silver);
            CHECK(!why_not_setup(Side::Silver, e.set_up(facing, {16, 1.0F, seed, hard_s})));
        }
    }
}

TEST(a_setup_without_time_asks_once_for_each_piece) {
    int questions = 0;
    NetworkEngine e(1, 1, [&] { return std::make_unique<Guesser>(&questions); }, {});
    e.set_up(Position(), {16, 0.0F, 0, 0.0});
    CHECK_EQUAL(questions, 8);
    e.set_up(Position(), {16, 0.0F, 0, 1e9});
    CHECK(questions > 8 + 16);
}

TEST(stop_ends_a_setup_without_limits) {
    auto e = engine();
    Stop stop;
    std::thread other([&] { stop.set(); });
    const Setup setup = e.set_up(Position(), {1'000'000'000, 0.0F, 0, 1e9}, stop);
    other.join();
    CHECK(!why_not_setup(Side::Gold, setup));
}

TEST(a_search_in_slices_finds_what_it_finds_in_one_go) {
    const Position position = parse_position(gajah::testing::kOpening);
    for (const int lines : {1, 3}) {
        const auto whole = engine().search(position, {}, limits(300, lines), {});
        auto sliced = engine();
        sliced.begin(position, {}, limits(300, lines));
        int slices = 1;
        while (!sliced.run(0.0, {})) ++slices;
        const auto found = sliced.finish();
        CHECK(slices > 100);
        CHECK_EQUAL(found.nodes, whole.nodes);
        CHECK_EQUAL(found.lines.size(), whole.lines.size());
        for (std::size_t i = 0; i < found.lines.size() && i < whole.lines.size(); ++i) {
            CHECK_EQUAL(format(found.lines[i].turn), format(whole.lines[i].turn));
            CHECK_EQUAL(found.lines[i].score, whole.lines[i].score);
        }
    }
}

TEST(a_sliced_search_without_limits_ends_when_it_is_stopped) {
    auto e = engine();
    const Position position = parse_position(gajah::testing::kOpening);
    e.begin(position, {}, SearchLimits());
    CHECK(!e.run(0.0, {}));
    Stop stop;
    stop.set();
    CHECK(e.run(60.0, {}, stop));
    CHECK(is_legal(position, e.finish()));
}

int main() { return gajah::testing::run_all(); }
