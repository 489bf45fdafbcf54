// gajah as a player of some level, without Python.
#pragma once

#include <memory>

#include "game/game.h"
#include "players/levels.h"
#include "tree/engine.h"

namespace gajah {

class LevelPlayer {
public:
    // Levels count from 1; throws std::invalid_argument for others.
    LevelPlayer(int level, std::uint64_t seed, const MakeEvaluator& make, std::size_t hash_mb,
                int threads = 1);

    // A setup for the side to move: the network's, or a named one at odds. Unless it may vary, the
    // favourite one.
    Setup set_up(const Game& game, double hard_s, bool varies = true, const Stop& stop = {});
    // A turn, in slices: NetworkEngine. The level's own nodes limit the search too.
    void begin(const Game& game, SearchLimits limits) { begin(game, game.position(), limits); }
    // The rest of a turn that has come as far as `draft`.
    void begin(const Game& game, const Position& draft, SearchLimits limits);
    bool run(double seconds, const SearchProgress& progress, const Stop& stop);
    SearchReport finish() { return thinking_->finish(); }
    // Chooses from now on as a new player with that seed would.
    void reseed(std::uint64_t seed);
    // Forgets what was searched.
    void clear();

private:
    Level level_;
    LevelChance chance_;
    NetworkEngine engine_;
    std::unique_ptr<NetworkEngine> careless_;  // for careless turns
    NetworkEngine* thinking_;                  // one of them
};

}  // namespace gajah
