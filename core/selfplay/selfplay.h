// Thousands of games a network plays against itself, advanced together.
//
// The games are split into groups. Each call of step() gives one group the network's answers to
// its last questions and takes its next ones, one a game: while the network thinks about one
// group, the processor's cores advance another.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "selfplay/pool.h"
#include "selfplay/targets.h"
#include "tree/gumbel_search.h"

namespace gajah {

struct SelfPlaySettings {
    GumbelSettings search;
    int simulations = 32;
    // Playout-cap randomisation: this share of the steps is searched in full and teaches the
    // policy, the rest is played with `quick_simulations` and teaches the value alone.
    float full_share = 1.0F;
    int quick_simulations = 8;
    // In place of search.noise where a step is searched quickly: less of it, and the games are
    // played nearly as well as the network can, so that their results say more about positions.
    float quick_noise = 1.0F;
    // Of search.noise, what decides the step that is played where a step is searched fully. The
    // candidates, and so the policy's targets, are drawn with all of it.
    float played_noise = 1.0F;
    // A game this long is stopped and scored by material, with at most `cap_score` for a side:
    // far less than a win, so that a side that is ahead has to get on with it.
    int max_turns = 120;
    float cap_score = 0.4F;
    // The share of games that begin with turns drawn from the bare policy, for variety, and the
    // most such turns; they are not learned from.
    float opening_share = 0.25F;
    int opening_turns = 12;
    // The share of games that begin from one of the given positions, and the share that begin on
    // an empty board, so that the network sets up itself; the others get one of the given setups.
    float position_share = 0.3F;
    float setup_share = 0.0F;
    // Of the games that begin on an empty board, the share in which one of the sides, by lot, gets
    // one of the given setups all the same.
    float setup_alone_share = 0.0F;
    // For each piece placed. None: it is drawn from the bare policy and teaches the value alone.
    int setup_simulations = 32;
};

struct SelfPlayStats {
    std::uint64_t evaluations = 0;
    std::uint64_t steps = 0;  // searches finished
    std::uint64_t turns = 0;  // of finished games
    // Games by how they ended: by the rules, by a proof that the side to move loses, by max_turns.
    std::array<std::uint64_t, kEndings> endings{};
    std::uint64_t proven = 0;
    std::uint64_t capped = 0;
    std::uint64_t gold_wins = 0;
};

// Where drained samples go, row after row.
struct SampleRows {
    std::uint64_t* features;      // kFeatureWords a row
    std::int16_t* policy;         // kActions a row: shares of kFullShare, kIllegal where not legal
    float* result;                // the discounted result, for the side to move
    float* td;                    // the TD(lambda) value, for the side to move
    std::uint8_t* policy_weight;  // how much its policy counts; 0: not at all
};

class SelfPlay {
public:
    struct Openings {
        std::vector<std::string> setups;  // sixteen letters each: first row, then second row
        std::vector<Position> positions;
    };

    SelfPlay(int games, int groups, int threads, const SelfPlaySettings& settings,
             Openings openings, std::uint64_t seed);
    ~SelfPlay();

    int group_size() const { return group_size_; }
    int groups() const { return static_cast<int>(games_.size()) / group_size_; }
    // From the next search on.
    void set(const SelfPlaySettings& settings) { settings_ = settings; }
    // Answers and questions hold a row for each game of the group; the answers of the first call
    // are not looked at.
    void step(int group, const std::uint16_t* logits, const float* values, std::uint64_t* features);
    // Samples of whole finished games, as many games as fit into `rows`; the number of rows used.
    std::size_t drain(const TargetSettings& targets, const SampleRows& rows, std::size_t max_rows);
    SelfPlayStats stats() const;

private:
    class Game;
    int group_size_;
    SelfPlaySettings settings_;
    Openings openings_;
    std::vector<std::unique_ptr<Game>> games_;
    Pool pool_;
    std::mutex finished_mutex_;
    std::deque<FinishedGame> finished_;
};

}  // namespace gajah
