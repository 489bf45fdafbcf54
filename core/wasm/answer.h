// Answers of the flat interface: JSON, or the error that says why there is none.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

#include "game/game.h"
#include "game/json.h"

namespace gajah {

// What is refused for a reason of this interface's own.
class Refused : public std::invalid_argument {
public:
    Refused(const char* code, const std::string& text) : std::invalid_argument(text), code_(code) {}
    const char* code() const { return code_; }

private:
    const char* code_;
};

// An object that `write` fills, or the error that it throws; valid until the next answer.
const char* answer(const std::function<void(Json&)>& write);

// Calls `visit` with each line of a text that is not empty.
void each_line(std::string_view text, const std::function<void(std::string_view)>& visit);

// The empty board for an empty text.
Position position_of(std::string_view text);

// Throws where no turn can be played.
void check_playing(const Game& game);

}  // namespace gajah
