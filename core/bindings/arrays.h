// Arrays of numpy's that the network's questions, answers and samples travel in.
#pragma once

#include <nanobind/ndarray.h>

#include "bindings/bindings.h"

namespace gajah::bindings {

template <class T>
using Rows = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

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
