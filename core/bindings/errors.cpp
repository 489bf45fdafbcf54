#include "bindings/bindings.h"
#include "rules/words.h"

namespace gajah::bindings {

namespace {

// The Python classes live in gajah.errors, which imports nothing, so that they are ordinary
// Python with attributes; they are looked up when the first error is raised.
void raise(const char* class_name, nb::object error) {
    PyErr_SetObject(nb::module_::import_("gajah.errors").attr(class_name).ptr(), error.ptr());
}

void translate(const std::exception_ptr& p, void*) {
    try {
        std::rethrow_exception(p);
    } catch (const NotationError& e) {
        raise("NotationError", nb::module_::import_("gajah.errors")
                                   .attr("NotationError")(e.what(), nb::arg("line") = e.line()));
    } catch (const IllegalTurnError& e) {
        const Refusal& r = e.refusal();
        const nb::object step = r.step_number ? nb::cast(r.step) : nb::none();
        raise("IllegalTurn",
              nb::module_::import_("gajah.errors")
                  .attr("IllegalTurn")(e.what(), nb::cast(r.rule), r.step_number, step));
    }
}

}  // namespace

void bind_errors(nb::module_& m) {
    nb::register_exception_translator(translate);
    m.def(
        "sentence", [](const Text& words) { return sentence(words); }, nb::arg("words"),
        "Words with a capital letter at the start and a full stop at the end.");

    nb::enum_<Rule>(m, "Rule", "Which rule refused a step, a turn or a setup.")
        .value("NO_SUCH_PIECE", Rule::NoSuchPiece)
        .value("OFF_BOARD", Rule::OffBoard)
        .value("OCCUPIED", Rule::Occupied)
        .value("FROZEN", Rule::Frozen)
        .value("RABBIT_BACKWARD", Rule::RabbitBackward)
        .value("NO_PUSHER", Rule::NoPusher)
        .value("PUSH_ON_LAST_STEP", Rule::PushOnLastStep)
        .value("PUSH_UNFINISHED", Rule::PushUnfinished)
        .value("TOO_MANY_STEPS", Rule::TooManySteps)
        .value("WRONG_CAPTURE", Rule::WrongCapture)
        .value("NO_STEP", Rule::NoStep)
        .value("NO_CHANGE", Rule::NoChange)
        .value("REPETITION", Rule::Repetition)
        .value("SETUP_PIECES", Rule::SetupPieces)
        .value("SETUP_SQUARES", Rule::SetupSquares)
        .value("SETUP_EXPECTED", Rule::SetupExpected)
        .value("SETUP_OVER", Rule::SetupOver)
        .value("WRONG_SIDE", Rule::WrongSide)
        .value("GAME_OVER", Rule::GameOver)
        .def_prop_ro(
            "text", [](Rule r) { return describe(r); }, "What the rule says, in a sentence.");
}

}  // namespace gajah::bindings
