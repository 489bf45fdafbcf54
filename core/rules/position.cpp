#include "rules/position.h"

#include "rules/moves.h"

namespace gajah {

namespace {

// A hash that also depends on `b`: what a partly played turn consists of besides board and side.
constexpr std::uint64_t mix(std::uint64_t a, std::uint64_t b) {
    std::uint64_t state = a ^ (b * 0x9E3779B97F4A7C15ULL);
    return detail::splitmix(state);
}

}  // namespace

std::uint64_t Position::hash() const {
    if (at_turn_start()) return repetition_key();
    std::uint64_t h = mix(repetition_key(), start_hash_);
    h = mix(h, static_cast<std::uint64_t>(taken_.size()));
    if (pending_ != Pending::None)
        h = mix(h, static_cast<std::uint64_t>(pending_) << 16 |
                       static_cast<std::uint64_t>(pending_square_.index()) << 8 |
                       static_cast<std::uint64_t>(pending_kind_));
    return h;
}

Bits Position::possible_pushers(Square victim_at, Kind victim) const {
    return board_.stronger(side_, victim) & ~board_.frozen(side_) & neighbours(victim_at.bit());
}

bool Position::completes_pull(Step step) const {
    return pending_ == Pending::Pull && step.to() == pending_square_ &&
           step.piece().kind < pending_kind_;
}

std::optional<Rule> Position::why_not(Step step) const {
    const auto rule = why_not_move(step);
    if (rule || !step.capture()) return rule;
    Board next = board_;
    const bool happens = next.move(step.piece(), step.from(), step.to()) == step.capture();
    return happens ? std::nullopt : std::optional(Rule::WrongCapture);
}

// The same, captures aside.
std::optional<Rule> Position::why_not_move(Step step) const {
    const Piece piece = step.piece();
    const Square from = step.from();
    if (steps_left() == 0) return Rule::TooManySteps;
    if (board_.at(from) != piece) return Rule::NoSuchPiece;
    if (!step.stays_on_board()) return Rule::OffBoard;
    if (pending_ == Pending::Push) {
        // Whatever the step is, it has to put a pusher on the vacated square.
        const bool completes =
            piece.side == side_ && step.to() == pending_square_ && (pushers_ & from.bit());
        return completes ? std::nullopt : std::optional(Rule::PushUnfinished);
    }
    if (board_.occupied() & step.to().bit()) return Rule::Occupied;
    if (piece.side == side_) {
        if (board_.frozen(side_) & from.bit()) return Rule::Frozen;
        if (piece.kind == Kind::Rabbit && step.direction() == opposite(forward(side_)))
            return Rule::RabbitBackward;
    } else if (!completes_pull(step)) {
        if (!possible_pushers(from, piece.kind)) return Rule::NoPusher;
        if (steps_left() == 1) return Rule::PushOnLastStep;
    }
    return std::nullopt;
}

Position Position::after(Step step) const {
    assert(!why_not(step));
    Position next = *this;
    const Piece piece = step.piece();
    if (piece.side != side_ && !completes_pull(step)) {
        next.pending_ = Pending::Push;
        next.pending_square_ = step.from();
        next.pending_kind_ = piece.kind;
        next.pushers_ = possible_pushers(step.from(), piece.kind);
    } else {
        // A piece that completes a push may not pull with the same step.
        const bool may_pull = piece.side == side_ && pending_ != Pending::Push &&
                              piece.kind != Kind::Rabbit && steps_left() > 1;
        next.pending_ = may_pull ? Pending::Pull : Pending::None;
        next.pending_square_ = may_pull ? step.from() : Square();
        next.pending_kind_ = may_pull ? piece.kind : Kind::Rabbit;
        next.pushers_ = 0;
    }
    const auto capture = next.board_.move(piece, step.from(), step.to());
    // A pull is pending only if there is a piece to pull, so that positions which allow the
    // same steps are equal.
    if (next.pending_ == Pending::Pull &&
        !(next.board_.weaker(other(side_), piece.kind) & neighbours(step.from().bit())))
        next = next.settled();
    next.taken_.push_back(Step(piece, step.from(), step.direction(), capture));
    return next;
}

Position Position::settled() const {
    assert(pending_ != Pending::Push);
    Position next = *this;
    next.pending_ = Pending::None;
    next.pending_square_ = Square();
    next.pending_kind_ = Kind::Rabbit;
    return next;
}

StepList Position::steps() const {
    StepList found;
    if (steps_left() == 0) return found;
    const auto add = [&](Piece p, Square from, Direction d) {
        Board b = board_;
        const auto capture = b.move(p, from, from.next(d));
        if (steps_left() == 1 && b.hash() == start_hash_) return;
        found.push_back(Step(p, from, d, capture));
    };
    if (pending_ == Pending::Push) {
        for (Square from : Squares(pushers_))
            add({side_, board_.kind_at(from)}, from, direction_between(from, pending_square_));
        return found;
    }
    const Bits unfrozen = board_.of(side_) & ~board_.frozen(side_);
    each_single(board_, side_, unfrozen, [&](const Move& m) {
        add({side_, m.mover}, m.from, direction_between(m.from, m.to));
        return false;
    });
    const Side enemy = other(side_);
    for (Square from : Squares(board_.of(enemy) & neighbours(board_.empty()))) {
        const Piece piece{enemy, board_.kind_at(from)};
        const bool pushable = steps_left() > 1 && possible_pushers(from, piece.kind);
        for (Square to : Squares(neighbours(from.bit()) & board_.empty())) {
            const Direction d = direction_between(from, to);
            if (pushable || completes_pull(Step(piece, from, d))) add(piece, from, d);
        }
    }
    return found;
}

StepSets Position::step_sets() const {
    StepSets sets{};
    if (steps_left() == 0) return sets;
    const auto into_pending = [&](Direction d) {
        return shift(pending_square_.bit(), opposite(d));
    };
    if (pending_ == Pending::Push) {
        for (Direction d : kDirections)
            sets[static_cast<std::size_t>(d)] = pushers_ & into_pending(d);
    } else {
        const Bits unfrozen = board_.of(side_) & ~board_.frozen(side_);
        const Bits enemies = board_.of(other(side_));
        Bits pushable = 0;
        Bits stronger = 0;
        for (int k = kKinds - 1; k >= 0 && steps_left() > 1; --k) {
            const Bits kind = board_.of(static_cast<Kind>(k));
            pushable |= enemies & kind & neighbours(stronger);
            stronger |= unfrozen & kind;
        }
        const Bits pulled =
            pending_ == Pending::Pull ? board_.weaker(other(side_), pending_kind_) : 0;
        for (Direction d : kDirections)
            sets[static_cast<std::size_t>(d)] = can_step(board_, side_, unfrozen, d) |
                                                (pushable & shift(board_.empty(), opposite(d))) |
                                                (pulled & into_pending(d));
    }
    if (steps_left() == 1) drop_step_to_start(sets);
    return sets;
}

// At most one last step brings back the turn's start: what has moved so far must come down to one
// piece on a neighbouring square.
void Position::drop_step_to_start(StepSets& sets) const {
    Bits moved = 0;
    for (Step step : taken_) {
        if (step.capture()) return;
        moved ^= step.from().bit() ^ step.to().bit();
    }
    const Bits now = moved & board_.occupied();
    const Bits before = moved & board_.empty();
    if (count(now) != 1 || count(before) != 1) return;
    const Square from(lowest(now));
    const Square to(lowest(before));
    const Piece piece = *board_.at(from);
    if (!(neighbours(now) & before) ||
        (board_.hash() ^ Board::key(piece, from) ^ Board::key(piece, to)) != start_hash_)
        return;
    sets[static_cast<std::size_t>(direction_between(from, to))] &= ~now;
}

StepList Position::settling_steps() const {
    StepList found;
    if (pending_ == Pending::None) return found;
    for (Step step : steps()) {
        // While a pull may follow, an enemy's step either is that pull or begins a push.
        const bool pulls = step.piece().side != side_ && after(step).pending() != Pending::Push;
        if (pending_ == Pending::Push || pulls) found.push_back(step);
    }
    return found;
}

bool Position::has_step() const {
    if (at_turn_start()) return can_move(board_, side_);
    return !steps().empty();
}

std::optional<Rule> Position::why_not_end() const {
    if (pending_ == Pending::Push) return Rule::PushUnfinished;
    if (at_turn_start()) return Rule::NoStep;
    if (board_.hash() == start_hash_) return Rule::NoChange;
    return std::nullopt;
}

Position::Played Position::play(std::span<const Step> steps) const {
    Played played{std::nullopt, *this, {}};
    int number = taken_.size();
    for (Step step : steps) {
        ++number;
        if (const auto rule = played.position.why_not(step)) {
            played.refusal = Refusal{*rule, number, step};
            return played;
        }
        played.position = played.position.after(step);
    }
    if (const auto rule = played.position.why_not_end()) {
        // An unfinished push is the fault of the step that began it.
        const bool push = *rule == Rule::PushUnfinished;
        played.refusal =
            Refusal{*rule, push ? number : 0, push ? played.position.taken()[number - 1] : Step()};
        return played;
    }
    played.turn = played.position.taken();
    played.position = played.position.end_turn();
    return played;
}

std::optional<Verdict> Position::verdict() const {
    const Side mover = other(side_);
    if (board_.rabbits(mover) & goal_row(mover)) return Verdict{mover, Ending::Goal};
    if (board_.rabbits(side_) & goal_row(side_)) return Verdict{side_, Ending::Goal};
    if (!board_.rabbits(side_)) return Verdict{mover, Ending::Elimination};
    if (!board_.rabbits(mover)) return Verdict{side_, Ending::Elimination};
    if (!has_step()) return Verdict{mover, Ending::Immobilization};
    return std::nullopt;
}

std::optional<Position> Position::with_steps_taken(const Board& now, Side side, const Turn& taken) {
    Board start = now;
    for (int i = taken.size() - 1; i >= 0; --i) {
        const Step step = taken[i];
        if (!step.stays_on_board()) return std::nullopt;
        if (const auto capture = step.capture()) {
            if (start.at(capture->square)) return std::nullopt;
            start.toggle(capture->piece, capture->square);
        }
        if (start.at(step.to()) != step.piece() || start.at(step.from())) return std::nullopt;
        start.toggle(step.piece(), step.to());
        start.toggle(step.piece(), step.from());
    }
    Position position(start, side);
    for (Step step : taken) {
        if (position.why_not(step)) return std::nullopt;
        position = position.after(step);
    }
    if (position.board() != now) return std::nullopt;
    return position;
}

std::optional<Rule> why_not_setup(Side side, const Setup& setup, std::span<const Piece> missing) {
    std::array<int, kKinds> counts{};
    for (const Piece piece : missing)
        if (piece.side == side) ++counts[static_cast<std::size_t>(piece.kind)];
    Bits used = 0;
    bool squares_fit = true;
    for (const Placement& p : setup) {
        if (p.piece.side != side) return Rule::SetupPieces;
        ++counts[static_cast<std::size_t>(p.piece.kind)];
        squares_fit &= (home_rows(side) & p.square.bit()) && !(used & p.square.bit());
        used |= p.square.bit();
    }
    if (counts != kFullArmy) return Rule::SetupPieces;
    if (!squares_fit) return Rule::SetupSquares;
    return std::nullopt;
}

}  // namespace gajah
