#include "network/kernel.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__) && defined(__AVX512VL__)

#include "network/kernel_avx512.h"
#include "network/kernel_winograd.h"

namespace gajah {

namespace {
constexpr Kernel kKernel = make_winograd_kernel<Avx512>("avx512-vnni");
}

const Kernel* avx512_kernel() { return &kKernel; }

}  // namespace gajah

#else

namespace gajah {
const Kernel* avx512_kernel() { return nullptr; }
}  // namespace gajah

#endif
