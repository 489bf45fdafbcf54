#include "selfplay/selfplay.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace gajah {

namespace {

// What a piece is worth when a game is stopped, in rabbits: a rough scale is enough to point a
// beginner's learning at captures.
constexpr std::array<float, kKinds> kWorth{1.0F, 1.5F, 2.0F, 3.5F, 5.5F, 9.0F};
// The lead in rabbits that is worth three quarters of the most a stopped game can give.
constexpr float kClearLead = 6.0F;
// There are 16 placements in a game and some 300 steps: without more weight the policy of setups
// would hardly be learned.
constexpr std::uint8_t kPlacementWeight = 4;
// Games are handed to the threads in lots of this size.
constexpr int kLot = 16;

float material(const Board& b, Side s) {
    float sum = 0.0F;
    for (int k = 0; k < kKinds; ++k) {
        const auto kind = static_cast<Kind>(k);
        sum += kWorth[static_cast<std::size_t>(k)] *
               static_cast<float>(count(b.of(s, kind)) - count(b.of(other(s), kind)));
    }
    return sum;
}

Kind kind_of(char letter) {
    constexpr std::string_view kLetters = "RCDHME";
    return static_cast<Kind>(kLetters.find(letter));
}

// Mirrored half of the time, and now and then a few pieces change places.
std::string varied(std::string setup, Random& random) {
    if (random.below(2)) {
        std::reverse(setup.begin(), setup.begin() + 8);
        std::reverse(setup.begin() + 8, setup.end());
    }
    if (random.below(2))
        for (int swaps = random.below(4); swaps > 0; --swaps)
            std::swap(setup[static_cast<std::size_t>(random.below(16))],
                      setup[static_cast<std::size_t>(random.below(16))]);
    return setup;
}

void place(Board& board, Side side, const std::string& setup) {
    for (int i = 0; i < static_cast<int>(kArmySize); ++i)
        board.toggle({side, kind_of(setup[static_cast<std::size_t>(i)])},
                     Square(side == Side::Gold ? i : i ^ 56));
}

// One of the given setups for that side.
void set_up(Board& board, Side side, const std::vector<std::string>& setups, Random& random) {
    const int i = random.below(static_cast<int>(setups.size()));
    place(board, side, varied(setups[static_cast<std::size_t>(i)], random));
}

}  // namespace

class SelfPlay::Game {
public:
    Game(const GumbelSettings& settings, std::uint64_t seed) : search_(settings, seed) {}

    // Takes the answer to the last question, if there was one, and plays on until the next.
    void advance(SelfPlay& all, const Answer& answer, std::uint64_t* question) {
        if (asked_) search_.supply(answer);
        while (!reaches_question(all, question)) continue;
        asked_ = true;
        ++stats.evaluations;
    }

    SelfPlayStats stats;

private:
    Side root_side() const { return search_.root().position.side(); }

    // One thing at a time: start a game, end it, start a search, go on with it, play its step.
    bool reaches_question(SelfPlay& all, std::uint64_t* question) {
        const SelfPlaySettings& settings = all.settings_;
        if (!playing_) {
            start(settings, all.openings_);
            return false;
        }
        if (has_ended(settings)) {
            finish(all);
            return false;
        }
        if (!searching_) {
            begin_search(settings);
            return false;
        }
        if (search_.run(question)) return true;
        play();
        const bool silver_sets_up = search_.root().placing && root_side() == Side::Silver;
        if (silver_is_given_ && silver_sets_up) give_silver(all.openings_);
        return false;
    }

