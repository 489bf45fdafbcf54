// Processors for desktops and laptops since about 2021: four products of 8-bit numbers in each
// lane.
#include "net/kernel.h"

#if defined(__AVXVNNI__)

#include "net/kernel_256.h"

namespace gajah::net {

namespace {

struct AvxVnni : Registers256 {
    using Small = std::uint8_t;
    static Vector narrow_dot(Vector sum, Vector x, Vector w) {
        return _mm256_dpbusd_avx_epi32(sum, x, w);
    }
    static Vector wide_dot(Vector sum, Vector x, Vector w) {
        return _mm256_dpwssd_avx_epi32(sum, x, w);
    }
    static void convolve_sums(const Product& p, std::int32_t* sums) {
        vector_sums<AvxVnni, Small>(p, sums);
    }
};

constexpr Kernel kKernel = make_kernel<AvxVnni>("avx-vnni");

}  // namespace

const Kernel* avx_vnni_kernel() { return &kKernel; }

}  // namespace gajah::net

#else

namespace gajah::net {
const Kernel* avx_vnni_kernel() { return nullptr; }
}  // namespace gajah::net

#endif
