#include "selfplay/vector_games.h"

#include "bindings/arrays.h"

namespace gajah::bindings {

namespace {

constexpr std::size_t kMostGames = std::size_t{1} << 20;

VectorSettings settings_of(bool setup_phase, const Positions& starts, int max_turns, bool planes) {
    if (setup_phase && !starts.empty())
        throw nb::value_error("games with a setup phase begin on the empty board");
    for (const Position& start : starts)
        if (!start.at_turn_start() || StepGame(start).result())
            throw nb::value_error("a game starts between two turns and is not over yet");
    if (max_turns < 0) throw nb::value_error("max_turns is 0, for no limit, or more");
    return {setup_phase, starts, max_turns, planes};
}

void check_actions(const VectorGames& games, const Column<const std::int64_t>& actions) {
    if (actions.shape(0) != games.size()) throw nb::value_error(kWrongShape);
    const auto found = games.find_illegal(actions.data());
    if (!found) return;
    throw nb::value_error(("game " + std::to_string(*found) + ": action " +
                           std::to_string(actions.data()[*found]) + " is not legal now")
                              .c_str());
}

// A property: the games' own memory as an array, which keeps them alive.
template <class Shown, class T, std::size_t kMore = 0>
auto view_of(std::vector<T> VectorGames::Arrays::* numbers,
             const std::array<std::size_t, kMore>& more = {}) {
    static_assert(sizeof(Shown) == sizeof(T));
    return [numbers, more](VectorGames& games) {
        std::array<std::size_t, kMore + 1> shape{games.size()};
        std::copy(more.begin(), more.end(), shape.begin() + 1);
        auto* data = reinterpret_cast<Shown*>((games.arrays().*numbers).data());
        return Result<Shown, kMore + 1>(data, kMore + 1, shape.data(), nb::find(games));
    };
}

void bind_arrays(nb::class_<VectorGames>& games) {
    using Arrays = VectorGames::Arrays;
    games
        .def_prop_ro("masks", view_of<bool>(&Arrays::masks, std::array<std::size_t, 1>{kActions}),
                     nb::sig("def masks(self) -> numpy.typing.NDArray[numpy.bool_]"),
                     "(games, 257): which actions are legal now.")
        .def_prop_ro(
            "planes",
            [](VectorGames& g) {
                if (g.arrays().planes.empty()) throw nb::value_error("made with planes=False");
                return view_of<float>(&Arrays::planes,
                                      std::array<std::size_t, 3>{kPlanes, 8, 8})(g);
            },
            nb::sig("def planes(self) -> numpy.typing.NDArray[numpy.float32]"),
            "(games, PLANES, 8, 8): what the sides to move see.")
        .def_prop_ro("sides", view_of<std::uint8_t>(&Arrays::sides),
                     nb::sig("def sides(self) -> numpy.typing.NDArray[numpy.uint8]"),
                     "(games,): the sides to move now, 0 gold and 1 silver.")
        .def_prop_ro("rewards", view_of<float>(&Arrays::rewards),
                     nb::sig("def rewards(self) -> numpy.typing.NDArray[numpy.float32]"),
                     "(games,): 1 where the last action won the game, -1 where it lost it, for the "
                     "side that acted; otherwise 0.")
        .def_prop_ro("endings", view_of<std::uint8_t>(&Arrays::endings),
                     nb::sig("def endings(self) -> numpy.typing.NDArray[numpy.uint8]"),
                     "(games,): 0 where the game goes on; how the last action ended it: 1 goal, 2 "
                     "elimination, 3 immobilization, 4 turn limit.")
        .def_prop_ro(
            "winners", view_of<std::int8_t>(&Arrays::winners),
            nb::sig("def winners(self) -> numpy.typing.NDArray[numpy.int8]"),
            "(games,): who has won by the last action, 0 gold and 1 silver; otherwise -1.");
}

}  // namespace

void bind_vector_games(nb::module_& m) {
    using nb::arg;
    nb::class_<VectorGames> games(
        m, "VectorGames",
        "Games by the thousand, played by one call. The arrays are the games' own memory: each "
        "step and reset writes into them.");
    games
        .def(
            "__init__",
            [](VectorGames* self, std::size_t count, bool setup_phase, const Positions& starts,
               int max_turns, bool planes, int threads, std::uint64_t seed) {
                if (count < 1 || count > kMostGames)
                    throw nb::value_error("expected from 1 to 1048576 games");
                if (threads < 1) throw nb::value_error("expected at least one thread");
                new (self) VectorGames(count, settings_of(setup_phase, starts, max_turns, planes),
                                       threads, seed);
            },
            arg("games"), nb::kw_only(), arg("setup_phase") = false, arg("starts") = Positions{},
            arg("max_turns") = 0, arg("planes") = true, arg("threads") = 1, arg("seed") = 0,
            "Without a setup phase games begin from one of `starts`, by lot, or from setups drawn "
            "by lot. A game of `max_turns` turns, setups counted, is stopped; 0 stops none.")
        .def("__len__", &VectorGames::size)
        .def(
            "step",
            [](VectorGames& self, const Column<const std::int64_t>& actions) {
                check_actions(self, actions);
                const nb::gil_scoped_release no_gil;
                self.step(actions.data());
            },
            arg("actions"),
            nb::sig("def step(self, actions: numpy.typing.NDArray[numpy.int64]) -> None"),
            "Plays an action in each game and writes the arrays; a game that ends begins anew. "
            "Raises ValueError, and plays none, if an action is not legal.")
        .def(
            "draw",
            [](VectorGames& self) {
                std::vector<std::int64_t> actions(self.size());
                {
                    const nb::gil_scoped_release no_gil;
                    self.draw(actions.data());
                }
                return to_numpy<1, std::int64_t>(std::move(actions), {self.size()});
            },
            nb::sig("def draw(self) -> numpy.typing.NDArray[numpy.int64]"),
            "A legal action for each game, all equally likely.")
        .def(
            "reset",
            [](VectorGames& self, std::optional<std::uint64_t> seed) {
                const nb::gil_scoped_release no_gil;
                self.reset(seed);
            },
            arg("seed") = nb::none(), "Begins all games anew; with a seed, with its chance.")
        .def(
            "position",
            [](const VectorGames& self, std::size_t game) {
                if (game >= self.size()) throw nb::index_error("no such game");
                return self.game(game).position();
            },
            arg("game"), "The position of one game now, which may be in mid-turn or in a setup.");
    bind_arrays(games);
}

}  // namespace gajah::bindings
