// What all kernels share, to be compiled once for each instruction set. An instruction set is a
// type in the including file's unnamed namespace, so that no two files share a function:
//
//   Small                       the tower's activations: std::uint8_t or std::int16_t
//   Vector                      a register of activations or weights
//   Sums, kLanes                kLanes 32-bit sums
//   kRows, kVectors             rows, and registers of each, that are summed together
//   zero, store                 of sums
//   load, spread                spread fills a register with one group of activations
//   dot                         adds to each sum the products of a group, two pairs of 16 bits
//   convolve_sums               64 rows of a convolution; vector_sums does it, or tiles; not needed
//                               for Winograd's method
//
// Nothing of the standard library is called here: an inline function of it would be compiled with
// these instructions too, and the linker might pick that copy for the whole program.
#pragma once

#include "network/kernel.h"

namespace gajah {

// Rows of activations times a block of weights; strides in bytes.
struct Product {
    const std::byte* input;
    std::ptrdiff_t row_stride;
    std::ptrdiff_t segment_stride;
    const std::byte* weights;
    int rows;
    int segments;
    int groups;
};

namespace {

constexpr int kWeightRow = kBlock * kGroupBytes;  // one group of all channels of a block

// Some rows of wide activations times some channels of the block.
template <class Isa, int kRows>
void vector_rows(const Product& p, int row, int first, std::int32_t* sums) {
    constexpr int kVectors = Isa::kVectors;
    typename Isa::Sums sum[kRows][kVectors];
    for (auto& of_row : sum)
        for (auto& s : of_row) s = Isa::zero();
    const std::byte* weights = p.weights + std::ptrdiff_t{first} * kGroupBytes;
    for (int segment = 0; segment < p.segments; ++segment) {
        const std::byte* input[kRows];
        for (int r = 0; r < kRows; ++r)
            input[r] = p.input + (row + r) * p.row_stride + segment * p.segment_stride;
        for (std::ptrdiff_t g = 0; g < p.groups; ++g) {
            typename Isa::Vector x[kRows];
            for (int r = 0; r < kRows; ++r) x[r] = Isa::spread(input[r] + g * kGroupBytes);
            for (int v = 0; v < kVectors; ++v) {
                const auto w = Isa::load(weights + g * kWeightRow + v * Isa::kLanes * kGroupBytes);
                for (int r = 0; r < kRows; ++r) sum[r][v] = Isa::dot(sum[r][v], x[r], w);
            }
        }
        weights += std::ptrdiff_t{p.groups} * kWeightRow;
    }
    for (int r = 0; r < kRows; ++r)
        for (int v = 0; v < kVectors; ++v)
            Isa::store(sums + (row + r) * kBlock + first + v * Isa::kLanes, sum[r][v]);
}

// Rows from one on: as many at a time as there are registers for, then half as many.
template <class Isa, int kRows>
void vector_rows_from(const Product& p, int row, int first, std::int32_t* sums) {
    for (; row + kRows <= p.rows; row += kRows) vector_rows<Isa, kRows>(p, row, first, sums);
    if constexpr (kRows > 1) vector_rows_from<Isa, kRows / 2>(p, row, first, sums);
}

template <class Isa>
void vector_sums(const Product& p, std::int32_t* sums) {
    for (int first = 0; first < kBlock; first += Isa::kVectors * Isa::kLanes)
        vector_rows_from<Isa, Isa::kRows>(p, 0, first, sums);
}

// The numbers of one block of a layer.
template <class Isa>
LayerNumbers block_of(const LayerNumbers& layer, int block) {
    LayerNumbers part = layer;
    part.weights += std::ptrdiff_t{block} * layer.segments * layer.groups * kWeightRow;
    part.scale += block * kBlock;
    part.bias += block * kBlock;
    if (layer.steps) part.steps += block * kBlock;
    return part;
}

// Whole steps, halves up. NaN, which only a senseless network makes, becomes 0.
template <class Isa, class Step>
void to_steps(const float* x, float limit, Step* out) {
    // Four loops, since compilers use vectors for each of them and see branches in a single one.
    alignas(64) float y[kBlock];
    alignas(64) std::int32_t whole[kBlock];
    for (int i = 0; i < kBlock; ++i) y[i] = x[i] > 0.0F ? x[i] : 0.0F;
    for (int i = 0; i < kBlock; ++i) y[i] = y[i] < limit ? y[i] : limit;
    for (int i = 0; i < kBlock; ++i) whole[i] = static_cast<std::int32_t>(y[i] + 0.5F);
    for (int i = 0; i < kBlock; ++i) out[i] = static_cast<Step>(whole[i]);
}

// Sums to values: the layer's output, ReLU left to the caller.
template <class Isa>
void to_values(const std::int32_t* sums, const LayerNumbers& part, float* x) {
    for (int i = 0; i < kBlock; ++i)
        x[i] = static_cast<float>(sums[i]) * part.scale[i] + part.bias[i];
}

// The end of a block: the way around it, ReLU, and the new stream in steps.
template <class Isa>
void through_stream(const float* steps, float* stream, float* x) {
    for (int i = 0; i < kBlock; ++i) {
        const float y = x[i] + stream[i];
        stream[i] = y > 0.0F ? y : 0.0F;
        x[i] = stream[i] * steps[i];
    }
}

// Writes a block of channels to a square's record and to those of its neighbours.
template <class Isa>
void to_record(const typename Isa::Small* steps, int column, std::ptrdiff_t part, const Boards& to,
               std::byte* own) {
    constexpr std::size_t kBytes = kBlock * sizeof *steps;
    const std::ptrdiff_t record = to.record;
    __builtin_memcpy(own, steps, kBytes);
    if (record == part) return;  // it holds the square alone
    if (column + 1 < kSide) __builtin_memcpy(own + record + part, steps, kBytes);
    if (column > 0) __builtin_memcpy(own - record + 2 * part, steps, kBytes);
}

// The same for values in steps, high and low bits apart where Small holds only 8 of them.
template <class Isa>
void to_boards(const float* x, int position, int square, int block, int blocks, const Boards& to) {
    using Small = typename Isa::Small;
    constexpr std::ptrdiff_t kBytes = kBlock * sizeof(Small);
    const std::ptrdiff_t part = blocks * kBytes;
    const int column = square % kSide;
    std::byte* own = to.first + position * to.board + (kSide + square) * to.record + block * kBytes;
    Small steps[kBlock];
    if (sizeof(Small) == 1 && to.fine) {
        std::int16_t both[kBlock];
        Small low[kBlock];
        to_steps<Isa>(x, kFineLimit, both);
        for (int i = 0; i < kBlock; ++i) {
            steps[i] = static_cast<Small>(both[i] >> kLowBits);
            low[i] = static_cast<Small>(both[i] & ((1 << kLowBits) - 1));
        }
        to_record<Isa>(low, column, part, to, own + kRecords * to.record);
    } else {
        to_steps<Isa>(x, to.fine ? kFineLimit : kCoarseLimit, steps);
    }
    to_record<Isa>(steps, column, part, to, own);
}

// Sums with fine activations from those with their high and with their low bits.
inline void add_low_sums(const std::int32_t* low, std::int32_t* sums) {
    for (int i = 0; i < kSquares * kBlock; ++i) sums[i] = sums[i] * (1 << kLowBits) + low[i];
}

// The sums of a block of channels for all squares of a position.
template <class Isa>
void board_sums(const LayerNumbers& part, const std::byte* board, const Boards& input,
                std::int32_t* sums) {
    Product p{board,    input.record,  kSide * input.record, part.weights,
              kSquares, part.segments, part.groups};
    Isa::convolve_sums(p, sums);
    if (sizeof(typename Isa::Small) == 2 || !input.fine) return;
    alignas(64) std::int32_t low[kSquares * kBlock];
    p.input += kRecords * input.record;
    Isa::convolve_sums(p, low);
    add_low_sums(low, sums);
}

// From the sums of a block of channels to the next layer's activations.
template <class Isa>
void finish_block(const Convolution& c, const LayerNumbers& part, int block, int position,
                  const std::int32_t* sums) {
    const int blocks = c.layer.blocks;
    for (int square = 0; square < kSquares; ++square) {
        alignas(64) float x[kBlock];
        to_values<Isa>(sums + square * kBlock, part, x);
        const std::ptrdiff_t place =
            ((std::ptrdiff_t{position} * kSquares + square) * blocks + block) * kBlock;
        if (c.stream) through_stream<Isa>(part.steps, c.stream + place, x);
        if (c.squares)
            to_steps<Isa>(x, kFineLimit, c.squares + place);
        else
            to_boards<Isa>(x, position, square, block, blocks, c.output);
    }
}

template <class Isa>
void convolve_block(const Convolution& c, int block, int position) {
    const LayerNumbers part = block_of<Isa>(c.layer, block);
    alignas(64) std::int32_t sums[kSquares * kBlock];
    board_sums<Isa>(part, c.input.first + position * c.input.board, c.input, sums);
    finish_block<Isa>(c, part, block, position, sums);
}

template <class Isa>
void convolve(const Convolution& c) {
    for (int block = 0; block < c.layer.blocks; ++block)
        for (int position = 0; position < c.positions; ++position)
            convolve_block<Isa>(c, block, position);
}

template <class Isa>
void multiply_block(const Dense& d, int block, int row, int rows) {
    const LayerNumbers part = block_of<Isa>(d.layer, block);
    const int channels = d.layer.blocks * kBlock;
    alignas(64) std::int32_t sums[kSquares * kBlock];
    const auto* input = reinterpret_cast<const std::byte*>(d.input) + row * d.row_stride;
    vector_sums<Isa>(
        {input, d.row_stride, d.segment_stride, part.weights, rows, part.segments, part.groups},
        sums);
    for (int r = 0; r < rows; ++r) {
        alignas(64) float x[kBlock];
        to_values<Isa>(sums + r * kBlock, part, x);
        const std::ptrdiff_t place = std::ptrdiff_t{row + r} * channels + block * kBlock;
        if (d.steps)
            to_steps<Isa>(x, kFineLimit, d.steps + place);
        else
            __builtin_memcpy(d.values + place, x, sizeof x);
    }
}

template <class Isa>
void multiply(const Dense& d) {
    for (int block = 0; block < d.layer.blocks; ++block)
        for (int row = 0; row < d.rows; row += kSquares)
            multiply_block<Isa>(d, block, row, d.rows - row < kSquares ? d.rows - row : kSquares);
}

template <class Isa>
void round_stream(const Rounding& r) {
    const float* stream = r.stream;
    for (int position = 0; position < r.positions; ++position)
        for (int square = 0; square < kSquares; ++square)
            for (int block = 0; block < r.blocks; ++block, stream += kBlock) {
                alignas(64) float x[kBlock];
                for (int i = 0; i < kBlock; ++i) x[i] = stream[i] * r.steps[block * kBlock + i];
                to_boards<Isa>(x, position, square, block, r.blocks, r.output);
            }
}

template <class Isa>
constexpr Kernel make_kernel(const char* name) {
    return {name,
            sizeof(typename Isa::Small),
            false,
            kGroupBytes,
            convolve<Isa>,
            multiply<Isa>,
            round_stream<Isa>};
}

}  // namespace

}  // namespace gajah
