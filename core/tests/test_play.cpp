// Games, setups and levels without Python; the arithmetic that makes them the same everywhere.
#include <cmath>

#include "check.h"
#include "engine/arithmetic.h"
#include "game/game.h"
#include "game/setups.h"
#include "players/player.h"
#include "positions.h"

using namespace gajah;
using namespace gajah::testing;

namespace {

// Likes some actions more than others, always the same.
class Taste : public Evaluator {
public:
    void evaluate(const std::uint64_t* features, int n, float* logits, float* values) override {
        for (int i = 0; i < n; ++i) {
            gajah::Random random(features[static_cast<std::size_t>(i) * kFeatureWords] ^ 7);
            for (int a = 0; a < kActions; ++a) *logits++ = 2.0F * random.unit();
            *values++ = random.unit() - 0.5F;
        }
    }
};

LevelPlayer player(int level, std::uint64_t seed) {
    return LevelPlayer(level, seed, [] { return std::make_unique<Taste>(); }, 1);
}

std::string choose(LevelPlayer& chooser, const Game& game) {
    if (game.needs_setup()) return format(chooser.set_up(game, 1e9));
    chooser.begin(game, {});
    chooser.run(1e9, {}, {});
    return format(chooser.finish().lines.at(0).turn);
}

std::vector<std::string> turns_of_a_game(int level, std::uint64_t seed) {
    Game game;
    LevelPlayer gold = player(level, seed);
    LevelPlayer silver = player(level, seed + 1);
    std::vector<std::string> turns;
    while (!game.result() && turns.size() < 8) {
        const std::string turn = choose(turns.size() % 2 == 0 ? gold : silver, game);
        turns.push_back(game.play(turn));
    }
    return turns;
}

// Both elephants go out and back, so that the first position comes again.
std::string go_around(Game& game) {
    std::string refusal;
    for (const char* turn : {"Ee2n", "ee7s", "Ee3s", "ee6n"}) {
        try {
            game.play(turn);
        } catch (const IllegalTurnError& error) {
            refusal = error.what();
        }
    }
    return refusal;
}

}  // namespace

TEST(exponentials_and_logarithms_are_exact_to_the_last_digits) {
    for (int i = 0; i <= 2000; ++i) {
        const float x = -0.01F * static_cast<float>(i);
        CHECK(std::abs(exp_of(x) / std::exp(x) - 1.0F) < 4e-7F);
        const double y = std::exp(static_cast<double>(i - 1000) * 0.05);
        CHECK(std::abs(log_of(y) - std::log(y)) < 1e-14 * std::max(1.0, std::abs(std::log(y))));
    }
    CHECK_EQUAL(exp_of(0.0F), 1.0F);
    CHECK_EQUAL(log_of(1.0F), 0.0F);
}

TEST(a_sum_has_all_terms_whatever_their_number) {
    for (int n = 0; n < 20; ++n)
        CHECK_EQUAL(sum_of(n, [](int i) { return static_cast<float>(i + 1); }),
                    static_cast<float>(n * (n + 1) / 2));
}

TEST(a_third_occurrence_is_refused_and_names_the_earlier_ones) {
    Game game(gold("Ra1 Ee2 Rh2 rh8 ee7 ra7"));
    CHECK_EQUAL(go_around(game), "");
    CHECK_EQUAL(go_around(game), "the position after the start and 3s would occur a third time");
}

TEST(a_game_begins_with_setups_and_ends_with_a_goal) {
    Game game;
    CHECK(game.needs_setup());
    for (const Side side : {Side::Gold, Side::Silver})
        game.play(format(make_setup(named_setups()[0], side, false, {})));
    CHECK(!game.needs_setup());
    CHECK_EQUAL(format(game.label()), "2g");
    Game ending(gold("Ra7 rh8 eh7"));
    ending.play("Ra7n");
    CHECK(ending.result() && describe(*ending.result()) == "gold wins: a rabbit reached goal");
}

TEST(every_named_setup_is_one_with_any_handicap) {
    for (const char* letters : {"", "M", "MHDCr", "RRRRRRR", "emhhddcc"})
        for (const NamedSetup& named : named_setups())
            for (const Side side : {Side::Gold, Side::Silver})
                for (const bool mirror : {false, true}) {
                    const auto missing = parse_handicap(letters);
                    CHECK(!why_not_setup(side, make_setup(named, side, mirror, missing), missing));
                }
}

TEST(the_same_seed_plays_the_same_turns_and_another_one_others) {
    for (const int level : {1, 3, 6}) {
        CHECK(turns_of_a_game(level, 5) == turns_of_a_game(level, 5));
        CHECK(turns_of_a_game(level, 5) != turns_of_a_game(level, 6));
    }
}

int main() { return run_all(); }
