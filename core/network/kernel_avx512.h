// AVX-512 with VNNI: 32 products of 16-bit numbers an instruction. For the files that are compiled
// with these instructions.
#pragma once

#include <immintrin.h>

#include "network/kernel_body.h"

namespace gajah {

namespace {

struct Avx512 {
    using Small = std::uint8_t;
    using Vector = __m512i;
    using Sums = Vector;
    static constexpr int kLanes = 16;
    static constexpr int kRows = 8;
    static constexpr int kVectors = 2;

    static Sums zero() { return _mm512_setzero_si512(); }
    static Vector load(const std::byte* from) { return _mm512_load_si512(from); }
    static Vector spread(const std::byte* group) {
        int bits = 0;
        __builtin_memcpy(&bits, group, sizeof bits);
        return _mm512_set1_epi32(bits);
    }
    static void store(std::int32_t* to, Sums v) { _mm512_store_si512(to, v); }
    static Sums dot(Sums sum, Vector x, Vector w) { return _mm512_dpwssd_epi32(sum, x, w); }
};

}  // namespace

}  // namespace gajah
