// The table of positions searched before, shared by the threads of one engine.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "alphabeta/moves_in_search.h"

namespace gajah {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// The depth of what is exact however deep one looks.
inline constexpr int kAnyDepth = 255;

struct TableEntry {
    int score = 0;  // wins counted from the entry's own position
    int depth = 0;  // steps
    Bound bound = Bound::None;
    MoveCode move = kNoMove;
};

class Table {
public:
    explicit Table(std::size_t megabytes);

    std::optional<TableEntry> find(std::uint64_t key) const;
    void store(std::uint64_t key, const TableEntry& entry);
    void new_search() { generation_ = static_cast<std::uint8_t>((generation_ + 1) & 63); }
    void clear();

private:
    // Key and data are stored so that a torn write by another thread does not match: the key
    // word is the key xor the data.
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    static constexpr std::size_t kBucket = 4;  // 64 bytes, one cache line

    std::size_t mask_ = 0;
    std::unique_ptr<Slot[]> slots_;
    std::uint8_t generation_ = 0;
};

}  // namespace gajah
