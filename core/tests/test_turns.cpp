// All turns of a position: the numbers of others, and the slow twin that walks step by step.
#include "rules/turns.h"

#include <set>
#include <string>
#include <utility>

#include "check.h"
#include "positions.h"
#include "rules/transform.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

// Boards that can be left behind, found by trying every order of single steps.
std::set<std::uint64_t> boards_step_by_step(const Position& position) {
    std::set<std::uint64_t> boards;
    std::set<std::uint64_t> seen;
    std::vector<Position> waiting{position};
    while (!waiting.empty()) {
        const Position here = waiting.back();
        waiting.pop_back();
        if (!seen.insert(here.hash()).second) continue;
        if (!here.why_not_end()) boards.insert(here.board().hash());
        for (Step step : here.steps()) waiting.push_back(here.after(step));
    }
    return boards;
}

// Boards that the listed turns leave behind; each is played with every check on the way.
std::set<std::uint64_t> boards_of_turns(const Position& position) {
    std::set<std::uint64_t> boards;
    for (const Turn& turn : list_turns(position)) {
        const auto played = position.play(turn);
        CHECK(!played.refusal);
        boards.insert(played.position.board().hash());
    }
    return boards;
}

bool agrees_with_twin(const Position& position) {
    const auto boards = boards_of_turns(position);
    return CHECK_EQUAL(list_turns(position).size(), boards.size()) &&
           CHECK_EQUAL(count_turns(position), boards.size()) &&
           CHECK(boards == boards_step_by_step(position));
}

}  // namespace

// Sources: pyrimaa's own tests for the opening; its turn generator for the others.
TEST(turns_are_as_many_as_pyrimaa_counts) {
    const std::pair<std::string_view, std::uint64_t> counts[] = {
        {"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]", 3353},
        {"g [ r      rrr dr rRHdRh H      cr      EC  D  e R R R DRh   R    C]", 23039},
        {"g [r r  r h  r   r    m   rhr  Rc   D  DH C dRR  R   R   R R    R  ]", 26165},
        {"s [rrrdcrrrd rc rm  h    h  e        E      M H  H RRD  DRRR RCC RR]", 15208},
        {"g [rrrr r r  drc  mh      h  e       H        M CDHDRCR ER  RRR RR ]", 16976},
        {"g [         rrrr rh r R   dr e   RmD  Rh  D   E  R H    H  RR  R C ]", 22483},
        {"s [  rrrr rrr  e ch          d  c d C h  m     E CRH  RRRD R RR  R ]", 62638},
        {"s [rr  r  r dr  rc h   eh r  r EH  H D   d      CDRR CRMR   RR R  R]", 24031},
        {"s [r rrrr r dr  dh h    me  H   r  R      D   M  R D   R   R RRRREH]", 24359},
    };
    for (const auto& [text, number] : counts)
        CHECK_EQUAL(count_turns(parse_position(text)), number);
}

TEST(opening_array_has_3353_distinct_turns_for_either_side) {
    const Position opening = parse_position(kOpening);
    CHECK_EQUAL(count_turns(opening), 3353U);
    CHECK_EQUAL(count_turns(swapped(opening)), 3353U);
    CHECK_EQUAL(count_turns(mirrored(opening)), 3353U);
}

TEST(turns_reach_what_single_steps_reach) {
    Random random(11);
    for (int i = 0; i < 150 * effort(); ++i)
        if (!agrees_with_twin(random_position(random, 6))) return;
}

TEST(turns_reach_what_single_steps_reach_where_pieces_stand_close) {
    Random random(12);
    for (int i = 0; i < 40 * effort(); ++i)
        if (!agrees_with_twin(random_crowd(random))) return;
}

TEST(rest_of_a_turn_reaches_what_single_steps_reach) {
    Random random(13);
    for (int i = 0; i < 300 * effort(); ++i)
        if (!agrees_with_twin(random_steps(random_crowd(random), random, 1 + i % 4))) return;
}

TEST(banned_boards_are_left_out) {
    Random random(14);
    for (int i = 0; i < 20; ++i) {
        const Position position = random_position(random, 5);
        std::vector<std::uint64_t> hashes;
        each_turn_board(position, [&](const Board& board) {
            hashes.push_back(board.hash());
            return false;
        });
        CHECK(!has_turn(position, hashes));
        CHECK(list_turns(position, hashes).empty());
        if (hashes.empty()) continue;
        const std::vector<std::uint64_t> all_but_one(hashes.begin() + 1, hashes.end());
        CHECK(has_turn(position, all_but_one));
        CHECK_EQUAL(list_turns(position, all_but_one).size(), 1U);
    }
}

TEST(side_without_a_step_has_no_turn) {
    Random random(15);
    int immobile = 0;
    for (int i = 0; i < 3000; ++i) {
        const Position position = random_crowd(random);
        CHECK_EQUAL(position.has_step(), has_turn(position, {}));
        CHECK_EQUAL(position.has_step(), !position.steps().empty());
        immobile += !position.has_step();
    }
    CHECK(immobile > 0);
}

TEST(perft_is_the_sum_over_the_steps) {
    Random random(16);
    for (int i = 0; i < 20; ++i) {
        const Position position = random_steps(random_position(random, 12), random, i % 2);
        CHECK_EQUAL(perft_steps(position, 0), 1U);
        CHECK_EQUAL(perft_steps(position, 1), position.steps().size());
        for (int depth = 2; depth <= 3; ++depth) {
            std::uint64_t total = 0;
            for (Step step : position.steps())
                total += perft_steps(position.after(step), depth - 1);
            CHECK_EQUAL(perft_steps(position, depth), total);
        }
    }
}

TEST(mirrored_and_swapped_positions_have_as_many_turns) {
    Random random(17);
    for (int i = 0; i < 30; ++i) {
        const Position position = random_steps(random_position(random, 16), random, i % 5);
        CHECK_EQUAL(count_turns(mirrored(position)), count_turns(position));
        CHECK_EQUAL(count_turns(swapped(position)), count_turns(position));
    }
}

int main() { return run_all(); }
