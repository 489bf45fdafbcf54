// Every distinct turn of a position.
//
// Inside a turn nearly everything transposes, so the walk goes by levels of steps spent and
// visits each board once, at the fewest steps that reach it. A board reached with fewer steps
// can do all that the same board can do later, so the later visit is dropped.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rules/position.h"

namespace gajah {

// How many different positions the side to move can leave behind.
std::uint64_t count_turns(const Position& position);

// Each of them once, with one shortest sequence of steps that reaches it. For a partly played
// turn the sequences hold only the steps still to come; one may be empty (stop here). `banned` are
// boards (by Board::hash) which the repetition rule forbids to make.
std::vector<Turn> list_turns(const Position& position, std::span<const std::uint64_t> banned = {});

// Those of them that leave a board which is `wanted`.
std::vector<Turn> list_turns_to(const Position& position,
                                const std::function<bool(const Board&)>& wanted);

// The first one found that leaves a board which is `wanted`. `promises` is asked with a board
// inside the turn and the steps left there, and answers whether a wanted one may lie beyond it.
std::optional<Turn> find_turn_to(const Position& position,
                                 const std::function<bool(const Board&)>& wanted,
                                 const std::function<bool(const Board&, int)>& promises);

// One of them, each as likely as any other, or nothing when there is none. `random` is called
// once with the number of turns and answers with a smaller number.
std::optional<Turn> pick_turn(const Position& position, std::span<const std::uint64_t> banned,
                              const std::function<std::uint64_t(std::uint64_t)>& random);

// Each board a turn can leave behind, once, until `visit` answers true.
void each_turn_board(const Position& position, const std::function<bool(const Board&)>& visit);

// The turn that leaves the board of the highest `worth`, with that worth, or the first found with
// at least `enough`; nothing when there is none.
std::optional<std::pair<Turn, int>> best_turn(const Position& position,
                                              const std::function<int(const Board&)>& worth,
                                              int enough);

bool has_turn(const Position& position, std::span<const std::uint64_t> banned);

// Sequences of steps of exactly that length within one turn, each counted (no transposition
// found): the speed test of the step generator, and a number to compare with other programs.
std::uint64_t perft_steps(const Position& position, int depth);

}  // namespace gajah
