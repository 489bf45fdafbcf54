// The tree of steps a network-guided search grows.
//
// A node is a moment in a turn, an edge a step or the end of the turn. Values are from the view
// of the side to move at the node, from -1 (lost) to 1 (won). Orders of steps that lead to the
// same position in the same turn share a node, so the tree is a graph without cycles.
//
// Nodes that the rules decide are exact and are never shown to the network: a goal that can be
// reached this turn, no rabbits left, no legal turn. Proofs climb: a node with a winning edge is
// won, a node with nothing but losing edges is lost.
//
// A tree may also begin while the sides set up: then a node is a moment of a setup (setup.h) and
// an edge places a piece.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "network/action.h"
#include "rules/history.h"

namespace gajah {

// A network's answer about one position: kActions logits, as floats or as their upper halves
// (bfloat16, half the bytes on the way from the GPU), and the value for the side to move.
struct Answer {
    std::variant<const float*, const std::uint16_t*> logits;
    float value;
};

// How known values weigh against the policy's log-probabilities: a value difference of 1 counts
// value_scale * (visit_offset + visits of the most visited edge) / 2.
struct ValueWeight {
    float visit_offset = 50.0F;
    float value_scale = 1.0F;

    float at(std::int32_t most_visits) const {
        return 0.5F * value_scale * (visit_offset + static_cast<float>(most_visits));
    }
};

struct Node {
    Position position;
    std::uint64_t key = 0;    // position and turn number: equal nodes have equal keys
    std::uint32_t first = 0;  // its edges lie side by side
    std::uint16_t count = 0;
    std::uint16_t turn = 0;        // turns played before this one, both sides counted
    float value = 0.0F;            // the network's, once expanded
    std::int32_t visits = 0;       // simulations that went on through an edge
    std::int8_t proven = 0;        // 1 won, -1 lost for the side to move, 0 not known
    std::optional<Ending> ending;  // set where the rules decide, not where a proof climbed to
    bool expanded = false;
    bool placing = false;  // its side is setting up
    bool defence_sought = false;
    std::int32_t next_proof = 0;  // the visits with which to look for a goal in two, again maybe
};

// The node of an edge that has not been followed yet.
inline constexpr std::int32_t kNoNode = -1;

// Parallel arrays, because the loops over a node's edges are the search's hot loops.
struct Edges {
    std::vector<float> logit;  // log-probability among the legal actions
    std::vector<float> prior;  // its exponential
    std::vector<float> value;  // mean of what came back, or the proof
    std::vector<std::int32_t> visits;
    std::vector<std::int32_t> child;  // -1: not made yet
    std::vector<std::int8_t> proven;
    std::vector<Action> action;

    // visit(&Edges::column) for each of them.
    template <class Visit>
    static void each_column(const Visit& visit) {
        std::apply([&](auto... columns) { (visit(columns), ...); },
                   std::tuple(&Edges::logit, &Edges::prior, &Edges::value, &Edges::visits,
                              &Edges::child, &Edges::proven, &Edges::action));
    }
    std::size_t size() const { return action.size(); }
    void clear();
    // For all actions at the end of the list that have nothing but their number yet.
    void complete();
    void add_copies(const Edges& from, std::size_t first, std::size_t count);
    void move(std::size_t from, std::size_t to);
};

// A node and one of its edges, counted from the node's first.
struct Choice {
    std::int32_t node;
    std::int32_t edge;
};

class Tree {
public:
    // Nothing but a root.
    void reset(const Position& root, int turn, const History& history);
    // The same while the root's side sets up.
    void reset_to_setup(const Position& root);
    const Node& root() const { return nodes_.front(); }
    static constexpr std::int32_t kRoot = 0;
    const Node& node(std::int32_t i) const { return nodes_[static_cast<std::size_t>(i)]; }
    const Edges& edges() const { return edges_; }
    // Where the columns of the edges have that one.
    std::size_t edge_of(const Choice& choice) const {
        return node(choice.node).first + static_cast<std::size_t>(choice.edge);
    }
    std::size_t size() const { return nodes_.size(); }

    // Where an edge leads; makes the node if no other order of steps has made it.
    std::int32_t follow(Choice choice, const History& history);
    // Gives a node the network's answer.
    void expand(std::int32_t node, const Answer& answer);
    // Sets the proven result found by a caller: 1 or -1 for the side to move.
    void prove(std::int32_t node, int proven);
    // Gives up all edges of a node but these, as if they were known to lose.
    void give_up_others(std::int32_t node, const std::vector<std::int32_t>& kept);
    // Notes that a defence against a goal has been looked for here.
    void note_defence_sought(std::int32_t node) {
        nodes_[static_cast<std::size_t>(node)].defence_sought = true;
    }
    // Notes with how many visits to look for a goal in two here.
    void set_next_proof(std::int32_t node, std::int32_t visits) {
        nodes_[static_cast<std::size_t>(node)].next_proof = visits;
    }
    // The edge with that action, if there is one: a repetition may have forbidden it.
    std::optional<Choice> find_edge(std::int32_t node, Action action) const;
    // Sends a value, in the view of `side`, up the path; a proven leaf sends its proof.
    void back_up(const std::vector<Choice>& path, float value, Side side, int proven);

    // Takes the visits of a path's last edge back from the edges before it, and what they brought.
    void take_back(const std::vector<Choice>& path);

    // What is known of a node for its side to move: the proof, or the mean of all that came back.
    float mean(const Node& node) const;
    // The guess for edges without a visit, from the network's value and their visited siblings.
    float mixed_value(const Node& node) const;
    // What the policy becomes once the values are known; writes node.count numbers.
    void improve_policy(const Node& node, const ValueWeight& weight, float* policy) const;
    // The edge whose visits lag most behind the improved policy.
    std::int32_t select(std::int32_t node, const ValueWeight& weight) const;

    // What is kept of a tree is copied; these are the arrays for it, and afterwards the old ones.
    struct Spare {
        std::vector<Node> nodes;
        Edges edges;
        std::vector<std::int32_t> moved_to;
    };
    // The root's child by that edge becomes the root; what cannot be reached any more is dropped.
    void advance(std::int32_t edge, const History& history, Spare& spare);
    // The same for any node by its position and turn; false if the tree does not hold it.
    bool advance_to(const Position& position, int turn, Spare& spare);
    // Edges were made with the history of their time: drops those of the root which end the turn
    // in a position that would by now occur a third time.
    void forbid_repetitions(const History& history);

private:
    void clear();
    Node& add(const Position& position, std::uint64_t key, int turn);
    std::int32_t add_moment(const Position& position, std::uint64_t key, int turn,
                            const History& history);
    std::int32_t add_placing(const Position& position, std::uint64_t key);
    void add_edges(Node& node, const History& history);
    std::int32_t follow_placement(const Node& parent, Action action, const History& history);
    std::int32_t follow_step(const Node& parent, Action action, const History& history);
    void normalise(Node& node);
    bool is_lost(const Node& node) const;
    void keep_only(std::int32_t new_root, Spare& spare);
    std::int32_t find(std::uint64_t key) const;
    void remember(std::int32_t node);

    std::vector<Node> nodes_;
    Edges edges_;
    std::vector<std::int32_t> slots_;  // open addressing, by Node::key
    mutable std::vector<float> scratch_;
};

}  // namespace gajah
