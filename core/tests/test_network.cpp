// The network's kernels against a plain reading of its file, and against each other, bit by bit.
#include "network/network.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "check.h"
#include "network/file.h"
#include "network/kernel.h"
#include "positions.h"

using namespace gajah;
using gajah::testing::random_crowd;
using gajah::testing::random_position;
using gajah::testing::random_steps;

namespace {

using TestRandom = gajah::testing::Random;
using File = std::vector<std::byte>;

constexpr std::size_t kHeader = 16;  // magic, version, checksum

std::uint32_t plain_crc32(std::span<const std::byte> bytes) {
    std::uint32_t crc = ~0U;
    for (const std::byte b : bytes) {
        crc ^= static_cast<std::uint32_t>(b);
        for (int i = 0; i < 8; ++i) crc = crc & 1 ? (crc >> 1) ^ 0xEDB88320U : crc >> 1;
    }
    return ~crc;
}

void fix_checksum(File& file) {
    const std::uint32_t crc = plain_crc32(std::span(file).subspan(kHeader));
    std::memcpy(file.data() + 12, &crc, sizeof crc);
}

// Writes the file of a network drawn by lot, with sums that make use of every step.
class Writer {
public:
    Writer(const NetworkShape& shape, std::uint64_t seed) : random_(seed) {
        const int c = shape.channels;
        for (const char letter : std::string("GAJAHNET")) put(letter);
        put(std::uint32_t{1});
        put(std::uint32_t{0});
        for (const int size :
             {shape.blocks, c, shape.value_channels, shape.value_hidden, shape.fine_blocks})
            put(static_cast<std::uint32_t>(size));
        floats(kInputPlanes * kTaps * c, 0.5F);
        floats(c, 0.5F);
        steps(c);
        for (int i = 0; i < 2 * shape.blocks; ++i) {
            weights<std::int8_t>(c * kTaps * c, 127);
            layer_floats(c, kTaps * c);
            if (i % 2 == 1) steps(c);
        }
        weights<std::int16_t>(c * c, 2047);
        layer_floats(c, c);
        weights<std::int16_t>(4 * shape.policy_channels(), 2047);
        layer_floats(4, 100 * shape.policy_channels());
        weights<std::int16_t>(shape.value_hidden * kSquares * shape.value_channels, 15);
        layer_floats(shape.value_hidden, 100 * shape.value_channels);
        floats(2 * shape.value_hidden, 0.1F);
        floats(2, 0.1F);
        fix_checksum(file_);
    }
    File file() const { return file_; }

private:
    template <class T>
    void put(T number) {
        std::byte bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        file_.insert(file_.end(), std::begin(bytes), std::end(bytes));
    }
    float unit() { return static_cast<float>(random_.below(2001) - 1000) / 1000.0F; }
    void floats(int count, float size) {
        for (int i = 0; i < count; ++i) put(unit() * size);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) put(60.0F + 20.0F * unit());
    }
    template <class T>
    void weights(int count, int most) {
        for (int i = 0; i < count; ++i) put(static_cast<T>(random_.below(2 * most + 1) - most));
    }
    void layer_floats(int outputs, int inputs) {
        for (int i = 0; i < outputs; ++i) put((1.5F + unit()) * 0.2F / static_cast<float>(inputs));
        floats(outputs, 20.0F);
    }

    TestRandom random_;
    File file_;
};

const NetworkShape kShape{3, 40, 10, 20, 1};

File random_file(const NetworkShape& shape = kShape, std::uint64_t seed = 1) {
    return Writer(shape, seed).file();
}

std::vector<std::uint64_t> random_features(int n, std::uint64_t seed) {
    TestRandom random(seed);
    std::vector<std::uint64_t> features(static_cast<std::size_t>(n) * kFeatureWords);
    for (int i = 0; i < n; ++i) {
        Position p = i % 2 ? random_crowd(random) : random_position(random, 30);
        p = random_steps(p, random, random.below(4));
        pack_features(p, features.data() + static_cast<std::size_t>(i) * kFeatureWords);
    }
    return features;
}

// Logits and values in one row after the other.
std::vector<float> answers(const Network& network, const std::vector<std::uint64_t>& features,
                           Network::Workspace& workspace) {
    const std::size_t n = features.size() / kFeatureWords;
    std::vector<float> all(n * (kActions + 1));
    network.evaluate(features.data(), static_cast<int>(n), all.data(), all.data() + n * kActions,
                     workspace);
    return all;
}

