// Servers since 2023: matrices of 8-bit numbers multiplied a tile (16 rows of 64 bytes) at a time;
// the rest with AVX-512.
#include "network/kernel.h"

#if defined(__AMX_INT8__) && defined(__AVX512VNNI__) && defined(__AVX512BW__)

#include "network/kernel_avx512.h"

namespace gajah {

namespace {

constexpr int kTileRows = 16;
constexpr int kTileBytes = 64;
constexpr int kTileGroups = kTileBytes / kGroupBytes;
static_assert(kSquares == 4 * kTileRows && kBlock == 2 * kTileRows);

struct alignas(64) TileSettings {
    std::uint8_t palette = 1;
    std::uint8_t start_row = 0;
    std::uint8_t reserved[14] = {};
    std::uint16_t row_bytes[16] = {kTileBytes, kTileBytes, kTileBytes, kTileBytes,
                                   kTileBytes, kTileBytes, kTileBytes, kTileBytes};
    std::uint8_t rows[16] = {kTileRows, kTileRows, kTileRows, kTileRows,
                             kTileRows, kTileRows, kTileRows, kTileRows};
};
constexpr TileSettings kTiles;

// The compiler does not know that tiles are loaded from memory it has just written.
inline void finish_writing() { __asm__ volatile("" ::: "memory"); }

// Sums of all 64 rows and 16 of the channels: tiles 0 to 3 hold them, 4 and 5 the activations, 6
// the weights. So weights, of which there is more, are read only once.
void tile_sums(const Product& p, int half, std::int32_t* sums) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    const std::byte* weights = p.weights + half * kTileBytes;
    for (int segment = 0; segment < p.segments; ++segment) {
        const std::byte* input = p.input + segment * p.segment_stride;
        for (int g = 0; g < p.groups; g += kTileGroups) {
            _tile_loadd(6, weights, kWeightRow);
            _tile_loadd(4, input, p.row_stride);
            _tile_dpbusd(0, 4, 6);
            _tile_loadd(5, input + kTileRows * p.row_stride, p.row_stride);
            _tile_dpbusd(1, 5, 6);
            _tile_loadd(4, input + 2 * kTileRows * p.row_stride, p.row_stride);
            _tile_dpbusd(2, 4, 6);
            _tile_loadd(5, input + 3 * kTileRows * p.row_stride, p.row_stride);
            _tile_dpbusd(3, 5, 6);
            input += kTileBytes;
            weights += kTileGroups * kWeightRow;
        }
    }
    constexpr int kStride = kBlock * static_cast<int>(sizeof *sums);
    std::int32_t* to = sums + half * kTileRows;
    _tile_stored(0, to, kStride);
    _tile_stored(1, to + kTileRows * kBlock, kStride);
    _tile_stored(2, to + 2 * kTileRows * kBlock, kStride);
    _tile_stored(3, to + 3 * kTileRows * kBlock, kStride);
}

struct Amx : Avx512 {
    static void convolve_sums(const Product& p, std::int32_t* sums) {
        finish_writing();
        tile_sums(p, 0, sums);
        tile_sums(p, 1, sums);
    }
};

// Tiles are set up for each layer and left as they were found: other libraries in this thread set
// them up once and rely on that. Mostly there was nothing, and no thread carries tiles around.
void convolve_with_tiles(const Convolution& c) {
    TileSettings before;
    _tile_storeconfig(&before);
    _tile_loadconfig(&kTiles);
    convolve<Amx>(c);
    _tile_loadconfig(&before);
}

constexpr Kernel kKernel = {"amx-int8",       sizeof(Amx::Small),  false,
                            kTileBytes,       convolve_with_tiles, multiply<Amx>,
                            round_stream<Amx>};

}  // namespace

const Kernel* amx_kernel() { return &kKernel; }

}  // namespace gajah

#else

namespace gajah {
const Kernel* amx_kernel() { return nullptr; }
}  // namespace gajah

#endif
