// Games by the thousand for people who train things: one call plays an action in each, writes what
// there is to see into arrays, and begins a new game wherever one has ended.
#pragma once

#include <optional>
#include <vector>

#include "engine/random.h"
#include "network/features.h"
#include "selfplay/pool.h"
#include "selfplay/step_game.h"

namespace gajah {

struct VectorSettings {
    // Do the sides place their pieces themselves? Otherwise games begin from one of `starts`, by
    // lot, or, if there are none, from setups drawn by lot.
    bool setup_phase = false;
    std::vector<Position> starts;
    // A game this long is stopped, setups counted; 0: none is.
    int max_turns = 0;
    bool planes = true;
};

// How a game ended in the last call: the rules' endings, from 1 on.
inline constexpr std::uint8_t kGoesOn = 0;
inline constexpr std::uint8_t kTurnLimit = static_cast<std::uint8_t>(kEndings) + 1;
inline constexpr std::int8_t kNoWinner = -1;

class VectorGames {
public:
    // What a call writes, a row for each game. Of a game that has ended, `rewards`, `endings` and
    // `winners` tell how, and the others show the game that has begun in its place.
    struct Arrays {
        std::vector<std::uint8_t> masks;    // kActions a row: 1 where legal
        std::vector<float> planes;          // kPlaneNumbers a row
        std::vector<std::uint8_t> sides;    // to move now
        std::vector<float> rewards;         // 1 won, -1 lost, for the side that has just acted
        std::vector<std::uint8_t> endings;  // kGoesOn, 1 + Ending, kTurnLimit
        std::vector<std::int8_t> winners;   // a side, or kNoWinner
    };

    VectorGames(std::size_t games, VectorSettings settings, int threads, std::uint64_t seed);

    std::size_t size() const { return games_.size(); }
    const StepGame& game(std::size_t i) const { return games_[i].game; }
    Arrays& arrays() { return arrays_; }
    // Begins all games anew, with new chance if a seed is given.
    void reset(std::optional<std::uint64_t> seed);
    // The first game in which that action is not legal, if any.
    std::optional<std::size_t> find_illegal(const std::int64_t* actions) const;
    // All actions must be legal.
    void step(const std::int64_t* actions);
    // A legal action for each game, all equally likely.
    void draw(std::int64_t* actions);

private:
    struct Table {
        StepGame game;
        Random random;
    };
    void each_lot(const std::function<void(std::size_t, std::size_t)>& work);
    Position draw_start(Random& random) const;
    void play(std::size_t i, Action action);
    void show(std::size_t i);

    VectorSettings settings_;
    std::vector<Table> games_;
    Arrays arrays_;
    Pool pool_;
};

}  // namespace gajah
