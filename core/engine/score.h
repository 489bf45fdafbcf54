// Scores inside the search: in the evaluation's unit from the side to move, wins far above all of
// them.
#pragma once

namespace gajah {

inline constexpr int kInfinity = 32000;
inline constexpr int kWin = 30000;                // won now; a win in n steps is kWin - n
inline constexpr int kWinBound = kWin - 1000;     // beyond this a score is a proven win or loss
inline constexpr int kEvalBound = kWinBound - 1;  // no evaluation goes further

constexpr bool is_decided(int score) { return score >= kWinBound || score <= -kWinBound; }

}  // namespace gajah
