#include "tree/tree.h"

#include <algorithm>
#include <bit>

#include "engine/arithmetic.h"
#include "network/setup.h"
#include "rules/win.h"

namespace gajah {

namespace {

std::uint64_t key_of(const Position& p, int turn) {
    return p.hash() + static_cast<std::uint64_t>(turn) * 0x9E3779B97F4A7C15ULL;
}

std::uint64_t hash_after(const Board& board, Step step) {
    std::uint64_t h =
        board.hash() ^ Board::key(step.piece(), step.from()) ^ Board::key(step.piece(), step.to());
    if (const auto capture = step.capture()) h ^= Board::key(capture->piece, capture->square);
    return h;
}

float to_float(float x) { return x; }
float to_float(std::uint16_t upper_half) {
    return bit_cast<float>(static_cast<std::uint32_t>(upper_half) << 16);
}

// Below this a probability is nothing. What is not a number, of a file of huge ones, is taken for
// it.
constexpr float kNegligible = -20.0F;

}  // namespace

void Edges::clear() {
    each_column([this](auto column) { (this->*column).clear(); });
}

void Edges::complete() {
    child.resize(size(), kNoNode);
    each_column([this](auto column) { (this->*column).resize(size()); });
}

void Edges::add_copies(const Edges& from, std::size_t first, std::size_t count) {
    each_column([&](auto column) {
        const auto begin = (from.*column).begin() + static_cast<std::ptrdiff_t>(first);
        auto& to = this->*column;
        to.insert(to.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    });
}

void Edges::move(std::size_t from, std::size_t to) {
    each_column([&](auto column) { (this->*column)[to] = (this->*column)[from]; });
}

void Tree::clear() {
    nodes_.clear();
    edges_.clear();
    slots_.assign(256, kNoNode);
}

void Tree::reset(const Position& root, int turn, const History& history) {
    clear();
    add_moment(root, key_of(root, turn), turn, history);
    // At a turn's start this has been asked already, and without a win then there is none later.
    if (root.at_turn_start()) return;
    if (const auto win = win_at_hand(root)) {
        nodes_.front().proven = 1;
        nodes_.front().ending = win;
    }
}

void Tree::reset_to_setup(const Position& root) {
    clear();
    add_placing(root, key_of(root, 0));
}

Node& Tree::add(const Position& position, std::uint64_t key, int turn) {
    Node& node = nodes_.emplace_back();
    node.position = position;
    node.key = key;
    node.turn = static_cast<std::uint16_t>(turn);
    node.first = static_cast<std::uint32_t>(edges_.size());
    remember(static_cast<std::int32_t>(nodes_.size()) - 1);
    return node;
}

std::int32_t Tree::add_moment(const Position& position, std::uint64_t key, int turn,
                              const History& history) {
    const auto index = static_cast<std::int32_t>(nodes_.size());
    Node& node = add(position, key, turn);
    if (position.at_turn_start()) {
        if (const auto verdict = position.verdict()) {
            node.proven = verdict->winner == position.side() ? 1 : -1;
            node.ending = verdict->reason;
            return index;
        }
        if (const auto win = win_at_hand(position)) {
            node.proven = 1;
            node.ending = *win;
            return index;
        }
    }
    add_edges(node, history);
    if (node.count == 0) {
        // At a turn's start a loss; later a dead end, which must not be chosen.
        node.proven = -1;
        node.ending = Ending::Immobilization;
    }
    return index;
}

std::int32_t Tree::add_placing(const Position& position, std::uint64_t key) {
    const auto index = static_cast<std::int32_t>(nodes_.size());
    Node& node = add(position, key, 0);
    node.placing = true;
    for (Square square : Squares(free_home(position)))
        edges_.action.push_back(placement_action(square, position.side()));
    edges_.complete();
    node.count = static_cast<std::uint16_t>(edges_.size() - node.first);
    return index;
}

void Tree::add_edges(Node& node, const History& history) {
    const Position& p = node.position;
    const bool last = p.steps_left() == 1;
    for (Step step : p.steps())
        if (!last || history.allows(hash_after(p.board(), step), p.side()))
            edges_.action.push_back(action_of(step, p.side()));
    if (!p.why_not_end() && history.allows(p.board().hash(), p.side()))
        edges_.action.push_back(kEndTurn);
    edges_.complete();
    node.count = static_cast<std::uint16_t>(edges_.size() - node.first);
}

std::int32_t Tree::follow(Choice choice, const History& history) {
    const Node& parent = node(choice.node);
    const std::size_t edge = parent.first + static_cast<std::size_t>(choice.edge);
    if (edges_.child[edge] != kNoNode) return edges_.child[edge];
    const Action action = edges_.action[edge];
    const std::int32_t child = parent.placing ? follow_placement(parent, action, history)
                                              : follow_step(parent, action, history);
    edges_.child[edge] = child;
    return child;
}

std::optional<Choice> Tree::find_edge(std::int32_t index, Action action) const {
    const Node& n = node(index);
    for (std::int32_t i = 0; i < n.count; ++i)
        if (edges_.action[n.first + static_cast<std::size_t>(i)] == action) return Choice{index, i};
    return std::nullopt;
}

std::int32_t Tree::follow_step(const Node& parent, Action action, const History& history) {
    const Position& p = parent.position;
    const Position next = after_action(p, action);
    const int turn = parent.turn + (next.side() != p.side() ? 1 : 0);
    const std::uint64_t key = key_of(next, turn);
    const std::int32_t known = find(key);
    return known != kNoNode ? known : add_moment(next, key, turn, history);
}

std::int32_t Tree::follow_placement(const Node& parent, Action action, const History& history) {
    const Position next = after_placement(parent.position, action);
    const std::uint64_t key = key_of(next, 0);
    const std::int32_t known = find(key);
    if (known != kNoNode) return known;
    return next_to_place(next) ? add_placing(next, key) : add_moment(next, key, 0, history);
}

void Tree::expand(std::int32_t index, const Answer& answer) {
    Node& n = nodes_[static_cast<std::size_t>(index)];
    n.value = answer.value;
    const auto take = [&](const auto* logits) {
        for (std::size_t e = n.first; e < n.first + static_cast<std::size_t>(n.count); ++e)
            edges_.logit[e] = to_float(logits[edges_.action[e]]);
    };
    std::visit(take, answer.logits);
    normalise(n);
}

// From logits to probabilities, and from logits to their logarithms.
void Tree::normalise(Node& n) {
    n.expanded = true;
    float* logit = edges_.logit.data() + n.first;
    float* prior = edges_.prior.data() + n.first;
    float most = logit[0];
    for (int i = 0; i < n.count; ++i) most = std::max(most, logit[i]);
    for (int i = 0; i < n.count; ++i) prior[i] = exp_of(std::max(kNegligible, logit[i] - most));
    const float sum = sum_of(n.count, [prior](int i) { return prior[i]; });
    const float log_sum = log_of(sum) + most;
    for (int i = 0; i < n.count; ++i) {
        prior[i] /= sum;
        logit[i] -= log_sum;
    }
}

bool Tree::is_lost(const Node& n) const {
    const auto* begin = edges_.proven.data() + n.first;
    return std::all_of(begin, begin + n.count, [](std::int8_t p) { return p < 0; });
}

void Tree::prove(std::int32_t index, int proven) {
    nodes_[static_cast<std::size_t>(index)].proven = static_cast<std::int8_t>(proven);
}

void Tree::give_up_others(std::int32_t index, const std::vector<std::int32_t>& kept) {
    const Node& n = node(index);
    for (std::int32_t i = 0; i < n.count; ++i) {
        const std::size_t edge = n.first + static_cast<std::size_t>(i);
        if (edges_.proven[edge] || std::find(kept.begin(), kept.end(), i) != kept.end()) continue;
        edges_.proven[edge] = -1;
        edges_.value[edge] = -1.0F;
    }
}

void Tree::back_up(const std::vector<Choice>& path, float value, Side side, int proven) {
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        Node& n = nodes_[static_cast<std::size_t>(step->node)];
        if (n.position.side() != side) {
            side = n.position.side();
            value = -value;
            proven = -proven;
        }
        const std::size_t edge = n.first + static_cast<std::size_t>(step->edge);
        ++n.visits;
        const auto visits = static_cast<float>(++edges_.visits[edge]);
        if (proven) {
            edges_.proven[edge] = static_cast<std::int8_t>(proven);
            edges_.value[edge] = static_cast<float>(proven);
        } else if (!edges_.proven[edge]) {
            edges_.value[edge] += (value - edges_.value[edge]) / visits;
        }
        // One losing edge proves nothing about the node until all are known to lose.
        if (proven < 0 && !is_lost(n)) proven = 0;
        if (proven) n.proven = static_cast<std::int8_t>(proven);
    }
}

// Other orders of steps may have led through the last edge too: an edge gives no more than it has.
void Tree::take_back(const std::vector<Choice>& path) {
    const std::size_t last = edge_of(path.back());
    for (auto choice = path.begin(); choice + 1 != path.end(); ++choice) {
        const std::size_t edge = edge_of(*choice);
        const std::int32_t visits = edges_.visits[edge];
        const std::int32_t taken = std::min(edges_.visits[last], visits);
        edges_.visits[edge] -= taken;
        nodes_[static_cast<std::size_t>(choice->node)].visits -= taken;
        if (taken == visits) continue;
        const float sum = static_cast<float>(visits) * edges_.value[edge] -
                          static_cast<float>(taken) * edges_.value[last];
        edges_.value[edge] = std::clamp(sum / static_cast<float>(visits - taken), -1.0F, 1.0F);
    }
}

float Tree::mean(const Node& n) const {
    if (n.proven) return n.proven;
    const float* value = edges_.value.data() + n.first;
    const std::int32_t* visits = edges_.visits.data() + n.first;
    std::int32_t total = 1;
    for (int i = 0; i < n.count; ++i) total += visits[i];
    const float sum =
        sum_of(n.count, [=](int i) { return static_cast<float>(visits[i]) * value[i]; });
    return (n.value + sum) / static_cast<float>(total);
}

float Tree::mixed_value(const Node& n) const {
    const float* prior = edges_.prior.data() + n.first;
    const float* value = edges_.value.data() + n.first;
    const std::int32_t* visits = edges_.visits.data() + n.first;
    std::int32_t total = 0;
    for (int i = 0; i < n.count; ++i) total += visits[i];
    const auto seen = [=](int i) { return visits[i] > 0 ? prior[i] : 0.0F; };
    const float weight = sum_of(n.count, seen);
    const float sum = sum_of(n.count, [=](int i) { return seen(i) * value[i]; });
    if (total == 0 || weight <= 0.0F) return n.value;
    const auto visited = static_cast<float>(total);
    return (n.value + visited * sum / weight) / (1.0F + visited);
}

void Tree::improve_policy(const Node& n, const ValueWeight& weight, float* policy) const {
    const float* logit = edges_.logit.data() + n.first;
    const float* value = edges_.value.data() + n.first;
    const std::int32_t* visits = edges_.visits.data() + n.first;
    std::int32_t most_visits = 0;
    for (int i = 0; i < n.count; ++i) most_visits = std::max(most_visits, visits[i]);
    const float unvisited = mixed_value(n);
    const float scale = weight.at(most_visits);
    float most = logit[0] + scale * (visits[0] > 0 ? value[0] : unvisited);
    for (int i = 0; i < n.count; ++i) {
        policy[i] = logit[i] + scale * (visits[i] > 0 ? value[i] : unvisited);
        most = std::max(most, policy[i]);
    }
    for (int i = 0; i < n.count; ++i) policy[i] = exp_of(std::max(kNegligible, policy[i] - most));
    const float sum = sum_of(n.count, [policy](int i) { return policy[i]; });
    for (int i = 0; i < n.count; ++i) policy[i] /= sum;
}

std::int32_t Tree::select(std::int32_t index, const ValueWeight& weight) const {
    const Node& n = node(index);
    if (n.visits == 0) {
        const auto* logit = edges_.logit.data() + n.first;
        return static_cast<std::int32_t>(std::max_element(logit, logit + n.count) - logit);
    }
    scratch_.resize(n.count);
    improve_policy(n, weight, scratch_.data());
    const std::int32_t* visits = edges_.visits.data() + n.first;
    const float share = 1.0F / static_cast<float>(1 + n.visits);
    std::int32_t best = 0;
    float best_lag = -2.0F;
    for (std::int32_t i = 0; i < n.count; ++i) {
        const float lag =
            scratch_[static_cast<std::size_t>(i)] - static_cast<float>(visits[i]) * share;
        if (lag > best_lag) {
            best_lag = lag;
            best = i;
        }
    }
    return best;
}

void Tree::advance(std::int32_t edge, const History& history, Spare& spare) {
    keep_only(follow({kRoot, edge}, history), spare);
}

bool Tree::advance_to(const Position& position, int turn, Spare& spare) {
    const std::int32_t found = find(key_of(position, turn));
    if (found == kNoNode) return false;
    keep_only(found, spare);
    return true;
}

void Tree::keep_only(std::int32_t new_root, Spare& spare) {
    std::vector<Node>& kept = spare.nodes;
    Edges& kept_edges = spare.edges;
    kept.clear();
    kept_edges.clear();
    spare.moved_to.assign(nodes_.size(), kNoNode);
    const auto keep = [&](std::int32_t old) {
        std::int32_t& to = spare.moved_to[static_cast<std::size_t>(old)];
        if (to == kNoNode) {
            to = static_cast<std::int32_t>(kept.size());
            kept.push_back(node(old));
        }
        return to;
    };
    keep(new_root);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const std::size_t first = kept_edges.size();
        kept_edges.add_copies(edges_, kept[i].first, kept[i].count);
        kept[i].first = static_cast<std::uint32_t>(first);
        for (std::size_t e = first; e < kept_edges.size(); ++e)
            if (kept_edges.child[e] != kNoNode) kept_edges.child[e] = keep(kept_edges.child[e]);
    }
    std::swap(nodes_, kept);
    std::swap(edges_, kept_edges);
    std::fill(slots_.begin(), slots_.end(), kNoNode);
    for (std::size_t i = 0; i < nodes_.size(); ++i) remember(static_cast<std::int32_t>(i));
}

