// The search under the sanitizers: every answer legal, with one thread and with several.
#include "alphabeta/engine.h"
#include "check.h"
#include "positions.h"
#include "rules/captures.h"
#include "rules/turns.h"

using namespace gajah;

namespace {

bool is_legal(const Position& position, const SearchReport& report) {
    if (report.lines.empty()) return false;
    const Turn& turn = report.lines[0].turn;
    return !position.play(turn).refusal;
}

// Up to three hundredths of a rabbit for each feature.
Weights some_weights() {
    testing::Random random(5);
    std::vector<int> values(feature::kCount);
    for (int& value : values) value = random.below(6 * Weights::kUnit) - 3 * Weights::kUnit;
    return Weights::from(values);
}

SearchLimits limits(std::uint64_t nodes, int lines) {
    SearchLimits l;
    l.nodes = nodes;
    l.lines = lines;
    return l;
}

}  // namespace

TEST(move_codes_survive_the_round_trip) {
    testing::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Position p = testing::random_position(random, 28);
        const Board& b = p.board();
        const Bits unfrozen = b.of(p.side()) & ~b.frozen(p.side());
        const auto same = [&](const Move& m) {
            const Move back = decode(b, encode(m));
            CHECK(back.type == m.type && back.mover == m.mover && back.from == m.from &&
                  back.to == m.to);
            if (m.type != Move::Type::Single)
                CHECK(back.victim == m.victim && back.other == m.other);
            return false;
        };
        each_single(b, p.side(), unfrozen, same);
        each_push(b, p.side(), unfrozen, same);
        each_pull(b, p.side(), unfrozen, same);
    }
}

TEST(answers_are_legal_with_one_thread_and_with_two) {
    testing::Random random(2);
    for (int threads : {1, 2}) {
        AlphaBetaEngine engine(1, threads, some_weights(), StepWeights());
        for (int i = 0; i < 25; ++i) {
            const Position p = testing::random_position(random, 28);
            if (p.verdict()) continue;
            CHECK(is_legal(p, engine.search(p, {p.repetition_key()}, limits(3000, 1), nullptr)));
        }
    }
}

TEST(turns_under_way_are_finished_legally) {
    testing::Random random(3);
    AlphaBetaEngine engine(1, 1, some_weights(), StepWeights());
    for (int i = 0; i < 40; ++i) {
        const Position start = testing::random_crowd(random);
        if (start.verdict()) continue;
        const Position p = testing::random_steps(start, random, 1 + i % 4);
        if (p.at_turn_start() || !has_turn(p, {})) continue;
        CHECK(is_legal(p, engine.search(p, {}, limits(2000, 1), nullptr)));
    }
}

TEST(a_chance_to_win_survives_as_a_score) {
    for (const double chance : {0.001, 0.02, 0.3, 0.5, 0.73, 0.999}) {
        const double again = win_probability(score_of_probability(chance));
        CHECK(again > chance - 0.001 && again < chance + 0.001);
    }
    CHECK(score_of_probability(1.0) < kWinBound);
}

TEST(a_stop_ends_a_search_without_limits_even_if_it_was_set_before) {
    const Position p = parse_position(testing::kOpening);
    for (int threads : {1, 2}) {
        AlphaBetaEngine engine(1, threads, some_weights(), StepWeights());
        Stop stop;
        CHECK(
            is_legal(p, engine.search(p, {}, {}, [&](const SearchReport&) { stop.set(); }, stop)));
        CHECK(is_legal(p, engine.search(p, {}, {}, nullptr, stop)));
    }
}

TEST(lines_never_share_a_board) {
    testing::Random random(4);
    AlphaBetaEngine engine(1, 1, some_weights(), StepWeights());
    for (int i = 0; i < 10; ++i) {
        const Position p = testing::random_position(random, 24);
        if (p.verdict()) continue;
        const auto report = engine.search(p, {}, limits(20000, 3), nullptr);
        std::vector<std::uint64_t> boards;
        for (const SearchLine& line : report.lines) {
            const auto played = p.play(line.turn);
            CHECK(!played.refusal);
            CHECK_EQUAL(std::count(boards.begin(), boards.end(), played.position.board().hash()),
                        0);
            boards.push_back(played.position.board().hash());
        }
    }
}

TEST(no_capture_is_quicker_than_its_bound) {
    testing::Random random(5);
    for (int i = 0; i < 60; ++i) {
        const Position p = testing::random_crowd(random);
        const int enemies = count(p.board().of(other(p.side())));
        int fewest = kStepsPerTurn + 1;
        for (const Turn& turn : list_turns(p)) {
            const auto after = p.play(turn).position;
            if (count(after.board().of(other(p.side()))) < enemies)
                fewest = std::min(fewest, turn.size());
        }
        if (fewest <= kStepsPerTurn) CHECK(fewest_capture_steps(p.board(), p.side()) <= fewest);
    }
}

int main() { return gajah::testing::run_all(); }
