#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include "bindings/engine.h"
#include "net/engine.h"
#include "net/network.h"
#include "net/setup.h"

namespace gajah::bindings {

namespace {

using net::EngineSettings;
using net::Network;

class NetworkEvaluator : public net::Evaluator {
public:
    explicit NetworkEvaluator(std::shared_ptr<const Network> network)
        : network_(std::move(network)) {}
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        network_->evaluate(features, n, logits, values, workspace_);
    }

private:
    std::shared_ptr<const Network> network_;
    Network::Workspace workspace_;
};

// A function of Python's answers, any number of threads at once: a network on a device that only
// Python knows how to reach. It writes into the arrays it is given.
class AskedEvaluator : public net::Evaluator {
public:
    explicit AskedEvaluator(nb::callable answer) : answer_(std::move(answer)) {}
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        const nb::gil_scoped_acquire gil;
        const auto rows = static_cast<std::size_t>(n);
        answer_(view(features, {rows, net::kFeatureWords}), view(logits, {rows, net::kActions}),
                view(values, {rows}));
    }

private:
    // These very numbers, not a copy: it is for as long as the call.
    template <class T>
    static nb::object view(T* numbers, std::initializer_list<std::size_t> shape) {
        return nb::cast(nb::ndarray<nb::numpy, T>(numbers, shape), nb::rv_policy::reference);
    }

    nb::callable answer_;
};

void bind_engine_settings(nb::module_& m) {
    nb::class_<EngineSettings>(m, "NetEngineSettings", "How the network's engine searches.")
        .def(nb::init<>())
        .def_rw("batch", &EngineSettings::batch)
        .def_rw("temperature", &EngineSettings::temperature)
        .def_prop_rw(
            "exploration", [](const EngineSettings& s) { return s.search.puct.exploration; },
            [](EngineSettings& s, float x) { s.search.puct.exploration = x; })
        .def_prop_rw(
            "reluctance", [](const EngineSettings& s) { return s.search.puct.reluctance; },
            [](EngineSettings& s, float x) { s.search.puct.reluctance = x; })
        .def_prop_rw(
            "most_defences", [](const EngineSettings& s) { return s.search.most_defences; },
            [](EngineSettings& s, int x) { s.search.most_defences = x; })
        .def_prop_rw(
            "visits_before_defence",
            [](const EngineSettings& s) { return s.search.visits_before_defence; },
            [](EngineSettings& s, int x) { s.search.visits_before_defence = x; });
}

Setup set_up(net::Engine& engine, const Position& position, int simulations, float temperature,
             std::uint64_t seed, double hard_s) {
    check_awaits_setup(position);
    const nb::gil_scoped_release no_gil;
    return engine.set_up(position, {simulations, temperature, seed, hard_s});
}

}  // namespace

void bind_net_engine(nb::module_& m) {
    using nb::arg;
    bind_engine_settings(m);
    nb::class_<net::Engine>(m, "CoreNetEngine", "The network's engine; use gajah.bots.engine.")
        .def(
            "__init__",
            [](net::Engine* self, std::size_t hash_mb, int threads,
               const std::shared_ptr<const Network>& network, const EngineSettings& settings) {
                new (self) net::Engine(
                    hash_mb, threads,
                    [network] { return std::make_unique<NetworkEvaluator>(network); }, settings);
            },
            arg("hash_mb"), arg("threads"), arg("network"), arg("settings") = EngineSettings())
        .def(
            "__init__",
            [](net::Engine* self, std::size_t hash_mb, int threads, const nb::callable& answer,
               const EngineSettings& settings) {
                new (self) net::Engine(
                    hash_mb, threads, [&] { return std::make_unique<AskedEvaluator>(answer); },
                    settings);
            },
            arg("hash_mb"), arg("threads"), arg("answer"), arg("settings") = EngineSettings(),
            nb::sig("def __init__(self, hash_mb: int, threads: int, answer: "
                    "Callable[[NDArray[numpy.uint64], NDArray[numpy.float32], "
                    "NDArray[numpy.float32]], None], settings: NetEngineSettings = ...) -> None"))
        .def("search", &search_with<net::Engine>, arg("position"), arg("history"), arg("soft_s"),
             arg("hard_s"), arg("nodes"), arg("depth"), arg("lines"), arg("progress") = nb::none())
        .def_static(
            "can_set_up", [](const Position& position) { return !net::why_no_setup(position); },
            arg("position"),
            "Gold's side on an empty board, or silver's opposite all of gold's pieces.")
        .def("set_up", &set_up, arg("position"), arg("simulations"), arg("temperature"),
             arg("seed"), arg("hard_s"),
             "A setup for the side to move; simulations are for each piece.")
        .def("stop", &net::Engine::stop)
        .def("clear", &net::Engine::clear)
        .def("seed", &net::Engine::seed, arg("seed"), "For what is drawn by lot.");
}

}  // namespace gajah::bindings
