// What players learn from, in drawn positions: tests/analysis has the real games.
#include <string>

#include "check.h"
#include "positions.h"
#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/turns.h"
#include "study/coach.h"
#include "study/pattern.h"
#include "study/proofs.h"
#include "study/puzzles.h"
#include "study/stances.h"
#include "study/threats.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

// By material alone.
const FixedSearch kSearch{Weights(), StepWeights()};

std::string facts_of(const Position& position, std::string_view turn) {
    std::string told;
    for (const TurnFact& fact : explain_turn(position, play(position, turn)))
        told += std::string(word(fact.kind)) + ": " + fact.text + "\n";
    return told;
}

std::string judged(const Puzzle& puzzle, std::string_view turn) {
    const Judgement found = judge(kSearch, puzzle, {{turn}});
    return std::string(word(found.outcome)) + ": " + found.text;
}

std::string refused(const Puzzle& puzzle, std::vector<std::string_view> turns) {
    try {
        judge(kSearch, puzzle, turns);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(a_piece_is_followed_to_the_trap_where_it_is_lost) {
    const Position position = gold("Ed3 hd4 Ra1 rh8");
    const Followed followed(play(position, "hd4w Ed3n hc4s hc3x Ed4w").turn);
    CHECK_EQUAL(followed.losses().size(), 1U);
    CHECK_EQUAL(name(followed.losses()[0].square), "d4");
    CHECK_EQUAL(name(followed.origin(parse_square("c4"))), "d3");
    CHECK_EQUAL(name(followed.origin(parse_square("a1"))), "a1");
}

TEST(threats_are_what_some_turn_captures) {
    Random random(11);
    for (int i = 0; i < 20 * effort(); ++i) {
        const Position position = random_crowd(random);
        Bits captured = 0;
        for (const Turn& turn : list_turns(position))
            for (const CaptureThreat& capture : captures_of(position.side(), turn))
                if (capture.pays()) captured |= capture.square.bit();
        if (!CHECK_EQUAL(squares_of(capture_threats(position)), captured)) return;
    }
}

TEST(a_turn_is_told_in_order_of_importance) {
    CHECK_EQUAL(facts_of(gold("Eb2 hb4 Ra1 rh8 eg7"), "Eb2n"),
                "threatens_capture: Threatens to capture the horse on b4.\n"
                "hostage: Holds the horse on b4 hostage near the trap on c3.\n"
                "freezes: Freezes the horse on b4.\n");
    CHECK_EQUAL(facts_of(gold("Ra1 Ec8 rc7 ee1"), "rc7s rc6x Ec8s"),
                "wins: Wins the game: silver has no rabbit left.\n"
                "capture: Captures the rabbit on c6.\n");
}

TEST(proofs_agree_with_playing_every_turn) {
    Random random(12);
    for (int i = 0; i < 10 * effort(); ++i) {
        const Position position = random_position(random, 8);
        std::size_t wins = 0;
        std::size_t defences = 0;
        for (const Turn& turn : list_turns(position)) {
            const Position left = position.play(turn).position;
            wins += has_won(position.side(), left);
            defences += !has_won(left.side(), left) && !threatened_goal(passed(left));
        }
        CHECK_EQUAL(winning_turns(position).size(), wins);
        CHECK(find_defence(position).has_value() == !defending_turns(position).empty());
        if (!position.verdict()) CHECK_EQUAL(defending_turns(position).size(), defences);
    }
}

TEST(a_goal_that_is_left_is_warned_of) {
    const Position position = gold("ra4 Cc2 Ed6 Rh1 rh8");
    const auto warning = warn(kSearch, position, play(position, "Ed6n"));
    if (!CHECK(warning.has_value())) return;
    CHECK_EQUAL(warning->text, "This lets silver reach the goal on a1 next turn.");
    CHECK_EQUAL(format(warning->reply), "ra4s ra3s ra2s");
    CHECK(!warn(kSearch, position, play(position, "Cc2w")));
}

TEST(a_piece_that_is_left_in_danger_is_warned_of) {
    const Position position = gold("Hb3 Cc2 eb5 Ra1 Rh1 Eh3 rh8 rg8");
    const auto warning = warn(kSearch, position, play(position, "Cc2e Eh3n"));
    if (!CHECK(warning.has_value())) return;
    CHECK_EQUAL(warning->text, "This lets silver capture your horse on b3 next turn.");
    CHECK(!play(position, "Cc2e Eh3n").position.play(warning->reply).refusal);
}

TEST(a_hint_says_where_to_look_and_who_moves) {
    const Position position = gold("Ra7 rh8 ee5");
    const TurnHint hint = hint_at(position, play(position, "Ra7n"));
    CHECK_EQUAL(hint.look.text, "You can reach the goal in this turn.");
    CHECK_EQUAL(hint.look.squares.size(), 4U);
    CHECK_EQUAL(hint.piece.text, "Your rabbit on a7 moves first.");
}

TEST(answers_to_puzzles_are_judged) {
    const Puzzle goal{gold("Ra7 rh8 ee5"), PuzzleTheme::Goal, parse_turn("Ra7n")};
    CHECK_EQUAL(judged(goal, "Ra7n"), "solved: Goal! The game is won.");
    CHECK_EQUAL(judged(goal, "Ra7e"),
                "wrong: The game is not won yet: a rabbit can reach the goal.");
    const Puzzle horse{gold("Ee3 hd3 Me6 rd6 Ra2 rh8 eg8"), PuzzleTheme::Capture,
                       parse_turn("hd3w hc3x Ee3w"), 100};
    CHECK_EQUAL(judged(horse, "hd3w hc3x Ee3w"), "solved: Well caught.");
    CHECK_EQUAL(judged(horse, "rd6w rc6x Me6w"), "wrong: There is a more valuable capture.");
    CHECK_EQUAL(judged(horse, "Ra2n"), "wrong: This captures nothing.");
}

TEST(a_goal_in_two_is_answered_and_finished) {
    const Puzzle puzzle{gold("Ra3 Rh1 Eb4 rh8 eg8"), PuzzleTheme::GoalInTwo, parse_turn("Ra3n")};
    const auto whole = solve(puzzle);
    CHECK_EQUAL(whole.size(), 3U);
    std::vector<std::string> texts;
    for (const Turn& turn : whole) texts.push_back(format(turn));
    CHECK(judge(kSearch, puzzle, {{texts[0]}}).reply == whole[1]);
    const std::string_view answer[] = {texts[0], texts[1], texts[2]};
    CHECK(judge(kSearch, puzzle, answer).outcome == Outcome::Solved);
}

TEST(a_stubborn_reply_does_not_put_the_rabbit_on_its_goal) {
    // Of silver's 759 replies, those found last pull the rabbit on e7 to e8.
    const Position position =
        parse_position("s [    c  r    R rRrE    D m eD   RRH          C     C      RR     ]");
    const Position left = position.play(stubborn_reply(position)).position;
    CHECK(!left.verdict());
    CHECK(find_goal(left).has_value());
}

TEST(answers_that_are_none_are_refused) {
    const Puzzle puzzle{gold("Ra7 rh8 ee5"), PuzzleTheme::Goal, parse_turn("Ra7n")};
    CHECK_EQUAL(refused(puzzle, {}), "an answer has at least one turn");
    CHECK_EQUAL(refused(puzzle, {"Ra7n", "nonsense"}),
                "the puzzle is over: the answer has too many turns");
    CHECK_EQUAL(refused(puzzle, {"nonsense"}), "expected a step like Ed2n, found 'nonsense'");
    CHECK_EQUAL(refused(puzzle, {"Ra7s"}), "step 1, Ra7s: a rabbit cannot step backward");
}

TEST(a_pattern_is_found_where_it_first_stands) {
    const Position before = gold("Ed5 hc6 rc7 Rb2 rh8");
    const std::vector<Position> game{before, play(before, "Ed5e Ee5e").position,
                                     gold("Ef7 Rb2 rh8")};
    const std::string course = format_course(game);
    const auto find = [&](std::string_view text) { return Pattern(text).find(course); };
    CHECK_EQUAL(find("Ed5 hc6"), 0);
    CHECK_EQUAL(find("Ee5 hf6"), 0);  // The mirror image.
    CHECK_EQUAL(find("Ed5 hf6"), -1);
    CHECK_EQUAL(find("Ef5"), 1);
    CHECK_EQUAL(find("Ef7 rh8"), 2);
    CHECK_EQUAL(find(".d5 hc6"), 1);
    CHECK_EQUAL(find("ed5"), -1);
    CHECK_EQUAL(Pattern("Ef5").find(course.substr(0, 65) + "~~"), -1);
    CHECK_EQUAL(Pattern("Ef5").find("nonsense"), -1);
}

namespace {

std::string find_games(const Pattern& pattern, std::span<const std::string> written,
                       std::size_t games) {
    std::vector<std::string_view> wanted;
    for (const std::size_t stand : pattern.stands()) wanted.push_back(written[stand]);
    return pattern.find_games(wanted, games);
}

}  // namespace

TEST(a_pattern_is_found_in_the_same_games_by_their_index) {
    const Position before = gold("Ed5 hc6 rc7 Rb2 rh8");
    const Position after = play(before, "Ed5e Ee5e").position;
    std::vector<std::string> courses{
        format_course(std::vector{before, after, gold("Ef7 Rb2 rh8")}),
        format_course(std::vector{after, before, after, before}),
        "nonsense",
        format_course(std::vector{gold("Ee5 hf6 rf7 Rb2 rh8")}),
        "",
    };
    courses.push_back(courses[0].substr(0, 65) + "~~");
    courses.push_back(courses[1] + "/0");
    // Long enough for numbers of two bytes, and in a game far from the last one.
    for (int i = 0; i < 200; ++i) courses.push_back(format_course(std::vector{after}));
    courses.push_back(format_course(std::vector<Position>(300, after)) + "/" +
                      format_course(std::vector{after, before}).substr(65));
    const std::vector<std::string_view> views(courses.begin(), courses.end());
    const std::vector<std::string> written = index_courses(views);
    CHECK_EQUAL(written.size(), kStands);
    for (const std::string_view text : {"Ed5 hc6", "Ee5 hf6", "Ed5 hf6", "Ef5", "Ec5", ".d5 hc6",
                                        "Ef7 rh8", "ed5", "Rb2 .b3 .b4", "Ra8"}) {
        const Pattern pattern(text);
        std::string expected;
        for (const std::string& course : courses)
            expected += static_cast<char>(pattern.find(course) >= 0);
        CHECK_EQUAL(find_games(pattern, written, courses.size()), expected);
    }
}

TEST(a_damaged_index_finds_nothing) {
    const std::vector<std::string> courses(3, format_course(std::vector{gold("Ed5 rh8")}));
    const std::vector<std::string_view> views(courses.begin(), courses.end());
    const std::string whole = index_courses(views)[Pattern("Ed5").stands()[0]];
    const auto find = [](std::string_view written, std::size_t games) {
        return Pattern("Ed5").find_games(std::vector<std::string_view>{written, ""}, games);
    };
    CHECK_EQUAL(find(whole, 3), std::string(3, 1));
    CHECK_EQUAL(find(whole, 2), std::string(2, 0));
    CHECK_EQUAL(find(std::string_view(whole).substr(1), 3), std::string(3, 0));
    CHECK_EQUAL(find(std::string(9, '\xff'), 3), std::string(3, 0));
    CHECK_EQUAL(Pattern("Ed5").find_games({}, 3), std::string(3, 0));
}

TEST(numbers_are_marked_and_what_is_none_is_not) {
    const auto marked = [](std::string_view text) {
        std::string found;
        for (const char mark : mark_numbers(text)) found += mark ? '1' : '0';
        return found;
    };
    CHECK_EQUAL(marked(""), "");
    CHECK_EQUAL(marked("0"), "1");
    CHECK_EQUAL(marked("3,1,3"), "0101");
    CHECK_EQUAL(marked("2,x,-1,,99999999999,100000001,4"), "01101");
}

TEST(what_is_no_pattern_is_refused) {
    const auto why = [](std::string_view text) -> std::string {
        try {
            Pattern pattern(text);
        } catch (const NotationError& error) {
            return error.what();
        }
        return "";
    };
    CHECK_EQUAL(why(" "), "expected pieces and their squares like Ed5 hc6");
    CHECK_EQUAL(why("Ed"), "expected a piece and its square like Ed5, found 'Ed'");
    CHECK_EQUAL(why("Ed5 hd5"), "the square d5 is named twice");
    CHECK(!why("Xd5").empty());
    CHECK(!why("Ed9").empty());
}

int main() { return gajah::testing::run_all(); }
