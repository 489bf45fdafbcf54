// Processors since about 2013: products of 16-bit numbers, two in each lane.
#include "network/kernel.h"

#if defined(__AVX2__)

#include "network/kernel_256.h"
#include "network/kernel_winograd.h"

namespace gajah {

namespace {

struct Avx2 : Registers256 {
    static Sums dot(Sums sum, Vector x, Vector w) {
        return _mm256_add_epi32(sum, _mm256_madd_epi16(x, w));
    }
};

constexpr Kernel kKernel = make_winograd_kernel<Avx2>("avx2");

}  // namespace

const Kernel* avx2_kernel() { return &kKernel; }

}  // namespace gajah

#else

namespace gajah {
const Kernel* avx2_kernel() { return nullptr; }
}  // namespace gajah

#endif
