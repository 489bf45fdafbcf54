#include "aei/embedded.h"

#include <charconv>
#include <string_view>

// The assembler copies a file into the program, in an instant; GAJAH_DATA is the files' folder.
#if defined(__APPLE__)
#define GAJAH_READ_ONLY ".const_data\n"
#define GAJAH_SYMBOL(name) "_" name
#elif defined(_WIN32)
#define GAJAH_READ_ONLY ".section .rdata,\"dr\"\n"
#define GAJAH_SYMBOL(name) name
#else
#define GAJAH_READ_ONLY ".section .rodata,\"a\"\n"
#define GAJAH_SYMBOL(name) name
#endif
#define GAJAH_EMBED(symbol, file)                                                                 \
    extern "C" const char symbol[];                                                               \
    extern "C" const char symbol##_end[];                                                         \
    __asm__(GAJAH_READ_ONLY ".balign 16\n.globl " GAJAH_SYMBOL(#symbol) "\n.globl " GAJAH_SYMBOL( \
        #symbol "_end") "\n" GAJAH_SYMBOL(#symbol) ":\n.incbin \"" GAJAH_DATA "/" file            \
                                                   "\"\n" GAJAH_SYMBOL(                           \
                                                       #symbol "_end") ":\n.byte 0\n.text\n")

GAJAH_EMBED(gajah_network_file, "gajah.net");
GAJAH_EMBED(gajah_weights_file, "weights.json");
GAJAH_EMBED(gajah_step_weights_file, "step_weights.json");

namespace gajah {

namespace {

// The numbers of {"source": ..., "weights": [1, -2, ...]}.
std::vector<int> read_numbers(std::string_view json) {
    std::vector<int> numbers;
    json.remove_prefix(json.find('[', json.find("\"weights\"")));
    for (std::size_t at = 0; at < json.size() && json[at] != ']';) {
        const auto first = json.find_first_of("-0123456789]", at);
        int number = 0;
        const auto [end, error] =
            std::from_chars(json.data() + first, json.data() + json.size(), number);
        if (error != std::errc()) break;
        numbers.push_back(number);
        at = static_cast<std::size_t>(end - json.data());
    }
    return numbers;
}

}  // namespace

std::span<const std::byte> embedded_network() {
    return std::as_bytes(std::span(gajah_network_file, gajah_network_file_end));
}

Weights embedded_weights() {
    return Weights::from(read_numbers({gajah_weights_file, gajah_weights_file_end}));
}

StepWeights embedded_step_weights() {
    return StepWeights::from(read_numbers({gajah_step_weights_file, gajah_step_weights_file_end}));
}

}  // namespace gajah
