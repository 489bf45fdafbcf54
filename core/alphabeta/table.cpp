#include "alphabeta/table.h"

#include <algorithm>

namespace gajah {

namespace {

// score 16 | move 16 | depth 8 | generation 6 | bound 2
constexpr std::uint64_t pack(const TableEntry& e, unsigned generation) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(e.score)) |
           static_cast<std::uint64_t>(e.move) << 16 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(std::clamp(e.depth, 0, kAnyDepth)))
               << 32 |
           static_cast<std::uint64_t>(generation) << 40 | static_cast<std::uint64_t>(e.bound) << 46;
}

constexpr TableEntry unpack(std::uint64_t d) {
    return {static_cast<std::int16_t>(d & 0xFFFF), static_cast<int>(d >> 32 & 0xFF),
            static_cast<Bound>(d >> 46 & 3), static_cast<MoveCode>(d >> 16 & 0xFFFF)};
}

constexpr unsigned generation_of(std::uint64_t d) { return static_cast<unsigned>(d >> 40 & 63); }

}  // namespace

Table::Table(std::size_t megabytes) {
    std::size_t buckets = 1;
    while (buckets * 2 * kBucket * sizeof(Slot) <= std::max<std::size_t>(1, megabytes) << 20)
        buckets *= 2;
    mask_ = buckets - 1;
    slots_ = std::make_unique<Slot[]>(buckets * kBucket);
}

void Table::clear() {
    for (std::size_t i = 0; i < (mask_ + 1) * kBucket; ++i) {
        slots_[i].check.store(0, std::memory_order_relaxed);
        slots_[i].data.store(0, std::memory_order_relaxed);
    }
    generation_ = 0;
}

std::optional<TableEntry> Table::find(std::uint64_t key) const {
    const Slot* bucket = &slots_[(key & mask_) * kBucket];
    for (std::size_t i = 0; i < kBucket; ++i) {
        const auto data = bucket[i].data.load(std::memory_order_relaxed);
        if (data && (bucket[i].check.load(std::memory_order_relaxed) ^ data) == key)
            return unpack(data);
    }
    return std::nullopt;
}

void Table::store(std::uint64_t key, const TableEntry& entry) {
    Slot* bucket = &slots_[(key & mask_) * kBucket];
    Slot* victim = bucket;
    int worst = 1 << 30;
    TableEntry kept = entry;
    for (std::size_t i = 0; i < kBucket; ++i) {
        const auto data = bucket[i].data.load(std::memory_order_relaxed);
        if (data && (bucket[i].check.load(std::memory_order_relaxed) ^ data) == key) {
            const TableEntry old = unpack(data);
            if (kept.move == kNoMove) kept.move = old.move;
            victim = &bucket[i];
            break;
        }
        // Old generations go first, then shallow ones.
        const int age = static_cast<int>((generation_ - generation_of(data)) & 63);
        const int depth = data ? unpack(data).depth : 0;
        // What holds at any depth is as quickly found again.
        const int worth = data ? (depth == kAnyDepth ? 0 : depth) - age * 8 : -(1 << 20);
        if (worth < worst) {
            worst = worth;
            victim = &bucket[i];
        }
    }
    const auto data = pack(kept, generation_);
    victim->check.store(key ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
}

}  // namespace gajah
