#include "network/pack.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <vector>

namespace gajah {

namespace {

int filled_up(int size, int multiple) { return (size + multiple - 1) / multiple * multiple; }

AlignedArray<float> in_blocks(const std::vector<float>& numbers, const std::vector<int>& places,
                              int blocks) {
    AlignedArray<float> filled(static_cast<std::size_t>(blocks) * kBlock);
    for (std::size_t i = 0; i < numbers.size(); ++i) filled.data()[places[i]] = numbers[i];
    return filled;
}

// Where a layer's numbers go. Its inputs lie in segments of `width` places; what has no place in
// the file stays zero.
struct Places {
    int segments;
    int width;
    std::vector<int> inputs;   // segment * width + place, for each input in the file's order
    std::vector<int> outputs;  // for each output in the file's order
    int blocks;
};

template <class Packed, class Weight>
PackedLayer pack(const FileLayer<Weight>& layer, const Places& places) {
    constexpr int kGroup = kGroupBytes / static_cast<int>(sizeof(Packed));
    const int all = places.segments * places.width;
    PackedLayer packed;
    packed.weights = AlignedArray<std::byte>(static_cast<std::size_t>(places.blocks) * kBlock *
                                             static_cast<std::size_t>(all) * sizeof(Packed));
    auto* weights = reinterpret_cast<Packed*>(packed.weights.data());
    std::size_t i = 0;
    for (const int out : places.outputs)
        for (const int in : places.inputs) {
            const int group = out / kBlock * (all / kGroup) + in / kGroup;
            const std::ptrdiff_t place = std::ptrdiff_t{group} * kBlock + out % kBlock;
            weights[place * kGroup + in % kGroup] = layer.weights[i++];
        }
    packed.scale = in_blocks(layer.scale, places.outputs, places.blocks);
    packed.bias = in_blocks(layer.bias, places.outputs, places.blocks);
    const bool has_steps = !layer.steps.empty();
    if (has_steps) packed.steps = in_blocks(layer.steps, places.outputs, places.blocks);
    packed.numbers = {packed.weights.data(), packed.scale.data(),
                      packed.bias.data(),    has_steps ? packed.steps.data() : nullptr,
                      places.segments,       places.width / kGroup,
                      places.blocks};
    return packed;
}

// What the three weights of a row or column become; kernel_winograd.h makes up for the factors that
// Winograd has here. The largest number after both rows and columns is 49 times a weight.
std::array<int, kWinogradSide> mix(int a, int b, int c) {
    return {a, a + b + c, a - b + c, a + 2 * b + 4 * c, a - 2 * b + 4 * c, c};
}

// The numbers that kernel_winograd.h multiplies with, in the order of a layer with 36 taps.
FileLayer<std::int16_t> mix_weights(const FileLayer<std::int8_t>& layer, int channels) {
    FileLayer<std::int16_t> mixed{{}, layer.scale, layer.bias, layer.steps};
    const auto width = static_cast<std::size_t>(channels);
    mixed.weights.resize(width * kWinogradTaps * width);
    for (std::size_t out = 0; out < width; ++out)
        for (std::size_t in = 0; in < width; ++in) {
            const auto tap = [&](std::size_t i) {
                return int{layer.weights[(out * kTaps + i) * width + in]};
            };
            std::array<std::array<int, kWinogradSide>, 3> rows;
            for (std::size_t r = 0; r < 3; ++r)
                rows[r] = mix(tap(3 * r), tap(3 * r + 1), tap(3 * r + 2));
            for (std::size_t c = 0; c < kWinogradSide; ++c) {
                const auto column = mix(rows[0][c], rows[1][c], rows[2][c]);
                for (std::size_t r = 0; r < kWinogradSide; ++r)
                    mixed.weights[(out * kWinogradTaps + r * kWinogradSide + c) * width + in] =
                        static_cast<std::int16_t>(column[r]);
            }
        }
    return mixed;
}

// How far from zero a sum can be with activations of 8 bits.
std::int64_t largest_sum(const std::vector<std::int8_t>& weights, int channels) {
    std::int64_t largest = 0;
    const auto of_output = std::ptrdiff_t{kTaps} * channels;
    for (auto first = weights.begin(); first != weights.end(); first += of_output) {
        std::int64_t sum = 0;
        for (auto w = first; w != first + of_output; ++w) sum += std::abs(int{*w});
        largest = std::max(largest, sum);
    }
    return largest * static_cast<std::int64_t>(kCoarseLimit);
}

std::vector<int> in_a_row(int count) {
    std::vector<int> places;
    for (int i = 0; i < count; ++i) places.push_back(i);
    return places;
}

}  // namespace

bool suits(const Kernel& kernel, const NetworkFile& file) {
    if (!kernel.winograd) return true;
    constexpr auto kMost = std::numeric_limits<std::int32_t>::max() >> kWinogradBits;
    return std::all_of(file.tower.begin(), file.tower.end(), [&](const auto& layer) {
        return largest_sum(layer.weights, file.shape.channels) <= kMost;
    });
}

MemoryLayout layout_of(const NetworkShape& shape, const Kernel& kernel) {
    MemoryLayout layout;
    layout.channels = filled_up(shape.channels, kBlock);
    const int squares_in_record = kernel.winograd ? 1 : 3;
    layout.record = filled_up(squares_in_record * layout.channels * kernel.activation_bytes,
                              kernel.record_multiple);
    const bool low_bits_apart = shape.fine_blocks > 0 && kernel.activation_bytes == 1;
    const int boards = low_bits_apart ? 2 : 1;
    layout.board = boards * kRecords * layout.record;
    if (kernel.winograd) layout.winograd_rows = boards * kWinogradTaps * kWinogradTiles;
    layout.policy_channels = filled_up(shape.policy_channels(), kBlock);
    layout.value_channels = filled_up(shape.value_channels, kBlock);
    layout.hidden = filled_up(shape.value_hidden, kBlock);
    return layout;
}

PackedLayer pack_convolution(const FileLayer<std::int8_t>& layer, const NetworkShape& shape,
                             const MemoryLayout& layout, const Kernel& kernel) {
    if (kernel.winograd) {
        Places places{
            kWinogradTaps, layout.channels, {}, in_a_row(shape.channels), layout.channels / kBlock};
        for (int tap = 0; tap < kWinogradTaps; ++tap)
            for (int in = 0; in < shape.channels; ++in)
                places.inputs.push_back(tap * layout.channels + in);
        return pack<std::int16_t>(mix_weights(layer, shape.channels), places);
    }
    // A record holds the square itself, its left and its right neighbour; taps go left to right.
    constexpr int kPartOfTap[3] = {1, 0, 2};
    const int width = layout.record / kernel.activation_bytes;
    Places places{3, width, {}, in_a_row(shape.channels), layout.channels / kBlock};
    for (int tap = 0; tap < kTaps; ++tap)
        for (int in = 0; in < shape.channels; ++in)
            places.inputs.push_back(tap / 3 * width + kPartOfTap[tap % 3] * layout.channels + in);
    return kernel.activation_bytes == 1 ? pack<std::int8_t>(layer, places)
                                        : pack<std::int16_t>(layer, places);
}

PackedLayer pack_heads(const NetworkFile& file, const MemoryLayout& layout) {
    Places places{
        1, layout.channels, in_a_row(file.shape.channels), {}, layout.heads_channels() / kBlock};
    places.outputs = in_a_row(file.shape.policy_channels());
    for (int i = 0; i < file.shape.value_channels; ++i)
        places.outputs.push_back(layout.policy_channels + i);
    return pack<std::int16_t>(file.heads, places);
}

PackedLayer pack_policy(const NetworkFile& file, const MemoryLayout& layout) {
    return pack<std::int16_t>(file.policy,
                              {1, layout.policy_channels, in_a_row(file.shape.policy_channels()),
                               in_a_row(kPolicyOutputs), 1});
}

PackedLayer pack_hidden(const NetworkFile& file, const MemoryLayout& layout) {
    Places places{kSquares,
                  layout.value_channels,
                  {},
                  in_a_row(file.shape.value_hidden),
                  layout.hidden / kBlock};
    for (int square = 0; square < kSquares; ++square)
        for (int in = 0; in < file.shape.value_channels; ++in)
            places.inputs.push_back(square * layout.value_channels + in);
    return pack<std::int16_t>(file.hidden, places);
}

}  // namespace gajah