std::vector<float> answers(const Network& network, const std::vector<std::uint64_t>& features) {
    Network::Workspace workspace;
    return answers(network, features, workspace);
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// What docs/inference.md says, without packing, blocks or vectors.
class PlainNetwork {
public:
    explicit PlainNetwork(const NetworkFile& file) : file_(file), c_(file.shape.channels) {}

    std::vector<float> logits(const std::uint64_t* features) const {
        std::vector<float> stream = stem(features);
        std::vector<int> x = rounded(stream, file_.stem.steps, limit(0));
        for (int block = 0; block < file_.shape.blocks; ++block) {
            const auto& first = file_.tower[static_cast<std::size_t>(2 * block)];
            const auto& second = file_.tower[static_cast<std::size_t>(2 * block + 1)];
            const std::vector<int> inner = rounded(convolved(first, x), {}, limit(block));
            const std::vector<float> out = convolved(second, inner);
            for (std::size_t i = 0; i < stream.size(); ++i)
                stream[i] = std::max(0.0F, out[i] + stream[i]);
            x = rounded(stream, second.steps, limit(block + 1));
        }
        std::vector<float> found;
        for (int square = 0; square < kSquares; ++square) {
            const std::vector<int> from(x.begin() + square * c_, x.begin() + (square + 1) * c_);
            std::vector<int> heads = rounded(product(file_.heads, from, c_), {}, kFineLimit);
            heads.resize(static_cast<std::size_t>(file_.shape.policy_channels()));
            for (const float logit : product(file_.policy, heads, kPolicyOutputs))
                found.push_back(logit);
        }
        return found;
    }

private:
    float limit(int block) const {
        return block >= file_.shape.blocks - file_.shape.fine_blocks ? kFineLimit : kCoarseLimit;
    }

    static std::vector<int> rounded(const std::vector<float>& x, const std::vector<float>& steps,
                                    float limit) {
        std::vector<int> whole;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const float in_steps = steps.empty() ? x[i] : x[i] * steps[i % steps.size()];
            whole.push_back(static_cast<int>(std::clamp(in_steps, 0.0F, limit) + 0.5F));
        }
        return whole;
    }

    template <class Weight>
    static std::vector<float> product(const FileLayer<Weight>& layer, const std::vector<int>& x,
                                      int outputs) {
        std::vector<float> out;
        for (std::size_t o = 0; o < static_cast<std::size_t>(outputs); ++o) {
            int sum = 0;
            for (std::size_t i = 0; i < x.size(); ++i)
                sum += x[i] * layer.weights[o * x.size() + i];
            out.push_back(static_cast<float>(sum) * layer.scale[o] + layer.bias[o]);
        }
        return out;
    }

    std::vector<float> convolved(const FileLayer<std::int8_t>& layer,
                                 const std::vector<int>& x) const {
        std::vector<float> out;
        for (int square = 0; square < kSquares; ++square) {
            std::vector<int> around;
            for (int tap = 0; tap < kTaps; ++tap) {
                const int row = square / 8 + tap / 3 - 1;
                const int column = square % 8 + tap % 3 - 1;
                const bool inside = row >= 0 && row < 8 && column >= 0 && column < 8;
                for (int i = 0; i < c_; ++i)
                    around.push_back(
                        inside ? x[static_cast<std::size_t>((row * 8 + column) * c_ + i)] : 0);
            }
            for (const float y : product(layer, around, c_)) out.push_back(y);
        }
        return out;
    }

    static float plane(const std::uint64_t* features, int plane, int square) {
        if (plane < 16) return static_cast<float>((features[plane] >> square) & 1);
        if (plane < 20) return features[16] == static_cast<std::uint64_t>(plane - 15) ? 1.0F : 0.0F;
        if (plane == 20) return kTraps >> square & 1 ? 1.0F : 0.0F;
        if (plane == 21) return static_cast<float>(square / 8) / 7.0F;
        if (plane == 22) return std::abs(static_cast<float>(square % 8) - 3.5F) / 3.5F;
        return 1.0F;
    }

    // In the order of the sums that docs/inference.md fixes: bias, steps left, fixed planes, and
    // then the planes of pieces and marks, square by square.
    std::vector<float> stem(const std::uint64_t* features) const {
        std::vector<float> sums;
        for (int square = 0; square < kSquares; ++square)
            sums.insert(sums.end(), file_.stem.bias.begin(), file_.stem.bias.end());
        std::vector<int> order{16, 17, 18, 19, 20, 21, 22, 23};
        for (int p = 0; p < 16; ++p) order.push_back(p);
        for (const int p : order)
            for (int from = 0; from < kSquares; ++from)
                if (const float x = plane(features, p, from); x != 0.0F) spread(p, from, x, sums);
        for (float& s : sums) s = std::max(0.0F, s);
        return sums;
    }

    void spread(int p, int from, float x, std::vector<float>& sums) const {
        for (int tap = 0; tap < kTaps; ++tap) {
            const int row = from / 8 - (tap / 3 - 1);
            const int column = from % 8 - (tap % 3 - 1);
            if (row < 0 || row > 7 || column < 0 || column > 7) continue;
            for (int i = 0; i < c_; ++i) {
                const int weight = (p * kTaps + tap) * c_ + i;
                const float product = file_.stem.weights[static_cast<std::size_t>(weight)] * x;
                sums[static_cast<std::size_t>((row * 8 + column) * c_ + i)] += product;
            }
        }
    }

    const NetworkFile& file_;
    int c_;
};

