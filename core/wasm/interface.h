// Core for a page: a flat C interface over positions, games, levels and analysis.
//
// Texts go in as UTF-8 that ends with a zero. Answers come out as JSON, in memory of this module
// that is overwritten by the next call: {"error": {"code", "text"}} where something is refused, as
// the server says it (docs/web-protocol.md), or what the function says.
//
// Most functions are about a place: where a game starts, the turns since, the steps of the turn
// under way. gajah_place sets it; it stays until the next gajah_place.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __EMSCRIPTEN__
#define GAJAH_API __attribute__((used, visibility("default")))
#else
#define GAJAH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Memory for what is passed in.
GAJAH_API void* gajah_allocate(size_t bytes);
GAJAH_API void gajah_free(void* memory);

// The network that ships, or another: {"kernel"}. `kernel` may be empty.
GAJAH_API const char* gajah_load(const uint8_t* file, size_t bytes, const char* kernel);

// `position` may be empty (an empty board, both sides set up), `handicap` too (the letters of the
// pieces left out); `turns` are lines, `steps` are words. Answers with the place's board, what the
// server sends as Board, and besides it "label", "result" (or null) and "needs_setup".
GAJAH_API const char* gajah_place(const char* position, const char* handicap, const char* turns,
                                  const char* steps);
// Plays the turn that was drafted, or a setup or turn as text: {"turn"} and a board as above. The
// place has that turn more and no steps.
GAJAH_API const char* gajah_play(const char* turn);
// Ways to bring a piece from a square elsewhere: {"routes"}, the server's Route.
GAJAH_API const char* gajah_routes(const char* square);
// Distinct turns that may be played now, what is left of them after a draft: {"count", "turns"},
// no more turns than `most`.
GAJAH_API const char* gajah_turns(int most);
// A shortest turn that wins by goal now: {"goal"}, or null.
GAJAH_API const char* gajah_goal(void);
// What is wrong with a position to play from, in sentences: {"problems"}.
GAJAH_API const char* gajah_problems(const char* position);
// The named setups of the side to move: {"setups": [{"name", "setup"}]}.
GAJAH_API const char* gajah_setups(void);
// {"levels": [{"number", "lapses", "nodes"}]}.
GAJAH_API const char* gajah_levels(void);

// A player of a level, for one side of one game: {"player"}, its number. The same seed plays the
// same turns, up to level 8 on every machine.
GAJAH_API const char* gajah_new_player(int level, uint32_t seed, int hash_mb, int threads);
GAJAH_API void gajah_end_player(int player);
// Thinking, by a player or (player 0) as an analysis of several lines. It happens in slices, so
// that the page can ask for something else in between: begin, then gajah_think until it is done.
// A limit that is not above 0 is none.
GAJAH_API const char* gajah_begin(int player, double soft_s, double hard_s, double nodes, int lines,
                                  int hash_mb, int threads);
// For about so long: {"done", "depth", "nodes", "seconds", "lines"}. A player's answer has "turn"
// as well once it is done, a setup too. `stop` asks for the answer now.
GAJAH_API const char* gajah_think(double seconds, int stop);

// The weights of the search that the coach and the judge of puzzles ask, as whole numbers: those of
// engine/weights.json and of engine/step_weights.json. Answers with an empty object.
GAJAH_API const char* gajah_load_weights(const int32_t* weights, size_t count,
                                         const int32_t* step_weights, size_t step_count);
// The coach, about a turn and the position at its start: whether it loses much, the server's
// TurnChecked; what it does, TurnExplained; the turn told in stages, CoachHint. Only the first
// needs the weights.
GAJAH_API const char* gajah_check_turn(const char* position, const char* turn);
GAJAH_API const char* gajah_explain_turn(const char* position, const char* turn);
GAJAH_API const char* gajah_hint(const char* position, const char* turn);

// Puzzles, by the columns of analysis/puzzles.tsv. The task: {"text"}.
GAJAH_API const char* gajah_puzzle_text(const char* position, const char* theme);
// Where the solution begins: {"square", "text"}.
GAJAH_API const char* gajah_puzzle_hint(const char* position, const char* solution);
// A whole right answer, with the opponent's reply where there are two turns: {"turns"}.
GAJAH_API const char* gajah_puzzle_solution(const char* position, const char* theme,
                                            const char* solution);
// What comes of the turns played so far, as lines, the opponent's replies included: {"outcome",
// "solved", "reply", "text", "solution"} of the server's AttemptAnswer. Needs the weights.
GAJAH_API const char* gajah_judge(const char* position, const char* theme, const char* solution,
                                  int margin, const char* turns);

// A time control, read: {"text" (the one canonical text), "has_time", "move", "reserve", "percent",
// "max_reserve", "game_limit", "game_limit_turns", "max_turn"}, in seconds.
GAJAH_API const char* gajah_control(const char* text);
// A clock before the first turn: {"control", "reserve": {"g", "s"}, "game_used", "turns": {"g",
// "s"}}, in seconds.
GAJAH_API const char* gajah_start_clock(const char* control);
// What such a clock says to a side, `used_s` into its turn: {"left", "usable" (of the reserve),
// "out_of_time", "game_left" (or null), "limit_reached"}.
GAJAH_API const char* gajah_read_clock(const char* control, double gold_reserve_s,
                                       double silver_reserve_s, double game_used_s, int gold_turns,
                                       int silver_turns, const char* side, double used_s,
                                       int is_setup);
// The clock after that side has finished a turn that took `used_s`.
GAJAH_API const char* gajah_clock_after(const char* control, double gold_reserve_s,
                                        double silver_reserve_s, double game_used_s, int gold_turns,
                                        int silver_turns, const char* side, double used_s,
                                        int is_setup);

// The time manager: what a clock leaves for one turn, {"soft", "hard"}. A side has `available_s`
// until it loses on time, `move_s` for every turn and `reserve_s` besides.
GAJAH_API const char* gajah_time_share(double available_s, double move_s, double reserve_s);

// What the network says about the place: its logits as floats, then the value; a null pointer
// without a network. `count` evaluations, for measuring.
GAJAH_API const float* gajah_evaluate(int count);

#ifdef __cplusplus
}
#endif
