#include "tree/puct_search.h"

#include <algorithm>
#include <cstdint>
#include <map>

#include "engine/arithmetic.h"
#include "rules/goal.h"
#include "rules/goal_in_two.h"
#include "rules/win.h"
#include "tree/lines.h"

namespace gajah {

namespace {

// A search goes on from the last one if so few turns have been played since: the turn it chose
// and the opponent's answer.
constexpr int kTurnsToLookAhead = 2;

// An edge whose value is better than that of the most visited one puts the choice in doubt if it
// has at least this share of the visits.
constexpr float kFairShare = 0.2F;

// What a visit of the root counts for a look for a goal in two there, and by how much visits must
// have grown before a look that was not enough is repeated.
constexpr int kRootShare = 4;
constexpr int kMoreVisits = 4;
// A look ends after these, however many visits there are: a few seconds.
constexpr int kMostBoards = 10'000'000;

}  // namespace

void PuctSearch::begin(const Position& position, const std::vector<std::uint64_t>& keys,
                       bool proves) {
    history_ = History(keys);
    std::vector<std::uint64_t> banned = history_.forbidden();
    in_flight_.clear();
    asked_.clear();
    // Edges and proofs were made with the positions that were forbidden then.
    bool found = false;
    if (!is_empty_ && banned == banned_) {
        const int turn = root().turn;
        for (int ahead = 0; ahead <= kTurnsToLookAhead && !found; ++ahead)
            found = tree_.advance_to(position, turn + ahead, spare_);
    }
    if (!found) tree_.reset(position, 0, history_);
    banned_ = std::move(banned);
    is_empty_ = false;
    is_curious_ = false;
    proves_ = proves && settings_.visits_before_goal_in_two > 0;
    if (proves_ && settings_.few_defences > 0) keep_to_defences();
}

// The same board can be left by steps in another order. One order is enough.
void PuctSearch::keep_to_defences() {
    const Position position = root().position;
    if (root().proven || !position.at_turn_start() ||
        !can_goal(position.board(), other(position.side()), kStepsPerTurn))
        return;
    const std::vector<Turn> defences = defending_turns(position);
    if (defences.size() > settings_.few_defences) return;
    std::map<std::int32_t, std::vector<std::int32_t>> kept;  // edges by node
    for (const Turn& turn : defences)
        if (const auto path = follow(Tree::kRoot, turn))
            for (const Choice& choice : *path) kept[choice.node].push_back(choice.edge);
    for (const auto& [node, edges] : kept) tree_.give_up_others(node, edges);
}

// The edges of a whole turn. Nothing if it would repeat a position.
std::optional<std::vector<Choice>> PuctSearch::follow(std::int32_t node, const Turn& turn) {
    const Side side = tree_.node(node).position.side();
    std::vector<Choice> path;
    const auto go = [&](Action action) {
        const auto choice = tree_.find_edge(node, action);
        if (!choice) return false;
        path.push_back(*choice);
        node = tree_.follow(*choice, history_);
        return true;
    };
    for (const Step step : turn)
        if (!go(action_of(step, side))) return std::nullopt;
    if (tree_.node(node).position.side() == side && !go(kEndTurn)) return std::nullopt;
    return path;
}

void PuctSearch::clear() {
    is_empty_ = true;
    tree_ = Tree();
    spare_ = Tree::Spare();
}

std::size_t PuctSearch::bytes() const {
    constexpr std::size_t kEdgeBytes =
        4 * sizeof(float) + sizeof(std::int32_t) + sizeof(std::int8_t) + sizeof(Action);
    constexpr std::size_t kSlotBytes = 4 * sizeof(std::int32_t);
    return tree_.size() * (sizeof(Node) + kSlotBytes) +
           tree_.edges().size() * (kEdgeBytes + sizeof(std::uint16_t));
}

bool PuctSearch::is_asked(std::int32_t node) const {
    return std::find(asked_.begin(), asked_.end(), node) != asked_.end();
}

int PuctSearch::gather(int most, std::vector<Leaf>& leaves) {
    leaves.clear();
    int exact = 0;
    Leaf leaf;
    while (static_cast<int>(leaves.size()) + exact < most && !root().proven) {
        const Walk end = walk(leaf);
        if (end == Walk::Collision) break;
        if (end == Walk::Exact) {
            ++exact;
            continue;
        }
        in_flight_.add(tree_, leaf.path, 1);
        asked_.push_back(leaf.node);
        leaves.push_back(leaf);
    }
    return exact;
}

PuctSearch::Walk PuctSearch::walk(Leaf& leaf) {
    leaf.path.clear();
    leaf.node = Tree::kRoot;
    for (;;) {
        const Node& n = tree_.node(leaf.node);
        if (n.proven) {
            tree_.back_up(leaf.path, n.proven, n.position.side(), n.proven);
            return Walk::Exact;
        }
        if (!n.expanded) return is_asked(leaf.node) ? Walk::Collision : Walk::Leaf;
        if (is_past_defence(leaf.node)) {
            tree_.prove(leaf.node, -1);
            continue;
        }
        if (proves_) {
            const std::int32_t visits = visits_for_proofs(leaf.node);
            if (has_goal_in_two(leaf.node, visits, boards_for(visits))) continue;
        }
        const Choice choice{leaf.node,
                            is_curious_ && n.turn == root().turn
                                ? select_curious(tree_, leaf.node, in_flight_)
                                : select_puct(tree_, leaf.node, settings_.puct, in_flight_)};
        leaf.path.push_back(choice);
        leaf.node = tree_.follow(choice, history_);
    }
}

// A goal is threatened and nothing stops it. Asked once for each node; its visits may grow by more
// than one between two walks.
bool PuctSearch::is_past_defence(std::int32_t node) {
    const Node& n = tree_.node(node);
    if (n.defence_sought || n.visits < settings_.visits_before_defence) return false;
    tree_.note_defence_sought(node);
    if (!n.position.at_turn_start()) return false;
    if (!can_goal(n.position.board(), other(n.position.side()), kStepsPerTurn)) return false;
    return can_defend(n.position, settings_.most_defences) == false;
}

// At the root an answer is worth the most.
std::int32_t PuctSearch::visits_for_proofs(std::int32_t node) const {
    return tree_.node(node).visits * (node == Tree::kRoot ? kRootShare : 1);
}

int PuctSearch::boards_for(std::int32_t visits) const {
    const int each = settings_.boards_for_a_visit;
    return each * std::min(visits, kMostBoards / each);
}

// `visits` say how much the answer is worth. What is found is put into the tree, where lines are
// read from.
bool PuctSearch::has_goal_in_two(std::int32_t node, std::int32_t visits, int most_boards) {
    const Node& n = tree_.node(node);
    const int least = std::max(settings_.visits_before_goal_in_two, n.next_proof);
    if (visits < least || !n.position.at_turn_start()) return false;
    int boards_left = most_boards;
    const Side enemy = other(n.position.side());
    const auto turn = find_goal_in_two(n.position, boards_left);
    tree_.set_next_proof(node, boards_left > 0 ? INT32_MAX : kMoreVisits * visits);
    const auto path = turn ? follow(node, *turn) : std::nullopt;
    if (!path) return false;
    tree_.prove(tree_.follow(path->back(), history_), -1);
    tree_.back_up(*path, -1.0F, enemy, -1);
    return true;
}

bool PuctSearch::refute_best_turn(std::optional<int> most_boards) {
    const int turn = root().turn;
    Leaf end{Tree::kRoot, {}};
    while (tree_.node(end.node).turn == turn) {
        const Node& n = tree_.node(end.node);
        if (n.count == 0 || !n.expanded) return false;
        const Choice choice{end.node, LineReader(tree_).best_edge(end.node)};
        end.path.push_back(choice);
        end.node = tree_.follow(choice, history_);
    }
    if (tree_.node(end.node).proven) return false;
    const std::int32_t visits = visits_for_proofs(Tree::kRoot);
    if (find_win(tree_.node(end.node).position))
        tree_.prove(end.node, 1);
    else if (!has_goal_in_two(end.node, visits, most_boards.value_or(boards_for(visits))))
        return false;
    // What made the turn the best was an error. Its first steps must not stay the best by that.
    tree_.take_back(end.path);
    tree_.back_up(end.path, 1.0F, tree_.node(end.node).position.side(), 1);
    return true;
}

void PuctSearch::supply(const Leaf& leaf, const Answer& answer) {
    in_flight_.add(tree_, leaf.path, -1);
    std::erase(asked_, leaf.node);
    tree_.expand(leaf.node, answer);
    tree_.back_up(leaf.path, answer.value, tree_.node(leaf.node).position.side(), 0);
}

void PuctSearch::advance(std::int32_t edge) {
    in_flight_.clear();
    tree_.advance(edge, history_, spare_);
}

PuctSearch::Standing PuctSearch::standing() const {
    const Node& n = root();
    const Edges& edges = tree_.edges();
    // However often it was visited, a lost step will not be chosen.
    const auto visits = [&](std::size_t e) { return edges.proven[e] < 0 ? 0 : edges.visits[e]; };
    std::size_t best = n.first;
    std::int32_t second = 0;
    const std::size_t end = n.first + std::size_t{n.count};
    for (std::size_t e = n.first + 1; e < end; ++e) {
        if (visits(e) > visits(best)) {
            second = visits(best);
            best = e;
        } else {
            second = std::max(second, visits(e));
        }
    }
    const float fair = kFairShare * static_cast<float>(visits(best));
    bool in_doubt = false;
    for (std::size_t e = n.first; e < end; ++e)
        in_doubt |= static_cast<float>(visits(e)) >= fair && edges.value[e] > edges.value[best];
    return {visits(best) - second, in_doubt};
}

std::int32_t PuctSearch::draw_edge(Random& random) const {
    const Node& n = root();
    std::vector<float> policy(n.count);
    tree_.improve_policy(n, ValueWeight{}, policy.data());
    std::int32_t drawn = 0;
    float best = 0.0F;
    for (std::int32_t i = 0; i < n.count; ++i) {
        const float score = log_of(policy[static_cast<std::size_t>(i)] + 1e-9F) + random.gumbel();
        if (i > 0 && score <= best) continue;
        best = score;
        drawn = i;
    }
    return drawn;
}

std::optional<PuctSearch::Leaf> PuctSearch::unknown_on_best_line() {
    Leaf leaf{Tree::kRoot, {}};
    const int turn = root().turn;
    for (;;) {
        const Node& n = tree_.node(leaf.node);
        if (!n.expanded && !n.proven) {
            if (is_asked(leaf.node)) return std::nullopt;
            asked_.push_back(leaf.node);
            in_flight_.add(tree_, leaf.path, 1);
            return leaf;
        }
        if (n.turn != turn || root().count == 0) return std::nullopt;
        if (n.count == 0) {
            // The turn cannot end that way. Now that it is known, another way is the best, unless
            // it was known before: then no way leads to an end.
            const Choice& last = leaf.path.back();
            const std::size_t edge =
                tree_.node(last.node).first + static_cast<std::size_t>(last.edge);
            if (tree_.edges().proven[edge] < 0) return std::nullopt;
            tree_.back_up(leaf.path, n.proven, n.position.side(), n.proven);
            leaf = {Tree::kRoot, {}};
            continue;
        }
        const Choice choice{leaf.node, LineReader(tree_).best_edge(leaf.node)};
        leaf.path.push_back(choice);
        leaf.node = tree_.follow(choice, history_);
    }
}

}  // namespace gajah
