#include "study/explain.h"

#include <algorithm>

#include "rules/goal.h"
#include "rules/notation.h"
#include "rules/words.h"
#include "study/proofs.h"
#include "study/stances.h"
#include "study/threats.h"

namespace gajah {

namespace {

std::vector<CaptureThreat> strongest_first(std::vector<CaptureThreat> threats) {
    std::stable_sort(threats.begin(), threats.end(), [](const auto& one, const auto& two) {
        return one.piece.kind > two.piece.kind;
    });
    return threats;
}

// A turn with the positions before and after it, and what there is to say about it.
class Explanation {
public:
    Explanation(const Position& before, const Position::Played& played)
        : before_(before), after_(played.position), turn_(played.turn), followed_(played.turn) {}

    std::vector<TurnFact> facts() {
        add_end();
        add_losses();
        if (!after_.verdict()) {
            add_goal_threat();
            add_stopped_goal();
            add_capture_threats();
            add_saved_pieces();
            add_hostages();
            add_frames();
            add_freezing();
            add_open_traps();
        }
        std::stable_sort(facts_.begin(), facts_.end(),
                         [](const auto& one, const auto& two) { return one.kind < two.kind; });
        return std::move(facts_);
    }

private:
    const Position& before_;
    const Position& after_;
    const Turn& turn_;
    Followed followed_;
    Side mover_ = before_.side();
    std::vector<TurnFact> facts_;

    void add(FactKind kind, std::string text, std::vector<Square> squares,
             std::vector<Arrow> arrows = {}) {
        facts_.push_back({kind, std::move(text), std::move(squares), std::move(arrows)});
    }

    // A fact that the turn itself shows.
    void add_shown(FactKind kind, std::string text, std::vector<Square> squares) {
        add(kind, std::move(text), std::move(squares), arrows_of(turn_));
    }

    // The fact of a goal that `turn` brings in a position.
    void add_goal(FactKind kind, const std::string& begins, const Position& position,
                  const Turn& turn) {
        const auto played = position.play(turn);
        const Square square = goal_square(played.position.board(), position.side());
        add(kind, begins + " goal on " + name(square) + ".", {square}, arrows_of(turn));
    }

    void add_threat(FactKind kind, std::string text, const CaptureThreat& threat) {
        std::vector<Square> squares{threat.square};
        if (threat.trap != threat.square) squares.push_back(threat.trap);
        add(kind, std::move(text), std::move(squares), arrows_of(threat.turn));
    }

    // The squares of `now` whose pieces did not stand on those of `then` before the turn.
    Bits gained(Bits then, Bits now) const {
        Bits found = 0;
        for (Square square : Squares(now))
            if (!(followed_.origin(square).bit() & then)) found |= square.bit();
        return found;
    }

    void add_end() {
        const auto verdict = after_.verdict();
        if (!verdict) return;
        const bool won = verdict->winner == mover_;
        if (verdict->reason == Ending::Goal) {
            const Square square = goal_square(after_.board(), verdict->winner);
            add_shown(won ? FactKind::Goal : FactKind::Loses,
                      (won ? "Reaches the goal on " : "Gives the opponent a goal on ") +
                          name(square) + ".",
                      {square});
            return;
        }
        const char* lacks = verdict->reason == Ending::Elimination ? "rabbit left" : "legal turn";
        add_shown(won ? FactKind::Wins : FactKind::Loses,
                  (won ? "Wins the game: " : "Loses the game: ") + name(other(verdict->winner)) +
                      " has no " + lacks + ".",
                  {});
    }

    void add_losses() {
        for (const PieceLoss& loss : followed_.losses()) {
            const bool own = loss.piece.side == mover_;
            add_shown(own ? FactKind::Loses : FactKind::Capture,
                      (own ? "Loses the " : "Captures the ") + name(loss.piece.kind) + " on " +
                          name(loss.trap) + ".",
                      {loss.trap});
        }
    }

    void add_goal_threat() {
        const Position again = passed(after_);
        if (const auto goal = find_goal(again))
            add_goal(FactKind::ThreatensGoal,
                     find_goal(before_) ? "Still threatens a" : "Threatens a", again, *goal);
    }

