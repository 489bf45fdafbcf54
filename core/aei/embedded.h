// The files that ship, inside the program.
#pragma once

#include <cstddef>
#include <span>

#include "alphabeta/step_order.h"
#include "eval/evaluation.h"

namespace gajah {

std::span<const std::byte> embedded_network();
Weights embedded_weights();
StepWeights embedded_step_weights();

}  // namespace gajah
