// What the bindings of both engines share.
#pragma once

#include <nanobind/stl/function.h>

#include "alphabeta/engine.h"
#include "bindings/bindings.h"

namespace gajah::bindings {

// For a search that is given no other.
inline const Stop kNeverSet{};

// The interpreter runs on while an engine thinks, but for its reports.
template <class Engine>
SearchReport search_with(Engine& engine, const Position& position,
                         const std::vector<std::uint64_t>& history, double soft_s, double hard_s,
                         std::uint64_t nodes, int depth, int lines,
                         const std::optional<std::function<void(const SearchReport&)>>& progress,
                         const Stop* stop) {
    const SearchLimits limits{soft_s, hard_s, nodes, depth, lines};
    typename Engine::Progress report;
    if (progress)
        report = [&](const SearchReport& r) {
            const nb::gil_scoped_acquire gil;
            (*progress)(r);
        };
    const nb::gil_scoped_release no_gil;
    return engine.search(position, history, limits, report, stop ? *stop : kNeverSet);
}

}  // namespace gajah::bindings
