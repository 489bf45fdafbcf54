#include "selfplay/vector_games.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace gajah {

namespace {

// Games are handed to the threads in lots of this size.
constexpr std::size_t kLot = 64;

// One of the side's setups, each arrangement of its pieces equally likely.
void set_up(Board& board, Side side, Random& random) {
    std::array<Kind, kArmySize> army{};
    auto next = army.begin();
    for (int k = 0; k < kKinds; ++k)
        next = std::fill_n(next, kFullArmy[static_cast<std::size_t>(k)], static_cast<Kind>(k));
    int left = static_cast<int>(kArmySize);
    for (Square square : Squares(home_rows(side))) {
        std::swap(army[static_cast<std::size_t>(random.below(left))],
                  army[static_cast<std::size_t>(left - 1)]);
        board.toggle({side, army[static_cast<std::size_t>(--left)]}, square);
    }
}

}  // namespace

VectorGames::VectorGames(std::size_t games, VectorSettings settings, int threads,
                         std::uint64_t seed)
    : settings_(std::move(settings)), games_(games, {StepGame(), Random(0)}), pool_(threads) {
    arrays_.masks.resize(games * kActions);
    if (settings_.planes) arrays_.planes.resize(games * kPlaneNumbers);
    arrays_.sides.resize(games);
    arrays_.rewards.resize(games);
    arrays_.endings.resize(games);
    arrays_.winners.resize(games);
    reset(seed);
}

void VectorGames::reset(std::optional<std::uint64_t> seed) {
    if (seed) {
        Random seeds(*seed);
        for (Table& table : games_) table.random = Random(seeds.next());
    }
    std::fill(arrays_.rewards.begin(), arrays_.rewards.end(), 0.0F);
    std::fill(arrays_.endings.begin(), arrays_.endings.end(), kGoesOn);
    std::fill(arrays_.winners.begin(), arrays_.winners.end(), kNoWinner);
    each_lot([&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            games_[i].game = StepGame(draw_start(games_[i].random));
            show(i);
        }
    });
}

std::optional<std::size_t> VectorGames::find_illegal(const std::int64_t* actions) const {
    for (std::size_t i = 0; i < size(); ++i)
        if (actions[i] < 0 || actions[i] >= kActions ||
            !games_[i].game.legal().has(static_cast<int>(actions[i])))
            return i;
    return std::nullopt;
}

void VectorGames::step(const std::int64_t* actions) {
    each_lot([&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            play(i, static_cast<Action>(actions[i]));
            show(i);
        }
    });
}

void VectorGames::draw(std::int64_t* actions) {
    each_lot([&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const ActionSet& legal = games_[i].game.legal();
            actions[i] = legal[games_[i].random.below(legal.size())];
        }
    });
}

void VectorGames::each_lot(const std::function<void(std::size_t, std::size_t)>& work) {
    std::atomic<std::size_t> next = 0;
    pool_.run([&] {
        for (std::size_t lot = next.fetch_add(kLot); lot < size(); lot = next.fetch_add(kLot))
            work(lot, std::min(lot + kLot, size()));
    });
}

Position VectorGames::draw_start(Random& random) const {
    if (settings_.setup_phase) return Position();
    if (!settings_.starts.empty())
        return settings_.starts[static_cast<std::size_t>(
            random.below(static_cast<int>(settings_.starts.size())))];
    Board board;
    for (Side side : {Side::Gold, Side::Silver}) set_up(board, side, random);
    return Position(board, Side::Gold);
}

void VectorGames::play(std::size_t i, Action action) {
    auto& [game, random] = games_[i];
    const Side mover = game.position().side();
    game.play(action);
    const auto& result = game.result();
    std::uint8_t ending = kGoesOn;
    if (result)
        ending = static_cast<std::uint8_t>(static_cast<int>(result->reason) + 1);
    else if (settings_.max_turns > 0 && game.turns() >= settings_.max_turns)
        ending = kTurnLimit;
    arrays_.endings[i] = ending;
    arrays_.rewards[i] = !result ? 0.0F : result->winner == mover ? 1.0F : -1.0F;
    arrays_.winners[i] = result ? static_cast<std::int8_t>(index(result->winner)) : kNoWinner;
    if (ending != kGoesOn) game = StepGame(draw_start(random));
}

void VectorGames::show(std::size_t i) {
    const StepGame& game = games_[i].game;
    std::uint8_t* mask = &arrays_.masks[i * kActions];
    std::memset(mask, 0, kActions);
    game.legal().each([mask](Action action) { mask[action] = 1; });
    arrays_.sides[i] = static_cast<std::uint8_t>(game.position().side());
    if (!settings_.planes) return;
    std::array<std::uint64_t, kFeatureWords> words;
    game.pack(words.data());
    write_planes(words.data(), &arrays_.planes[i * kPlaneNumbers]);
}

}  // namespace gajah
