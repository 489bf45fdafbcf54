#include "network/features.h"

#include <algorithm>

#include "network/setup.h"

namespace gajah {

namespace {

// Rows are bytes of the word: turning the board round for silver is turning the bytes round.
constexpr Bits turned(Bits b) {
    b = ((b >> 8) & 0x00FF00FF00FF00FFULL) | ((b & 0x00FF00FF00FF00FFULL) << 8);
    b = ((b >> 16) & 0x0000FFFF0000FFFFULL) | ((b & 0x0000FFFF0000FFFFULL) << 16);
    return (b >> 32) | (b << 32);
}

void pack(const Position& position, Bits must, Bits may, int steps_left, std::uint64_t* words) {
    const Board& board = position.board();
    const Side me = position.side();
    const Side them = other(me);
    const bool turn_round = me == Side::Silver;
    const auto put = [&](int word, Bits bits) { words[word] = turn_round ? turned(bits) : bits; };
    for (int k = 0; k < kKinds; ++k) {
        put(k, board.of(me, static_cast<Kind>(k)));
        put(kKinds + k, board.of(them, static_cast<Kind>(k)));
    }
    put(12, board.frozen(me));
    put(13, board.frozen(them));
    put(14, must);
    put(15, may);
    words[16] = static_cast<std::uint64_t>(steps_left);
}

}  // namespace

void pack_features(const Position& position, std::uint64_t* words) {
    const Bits pending = position.pending() == Pending::None ? 0 : position.pending_square().bit();
    const Bits must = position.pending() == Pending::Push ? pending : 0;
    const Bits may = position.pending() == Pending::Pull ? pending : 0;
    pack(position, must, may, position.steps_left(), words);
}

std::vector<std::uint64_t> pack_features(const std::vector<Position>& positions) {
    std::vector<std::uint64_t> words(positions.size() * kFeatureWords);
    for (std::size_t i = 0; i < positions.size(); ++i)
        pack_features(positions[i], &words[i * kFeatureWords]);
    return words;
}

std::vector<float> planes_of(const std::vector<Position>& positions) {
    constexpr std::size_t kMarkPlanes = kFeatureWords - 1;
    const std::vector<std::uint64_t> words = pack_features(positions);
    std::vector<float> planes(positions.size() * kPlanes * 64);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::uint64_t* from = &words[i * kFeatureWords];
        float* to = &planes[i * kPlanes * 64];
        for (std::size_t plane = 0; plane < kMarkPlanes; ++plane)
            for (Square square : Squares(from[plane])) to[plane * 64 + square.index()] = 1.0F;
        if (from[kMarkPlanes] > 0) std::fill_n(to + (15 + from[kMarkPlanes]) * 64, 64, 1.0F);
    }
    return planes;
}

void pack_setup_features(const Position& position, std::uint64_t* words) {
    pack(position, free_home(position), 0, 0, words);
}

}  // namespace gajah
