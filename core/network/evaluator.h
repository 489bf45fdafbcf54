// What answers the search's questions: the network on this processor, a graphics card, or a test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace gajah {

class Evaluator {
public:
    virtual ~Evaluator() = default;
    // Takes kFeatureWords words a position, gives kActions logits and a value (from -1 to 1, for
    // the side to move) each.
    virtual void evaluate(const std::uint64_t* features, int n, float* logits, float* values) = 0;
};

// An evaluator serves one thread; each thread of a search makes its own.
using MakeEvaluator = std::function<std::unique_ptr<Evaluator>()>;

}  // namespace gajah
