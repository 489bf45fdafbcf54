// 3x3 convolutions with fewer products: Winograd's F(2x2, 3x3), in whole numbers.
//
// The board is cut into 16 tiles of 2 x 2 squares. Around each lie 4 x 4 activations; sums and
// differences of these make 16 numbers, the weights make 16 as well (network_pack.cpp), and each
// pair is multiplied once: 16 products for four squares instead of 36. Sums and differences of the
// products are the convolution, four times as large, so that everything stays whole and the result
// is the same to the last bit as the plain sum. The numbers need 16 bits, so this is for kernels
// whose activations are wide anyway.
#pragma once

#include "net/kernel_body.h"

namespace gajah::net {

namespace {

constexpr int kTileSide = 2;
constexpr int kTilesInRow = kSide / kTileSide;
static_assert(kWinogradTiles == kTilesInRow * kTilesInRow);

// The records around a tile, row by row; an empty one for squares beside the board.
inline void find_patch(const std::byte* board, std::ptrdiff_t record, int tile,
                       const std::int16_t* (&patch)[kWinogradSide][kWinogradSide]) {
    const int first_row = tile / kTilesInRow * kTileSide - 1;
    const int first_column = tile % kTilesInRow * kTileSide - 1;
    for (int r = 0; r < kWinogradSide; ++r)
        for (int c = 0; c < kWinogradSide; ++c) {
            const int column = first_column + c;
            // Before and after the board lies an empty row.
            const int place =
                column < 0 || column >= kSide ? 0 : (first_row + r + 1) * kSide + column;
            patch[r][c] = reinterpret_cast<const std::int16_t*>(board + place * record);
        }
}

// A block of channels for each of a patch's squares.
using Patch = std::int16_t[kWinogradSide][kWinogradSide][kBlock];

// What the four activations of a row or column of a patch become.
inline void mix(std::int16_t* a, std::int16_t* b, std::int16_t* c, std::int16_t* d) {
    for (int i = 0; i < kBlock; ++i) {
        const std::int16_t x[kWinogradSide] = {a[i], b[i], c[i], d[i]};
        a[i] = static_cast<std::int16_t>(x[0] - x[2]);
        b[i] = static_cast<std::int16_t>(x[1] + x[2]);
        c[i] = static_cast<std::int16_t>(x[2] - x[1]);
        d[i] = static_cast<std::int16_t>(x[1] - x[3]);
    }
}

// All of a board: 16 matrices, a row for each tile.
inline void mix_board(const std::byte* board, std::ptrdiff_t record, int channels,
                      std::int16_t* mixed) {
    for (int tile = 0; tile < kWinogradTiles; ++tile) {
        const std::int16_t* records[kWinogradSide][kWinogradSide];
        find_patch(board, record, tile, records);
        for (int first = 0; first < channels; first += kBlock) {
            alignas(64) Patch x;
            for (int r = 0; r < kWinogradSide; ++r) {
                for (int c = 0; c < kWinogradSide; ++c)
                    __builtin_memcpy(x[r][c], records[r][c] + first, sizeof x[r][c]);
                mix(x[r][0], x[r][1], x[r][2], x[r][3]);
            }
            for (int c = 0; c < kWinogradSide; ++c) {
                mix(x[0][c], x[1][c], x[2][c], x[3][c]);
                for (int r = 0; r < kWinogradSide; ++r)
                    __builtin_memcpy(
                        mixed + ((r * kWinogradSide + c) * kWinogradTiles + tile) * channels +
                            first,
                        x[r][c], sizeof x[r][c]);
            }
        }
    }
}

// Products of a tile to the sums of its four squares.
inline void unmix_tile(const std::int32_t* products, int tile, std::int32_t* sums) {
    constexpr int kMatrix = kWinogradTiles * kBlock;
    const int square = tile / kTilesInRow * kTileSide * kSide + tile % kTilesInRow * kTileSide;
    const std::int32_t* from = products + tile * kBlock;
    std::int32_t* to = sums + square * kBlock;
    for (int i = 0; i < kBlock; ++i) {
        // Unsigned, since a part of a sum may be too large for 32 bits where the whole is not.
        std::uint32_t rows[kTileSide][kWinogradSide];
        for (int c = 0; c < kWinogradSide; ++c) {
            const auto at = [&](int r) {
                return static_cast<std::uint32_t>(from[(r * kWinogradSide + c) * kMatrix + i]);
            };
            rows[0][c] = at(0) + at(1) + at(2);
            rows[1][c] = at(1) - at(2) - at(3);
        }
        for (int r = 0; r < kTileSide; ++r) {
            const auto& x = rows[r];
            std::int32_t* row = to + r * kSide * kBlock + i;
            row[0] = static_cast<std::int32_t>(x[0] + x[1] + x[2]) >> kWinogradBits;
            row[kBlock] = static_cast<std::int32_t>(x[1] - x[2] - x[3]) >> kWinogradBits;
        }
    }
}

template <class Isa>
void winograd_block(const Convolution& c, int block, int position) {
    const LayerNumbers part = block_of<Isa>(c.layer, block);
    alignas(64) std::int32_t products[kWinogradTaps * kWinogradTiles * kBlock];
    const std::ptrdiff_t row = part.groups * kGroupBytes;
    const auto* mixed = reinterpret_cast<const std::byte*>(c.mixed);
    for (int tap = 0; tap < kWinogradTaps; ++tap)
        vector_sums<Isa, std::int16_t>(
            {mixed + tap * kWinogradTiles * row, row, 0,
             part.weights + std::ptrdiff_t{tap} * part.groups * kWeightRow, kWinogradTiles, 1,
             part.groups},
            products + tap * kWinogradTiles * kBlock);
    alignas(64) std::int32_t sums[kSquares * kBlock];
    for (int tile = 0; tile < kWinogradTiles; ++tile) unmix_tile(products, tile, sums);
    finish_block<Isa>(c, part, block, position, sums);
}

template <class Isa>
void winograd_convolve(const Convolution& c) {
    for (int position = 0; position < c.positions; ++position) {
        mix_board(c.input.first + position * c.input.board, c.input.record,
                  c.layer.groups * kGroupBytes / static_cast<int>(sizeof(std::int16_t)), c.mixed);
        for (int block = 0; block < c.layer.blocks; ++block)
            winograd_block<Isa>(c, block, position);
    }
}

template <class Isa>
constexpr Kernel make_winograd_kernel(const char* name) {
    static_assert(sizeof(typename Isa::Small) == sizeof(std::int16_t));
    return {name,          sizeof(std::int16_t), true, kGroupBytes, winograd_convolve<Isa>,
            multiply<Isa>, round_stream<Isa>};
}

}  // namespace

}  // namespace gajah::net
