#include "alphabeta/step_order.h"

#include <nanobind/stl/pair.h>

#include "bindings/bindings.h"

namespace gajah::bindings {

void bind_step_order(nb::module_& m) {
    m.attr("STEP_FEATURES") = step_feature::kCount;
    nb::class_<StepWeights>(m, "StepWeights", "What makes a step likely: learned, for ordering.")
        .def(nb::new_(&StepWeights::from), nb::arg("values"));
    m.def("step_choices", &step_choices, nb::arg("position"), nb::arg("turn"),
          "For each move of a turn: which of all possible ones it was, and the features of each.");
}

}  // namespace gajah::bindings
