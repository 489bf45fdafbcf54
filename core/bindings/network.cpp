#include "network/network.h"

#include <nanobind/stl/shared_ptr.h>

#include "bindings/arrays.h"

namespace gajah::bindings {

namespace {

using Features = Rows<const std::uint64_t>;

std::shared_ptr<const Network> parse(const nb::bytes& file, const std::string& kernel) {
    const std::span content(static_cast<const std::byte*>(file.data()), file.size());
    const nb::gil_scoped_release no_gil;
    return Network::parse(content, kernel);
}

auto answer(const Network& network, const Features& features) {
    if (features.shape(1) != kFeatureWords)
        throw nb::value_error("features have 17 words for each position");
    const std::size_t n = features.shape(0);
    std::vector<float> logits(n * kActions);
    std::vector<float> values(n);
    {
        const nb::gil_scoped_release no_gil;
        Network::Workspace workspace;
        network.evaluate(features.data(), static_cast<int>(n), logits.data(), values.data(),
                         workspace);
    }
    return std::pair(to_numpy<2, float>(std::move(logits), {n, kActions}),
                     to_numpy<1, float>(std::move(values), {n}));
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names;
    for (const std::string_view name : Network::kernel_names()) names.emplace_back(name);
    return names;
}

}  // namespace

void bind_network(nb::module_& m) {
    using nb::arg;
    m.def("kernel_names", &kernel_names,
          "The instruction sets for networks that this machine has, the fastest first.");
    m.def(
        "pack_features",
        [](const Positions& positions) {
            return to_numpy<2, std::uint64_t>(pack_features(positions),
                                              {positions.size(), kFeatureWords});
        },
        arg("positions"), "What the network is told about each position: a row of 17 words.");
    m.attr("PLANES") = kPlanes;
    nb::borrow<nb::class_<Position>>(m.attr("Position"))
        .def(
            "planes",
            [](const Position& p) { return to_numpy<3, float>(planes_of({p}), {kPlanes, 8, 8}); },
            nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.float32]"),
            "The position as a (PLANES, 8, 8) array of 0 and 1, seen from the side to move.");
    m.def(
        "planes_batch",
        [](const Positions& p) {
            return to_numpy<4, float>(planes_of(p), {p.size(), kPlanes, 8, 8});
        },
        arg("positions"),
        nb::sig("def planes_batch(positions: collections.abc.Sequence[Position]) -> "
                "numpy.typing.NDArray[numpy.float32]"),
        "Many positions at once as (N, PLANES, 8, 8).");
    nb::class_<Network>(m, "Network", "The policy-and-value network. Many threads may use one.")
        .def_static("parse", &parse, arg("file"), arg("kernel") = "",
                    "Reads the bytes of a network's file, or raises ValueError. `kernel` is one of "
                    "kernel_names() instead of the fastest; all of them give the same bits.")
        .def_prop_ro(
            "kernel", [](const Network& n) { return std::string(n.kernel_name()); },
            "The instruction set in use.")
        .def_prop_ro("blocks", &Network::blocks)
        .def_prop_ro("channels", &Network::channels)
        .def("answer", &answer, arg("features"),
             "What it thinks of rows of pack_features(): logits, 257 a row, and values from -1, "
             "lost, to 1, won, for the side to move.");
}

}  // namespace gajah::bindings
