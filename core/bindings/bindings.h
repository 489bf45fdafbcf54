// What the binding files share. The only files of core that know Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "rules/notation.h"
#include "rules/position.h"

namespace nb = nanobind;

namespace gajah::bindings {

// A refusal on its way to Python, where it becomes gajah.IllegalTurn.
class IllegalTurnError : public std::invalid_argument {
public:
    IllegalTurnError(const std::string& message, const Refusal& refusal)
        : std::invalid_argument(message), refusal_(refusal) {}
    const Refusal& refusal() const { return refusal_; }

private:
    Refusal refusal_;
};

void bind_errors(nb::module_& m);
void bind_values(nb::module_& m);
void bind_position(nb::module_& m);
void bind_training(nb::module_& m);
void bind_net(nb::module_& m);

// Python's hash(): any 64-bit number folded to a signed word that is not -1.
inline Py_hash_t fold_hash(std::uint64_t h) {
    const auto folded = static_cast<Py_hash_t>(h ^ (h >> 32));
    return folded == -1 ? -2 : folded;
}

// Arguments that may be given as text: "e2" for a square, "Ed2n" for a step.
using SquareLike = std::variant<Square, std::string_view>;
using StepLike = std::variant<Step, std::string_view>;
using PieceLike = std::variant<Piece, std::string_view>;
using TurnLike = std::variant<Turn, std::string_view, std::vector<Step>>;
inline Square to_square(const SquareLike& v) {
    return std::holds_alternative<Square>(v) ? std::get<Square>(v)
                                             : parse_square(std::get<std::string_view>(v));
}
inline Step to_step(const StepLike& v) {
    return std::holds_alternative<Step>(v) ? std::get<Step>(v)
                                           : parse_step(std::get<std::string_view>(v));
}
inline Piece to_piece(const PieceLike& v) {
    return std::holds_alternative<Piece>(v) ? std::get<Piece>(v)
                                            : parse_piece(std::get<std::string_view>(v));
}

}  // namespace gajah::bindings
