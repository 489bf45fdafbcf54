#include "tree/setup_search.h"

#include "network/setup.h"

namespace gajah {

SetupSearch::SetupSearch(const Position& position, const GumbelSettings& settings, int simulations,
                         std::uint64_t seed)
    : side_(position.side()), simulations_(simulations), search_(settings, seed) {
    search_.reset_to_setup(position);
    search_.begin(simulations_);
}

bool SetupSearch::is_complete() const { return search_.root().position.side() != side_; }

bool SetupSearch::run(std::uint64_t* words) {
    while (!is_complete()) {
        if (search_.run(words)) return true;
        search_.play(search_.best());
        search_.begin(simulations_);
    }
    return false;
}

void SetupSearch::hurry() {
    simulations_ = 0;
    search_.finish();
}

Setup SetupSearch::setup() const { return setup_of(search_.root().position.board(), side_); }

}  // namespace gajah
