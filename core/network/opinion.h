// What the network thinks of positions, step by step.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "network/network.h"

namespace gajah {

struct Opinion {
    float value;  // from -1, lost, to 1, won, for the side to move
    // Every legal step with its probability, the likeliest first; nothing ends the turn.
    std::vector<std::pair<std::optional<Step>, float>> policy;
};

std::vector<Opinion> opinions_of(const Network& network, const std::vector<Position>& positions);

}  // namespace gajah
