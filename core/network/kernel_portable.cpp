// Plain C++ for every processor and compiler; SSE2, which every x86-64 has, Neon, which every
// 64-bit ARM has, and WebAssembly's vectors, where they are there.
#include "network/kernel_winograd.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace gajah {

namespace {

#if defined(__SSE2__)

struct PortableRegisters {
    using Vector = __m128i;
    using Sums = Vector;
    static constexpr int kLanes = 4;
    static constexpr int kRows = 2;
    static constexpr int kVectors = 4;

    static Sums zero() { return _mm_setzero_si128(); }
    static Vector load(const std::byte* from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    }
    static Vector spread(const std::byte* group) {
        int bits = 0;
        __builtin_memcpy(&bits, group, sizeof bits);
        return _mm_set1_epi32(bits);
    }
    static void store(std::int32_t* to, Sums v) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), v);
    }
    static Sums dot(Sums sum, Vector x, Vector w) {
        return _mm_add_epi32(sum, _mm_madd_epi16(x, w));
    }
};

#elif defined(__aarch64__)

struct PortableRegisters {
    using Vector = int16x8_t;
    // The two products of a group are added up apart, and together at the end.
    struct Sums {
        int32x4_t first;
        int32x4_t second;
    };
    static constexpr int kLanes = 4;
    static constexpr int kRows = 2;
    static constexpr int kVectors = 4;

    static Sums zero() { return {vdupq_n_s32(0), vdupq_n_s32(0)}; }
    static Vector load(const std::byte* from) {
        return vld1q_s16(reinterpret_cast<const std::int16_t*>(from));
    }
    static Vector spread(const std::byte* group) {
        std::int32_t bits = 0;
        __builtin_memcpy(&bits, group, sizeof bits);
        return vreinterpretq_s16_s32(vdupq_n_s32(bits));
    }
    static void store(std::int32_t* to, Sums sums) {
        vst1q_s32(to, vpaddq_s32(sums.first, sums.second));
    }
    static Sums dot(Sums sums, Vector x, Vector w) {
        return {vmlal_s16(sums.first, vget_low_s16(x), vget_low_s16(w)),
                vmlal_high_s16(sums.second, x, w)};
    }
};

#elif defined(__wasm_simd128__)

struct PortableRegisters {
    using Vector = v128_t;
    using Sums = Vector;
    static constexpr int kLanes = 4;
    static constexpr int kRows = 4;
    static constexpr int kVectors = 2;

    static Sums zero() { return wasm_i32x4_const_splat(0); }
    static Vector load(const std::byte* from) { return wasm_v128_load(from); }
    static Vector spread(const std::byte* group) { return wasm_v128_load32_splat(group); }
    static void store(std::int32_t* to, Sums v) { wasm_v128_store(to, v); }
    static Sums dot(Sums sum, Vector x, Vector w) {
        return wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(x, w));
    }
};

#else

struct PortableRegisters {
    // The bits of eight sums, or of eight groups of two activations or weights.
    struct Vector {
        std::uint32_t sum[8];  // modulo 2^32
    };
    using Sums = Vector;
    static constexpr int kLanes = 8;
    static constexpr int kRows = 1;
    static constexpr int kVectors = 4;

    static Sums zero() { return {}; }
    static Vector load(const std::byte* from) {
        Vector v;
        __builtin_memcpy(&v, from, sizeof v);
        return v;
    }
    static Vector spread(const std::byte* group) {
        Vector v;
        for (std::uint32_t& s : v.sum) __builtin_memcpy(&s, group, sizeof s);
        return v;
    }
    static void store(std::int32_t* to, const Sums& v) { __builtin_memcpy(to, &v, sizeof v); }
    static Sums dot(Sums sum, const Vector& x, const Vector& w) {
        std::int16_t a[2 * kLanes];
        std::int16_t b[2 * kLanes];
        __builtin_memcpy(a, &x, sizeof a);
        __builtin_memcpy(b, &w, sizeof b);
        for (int i = 0; i < kLanes; ++i)
            sum.sum[i] +=
                static_cast<std::uint32_t>(a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1]);
        return sum;
    }
};

#endif

// Plain sums, which no network is too wide for.
struct Plain : PortableRegisters {
    using Small = std::int16_t;
    static void convolve_sums(const Product& p, std::int32_t* sums) { vector_sums<Plain>(p, sums); }
};

struct Winograd : PortableRegisters {
    using Small = std::uint8_t;
};

constexpr Kernel kKernel = make_kernel<Plain>("portable");
constexpr Kernel kWinogradKernel = make_winograd_kernel<Winograd>("winograd");

}  // namespace

const Kernel* winograd_kernel() { return &kWinogradKernel; }
const Kernel* portable_kernel() { return &kKernel; }

}  // namespace gajah
