#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include "bindings/engine.h"
#include "network/network.h"
#include "network/setup.h"
#include "tree/engine.h"

namespace gajah::bindings {

namespace {

// A function of Python's answers, any number of threads at once: a network on a device that only
// Python knows how to reach. It writes into the arrays it is given.
class AskedEvaluator : public Evaluator {
public:
    explicit AskedEvaluator(nb::callable answer) : answer_(std::move(answer)) {}
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        const nb::gil_scoped_acquire gil;
        const auto rows = static_cast<std::size_t>(n);
        answer_(view(features, {rows, kFeatureWords}), view(logits, {rows, kActions}),
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
    nb::class_<NetworkEngineSettings>(m, "NetworkEngineSettings",
                                      "How the network's engine searches.")
        .def(nb::init<>())
        .def_rw("batch", &NetworkEngineSettings::batch)
        .def_rw("draws", &NetworkEngineSettings::draws)
        .def_rw("share_to_refute", &NetworkEngineSettings::share_to_refute)
        .def_rw("share_of_doubt", &NetworkEngineSettings::share_of_doubt)
        .def_prop_rw(
            "exploration", [](const NetworkEngineSettings& s) { return s.search.puct.exploration; },
            [](NetworkEngineSettings& s, float x) { s.search.puct.exploration = x; })
        .def_prop_rw(
            "reluctance", [](const NetworkEngineSettings& s) { return s.search.puct.reluctance; },
            [](NetworkEngineSettings& s, float x) { s.search.puct.reluctance = x; })
        .def_prop_rw(
            "most_defences", [](const NetworkEngineSettings& s) { return s.search.most_defences; },
            [](NetworkEngineSettings& s, int x) { s.search.most_defences = x; })
        .def_prop_rw(
            "visits_before_defence",
            [](const NetworkEngineSettings& s) { return s.search.visits_before_defence; },
            [](NetworkEngineSettings& s, int x) { s.search.visits_before_defence = x; })
        .def_prop_rw(
            "visits_before_goal_in_two",
            [](const NetworkEngineSettings& s) { return s.search.visits_before_goal_in_two; },
            [](NetworkEngineSettings& s, int x) { s.search.visits_before_goal_in_two = x; })
        .def_prop_rw(
            "boards_for_a_visit",
            [](const NetworkEngineSettings& s) { return s.search.boards_for_a_visit; },
            [](NetworkEngineSettings& s, int x) { s.search.boards_for_a_visit = x; })
        .def_prop_rw(
            "few_defences", [](const NetworkEngineSettings& s) { return s.search.few_defences; },
            [](NetworkEngineSettings& s, std::size_t x) { s.search.few_defences = x; });
}

Setup set_up(NetworkEngine& engine, const Position& position, int simulations, float temperature,
             std::uint64_t seed, double hard_s, const Stop* stop) {
    check_awaits_setup(position);
    const nb::gil_scoped_release no_gil;
    return engine.set_up(position, {simulations, temperature, seed, hard_s},
                         stop ? *stop : kNeverSet);
}

}  // namespace

void bind_network_engine(nb::module_& m) {
    using nb::arg;
    bind_engine_settings(m);
    nb::class_<NetworkEngine>(m, "NetworkEngine", "The network's engine; use gajah.Engine.")
        .def(
            "__init__",
            [](NetworkEngine* self, std::size_t hash_mb, int threads,
               const std::shared_ptr<const Network>& network,
               const NetworkEngineSettings& settings) {
                new (self) NetworkEngine(hash_mb, threads, evaluators_of(network), settings);
            },
            arg("hash_mb"), arg("threads"), arg("network"),
            arg("settings") = NetworkEngineSettings())
        .def(
            "__init__",
            [](NetworkEngine* self, std::size_t hash_mb, int threads, const nb::callable& answer,
               const NetworkEngineSettings& settings) {
                new (self) NetworkEngine(
                    hash_mb, threads, [&] { return std::make_unique<AskedEvaluator>(answer); },
                    settings);
            },
            arg("hash_mb"), arg("threads"), arg("answer"),
            arg("settings") = NetworkEngineSettings(),
            nb::sig(
                "def __init__(self, hash_mb: int, threads: int, answer: "
                "Callable[[NDArray[numpy.uint64], NDArray[numpy.float32], "
                "NDArray[numpy.float32]], None], settings: NetworkEngineSettings = ...) -> None"))
        .def("search", &search_with<NetworkEngine>, arg("position"), arg("history"), arg("soft_s"),
             arg("hard_s"), arg("nodes"), arg("depth"), arg("lines"), arg("progress") = nb::none(),
             arg("stop") = nb::none())
        .def_static(
            "can_set_up", [](const Position& position) { return !why_no_setup(position); },
            arg("position"),
            "Gold's side on an empty board, or silver's opposite all of gold's pieces.")
        .def("set_up", &set_up, arg("position"), arg("simulations"), arg("temperature"),
             arg("seed"), arg("hard_s"), arg("stop") = nb::none(),
             "A setup for the side to move; simulations are for each piece.")
        .def("clear", &NetworkEngine::clear)
        .def("seed", &NetworkEngine::seed, arg("seed"), "For what is drawn by lot.");
}

}  // namespace gajah::bindings
