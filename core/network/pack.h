// A layer's numbers in the order that the kernels read them in.
#pragma once

#include "network/file.h"
#include "network/kernel.h"
#include "network/memory.h"

namespace gajah {

struct PackedLayer {
    AlignedArray<std::byte> weights;
    AlignedArray<float> scale;
    AlignedArray<float> bias;
    AlignedArray<float> steps;
    LayerNumbers numbers;  // points to the above
};

// Can the kernel keep all sums of this network in 32 bits? The portable one always can.
bool suits(const Kernel& kernel, const NetworkFile& file);

// How large things are for this network and kernel.
MemoryLayout layout_of(const NetworkShape& shape, const Kernel& kernel);

PackedLayer pack_convolution(const FileLayer<std::int8_t>& layer, const NetworkShape& shape,
                             const MemoryLayout& layout, const Kernel& kernel);
PackedLayer pack_heads(const NetworkFile& file, const MemoryLayout& layout);
PackedLayer pack_policy(const NetworkFile& file, const MemoryLayout& layout);
PackedLayer pack_hidden(const NetworkFile& file, const MemoryLayout& layout);

}  // namespace gajah
