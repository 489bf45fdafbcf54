// Ten strengths for people, from a first game to all the engine can do.
//
// Weak levels err as people do: now and then they play what looks natural and overlook what it
// gives away, and the weaker, the oftener; the weakest plays no other way. For such a turn some are
// drawn from the network's policy, and the most careless of them is played. The other turns are
// searched, the stronger the level, the longer. How far apart the levels are: docs/strength.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/random.h"

namespace gajah {

struct Level {
    double lapses = 0.0;                 // the share of its turns that are careless
    std::optional<std::uint64_t> nodes;  // of the other turns; nothing: all there is time for

    // How varied its setups are. Never so much that they look like no setup at all: a weak
    // player's, too, should be worth imitating.
    float setup_temperature() const;
};

// Setups that differ from game to game and are still among the network's favourites.
inline constexpr float kSetupTemperature = 0.5F;
// Turns that are drawn for a careless one.
inline constexpr int kCarelessDraws = 16;
// Simulations for each of the eight pieces of a setup: some 30 ms for all.
inline constexpr int kSetupSimulations = 16;

// From level 1 on.
std::span<const Level> levels();

// The chance in the play of one player: the same seed, the same choices.
class LevelChance {
public:
    explicit LevelChance(std::uint64_t seed) : random_(seed) {}
    // For an engine, or for a setup.
    std::uint64_t draw_seed() { return random_.next(); }
    // Is this turn a careless one?
    bool slips(const Level& level);

private:
    Random random_;
};

}  // namespace gajah
