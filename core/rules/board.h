// Which piece stands where. Knows traps and freezing, knows nothing of turns.
#pragma once

#include <array>
#include <optional>

#include "rules/types.h"

namespace gajah {

namespace detail {

constexpr std::uint64_t splitmix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

consteval auto make_piece_keys() {
    std::array<std::array<std::array<std::uint64_t, 64>, kKinds>, 2> keys{};
    std::uint64_t state = 2008;  // any fixed seed; changing it changes every stored hash
    for (auto& side : keys)
        for (auto& kind : side)
            for (auto& key : kind) key = splitmix(state);
    return keys;
}

}  // namespace detail

inline constexpr auto kPieceKeys = detail::make_piece_keys();

// Two boards with the same hash are taken to be the same board: with 64 random bits the
// chance of a mistake among the 80,000 positions of the richest turn is below 1 in 10^9.
class Board {
public:
    constexpr Bits of(Side s) const { return sides_[static_cast<std::size_t>(s)]; }
    constexpr Bits of(Kind k) const { return kinds_[static_cast<std::size_t>(k)]; }
    constexpr Bits of(Side s, Kind k) const { return of(s) & of(k); }
    constexpr Bits rabbits(Side s) const { return of(s, Kind::Rabbit); }
    constexpr Bits occupied() const { return sides_[0] | sides_[1]; }
    constexpr Bits empty() const { return ~occupied(); }
    constexpr std::uint64_t hash() const { return hash_; }

    constexpr Kind kind_at(Square sq) const {
        for (int k = 0; k < kKinds - 1; ++k)
            if (kinds_[static_cast<std::size_t>(k)] & sq.bit()) return static_cast<Kind>(k);
        return Kind::Elephant;
    }
    constexpr std::optional<Piece> at(Square sq) const {
        if (!(occupied() & sq.bit())) return std::nullopt;
        return Piece{of(Side::Silver) & sq.bit() ? Side::Silver : Side::Gold, kind_at(sq)};
    }

    constexpr void toggle(Piece p, Square sq) {
        kinds_[static_cast<std::size_t>(p.kind)] ^= sq.bit();
        sides_[static_cast<std::size_t>(p.side)] ^= sq.bit();
        hash_ ^= key(p, sq);
    }

    // Moves a piece to an empty adjacent square, then removes what stands on a trap with no
    // friend beside it. Only the mover's side can lose a piece, and only one: see Step.
    constexpr std::optional<Capture> move(Piece p, Square from, Square to) {
        const Bits both = from.bit() | to.bit();
        kinds_[static_cast<std::size_t>(p.kind)] ^= both;
        sides_[static_cast<std::size_t>(p.side)] ^= both;
        hash_ ^= key(p, from) ^ key(p, to);
        // Leaving a trap's neighbourhood is the only way to cost it a defender, and a trap can
        // be entered only from a neighbouring square.
        if (!(from.bit() & kTrapNeighbours)) return std::nullopt;
        const Bits lost = of(p.side) & kTraps & ~neighbours(of(p.side));
        if (!lost) return std::nullopt;
        const Square trap(lowest(lost));
        const Capture capture{{p.side, kind_at(trap)}, trap};
        toggle(capture.piece, trap);
        return capture;
    }

    // Pieces of that side which cannot move by themselves.
    constexpr Bits frozen(Side s) const {
        const Bits mine = of(s);
        const Bits theirs = of(other(s));
        Bits beside_stronger = 0;
        Bits held = 0;
        for (int k = kKinds - 2; k >= 0; --k) {
            beside_stronger |= neighbours(theirs & kinds_[static_cast<std::size_t>(k) + 1]);
            held |= mine & kinds_[static_cast<std::size_t>(k)] & beside_stronger;
        }
        return held & ~neighbours(mine);
    }

    // Pieces of that side stronger (weaker) than a kind.
    constexpr Bits stronger(Side s, Kind than) const {
        Bits b = 0;
        for (int k = index(than) + 1; k < kKinds; ++k) b |= kinds_[static_cast<std::size_t>(k)];
        return b & of(s);
    }
    constexpr Bits weaker(Side s, Kind than) const {
        Bits b = 0;
        for (int k = 0; k < index(than); ++k) b |= kinds_[static_cast<std::size_t>(k)];
        return b & of(s);
    }

    static constexpr std::uint64_t key(Piece p, Square sq) {
        return kPieceKeys[static_cast<std::size_t>(p.side)][static_cast<std::size_t>(p.kind)]
                         [static_cast<std::size_t>(sq.index())];
    }

    friend constexpr bool operator==(const Board&, const Board&) = default;

private:
    std::array<Bits, kKinds> kinds_{};
    std::array<Bits, 2> sides_{};
    std::uint64_t hash_ = 0;
};

}  // namespace gajah
