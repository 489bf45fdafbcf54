// find_win against its slow twin: try every turn, look whether the other side's rabbits are gone.
#include "rules/win.h"

#include "check.h"
#include "positions.h"
#include "rules/goal.h"
#include "rules/transform.h"
#include "rules/turns.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

bool takes_all(const Position& position, const Turn& turn) {
    return !position.play(turn).position.board().rabbits(other(position.side()));
}

bool some_turn_takes_all(const Position& position) {
    for (const Turn& turn : list_turns(position))
        if (takes_all(position, turn)) return true;
    return false;
}

// Gold's pieces and few silver ones around a trap, one or two of them rabbits.
Position near_trap(Random& random) {
    Board board;
    const Bits area = within(2, Square(random.below(2) ? 18 : 42).bit());
    const auto put = [&](Side side, Kind kind) {
        const Square square(random.below(64));
        if ((area & square.bit()) && !(goal_row(side) & square.bit()))
            put_if_possible(board, {side, kind}, square);
    };
    while (!board.rabbits(Side::Silver)) put(Side::Silver, Kind::Rabbit);
    for (int i = 0; i < 3; ++i) put(Side::Silver, static_cast<Kind>(random.below(kKinds)));
    for (int i = 0; i < 30; ++i) put(Side::Gold, static_cast<Kind>(1 + random.below(kKinds - 1)));
    put_if_possible(board, {Side::Gold, Kind::Rabbit}, Square(0));
    drop_lost_pieces(board);
    return Position(board, Side::Gold);
}

void compare(const Position& position, int& wins, int& none) {
    if ((position.at_turn_start() && position.verdict()) || find_goal(position)) return;
    const bool is_found = win_at_hand(position) == Ending::Elimination;
    (is_found ? wins : none) += 1;
    bool right = CHECK_EQUAL(is_found, some_turn_takes_all(position));
    if (is_found) right &= CHECK(takes_all(position, *find_win(position)));
    if (!right) std::cout << format_diagram(position) << '\n';
}

}  // namespace

TEST(find_win_agrees_with_trying_every_turn) {
    Random random(31);
    int wins = 0;
    int none = 0;
    for (int i = 0; i < 1500 * effort(); ++i) {
        const Position position = near_trap(random);
        compare(position, wins, none);
        compare(swapped(position), wins, none);
        compare(random_steps(position, random, 1 + random.below(3)), wins, none);
    }
    CHECK(wins > 300);
    CHECK(none > 300);
}

TEST(find_win_prefers_a_goal) {
    // The rabbit on b7 is home in one step; the horse could take the last rabbit as well.
    const Position position = gold("Rb7 Hd2 rc2 Ra1 ee8");
    CHECK_EQUAL(win_at_hand(position) == Ending::Goal, true);
    CHECK_EQUAL(find_win(position)->size(), 1);
}

TEST(an_opponent_with_few_steps_is_left_none) {
    // Silver's last rabbits are blocked and frozen but for the one on h2, beside which the horse
    // can stand.
    const Position position = gold("Ra1 Rb1 ra2 Cb2 Ra3 rh2 Hg4 Rh1");
    const auto win = find_win(position);
    CHECK(win.has_value());
    const auto left = position.play(*win).position;
    CHECK(left.verdict() == (Verdict{Side::Gold, Ending::Immobilization}));
}

TEST(two_rabbits_are_taken_in_one_turn) {
    const Position position = gold("Ed2 rc2 Me5 rf5 Ra1 eh8");
    const auto win = find_win(position);
    CHECK(win.has_value());
    CHECK(takes_all(position, *win));
}

int main() { return run_all(); }
