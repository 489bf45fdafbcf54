#include "game/routes.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace gajah {

namespace {

// The most steps a piece may come to push or pull the one that is held.
constexpr int kStepsToCome = 2;
constexpr std::size_t kMostRoutes = 300;

// A way so far: the squares of the held piece, and the position now.
struct Way {
    Position position;
    std::vector<Square> squares;
    Route::Kind kind = Route::Kind::Walk;

    Square at() const { return squares.back(); }
    int length() const { return position.taken().size(); }
    bool has_been(Square square) const {
        return std::find(squares.begin(), squares.end(), square) != squares.end();
    }
    // One more step, of the piece that is held or of another.
    Way after(Step step) const {
        Way next{position.after(step), squares, kind};
        if (step.from() == at()) next.squares.push_back(step.to());
        return next;
    }
    Way as(Route::Kind by) const { return {position, squares, by}; }
    // Is a piece of that side captured in this turn?
    bool loses(Side side) const {
        return std::any_of(position.taken().begin(), position.taken().end(), [&](Step step) {
            return step.capture() && step.capture()->piece.side == side;
        });
    }
};

int distance(Square a, Square b) {
    return std::abs(a.row() - b.row()) + std::abs(a.column() - b.column());
}

class Walker {
public:
    // A piece of the side to move walks on, or pushes what is in its way and takes its place.
    void carry(const Way& way) {
        for (const Step step : way.position.steps()) {
            if (step.from() == way.at()) {
                if (!way.has_been(step.to())) go_on(way.after(step));
            } else if (step.piece().side != way.position.side()) {
                const Way pushing = way.after(step);
                if (pushing.position.pending() != Pending::Push) continue;
                for (const Step follow : pushing.position.steps())
                    if (follow.from() == way.at() && !way.has_been(follow.to()))
                        go_on(pushing.after(follow).as(Route::Kind::Push));
            }
        }
    }
    // A piece of the other side is pushed or pulled, perhaps by one that has to come first.
    void displace(const Way& way, int steps_to_come) {
        for (const Step step : way.position.steps()) {
            if (step.from() == way.at()) {
                push(way, step);
            } else if (step.piece().side == way.position.side()) {
                const Way moved = way.after(step);
                if (!way.has_been(step.from())) pull(moved);
                if (steps_to_come > 0 && distance(step.to(), way.at()) <= steps_to_come)
                    displace(moved, steps_to_come - 1);
            }
        }
    }
    // After an own piece has stepped away, the held piece follows into its place.
    void pull(const Way& way) {
        if (way.position.pending() != Pending::Pull) return;
        for (const Step step : way.position.steps())
            if (step.from() == way.at() && step.to() == way.position.pending_square())
                go_on(way.after(step).as(Route::Kind::Pull));
    }
    std::vector<Way>& found() { return found_; }

private:
    // The held piece moves first, then each piece that can takes its place.
    void push(const Way& way, Step step) {
        const Way moved = way.after(step);
        if (moved.position.pending() != Pending::Push || way.has_been(moved.at())) return;
        for (const Step follow : moved.position.steps())
            go_on(moved.after(follow).as(Route::Kind::Push));
    }
    // The way itself and those that go on from it, unless the held piece has fallen into a trap.
    void go_on(const Way& way) {
        found_.push_back(way);
        const auto held = way.position.board().at(way.at());
        if (!held) return;
        if (held->side == way.position.side())
            carry(way);
        else
            displace(way, 0);
    }

    std::vector<Way> found_;
};

// Of ways with the same squares, those worth showing.
void add_best(const std::vector<const Way*>& group, Side side, std::vector<const Way*>& best) {
    constexpr int kNone = kStepsPerTurn + 1;
    int shortest = kNone;
    int shortest_safe = kNone;
    for (const Way* way : group) {
        shortest = std::min(shortest, way->length());
        if (!way->loses(side)) shortest_safe = std::min(shortest_safe, way->length());
    }
    for (const Way* way : group)
        if (way->length() == shortest) best.push_back(way);
    if (shortest_safe == kNone || shortest_safe <= shortest) return;
    for (const Way* way : group)
        if (way->length() == shortest_safe && !way->loses(side)) best.push_back(way);
}

Route route_of(const Way& way, const Position& start) {
    Route route{way.kind, way.squares, {}, 0};
    const Turn& taken = way.position.taken();
    for (int i = start.taken().size(); i < taken.size(); ++i) {
        route.steps.push_back(taken[i]);
        const auto capture = taken[i].capture();
        if (capture && capture->piece.side == start.side()) ++route.lost;
    }
    return route;
}

// A square's name in the order of the alphabet.
std::pair<int, int> by_name(Square square) { return {square.column(), square.row()}; }

}  // namespace

std::vector<Route> find_routes(const Position& position, Square square) {
    const auto piece = position.board().at(square);
    if (!piece) return {};
    Walker walker;
    const Way start{position, {square}};
    if (piece->side == position.side()) {
        walker.carry(start);
    } else {
        walker.pull(start);
        walker.displace(start, kStepsToCome);
    }
    // Groups in the order in which their first way was found.
    std::vector<std::vector<const Way*>> groups;
    for (const Way& way : walker.found()) {
        const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& g) {
            return g.front()->squares == way.squares;
        });
        if (group == groups.end())
            groups.push_back({&way});
        else
            group->push_back(&way);
    }
    std::vector<const Way*> best;
    for (const auto& group : groups) add_best(group, position.side(), best);
    std::vector<Route> routes;
    for (const Way* way : best) routes.push_back(route_of(*way, position));
    std::stable_sort(routes.begin(), routes.end(), [](const Route& a, const Route& b) {
        return std::tuple(a.steps.size(), a.lost, by_name(a.squares.back())) <
               std::tuple(b.steps.size(), b.lost, by_name(b.squares.back()));
    });
    if (routes.size() > kMostRoutes) routes.resize(kMostRoutes);
    return routes;
}

}  // namespace gajah
