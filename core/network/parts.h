// A network ready to run: its numbers packed for one kernel.
#pragma once

#include <vector>

#include "network/file.h"
#include "network/kernel.h"
#include "network/memory.h"
#include "network/pack.h"

namespace gajah {

// The first convolution. Its input is a few ones among zeros, so it is a sum of columns of the
// weights, in floats: exact enough for the layer that everything rests on.
class Stem {
public:
    explicit Stem(const NetworkFile& file, int channels);
    // The streams of n positions, ReLU applied.
    void run(const std::uint64_t* features, int n, float* stream) const;
    const float* steps() const { return steps_.data(); }

private:
    void run_one(const std::uint64_t* features, float* stream) const;
    void add_square(const float* weights, int square, float factor, float* stream) const;
    void add_plane(const float* weights, std::uint64_t squares, float* stream) const;

    int channels_;
    AlignedArray<float> weights_;  // plane, tap, channel
    AlignedArray<float> steps_;
    AlignedArray<float> empty_;  // steps left, square, channel: the answer to an empty board
};

class NetworkParts {
public:
    NetworkParts(const NetworkFile& file, const Kernel& kernel);

    const Kernel& kernel() const { return kernel_; }
    const NetworkShape& shape() const { return shape_; }
    const MemoryLayout& layout() const { return layout_; }

    // Positions to what the heads read, in memory.squares.
    void run_tower(const std::uint64_t* features, int n, NetworkMemory& memory) const;
    // From there to logits and values.
    void run_heads(int n, NetworkMemory& memory, float* logits, float* values) const;

private:
    // Boards in this memory, for the convolutions of a block.
    Boards boards(AlignedArray<std::byte>& memory, int block) const;
    // The value (0) or the logit of ending the turn (1).
    float scalar(int which, const float* hidden) const;

    const Kernel& kernel_;
    NetworkShape shape_;
    MemoryLayout layout_;
    Stem stem_;
    std::vector<PackedLayer> tower_;
    PackedLayer heads_;
    PackedLayer policy_;
    PackedLayer hidden_;
    FileLayer<float> scalars_;
};

}  // namespace gajah