    void add_stopped_goal() {
        const Position enemy = passed(before_);
        const auto goal = find_goal(enemy);
        if (goal && !find_goal(after_)) add_goal(FactKind::StopsGoal, "Stops the", enemy, *goal);
    }

    // What is new first.
    void add_capture_threats() {
        const Bits known = squares_of(capture_threats(before_));
        const auto threats = strongest_first(capture_threats(passed(after_)));
        for (const bool old : {false, true})
            for (const CaptureThreat& threat : threats) {
                if (((followed_.origin(threat.square).bit() & known) != 0) != old) continue;
                add_threat(FactKind::ThreatensCapture,
                           (old ? "Still threatens to capture " : "Threatens to capture ") +
                               in_words(after_.board(), {threat.square}) + ".",
                           threat);
            }
    }

    void add_saved_pieces() {
        Bits lost = followed_.origins(squares_of(capture_threats(after_)));
        for (const PieceLoss& loss : followed_.losses()) lost |= loss.square.bit();
        for (const CaptureThreat& threat : strongest_first(capture_threats(passed(before_))))
            if (!(lost & threat.square.bit()))
                add_threat(FactKind::Saves,
                           "Saves " + in_words(before_.board(), {threat.square}) + " from capture.",
                           threat);
    }

    void add_hostages() {
        Bits known = 0;
        for (const Hostage& hostage : hostages(before_.board(), mover_))
            known |= hostage.square.bit();
        for (const auto& [square, holder, trap] : hostages(after_.board(), mover_))
            if (gained(known, square.bit()))
                add(FactKind::Hostage,
                    "Holds " + in_words(after_.board(), {square}) + " hostage near the trap on " +
                        name(trap) + ".",
                    {square, trap}, {{holder, square}, {square, trap}});
    }

    void add_frames() {
        for (Square square : Squares(gained(frames(before_, mover_), frames(after_, mover_))))
            add(FactKind::Frame,
                "Frames " + in_words(after_.board(), {square}) + ": it cannot leave the trap.",
                {square});
    }

    void add_freezing() {
        const Board& board = after_.board();
        const Side enemy = other(mover_);
        if (const Bits frozen = gained(before_.board().frozen(enemy), board.frozen(enemy)))
            add(FactKind::Freezes, "Freezes " + in_words(board, list_squares(frozen)) + ".",
                list_squares(frozen));
        const Bits unfrozen = board.of(mover_) & ~board.frozen(mover_);
        const Bits freed = unfrozen & ~gained(before_.board().frozen(mover_), unfrozen);
        if (freed)
            add(FactKind::Frees, "Unfreezes " + in_words(board, list_squares(freed)) + ".",
                list_squares(freed));
    }

    void add_open_traps() {
        for (Square trap : Squares(open_traps(after_.board(), mover_)))
            if (defenders(before_.board(), trap, mover_))
                add(FactKind::OpensTrap,
                    "Leaves the trap on " + name(trap) + " without a defender.", {trap});
    }
};

}  // namespace

std::string_view word(FactKind kind) {
    static constexpr std::string_view kWords[] = {
        "goal",           "wins",       "capture",           "loses",
        "threatens_goal", "stops_goal", "threatens_capture", "saves",
        "hostage",        "frame",      "freezes",           "frees",
        "opens_trap"};
    return kWords[static_cast<std::size_t>(kind)];
}

std::vector<TurnFact> explain_turn(const Position& before, const Position::Played& played) {
    return Explanation(before, played).facts();
}

std::vector<Arrow> arrows_of(const Turn& turn) {
    std::vector<Arrow> arrows;
    for (Step step : turn) arrows.emplace_back(step.from(), step.to());
    return arrows;
}

Square goal_square(const Board& board, Side side) {
    return Square(lowest(board.rabbits(side) & goal_row(side)));
}

std::string in_words(const Board& board, std::vector<Square> squares, const std::string& whose) {
    std::stable_sort(squares.begin(), squares.end(), [&](Square one, Square two) {
        return board.kind_at(one) > board.kind_at(two);
    });
    std::vector<std::string> pieces;
    for (Square square : squares)
        pieces.push_back(whose + " " + name(board.kind_at(square)) + " on " + name(square));
    return join_words(pieces);
}

}  // namespace gajah
