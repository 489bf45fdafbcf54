// 3x3 convolutions with fewer products: Winograd's F(4x4, 3x3), in whole numbers.
//
// The board is cut into four tiles of 4 x 4 squares. Around each lie 6 x 6 activations; sums and
// differences of these make 36 numbers, the weights make 36 as well (pack.cpp), and each
// pair is multiplied once: 36 products for sixteen squares instead of 144. Sums and differences of
// the products are the convolution, 24 * 24 times as large, so that everything stays whole.
//
// That does not fit into 32 bits, and need not: all is done modulo 2^32. 24 * 24 is 9 * 64, and the
// factor 9, being odd, is taken out by multiplying with its inverse. What is left, 64 times the
// sum, fits (suits() in pack.cpp sees to it), so the result is the same to the last bit as
// the plain sum. The numbers to be multiplied need 16 bits, from activations of 8: fine activations
// go through this twice, their low bits as boards of their own.
#pragma once

#include "network/kernel_body.h"

namespace gajah {

namespace {

constexpr int kTileSide = 4;
constexpr int kTilesInRow = kSide / kTileSide;
static_assert(kWinogradTiles == kTilesInRow * kTilesInRow);
static_assert(kWinogradSide == kTileSide + 2);

// A block of channels for each of the squares in and around a tile.
using Patch = std::int16_t[kWinogradSide][kWinogradSide][kBlock];

inline void read_patch(const std::byte* board, std::ptrdiff_t record, int tile, int first,
                       Patch& patch) {
    const int first_row = tile / kTilesInRow * kTileSide - 1;
    const int first_column = tile % kTilesInRow * kTileSide - 1;
    for (int r = 0; r < kWinogradSide; ++r)
        for (int c = 0; c < kWinogradSide; ++c) {
            const int column = first_column + c;
            // Before and after the board lies an empty row.
            const int place =
                column < 0 || column >= kSide ? 0 : (first_row + r + 1) * kSide + column;
            const std::byte* from = board + place * record + first;
            for (int i = 0; i < kBlock; ++i) patch[r][c][i] = static_cast<std::uint8_t>(from[i]);
        }
}

// What the six activations of a row or column of a patch become. The largest number after both
// rows and columns is 68 times an activation.
inline void mix(std::int16_t* a, std::int16_t* b, std::int16_t* c, std::int16_t* d, std::int16_t* e,
                std::int16_t* f) {
    for (int i = 0; i < kBlock; ++i) {
        const std::int16_t x[kWinogradSide] = {a[i], b[i], c[i], d[i], e[i], f[i]};
        a[i] = static_cast<std::int16_t>(4 * x[0] - 5 * x[2] + x[4]);
        b[i] = static_cast<std::int16_t>(4 * (x[1] + x[2]) - (x[3] + x[4]));
        c[i] = static_cast<std::int16_t>(4 * (x[2] - x[1]) + (x[3] - x[4]));
        d[i] = static_cast<std::int16_t>((x[4] - x[2]) + 2 * (x[3] - x[1]));
        e[i] = static_cast<std::int16_t>((x[4] - x[2]) - 2 * (x[3] - x[1]));
        f[i] = static_cast<std::int16_t>(4 * x[1] - 5 * x[3] + x[5]);
    }
}

// One of several boards: a row for each tile in each of the 36 matrices.
inline void mix_board(const std::byte* board, std::ptrdiff_t record, int channels, int index,
                      int boards, std::int16_t* mixed) {
    for (int tile = 0; tile < kWinogradTiles; ++tile)
        for (int first = 0; first < channels; first += kBlock) {
            alignas(64) Patch x;
            read_patch(board, record, tile, first, x);
            for (auto& row : x) mix(row[0], row[1], row[2], row[3], row[4], row[5]);
            for (int c = 0; c < kWinogradSide; ++c) {
                mix(x[0][c], x[1][c], x[2][c], x[3][c], x[4][c], x[5][c]);
                for (int r = 0; r < kWinogradSide; ++r) {
                    const int tap = r * kWinogradSide + c;
                    const int row = (tap * boards + index) * kWinogradTiles + tile;
                    __builtin_memcpy(mixed + std::ptrdiff_t{row} * channels + first, x[r][c],
                                     sizeof x[r][c]);
                }
            }
        }
}

// What the products of a row or column become, 24 times as large as they should be. Unsigned: parts
// of a sum may be too large for 32 bits where the whole is not.
inline void unmix(const std::uint32_t* const (&from)[kWinogradSide],
                  std::uint32_t* const (&to)[kTileSide]) {
    for (int i = 0; i < kBlock; ++i) {
        const std::uint32_t sum = from[1][i] + from[2][i];
        const std::uint32_t difference = from[1][i] - from[2][i];
        const std::uint32_t far_sum = from[3][i] + from[4][i];
        const std::uint32_t far_difference = from[3][i] - from[4][i];
        to[0][i] = 6 * from[0][i] + 4 * sum + far_sum;
        to[1][i] = 4 * difference + 2 * far_difference;
        to[2][i] = 4 * (sum + far_sum);
        to[3][i] = 4 * difference + 8 * far_difference + 24 * from[5][i];
    }
}

// Products of a tile to the sums of its sixteen squares. `matrix` is from one tap to the next.
inline void unmix_tile(const std::uint32_t* products, std::ptrdiff_t matrix, int tile,
                       std::int32_t* sums) {
    constexpr std::uint32_t kOneNinth = 954437177;
    static_assert(9 * kOneNinth == 1);
    static_assert(9 * (1 << kWinogradBits) == 24 * 24);
    alignas(64) std::uint32_t columns[kWinogradSide][kTileSide][kBlock];
    for (int c = 0; c < kWinogradSide; ++c) {
        const auto at = [&](int r) { return products + (r * kWinogradSide + c) * matrix; };
        auto& to = columns[c];
        unmix({at(0), at(1), at(2), at(3), at(4), at(5)}, {to[0], to[1], to[2], to[3]});
    }
    const int corner = tile / kTilesInRow * kTileSide * kSide + tile % kTilesInRow * kTileSide;
    for (int r = 0; r < kTileSide; ++r) {
        alignas(64) std::uint32_t row[kTileSide * kBlock];
        unmix({columns[0][r], columns[1][r], columns[2][r], columns[3][r], columns[4][r],
               columns[5][r]},
              {row, row + kBlock, row + 2 * kBlock, row + 3 * kBlock});
        std::int32_t* to = sums + (corner + r * kSide) * kBlock;
        for (int i = 0; i < kTileSide * kBlock; ++i)
            to[i] = static_cast<std::int32_t>(row[i] * kOneNinth) >> kWinogradBits;
    }
}

inline void unmix_board(const std::int32_t* products, int index, int boards, std::int32_t* sums) {
    const auto* from = reinterpret_cast<const std::uint32_t*>(products);
    const std::ptrdiff_t matrix = std::ptrdiff_t{boards} * kWinogradTiles * kBlock;
    for (int tile = 0; tile < kWinogradTiles; ++tile)
        unmix_tile(from + (index * kWinogradTiles + tile) * kBlock, matrix, tile, sums);
}

// A layer's weights are read once for all positions.
template <class Isa>
void winograd_block(const Convolution& c, int boards, int block) {
    const LayerNumbers part = block_of<Isa>(c.layer, block);
    const int rows = boards * kWinogradTiles;
    const std::ptrdiff_t row = part.groups * kGroupBytes;
    const auto* mixed = reinterpret_cast<const std::byte*>(c.mixed);
    for (std::ptrdiff_t tap = 0; tap < kWinogradTaps; ++tap)
        vector_sums<Isa>({mixed + tap * rows * row, row, 0,
                          part.weights + tap * part.groups * kWeightRow, rows, 1, part.groups},
                         c.products + tap * rows * kBlock);
    for (int position = 0; position < c.positions; ++position) {
        alignas(64) std::int32_t sums[kSquares * kBlock];
        unmix_board(c.products, position, boards, sums);
        if (c.input.fine) {
            alignas(64) std::int32_t low[kSquares * kBlock];
            unmix_board(c.products, c.positions + position, boards, low);
            add_low_sums(low, sums);
        }
        finish_block<Isa>(c, part, block, position, sums);
    }
}

template <class Isa>
void winograd_convolve(const Convolution& c) {
    const int boards = c.input.fine ? 2 * c.positions : c.positions;
    const int channels = c.layer.groups * kGroupBytes / static_cast<int>(sizeof(std::int16_t));
    for (int position = 0; position < c.positions; ++position) {
        const std::byte* board = c.input.first + position * c.input.board;
        mix_board(board, c.input.record, channels, position, boards, c.mixed);
        if (c.input.fine)
            mix_board(board + kRecords * c.input.record, c.input.record, channels,
                      c.positions + position, boards, c.mixed);
    }
    for (int block = 0; block < c.layer.blocks; ++block) winograd_block<Isa>(c, boards, block);
}

template <class Isa>
constexpr Kernel make_winograd_kernel(const char* name) {
    static_assert(sizeof(typename Isa::Small) == 1);
    return {name, 1, true, kGroupBytes, winograd_convolve<Isa>, multiply<Isa>, round_stream<Isa>};
}

}  // namespace

}  // namespace gajah
