// find_goal against its slow twin: try every turn, look whether a rabbit has arrived.
#include "rules/goal.h"

#include "check.h"
#include "positions.h"
#include "rules/turns.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

bool on_goal(const Board& board, Side side) { return (board.rabbits(side) & goal_row(side)) != 0; }

bool goal_by_trying_all(const Position& position) {
    for (const Turn& turn : list_turns(position)) {
        const auto played = position.play({turn.begin(), turn.end()});
        if (on_goal(played.position.board(), position.side())) return true;
    }
    return false;
}

// Answers whether there was a goal; `agreed` becomes false when the two differ.
bool compare(const Position& position, bool& agreed) {
    const auto found = find_goal(position);
    const bool there_is = goal_by_trying_all(position);
    agreed = CHECK_EQUAL(found.has_value(), there_is);
    if (!agreed) std::cout << format_diagram(position) << '\n';
    if (position.pending() == Pending::None)
        CHECK_EQUAL(can_goal(position.board(), position.side(), position.steps_left()), there_is);
    if (found) {
        const auto played = position.play({found->begin(), found->end()});
        CHECK(!played.refusal);
        CHECK(on_goal(played.position.board(), position.side()));
    }
    return there_is;
}

// Over many positions of one sort; both answers must occur often enough to mean something.
template <class Make>
void compare_many(int positions, Make&& make) {
    int goals = 0;
    int compared = 0;
    for (bool agreed = true; compared < positions && agreed;) {
        const Position start = make();
        if (on_goal(start.board(), start.side())) continue;  // the game would be over
        goals += compare(start, agreed);
        ++compared;
    }
    CHECK(goals * 20 > compared);
    CHECK((compared - goals) * 20 > compared);
}

// The far rows of the side to move, where its rabbits are nearly home.
Position near_goal(Random& random, int pieces) {
    constexpr Bits kUpperFive = ~Bits{0} << 24;
    constexpr Bits kLowerFive = ~Bits{0} >> 24;
    const Position upper = random_position(random, pieces, kUpperFive);
    if (upper.side() == Side::Gold) return upper;
    return Position(random_position(random, pieces, kLowerFive).board(), Side::Silver);
}

}  // namespace

TEST(find_goal_agrees_with_trying_every_turn) {
    Random random(21);
    compare_many(250, [&] { return near_goal(random, 14); });
}

TEST(find_goal_agrees_with_trying_every_turn_where_pieces_stand_close) {
    Random random(22);
    compare_many(60, [&] { return near_goal(random, 45); });
}

TEST(find_goal_agrees_with_trying_what_is_left_of_a_turn) {
    Random random(23);
    for (int steps = 1; steps <= 3; ++steps) {
        int goals = 0;
        bool agreed = true;
        for (int i = 0; i < 200 && agreed; ++i) {
            const Position start = near_goal(random, 30);
            if (on_goal(start.board(), start.side())) continue;
            goals += compare(random_steps(start, random, steps), agreed);
        }
        CHECK(goals > 0);
    }
}

TEST(rabbit_four_steps_away_on_an_open_road_reaches_goal) {
    CHECK(find_goal(gold("Rd4 ra8")).has_value());
    CHECK(!find_goal(gold("Rd3 ra8")));
    CHECK(find_goal(silver("rd5 Ra1")).has_value());
    CHECK(!find_goal(silver("rd6 Ra1")));
}

TEST(dog_that_unfreezes_a_rabbit_by_a_push_brings_it_home) {
    const Position position = gold("Da6 ra7 Rb7 db6 Eh1");
    const auto turn = find_goal(position);
    CHECK(turn && !position.play({turn->begin(), turn->end()}).refusal);
}

int main() { return run_all(); }
