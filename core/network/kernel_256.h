// What kernels with 256-bit registers share. For the files that are compiled with AVX2.
#pragma once

#include <immintrin.h>

#include "network/kernel_body.h"

namespace gajah {

namespace {

struct Registers256 {
    using Small = std::uint8_t;
    using Vector = __m256i;
    using Sums = Vector;
    static constexpr int kLanes = 8;
    static constexpr int kRows = 2;
    static constexpr int kVectors = 4;

    static Sums zero() { return _mm256_setzero_si256(); }
    static Vector load(const std::byte* from) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
    }
    static Vector spread(const std::byte* group) {
        int bits = 0;
        __builtin_memcpy(&bits, group, sizeof bits);
        return _mm256_set1_epi32(bits);
    }
    static void store(std::int32_t* to, Sums v) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(to), v);
    }
};

}  // namespace

}  // namespace gajah
