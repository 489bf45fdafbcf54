#include "network/opinion.h"

#include <algorithm>
#include <cmath>

namespace gajah {

namespace {

Opinion opinion_of(const Position& position, const float* logits, float value) {
    Opinion opinion{value, {}};
    for (const Step step : position.steps())
        opinion.policy.emplace_back(step, logits[action_of(step, position.side())]);
    if (!position.why_not_end()) opinion.policy.emplace_back(std::nullopt, logits[kEndTurn]);
    float most = -INFINITY;
    for (const auto& [step, logit] : opinion.policy) most = std::max(most, logit);
    float sum = 0.0F;
    for (auto& [step, share] : opinion.policy) sum += share = std::exp(share - most);
    for (auto& [step, share] : opinion.policy) share /= sum;
    std::stable_sort(opinion.policy.begin(), opinion.policy.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return opinion;
}

}  // namespace

std::vector<Opinion> opinions_of(const Network& network, const std::vector<Position>& positions) {
    std::vector<float> logits(positions.size() * kActions);
    std::vector<float> values(positions.size());
    Network::Workspace workspace;
    network.evaluate(pack_features(positions).data(), static_cast<int>(positions.size()),
                     logits.data(), values.data(), workspace);
    std::vector<Opinion> opinions;
    for (std::size_t i = 0; i < positions.size(); ++i)
        opinions.push_back(opinion_of(positions[i], &logits[i * kActions], values[i]));
    return opinions;
}

}  // namespace gajah
