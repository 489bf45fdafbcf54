// Boards and routes as pages get them, from the server or from core in the page: JSON.
#pragma once

#include <optional>
#include <string>

#include "game/json.h"
#include "game/routes.h"

namespace gajah {

// A game's position, and the same with the steps of the turn under way.
struct ShownBoard {
    const Position& position;
    const Position& draft;
    bool may_step;                       // the game goes on, and both sides have set up
    std::optional<std::string> refusal;  // why the turn may not end here
    int undone = 0;                      // steps that can be taken again
};

// The fields of the server's Board.
void write_board(const ShownBoard& shown, Json& json);
// The server's Route, for a piece of a turn of `side`.
void write_route(const Route& route, Side side, Json& json);

}  // namespace gajah
