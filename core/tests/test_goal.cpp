// find_goal against its slow twin: try every turn, look whether a rabbit has arrived.
#include "rules/goal.h"

#include "check.h"
#include "positions.h"
#include "rules/turns.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

bool on_goal(const Board& board, Side side) { return (board.rabbits(side) & goal_row(side)) != 0; }

// What trying every turn finds.
struct Tried {
    bool goal = false;
    bool by_own_steps = false;  // without moving an enemy
};

Tried try_all(const Position& position) {
    Tried tried;
    for (const Turn& turn : list_turns(position)) {
        const auto played = position.play({turn.begin(), turn.end()});
        if (!on_goal(played.position.board(), position.side())) continue;
        tried.goal = true;
        bool own = true;
        for (Step step : turn) own &= step.piece().side == position.side();
        tried.by_own_steps |= own;
    }
    return tried;
}

// How often each answer was the right one.
struct Tally {
    int goals = 0;
    int goals_by_dislodging = 0;
    int none = 0;
};

// Answers whether both agree.
bool compare(const Position& position, Tally& tally) {
    const auto found = find_goal(position);
    const Tried tried = try_all(position);
    tally.goals += tried.goal;
    tally.goals_by_dislodging += tried.goal && !tried.by_own_steps;
    tally.none += !tried.goal;
    bool agreed = CHECK_EQUAL(found.has_value(), tried.goal);
    if (position.pending() == Pending::None)
        agreed &= CHECK_EQUAL(can_goal(position.board(), position.side(), position.steps_left()),
                              tried.goal);
    if (found) {
        const auto played = position.play({found->begin(), found->end()});
        agreed &=
            CHECK(!played.refusal) && CHECK(on_goal(played.position.board(), position.side()));
    }
    if (!agreed) std::cout << format_diagram(position) << '\n';
    return agreed;
}

// Over many positions of one sort; every answer must occur often enough to mean something.
template <class Make>
Tally compare_many(int positions, Make&& make) {
    Tally tally;
    for (int i = 0; i < positions; ++i) {
        const Position position = make();
        if (position.at_turn_start() && on_goal(position.board(), position.side())) continue;
        if (!compare(position, tally)) return tally;
    }
    CHECK(tally.goals * 20 > positions);
    CHECK(tally.none * 20 > positions);
    return tally;
}

// Pieces on the last rows before the goal of the side to move, its rabbits nearly home.
Position near_goal(Random& random, int pieces, int rows) {
    const Bits upper = ~Bits{0} << (8 * (8 - rows));
    const Position position = random_position(random, pieces, upper);
    if (position.side() == Side::Gold) return position;
    return Position(random_position(random, pieces, ~Bits{0} >> (8 * (8 - rows))).board(),
                    Side::Silver);
}

// The same with few rabbits and the goal row well guarded, so that walking is seldom enough.
Position guarded_goal(Random& random, int rabbits) {
    while (true) {
        const Position position = near_goal(random, 60, 3);
        Board board = position.board();
        Bits spare = board.rabbits(position.side());
        for (int i = 0; i < rabbits; ++i) spare = without_lowest(spare);
        for (; spare; spare = without_lowest(spare)) {
            const Square square(lowest(spare));
            board.toggle({position.side(), Kind::Rabbit}, square);
        }
        const Bits mine = board.of(position.side());
        if (mine & kTraps & ~neighbours(mine)) continue;  // lost its guard
        return Position(board, position.side());
    }
}

}  // namespace

TEST(find_goal_agrees_with_trying_every_turn) {
    Random random(21);
    compare_many(400, [&] { return near_goal(random, 16, 5); });
}

TEST(find_goal_agrees_with_trying_every_turn_where_the_goal_is_guarded) {
    Random random(22);
    const Tally tally =
        compare_many(2500, [&] { return guarded_goal(random, 1 + random.below(2)); });
    CHECK(tally.goals_by_dislodging > 50);
}

TEST(find_goal_agrees_with_trying_what_is_left_of_a_turn) {
    Random random(23);
    compare_many(2500, [&] {
        while (true) {
            const Position start = guarded_goal(random, 2);
            if (on_goal(start.board(), start.side())) continue;
            return random_steps(start, random, 1 + random.below(2));
        }
    });
}

TEST(find_goal_finds_none_where_a_rabbit_has_won_already) {
    CHECK(!find_goal(gold("Rd8 Rd7 Ed4 ra5")));
    CHECK(!find_goal(silver("rd1 rd2 ed4 Ra5")));
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
