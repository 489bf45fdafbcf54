#include "check.h"
#include "engine/random.h"
#include "game/clock.h"
#include "rules/notation.h"

using namespace gajah;

namespace {

std::string refused(std::string_view text) {
    try {
        parse_control(text);
    } catch (const NotationError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(what_a_control_writes_it_reads_back) {
    Random random(5);
    const auto time = [&] {
        return static_cast<Milliseconds>(random.below(4) ? random.below(700'000) : 0);
    };
    for (int i = 0; i < 1000 * testing::effort(); ++i) {
        TimeControl control{time(), time(), static_cast<int>(random.below(101)), time()};
        if (random.below(2))
            control.game_limit = time();
        else
            control.game_limit_turns = static_cast<int>(random.below(200));
        control.max_turn = time();
        if (!CHECK(parse_control(format(control)) == control)) break;
    }
}

TEST(digits_without_end_are_too_long_a_time) {
    const std::string nines(150, '9');
    CHECK(refused(nines).ends_with("is too long a time: at most 3650d"));
    CHECK(refused(nines + "d1h").ends_with("is too long a time: at most 3650d"));
    CHECK(refused("1/" + nines + ":" + "9").ends_with("is too long a time: at most 3650d"));
    CHECK(refused("1/1/" + nines).ends_with("is not a whole number from 0 to 100"));
}

TEST(a_turn_moves_the_clock_of_one_side) {
    const Clock start = Clock::start(parse_control("30s/2m/50/0/1m"));
    const Clock after = start.after_turn(Side::Silver, 20'000, false);
    CHECK_EQUAL(after.reserve(Side::Gold), 120'000);
    CHECK_EQUAL(after.reserve(Side::Silver), 125'000);
    CHECK(after.game_time_left(15'000) == 25'000);
    CHECK_EQUAL(after.turns(Side::Silver), 1);
    CHECK(!after.is_game_limit_reached());
    CHECK(after.after_turn(Side::Gold, 40'000, false).is_game_limit_reached());
}

int main() { return gajah::testing::run_all(); }