    void start(const SelfPlaySettings& settings, const Openings& openings) {
        Random& random = search_.random();
        const float lot = random.unit();
        const float position_share = openings.positions.empty() ? 0.0F : settings.position_share;
        if (lot < position_share) {
            start_from(openings.positions[static_cast<std::size_t>(
                random.below(static_cast<int>(openings.positions.size())))]);
        } else if (lot < position_share + settings.setup_share && !first_game_) {
            start_with_setup(settings, openings);
        } else {
            Board board;
            for (Side side : {Side::Gold, Side::Silver})
                set_up(board, side, openings.setups, random);
            start_from(Position(board, Side::Gold));
        }
        unsearched_turns_ = 0;
        if (first_game_) {
            // Each another number: otherwise all games would be in their opening at the same
            // time, and the first to end would all be short.
            unsearched_turns_ = random.below(settings.max_turns / 2 + 1);
        } else if (random.unit() < settings.opening_share) {
            unsearched_turns_ = random.below(settings.opening_turns + 1);
        }
        playing_ = true;
        searching_ = first_game_ = false;
    }

    void start_with_setup(const SelfPlaySettings& settings, const Openings& openings) {
        Random& random = search_.random();
        const bool is_alone = random.unit() < settings.setup_alone_share;
        silver_is_given_ = is_alone && random.below(2);
        Board board;
        const bool gold_is_given = is_alone && !silver_is_given_;
        if (gold_is_given) set_up(board, Side::Gold, openings.setups, random);
        search_.reset_to_setup(Position(board, gold_is_given ? Side::Silver : Side::Gold));
    }

    // Gold has set up by itself, and silver does not.
    void give_silver(const Openings& openings) {
        Board board = search_.root().position.board();
        set_up(board, Side::Silver, openings.setups, search_.random());
        start_from(Position(board, Side::Gold));
        silver_is_given_ = false;
    }

    void start_from(const Position& position) {
        History history;
        history.add(position.repetition_key());
        search_.reset(position, 0, history);
    }

    // A side that is proven lost resigns; one that is proven won still plays the step.
    bool has_ended(const SelfPlaySettings& settings) const {
        const Node& root = search_.root();
        return root.ending || root.proven < 0 ||
               (root.turn >= settings.max_turns && root.position.at_turn_start());
    }

    void finish(SelfPlay& all) {
        const Node& root = search_.root();
        const Side side = root.position.side();
        float result = static_cast<float>(root.proven);
        if (root.ending) {
            ++stats.endings[static_cast<std::size_t>(*root.ending)];
        } else if (root.proven < 0) {
            ++stats.proven;
        } else {
            ++stats.capped;
            result = all.settings_.cap_score *
                     std::tanh(material(root.position.board(), side) / kClearLead);
        }
        finished_.gold_result = result * sign(side);
        finished_.turns = root.turn;
        stats.turns += root.turn;
        stats.gold_wins += finished_.gold_result > 0.0F;
        playing_ = false;
        if (!finished_.samples.empty()) {
            const std::lock_guard lock(all.finished_mutex_);
            all.finished_.push_back(std::move(finished_));
        }
        finished_ = FinishedGame();
    }

    void begin_search(const SelfPlaySettings& settings) {
        const Node& root = search_.root();
        const bool full = search_.random().unit() < settings.full_share;
        int simulations = full ? settings.simulations : settings.quick_simulations;
        policy_weight_ = full ? 1 : 0;
        if (root.placing) {
            simulations = settings.setup_simulations;
            policy_weight_ = simulations > 0 ? kPlacementWeight : 0;
        }
        const bool is_drawn = root.turn < unsearched_turns_;
        GumbelSettings search = settings.search;
        if (!root.placing && !is_drawn) {
            if (full)
                search.share_for_best = settings.played_noise;
            else
                search.noise = settings.quick_noise;
        }
        search_.set(search);
        search_.begin(is_drawn ? 0 : simulations);
        searching_ = true;
    }

    void play() {
        searching_ = false;
        if (search_.is_stuck()) return;  // every way to end the turn repeats: see has_ended
        const std::int32_t best = search_.best();
        if (search_.root().turn >= unsearched_turns_) record();
        ++stats.steps;
        search_.play(best);
    }

