// Steps and whole turns: what a position allows, what it refuses, and what it leads to.
#include "rules/position.h"

#include "check.h"
#include "positions.h"
#include "rules/moves.h"
#include "rules/transform.h"
#include "rules/turns.h"
#include "rules/words.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

// The refusal of a turn as "rule-number step-number", or "legal".
std::string refusal(const Position& position, std::string_view turn) {
    const auto played = play(position, turn);
    return played.refusal ? explain(played.position, *played.refusal) : "legal";
}

bool refused_by(const Position& position, std::string_view turn, Rule rule, int step_number) {
    const auto refusal = play(position, turn).refusal;
    return refusal && refusal->rule == rule && refusal->step_number == step_number;
}

std::string after(const Position& position, std::string_view turn) {
    const auto played = play(position, turn);
    return played.refusal ? refusal(position, turn) : format_short(played.position);
}

std::string board(std::string_view pieces, Side side) { return format_short(placed(pieces, side)); }

}  // namespace

TEST(rabbits_cannot_step_backward) {
    CHECK(refused_by(gold("Rd4"), "Rd4s", Rule::RabbitBackward, 1));
    CHECK(refused_by(silver("rd4"), "rd4n", Rule::RabbitBackward, 1));
    CHECK_EQUAL(after(gold("Rd4"), "Rd4w"), board("Rc4", Side::Silver));
}

TEST(stronger_piece_and_no_other_pushes_and_freezes) {
    for (int mine = 0; mine < kKinds; ++mine)
        for (int yours = 0; yours < kKinds; ++yours) {
            Board b;
            b.toggle({Side::Gold, static_cast<Kind>(mine)}, parse_square("d4"));
            b.toggle({Side::Silver, static_cast<Kind>(yours)}, parse_square("d5"));
            const Position position(b, Side::Gold);
            const Step push(*b.at(parse_square("d5")), parse_square("d5"), Direction::North);
            CHECK_EQUAL(!position.why_not(push), mine > yours);
            CHECK_EQUAL(b.frozen(Side::Gold) != 0, yours > mine);
            CHECK_EQUAL(b.frozen(Side::Silver) != 0, mine > yours);
        }
}

TEST(friend_beside_it_unfreezes_a_piece) {
    CHECK(refused_by(gold("Dd4 hd5"), "Dd4e", Rule::Frozen, 1));
    CHECK_EQUAL(after(gold("Dd4 hd5 Rc4"), "Dd4e"), board("De4 hd5 Rc4", Side::Silver));
}

TEST(piece_on_a_trap_without_a_friend_is_captured_at_once) {
    CHECK_EQUAL(after(gold("Cc2 Ra1"), "Cc2n Cc3x"), board("Ra1", Side::Silver));
    CHECK_EQUAL(after(gold("Cc2 Rb3"), "Cc2n"), board("Cc3 Rb3", Side::Silver));
    CHECK_EQUAL(after(gold("Cc3 Rb3"), "Rb3n Cc3x"), board("Rb4", Side::Silver));
}

TEST(every_trap_and_no_other_square_captures) {
    for (int i = 0; i < 64; ++i) {
        const Square square(i);
        const Direction d = square.has_next(Direction::North) ? Direction::North : Direction::South;
        const Square from = square.next(d);
        Board b;
        b.toggle({Side::Gold, Kind::Camel}, from);
        const auto capture = b.move({Side::Gold, Kind::Camel}, from, square);
        CHECK_EQUAL(capture.has_value(), (square.bit() & kTraps) != 0);
        CHECK_EQUAL(b.occupied() == 0, capture.has_value());
    }
}

TEST(captured_puller_still_pulls) {
    CHECK_EQUAL(after(gold("Ec4 rc5 Ra1"), "Ec4s Ec3x rc5s"), board("rc4 Ra1", Side::Silver));
}

TEST(push_left_unfinished_is_refused) {
    CHECK(refused_by(gold("Ed4 rd5"), "rd5n", Rule::PushUnfinished, 1));
    CHECK(refused_by(gold("Ed4 rd5 Ra1"), "rd5n Ra1n", Rule::PushUnfinished, 2));
    CHECK_EQUAL(refusal(gold("Ed4 rd5"), "rd5n"), "step 1, rd5n: push not completed");
}

TEST(push_or_pull_under_way_is_put_into_words) {
    const Position start = gold("Ed4 rd5 Ra1");
    CHECK_EQUAL(explain_pending(start), "");
    CHECK_EQUAL(explain_pending(start.after(parse_step("rd5n"))),
                "The push has begun: finish it with Ed4n, or undo it.");
    CHECK_EQUAL(explain_pending(start.after(parse_step("Ed4e"))),
                "A weaker enemy beside d4 may be pulled there.");
}

TEST(sentences_begin_with_a_capital_unless_that_means_something) {
    CHECK_EQUAL(sentence("step 3, rb3e: push not completed"), "Step 3, rb3e: push not completed.");
    CHECK_EQUAL(sentence("e2 is occupied"), "e2 is occupied.");
    CHECK_EQUAL(sentence("Did you mean this?"), "Did you mean this?");
}

