// A game and the turn under way, as the server's Board shows them.
#pragma once

#include "game/game.h"
#include "game/routes.h"
#include "wasm/json.h"

namespace gajah {

// `draft` is the game's position with the steps of the turn under way.
void write_board(const Game& game, const Position& draft, Json& json);
void write_route(const Route& route, Side side, Json& json);
// The rule's name as a code for programs: push_unfinished.
std::string_view code_of(Rule rule);

}  // namespace gajah
