// The arithmetic of the network, once for each set of vector instructions.
//
// A kernel multiplies small integers and rounds the sums to the next layer's small integers. Every
// kernel gives the same bits: sums of integers do not depend on their order, and what follows is
// the same few float operations for each number (docs/inference.md).
//
// A board lies in memory as records, one for each square: the channels of the square itself, those
// of the square to its left and those of the square to its right, filled up with zeros to what the
// kernel takes at a time. So a 3x3 convolution is a product of matrices as it stands: 64
// rows, and three segments of one record each (the board's row below, the same, the one above).
// An empty row of records lies before and after the board. Kernels that multiply by Winograd's
// method (kernel_winograd.h) read the neighbours for themselves: their records hold the square
// alone.
//
// Activations have 8 bits, those of the last blocks 12. Narrow kernels keep the four low bits of
// the latter in a second board of records behind the first, and multiply both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace gajah {

inline constexpr int kSquares = 64;
inline constexpr int kSide = 8;
inline constexpr int kRecords = kSquares + 2 * kSide;
// Output channels computed together; channels in memory are filled up to a multiple of it.
inline constexpr int kBlock = 32;
// Input channels that lie side by side and are multiplied together.
inline constexpr int kGroupBytes = 4;
// Activations are rounded to whole steps, from 0 to one of these.
inline constexpr float kCoarseLimit = 255.0F;
inline constexpr float kFineLimit = 4095.0F;
inline constexpr int kLowBits = 4;  // which fine activations have and coarse ones have not
// Winograd's method makes 6 x 6 numbers of a tile's activations and of a channel's weights, and
// sums that are shifted down by kWinogradBits at the end.
inline constexpr int kWinogradSide = 6;
inline constexpr int kWinogradBits = 6;
inline constexpr int kWinogradTaps = kWinogradSide * kWinogradSide;
inline constexpr int kWinogradTiles = 4;  // of a board

// A layer's numbers, each array filled up to whole blocks. Activations and weights are multiplied
// by groups of four bytes: four narrow ones (8 bits) or two wide ones (16 bits). Weights lie in the
// order block, segment, group, output channel of the block, place in the group.
struct LayerNumbers {
    const std::byte* weights = nullptr;
    const float* scale = nullptr;  // a sum times scale plus bias is the layer's output
    const float* bias = nullptr;
    const float* steps = nullptr;  // how many steps 1.0 has; nothing: scale and bias give steps
    int segments = 1;
    int groups = 0;  // in a segment
    int blocks = 0;  // of output channels
};

// Boards of kRecords records, one after the other.
struct Boards {
    std::byte* first = nullptr;
    std::ptrdiff_t record = 0;  // bytes
    std::ptrdiff_t board = 0;   // bytes from one board to the next
    bool fine = false;
};

// A 3x3 convolution.
struct Convolution {
    LayerNumbers layer;
    int positions = 0;
    Boards input;
    float* stream = nullptr;           // added to the output and replaced by it; or nothing
    Boards output{};                   // the output's steps, or
    std::int16_t* squares = nullptr;   // fine ones, a row of channels for each square
    std::int16_t* mixed = nullptr;     // room for what Winograd's method makes of the boards
    std::int32_t* products = nullptr;  // room for those of a block of channels with the weights
};

// The product of wide activations with a layer's weights.
struct Dense {
    LayerNumbers layer;
    int rows = 0;
    const std::int16_t* input = nullptr;
    std::ptrdiff_t row_stride = 0;      // bytes
    std::ptrdiff_t segment_stride = 0;  // bytes
    std::int16_t* steps = nullptr;      // output: rows of steps up to kFineLimit, or
    float* values = nullptr;            // rows of the values themselves
};

// The steps of what the stream holds.
struct Rounding {
    const float* stream = nullptr;
    const float* steps = nullptr;
    int blocks = 0;
    int positions = 0;
    Boards output;
};

struct Kernel {
    const char* name;
    int activation_bytes;  // in the tower: 1, narrow, or 2, wide
    bool winograd;         // convolves by Winograd's method
    int record_multiple;   // bytes of a record that are taken at a time
    void (*convolve)(const Convolution&);
    void (*multiply)(const Dense&);
    void (*round)(const Rounding&);
};

// What was compiled in; nothing on other processors or with older compilers.
const Kernel* amx_kernel();
const Kernel* avx512_kernel();
const Kernel* avx_vnni_kernel();
const Kernel* avx2_kernel();
const Kernel* winograd_kernel();
const Kernel* portable_kernel();

// Those that run on this machine, the fastest first; the last is the portable one.
std::span<const Kernel* const> kernels();

}  // namespace gajah
