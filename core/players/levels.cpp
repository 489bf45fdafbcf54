#include "players/levels.h"

#include <array>

namespace gajah {

namespace {

// Beyond it strong pieces begin to stand behind rabbits.
constexpr double kMostVariedSetups = 0.7;

constexpr std::array<Level, 10> kLevels{{
    {1.0, 0},
    {0.753, 22},
    {0.555, 34},
    {0.397, 55},
    {0.273, 95},
    {0.195, 160},
    {0.14, 258},
    {0.095, 460},
    {0.034, std::nullopt},
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
