// AEI spoken: one thread reads and obeys, and never waits; another thinks. So `stop`, `isready` and
// the end of the input are noticed at once, also during a search.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "aei/jobs.h"
#include "aei/options.h"
#include "aei/thinker.h"
#include "engine/stop.h"
#include "game/game.h"

namespace gajah {

// One conversation. Bad lines are answered with `log Error:` and change nothing.
class AeiServer {
public:
    // Writes whole lines; one call is one write.
    using Write = std::function<void(const std::string& lines)>;
    AeiServer(std::string version, Write write);

    // Obeys one line; false when it was `quit`.
    bool obey(std::string_view line);
    // Waits for the answers that are due; a search that was not stopped is dropped.
    void finish(std::chrono::seconds patience);

private:
    using Clock = std::chrono::steady_clock;
    // A turn being thought about. Options set meanwhile are for the next one.
    struct Thought {
        Game game;
        Position draft;
        AeiOptions options;
        bool ponders;
        Clock::time_point asked = Clock::now();
        std::atomic<bool> wants_answer = !ponders;
        Stop stop;
        std::atomic<bool> is_done{false};
    };

    void obey(std::string_view command, std::string_view rest, std::string_view line);
    void introduce();
    void answer_ready();
    void begin(const Game& game);
    void make_move(std::string_view turn);
    void make_steps(std::string_view steps);
    void set_option(std::string_view line);
    void go(bool ponders);
    void stop(bool answer);
    bool thinks() const { return thought_ && !thought_->is_done && !thought_->stop.is_set(); }

    // In the thread that thinks.
    void think(Thought& thought);
    std::string choose(Thought& thought, const SearchLimits& limits);
    bool complain_about(std::string_view command, const std::function<void()>& obey,
                        const std::function<void(const std::string&)>& say);
    // From the thread that reads, after a `readyok` that is owed.
    void reply(const std::string& line);
    void say(const std::string& lines);

    std::string version_;
    Write write_;
    std::mutex writing_;
    AeiOptions options_;
    Game game_;
    Position draft_;  // the game's position, after the first steps of a turn perhaps
    std::shared_ptr<Thought> thought_;
    std::atomic<int> owed_{0};  // answers to `isready`
    Thinker thinker_;           // of the thread that thinks
    JobQueue jobs_;             // the last member: its thread uses the others
};

}  // namespace gajah
