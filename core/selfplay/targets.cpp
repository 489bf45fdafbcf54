#include "selfplay/targets.h"

#include <cmath>

namespace gajah {

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

}  // namespace gajah
