// How often each position between two turns has occurred, as an engine needs it.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gajah {

// How often positions (board and side to move) have stood at a turn's end in the game.
class GameHistory {
public:
    GameHistory() = default;
    explicit GameHistory(const std::vector<std::uint64_t>& repetition_keys) {
        for (std::uint64_t key : repetition_keys)
            if (++counts_[key] == 2) signature_ ^= key * 0x9E3779B97F4A7C15ULL;
    }
    int occurrences(std::uint64_t key) const {
        const auto found = counts_.find(key);
        return found == counts_.end() ? 0 : found->second;
    }
    // Tells searches apart whose forbidden positions differ, so that a value which a
    // repetition caused is not taken for the position's own.
    std::uint64_t signature() const { return signature_; }

private:
    std::unordered_map<std::uint64_t, int> counts_;
    std::uint64_t signature_ = 0;
};

}  // namespace gajah
