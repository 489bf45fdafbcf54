#include "study/threats.h"

#include <algorithm>

#include "rules/turns.h"

namespace gajah {

Followed::Followed(const Turn& turn) {
    for (int i = 0; i < 64; ++i) origins_[static_cast<std::size_t>(i)] = Square(i);
    for (Step step : turn) {
        const Square origin = take(step.from());
        origins_[static_cast<std::size_t>(step.to().index())] = origin;
        if (const auto capture = step.capture())
            losses_.push_back({capture->piece, take(capture->square), capture->square});
    }
}

Square Followed::take(Square square) {
    return std::exchange(origins_[static_cast<std::size_t>(square.index())], square);
}

Bits Followed::origins(Bits squares) const {
    Bits found = 0;
    for (Square square : Squares(squares)) found |= origin(square).bit();
    return found;
}

std::vector<CaptureThreat> captures_of(Side mover, const Turn& turn) {
    const Followed followed(turn);
    std::optional<Kind> cost;
    for (const PieceLoss& loss : followed.losses())
        if (loss.piece.side == mover && (!cost || *cost < loss.piece.kind)) cost = loss.piece.kind;
    std::vector<CaptureThreat> captures;
    for (const PieceLoss& loss : followed.losses())
        if (loss.piece.side != mover)
            captures.push_back({loss.piece, loss.square, loss.trap, turn, cost});
    return captures;
}

std::vector<std::vector<CaptureThreat>> capturing_turns(const Position& position) {
    const Side enemy = other(position.side());
    const int enemies = count(position.board().of(enemy));
    const auto captures = [&](const Board& board) { return count(board.of(enemy)) < enemies; };
    std::vector<std::vector<CaptureThreat>> found;
    for (const Turn& turn : list_turns_to(position, captures)) {
        auto captured = captures_of(position.side(), turn);
        if (std::any_of(captured.begin(), captured.end(),
                        [](const CaptureThreat& c) { return c.pays(); }))
            found.push_back(std::move(captured));
    }
    return found;
}

std::vector<CaptureThreat> capture_threats(const Position& position) {
    std::vector<CaptureThreat> found;
    const auto add = [&](const CaptureThreat& threat) {
        for (CaptureThreat& known : found)
            if (known.square == threat.square) {
                if (threat.effort() < known.effort()) known = threat;
                return;
            }
        found.push_back(threat);
    };
    for (const auto& captures : capturing_turns(position))
        for (const CaptureThreat& threat : captures)
            if (threat.pays()) add(threat);
    return found;
}

Bits squares_of(const std::vector<CaptureThreat>& threats) {
    Bits squares = 0;
    for (const CaptureThreat& threat : threats) squares |= threat.square.bit();
    return squares;
}

}  // namespace gajah
