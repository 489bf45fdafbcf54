// A position as a player sees it: the board, whose turn it is, and how far that turn has come.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rules/board.h"

namespace gajah {

// Why the rules refuse something. words.h says each in a sentence.
enum class Rule : std::uint8_t {
    NoSuchPiece,     // the piece named is not on that square
    OffBoard,        // the step leaves the board
    Occupied,        // the step goes to a square that is not empty
    Frozen,          // the piece is beside a stronger enemy and no friend
    RabbitBackward,  // rabbits do not step backward by themselves
    NoPusher,        // no stronger piece that may move stands beside the enemy piece
    PushOnLastStep,  // a push takes two steps and only one is left
    PushUnfinished,  // the step before began a push which this one does not complete
    TooManySteps,    // more than four steps in a turn
    WrongCapture,    // the notation names a capture that does not happen there
    NoStep,          // a turn without a step
    NoChange,        // the turn leaves the position as it was
    Repetition,      // the same position and side to move for the third time
    SetupPieces,     // not exactly the sixteen pieces of that side
    SetupSquares,    // a placement outside the side's two rows, or two on one square
    SetupExpected,   // steps where the side has to set up first
    SetupOver,       // placements after the setups
    WrongSide,       // a turn numbered or played for the other side
    GameOver,        // the game has ended
};

struct Refusal {
    Rule rule{};
    int step_number = 0;  // counted from 1 inside the turn; 0: the turn as a whole
    Step step{};          // the refused step when step_number is not 0
    friend bool operator==(const Refusal&, const Refusal&) = default;
};

enum class Pending : std::uint8_t {
    None,
    Push,  // an enemy piece has moved: a stronger piece must take its place now
    Pull,  // a piece has moved: a weaker enemy beside the square it left may follow
};

// How a position is decided between two turns, apart from repetition.
enum class Ending : std::uint8_t { Goal, Elimination, Immobilization };
inline constexpr std::size_t kEndings = 3;

struct Verdict {
    Side winner{};
    Ending reason{};
    friend bool operator==(const Verdict&, const Verdict&) = default;
};

class Position {
public:
    Position() = default;
    Position(const Board& board, Side side)
        : board_(board), start_hash_(board.hash()), side_(side) {}

    const Board& board() const { return board_; }
    Side side() const { return side_; }
    int steps_left() const { return kStepsPerTurn - taken_.size(); }
    // The steps of this turn so far.
    const Turn& taken() const { return taken_; }
    // The board's hash when the turn began: the one board a turn may not leave behind.
    std::uint64_t start_hash() const { return start_hash_; }
    bool at_turn_start() const { return taken_.empty(); }
    Pending pending() const { return pending_; }
    // Where a pushing piece must go, or a pulled piece may go; only while something is pending.
    Square pending_square() const { return pending_square_; }

    // Same position with the same side to move for the repetition rule: board and side only.
    std::uint64_t repetition_key() const { return board_.hash() ^ side_key(side_); }
    // Everything that decides which steps are legal now.
    std::uint64_t hash() const;

    // The legal next steps. A last step that would bring back the position of the turn's start
    // is not among them, since the turn could not end there.
    StepList steps() const;
    // The same as sets of the squares that steps begin on, for games by the thousand.
    StepSets step_sets() const;
    bool has_step() const;
    // Those of them that settle the push or pull under way. A push must be settled by one of them,
    // a pull may.
    StepList settling_steps() const;
    // Why a step may not be played now. A capture that it names must happen; it need not name one.
    std::optional<Rule> why_not(Step step) const;
    // Plays a step without asking; the step must be legal.
    Position after(Step step) const;
    // Why the turn may not end now (repetition aside, which needs the game's history).
    std::optional<Rule> why_not_end() const;
    // The same without the pull that could follow; only where no push is pending.
    Position settled() const;
    // The other side to move with a fresh turn.
    Position end_turn() const { return Position(board_, gajah::other(side_)); }

    // Plays what is left of a turn, checking each step, and ends it.
    struct Played;
    Played play(std::span<const Step> steps) const;
    Played play(const Turn& turn) const;

    // For a position between two turns, `side()` being the one to move: the official order of
    // checks with the other side as the one who has just moved.
    std::optional<Verdict> verdict() const;

    friend bool operator==(const Position& a, const Position& b) {
        return a.board_ == b.board_ && a.side_ == b.side_ && a.taken_.size() == b.taken_.size() &&
               a.start_hash_ == b.start_hash_ && a.pending_ == b.pending_ &&
               a.pending_square_ == b.pending_square_ && a.pending_kind_ == b.pending_kind_ &&
               a.pushers_ == b.pushers_;
    }

    // A position whose turn has come some steps far, from the board as it is now and the steps
    // that led here. Nothing if those steps cannot have been the turn so far.
    static std::optional<Position> with_steps_taken(const Board& now, Side side, const Turn& taken);

    static constexpr std::uint64_t side_key(Side s) {
        return s == Side::Gold ? 0 : 0xB5AD4ECEDA1CE2A9ULL;
    }

private:
    Board board_;
    std::uint64_t start_hash_ = 0;
    Bits pushers_ = 0;  // who may complete the pending push
    Turn taken_;
    Side side_ = Side::Gold;
    Pending pending_ = Pending::None;
    Square pending_square_;
    Kind pending_kind_{};  // Push: the pushed piece; Pull: the puller

    std::optional<Rule> why_not_move(Step step) const;
    bool completes_pull(Step step) const;
    void drop_step_to_start(StepSets& sets) const;
    Bits possible_pushers(Square victim_at, Kind victim) const;
};

struct Position::Played {
    std::optional<Refusal> refusal;
    Position position;  // the turn ended, when not refused; otherwise before the refused step
    Turn turn;          // the whole turn with the captures that happened
};

inline Position::Played Position::play(const Turn& turn) const {
    return play(std::span(turn.begin(), turn.end()));
}

// Is this a setup of that side: its sixteen pieces, or those that a handicap leaves it, on its two
// rows? `missing` may name the other side's pieces too.
std::optional<Rule> why_not_setup(Side side, const Setup& setup,
                                  std::span<const Piece> missing = {});

}  // namespace gajah
