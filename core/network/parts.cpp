#include "network/parts.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "network/action.h"
#include "network/features.h"

namespace gajah {

namespace {

// The planes behind the sixteen of pieces and marks.
constexpr int kMarkPlanes = 16;
constexpr int kStepsPlanes = 4;
constexpr int kStepsLeft = kStepsPlanes + 1;  // none are left while a side sets up

float fixed_plane(int plane, int square) {
    const int row = square / kSide;
    const int column = square % kSide;
    const bool is_trap = (row == 2 || row == 5) && (column == 2 || column == 5);
    switch (plane) {
        case 0: return is_trap ? 1.0F : 0.0F;
        case 1: return static_cast<float>(row) / 7.0F;                      // how far up
        case 2: return std::abs(static_cast<float>(column) - 3.5F) / 3.5F;  // how near a side
        default: return 1.0F;
    }
}

constexpr int kFixedPlanes = kInputPlanes - kMarkPlanes - kStepsPlanes;

// Calls visit(tap, square) for each square whose sum a square's input goes into.
template <class Visit>
void each_tap(int square, Visit&& visit) {
    const int row = square / kSide;
    const int column = square % kSide;
    for (int tap = 0; tap < kTaps; ++tap) {
        const int r = row - (tap / 3 - 1);
        const int c = column - (tap % 3 - 1);
        if (r >= 0 && r < kSide && c >= 0 && c < kSide) visit(tap, r * kSide + c);
    }
}

// tanh(x / 2) from additions, multiplications and one division alone, so that every machine
// computes the same; the standard library's functions differ in their last bits.
float half_tanh(float x) {
    constexpr double kLog2E = 1.4426950408889634;
    constexpr double kFarEnough = 40.0;  // there it is 1 in every digit
    // The other way round a sum that is not a number, of a file of huge ones, would pass.
    const double away = std::abs(x) < kFarEnough ? std::abs(static_cast<double>(x)) : kFarEnough;
    // e^-away = 2^-whole * e^-rest with a small rest.
    const double whole = std::floor(away * kLog2E + 0.5);
    const double rest = whole / kLog2E - away;
    double power = 1.0;
    for (int i = 12; i >= 1; --i) power = 1.0 + power * rest / i;
    power = std::ldexp(power, -static_cast<int>(whole));
    const auto result = static_cast<float>((1.0 - power) / (1.0 + power));
    return x < 0.0F ? -result : result;
}

}  // namespace

void NetworkMemory::prepare(const MemoryLayout& wanted, int wanted_positions) {
    if (layout == wanted && positions >= wanted_positions) return;
    layout = wanted;
    positions = wanted_positions;
    const auto n = static_cast<std::size_t>(positions);
    const auto squares_of = [n](int width) {
        return n * kSquares * static_cast<std::size_t>(width);
    };
    records = AlignedArray<std::byte>(n * static_cast<std::size_t>(layout.board));
    inner_records = AlignedArray<std::byte>(n * static_cast<std::size_t>(layout.board));
    const auto rows = n * static_cast<std::size_t>(layout.winograd_rows);
    mixed = AlignedArray<std::int16_t>(rows * static_cast<std::size_t>(layout.channels));
    products = AlignedArray<std::int32_t>(rows * kBlock);
    stream = AlignedArray<float>(squares_of(layout.channels));
    squares = AlignedArray<std::int16_t>(squares_of(layout.channels));
    heads = AlignedArray<std::int16_t>(squares_of(layout.heads_channels()));
    policy = AlignedArray<float>(squares_of(kBlock));
    hidden = AlignedArray<float>(n * static_cast<std::size_t>(layout.hidden));
}

Stem::Stem(const NetworkFile& file, int channels)
    : channels_(channels),
      weights_(static_cast<std::size_t>(kInputPlanes * kTaps * channels)),
      steps_(static_cast<std::size_t>(channels)),
      empty_(static_cast<std::size_t>(kStepsLeft * kSquares * channels)) {
    const int given = file.shape.channels;
    for (int i = 0; i < kInputPlanes * kTaps; ++i)
        std::copy_n(file.stem.weights.begin() + i * given, given, weights_.data() + i * channels);
    std::copy_n(file.stem.steps.begin(), given, steps_.data());
    for (int steps = 0; steps < kStepsLeft; ++steps) {
        float* answer = empty_.data() + steps * kSquares * channels;
        for (int square = 0; square < kSquares; ++square)
            std::copy_n(file.stem.bias.begin(), given, answer + square * channels);
        const float* planes = weights_.data() + kMarkPlanes * kTaps * channels;
        if (steps > 0)
            add_plane(planes + (steps - 1) * kTaps * channels, ~std::uint64_t{0}, answer);
        for (int plane = 0; plane < kFixedPlanes; ++plane)
            for (int square = 0; square < kSquares; ++square)
                add_square(planes + (kStepsPlanes + plane) * kTaps * channels, square,
                           fixed_plane(plane, square), answer);
    }
}

void Stem::add_square(const float* weights, int square, float factor, float* stream) const {
    each_tap(square, [&](int tap, int to) {
        const float* from = weights + tap * channels_;
        float* sums = stream + to * channels_;
        for (int c = 0; c < channels_; ++c) sums[c] += from[c] * factor;
    });
}

void Stem::add_plane(const float* weights, std::uint64_t squares, float* stream) const {
    for (; squares; squares &= squares - 1)
        each_tap(std::countr_zero(squares), [&](int tap, int to) {
            const float* from = weights + tap * channels_;
            float* sums = stream + to * channels_;
            for (int c = 0; c < channels_; ++c) sums[c] += from[c];
        });
}

void Stem::run_one(const std::uint64_t* features, float* stream) const {
    const auto steps_left = std::min<std::uint64_t>(features[kMarkPlanes], kStepsPlanes);
    const int all = kSquares * channels_;
    std::copy_n(empty_.data() + static_cast<std::ptrdiff_t>(steps_left) * all, all, stream);
    for (int plane = 0; plane < kMarkPlanes; ++plane)
        add_plane(weights_.data() + plane * kTaps * channels_, features[plane], stream);
    for (int i = 0; i < all; ++i) stream[i] = stream[i] > 0.0F ? stream[i] : 0.0F;
}

void Stem::run(const std::uint64_t* features, int n, float* stream) const {
    for (int i = 0; i < n; ++i)
        run_one(features + i * static_cast<std::ptrdiff_t>(kFeatureWords),
                stream + std::ptrdiff_t{i} * kSquares * channels_);
}

NetworkParts::NetworkParts(const NetworkFile& file, const Kernel& kernel)
    : kernel_(kernel),
      shape_(file.shape),
      layout_(layout_of(file.shape, kernel)),
      stem_(file, layout_.channels),
      heads_(pack_heads(file, layout_)),
      policy_(pack_policy(file, layout_)),
      hidden_(pack_hidden(file, layout_)),
      scalars_(file.scalars) {
    for (const FileLayer<std::int8_t>& layer : file.tower)
        tower_.push_back(pack_convolution(layer, shape_, layout_, kernel_));
}

Boards NetworkParts::boards(AlignedArray<std::byte>& memory, int block) const {
    const bool fine = block >= shape_.blocks - shape_.fine_blocks;
    return {memory.data(), layout_.record, layout_.board, fine};
}

void NetworkParts::run_tower(const std::uint64_t* features, int n, NetworkMemory& memory) const {
    float* stream = memory.stream.data();
    stem_.run(features, n, stream);
    kernel_.round({stream, stem_.steps(), layout_.channels / kBlock, n, boards(memory.records, 0)});
    for (int block = 0; block < shape_.blocks; ++block) {
        const auto i = static_cast<std::size_t>(2 * block);
        const Boards inner = boards(memory.inner_records, block);
        Convolution first{.layer = tower_[i].numbers,
                          .positions = n,
                          .input = boards(memory.records, block),
                          .output = inner,
                          .mixed = memory.mixed.data(),
                          .products = memory.products.data()};
        kernel_.convolve(first);
        Convolution second{.layer = tower_[i + 1].numbers,
                           .positions = n,
                           .input = inner,
                           .stream = stream,
                           .mixed = memory.mixed.data(),
                           .products = memory.products.data()};
        if (block + 1 < shape_.blocks)
            second.output = boards(memory.records, block + 1);
        else
            second.squares = memory.squares.data();
        kernel_.convolve(second);
    }
}

void NetworkParts::run_heads(int n, NetworkMemory& memory, float* logits, float* values) const {
    constexpr auto kWide = static_cast<std::ptrdiff_t>(sizeof(std::int16_t));
    const int width = layout_.heads_channels();
    Dense heads{heads_.numbers, n * kSquares, memory.squares.data(), layout_.channels * kWide, 0};
    heads.steps = memory.heads.data();
    kernel_.multiply(heads);
    Dense policy{policy_.numbers, n * kSquares, memory.heads.data(), width * kWide, 0};
    policy.values = memory.policy.data();
    kernel_.multiply(policy);
    Dense hidden{hidden_.numbers, n, memory.heads.data() + layout_.policy_channels,
                 kSquares * width * kWide, width * kWide};
    hidden.values = memory.hidden.data();
    kernel_.multiply(hidden);
    for (int i = 0; i < n; ++i) {
        float* row = logits + std::ptrdiff_t{i} * kActions;
        const float* steps = memory.policy.data() + std::ptrdiff_t{i} * kSquares * kBlock;
        for (int square = 0; square < kSquares; ++square)
            std::copy_n(steps + square * kBlock, kPolicyOutputs, row + square * kPolicyOutputs);
        const float* units = memory.hidden.data() + std::ptrdiff_t{i} * layout_.hidden;
        values[i] = half_tanh(scalar(0, units));
        row[kEndTurn] = scalar(1, units);
    }
}

float NetworkParts::scalar(int which, const float* hidden) const {
    const int units = shape_.value_hidden;
    const float* weights = scalars_.weights.data() + which * units;
    float sum = scalars_.bias[static_cast<std::size_t>(which)];
    for (int i = 0; i < units; ++i) sum += weights[i] * (hidden[i] > 0.0F ? hidden[i] : 0.0F);
    return sum;
}

}  // namespace gajah
