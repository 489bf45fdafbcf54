// Steps, turns and setups that are played only if they are legal.
#pragma once

#include <span>
#include <stdexcept>
#include <string>

#include "rules/position.h"

namespace gajah {

// What the rules refuse, in words.
class IllegalTurnError : public std::invalid_argument {
public:
    IllegalTurnError(const std::string& message, const Refusal& refusal)
        : std::invalid_argument(message), refusal_(refusal) {}
    // A rule that needs no words of its own.
    explicit IllegalTurnError(Rule rule);
    const Refusal& refusal() const { return refusal_; }

private:
    Refusal refusal_;
};

// Each throws IllegalTurnError.
Position::Played play_checked(const Position& position, std::span<const Step> steps);
Position after_checked(const Position& position, Step step);
Position end_checked(const Position& position);
Position place_checked(const Position& position, const Setup& setup,
                       std::span<const Piece> missing);

}  // namespace gajah
