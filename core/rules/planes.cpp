#include "rules/planes.h"

namespace gajah {

void fill_planes(const Position& position, float* planes) {
    const Side me = position.side();
    const int flip = me == Side::Gold ? 0 : 56;
    const auto fill = [&](int plane, Bits bits) {
        for (; bits; bits = without_lowest(bits)) planes[plane * 64 + (lowest(bits) ^ flip)] = 1.0F;
    };
    const Board& board = position.board();
    for (int k = 0; k < kKinds; ++k) {
        fill(k, board.of(me, static_cast<Kind>(k)));
        fill(kKinds + k, board.of(other(me), static_cast<Kind>(k)));
    }
    fill(12, board.frozen(me));
    fill(13, board.frozen(other(me)));
    if (position.pending() == Pending::Push) fill(14, position.pending_square().bit());
    if (position.pending() == Pending::Pull) fill(15, position.pending_square().bit());
    if (position.steps_left() > 0) fill(15 + position.steps_left(), ~Bits{0});
}

}  // namespace gajah
