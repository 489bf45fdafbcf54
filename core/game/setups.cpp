#include "game/setups.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "rules/notation.h"

namespace gajah {

namespace {

// Rabbits hold the wings and the back, the elephant and camel start in the middle, cats or dogs
// stand behind the traps.
constexpr std::array<NamedSetup, 7> kNamed{{
    {"classic", "RRRDDRRR", "RHCMECHR"},
    {"classic-cats-back", "RRRCCRRR", "RHDMEDHR"},
    {"elephant-left", "RRRDDRRR", "RHCEMCHR"},
    {"cats-behind-traps", "RRCRRCRR", "HRDMEDRH"},
    {"horses-wide", "RRRCCRRR", "HRDMEDRH"},
    {"dogs-forward", "RRCRRCRR", "RHDEMDHR"},
    {"full-front", "RRRRRRRR", "HDCMECDH"},
}};

// How little a placement is missed: in the middle of the back row least of all.
bool is_less_useful(const Placement& a, const Placement& b) {
    const auto rank = [](const Placement& p) {
        const bool front = p.square.row() == 1 || p.square.row() == 6;
        return std::pair(front, std::abs(2 * p.square.column() - 7));
    };
    return rank(a) < rank(b);
}

Setup without(const Setup& setup, std::span<const Piece> missing) {
    Setup placed = setup;
    std::stable_sort(placed.begin(), placed.end(), is_less_useful);
    for (const Piece piece : missing)
        placed.erase(std::find_if(placed.begin(), placed.end(),
                                  [&](const Placement& p) { return p.piece == piece; }));
    Setup kept;
    for (const Placement& p : setup)
        if (std::find(placed.begin(), placed.end(), p) != placed.end()) kept.push_back(p);
    return kept;
}

// Does silver's elephant belong on the other wing, to face gold's camel?
bool silver_mirrors(const NamedSetup& named, const Board& board) {
    const Bits camels = board.of(Kind::Camel);
    if (!camels) return false;
    const int camel = Square(lowest(camels)).column();
    const int elephant = static_cast<int>(named.front.find('E'));
    return std::abs(elephant - camel) > std::abs(7 - elephant - camel);
}

}  // namespace

std::span<const NamedSetup> named_setups() { return kNamed; }

std::vector<Piece> parse_handicap(std::string_view letters) {
    std::vector<Piece> pieces;
    const auto refuse = [&](const std::string& why) {
        return NotationError("no handicap " + in_quotes(letters) + ": " + why);
    };
    for (const char& c : letters) {
        if (c == ' ') continue;
        try {
            pieces.push_back(parse_piece({&c, 1}));
        } catch (const NotationError& error) {
            throw refuse(error.what());
        }
    }
    // The strongest first, gold's before silver's.
    std::stable_sort(pieces.begin(), pieces.end(), [](Piece a, Piece b) {
        return std::pair(index(a.side), -index(a.kind)) < std::pair(index(b.side), -index(b.kind));
    });
    for (const Piece piece : pieces) {
        const int most =
            kFullArmy[static_cast<std::size_t>(piece.kind)] - (piece.kind == Kind::Rabbit ? 1 : 0);
        if (std::count(pieces.begin(), pieces.end(), piece) > most)
            throw refuse("a handicap takes at most " + std::to_string(most) + " of " +
                         letter(piece));
    }
    return pieces;
}

Setup make_setup(const NamedSetup& named, Side side, bool mirror, std::span<const Piece> missing) {
    Setup setup;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 8; ++column) {
            const std::string_view letters = row == 0 ? named.back : named.front;
            const char& c = letters[static_cast<std::size_t>(mirror ? 7 - column : column)];
            const int on_board = side == Side::Gold ? row : 7 - row;
            setup.push_back({{side, parse_piece({&c, 1}).kind}, Square(8 * on_board + column)});
        }
    std::vector<Piece> own;
    for (const Piece piece : missing)
        if (piece.side == side) own.push_back(piece);
    return without(setup, own);
}

Setup choose_setup(const Position& position, std::span<const Piece> missing, Random* chance) {
    const auto drawn = chance ? chance->below(static_cast<int>(kNamed.size())) : 0;
    const NamedSetup& named = kNamed[static_cast<std::size_t>(drawn)];
    const bool mirror = position.side() == Side::Silver ? silver_mirrors(named, position.board())
                                                        : chance && chance->below(2) == 1;
    return make_setup(named, position.side(), mirror, missing);
}

}  // namespace gajah
