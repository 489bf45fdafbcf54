#include "aei/thinker.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <stdexcept>

#include "aei/embedded.h"
#include "game/setups.h"
#include "rules/notation.h"

namespace gajah {

namespace {

int full_strength() { return static_cast<int>(levels().size()); }

std::vector<char> read_file(const std::string& name) {
    const std::filesystem::path path(std::u8string(name.begin(), name.end()));
    std::error_code error;
    std::ifstream file(path, std::ios::binary);
    if (!std::filesystem::is_regular_file(path, error) || !file)
        throw std::invalid_argument("it is no file that can be read");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::shared_ptr<const Network> network_of(const std::string& name) {
    if (name.empty()) return Network::parse(embedded_network());
    try {
        const std::vector<char> file = read_file(name);
        return Network::parse(std::as_bytes(std::span(file)));
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("the network '" + name + "' cannot be used: " + error.what());
    }
}

std::uint64_t any_seed() {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

}  // namespace

Thinker::Settings Thinker::settings_of(const AeiOptions& options) {
    const bool by_network = options.search() == "net";
    const int level = options.number("level").value_or(full_strength());
    if (!by_network && (options.device() == "gpu" || !options.net().empty()))
        throw std::invalid_argument("the alpha-beta search has no network");
    if (!by_network && level != full_strength())
        throw std::invalid_argument("levels below " + std::to_string(full_strength()) +
                                    " need the network's search");
    if (options.device() == "gpu")
        throw std::invalid_argument("this program uses no graphics card; gajah aei does");
    return {options.search(), options.net(),
            options.number("hash").value_or(by_network ? kUsualTreeMb : kUsualTableMb),
            options.number("threads").value_or(1), level};
}

void Thinker::get_ready(const AeiOptions& options) {
    const Settings settings = settings_of(options);
    if (settings_ == settings) return;
    // First of all, so that two tables never stand beside each other.
    settings_.reset();
    player_.reset();
    alphabeta_.reset();
    make(settings);
    settings_ = settings;
}

void Thinker::make(const Settings& settings) {
    const std::uint64_t seed = seed_ ? *seed_ : any_seed();
    const auto hash_mb = static_cast<std::size_t>(settings.hash_mb);
    if (settings.search == "net") {
        player_ = std::make_unique<LevelPlayer>(settings.level, seed,
                                                evaluators_of(network_of(settings.net)), hash_mb,
                                                settings.threads);
    } else {
        alphabeta_ = std::make_unique<AlphaBetaEngine>(hash_mb, settings.threads,
                                                       embedded_weights(), embedded_step_weights());
    }
    if (seed_) reseed(*seed_);
}

void Thinker::reseed(std::uint64_t seed) {
    seed_ = seed;
    if (player_) player_->reseed(seed);
    chance_ = LevelChance(seed);
    chance_.draw_seed();  // a player's first is for its engine
}

void Thinker::new_game() {
    if (player_) player_->clear();
    if (alphabeta_) alphabeta_->clear();
}

Setup Thinker::set_up(const Game& game, const SearchLimits& limits, const Stop& stop) {
    // All it can do at full strength is its favourite setup, unless a seed asks for others.
    const bool varies = seed_ || settings_->level != full_strength();
    if (player_) return player_->set_up(game, limits.hard_s, varies, stop);
    Random chance(varies ? chance_.draw_seed() : 0);
    return choose_setup(game.position(), game.handicap(), varies ? &chance : nullptr);
}

SearchReport Thinker::search(const Game& game, const Position& draft, const SearchLimits& limits,
                             const SearchProgress& progress, const Stop& stop) {
    if (alphabeta_) return alphabeta_->search(draft, game.keys(), limits, progress, stop);
    player_->begin(game, draft, limits);
    player_->run(std::numeric_limits<double>::infinity(), progress, stop);
    const SearchReport found = player_->finish();
    if (!found.lines.empty()) progress(found);
    return found;
}

}  // namespace gajah