    void record() {
        const Node& root = search_.root();
        Sample& sample = finished_.samples.emplace_back();
        search_.pack(Tree::kRoot, sample.features.data());
        sample.value = search_.value();
        sample.side = root.position.side();
        sample.turn = root.turn;
        sample.policy_weight = policy_weight_;
        sample.first = static_cast<std::uint32_t>(finished_.policies.size());
        sample.count = root.count;
        const std::vector<float> policy = search_.policy();
        for (std::int32_t i = 0; i < root.count; ++i)
            finished_.policies.push_back(
                {search_.action(i),
                 static_cast<std::int16_t>(policy[static_cast<std::size_t>(i)] * kFullShare)});
    }

    GumbelSearch search_;
    FinishedGame finished_;
    int unsearched_turns_ = 0;
    bool first_game_ = true;
    bool playing_ = false;
    bool searching_ = false;
    bool asked_ = false;            // from the first question on, every call brings an answer
    bool silver_is_given_ = false;  // one of the given setups, once gold has set up
    std::uint8_t policy_weight_ = 1;
};

SelfPlay::SelfPlay(int games, int groups, int threads, const SelfPlaySettings& settings,
                   Openings openings, std::uint64_t seed)
    : group_size_(games / groups),
      settings_(settings),
      openings_(std::move(openings)),
      pool_(threads) {
    Random seeds(seed);
    for (int i = 0; i < group_size_ * groups; ++i)
        games_.push_back(std::make_unique<Game>(settings.search, seeds.next()));
}

SelfPlay::~SelfPlay() = default;

void SelfPlay::step(int group, const std::uint16_t* logits, const float* values,
                    std::uint64_t* features) {
    std::atomic<int> next = 0;
    const int begin = group * group_size_;
    pool_.run([&] {
        for (int lot = next.fetch_add(kLot); lot < group_size_; lot = next.fetch_add(kLot))
            for (int i = lot; i < std::min(lot + kLot, group_size_); ++i) {
                const auto row = static_cast<std::size_t>(i);
                const Answer answer{logits + row * kActions, values[row]};
                games_[static_cast<std::size_t>(begin + i)]->advance(
                    *this, answer, features + row * kFeatureWords);
            }
    });
}

std::size_t SelfPlay::drain(const TargetSettings& targets, const SampleRows& rows,
                            std::size_t max_rows) {
    std::size_t used = 0;
    for (;;) {
        FinishedGame game;
        {
            const std::lock_guard lock(finished_mutex_);
            if (finished_.empty()) return used;
            const std::size_t rows_wanted = finished_.front().samples.size();
            if (rows_wanted > max_rows)
                throw std::length_error("a game has more samples than there is room for");
            if (used + rows_wanted > max_rows) return used;
            game = std::move(finished_.front());
            finished_.pop_front();
        }
        write_values(game, targets, rows.result + used, rows.td + used);
        for (const Sample& s : game.samples) {
            std::memcpy(rows.features + used * kFeatureWords, s.features.data(), sizeof s.features);
            std::int16_t* policy = rows.policy + used * kActions;
            std::fill(policy, policy + kActions, kIllegal);
            for (std::size_t i = s.first; i < s.first + static_cast<std::size_t>(s.count); ++i)
                policy[game.policies[i].action] = game.policies[i].share;
            rows.policy_weight[used++] = s.policy_weight;
        }
    }
}

SelfPlayStats SelfPlay::stats() const {
    SelfPlayStats sum;
    for (const auto& game : games_) {
        sum.evaluations += game->stats.evaluations;
        sum.steps += game->stats.steps;
        sum.turns += game->stats.turns;
        sum.gold_wins += game->stats.gold_wins;
        for (std::size_t i = 0; i < kEndings; ++i) sum.endings[i] += game->stats.endings[i];
        sum.proven += game->stats.proven;
        sum.capped += game->stats.capped;
    }
    return sum;
}

}  // namespace gajah
