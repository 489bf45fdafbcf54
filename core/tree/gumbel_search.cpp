#include "tree/gumbel_search.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

#include "tree/lines.h"
#include "tree/puct.h"

namespace gajah {

std::vector<int> visit_schedule(int candidates, int simulations) {
    std::vector<int> schedule;
    schedule.reserve(static_cast<std::size_t>(simulations));
    const auto full = [&] { return static_cast<int>(schedule.size()) >= simulations; };
    const int rounds =
        std::max(1, static_cast<int>(std::bit_width(static_cast<unsigned>(candidates - 1))));
    int visits = 0;
    for (int left = candidates; !full(); left = std::max(2, left / 2)) {
        const int each = std::max(1, simulations / (rounds * left));
        for (int i = 0; i < each && !full(); ++i, ++visits)
            for (int c = 0; c < std::min(left, candidates) && !full(); ++c)
                schedule.push_back(visits);
    }
    return schedule;
}

void GumbelSearch::reset(const Position& position, int turn, const History& history) {
    history_ = history;
    tree_.reset(position, turn, history_);
}

void GumbelSearch::reset_to_setup(const Position& position) {
    history_.clear();
    tree_.reset_to_setup(position);
}

void GumbelSearch::begin(int simulations) {
    simulations_ = simulations;
    done_ = 0;
    ranking_ = false;
    tree_.forbid_repetitions(history_);
}

void GumbelSearch::begin_ranking() {
    const std::size_t edges = root().count;
    noise_.assign(edges, 0.0F);
    if (settings_.noise > 0.0F)
        for (float& g : noise_) g = settings_.noise * random_.gumbel();
    tried_.assign(edges, 0);
    const int candidates = std::min(settings_.candidates, static_cast<int>(edges));
    schedule_ = visit_schedule(candidates, simulations_);
    ranking_ = true;
}

void GumbelSearch::score_root(float noise_share) const {
    const Node& n = root();
    const Edges& e = tree_.edges();
    std::int32_t most_visits = 0;
    for (std::size_t i = n.first; i < n.first + static_cast<std::size_t>(n.count); ++i)
        most_visits = std::max(most_visits, e.visits[i]);
    const float unvisited = tree_.mixed_value(n);
    const float scale = settings_.weight.at(most_visits);
    scores_.resize(n.count);
    for (std::size_t i = 0; i < n.count; ++i) {
        const std::size_t edge = n.first + i;
        const float value = e.visits[edge] > 0 ? e.value[edge] : unvisited;
        scores_[i] = noise_share * noise_[i] + e.logit[edge] + scale * value;
    }
}

// Edges known to lose do not take part as long as there are others.
std::int32_t GumbelSearch::next_candidate() const {
    score_root(1.0F);
    const int wanted = schedule_[static_cast<std::size_t>(done_)];
    const std::int8_t* proven = tree_.edges().proven.data() + root().first;
    std::int32_t best = -1;
    bool best_fits = false;
    for (std::int32_t i = 0; i < root().count; ++i) {
        if (proven[i] < 0) continue;
        const bool fits = tried_[static_cast<std::size_t>(i)] == wanted;
        if (best_fits && !fits) continue;
        const bool better = best < 0 || scores_[static_cast<std::size_t>(i)] >
                                            scores_[static_cast<std::size_t>(best)];
        if ((fits && !best_fits) || better) {
            best = i;
            best_fits = fits;
        }
    }
    assert(best >= 0);
    return best;
}

bool GumbelSearch::run(std::uint64_t* words) {
    for (;;) {
        const Node& n = root();
        if (n.count == 0) return false;
        if (!n.expanded) {
            path_.clear();
            leaf_ = Tree::kRoot;
            break;
        }
        if (!ranking_) begin_ranking();
        if (done_ >= simulations_ || n.proven || n.count == 1) return false;
        if (simulate()) break;
    }
    pack(leaf_, words);
    return true;
}

void GumbelSearch::pack(std::int32_t node, std::uint64_t* words) const {
    const Node& n = tree_.node(node);
    n.placing ? pack_setup_features(n.position, words) : pack_features(n.position, words);
}

// Walks to a leaf. True if the network has to be asked about it; otherwise its value is exact
// and has been backed up.
bool GumbelSearch::simulate() {
    path_.clear();
    Choice choice{Tree::kRoot, next_candidate()};
    ++tried_[static_cast<std::size_t>(choice.edge)];
    for (;;) {
        path_.push_back(choice);
        leaf_ = tree_.follow(choice, history_);
        const Node& n = tree_.node(leaf_);
        if (n.proven) {
            tree_.back_up(path_, static_cast<float>(n.proven), n.position.side(), n.proven);
            ++done_;
            return false;
        }
        if (!n.expanded) return true;
        choice = {leaf_, select_below_root(leaf_)};
    }
}

std::int32_t GumbelSearch::select_below_root(std::int32_t node) const {
    if (settings_.exploration <= 0.0F) return tree_.select(node, settings_.weight);
    return select_puct(tree_, node, PuctSettings{.exploration = settings_.exploration}, InFlight());
}

void GumbelSearch::supply(const Answer& answer) {
    tree_.expand(leaf_, answer);
    if (path_.empty()) return;
    tree_.back_up(path_, answer.value, tree_.node(leaf_).position.side(), 0);
    ++done_;
}

std::int32_t GumbelSearch::best() const {
    score_root(settings_.share_for_best);
    const Edges& e = tree_.edges();
    const std::size_t first = root().first;
    std::int32_t enough = *std::max_element(tried_.begin(), tried_.end());
    if (settings_.share_for_best < 1.0F) enough = (enough + 1) / 2;
    // A proof first, then the visits of this search, then the score.
    const auto rank = [&](std::int32_t i) {
        const auto edge = static_cast<std::size_t>(i);
        return std::tuple(static_cast<int>(e.proven[first + edge]), std::min(tried_[edge], enough),
                          scores_[edge]);
    };
    std::int32_t best = 0;
    for (std::int32_t i = 1; i < root().count; ++i)
        if (rank(i) > rank(best)) best = i;
    return best;
}

float GumbelSearch::value() const {
    const Node& n = root();
    if (n.proven) return static_cast<float>(n.proven);
    const std::size_t edge = n.first + static_cast<std::size_t>(best());
    return tree_.edges().visits[edge] > 0 ? tree_.edges().value[edge] : tree_.mixed_value(n);
}

std::vector<float> GumbelSearch::policy() const {
    std::vector<float> policy(root().count);
    tree_.improve_policy(root(), settings_.weight, policy.data());
    return policy;
}

void GumbelSearch::play(std::int32_t edge) {
    ranking_ = false;
    const Side side = root().position.side();
    const int pieces = count(root().position.board().occupied());
    // Thousands of games are played at once: each thread has one for all of its own.
    thread_local Tree::Spare spare;
    tree_.advance(edge, history_, spare);
    const Position& now = root().position;
    // Nothing before a capture can come again.
    if (count(now.board().occupied()) != pieces) history_.clear();
    if (now.side() != side && !root().placing) history_.add(now.repetition_key());
}

std::optional<Step> GumbelSearch::step(std::int32_t edge) const {
    if (action(edge) == kEndTurn) return std::nullopt;
    return step_with_capture(root().position, action(edge));
}

}  // namespace gajah
