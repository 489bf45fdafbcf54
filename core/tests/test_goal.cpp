// find_goal against its slow twin: try every turn, look whether a rabbit has arrived.
#include "rules/goal.h"

#include "check.h"
#include "positions.h"
#include "rules/transform.h"
#include "rules/turns.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

bool on_goal(const Board& board, Side side) { return (board.rabbits(side) & goal_row(side)) != 0; }

// The fewest steps to a goal by trying every turn. Each board's turn is listed with one of the
// shortest orders of steps.
std::optional<int> fewest_steps_by_trying_all(const Position& position) {
    std::optional<int> fewest;
    for (const Turn& turn : list_turns(position)) {
        const auto played = position.play(turn);
        if (on_goal(played.position.board(), position.side()) && turn.size() < fewest.value_or(99))
            fewest = turn.size();
    }
    return fewest;
}

// How often each answer was given.
struct Tally {
    int goals = 0;
    int goals_by_dislodging = 0;
    int none = 0;
};

// A goal found is proved by playing it; that there is none, or none with fewer steps, by trying
// every turn.
bool is_proved(const Position& position, const std::optional<Turn>& found) {
    const auto fewest = fewest_steps_by_trying_all(position);
    if (!found) return CHECK(!fewest);
    const auto played = position.play({found->begin(), found->end()});
    return CHECK(!played.refusal) && CHECK(on_goal(played.position.board(), position.side())) &&
           CHECK_EQUAL(found->size(), fewest.value_or(-1));
}

// Answers whether find_goal is right, and can_goal says the same.
bool is_right(const Position& position, Tally& tally) {
    const auto found = find_goal(position);
    bool dislodges = false;
    if (found)
        for (Step step : *found) dislodges |= step.piece().side != position.side();
    tally.goals += found.has_value();
    tally.goals_by_dislodging += dislodges;
    tally.none += !found;
    bool right = is_proved(position, found);
    if (position.pending() == Pending::None)
        right &= CHECK_EQUAL(can_goal(position.board(), position.side(), position.steps_left()),
                             found.has_value());
    if (!right) std::cout << format_diagram(position) << '\n';
    return right;
}

// Over many positions of one sort; every answer must occur often enough to mean something.
template <class Make>
Tally compare_many(int positions, Make&& make) {
    positions *= effort();
    Tally tally;
    for (int i = 0; i < positions; ++i) {
        const Position position = make();
        if (position.at_turn_start() && on_goal(position.board(), position.side())) continue;
        if (!is_right(position, tally)) return tally;
    }
    CHECK(tally.goals * 20 > positions);
    CHECK(tally.none * 20 > positions);
    return tally;
}

// Pieces on gold's last rows before the goal, its rabbits nearly home.
Position near_goal(Random& random, int pieces, int rows) {
    const Bits last_rows = ~Bits{0} << (8 * (8 - rows));
    return Position(random_position(random, pieces, last_rows).board(), Side::Gold);
}

// Two ways to guard a goal row so that walking is seldom enough: pieces of both sides crowded on
// the last three rows with few rabbits among them, or a goal row full of weak enemies.
Board crowded_goal(Random& random) {
    Board board = near_goal(random, 60, 3).board();
    Bits spare = board.rabbits(Side::Gold) & ~kRow8;
    for (int kept = 1 + random.below(2); kept > 0; --kept) spare &= spare - 1;
    spare |= board.rabbits(Side::Gold) & kRow8;  // those would have won already
    for (Square square : Squares(spare)) board.toggle({Side::Gold, Kind::Rabbit}, square);
    return board;
}

Board walled_goal(Random& random) {
    Board board;
    const auto put = [&](Side side, Kind kind, int lowest_row, int rows) {
        put_if_possible(board, {side, kind}, Square(8 * lowest_row + random.below(8 * rows)));
    };
    const int gap = random.below(32);  // mostly there is none
    for (int column = 0; column < 8; ++column) {
        if (column == gap) continue;
        const Square square(56 + column);
        put_if_possible(board, {Side::Silver, static_cast<Kind>(random.below(3))}, square);
        put_if_possible(board, {Side::Silver, Kind::Rabbit}, square);
    }
    for (int i = 1 + random.below(4); i > 0; --i) put(Side::Gold, Kind::Rabbit, 5, 2);
    for (int i = 8 + random.below(8); i > 0; --i)
        put(Side::Gold, static_cast<Kind>(1 + random.below(kKinds - 1)), 5, 3);
    for (int i = random.below(6); i > 0; --i)
        put(Side::Silver, static_cast<Kind>(random.below(kKinds)), 5, 2);
    return board;
}

Position guarded_goal(Random& random) {
    Board board = random.below(2) ? crowded_goal(random) : walled_goal(random);
    drop_lost_pieces(board);
    const Position position(board, Side::Gold);
    return random.below(2) ? position : swapped(position);
}

}  // namespace

TEST(find_goal_agrees_with_trying_every_turn) {
    Random random(21);
    compare_many(300, [&] { return near_goal(random, 16, 5); });
    compare_many(300, [&] { return swapped(near_goal(random, 16, 5)); });
}

TEST(find_goal_agrees_with_trying_every_turn_where_the_goal_is_guarded) {
    Random random(22);
    const Tally tally = compare_many(3000, [&] { return guarded_goal(random); });
    CHECK(tally.goals_by_dislodging > 30);
}

TEST(find_goal_agrees_with_trying_what_is_left_of_a_turn) {
    Random random(23);
    compare_many(1500,
                 [&] { return random_steps(guarded_goal(random), random, 1 + random.below(2)); });
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

// The goal is there for either side and on either wing, and it takes every step.
static void check_goal_in_four(std::string_view pieces) {
    const Position position = gold(pieces);
    for (const Position& p :
         {position, mirrored(position), swapped(position), mirrored(swapped(position))}) {
        const auto turn = find_goal(p);
        if (!CHECK(turn && !p.play({turn->begin(), turn->end()}).refusal)) return;
        CHECK_EQUAL(turn->size(), kStepsPerTurn);
        CHECK(!can_goal(p.board(), p.side(), kStepsPerTurn - 1));
    }
}

TEST(elephant_comes_near_and_pulls_the_guard_aside) { check_goal_in_four("Rd7 Ef8 rd8 re7 rc7"); }

TEST(friend_that_has_to_be_freed_first_frees_the_rabbit) {
    check_goal_in_four("Ra6 db6 Ca4 db4 Da2");
}

TEST(goal_may_need_the_pull_that_is_pending) {
    const Position position = gold("Rd7 Ee8 rd8 re7 rc7").after(parse_step("Ee8e"));
    const auto turn = find_goal(position);
    CHECK_EQUAL(turn ? format(*turn) : "none", "rd8e Rd7n");
}

TEST(pending_push_is_completed_before_the_goal) {
    const Position position = gold("Ed4 rd5 Rh7").after(parse_step("rd5n"));
    const auto turn = find_goal(position);
    CHECK_EQUAL(turn ? format(*turn) : "none", "Ed4n Rh7n");
}

TEST(rabbit_walks_around_a_guard) { check_goal_in_four("Rd6 rd7 Ch1 re8"); }

TEST(dog_that_unfreezes_a_rabbit_by_a_push_brings_it_home) {
    const Position position = gold("Da6 ra7 Rb7 db6 Eh1");
    const auto turn = find_goal(position);
    CHECK(turn && !position.play({turn->begin(), turn->end()}).refusal);
}

int main() { return run_all(); }
