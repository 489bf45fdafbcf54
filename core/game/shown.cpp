#include "game/shown.h"

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

void write_end(const Position& draft, const std::optional<std::string>& refusal, Json& json) {
    json.key("can_end").value(!refusal);
    json.key("why_not");
    if (refusal)
        json.value(sentence(*refusal));
    else
        json.null();
    const auto verdict = refusal ? std::nullopt : draft.end_turn().verdict();
    json.key("goal");
    if (verdict)
        json.value(letter(verdict->winner));
    else
        json.null();
}

}  // namespace

void write_board(const ShownBoard& shown, Json& json) {
    const Position& draft = shown.draft;
    const Board& board = draft.board();
    json.key("position").value(format_short(shown.position));
    json.key("pieces").object([&] {
        for (const Square square : Squares(board.occupied()))
            json.key(name(square)).value(letter(*board.at(square)));
    });
    json.key("side").value(letter(draft.side()));
    write_turn(draft, json);
    json.key("undone").value(shown.undone);
    json.key("steps_left").value(draft.steps_left());
    write_pending(draft, json);
    std::vector<Square> frozen;
    for (const Side side : {Side::Gold, Side::Silver})
        for (const Square square : Squares(board.frozen(side))) frozen.push_back(square);
    json.key("frozen").list(frozen, [&](Square square) { json.value(name(square)); });
    json.key("legal").list(shown.may_step ? draft.steps() : StepList(),
                           [&](Step step) { json.value(format(step)); });
    write_end(draft, shown.refusal, json);
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

}  // namespace gajah
