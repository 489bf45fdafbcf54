// gajah as its options describe it: one of two engines, at some level.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "aei/options.h"
#include "alphabeta/engine.h"
#include "players/player.h"

namespace gajah {

class Thinker {
public:
    // Makes the engine that the options describe, unless it is there. Throws std::invalid_argument
    // with a plain sentence, or std::bad_alloc.
    void get_ready(const AeiOptions& options);
    // Varies setups and the play of low levels, the same way for the same seed.
    void reseed(std::uint64_t seed);
    void new_game();

    Setup set_up(const Game& game, const SearchLimits& limits, const Stop& stop);
    // The rest of the turn that has come as far as `draft`.
    SearchReport search(const Game& game, const Position& draft, const SearchLimits& limits,
                        const SearchProgress& progress, const Stop& stop);

private:
    // What an engine is made with; other values need another engine.
    struct Settings {
        std::string search;
        std::string net;
        int hash_mb = 0;
        int threads = 1;
        int level = 0;
        friend bool operator==(const Settings&, const Settings&) = default;
    };
    static Settings settings_of(const AeiOptions& options);
    void make(const Settings& settings);

    std::optional<Settings> settings_;
    std::optional<std::uint64_t> seed_;
    std::unique_ptr<LevelPlayer> player_;  // one of the two
    std::unique_ptr<AlphaBetaEngine> alphabeta_;
    LevelChance chance_{0};  // of the setups that go with it
};

}  // namespace gajah