bool is_refused(const File& file) {
    try {
        Network::parse(file);
        return false;
    } catch (const std::invalid_argument&) {
        return true;
    }
}

}  // namespace

TEST(every_kernel_gives_the_bits_of_a_plain_reading_of_the_file) {
    const File file = random_file();
    const NetworkFile read = read_network(file);
    const PlainNetwork plain(read);
    const std::vector<std::uint64_t> features = random_features(4, 5);
    for (const std::string_view kernel : Network::kernel_names()) {
        const auto network = Network::parse(file, kernel);
        const std::vector<float> found = answers(*network, features);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::vector<float> expected = plain.logits(features.data() + i * kFeatureWords);
            for (std::size_t a = 0; a < expected.size(); ++a)
                if (!CHECK_EQUAL(found[i * kActions + a], expected[a])) return;
        }
    }
}

TEST(every_kernel_gives_the_same_bits_whatever_the_shape) {
    const std::vector<std::uint64_t> features = random_features(20, 6);
    for (const NetworkShape shape : {NetworkShape{1, 8, 3, 5, 0}, NetworkShape{2, 96, 32, 128, 0},
                                     NetworkShape{2, 32, 16, 33, 2}, NetworkShape{2, 65, 33, 7, 1}})
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            const File file = random_file(shape, seed);
            std::vector<float> first;
            for (const std::string_view kernel : Network::kernel_names()) {
                const std::vector<float> found = answers(*Network::parse(file, kernel), features);
                if (first.empty()) first = found;
                CHECK(same_bits(found, first));
            }
        }
}

// With 128 channels of such weights, 64 times the sum of full activations of 8 bits just fits into
// 32 bits.
constexpr int kWidest = 114;

// All weights of the first convolution of a network with this shape, by tap.
template <class Weight>
void set_first_weights(File& file, const NetworkShape& shape, Weight weight) {
    const auto c = static_cast<std::size_t>(shape.channels);
    // Behind header, shape and stem.
    std::size_t place = kHeader + 5 * 4 + (kInputPlanes * kTaps * c + 2 * c) * sizeof(float);
    for (std::size_t out = 0; out < c; ++out)
        for (int tap = 0; tap < kTaps; ++tap)
            for (std::size_t in = 0; in < c; ++in)
                file[place++] = static_cast<std::byte>(static_cast<std::int8_t>(weight(tap)));
    fix_checksum(file);
}

// A stem whose channels are as large as can be everywhere, but for some that are zero.
void set_stem(File& file, const NetworkShape& shape, int zeros_in_ten) {
    TestRandom random(15);
    std::byte* place = file.data() + kHeader + 5 * 4;
    std::vector<float> of_channel;
    for (int i = 0; i < shape.channels; ++i)
        of_channel.push_back(random.below(10) < zeros_in_ten ? -1000.0F : 1000.0F);
    for (int i = 0; i < kInputPlanes * kTaps * shape.channels; ++i, place += sizeof(float))
        std::memcpy(place, &of_channel[static_cast<std::size_t>(i % shape.channels)],
                    sizeof(float));
}

TEST(sums_just_within_32_bits_are_exact) {
    const NetworkShape shape{1, 128, 3, 5, 1};
    const std::vector<std::uint64_t> features = random_features(6, 16);
    const auto check = [&](int zeros_in_ten, auto weight) {
        File file = random_file(shape);
        set_stem(file, shape, zeros_in_ten);
        set_first_weights(file, shape, weight);
        const std::vector<float> expected = answers(*Network::parse(file, "portable"), features);
        for (const std::string_view kernel : Network::kernel_names())
            CHECK(same_bits(answers(*Network::parse(file, kernel), features), expected));
    };
    for (const int zeros_in_ten : {0, 1, 5}) {
        check(zeros_in_ten, [](int) { return kWidest; });
        check(zeros_in_ten, [](int) { return -kWidest; });
        check(zeros_in_ten, [](int tap) { return tap % 2 ? kWidest : -kWidest; });
    }
}

TEST(a_network_too_wide_for_a_kernel_gets_another_one) {
    const NetworkShape shape{1, 128, 3, 5, 1};
    File file = random_file(shape);
    set_first_weights(file, shape, [](int) { return kWidest; });
    CHECK(Network::parse(file, "winograd")->kernel_name() == "winograd");
    set_first_weights(file, shape, [](int) { return kWidest + 1; });
    const std::vector<std::uint64_t> features = random_features(3, 14);
    const std::vector<float> expected = answers(*Network::parse(file, "portable"), features);
    CHECK(same_bits(answers(*Network::parse(file), features), expected));
    try {
        Network::parse(file, "winograd");
        CHECK(false);
    } catch (const std::invalid_argument& refusal) {
        CHECK(std::string(refusal.what()).find("runs this network") != std::string::npos);
    }
}

