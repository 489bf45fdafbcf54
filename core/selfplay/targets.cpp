#include "selfplay/targets.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gajah {

namespace {

// Where pieces stand, as the mover sees the board.
Bits occupied(const Sample& sample) {
    Bits all = 0;
    for (std::size_t word = 0; word < 2 * std::size_t{kKinds}; ++word) all |= sample.features[word];
    return all;
}

constexpr std::size_t kColumnsOfOne = kFateColumns / 2;

// How soon something happens to the piece on each square; 0 for never and for no piece.
struct Fate {
    float discount;
    std::array<float, kColumnsOfOne> soon{};

    float& at(Square square) { return soon[static_cast<std::size_t>(square.index())]; }
    void fade(int turns) {
        const float factor = std::pow(discount, static_cast<float>(turns));
        for (float& x : soon) x *= factor;
    }
};

// What happens to the pieces from a moment on, found from the game's end to its beginning.
struct Fates {
    Fate capture;
    Fate move;

    void take_back(Step step) {
        // Before the move is undone: a piece may have been captured by its own step.
        if (const auto lost = step.capture()) capture.at(lost->square) = 1.0F;
        capture.at(step.from()) = std::exchange(capture.at(step.to()), 0.0F);
        move.at(step.to()) = 0.0F;
        move.at(step.from()) = 1.0F;
    }
};

}  // namespace

void write_values(const FinishedGame& game, const TargetSettings& settings, float* result,
                  float* td) {
    // From the game's end to its beginning, everything in gold's view.
    float outcome = game.gold_result;
    float blend = game.gold_result;
    int turn = game.turns;
    for (std::size_t i = game.samples.size(); i-- > 0;) {
        const Sample& s = game.samples[i];
        const float fade = std::pow(settings.discount, static_cast<float>(turn - s.turn));
        turn = s.turn;
        const float mine = sign(s.side);
        outcome *= fade;
        blend = settings.lambda * blend * fade + (1.0F - settings.lambda) * s.value * mine;
        result[i] = outcome * mine;
        td[i] = blend * mine;
    }
}

void write_fates(const FinishedGame& game, const TargetSettings& settings, std::uint8_t* fates) {
    constexpr float kScale = 254.0F;
    Fates known{{settings.capture_discount}, {settings.move_discount}};
    int turn = game.turns;
    for (std::size_t i = game.samples.size(); i-- > 0;) {
        const Sample& s = game.samples[i];
        for (Fate* fate : {&known.capture, &known.move}) fate->fade(turn - s.turn);
        turn = s.turn;
        if (s.step) known.take_back(*s.step);
        std::uint8_t* row = fates + i * kFateColumns;
        std::fill(row, row + kFateColumns, std::uint8_t{0});
        for (Bits left = occupied(s); left; left = without_lowest(left)) {
            const Square seen(lowest(left));
            const Square square(from_movers_side(seen, s.side));
            const auto write = [&](Fate& fate, std::uint8_t* to) {
                to[seen.index()] = static_cast<std::uint8_t>(1.5F + kScale * fate.at(square));
            };
            write(known.capture, row);
            write(known.move, row + kColumnsOfOne);
        }
    }
}

}  // namespace gajah
