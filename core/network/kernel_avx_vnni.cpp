// Processors for desktops and laptops since about 2021: products and sum in one instruction.
#include "network/kernel.h"

#if defined(__AVXVNNI__)

#include "network/kernel_256.h"
#include "network/kernel_winograd.h"

namespace gajah {

namespace {

struct AvxVnni : Registers256 {
    static Sums dot(Sums sum, Vector x, Vector w) { return _mm256_dpwssd_avx_epi32(sum, x, w); }
};

constexpr Kernel kKernel = make_winograd_kernel<AvxVnni>("avx-vnni");

}  // namespace

const Kernel* avx_vnni_kernel() { return &kKernel; }

}  // namespace gajah

#else

namespace gajah {
const Kernel* avx_vnni_kernel() { return nullptr; }
}  // namespace gajah

#endif
