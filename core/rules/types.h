// The small values everything is made of: sides, kinds, pieces, squares, steps, turns.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "rules/bits.h"

namespace gajah {

enum class Side : std::uint8_t { Gold, Silver };
constexpr Side other(Side s) { return s == Side::Gold ? Side::Silver : Side::Gold; }
constexpr int index(Side s) { return static_cast<int>(s); }

// In order of strength.
enum class Kind : std::uint8_t { Rabbit, Cat, Dog, Horse, Camel, Elephant };
inline constexpr int kKinds = 6;
constexpr int index(Kind k) { return static_cast<int>(k); }
// How many of each kind a side starts with: the rules' sixteen pieces.
inline constexpr std::array<int, kKinds> kFullArmy{8, 2, 2, 2, 1, 1};
inline constexpr std::size_t kArmySize = 16;

struct Piece {
    Side side{};
    Kind kind{};
    friend constexpr bool operator==(Piece, Piece) = default;
};

// Opposite directions differ by two, see opposite().
enum class Direction : std::uint8_t { North, East, South, West };
inline constexpr std::array kDirections{Direction::North, Direction::East, Direction::South,
                                        Direction::West};
constexpr Direction opposite(Direction d) {
    return static_cast<Direction>((static_cast<int>(d) + 2) & 3);
}
constexpr Direction forward(Side s) {
    return s == Side::Gold ? Direction::North : Direction::South;
}

constexpr Bits shift(Bits b, Direction d) {
    switch (d) {
        case Direction::North: return north_of(b);
        case Direction::East: return east_of(b);
        case Direction::South: return south_of(b);
        default: return west_of(b);
    }
}

class Square {
public:
    constexpr Square() = default;
    constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {
        assert(index >= 0 && index < 64);
    }
    constexpr int index() const { return index_; }
    constexpr int column() const { return index_ & 7; }
    constexpr int row() const { return index_ >> 3; }
    constexpr Bits bit() const { return 1ULL << index_; }
    // The next square that way; only for steps that stay on the board.
    constexpr Square next(Direction d) const {
        constexpr std::array<int, 4> kDelta{8, 1, -8, -1};
        return Square(index_ + kDelta[static_cast<std::size_t>(d)]);
    }
    constexpr bool has_next(Direction d) const { return shift(bit(), d) != 0; }
    friend constexpr bool operator==(Square, Square) = default;

private:
    std::uint8_t index_ = 0;
};

// The squares of a set one after the other, from a1 to h8: for (Square square : Squares(bits)).
class Squares {
public:
    constexpr explicit Squares(Bits bits) : left_(bits) {}
    constexpr Squares begin() const { return *this; }
    constexpr std::default_sentinel_t end() const { return {}; }
    constexpr bool operator==(std::default_sentinel_t) const { return left_ == 0; }
    constexpr Square operator*() const { return Square(lowest(left_)); }
    constexpr void operator++() { left_ &= left_ - 1; }

private:
    Bits left_;
};

inline std::vector<Square> list_squares(Bits bits) {
    std::vector<Square> squares;
    for (Square square : Squares(bits)) squares.push_back(square);
    return squares;
}

// The direction of a step between two adjacent squares.
constexpr Direction direction_between(Square from, Square to) {
    switch (to.index() - from.index()) {
        case 8: return Direction::North;
        case 1: return Direction::East;
        case -8: return Direction::South;
        default: return Direction::West;
    }
}

constexpr Bits goal_row(Side s) { return s == Side::Gold ? kRow8 : kRow1; }
// Where a side sets up.
constexpr Bits home_rows(Side s) { return s == Side::Gold ? kRow1 | kRow2 : kRow7 | kRow8; }

struct Capture {
    Piece piece;
    Square square;
    friend constexpr bool operator==(const Capture&, const Capture&) = default;
};

// One piece moves to an adjacent square, and perhaps a piece is lost in a trap by it.
// A square touches at most one trap, so a step never costs more than one piece.
//
//   bits 0-5 from | 6-7 direction | 8-10 kind | 11 side
//   bits 12-17 trap | 18-20 captured kind | 21 captured side | 22 is there a capture
class Step {
public:
    constexpr Step() = default;
    constexpr Step(Piece piece, Square from, Direction d)
        : bits_(static_cast<std::uint32_t>(from.index()) | static_cast<std::uint32_t>(d) << 6 |
                static_cast<std::uint32_t>(piece.kind) << 8 |
                static_cast<std::uint32_t>(piece.side) << 11) {}
    constexpr Step(Piece piece, Square from, Direction d, const std::optional<Capture>& capture)
        : Step(piece, from, d) {
        if (capture)
            bits_ |= static_cast<std::uint32_t>(capture->square.index()) << 12 |
                     static_cast<std::uint32_t>(capture->piece.kind) << 18 |
                     static_cast<std::uint32_t>(capture->piece.side) << 21 | 1U << 22;
    }

    constexpr Piece piece() const {
        return {static_cast<Side>(bits_ >> 11 & 1), static_cast<Kind>(bits_ >> 8 & 7)};
    }
    constexpr Square from() const { return Square(static_cast<int>(bits_ & 63)); }
    constexpr Direction direction() const { return static_cast<Direction>(bits_ >> 6 & 3); }
    constexpr Square to() const { return from().next(direction()); }
    constexpr bool stays_on_board() const { return from().has_next(direction()); }
    constexpr std::optional<Capture> capture() const {
        if (!(bits_ >> 22 & 1)) return std::nullopt;
        return Capture{{static_cast<Side>(bits_ >> 21 & 1), static_cast<Kind>(bits_ >> 18 & 7)},
                       Square(static_cast<int>(bits_ >> 12 & 63))};
    }
    constexpr std::uint32_t code() const { return bits_; }
    friend constexpr bool operator==(Step, Step) = default;

private:
    std::uint32_t bits_ = 0;
};

inline constexpr int kStepsPerTurn = 4;

// Up to four steps of one side, in the order played.
class Turn {
public:
    constexpr Turn() = default;
    constexpr int size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr Step operator[](int i) const { return steps_[static_cast<std::size_t>(i)]; }
    constexpr const Step* begin() const { return steps_.data(); }
    constexpr const Step* end() const { return steps_.data() + size_; }
    constexpr void push_back(Step s) {
        assert(size_ < kStepsPerTurn);
        steps_[size_++] = s;
    }
    constexpr void pop_back() { steps_[--size_] = Step(); }
    friend constexpr bool operator==(const Turn&, const Turn&) = default;

private:
    std::array<Step, kStepsPerTurn> steps_{};
    std::uint8_t size_ = 0;
};

// The steps legal at one moment: at most four for each of the 32 pieces.
class StepList {
public:
    constexpr void push_back(Step step) {
        assert(size_ < kCapacity);
        steps_[size_++] = step;
    }
    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr const Step* begin() const { return steps_.data(); }
    constexpr const Step* end() const { return steps_.data() + size_; }

private:
    static constexpr std::size_t kCapacity = 4 * 2 * kArmySize;
    std::array<Step, kCapacity> steps_;
    std::size_t size_ = 0;
};

// Squares that steps begin on, a set for each direction.
using StepSets = std::array<Bits, kDirections.size()>;

struct Placement {
    Piece piece;
    Square square;
    friend constexpr bool operator==(const Placement&, const Placement&) = default;
};

// A side's first turn: pieces put on the board, in the order written.
using Setup = std::vector<Placement>;

}  // namespace gajah
