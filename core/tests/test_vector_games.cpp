// Games played by actions: the fast sets of legal steps and actions beside their definitions, and
// games by the thousand under the sanitizers.
#include <set>

#include "check.h"
#include "network/setup.h"
#include "positions.h"
#include "rules/turns.h"
#include "selfplay/vector_games.h"

using namespace gajah;
using gajah::testing::gold;
using gajah::testing::random_crowd;
using gajah::testing::random_position;
using gajah::testing::random_steps;
using Chance = gajah::testing::Random;

namespace {

std::set<Action> listed(const ActionSet& legal) {
    std::set<Action> actions;
    legal.each([&](Action action) { actions.insert(action); });
    return actions;
}

// By the definition: an action is legal if what follows can be played to a legal end of the turn.
std::set<Action> defined(const Position& p, const std::vector<std::uint64_t>& banned) {
    std::set<Action> actions;
    for (Step step : p.steps())
        if (has_turn(p.after(step), banned)) actions.insert(action_of(step, p.side()));
    const auto is_banned = std::find(banned.begin(), banned.end(), p.board().hash());
    if (!p.why_not_end() && is_banned == banned.end()) actions.insert(kEndTurn);
    return actions;
}

Position any_moment(Chance& chance) {
    const Position start = chance.below(2) ? random_crowd(chance) : random_position(chance, 32);
    return random_steps(start, chance, chance.below(4));
}

}  // namespace

TEST(sets_of_steps_hold_the_legal_steps) {
    Chance chance(1);
    for (int i = 0; i < 20000 * gajah::testing::effort(); ++i) {
        const Position p = any_moment(chance);
        StepSets expected{};
        for (Step step : p.steps())
            expected[static_cast<std::size_t>(step.direction())] |= step.from().bit();
        if (!CHECK(p.step_sets() == expected)) return;
    }
}

TEST(legal_actions_are_those_that_a_legal_turn_goes_on_with) {
    Chance chance(2);
    for (int i = 0; i < 5000 * gajah::testing::effort(); ++i) {
        const Position p = any_moment(chance);
        if (!CHECK(listed(legal_actions(p, {})) == defined(p, {}))) return;
    }
}

TEST(repetition_takes_actions_away_that_lead_nowhere_else) {
    Chance chance(3);
    int dead_ends = 0;
    for (int i = 0; i < 400 * gajah::testing::effort(); ++i) {
        const Position start = random_position(chance, 3 + chance.below(4));
        // Most of what can be reached is banned, so that dead ends are frequent.
        History history;
        std::vector<std::uint64_t> banned;
        for (const Turn& turn : list_turns(start))
            if (chance.below(8)) {
                const Position after = start.play(turn).position;
                history.add(after.repetition_key());
                history.add(after.repetition_key());
                banned.push_back(after.board().hash());
            }
        for (int taken = 0; taken < 4; ++taken) {
            const Position p = random_steps(start, chance, taken);
            const auto actions = listed(legal_actions(p, history));
            if (!CHECK(actions == defined(p, banned))) return;
            dead_ends += actions.size() < listed(legal_actions(p, {})).size();
        }
    }
    CHECK(dead_ends > 100);
}

TEST(push_back_of_a_pulled_piece_by_the_puller_alone_is_a_dead_end) {
    const Position start = gold("Ed4 rd5 Ra1 rh8");
    const Position pulled = start.after(parse_step("Ed4s")).after(parse_step("rd5s"));
    CHECK(!legal_actions(pulled, {}).has(action_of(parse_step("rd4n"), Side::Gold)));
    // With another piece that can complete the push the position changes.
    const Position helped = gold("Ed4 rd5 Ra1 rh8 Mc4").after(parse_step("Ed4s"));
    const Position both = helped.after(parse_step("rd5s"));
    CHECK(legal_actions(both, {}).has(action_of(parse_step("rd4n"), Side::Gold)));
}

TEST(every_action_of_a_set_is_drawn_by_its_number) {
    Chance chance(4);
    for (int i = 0; i < 500; ++i) {
        const ActionSet legal = legal_actions(any_moment(chance), {});
        std::set<Action> numbered;
        for (int n = 0; n < legal.size(); ++n) {
            numbered.insert(legal[n]);
            CHECK(legal.has(legal[n]));
        }
        if (!CHECK(numbered == listed(legal))) return;
    }
}

TEST(setups_are_placed_and_games_end_by_the_rules) {
    gajah::Random random(5);
    for (int i = 0; i < 20; ++i) {
        StepGame game;
        int placements = 0;
        while (!game.result()) {
            placements += game.is_placing();
            game.play(game.legal()[random.below(game.legal().size())]);
        }
        CHECK_EQUAL(placements, 16);
        CHECK(game.legal().empty());
        CHECK(game.turns() > 2);
    }
}

TEST(side_whose_every_turn_repeats_has_lost) {
    // The silver dog has one turn, from a8 to a7 or back; gold's elephant makes room for it.
    StepGame game(parse_position(R"(g
 +-----------------+
8| . D . . . . . . |
7| d D . . . . . . |
6| r R x . . x . . |
5| R . . . . . . . |
4| . . . . . . . . |
3| . . x . . x . . |
2| . . . . . . . . |
1| . . . . . . . E |
 +-----------------+
   a b c d e f g h)"));
    for (const char* step : {"Eh1n", "da7n", "Eh2s", "da8s", "Eh1n", "da7n", "Eh2s"}) {
        CHECK(!game.result());
        game.play(action_of(parse_step(step), game.position().side()));
        game.play(kEndTurn);
    }
    CHECK(game.result() == Verdict({Side::Gold, Ending::Immobilization}));
    CHECK(game.legal().empty());
}

TEST(vector_of_games_plays_what_single_games_play) {
    constexpr std::size_t kGames = 200;
    VectorSettings settings;
    settings.max_turns = 30;
    VectorGames one(kGames, settings, 1, 7);
    VectorGames four(kGames, settings, 4, 7);
    std::vector<std::int64_t> actions(kGames);
    std::vector<std::int64_t> same(kGames);
    std::array<int, kTurnLimit + 1> endings{};
    for (int call = 0; call < 400; ++call) {
        one.draw(actions.data());
        four.draw(same.data());
        if (!CHECK(actions == same) || !CHECK(!one.find_illegal(actions.data()))) return;
        std::vector<StepGame> games;
        for (std::size_t i = 0; i < kGames; ++i) {
            games.push_back(one.game(i));
            games[i].play(static_cast<Action>(actions[i]));
        }
        one.step(actions.data());
        four.step(actions.data());
        CHECK(one.arrays().masks == four.arrays().masks);
        CHECK(one.arrays().planes == four.arrays().planes);
        for (std::size_t i = 0; i < kGames; ++i) {
            const std::uint8_t ending = one.arrays().endings[i];
            ++endings[ending];
            CHECK_EQUAL(ending != kGoesOn && ending != kTurnLimit, games[i].result().has_value());
            if (ending == kGoesOn) CHECK(one.game(i).position() == games[i].position());
        }
    }
    CHECK(endings[1] > 0);
    CHECK(endings[kTurnLimit] > 0);
}

TEST(illegal_action_is_found_before_anything_is_played) {
    VectorGames games(3, {}, 1, 1);
    std::vector<std::int64_t> actions(3);
    games.draw(actions.data());
    for (const std::int64_t wrong : {-1, 257, 256, 255}) {
        actions[2] = wrong;  // 256: no turn ends before its first step
        CHECK(games.find_illegal(actions.data()) == std::optional<std::size_t>(2));
    }
}

int main() { return gajah::testing::run_all(); }
