// The policy-and-value network on a CPU: positions in, opinions out. What it computes, and how
// exactly, is told in docs/inference.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "network/action.h"
#include "network/features.h"
#include "network/memory.h"

namespace gajah {

class NetworkParts;

class Network {
public:
    // One thread's scratch memory, for any network; grows when it has to.
    class Workspace {
    private:
        friend class Network;
        NetworkMemory memory_;
    };

    // Reads a network's file. Throws std::invalid_argument with a plain sentence. `kernel` is one
    // of kernel_names(), or empty for the fastest; all of them give the same bits. Those that
    // multiply by Winograd's method refuse some very wide networks, whose sums might not fit.
    static std::shared_ptr<const Network> parse(std::span<const std::byte> file,
                                                std::string_view kernel = {});
    // The instruction sets that this machine has, the fastest first.
    static std::vector<std::string_view> kernel_names();

    // n positions (kFeatureWords words each) to n * kActions logits and n values for the side to
    // move (-1 to 1). Any number of threads may ask at once, each with a workspace of its own.
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values,
                  Workspace& workspace) const;

    std::string_view kernel_name() const;
    int blocks() const;
    int channels() const;

    ~Network();

private:
    explicit Network(std::unique_ptr<const NetworkParts> parts);

    std::unique_ptr<const NetworkParts> parts_;
};

}  // namespace gajah
