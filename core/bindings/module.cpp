#include "bindings/bindings.h"

NB_MODULE(_core, m) {
    m.doc() = "The rules of Arimaa, compiled. Import the names from gajah.";
    gajah::bindings::bind_errors(m);
    gajah::bindings::bind_values(m);
    gajah::bindings::bind_position(m);
    gajah::bindings::bind_training(m);
    gajah::bindings::bind_net(m);
}
