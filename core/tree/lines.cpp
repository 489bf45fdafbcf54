#include "tree/lines.h"

#include <algorithm>
#include <tuple>

#include "engine/score.h"
#include "rules/win.h"

namespace gajah {

namespace {

// A way that cannot end its turn is illegal: worse than every loss.
constexpr int kDeadEnd = -1000;

// Not where the game is over already.
bool has_win_at_hand(const Node& n) {
    return n.proven > 0 && n.ending && !(n.position.at_turn_start() && n.position.verdict());
}

}  // namespace

Step step_with_capture(const Position& position, Action action) {
    const Position after = position.after(step_of(action, position));
    return after.taken()[after.taken().size() - 1];
}

std::int32_t LineReader::child(Choice choice) const {
    return tree_.edges().child[tree_.edge_of(choice)];
}

// Steps, both sides' counted, until a proven node is decided with best play as far as it is known.
int LineReader::steps_to_end(std::int32_t index) const {
    if (const auto known = proof_steps_.find(index); known != proof_steps_.end())
        return known->second;
    const Node& n = tree_.node(index);
    int steps = 0;
    if (has_win_at_hand(n)) {
        const auto win = find_win(n.position);
        steps = win ? win->size() : 0;
    } else if (n.ending) {
        steps = n.position.at_turn_start() ? 0 : kDeadEnd;
    } else {
        bool first = true;
        for (std::int32_t i = 0; i < n.count; ++i) {
            const std::size_t e = n.first + static_cast<std::size_t>(i);
            if (tree_.edges().proven[e] != n.proven || tree_.edges().child[e] == kNoNode) continue;
            const int by = steps_by({index, i});
            steps = first ? by : n.proven > 0 ? std::min(steps, by) : std::max(steps, by);
            first = false;
        }
        // Proven by trying every reply: one turn to reply, one for the goal.
        if (first) steps = 2 * kStepsPerTurn;
        // No way to end a turn that has not begun: lost already.
        if (steps < 0 && n.position.at_turn_start()) steps = 0;
    }
    proof_steps_.emplace(index, steps);
    return steps;
}

int LineReader::steps_by(Choice choice) const {
    return (tree_.edges().action[tree_.edge_of(choice)] == kEndTurn ? 0 : 1) +
           steps_to_end(child(choice));
}

std::int32_t LineReader::best_edge(std::int32_t node) const {
    const Node& n = tree_.node(node);
    const Edges& edges = tree_.edges();
    const auto proven = edges.proven.begin() + n.first;
    const int verdict = *std::max_element(proven, proven + n.count);
    const auto rank = [&](std::int32_t i) {
        const std::size_t e = n.first + static_cast<std::size_t>(i);
        const int haste = verdict && edges.child[e] != kNoNode ? -verdict * steps_by({node, i}) : 0;
        return std::tuple(haste, edges.visits[e], edges.prior[e]);
    };
    // Edges with another verdict are not even ranked: a large tree knows thousands of ways to lose,
    // and how long each of them takes would be asked in vain.
    std::int32_t best = -1;
    for (std::int32_t i = 0; i < n.count; ++i)
        if (proven[i] == verdict && (best < 0 || rank(i) > rank(best))) best = i;
    return best;
}

LineReader::End LineReader::best_end() const {
    End end;
    const int turn = tree_.root().turn;
    while (tree_.node(end.node).turn == turn && tree_.node(end.node).count > 0) {
        const Choice choice{end.node, best_edge(end.node)};
        const std::int32_t next = child(choice);
        if (next == kNoNode) break;
        end.path.push_back(choice);
        end.node = next;
    }
    return end;
}

// Inside a turn every edge takes a step, so the ways to its ends are found level by level.
LineReader::Ways LineReader::ways_to_ends() const {
    const int turn = tree_.root().turn;
    Ways ends;
    Ways level;
    level[Tree::kRoot].support = INT32_MAX;
    while (!level.empty()) {
        Ways next_level;
        for (const auto& [index, way] : level) {
            const Node& n = tree_.node(index);
            for (std::int32_t i = 0; i < n.count; ++i) {
                const std::int32_t to = child({index, i});
                if (to == kNoNode) continue;
                const std::int32_t visits =
                    tree_.edges().visits[n.first + static_cast<std::size_t>(i)];
                const std::int32_t support = std::min(way.support, visits);
                Way& known = (tree_.node(to).turn == turn ? next_level : ends)[to];
                if (!known.path.empty() && known.support >= support) continue;
                known.support = support;
                known.path = way.path;
                known.path.push_back({index, i});
            }
        }
        level = std::move(next_level);
    }
    return ends;
}

// Every end of the turn that has been looked at, the most visited first.
std::vector<LineReader::End> LineReader::visited_ends() const {
    std::vector<End> found;
    for (auto& [node, way] : ways_to_ends())
        if (tree_.node(node).expanded || tree_.node(node).proven) found.push_back({node, way.path});
    const auto rank = [&](const End& end) {
        const Node& n = tree_.node(end.node);
        const int steps = static_cast<int>(end.path.size());
        return std::tuple(-n.proven, n.proven ? score_of(end, steps) : 0, n.visits, -end.node);
    };
    std::sort(found.begin(), found.end(),
              [&](const End& a, const End& b) { return rank(a) > rank(b); });
    return found;
}

int LineReader::score_of(const End& end, int steps) const {
    const Node& n = tree_.node(end.node);
    if (!n.proven) return score_of_probability(0.5 - 0.5 * static_cast<double>(tree_.mean(n)));
    steps += steps_to_end(end.node);
    return n.proven < 0 ? kWin - steps : steps - kWin;
}

SearchLine LineReader::line_to(const End& end, const Turn& so_far) const {
    SearchLine line;
    line.turn = so_far;
    for (const Choice& c : end.path) {
        const Node& n = tree_.node(c.node);
        const Action action = tree_.edges().action[n.first + static_cast<std::size_t>(c.edge)];
        if (action != kEndTurn) line.turn.push_back(step_with_capture(n.position, action));
    }
    line.score = score_of(end, line.turn.size());
    line.continuation = continuation(end.node);
    return line;
}

// Whole turns only: the last one is left out if the tree does not know how it ends.
std::vector<Turn> LineReader::continuation(std::int32_t node) const {
    std::vector<Turn> turns;
    Turn turn;
    while (true) {
        const Node& n = tree_.node(node);
        if (has_win_at_hand(n)) {
            if (const auto win = find_win(n.position)) turns.push_back(*win);
            return turns;
        }
        if (n.count == 0 || !n.expanded) return turns;
        const Choice choice{node, best_edge(node)};
        const std::size_t e = n.first + static_cast<std::size_t>(choice.edge);
        if (child(choice) == kNoNode || tree_.edges().visits[e] == 0) return turns;
        if (tree_.edges().action[e] != kEndTurn)
            turn.push_back(step_with_capture(n.position, tree_.edges().action[e]));
        node = child(choice);
        if (tree_.node(node).turn != n.turn) turns.push_back(std::exchange(turn, Turn()));
    }
}

bool LineReader::knows_whole_turn() const {
    const Node& end = tree_.node(best_end().node);
    return end.turn != tree_.root().turn && (end.expanded || end.proven);
}

SearchLine LineReader::after(const Turn& turn) const { return line_to({}, turn); }

std::vector<SearchLine> LineReader::read(int count, const Turn& so_far) const {
    const End best = best_end();
    std::vector<SearchLine> lines{line_to(best, so_far)};
    if (count == 1) return lines;
    for (const End& end : visited_ends()) {
        if (static_cast<int>(lines.size()) == count) break;
        if (end.node != best.node) lines.push_back(line_to(end, so_far));
    }
    sort_by_score(std::span(lines).subspan(1));
    return lines;
}

}  // namespace gajah
