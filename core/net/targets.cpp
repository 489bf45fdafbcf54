#include "net/targets.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gajah::net {

namespace {

// Where pieces stand, as the mover sees the board.
Bits occupied(const Sample& sample) {
    Bits all = 0;
    for (std::size_t word = 0; word < 2 * std::size_t{kKinds}; ++word) all |= sample.features[word];
    return all;
}

// Which pieces will be captured, and how soon: a number for each square.
using Fates = std::array<float, kCaptureColumns>;

float& at(Fates& fates, Square square) { return fates[static_cast<std::size_t>(square.index())]; }

void take_back(Fates& fates, Step step) {
    // Before the move is undone: a piece may have been captured by its own step.
    if (const auto capture = step.capture()) at(fates, capture->square) = 1.0F;
    at(fates, step.from()) = std::exchange(at(fates, step.to()), 0.0F);
}

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

void write_captures(const FinishedGame& game, const TargetSettings& settings,
                    std::uint8_t* captures) {
    constexpr float kScale = 254.0F;
    Fates fates{};
    int turn = game.turns;
    for (std::size_t i = game.samples.size(); i-- > 0;) {
        const Sample& s = game.samples[i];
        const float fade = std::pow(settings.capture_discount, static_cast<float>(turn - s.turn));
        turn = s.turn;
        for (float& fate : fates) fate *= fade;
        if (s.step) take_back(fates, *s.step);
        std::uint8_t* row = captures + i * kCaptureColumns;
        std::fill(row, row + kCaptureColumns, std::uint8_t{0});
        for (Bits left = occupied(s); left; left = without_lowest(left)) {
            const Square seen(lowest(left));
            const float fate = at(fates, Square(from_movers_side(seen, s.side)));
            row[seen.index()] = static_cast<std::uint8_t>(1.5F + kScale * fate);
        }
    }
}

}  // namespace gajah::net
