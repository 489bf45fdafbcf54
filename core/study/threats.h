// Exact answers about captures: every distinct turn of a side is gone through, none is guessed.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "rules/position.h"

namespace gajah {

// A piece of either side that is lost on `trap`, and where it stood when the turn began.
struct PieceLoss {
    Piece piece;
    Square square;
    Square trap;
};

// Every piece that a complete turn moves, from square to square.
class Followed {
public:
    explicit Followed(const Turn& turn);
    // Where the piece that stands on a square after the turn stood before it.
    Square origin(Square square) const {
        return origins_[static_cast<std::size_t>(square.index())];
    }
    Bits origins(Bits squares) const;
    const std::vector<PieceLoss>& losses() const { return losses_; }

private:
    std::array<Square, 64> origins_;
    std::vector<PieceLoss> losses_;

    // The origin of the piece there, which leaves the square.
    Square take(Square square);
};

// A turn that captures `piece`, which stands on `square` before it, on `trap`.
struct CaptureThreat {
    Piece piece;
    Square square;
    Square trap;
    Turn turn;
    std::optional<Kind> cost;  // the strongest piece that the capturing side loses by it

    bool pays() const { return !cost || *cost < piece.kind; }
    // What it costs, then how many steps it takes.
    std::pair<int, int> effort() const { return {cost ? index(*cost) : -1, turn.size()}; }
    friend bool operator==(const CaptureThreat&, const CaptureThreat&) = default;
};

// The opponent's pieces that a complete turn captures.
std::vector<CaptureThreat> captures_of(Side mover, const Turn& turn);

// What each turn of the side to move captures, of those that capture more than they cost.
std::vector<std::vector<CaptureThreat>> capturing_turns(const Position& position);

// What the side to move can capture in this turn for less than it is, each piece once: with the
// turn that costs least, and of those a shortest one.
std::vector<CaptureThreat> capture_threats(const Position& position);

// The squares where the captured pieces stand.
Bits squares_of(const std::vector<CaptureThreat>& threats);

}  // namespace gajah
