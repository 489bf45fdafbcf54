// Self-play and setups under the sanitizers: many games, several threads, every array of a drained
// sample.
#include <numeric>

#include "check.h"
#include "network/setup.h"
#include "positions.h"
#include "rules/goal.h"
#include "selfplay/selfplay.h"
#include "tree/setup_search.h"

using namespace gajah;

namespace {

constexpr int kGames = 64;
constexpr int kGroups = 2;
constexpr std::size_t kGroupRows = kGames / kGroups;
constexpr std::size_t kRows = 4000;
constexpr int kCalls = 3000;
constexpr std::size_t kStepsWord = 16;
constexpr std::size_t kFreeWord = 14;

// Opinions drawn by lot: logits between 1 and 2, values between -0.5 and 0.5.
void answer(Random& random, std::vector<std::uint16_t>& logits, std::vector<float>& values) {
    for (std::uint16_t& bits : logits)
        bits = static_cast<std::uint16_t>(0x3F80 + random.below(128));
    for (float& value : values) value = random.unit() - 0.5F;
}

// Samples as a learner gets them.
struct Drained {
    std::vector<std::uint64_t> features = std::vector<std::uint64_t>(kRows * kFeatureWords);
    std::vector<std::int16_t> policy = std::vector<std::int16_t>(kRows * kActions);
    std::vector<float> result = std::vector<float>(kRows);
    std::vector<float> td = std::vector<float>(kRows);
    std::vector<std::uint8_t> weight = std::vector<std::uint8_t>(kRows);

    std::size_t drain(SelfPlay& games) {
        return games.drain(
            TargetSettings(),
            {features.data(), policy.data(), result.data(), td.data(), weight.data()}, kRows);
    }
    const std::uint64_t* words(std::size_t row) const {
        return features.data() + row * kFeatureWords;
    }
    bool is_placement(std::size_t row) const { return words(row)[kStepsWord] == 0; }
    int legal_actions(std::size_t row) const {
        const auto begin = policy.begin() + static_cast<std::ptrdiff_t>(row * kActions);
        return static_cast<int>(
            std::count_if(begin, begin + kActions, [](std::int16_t x) { return x != kIllegal; }));
    }
};

// Plays, and shows each drained batch of samples to `look`.
template <class Look>
void play(const SelfPlaySettings& settings, Look look) {
    SelfPlay games(kGames, kGroups, 3, settings, {{"RRRRRRRRHDCMECDH"}, {}}, 1);
    std::vector<std::uint16_t> logits(kGroupRows * kActions);
    std::vector<float> values(kGroupRows);
    std::vector<std::uint64_t> questions(kGroupRows * kFeatureWords);
    Drained drained;
    Random random(2);
    for (int call = 0; call < kCalls; ++call) {
        games.step(call % kGroups, logits.data(), values.data(), questions.data());
        answer(random, logits, values);
        look(drained, drained.drain(games));
    }
}

SelfPlaySettings quick_games() {
    SelfPlaySettings settings;
    settings.simulations = 6;
    settings.max_turns = 40;
    settings.full_share = 0.5F;
    return settings;
}

// Answers everything that a search asks.
void finish(AskingSearch& search) {
    std::vector<std::uint16_t> logits(kActions);
    std::vector<float> values(1);
    std::vector<std::uint64_t> words(kFeatureWords);
    Random opinions(3);
    while (search.run(words.data())) {
        answer(opinions, logits, values);
        search.supply({logits.data(), values[0]});
    }
}

Setup set_up(const Position& position, float temperature, int simulations, std::uint64_t seed) {
    GumbelSettings settings;
    settings.noise = temperature;
    SetupSearch search(position, settings, simulations, seed);
    finish(search);
    return search.setup();
}

// A finished search of a position without a past.
GumbelSearch searched(const Position& position, int candidates, int simulations,
                      float exploration = 0.0F) {
    GumbelSettings settings;
    settings.exploration = exploration;
    settings.noise = 0.0F;
    settings.candidates = candidates;
    GumbelSearch search(settings, 0);
    search.reset(position, 0, History());
    search.begin(simulations);
    finish(search);
    return search;
}

Position placed(const Position& before, const Setup& setup) {
    Board board = before.board();
    for (const Placement& p : setup) board.toggle(p.piece, p.square);
    return Position(board, other(before.side()));
}

}  // namespace

TEST(games_end_and_leave_samples_with_targets_between_minus_1_and_1) {
    std::size_t samples = 0;
    play(quick_games(), [&](const Drained& drained, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            CHECK(drained.td[i] >= -1.0F && drained.td[i] <= 1.0F && !drained.is_placement(i));
        samples += n;
    });
    CHECK(samples > 0);
}

TEST(games_that_begin_on_an_empty_board_teach_sixteen_placements_each) {
    SelfPlaySettings settings = quick_games();
    settings.setup_share = 1.0F;
    settings.setup_simulations = 4;
    settings.opening_share = 0.0F;
    std::size_t placements = 0;
    std::size_t firsts = 0;
    play(settings, [&](const Drained& drained, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if (!drained.is_placement(i)) continue;
            const std::uint64_t* words = drained.words(i);
            ++placements;
            firsts += count(words[kFreeWord]) == 16;
            CHECK_EQUAL(drained.legal_actions(i), count(words[kFreeWord]));
            CHECK(drained.weight[i] > 1);
        }
    });
    CHECK(firsts > 0);
    CHECK_EQUAL(placements, 8 * firsts);
}

