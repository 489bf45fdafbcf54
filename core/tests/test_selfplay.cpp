// Self-play under the sanitizers: many games, several threads, every array of a drained sample.
#include "check.h"
#include "net/selfplay.h"

using namespace gajah;
using namespace gajah::net;

namespace {

constexpr int kGames = 64;
constexpr int kGroups = 2;
constexpr std::size_t kGroupRows = kGames / kGroups;
constexpr std::size_t kRows = 4000;
constexpr int kCalls = 3000;

// Opinions drawn by lot: logits between 1 and 2, values between -0.5 and 0.5.
void answer(Random& random, std::vector<std::uint16_t>& logits, std::vector<float>& values) {
    for (std::uint16_t& bits : logits)
        bits = static_cast<std::uint16_t>(0x3F80 + random.below(128));
    for (float& value : values) value = random.unit() - 0.5F;
}

}  // namespace

TEST(games_end_and_leave_samples_with_targets_between_minus_1_and_1) {
    SelfPlaySettings settings;
    settings.simulations = 6;
    settings.max_turns = 40;
    settings.full_share = 0.5F;
    SelfPlay games(kGames, kGroups, 3, settings, {{"RRRRRRRRHDCMECDH"}, {}}, 1);
    std::vector<std::uint16_t> logits(kGroupRows * kActions);
    std::vector<float> values(kGroupRows);
    std::vector<std::uint64_t> questions(kGroupRows * kFeatureWords);
    std::vector<std::uint64_t> features(kRows * kFeatureWords);
    std::vector<std::int16_t> policy(kRows * kActions);
    std::vector<float> result(kRows);
    std::vector<float> td(kRows);
    std::vector<std::uint8_t> full(kRows);
    Random random(2);
    std::size_t samples = 0;
    for (int call = 0; call < kCalls; ++call) {
        games.step(call % kGroups, logits.data(), values.data(), questions.data());
        answer(random, logits, values);
        const std::size_t n = games.drain(
            TargetSettings(),
            {features.data(), policy.data(), result.data(), td.data(), full.data()}, kRows);
        for (std::size_t i = 0; i < n; ++i) CHECK(td[i] >= -1.0F && td[i] <= 1.0F);
        samples += n;
    }
    CHECK(samples > 0);
}

int main() { return gajah::testing::run_all(); }