TEST(push_on_the_last_step_is_refused) {
    CHECK(refused_by(gold("Ed4 rd5 Ra1"), "Ra1n Ra2n Ra3n rd5n", Rule::PushOnLastStep, 4));
}

TEST(piece_completing_a_push_does_not_pull) {
    CHECK(refused_by(gold("Ed4 rd5 cd3"), "rd5n Ed4n cd3n", Rule::NoPusher, 3));
}

TEST(turn_without_net_change_is_refused) {
    CHECK(refused_by(gold("Ed4"), "Ed4n Ed5s", Rule::NoChange, 0));
    CHECK(refused_by(gold("Ca1 Cb1"), "Ca1n Cb1w Ca2e Cb2s", Rule::NoChange, 0));
    CHECK(refused_by(gold("Ed4"), "", Rule::NoStep, 0));
}

TEST(wrong_capture_in_the_notation_is_refused) {
    CHECK(refused_by(gold("Ed4"), "Ed4n Ed5x", Rule::WrongCapture, 1));
    CHECK(refused_by(gold("Cc2 Cb2"), "Cc2n Cc3x Cb2e Cc2x", Rule::WrongCapture, 2));
}

TEST(order_of_checks_is_the_official_one) {
    using Reason = Ending;
    const auto decided = [](std::string_view pieces, Side winner, Reason reason) {
        return silver(pieces).verdict() == Verdict{winner, reason};
    };
    CHECK(decided("Rd8 rd1", Side::Gold, Reason::Goal));
    CHECK(decided("rd1 Eb2", Side::Silver, Reason::Goal));
    CHECK(decided("Eb2 eg7", Side::Gold, Reason::Elimination));
    CHECK(decided("Ed4 rd5", Side::Silver, Reason::Elimination));
    CHECK(decided("Ed4 rd5 Ra1", Side::Gold, Reason::Immobilization));
    CHECK(!silver("Ed4 ra5 Ra1").verdict());
}

TEST(board_and_hash_after_any_steps_are_those_of_its_pieces) {
    Random random(1);
    for (int i = 0; i < 2000; ++i) {
        const Position start = i % 2 ? random_crowd(random) : random_position(random, 40);
        const Position position = random_steps(start, random, 4);
        Board placed;
        for (Square square : Squares(position.board().occupied()))
            placed.toggle(*position.board().at(square), square);
        if (!CHECK(position.board() == placed)) return;
    }
}

TEST(steps_offered_are_the_steps_not_refused) {
    Random random(2);
    for (int i = 0; i < 500; ++i) {
        const Position position = random_steps(random_crowd(random), random, i % 4);
        const StepList offered = position.steps();
        for (Square from : Squares(position.board().occupied())) {
            for (Direction d : kDirections) {
                const Step step(*position.board().at(from), from, d);
                bool found = false;
                for (Step s : offered) found |= Step(s.piece(), s.from(), s.direction()) == step;
                if (position.why_not(step)) {
                    CHECK(!found);
                } else if (!found) {
                    // Left out only where the turn would have to end as it began.
                    const Position next = position.after(step);
                    CHECK_EQUAL(next.steps_left(), 0);
                    CHECK_EQUAL(next.board().hash(), position.start_hash());
                }
            }
        }
    }
}

TEST(steps_taken_lead_back_to_the_start_and_here_again) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const Position position = random_steps(random_crowd(random), random, 1 + i % 4);
        const auto again =
            Position::with_steps_taken(position.board(), position.side(), position.taken());
        if (!CHECK(again && *again == position && again->hash() == position.hash())) return;
    }
}

TEST(mirroring_and_swapping_twice_change_nothing) {
    Random random(4);
    for (int i = 0; i < 300; ++i) {
        const Position position = random_steps(random_crowd(random), random, i % 5);
        CHECK(mirrored(mirrored(position)) == position);
        CHECK(swapped(swapped(position)) == position);
        CHECK_EQUAL(mirrored(position).steps().size(), position.steps().size());
        CHECK_EQUAL(swapped(position).steps().size(), position.steps().size());
    }
}

TEST(position_text_round_trips) {
    Random random(5);
    for (int i = 0; i < 300; ++i) {
        const Position start = random_position(random, 40);
        CHECK(parse_position(format_short(start)) == start);
        const Position position = random_steps(start, random, 4);
        CHECK(parse_position(format_diagram(position)) == position);
    }
}

TEST(damaged_text_is_read_or_refused_but_never_crashes) {
    Random random(6);
    const std::string whole = format_diagram(parse_position(kOpening), 12);
    int refused = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = whole;
        for (int n = random.below(4); n >= 0; --n)
            text[static_cast<std::size_t>(random.below(static_cast<int>(text.size())))] =
                static_cast<char>(random.below(256));
        text.resize(static_cast<std::size_t>(random.below(static_cast<int>(whole.size()) + 1)));
        try {
            parse_position(text);
        } catch (const NotationError&) {
            ++refused;
        }
    }
    CHECK(refused > 0);
}

int main() { return run_all(); }
