// Processors for desktops and laptops since about 2021: products and sum in one instruction.
#include "net/kernel.h"

#if defined(__AVXVNNI__)

#include "net/kernel_256.h"
#include "net/kernel_winograd.h"

namespace gajah::net {

namespace {

struct AvxVnni : Registers256 {
    static Sums dot(Sums sum, Vector x, Vector w) { return _mm256_dpwssd_avx_epi32(sum, x, w); }
};

constexpr Kernel kKernel = make_winograd_kernel<AvxVnni>("avx-vnni");

}  // namespace

const Kernel* avx_vnni_kernel() { return &kKernel; }

}  // namespace gajah::net

#else

namespace gajah::net {
const Kernel* avx_vnni_kernel() { return nullptr; }
}  // namespace gajah::net

#endif
