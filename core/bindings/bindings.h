// What the binding files share. The only files of core that know Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "rules/checked.h"
#include "rules/notation.h"
#include "rules/position.h"

namespace nb = nanobind;

namespace gajah::bindings {

// A list of positions from Python: copies, so that they may be read without the GIL.
struct Positions : std::vector<Position> {
    using std::vector<Position>::vector;
};

inline std::vector<std::uint64_t> board_hashes(const Positions& positions) {
    std::vector<std::uint64_t> hashes;
    for (const Position& p : positions) hashes.push_back(p.board().hash());
    return hashes;
}

void bind_errors(nb::module_& m);
void bind_values(nb::module_& m);
void bind_position(nb::module_& m);
void bind_step_order(nb::module_& m);
void bind_alphabeta(nb::module_& m);
void bind_study(nb::module_& m);
void bind_tree(nb::module_& m);
void bind_selfplay(nb::module_& m);
void bind_actions(nb::module_& m);
void bind_vector_games(nb::module_& m);
void bind_network(nb::module_& m);
void bind_network_engine(nb::module_& m);
void bind_play(nb::module_& m);
void bind_clock(nb::module_& m);
void bind_aei(nb::module_& m);

// Throws IllegalTurnError where a network cannot set up.
void check_awaits_setup(const Position& position);

// Python's hash(): any 64-bit number folded to a signed word that is not -1.
inline Py_hash_t fold_hash(std::uint64_t h) {
    const auto folded = static_cast<Py_hash_t>(h ^ (h >> 32));
    return folded == -1 ? -2 : folded;
}

// Python's ==: a value equals no value of another type.
template <class T>
bool equals(const T& a, nb::object b) {
    return nb::isinstance<T>(b) && a == nb::cast<const T&>(b);
}

// A str for our parsers. Python's may hold halves of surrogate pairs (bytes of a wrong encoding
// arrive so from the command line), which UTF-8 cannot express: they become question marks, and
// the parser refuses them in its own words.
struct Text {
    std::string_view view;
    nb::object owner;  // of the view, when it is not the str itself
    operator std::string_view() const { return view; }
};

// Arguments that may be given as text: "e2" for a square, "Ed2n" for a step.
using SquareLike = std::variant<Square, Text>;
using StepLike = std::variant<Step, Text>;
using PieceLike = std::variant<Piece, Text>;
using TurnLike = std::variant<Turn, Text, std::vector<Step>>;

// Plays what is left of a turn; throws IllegalTurnError.
Position::Played played(const Position& position, const TurnLike& turn);

inline Square to_square(const SquareLike& v) {
    return std::holds_alternative<Square>(v) ? std::get<Square>(v)
                                             : parse_square(std::get<Text>(v));
}
inline Step to_step(const StepLike& v) {
    return std::holds_alternative<Step>(v) ? std::get<Step>(v) : parse_step(std::get<Text>(v));
}
inline Piece to_piece(const PieceLike& v) {
    return std::holds_alternative<Piece>(v) ? std::get<Piece>(v) : parse_piece(std::get<Text>(v));
}

}  // namespace gajah::bindings

namespace nanobind::detail {

template <>
struct type_caster<gajah::bindings::Positions> {
    using Pointers = make_caster<std::vector<const gajah::Position*>>;
    NB_TYPE_CASTER(gajah::bindings::Positions, Pointers::Name)

    bool from_python(handle src, std::uint8_t flags, cleanup_list* cleanup) noexcept {
        Pointers pointers;
        if (!pointers.from_python(src, flags, cleanup)) return false;
        for (const gajah::Position* p : pointers.value) {
            if (!p) return false;  // that is what None becomes
            value.push_back(*p);
        }
        return true;
    }

    static handle from_cpp(const gajah::bindings::Positions& positions, rv_policy policy,
                           cleanup_list* cleanup) noexcept {
        using Values = make_caster<std::vector<gajah::Position>>;
        return Values::from_cpp(positions, policy, cleanup);
    }
};

template <>
struct type_caster<gajah::bindings::Text> {
    NB_TYPE_CASTER(gajah::bindings::Text, const_name("str"))

    bool from_python(handle src, std::uint8_t, cleanup_list*) noexcept {
        if (!PyUnicode_Check(src.ptr())) return false;
        Py_ssize_t size = 0;
        if (const char* utf8 = PyUnicode_AsUTF8AndSize(src.ptr(), &size)) {
            value.view = {utf8, static_cast<std::size_t>(size)};
            return true;
        }
        PyErr_Clear();
        value.owner = steal(PyUnicode_AsEncodedString(src.ptr(), "utf-8", "replace"));
        char* bytes = nullptr;
        if (!value.owner.is_valid() ||
            PyBytes_AsStringAndSize(value.owner.ptr(), &bytes, &size) != 0) {
            PyErr_Clear();
            return false;
        }
        value.view = {bytes, static_cast<std::size_t>(size)};
        return true;
    }
};

}  // namespace nanobind::detail
