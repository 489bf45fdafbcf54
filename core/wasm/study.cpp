// The part of the interface that teaches: the coach and the puzzles.

#include <memory>

#include "rules/notation.h"
#include "study/coach.h"
#include "study/puzzles.h"
#include "wasm/answer.h"
#include "wasm/interface.h"

namespace {

using namespace gajah;

std::unique_ptr<FixedSearch>& search_if_any() {
    static std::unique_ptr<FixedSearch> only;
    return only;
}

const FixedSearch& fixed_search() {
    if (!search_if_any()) throw Refused("no_weights", "the weights have not been loaded");
    return *search_if_any();
}

// A turn, and the position that it is played in.
struct AskedTurn {
    Position before;
    Position::Played played;
};

AskedTurn read_turn(const char* position, const char* turn) {
    const Game game(position_of(position));
    check_playing(game);
    return {game.position(), play_checked(game.position(), parse_steps(turn))};
}

Puzzle read_puzzle(const char* position, const char* theme, const char* solution, int margin = 0) {
    return {parse_position(position), parse_theme(theme), parse_turn(solution), margin};
}

void write_squares(const std::vector<Square>& squares, Json& json) {
    json.key("squares").list(squares, [&](Square square) { json.value(name(square)); });
}

void write_arrows(const std::vector<Arrow>& arrows, Json& json) {
    json.key("arrows").list(arrows, [&](const Arrow& arrow) {
        json.object([&] {
            json.key("from").value(name(arrow.first));
            json.key("to").value(name(arrow.second));
        });
    });
}

void write_facts(const std::vector<TurnFact>& facts, Json& json) {
    json.list(facts, [&](const TurnFact& fact) {
        json.object([&] {
            json.key("kind").value(word(fact.kind));
            json.key("text").value(fact.text);
            write_squares(fact.squares, json);
            write_arrows(fact.arrows, json);
        });
    });
}

void write_warning(const std::optional<TurnWarning>& warning, Json& json) {
    if (!warning) {
        json.null();
        return;
    }
    json.object([&] {
        json.key("text").value(warning->text);
        json.key("reply").value(format(warning->reply));
        write_squares(warning->squares, json);
        write_arrows(warning->arrows, json);
    });
}

void write_stage(const Pointer& pointer, Json& json) {
    json.object([&] {
        json.key("text").value(pointer.text);
        write_squares(pointer.squares, json);
    });
}

void write_turns(const std::vector<Turn>& turns, Json& json) {
    json.list(turns, [&](const Turn& turn) { json.value(format(turn)); });
}

Judgement judge_lines(const Puzzle& puzzle, const char* turns) {
    std::vector<std::string_view> lines;
    each_line(turns, [&](std::string_view line) { lines.push_back(line); });
    try {
        return judge(fixed_search(), puzzle, lines);
    } catch (const NoAnswer& e) {
        throw Refused("puzzle_over", e.what());
    }
}

}  // namespace

extern "C" {

const char* gajah_load_weights(const int32_t* weights, size_t count, const int32_t* step_weights,
                               size_t step_count) {
    return answer([&](Json&) {
        search_if_any() = std::make_unique<FixedSearch>(
            Weights::from({weights, weights + count}),
            StepWeights::from({step_weights, step_weights + step_count}));
    });
}

const char* gajah_check_turn(const char* position, const char* turn) {
    return answer([&](Json& json) {
        const AskedTurn asked = read_turn(position, turn);
        json.key("warning");
        write_warning(warn(fixed_search(), asked.before, asked.played), json);
    });
}

const char* gajah_explain_turn(const char* position, const char* turn) {
    return answer([&](Json& json) {
        const AskedTurn asked = read_turn(position, turn);
        json.key("facts");
        write_facts(explain_turn(asked.before, asked.played), json);
    });
}

const char* gajah_hint(const char* position, const char* turn) {
    return answer([&](Json& json) {
        const AskedTurn asked = read_turn(position, turn);
        const TurnHint hint = hint_at(asked.before, asked.played);
        json.key("look");
        write_stage(hint.look, json);
        json.key("piece");
        write_stage(hint.piece, json);
        json.key("turn").value(format(hint.turn));
        json.key("why");
        write_facts(hint.why, json);
    });
}

const char* gajah_puzzle_text(const char* position, const char* theme) {
    return answer([&](Json& json) {
        json.key("text").value(task(parse_theme(theme), parse_position(position).side()));
    });
}

const char* gajah_puzzle_hint(const char* position, const char* solution) {
    return answer([&](Json& json) {
        const Turn turn = parse_turn(solution);
        if (turn.empty()) throw NotationError("a solution has at least one step");
        const Pointer first = moves_first(*turn.begin(), parse_position(position).side());
        json.key("square").value(name(first.squares.front()));
        json.key("text").value(first.text);
    });
}

const char* gajah_puzzle_solution(const char* position, const char* theme, const char* solution) {
    return answer([&](Json& json) {
        json.key("turns");
        write_turns(solve(read_puzzle(position, theme, solution)), json);
    });
}

const char* gajah_judge(const char* position, const char* theme, const char* solution, int margin,
                        const char* turns) {
    return answer([&](Json& json) {
        const Puzzle puzzle = read_puzzle(position, theme, solution, margin);
        const Judgement judgement = judge_lines(puzzle, turns);
        const bool solved = judgement.outcome == Outcome::Solved;
        json.key("outcome").value(word(judgement.outcome));
        json.key("solved").value(solved);
        json.key("reply");
        if (judgement.reply)
            json.value(format(*judgement.reply));
        else
            json.null();
        json.key("text").value(judgement.text);
        json.key("solution");
        if (solved)
            write_turns(solve(puzzle), json);
        else
            json.null();
    });
}

}  // extern "C"
