// A setup chosen by a network, piece by piece, each searched like a step.
//
//   SetupSearch search(position, settings, simulations, seed);
//   while (search.run(words)) search.supply(answer to words);
//   search.setup();
//
// The settings' noise is the temperature: 0 gives the same setup every time, 1 draws it as in
// self-play, and the seed decides what is drawn.
#pragma once

#include "tree/gumbel_search.h"

namespace gajah {

class SetupSearch : public AskingSearch {
public:
    // The position's side sets up: gold on an empty board, silver opposite gold's setup.
    SetupSearch(const Position& position, const GumbelSettings& settings, int simulations,
                std::uint64_t seed);

    bool run(std::uint64_t* words) override;
    void supply(const Answer& answer) override { search_.supply(answer); }
    // From now on pieces are placed by what is known and by the policy: at most one question each.
    void hurry();
    // What has been placed; all of it once run() has returned false.
    Setup setup() const;

private:
    bool is_complete() const;

    Side side_;
    int simulations_;
    GumbelSearch search_;
};

}  // namespace gajah
