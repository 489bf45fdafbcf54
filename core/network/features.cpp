#include "network/features.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "network/setup.h"

namespace gajah {

namespace {

constexpr std::size_t kMarkPlanes = kFeatureWords - 1;

// The eight numbers of a row, for each byte that a row can be.
using PlaneRow = std::array<float, 8>;
consteval auto make_plane_rows() {
    std::array<PlaneRow, 256> rows{};
    for (std::size_t byte = 0; byte < rows.size(); ++byte)
        for (std::size_t column = 0; column < 8; ++column)
            rows[byte][column] = (byte >> column & 1) != 0 ? 1.0F : 0.0F;
    return rows;
}
constexpr auto kPlaneRows = make_plane_rows();

void pack(const Position& position, Bits must, Bits may, int steps_left, std::uint64_t* words) {
    const Board& board = position.board();
    const Side me = position.side();
    const Side them = other(me);
    const bool turn_round = me == Side::Silver;
    const auto put = [&](int word, Bits bits) {
        words[word] = turn_round ? turned_round(bits) : bits;
    };
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
    const std::vector<std::uint64_t> words = pack_features(positions);
    std::vector<float> planes(positions.size() * kPlaneNumbers);
    for (std::size_t i = 0; i < positions.size(); ++i)
        write_planes(&words[i * kFeatureWords], &planes[i * kPlaneNumbers]);
    return planes;
}

void write_planes(const std::uint64_t* words, float* planes) {
    for (std::size_t plane = 0; plane < kMarkPlanes; ++plane)
        for (int row = 0; row < 8; ++row, planes += 8)
            std::memcpy(planes, kPlaneRows[words[plane] >> (8 * row) & 0xFF].data(),
                        sizeof(PlaneRow));
    std::memset(planes, 0, (kPlanes - kMarkPlanes) * 64 * sizeof *planes);
    const std::uint64_t steps_left = words[kMarkPlanes];
    if (steps_left > 0) std::fill_n(planes + (steps_left - 1) * 64, 64, 1.0F);
}

void pack_setup_features(const Position& position, std::uint64_t* words) {
    pack(position, free_home(position), 0, 0, words);
}

}  // namespace gajah
