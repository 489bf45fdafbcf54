#include "wasm/board.h"

#include <array>

#include "rules/notation.h"
#include "rules/words.h"

namespace gajah {

namespace {

std::string text_of(const Capture& capture) { return letter(capture.piece) + name(capture.square); }

void write_pending(const Position& draft, Json& json) {
    json.key("pending");
    if (draft.pending() == Pending::None) {
        json.null();
        return;
    }
    json.object([&] {
        json.key("kind").value(draft.pending() == Pending::Push ? "push" : "pull");
        json.key("square").value(name(draft.pending_square()));
        json.key("text").value(explain_pending(draft));
    });
}

void write_turn(const Position& draft, Json& json) {
    json.key("turn").value(format(draft.taken()));
    json.key("steps").list(draft.taken(), [&](Step step) { json.value(format(step)); });
    json.key("captures").list(draft.taken(), [&](Step step) {
        if (step.capture()) json.value(text_of(*step.capture()));
    });
}

void write_end(const Game& game, const Position& draft, Json& json) {
    const auto refusal = game.why_not(draft.taken());
    json.key("can_end").value(!refusal);
    json.key("why_not");
    if (refusal)
        json.value(sentence(refusal->what()));
    else
        json.null();
    const auto verdict = refusal ? std::nullopt : draft.end_turn().verdict();
    json.key("goal");
    if (verdict)
        json.value(letter(verdict->winner));
    else
        json.null();
}

void write_state(const Game& game, Json& json) {
    json.key("label").value(format(game.label()));
    json.key("needs_setup").value(game.needs_setup());
    json.key("result");
    if (!game.result()) {
        json.null();
        return;
    }
    constexpr std::array<char, kEndings> kReasons{'g', 'e', 'm'};
    json.object([&] {
        json.key("winner").value(letter(game.result()->winner));
        json.key("reason").value(kReasons[static_cast<std::size_t>(game.result()->reason)]);
        json.key("text").value(sentence(describe(*game.result())));
    });
}

}  // namespace

void write_board(const Game& game, const Position& draft, Json& json) {
    const Board& board = draft.board();
    const bool may_step = !game.result() && !game.needs_setup();
    json.object([&] {
        json.key("position").value(format_short(game.position()));
        json.key("pieces").object([&] {
            for (const Square square : Squares(board.occupied()))
                json.key(name(square)).value(letter(*board.at(square)));
        });
        json.key("side").value(letter(draft.side()));
        write_turn(draft, json);
        json.key("undone").value(0);
        json.key("steps_left").value(draft.steps_left());
        write_pending(draft, json);
        const Bits gold = board.frozen(Side::Gold);
        const Bits silver = board.frozen(Side::Silver);
        std::vector<Square> frozen;
        for (const Square square : Squares(gold)) frozen.push_back(square);
        for (const Square square : Squares(silver)) frozen.push_back(square);
        json.key("frozen").list(frozen, [&](Square square) { json.value(name(square)); });
        json.key("legal").list(may_step ? draft.steps() : StepList(),
                               [&](Step step) { json.value(format(step)); });
        write_end(game, draft, json);
        write_state(game, json);
    });
}

void write_route(const Route& route, Side side, Json& json) {
    constexpr std::array<const char*, 3> kKindNames{"walk", "push", "pull"};
    const auto write_captures = [&](const char* key, bool own) {
        json.key(key).list(route.steps, [&](Step step) {
            const auto capture = step.capture();
            if (capture && (capture->piece.side == side) == own) json.value(text_of(*capture));
        });
    };
    json.object([&] {
        json.key("to").value(name(route.squares.back()));
        json.key("squares").list(route.squares, [&](Square square) { json.value(name(square)); });
        json.key("steps").list(route.steps, [&](Step step) { json.value(format(step)); });
        json.key("count").value(static_cast<int>(route.steps.size()));
        write_captures("lost", true);
        write_captures("captured", false);
        json.key("kind").value(kKindNames[static_cast<std::size_t>(route.kind)]);
    });
}

std::string_view code_of(Rule rule) {
    constexpr std::array<std::string_view, 19> kCodes{
        "no_such_piece",   "off_board",     "occupied",          "frozen",
        "rabbit_backward", "no_pusher",     "push_on_last_step", "push_unfinished",
        "too_many_steps",  "wrong_capture", "no_step",           "no_change",
        "repetition",      "setup_pieces",  "setup_squares",     "setup_expected",
        "setup_over",      "wrong_side",    "game_over"};
    static_assert(static_cast<std::size_t>(Rule::GameOver) + 1 == kCodes.size());
    return kCodes[static_cast<std::size_t>(rule)];
}

}  // namespace gajah
