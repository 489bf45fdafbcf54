#include "network/file.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

#include "network/kernel.h"

namespace gajah {

namespace {

constexpr std::string_view kMagic = "GAJAHNET";
constexpr std::uint32_t kVersion = 1;
// Far above what a processor can run in useful time; keeps every size and sum within 31 bits.
constexpr std::uint32_t kMostBlocks = 64;
constexpr std::uint32_t kMostChannels = 512;
constexpr std::uint32_t kMostHidden = 1024;

std::uint32_t crc32(std::span<const std::byte> bytes) {
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t c = i;
            for (int bit = 0; bit < 8; ++bit) c = c & 1 ? 0xEDB88320U ^ (c >> 1) : c >> 1;
            table[i] = c;
        }
        return table;
    }();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const std::byte b : bytes)
        crc = kTable[(crc ^ static_cast<std::uint32_t>(b)) & 0xFF] ^ (crc >> 8);
    return ~crc;
}

class Reader {
public:
    explicit Reader(std::span<const std::byte> file) : rest_(file) {}

    std::span<const std::byte> bytes(std::size_t count) {
        if (count > rest_.size()) throw std::invalid_argument("the network's file ends too early");
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }
    std::uint32_t word() { return array<std::uint32_t>(1)[0]; }
    template <class T>
    std::vector<T> array(std::size_t count) {
        static_assert(std::endian::native == std::endian::little, "numbers are read as they lie");
        const auto from = bytes(count * sizeof(T));
        std::vector<T> numbers(count);
        std::memcpy(numbers.data(), from.data(), from.size());
        return numbers;
    }
    std::vector<float> floats(std::size_t count) {
        std::vector<float> numbers = array<float>(count);
        for (const float x : numbers)
            if (!std::isfinite(x))
                throw std::invalid_argument("the network's file holds a number that is not finite");
        return numbers;
    }
    std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

int take_size(Reader& reader, std::uint32_t least, std::uint32_t most, const char* what) {
    const std::uint32_t size = reader.word();
    if (size < least || size > most)
        throw std::invalid_argument("the network's file has an impossible number of " +
                                    std::string(what) + ": " + std::to_string(size));
    return static_cast<int>(size);
}

NetworkShape take_shape(Reader& reader) {
    NetworkShape shape;
    shape.blocks = take_size(reader, 1, kMostBlocks, "blocks");
    shape.channels = take_size(reader, 1, kMostChannels, "channels");
    shape.value_channels = take_size(reader, 1, kMostChannels, "value channels");
    shape.value_hidden = take_size(reader, 1, kMostHidden, "hidden units");
    shape.fine_blocks =
        take_size(reader, 0, static_cast<std::uint32_t>(shape.blocks), "fine blocks");
    if (shape.value_channels >= shape.channels)
        throw std::invalid_argument("the network's file leaves the policy no channels");
    return shape;
}

// Sums are kept in 32 bits: no input may take one beyond them.
template <class Weight>
void check_sums(const std::vector<Weight>& weights, std::size_t inputs) {
    for (std::size_t begin = 0; begin < weights.size(); begin += inputs) {
        std::int64_t largest = 0;
        for (std::size_t i = 0; i < inputs; ++i) largest += std::abs(int{weights[begin + i]});
        if (largest * static_cast<std::int64_t>(kFineLimit) >
            std::numeric_limits<std::int32_t>::max())
            throw std::invalid_argument("the network's file holds weights that are too large");
    }
}

template <class Weight>
FileLayer<Weight> take_layer(Reader& reader, std::size_t inputs, std::size_t outputs) {
    FileLayer<Weight> layer;
    layer.weights = reader.array<Weight>(inputs * outputs);
    check_sums(layer.weights, inputs);
    layer.scale = reader.floats(outputs);
    layer.bias = reader.floats(outputs);
    return layer;
}

}  // namespace

NetworkFile read_network(std::span<const std::byte> file) {
    Reader reader(file);
    if (file.size() < kMagic.size() ||
        std::memcmp(reader.bytes(kMagic.size()).data(), kMagic.data(), kMagic.size()) != 0)
        throw std::invalid_argument("this is not the file of a network");
    if (const std::uint32_t version = reader.word(); version != kVersion)
        throw std::invalid_argument("the network's file has version " + std::to_string(version) +
                                    ", and only version " + std::to_string(kVersion) +
                                    " can be read");
    const std::uint32_t checksum = reader.word();
    if (checksum != crc32(reader.rest()))
        throw std::invalid_argument("the network's file is damaged: its checksum is wrong");

    NetworkFile network;
    const NetworkShape shape = network.shape = take_shape(reader);
    const auto channels = static_cast<std::size_t>(shape.channels);
    const auto hidden = static_cast<std::size_t>(shape.value_hidden);
    network.stem.weights = reader.floats(std::size_t{kInputPlanes} * kTaps * channels);
    network.stem.bias = reader.floats(channels);
    network.stem.steps = reader.floats(channels);
    for (int i = 0; i < 2 * shape.blocks; ++i) {
        network.tower.push_back(take_layer<std::int8_t>(reader, kTaps * channels, channels));
        if (i % 2 == 1) network.tower.back().steps = reader.floats(channels);
    }
    network.heads = take_layer<std::int16_t>(reader, channels, channels);
    network.policy = take_layer<std::int16_t>(
        reader, static_cast<std::size_t>(shape.policy_channels()), kPolicyOutputs);
    network.hidden = take_layer<std::int16_t>(
        reader, std::size_t{kSquares} * static_cast<std::size_t>(shape.value_channels), hidden);
    network.scalars.weights = reader.floats(2 * hidden);
    network.scalars.bias = reader.floats(2);
    if (!reader.rest().empty()) throw std::invalid_argument("the network's file is too long");
    return network;
}

}  // namespace gajah
