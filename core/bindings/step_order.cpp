#include "alphabeta/step_order.h"

#include <nanobind/stl/pair.h>

#include "bindings/bindings.h"

namespace gajah::bindings {

namespace {

bool is_same(const Move& a, const Move& b) {
    return a.type == b.type && a.from == b.from && a.to == b.to &&
           (a.type == Move::Type::Single || a.other == b.other);
}

// The steps of a turn from `at` on as moves, pushes and pulls being one each; false if there is no
// way to see them so.
bool find_moves(const Board& board, Side side, int steps_left, const Turn& turn, int at,
                std::vector<Move>& moves) {
    if (at == turn.size()) return true;
    return each_move(board, side, steps_left, [&](const Move& m) {
        Board next = board;
        const MoveSteps made = play(next, side, m);
        if (at + made.size > turn.size()) return false;
        for (int i = 0; i < made.size; ++i)
            if (made.steps[static_cast<std::size_t>(i)] != turn[at + i]) return false;
        moves.push_back(m);
        if (find_moves(next, side, steps_left - made.size, turn, at + made.size, moves))
            return true;
        moves.pop_back();
        return false;
    });
}

using Choice = std::pair<int, std::vector<std::vector<int>>>;

// Every move of a turn: which of all possible ones it was, and the features of each.
std::vector<Choice> step_choices(const Position& position, const Turn& turn) {
    const Side side = position.side();
    std::vector<Move> made;
    if (!find_moves(position.board(), side, position.steps_left(), turn, 0, made))
        throw nb::value_error("the turn is not legal in this position");
    Board board = position.board();
    int steps_left = position.steps_left();
    std::optional<Square> last;
    std::vector<Choice> choices;
    for (const Move& chosen : made) {
        const StepOrder order(board, side, last);
        Choice choice;
        each_move(board, side, steps_left, [&](const Move& m) {
            if (is_same(m, chosen)) choice.first = static_cast<int>(choice.second.size());
            choice.second.push_back(order.features(m));
            return false;
        });
        choices.push_back(std::move(choice));
        play(board, side, chosen);
        steps_left -= chosen.steps();
        last = chosen.to;
    }
    return choices;
}

}  // namespace

void bind_step_order(nb::module_& m) {
    m.attr("STEP_FEATURES") = step_feature::kCount;
    nb::class_<StepWeights>(m, "StepWeights", "What makes a step likely: learned, for ordering.")
        .def(nb::new_(&StepWeights::from), nb::arg("values"));
    m.def("step_choices", &step_choices, nb::arg("position"), nb::arg("turn"),
          "For each move of a turn: which of all possible ones it was, and the features of each.");
}

}  // namespace gajah::bindings