TEST(one_side_sets_up_and_the_other_is_given_a_setup) {
    SelfPlaySettings settings = quick_games();
    settings.setup_share = 1.0F;
    settings.setup_alone_share = 1.0F;
    settings.setup_simulations = 2;
    settings.opening_share = 0.0F;
    std::size_t by_side[2] = {};
    play(settings, [&](const Drained& drained, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) {
            if (!drained.is_placement(i)) continue;
            const std::uint64_t* words = drained.words(i);
            const bool faces_gold = std::any_of(words + 6, words + 12, [](auto w) { return w; });
            if (count(words[kFreeWord]) == 16) ++by_side[faces_gold];
            // After the last of eight pieces play begins.
            const bool is_last = count(words[kFreeWord]) == 9;
            CHECK_EQUAL(is_last, !drained.is_placement(i + 1));
        }
    });
    CHECK(by_side[0] > 0 && by_side[1] > 0);
}

TEST(placements_without_simulations_teach_the_value_alone) {
    SelfPlaySettings settings = quick_games();
    settings.setup_share = 1.0F;
    settings.setup_simulations = 0;
    play(settings, [&](const Drained& drained, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i)
            if (drained.is_placement(i)) CHECK_EQUAL(drained.weight[i], 0);
    });
}

TEST(a_search_looks_at_the_legal_steps_and_no_others) {
    testing::Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Position start = testing::random_crowd(random);
        const Position p = testing::random_steps(start, random, i % 4);
        const StepList expected = p.steps();
        if (start.verdict() || find_goal(start) || expected.empty()) continue;
        const GumbelSearch search = searched(p, 12, 1);
        std::size_t found = 0;
        bool may_end = false;
        for (std::int32_t edge = 0; edge < search.root().count; ++edge) {
            const auto step = search.step(edge);
            may_end |= !step;
            found += step && std::count(expected.begin(), expected.end(), *step) == 1;
        }
        CHECK_EQUAL(found, expected.size());
        CHECK_EQUAL(may_end, !p.why_not_end());
        CHECK_EQUAL(search.root().count, expected.size() + may_end);
    }
}

TEST(simulations_go_to_as_many_candidates_as_were_asked_for) {
    for (const float exploration : {0.0F, 0.3F}) {
        const Position opening = parse_position(testing::kOpening);
        const GumbelSearch search = searched(opening, 8, 40, exploration);
        const auto& visits = search.tree().edges().visits;
        const auto end = visits.begin() + search.root().count;
        CHECK_EQUAL(std::accumulate(visits.begin(), end, 0), 40);
        CHECK_EQUAL(std::count_if(visits.begin(), end, [](int n) { return n > 0; }), 8);
    }
}

TEST(a_searched_setup_is_always_legal_for_gold_and_as_an_answer_for_silver) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const int simulations = seed % 2 ? 0 : 12;
        const Setup gold = set_up(Position(), 1.0F, simulations, seed);
        CHECK(!why_not_setup(Side::Gold, gold));
        const Setup silver = set_up(placed(Position(), gold), 1.0F, simulations, seed);
        CHECK(!why_not_setup(Side::Silver, silver));
    }
}

TEST(the_seed_decides_a_warm_setup_and_a_cold_one_is_always_the_same) {
    CHECK(set_up(Position(), 1.0F, 4, 7) == set_up(Position(), 1.0F, 4, 7));
    CHECK(set_up(Position(), 1.0F, 4, 7) != set_up(Position(), 1.0F, 4, 8));
    CHECK(set_up(Position(), 0.0F, 4, 7) == set_up(Position(), 0.0F, 4, 8));
}

TEST(both_sides_see_their_setup_the_same_way) {
    // The same placements of both, silver opposite an empty board: the network must see no
    // difference.
    Position gold;
    Position silver(Board(), Side::Silver);
    std::vector<std::uint64_t> from_gold(kFeatureWords);
    std::vector<std::uint64_t> from_silver(kFeatureWords);
    for (Action action : {4 * 12, 4 * 11, 4 * 0}) {
        gold = after_placement(gold, action);
        silver = after_placement(silver, action);
        pack_setup_features(gold, from_gold.data());
        pack_setup_features(silver, from_silver.data());
        CHECK(from_gold == from_silver);
    }
    CHECK(gold.board().of(Side::Gold, Kind::Elephant) == Square(12).bit());
    CHECK(silver.board().of(Side::Silver, Kind::Elephant) == Square(52).bit());
    CHECK_EQUAL(count(from_gold[kFreeWord]), 13);
}

TEST(two_orders_of_equal_pieces_reach_the_same_moment) {
    Position start;
    for (Action action : {4 * 12, 4 * 11}) start = after_placement(start, action);
    const Position one = after_placement(after_placement(start, 4 * 8), 4 * 15);
    const Position two = after_placement(after_placement(start, 4 * 15), 4 * 8);
    CHECK(one == two);
    CHECK(next_to_place(one) == Kind::Dog);
}

int main() { return gajah::testing::run_all(); }
