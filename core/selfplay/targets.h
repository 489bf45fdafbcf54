// Finished games of self-play, and what there is to learn from them.
#pragma once

#include <array>
#include <vector>

#include "network/action.h"
#include "network/features.h"

namespace gajah {

// One decision of a finished game.
struct Sample {
    std::array<std::uint64_t, kFeatureWords> features{};
    float value = 0.0F;       // the search's, for the side to move
    std::uint32_t first = 0;  // where its policy begins in the game's list
    std::uint16_t count = 0;
    std::uint16_t turn = 0;
    Side side{};
    std::uint8_t policy_weight = 0;  // 0: teaches the value alone
};

struct ActionShare {
    Action action;
    std::int16_t share;  // of kFullShare
};
inline constexpr std::int16_t kFullShare = 32767;
inline constexpr std::int16_t kIllegal = -1;

struct FinishedGame {
    std::vector<Sample> samples;
    std::vector<ActionShare> policies;
    float gold_result = 0.0F;
    int turns = 0;
};

// How targets for learning are made from a finished game.
struct TargetSettings {
    // A result n turns away counts discount^n: winning soon is better than winning
    // late, which is what keeps won games from being shuffled along.
    float discount = 0.995F;
    // TD(lambda), by steps: how little the search's own values along the game are trusted.
    float lambda = 0.95F;
};

constexpr float sign(Side s) { return s == Side::Gold ? 1.0F : -1.0F; }

// A number for each sample: the discounted result and the TD(lambda) value, both for its side.
void write_values(const FinishedGame& game, const TargetSettings& settings, float* result,
                  float* td);

}  // namespace gajah
