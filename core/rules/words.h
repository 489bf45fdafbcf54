// Refusals as sentences. The only place that words them, so that the terminal, the browser and
// the library say the same.
#pragma once

#include <span>
#include <string>

#include "rules/position.h"

namespace gajah {

// Why a step is refused in this position: "the horse on d6 is frozen by the elephant on d5".
std::string explain_step(const Position& before, Step step, Rule rule);

// The whole refusal: "step 3, rb3e: push not completed". `before` is the position in which the
// refused step was to be played.
std::string explain(const Position& before, const Refusal& refusal);

// Why a setup is refused, for a side that begins without some pieces.
std::string explain_setup(Side side, std::span<const Piece> missing, Rule rule);

// What a rule says, without a position at hand.
std::string describe(Rule rule);

}  // namespace gajah
