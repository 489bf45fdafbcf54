// How often each position between two turns has occurred in a game, and what that forbids.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "rules/position.h"

namespace gajah {

// The same position with the same side to move may occur this often at the end of turns.
inline constexpr int kMostOccurrences = 2;

class History {
public:
    History() = default;
    explicit History(const std::vector<std::uint64_t>& repetition_keys) {
        for (std::uint64_t key : repetition_keys) add(key);
    }
    void clear() { *this = History(); }
    void add(std::uint64_t repetition_key) {
        keys_.push_back(repetition_key);
        seen_[slot(repetition_key)] |= bit(repetition_key);
        if (count(repetition_key) == kMostOccurrences)
            signature_ ^= repetition_key * 0x9E3779B97F4A7C15ULL;
    }
    int count(std::uint64_t repetition_key) const {
        // Nearly every question is about a position that never occurred: answer those at once.
        if (!(seen_[slot(repetition_key)] & bit(repetition_key))) return 0;
        return static_cast<int>(std::count(keys_.begin(), keys_.end(), repetition_key));
    }
    // May it not occur again, after `more` occurrences that are not in the history?
    bool forbids(std::uint64_t repetition_key, int more = 0) const {
        return count(repetition_key) + more >= kMostOccurrences;
    }
    // Is there any position that may not occur again?
    bool forbids_any() const { return signature_ != 0; }
    // May `side` end its turn with this board?
    bool allows(std::uint64_t board_hash, Side side) const {
        return !forbids(board_hash ^ Position::side_key(other(side)));
    }
    // All that has been added, in that order.
    const std::vector<std::uint64_t>& keys() const { return keys_; }
    // Every position that may not occur again, once, in an order that depends on nothing else.
    std::vector<std::uint64_t> forbidden() const {
        std::vector<std::uint64_t> found;
        for (std::uint64_t key : keys_)
            if (forbids(key)) found.push_back(key);
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }
    // Tells searches apart whose forbidden positions differ, so that a value which a repetition
    // caused is not taken for the position's own.
    std::uint64_t signature() const { return signature_; }

private:
    static std::size_t slot(std::uint64_t key) { return key >> 60; }
    static std::uint64_t bit(std::uint64_t key) { return 1ULL << (key >> 54 & 63); }

    std::vector<std::uint64_t> keys_;
    std::array<std::uint64_t, 16> seen_{};  // a bit for each 1024th of the keys
    std::uint64_t signature_ = 0;
};

}  // namespace gajah