TEST(answers_differ_from_position_to_position_and_are_finite) {
    const std::vector<float> found = answers(*Network::parse(random_file()), random_features(2, 7));
    CHECK(!std::equal(found.begin(), found.begin() + kActions, found.begin() + kActions));
    for (const float x : found) CHECK(std::isfinite(x));
    CHECK(std::abs(found[2 * kActions]) <= 1.0F);
}

TEST(a_position_is_answered_alike_alone_and_in_company) {
    constexpr std::size_t kMost = 19;
    const auto network = Network::parse(random_file());
    const std::vector<std::uint64_t> features = random_features(kMost, 8);
    const std::vector<float> all = answers(*network, features);
    Network::Workspace workspace;
    for (std::size_t i = 0; i < kMost; ++i) {
        const auto from = features.begin() + static_cast<std::ptrdiff_t>(i * kFeatureWords);
        const std::vector<float> one =
            answers(*network, {from, from + std::ptrdiff_t{kFeatureWords}}, workspace);
        CHECK(std::equal(one.begin(), one.begin() + kActions,
                         all.begin() + static_cast<std::ptrdiff_t>(i * kActions)));
        CHECK_EQUAL(one[kActions], all[kMost * kActions + i]);
    }
}

TEST(networks_of_different_shapes_may_share_a_workspace) {
    const std::vector<std::uint64_t> features = random_features(3, 9);
    const auto small = Network::parse(random_file({1, 16, 5, 9, 0}));
    const auto large = Network::parse(random_file({1, 64, 32, 64, 1}));
    Network::Workspace workspace;
    for (int round = 0; round < 2; ++round)
        for (const auto& network : {small, large})
            CHECK(same_bits(answers(*network, features, workspace), answers(*network, features)));
}

TEST(threads_share_a_network) {
    const auto network = Network::parse(random_file());
    const std::vector<std::uint64_t> features = random_features(9, 10);
    const std::vector<float> expected = answers(*network, features);
    std::vector<std::vector<float>> found(3);
    std::vector<std::thread> threads;
    for (std::vector<float>& mine : found)
        threads.emplace_back([&] { mine = answers(*network, features); });
    for (std::thread& thread : threads) thread.join();
    for (const std::vector<float>& mine : found) CHECK(same_bits(mine, expected));
}

TEST(a_file_that_ends_early_or_late_is_refused) {
    const File file = random_file({1, 8, 3, 5, 0});
    for (std::size_t size = 0; size < file.size(); size += 1 + size / 20) {
        File part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(is_refused(part));
        if (size < kHeader) continue;
        fix_checksum(part);
        CHECK(is_refused(part));
    }
    File longer = file;
    longer.push_back(std::byte{0});
    fix_checksum(longer);
    CHECK(is_refused(longer));
}

TEST(a_flipped_bit_is_refused) {
    const File file = random_file({1, 8, 3, 5, 0});
    TestRandom random(11);
    for (int i = 0; i < 300; ++i) {
        File bad = file;
        bad[static_cast<std::size_t>(random.below(static_cast<int>(file.size())))] ^=
            std::byte{1} << random.below(8);
        CHECK(is_refused(bad));
    }
}

TEST(nonsense_with_a_right_checksum_is_refused_or_answers_without_harm) {
    const NetworkShape shape{1, 8, 3, 5, 1};
    const File file = random_file(shape);
    const std::vector<std::uint64_t> features = random_features(2, 12);
    TestRandom random(13);
    for (int i = 0; i < 200 * gajah::testing::effort(); ++i) {
        File bad = file;
        for (int changes = 1 + random.below(20); changes > 0; --changes) {
            const std::size_t span = i % 2 ? bad.size() - kHeader : 20;
            bad[kHeader + static_cast<std::size_t>(random.below(static_cast<int>(span)))] =
                static_cast<std::byte>(random.below(256));
        }
        fix_checksum(bad);
        try {
            for (const std::string_view kernel : Network::kernel_names())
                answers(*Network::parse(bad, kernel), features);
        } catch (const std::invalid_argument&) {
        }
    }
}

TEST(an_unknown_kernel_is_refused) {
    try {
        Network::parse(random_file(), "abacus");
        CHECK(false);
    } catch (const std::invalid_argument& refusal) {
        CHECK(std::string(refusal.what()).find("portable") != std::string::npos);
    }
}

int main() { return gajah::testing::run_all(); }