void Tree::forbid_repetitions(const History& history) {
    Node& n = nodes_.front();
    if (n.placing) return;
    const Position& p = n.position;
    const bool last = p.steps_left() == 1;
    std::size_t kept = n.first;
    for (std::size_t e = n.first; e < n.first + static_cast<std::size_t>(n.count); ++e) {
        const Action action = edges_.action[e];
        bool allowed = true;
        if (action == kEndTurn) {
            allowed = history.allows(p.board().hash(), p.side());
        } else if (last) {
            allowed = history.allows(p.after(step_of(action, p)).board().hash(), p.side());
        }
        if (!allowed) continue;
        if (kept != e) edges_.move(e, kept);
        ++kept;
    }
    const auto count = static_cast<std::uint16_t>(kept - n.first);
    if (count == n.count) return;
    n.count = count;
    // What was proven may have been proven by an edge that is gone.
    const auto* proven = edges_.proven.data() + n.first;
    const bool won = std::any_of(proven, proven + count, [](std::int8_t x) { return x > 0; });
    n.proven = won ? 1 : is_lost(n) ? -1 : 0;
}

std::int32_t Tree::find(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = key & mask;; i = (i + 1) & mask) {
        if (slots_[i] == kNoNode) return kNoNode;
        if (node(slots_[i]).key == key) return slots_[i];
    }
}

void Tree::remember(std::int32_t index) {
    if (slots_.size() < 2 * nodes_.size()) {
        slots_.assign(4 * nodes_.size() < 256 ? 256 : std::bit_ceil(4 * nodes_.size()), kNoNode);
        for (std::int32_t i = 0; i < index; ++i) remember(i);
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = node(index).key & mask;
    while (slots_[i] != kNoNode) i = (i + 1) & mask;
    slots_[i] = index;
}

}  // namespace gajah
