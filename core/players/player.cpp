#include "players/player.h"

#include <algorithm>
#include <stdexcept>

#include "game/setups.h"
#include "network/setup.h"

namespace gajah {

namespace {

// A careless turn is not searched: nothing is kept.
constexpr std::size_t kCarelessHashMb = 1;

const Level& find_level(int number) {
    if (number < 1 || number > static_cast<int>(levels().size()))
        throw std::invalid_argument("levels are 1 to " + std::to_string(levels().size()) +
                                    ", found " + std::to_string(number));
    return levels()[static_cast<std::size_t>(number) - 1];
}

// A level that thinks for a fixed number of nodes overlooks what people overlook.
NetworkEngineSettings settings_of(const Level& level, int draws) {
    NetworkEngineSettings settings;
    settings.batch = kProcessorBatch;
    settings.draws = draws;
    if (level.nodes || draws > 0) settings.search.visits_before_goal_in_two = 0;
    return settings;
}

}  // namespace

LevelPlayer::LevelPlayer(int level, std::uint64_t seed, const MakeEvaluator& make,
                         std::size_t hash_mb, int threads)
    : level_(find_level(level)),
      chance_(seed),
      engine_(hash_mb, threads, make, settings_of(level_, 0)),
      thinking_(&engine_) {
    if (level_.lapses > 0.0)
        careless_ = std::make_unique<NetworkEngine>(kCarelessHashMb, 1, make,
                                                    settings_of(level_, kCarelessDraws));
    reseed(seed);
}

void LevelPlayer::reseed(std::uint64_t seed) {
    chance_ = LevelChance(seed);
    engine_.seed(chance_.draw_seed());
    if (careless_) careless_->seed(chance_.draw_seed());
}

void LevelPlayer::clear() {
    engine_.clear();
    if (careless_) careless_->clear();
}

Setup LevelPlayer::set_up(const Game& game, double hard_s, bool varies, const Stop& stop) {
    const Position& position = game.position();
    const std::uint64_t seed = varies ? chance_.draw_seed() : 0;
    if (!game.handicap().empty() || why_no_setup(position)) {
        Random chance(seed);
        return choose_setup(position, game.handicap(), varies ? &chance : nullptr);
    }
    const float temperature = varies ? level_.setup_temperature() : 0.0F;
    return engine_.set_up(position, {kSetupSimulations, temperature, seed, hard_s}, stop);
}

void LevelPlayer::begin(const Game& game, const Position& draft, SearchLimits limits) {
    const bool slips = chance_.slips(level_);
    thinking_ = slips ? careless_.get() : &engine_;
    if (slips)
        limits = SearchLimits{.nodes = 0};
    else
        limits.nodes = std::min(limits.nodes, level_.nodes.value_or(limits.nodes));
    thinking_->begin(draft, game.keys(), limits);
}

bool LevelPlayer::run(double seconds, const SearchProgress& progress, const Stop& stop) {
    return thinking_->run(seconds, progress, stop);
}

}  // namespace gajah
