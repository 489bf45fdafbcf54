#include "rules/board.h"

namespace gajah {

std::uint64_t Board::hash_from_scratch() const {
    std::uint64_t h = 0;
    for (Bits left = occupied(); left; left = without_lowest(left)) {
        const Square sq(lowest(left));
        h ^= key(*at(sq), sq);
    }
    return h;
}

}  // namespace gajah
