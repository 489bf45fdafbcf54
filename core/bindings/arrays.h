// Arrays of numpy's that the network's questions, answers and samples travel in.
#pragma once

#include <nanobind/ndarray.h>

#include "bindings/bindings.h"
#include "network/legal_actions.h"

namespace gajah::bindings {

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, std::size_t kDimensions>
using Result = nb::ndarray<nb::numpy, T, nb::ndim<kDimensions>, nb::c_contig>;

// A numpy array that owns these numbers.
template <std::size_t kDimensions, class T>
Result<T, kDimensions> to_numpy(std::vector<T> numbers,
                                const std::array<std::size_t, kDimensions>& shape) {
    auto* kept = new std::vector<T>(std::move(numbers));
    const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Result<T, kDimensions>(kept->data(), kDimensions, shape.data(), owner);
}

// A row of masks: 1, which numpy reads as true, for each legal action.
using Mask = Result<bool, 1>;
Mask mask_of(const ActionSet& legal);
// Throws ValueError unless it is one of them.
Action checked_action(const ActionSet& legal, std::int64_t action);

inline constexpr const char* kWrongShape = "an array has the wrong shape";

template <class T>
void check_rows(const Rows<T>& array, std::size_t rows, std::size_t width) {
    if (array.shape(0) < rows || array.shape(1) != width) throw nb::value_error(kWrongShape);
}

template <class T>
void check_column(const Column<T>& array, std::size_t rows) {
    if (array.shape(0) < rows) throw nb::value_error(kWrongShape);
}

}  // namespace gajah::bindings
