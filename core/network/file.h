// A network's file: whole numbers ready for the kernels, nothing that depends on a machine.
//
// All numbers are little-endian; floats are 32 bits. In this order:
//   8 bytes            "GAJAHNET"
//   u32                the version of the format
//   u32                the CRC-32 of all that follows
//   5 u32              blocks, channels, channels of the value head, its hidden units, and how
//                      many of the blocks, the last ones, take fine activations (kernel.h)
//   stem               float weights [plane][tap][channel], bias [channel]
//                      steps [channel]: quantisation steps in 1.0 of the stem's output
//   2 * blocks times   int8 weights [channel][tap][input channel], scale [channel], bias [channel];
//                      after a block's second convolution also steps [channel]
//   heads              int16 weights [channel][input channel], scale, bias
//   policy             int16 weights [direction][channel], scale, bias
//   hidden             int16 weights [unit][square][channel], scale, bias
//   scalars            float weights [2][unit], bias [2]: the value and the end of the turn
// Taps are the nine squares around, row by row from the one below left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gajah {

inline constexpr int kInputPlanes = 24;
inline constexpr int kTaps = 9;
inline constexpr int kPolicyOutputs = 4;  // a square: the four directions

struct NetworkShape {
    int blocks = 0;
    int channels = 0;
    int value_channels = 0;
    int value_hidden = 0;
    int fine_blocks = 0;
    int policy_channels() const { return channels - value_channels; }
};

template <class Weight>
struct FileLayer {
    std::vector<Weight> weights;
    std::vector<float> scale;
    std::vector<float> bias;
    std::vector<float> steps;  // empty where scale and bias already give steps or plain values
};

struct NetworkFile {
    NetworkShape shape;
    FileLayer<float> stem;
    std::vector<FileLayer<std::int8_t>> tower;
    FileLayer<std::int16_t> heads;
    FileLayer<std::int16_t> policy;
    FileLayer<std::int16_t> hidden;
    FileLayer<float> scalars;
};

// Throws std::invalid_argument with a plain sentence.
NetworkFile read_network(std::span<const std::byte> file);

}  // namespace gajah
