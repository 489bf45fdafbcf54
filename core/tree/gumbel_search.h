// One search for one step: Gumbel root selection over a Tree, stopped whenever the network is
// needed, so that a caller can run thousands of searches and ask the network in batches.
//
//   search.begin(simulations);
//   while (search.run(words)) search.supply(answer to words);
//   search.play(search.best());
//
// At the root a few candidates are drawn without replacement from the policy (its log-probability
// plus Gumbel noise, largest first) and compete by sequential halving; below the root visits
// follow the improved policy. With few simulations this still improves the policy it started from.
#pragma once

#include <vector>

#include "engine/random.h"
#include "network/features.h"
#include "tree/tree.h"

namespace gajah {

struct GumbelSettings {
    int candidates = 12;  // how many root edges compete
    ValueWeight weight;
    float noise = 1.0F;  // 0: no chance at all, 1: candidates are drawn from the policy
    // Of the noise, what counts for the best edge too. With less than all of it the best is one of
    // those that were looked at half as often as the most, or more.
    float share_for_best = 1.0F;
    // Below the root: 0, visits follow the improved policy; else PUCT with this exploration.
    float exploration = 0.0F;
};

// A search that stops at every question for the network.
class AskingSearch {
public:
    virtual ~AskingSearch() = default;
    // Goes on until an answer is needed (true: the question has been written, kFeatureWords words)
    // or the search is over (false).
    virtual bool run(std::uint64_t* words) = 0;
    virtual void supply(const Answer& answer) = 0;
};

class GumbelSearch : public AskingSearch {
public:
    GumbelSearch(const GumbelSettings& settings, std::uint64_t seed)
        : settings_(settings), random_(seed) {}

    void set(const GumbelSettings& settings) { settings_ = settings; }
    // A new game, or a position with the repetition keys that led to it, itself included.
    void reset(const Position& position, int turn, const History& history);
    // A game whose side to move is setting up (setup.h); an empty board for gold.
    void reset_to_setup(const Position& position);

    const Tree& tree() const { return tree_; }
    const Node& root() const { return tree_.root(); }
    Random& random() { return random_; }

    // Starts a search of the root. Zero simulations: one draw from the policy.
    void begin(int simulations);
    bool run(std::uint64_t* words) override;
    void supply(const Answer& answer) override;
    // Is there no edge, because the rules decide the root?
    bool is_stuck() const { return root().count == 0; }
    // The question about a node of the tree: kFeatureWords words.
    void pack(std::int32_t node, std::uint64_t* words) const;
    // Ends the search as soon as the root has its edges.
    void finish() { simulations_ = done_; }

    // Whether the search of this root has a best edge yet.
    bool has_ranked() const { return ranking_; }
    // After a search; the root must have an edge.
    std::int32_t best() const;
    Action action(std::int32_t edge) const {
        return tree_.edges().action[root().first + static_cast<std::size_t>(edge)];
    }
    // The root's value by the search, for its side to move.
    float value() const;
    // What the policy should have been: a probability for each of the root's edges.
    std::vector<float> policy() const;

    // The step of a root's edge with the capture it causes; nothing: the turn ends.
    std::optional<Step> step(std::int32_t edge) const;

    // Plays an edge of the root; what is known below it is kept.
    void play(std::int32_t edge);

private:
    void begin_ranking();
    bool simulate();
    std::int32_t select_below_root(std::int32_t node) const;
    std::int32_t next_candidate() const;
    void score_root(float noise_share) const;

    GumbelSettings settings_;
    Random random_;
    Tree tree_;
    History history_;

    int simulations_ = 0;
    int done_ = 0;
    bool ranking_ = false;  // noise has been drawn: needs the root's number of edges
    std::vector<int> schedule_;
    std::vector<float> noise_;         // for each root edge
    std::vector<std::int32_t> tried_;  // visits of each root edge in this search
    mutable std::vector<float> scores_;

    std::vector<Choice> path_;
    std::int32_t leaf_ = 0;
};

// For each simulation, how many visits of this search its root edge has had before: candidates
// are halved as long as more than two are left.
std::vector<int> visit_schedule(int candidates, int simulations);

}  // namespace gajah
