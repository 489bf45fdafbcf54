#include <nanobind/ndarray.h>

#include "bindings/bindings.h"
#include "rules/planes.h"

namespace gajah::bindings {

namespace {

using PlaneArray = nb::ndarray<nb::numpy, float>;

PlaneArray wrap(float* data, std::vector<std::size_t> shape) {
    nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<float*>(p); });
    return PlaneArray(data, shape.size(), shape.data(), owner);
}

PlaneArray planes_batch(const Positions& positions) {
    auto* data = new float[positions.size() * kPlaneFloats]();
    for (std::size_t i = 0; i < positions.size(); ++i)
        fill_planes(positions[i], data + i * kPlaneFloats);
    return wrap(data, {positions.size(), kPlanes, 8, 8});
}

PlaneArray planes_of(const Position& position) {
    auto* data = new float[kPlaneFloats]();
    fill_planes(position, data);
    return wrap(data, {kPlanes, 8, 8});
}

}  // namespace

void bind_planes(nb::module_& m) {
    m.attr("PLANES") = kPlanes;
    nb::borrow<nb::class_<Position>>(m.attr("Position"))
        .def("planes", &planes_of,
             nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.float32]"),
             "The position as a (PLANES, 8, 8) array of 0 and 1, seen from the side to move.");
    m.def("planes_batch", &planes_batch, nb::arg("positions"),
          nb::sig("def planes_batch(positions: collections.abc.Sequence[Position]) -> "
                  "numpy.typing.NDArray[numpy.float32]"),
          "Many positions at once as (N, PLANES, 8, 8).");
}

}  // namespace gajah::bindings
