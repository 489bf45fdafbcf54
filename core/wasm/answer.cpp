#include "wasm/answer.h"

#include <algorithm>
#include <array>
#include <new>

#include "rules/notation.h"
#include "rules/words.h"

namespace gajah {

namespace {

// The rule's name as a code for programs: push_unfinished.
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

std::string error(std::string_view code, const std::string& text) {
    Json json;
    json.object([&] {
        json.key("error").object([&] {
            json.key("code").value(code);
            json.key("text").value(sentence(text));
        });
    });
    return json.text();
}

std::string answer_or_error(const std::function<void(Json&)>& write) {
    try {
        Json json;
        json.object([&] { write(json); });
        return json.text();
    } catch (const IllegalTurnError& e) {
        return error(code_of(e.refusal().rule), e.what());
    } catch (const NotationError& e) {
        const std::string line = e.line() == 1 ? "" : "line " + std::to_string(e.line()) + ": ";
        return error("bad_notation", line + e.what());
    } catch (const Refused& e) {
        return error(e.code(), e.what());
    } catch (const std::invalid_argument& e) {
        return error("bad_request", e.what());
    } catch (const std::bad_alloc&) {
        return error("no_memory", "there is not enough memory");
    }
}

}  // namespace

const char* answer(const std::function<void(Json&)>& write) {
    static std::string last;
    last = answer_or_error(write);
    return last.c_str();
}

void each_line(std::string_view text, const std::function<void(std::string_view)>& visit) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (!line.empty()) visit(line);
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
}

Position position_of(std::string_view text) {
    return text.empty() ? Position() : parse_position(text);
}

void check_playing(const Game& game) {
    if (game.result()) throw IllegalTurnError(Rule::GameOver);
    if (game.needs_setup()) throw IllegalTurnError(Rule::SetupExpected);
}

}  // namespace gajah
