#include "players/levels.h"

#include <array>

namespace gajah {

namespace {

// Beyond it strong pieces begin to stand behind rabbits.
constexpr double kMostVariedSetups = 0.7;

constexpr std::array<Level, 10> kLevels{{
    {1.0, 0},
    {0.58, 8},
    {0.3, 14},
    {0.18, 22},
    {0.105, 42},
    {0.075, 80},
    {0.06, 150},
    {0.05, 270},
    {0.038, std::nullopt},
    {0.0, std::nullopt},
}};

}  // namespace

float Level::setup_temperature() const {
    return static_cast<float>(kSetupTemperature + lapses * (kMostVariedSetups - kSetupTemperature));
}

std::span<const Level> levels() { return kLevels; }

bool LevelChance::slips(const Level& level) {
    return level.lapses > 0.0 && static_cast<double>(random_.unit()) < level.lapses;
}

}  // namespace gajah
