// Which edge a playing search looks at next: the one with the best sum of what is known of it and
// what its policy and its few visits promise (PUCT).
#pragma once

#include "tree/tree.h"

namespace gajah {

struct PuctSettings {
    // How much the promise counts against values from -1 to 1. A step changes the value little, a
    // quarter of what a turn does, so this is small: lab/tree-search.md has the measurements. It
    // grows slowly with the visits n of the node, by the factor 1 + log(1 + n / growth_visits).
    float exploration = 0.3F;
    float growth_visits = 10000.0F;
    // An edge without visits is taken for this much worse than its node, once all the policy's
    // weight has been looked at; less before.
    float reluctance = 0.05F;
};

// Walks that are under way, counted at each edge they have passed. Their answers are not known, so
// each counts as a visit that came back with a little less than the edge is worth so far: the next
// walk goes elsewhere.
class InFlight {
public:
    // For a tree that has changed, and nothing under way.
    void clear() { counts_.clear(); }
    void add(const Tree& tree, const std::vector<Choice>& path, int walks);
    int at(std::size_t edge) const { return edge < counts_.size() ? counts_[edge] : 0; }
    bool any(const Node& node) const;

private:
    std::vector<std::uint16_t> counts_;  // by edge, as far as needed
};

// Never an edge that is known to lose as long as there is another; the node has an edge.
std::int32_t select_puct(const Tree& tree, std::int32_t node, const PuctSettings& settings,
                         const InFlight& in_flight);
// An edge with few visits and some probability, regardless of its value.
std::int32_t select_curious(const Tree& tree, std::int32_t node, const InFlight& in_flight);

}  // namespace gajah
