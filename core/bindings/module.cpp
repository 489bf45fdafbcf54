#include "bindings/bindings.h"

NB_MODULE(_core, m) {
    // Values that a cache or a test keeps until the interpreter ends are no leak.
    nb::set_leak_warnings(false);
    m.doc() = "The rules of Arimaa, compiled. Import the names from gajah.";
    gajah::bindings::bind_errors(m);
    gajah::bindings::bind_values(m);
    gajah::bindings::bind_position(m);
    gajah::bindings::bind_step_order(m);
    gajah::bindings::bind_alphabeta(m);
    gajah::bindings::bind_study(m);
    gajah::bindings::bind_tree(m);
    gajah::bindings::bind_selfplay(m);
    gajah::bindings::bind_network(m);
    gajah::bindings::bind_actions(m);
    gajah::bindings::bind_vector_games(m);
    gajah::bindings::bind_network_engine(m);
    gajah::bindings::bind_play(m);
    gajah::bindings::bind_clock(m);
    gajah::bindings::bind_aei(m);
}
