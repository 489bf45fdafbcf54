// Refusals and what a push or pull asks for, in words. The only place that words them, so that the
// terminal, the browser and the library say the same.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace gajah {

// Why a step is refused in this position: "the horse on d6 is frozen by the elephant on d5".
std::string explain_step(const Position& before, Step step, Rule rule);

// The whole refusal: "step 3, rb3e: push not completed". `before` is the position in which the
// refused step was to be played.
std::string explain(const Position& before, const Refusal& refusal);

// Why a setup is refused, for a side that begins without some pieces.
std::string explain_setup(Side side, std::span<const Piece> missing, Rule rule);

// How the push that has begun can be finished, or what may be pulled now; empty where nothing is
// pending.
std::string explain_pending(const Position& position);

// English words with a capital letter at the start and a full stop at the end.
std::string sentence(std::string_view words);

// "a horse, a cat and a dog".
std::string join_words(std::span<const std::string> words);

// What a rule says, without a position at hand.
std::string describe(Rule rule);

}  // namespace gajah
