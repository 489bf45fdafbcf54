#include "tree/puct.h"

#include <algorithm>
#include <cmath>

#include "engine/arithmetic.h"

namespace gajah {

namespace {

constexpr float kNever = -1e6F;
// A walk under way counts as this much worse than the edge's mean, so that others go elsewhere.
// Steps differ by a few hundredths: more would send a batch to steps not worth a look.
constexpr float kDoubtAWalk = 0.1F;
// However little the policy believes in an edge, curiosity comes to it after some fifty visits.
constexpr float kLeastInterest = 0.02F;

}  // namespace

void InFlight::add(const Tree& tree, const std::vector<Choice>& path, int walks) {
    if (counts_.size() < tree.edges().size()) counts_.resize(tree.edges().size(), 0);
    for (const Choice& c : path) {
        std::uint16_t& n = counts_[tree.edge_of(c)];
        n = static_cast<std::uint16_t>(n + walks);
    }
}

bool InFlight::any(const Node& node) const {
    const std::size_t end = std::min(counts_.size(), node.first + std::size_t{node.count});
    for (std::size_t e = node.first; e < end; ++e)
        if (counts_[e]) return true;
    return false;
}

std::int32_t select_puct(const Tree& tree, std::int32_t index, const PuctSettings& settings,
                         const InFlight& in_flight) {
    const Node& n = tree.node(index);
    const Edges& edges = tree.edges();
    const float* prior = edges.prior.data() + n.first;
    const float* value = edges.value.data() + n.first;
    const std::int32_t* visits = edges.visits.data() + n.first;
    const std::int8_t* proven = edges.proven.data() + n.first;

    std::int32_t all_visits = 1;
    for (int i = 0; i < n.count; ++i) all_visits += visits[i];
    const auto total = static_cast<float>(all_visits);
    const float seen = sum_of(n.count, [=](int i) { return visits[i] > 0 ? prior[i] : 0.0F; });
    const float sum =
        n.value + sum_of(n.count, [=](int i) { return static_cast<float>(visits[i]) * value[i]; });
    const float unvisited = sum / total - settings.reluctance * std::sqrt(seen);
    const float weight =
        settings.exploration * (1.0F + log_of(1.0F + total / settings.growth_visits));
    const float promise = weight * std::sqrt(total);

    thread_local std::vector<float> scores;
    scores.resize(n.count);
    float* score = scores.data();
    for (int i = 0; i < n.count; ++i) {
        const auto v = static_cast<float>(visits[i]);
        const float known = visits[i] > 0 ? value[i] : unvisited;
        score[i] = (proven[i] < 0 ? kNever : known) + promise * prior[i] / (1.0F + v);
    }
    if (in_flight.any(n)) {
        for (int i = 0; i < n.count; ++i) {
            const int flying = in_flight.at(n.first + static_cast<std::size_t>(i));
            if (!flying || proven[i] < 0) continue;
            const auto v = static_cast<float>(visits[i]);
            const auto f = static_cast<float>(flying);
            const float known = visits[i] > 0 ? value[i] : unvisited;
            score[i] = known - kDoubtAWalk * f / (v + f) + promise * prior[i] / (1.0F + v + f);
        }
    }
    return static_cast<std::int32_t>(std::max_element(score, score + n.count) - score);
}

std::int32_t select_curious(const Tree& tree, std::int32_t index, const InFlight& in_flight) {
    const Node& n = tree.node(index);
    const Edges& edges = tree.edges();
    const auto interest = [&](std::int32_t i) {
        const std::size_t e = n.first + static_cast<std::size_t>(i);
        if (edges.proven[e] < 0) return kNever;
        const auto visits = static_cast<float>(edges.visits[e] + in_flight.at(e));
        return (std::sqrt(edges.prior[e]) + kLeastInterest) / (1.0F + visits);
    };
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < n.count; ++i)
        if (interest(i) > interest(best)) best = i;
    return best;
}

}  // namespace gajah
