#include "net/kernel.h"

#if defined(__AVX512VNNI__) && defined(__AVX512BW__) && defined(__AVX512VL__)

#include "net/kernel_avx512.h"
#include "net/kernel_winograd.h"

namespace gajah::net {

namespace {
constexpr Kernel kKernel = make_winograd_kernel<Avx512>("avx512-vnni");
}

const Kernel* avx512_kernel() { return &kKernel; }

}  // namespace gajah::net

#else

namespace gajah::net {
const Kernel* avx512_kernel() { return nullptr; }
}  // namespace gajah::net

#endif
