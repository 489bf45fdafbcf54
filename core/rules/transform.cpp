#include "rules/transform.h"

namespace gajah {

namespace {

template <class MapSquare, class MapSide, class MapDirection>
Position transformed(const Position& p, MapSquare square, MapSide side, MapDirection direction) {
    const auto map_piece = [&](Piece piece) { return Piece{side(piece.side), piece.kind}; };
    Board board;
    for (Square from : Squares(p.board().occupied()))
        board.toggle(map_piece(*p.board().at(from)), square(from));
    Turn taken;
    for (Step step : p.taken()) {
        auto capture = step.capture();
        if (capture) capture = Capture{map_piece(capture->piece), square(capture->square)};
        taken.push_back(Step(map_piece(step.piece()), square(step.from()),
                             direction(step.direction()), capture));
    }
    return *Position::with_steps_taken(board, side(p.side()), taken);
}

constexpr Direction across(Direction d, Direction a, Direction b) {
    return d == a || d == b ? opposite(d) : d;
}

}  // namespace

Position mirrored(const Position& position) {
    return transformed(
        position, [](Square s) { return Square(s.index() ^ 7); }, [](Side s) { return s; },
        [](Direction d) { return across(d, Direction::East, Direction::West); });
}

Position swapped(const Position& position) {
    return transformed(
        position, [](Square s) { return Square(s.index() ^ 56); }, [](Side s) { return other(s); },
        [](Direction d) { return across(d, Direction::North, Direction::South); });
}

}  // namespace gajah
