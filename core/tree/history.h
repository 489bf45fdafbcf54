// How often each position between two turns has occurred in a game.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rules/position.h"

namespace gajah {

class History {
public:
    void clear() {
        keys_.clear();
        seen_.fill(0);
    }
    void add(std::uint64_t repetition_key) {
        keys_.push_back(repetition_key);
        word(repetition_key) |= bit(repetition_key);
    }
    const std::vector<std::uint64_t>& keys() const { return keys_; }
    int count(std::uint64_t repetition_key) const {
        // Nearly every question is about a position that never occurred: answer those at once.
        if (!(seen_[slot(repetition_key)] & bit(repetition_key))) return 0;
        int found = 0;
        for (std::uint64_t key : keys_) found += key == repetition_key;
        return found;
    }
    // May `side` end its turn with this board? The third occurrence is illegal.
    bool allows(std::uint64_t board_hash, Side side) const {
        return count(board_hash ^ Position::side_key(other(side))) < 2;
    }

private:
    static std::size_t slot(std::uint64_t key) { return key >> 60; }
    static std::uint64_t bit(std::uint64_t key) { return 1ULL << (key >> 54 & 63); }
    std::uint64_t& word(std::uint64_t key) { return seen_[slot(key)]; }

    std::vector<std::uint64_t> keys_;
    std::array<std::uint64_t, 16> seen_{};  // a bit for each 1024th of the keys
};

}  // namespace gajah
