// Which kernels run here: what the processor has, and what the operating system lets us use.
#include <vector>

#include "network/kernel.h"

#if defined(__x86_64__)
#include <cpuid.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif
#endif

namespace gajah {

namespace {

#if defined(__x86_64__)

struct Registers {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

Registers cpuid(unsigned leaf, unsigned part) {
    Registers r;
    __get_cpuid_count(leaf, part, &r.eax, &r.ebx, &r.ecx, &r.edx);
    return r;
}

constexpr bool has(unsigned word, int bit) { return (word >> bit) & 1; }

// The registers that the operating system keeps for each thread.
std::uint64_t kept_registers() {
    const bool can_ask = has(cpuid(1, 0).ecx, 27);
    if (!can_ask) return 0;
    unsigned low = 0;
    unsigned high = 0;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return std::uint64_t{high} << 32 | low;
}

// Linux hands out tiles on request, once for all threads of the process.
bool may_use_tiles() {
#if defined(__linux__)
    constexpr long kRequestPermission = 0x1023;
    constexpr long kTileData = 18;
    return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
#else
    return false;
#endif
}

std::vector<const Kernel*> find_kernels() {
    constexpr std::uint64_t kAvxState = 0x6;
    constexpr std::uint64_t kAvx512State = 0xE6;
    constexpr std::uint64_t kTileState = 0x60000;
    const Registers first = cpuid(7, 0);
    const Registers second = cpuid(7, 1);
    const std::uint64_t kept = kept_registers();
    const auto keeps = [kept](std::uint64_t state) { return (kept & state) == state; };

    const bool avx2 = keeps(kAvxState) && has(first.ebx, 5);
    const bool avx_vnni = avx2 && has(second.eax, 4);
    const bool avx512 = avx2 && keeps(kAvx512State) && has(first.ebx, 16) && has(first.ebx, 17) &&
                        has(first.ebx, 30) && has(first.ebx, 31) && has(first.ecx, 11);
    const bool amx = avx512 && keeps(kTileState) && has(first.edx, 24) && has(first.edx, 25) &&
                     amx_kernel() && may_use_tiles();

    std::vector<const Kernel*> found;
    const auto add = [&found](bool runs, const Kernel* kernel) {
        if (runs && kernel) found.push_back(kernel);
    };
    add(amx, amx_kernel());
    add(avx512, avx512_kernel());
    add(avx_vnni, avx_vnni_kernel());
    add(avx2, avx2_kernel());
    add(true, winograd_kernel());
    add(true, portable_kernel());
    return found;
}

#else

std::vector<const Kernel*> find_kernels() { return {winograd_kernel(), portable_kernel()}; }

#endif

}  // namespace

std::span<const Kernel* const> kernels() {
    static const std::vector<const Kernel*> found = find_kernels();
    return found;
}

}  // namespace gajah
