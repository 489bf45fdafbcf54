#include "network/network.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "network/kernel.h"
#include "network/parts.h"

namespace gajah {

namespace {

// Positions that go through a layer together: their activations and the layer's weights share
// the processor's second cache.
constexpr int kMostTogether = 8;

const Kernel& find_kernel(const NetworkFile& file, std::string_view name) {
    std::string known;
    for (const Kernel* kernel : kernels()) {
        if (!suits(*kernel, file)) continue;
        if (name.empty() || name == kernel->name) return *kernel;
        known += (known.empty() ? "" : ", ") + std::string(kernel->name);
    }
    throw std::invalid_argument("no kernel named '" + std::string(name) +
                                "' runs this network here, only " + known);
}

}  // namespace

Network::Network(std::unique_ptr<const NetworkParts> parts) : parts_(std::move(parts)) {}
Network::~Network() = default;

std::shared_ptr<const Network> Network::parse(std::span<const std::byte> file,
                                              std::string_view kernel) {
    const NetworkFile read = read_network(file);
    auto parts = std::make_unique<const NetworkParts>(read, find_kernel(read, kernel));
    return std::shared_ptr<const Network>(new Network(std::move(parts)));
}

std::vector<std::string_view> Network::kernel_names() {
    std::vector<std::string_view> names;
    for (const Kernel* kernel : kernels()) names.emplace_back(kernel->name);
    return names;
}

std::string_view Network::kernel_name() const { return parts_->kernel().name; }
int Network::blocks() const { return parts_->shape().blocks; }
int Network::channels() const { return parts_->shape().channels; }

void Network::evaluate(const std::uint64_t* features, int n, float* logits, float* values,
                       Workspace& workspace) const {
    NetworkMemory& memory = workspace.memory_;
    memory.prepare(parts_->layout(), std::min(n, kMostTogether));
    for (int first = 0; first < n; first += kMostTogether) {
        const int count = std::min(n - first, kMostTogether);
        const std::ptrdiff_t i = first;
        parts_->run_tower(features + i * static_cast<std::ptrdiff_t>(kFeatureWords), count, memory);
        parts_->run_heads(count, memory, logits + i * kActions, values + i);
    }
}

}  // namespace gajah
