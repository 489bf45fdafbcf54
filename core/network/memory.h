// Memory for networks: aligned arrays, and the scratch memory of one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

namespace gajah {

// Zeros at first, beginning on a cache line. T must be a plain number.
template <class T>
class AlignedArray {
public:
    AlignedArray() = default;
    explicit AlignedArray(std::size_t size)
        : numbers_(static_cast<T*>(::operator new(size * sizeof(T), kAlignment))) {
        std::memset(numbers_.get(), 0, size * sizeof(T));
    }
    T* data() { return numbers_.get(); }
    const T* data() const { return numbers_.get(); }

private:
    static constexpr std::align_val_t kAlignment{64};
    struct Delete {
        void operator()(T* numbers) const { ::operator delete(numbers, kAlignment); }
    };
    std::unique_ptr<T, Delete> numbers_;
};

// How large things are in memory, channels filled up to whole blocks. Two networks of the same
// layout can use the same scratch memory.
struct MemoryLayout {
    int channels = 0;         // of the tower
    int record = 0;           // bytes
    int board = 0;            // bytes of all records of a board
    int winograd_rows = 0;    // that Winograd's method makes of a position
    int policy_channels = 0;  // which the policy reads
    int value_channels = 0;   // which the value reads
    int hidden = 0;
    int heads_channels() const { return policy_channels + value_channels; }
    friend bool operator==(const MemoryLayout&, const MemoryLayout&) = default;
};

// What lies between two layers, for up to `positions` positions.
struct NetworkMemory {
    MemoryLayout layout;
    int positions = 0;
    AlignedArray<std::byte> records;        // of the tower, and inside a block
    AlignedArray<std::byte> inner_records;  // their edges are zero and stay so
    AlignedArray<std::int16_t> mixed;       // for Winograd's method, and
    AlignedArray<std::int32_t> products;    // what comes out of it for a block of channels
    AlignedArray<float> stream;
    AlignedArray<std::int16_t> squares;
    AlignedArray<std::int16_t> heads;
    AlignedArray<float> policy;
    AlignedArray<float> hidden;

    void prepare(const MemoryLayout& wanted, int wanted_positions);
};

}  // namespace gajah
