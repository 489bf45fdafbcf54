// Sets of squares as 64-bit words: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#pragma once

#include <bit>
#include <cstdint>

namespace gajah {

using Bits = std::uint64_t;

inline constexpr Bits kColumnA = 0x0101010101010101ULL;
inline constexpr Bits kColumnH = kColumnA << 7;
inline constexpr Bits kRow1 = 0xFFULL;
inline constexpr Bits kRow2 = kRow1 << 8;
inline constexpr Bits kRow7 = kRow1 << 48;
inline constexpr Bits kRow8 = kRow1 << 56;

constexpr Bits north_of(Bits b) { return b << 8; }
constexpr Bits south_of(Bits b) { return b >> 8; }
constexpr Bits east_of(Bits b) { return (b & ~kColumnH) << 1; }
constexpr Bits west_of(Bits b) { return (b & ~kColumnA) >> 1; }

// The squares orthogonally next to any square of the set.
constexpr Bits neighbours(Bits b) { return north_of(b) | south_of(b) | east_of(b) | west_of(b); }
// What a number of steps reaches from them, they themselves included.
constexpr Bits within(int steps, Bits b) {
    for (int i = 0; i < steps; ++i) b |= neighbours(b);
    return b;
}

// The board seen from the other side: row 8 becomes row 1. Rows are the word's bytes.
constexpr Bits turned_round(Bits b) {
    b = ((b >> 8) & 0x00FF00FF00FF00FFULL) | ((b & 0x00FF00FF00FF00FFULL) << 8);
    b = ((b >> 16) & 0x0000FFFF0000FFFFULL) | ((b & 0x0000FFFF0000FFFFULL) << 16);
    return (b >> 32) | (b << 32);
}

// c3, f3, c6 and f6.
inline constexpr Bits kTraps = (1ULL << 18) | (1ULL << 21) | (1ULL << 42) | (1ULL << 45);
inline constexpr Bits kTrapNeighbours = neighbours(kTraps);

// Without a popcount instruction (plain x86-64) the compiler would call a library function; this
// is several times faster than that.
constexpr int count(Bits b) {
#if defined(__POPCNT__) || defined(__aarch64__)
    return std::popcount(b);
#else
    b -= b >> 1 & 0x5555555555555555ULL;
    b = (b & 0x3333333333333333ULL) + (b >> 2 & 0x3333333333333333ULL);
    b = (b + (b >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return static_cast<int>(b * 0x0101010101010101ULL >> 56);
#endif
}
constexpr int lowest(Bits b) { return std::countr_zero(b); }

}  // namespace gajah
