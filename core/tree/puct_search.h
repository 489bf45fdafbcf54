// The search of a player: PUCT over a tree of steps, in batches of leaves.
//
//   search.begin(position, history);
//   while (...) {
//       search.gather(8, leaves);                    // positions to ask the network about
//       for (each leaf) search.supply(leaf, answer);
//   }
//
// What earlier searches found below the position is kept. Not for several threads at once:
// they take turns, and ask the network in between.
#pragma once

#include <optional>
#include <vector>

#include "engine/random.h"
#include "tree/puct.h"

namespace gajah {

struct PuctSearchSettings {
    PuctSettings puct;
    // At a turn's start where the other side threatens to goal, replies are tried for one that
    // stops it, up to most_defences; none: lost. Only after some visits, since it takes as long
    // as several questions to the network.
    int most_defences = 20000;
    int visits_before_defence = 1;
    // At a turn's start with so many visits, at the root with a quarter of them, and after the turn
    // that is to be played, a goal in two that nothing can stop is looked for; 0: never. A look
    // ends after boards_for_a_visit times the visits, which keeps its time a small share of the
    // network's; one that was not enough is repeated later.
    int visits_before_goal_in_two = 64;
    int boards_for_a_visit = 100;
    // At the root, where the other side threatens to goal and no more turns than these stop it,
    // walks try no others. Not without the look for goals in two.
    std::size_t few_defences = 300;
};

class PuctSearch {
public:
    explicit PuctSearch(const PuctSearchSettings& settings) : settings_(settings) {}

    struct Leaf {
        std::int32_t node;
        std::vector<Choice> path;
    };

    // `keys` are the repetition keys of all positions at turn ends so far. Walks keep to the
    // turns that stop a goal, where there are few. `proves`: goals in two are looked for.
    void begin(const Position& position, const std::vector<std::uint64_t>& keys, bool proves);
    // Forgets everything, and gives the memory back.
    void clear();

    const Tree& tree() const { return tree_; }
    const Node& root() const { return tree_.root(); }
    // About the memory the tree takes.
    std::size_t bytes() const;

    // Up to `most` leaves, fewer when walks end in exact positions or meet one another. Returns
    // the number of walks that came to an end without a question.
    int gather(int most, std::vector<Leaf>& leaves);
    void supply(const Leaf& leaf, const Answer& answer);
    // Whether walks look for other ways through the root's turn than those the policy believes in.
    void set_curious(bool curious) { is_curious_ = curious; }
    // Every walk that has been gathered must have been supplied. Plays a step of the root.
    void advance(std::int32_t edge);

    // Looks for a win at once, or a goal in two, of the opponent after the turn that is best so
    // far. True: there is one, the tree knows now that this turn loses, and another may be the
    // best. A look goes through `most_boards`, or as many as the visits of the root are worth.
    bool refute_best_turn(std::optional<int> most_boards = {});

    // How clear the choice at the root is.
    struct Standing {
        std::int32_t lead;  // visits of the most visited edge over the next
        bool in_doubt;      // another edge with a fair share of the visits has a better value
    };
    Standing standing() const;
    // A random edge of the root, by the policy that the search has made of the network's.
    std::int32_t draw_edge(Random& random) const;

    // The first position along the best edges of the root's turn, its end included, that the
    // network has not been asked about.
    std::optional<Leaf> unknown_on_best_line();

private:
    enum class Walk { Leaf, Exact, Collision };
    Walk walk(Leaf& leaf);
    bool is_past_defence(std::int32_t node);
    void keep_to_defences();
    std::int32_t visits_for_proofs(std::int32_t node) const;
    bool has_goal_in_two(std::int32_t node, std::int32_t visits, int most_boards);
    int boards_for(std::int32_t visits) const;
    std::optional<std::vector<Choice>> follow(std::int32_t node, const Turn& turn);
    bool is_asked(std::int32_t node) const;

    PuctSearchSettings settings_;
    Tree tree_;
    Tree::Spare spare_;
    History history_;
    std::vector<std::uint64_t> banned_;  // positions that may not occur again
    InFlight in_flight_;
    std::vector<std::int32_t> asked_;  // nodes the network is being asked about
    bool is_empty_ = true;
    bool is_curious_ = false;
    bool proves_ = false;
};

}  // namespace gajah
