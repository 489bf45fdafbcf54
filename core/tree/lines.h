// Turns read out of a searched tree: what to play, and what is expected to follow.
#pragma once

#include <unordered_map>

#include "engine/report.h"
#include "tree/tree.h"

namespace gajah {

class LineReader {
public:
    explicit LineReader(const Tree& tree) : tree_(tree) {}

    // The edge a player takes: the quickest proven win, or the most visits, or the best policy, or
    // the longest way to lose.
    std::int32_t best_edge(std::int32_t node) const;

    // The best turn, then the next most visited ones in the order of their scores, each leaving
    // another board. A turn that was hardly visited may have a better score than the best one.
    // `so_far` are steps of the same turn that led to the root; from there the best
    // turn must be known to its end.
    std::vector<SearchLine> read(int count, const Turn& so_far) const;
    // What is expected after a whole turn that led to the root.
    SearchLine after(const Turn& turn) const;

    // Is the end of that turn known? Not while another thread asks about it.
    bool knows_whole_turn() const;

private:
    // A way to end the root's turn.
    struct End {
        std::int32_t node = 0;
        std::vector<Choice> path;
    };

    // How to get somewhere inside the root's turn, by the edges with the most visits.
    struct Way {
        std::int32_t support = 0;  // the fewest visits of an edge on the way
        std::vector<Choice> path;
    };
    using Ways = std::unordered_map<std::int32_t, Way>;  // by node

    std::int32_t child(Choice choice) const;
    int steps_to_end(std::int32_t node) const;
    int steps_by(Choice choice) const;
    End best_end() const;
    Ways ways_to_ends() const;
    std::vector<End> visited_ends() const;
    SearchLine line_to(const End& end, const Turn& so_far) const;
    std::vector<Turn> continuation(std::int32_t node) const;
    // `steps` is the length of the turn that led there.
    int score_of(const End& end, int steps) const;

    const Tree& tree_;
    mutable std::unordered_map<std::int32_t, int> proof_steps_;
};

// A step of the turn under way at a position, with the capture it causes.
Step step_with_capture(const Position& position, Action action);

}  // namespace gajah
