// What answers the search's questions: the network on this processor, a graphics card, or a test.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "network/network.h"

namespace gajah {

class Evaluator {
public:
    virtual ~Evaluator() = default;
    // Takes kFeatureWords words a position, gives kActions logits and a value (from -1 to 1, for
    // the side to move) each.
    virtual void evaluate(const std::uint64_t* features, int n, float* logits, float* values) = 0;
};

class NetworkEvaluator : public Evaluator {
public:
    explicit NetworkEvaluator(std::shared_ptr<const Network> network)
        : network_(std::move(network)) {}
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        network_->evaluate(features, n, logits, values, workspace_);
    }

private:
    std::shared_ptr<const Network> network_;
    Network::Workspace workspace_;
};

// An evaluator serves one thread; each thread of a search makes its own.
using MakeEvaluator = std::function<std::unique_ptr<Evaluator>()>;

inline MakeEvaluator evaluators_of(std::shared_ptr<const Network> network) {
    return [network] { return std::make_unique<NetworkEvaluator>(network); };
}

}  // namespace gajah
