#include "aei/server.h"

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "engine/legal.h"
#include "rules/notation.h"

namespace gajah {

namespace {

constexpr std::size_t kLongestLine = 4096;

std::string joined(const Turn& taken, const Turn& rest) {
    Turn turn = taken;
    for (const Step step : rest) turn.push_back(step);
    return format(turn);
}

std::string info(const SearchReport& report, const Position& draft) {
    const SearchLine& best = report.lines.front();
    // Before every turn but the first stands whose it is.
    std::string variation = joined(draft.taken(), best.turn);
    Side side = draft.side();
    for (const Turn& turn : best.continuation) {
        side = other(side);
        variation += std::string(" ") + letter(side) + " " + format(turn);
    }
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", report.seconds);
    return "info depth " + std::to_string(report.depth) + "\ninfo score " +
           std::to_string(best.score) + "\ninfo nodes " + std::to_string(report.nodes) +
           "\ninfo time " + time + "\ninfo pv " + variation;
}

}  // namespace

AeiServer::AeiServer(std::string version, Write write)
    : version_(std::move(version)), write_(std::move(write)) {}

bool AeiServer::obey(std::string_view line) {
    std::string_view rest = line;
    const auto command = next_word(rest);
    if (line.size() > kLongestLine)
        reply("log Error: the line is too long");
    else if (command == "quit")
        return false;
    else if (!command.empty())
        complain_about(
            command, [&] { obey(command, rest, line); },
            [&](const std::string& words) { reply(words); });
    return true;
}

void AeiServer::finish(std::chrono::seconds patience) {
    if (!thinks()) jobs_.finish(patience);
}

bool AeiServer::complain_about(std::string_view command, const std::function<void()>& obey,
                               const std::function<void(const std::string&)>& say) {
    const std::string about = "log Error: " + std::string(command) + ": ";
    try {
        obey();
        return true;
    } catch (const std::invalid_argument& error) {
        std::string words = about + error.what();
        std::replace(words.begin(), words.end(), '\n', ' ');
        say(words);
    } catch (const std::bad_alloc&) {
        say(about + "there is not enough memory");
    }
    return false;
}

void AeiServer::obey(std::string_view command, std::string_view rest, std::string_view line) {
    if (command == "aei") return introduce();
    if (command == "isready") return answer_ready();
    if (command == "newgame") {
        options_.begin_game();
        return begin(Game());
    }
    if (command == "setposition") return begin(Game(parse_position(rest)));
    if (command == "setoption") return set_option(line);
    if (command == "makemove") return make_move(rest);
    if (command == "makesteps") return make_steps(rest);
    if (command == "stop") return stop(true);
    if (command != "go") return reply("log Error: unknown command " + in_quotes(command));
    const auto word = next_word(rest);
    if ((!word.empty() && word != "ponder") || !next_word(rest).empty())
        throw std::invalid_argument("expected go or go ponder, found " + in_quotes(word));
    go(!word.empty());
}

void AeiServer::introduce() {
    say("protocol-version 1\nid name gajah\nid author the gajah authors\nid version " + version_ +
        "\naeiok");
}

// Answers at once during a search, else when all that came before is done. Making the engine
// belongs to that, while no clock runs.
void AeiServer::answer_ready() {
    if (thinks()) return say("readyok");
    ++owed_;
    jobs_.put([this, options = options_] {
        const auto speak = [this](const std::string& words) { say(words); };
        complain_about("isready", [&] { thinker_.get_ready(options); }, speak);
        say("readyok");
        --owed_;
    });
}

void AeiServer::begin(const Game& game) {
    stop(false);
    game_ = game;
    draft_ = game.position();
    jobs_.put([this] { thinker_.new_game(); });
}

// What is refused changes nothing, not even a search under way.
void AeiServer::make_move(std::string_view turn) {
    game_.play(turn);
    stop(false);
    draft_ = game_.position();
}

void AeiServer::make_steps(std::string_view steps) {
    const Position draft = game_.draft(parse_steps(steps));
    stop(false);
    draft_ = draft;
}

void AeiServer::set_option(std::string_view line) {
    const auto [name, value] = read_option(line);
    if (!options_.set(name, value)) return reply("log Warning: unknown option " + in_quotes(name));
    if (name != "seed") return;
    const auto seed = static_cast<std::uint64_t>(*options_.number("seed"));
    jobs_.put([this, seed] { thinker_.reseed(seed); });
}

void AeiServer::go(bool ponders) {
    stop(false);
    if (game_.result())
        throw std::invalid_argument("the game is over, " + describe(*game_.result()));
    if (ponders && game_.needs_setup()) return;
    thought_ = std::make_shared<Thought>(game_, draft_, options_, ponders);
    jobs_.put([this, thought = thought_] { think(*thought); });
}

void AeiServer::stop(bool answer) {
    if (!thought_ || thought_->is_done) return;
    if (!answer) thought_->wants_answer = false;
    thought_->stop.set();
}

void AeiServer::think(Thought& thought) {
    complain_about(
        "go",
        [&] {
            thinker_.get_ready(thought.options);
            const std::chrono::duration<double> late = Clock::now() - thought.asked;
            const SearchLimits limits =
                thought.ponders
                    ? thought.options.limits_of_pondering()
                    : thought.options.limits(thought.game.position().side(), late.count());
            const std::string turn = choose(thought, limits);
            if (thought.wants_answer) say("bestmove " + turn);
        },
        [&](const std::string& words) { say(words); });
    thought.is_done = true;
}

std::string AeiServer::choose(Thought& thought, const SearchLimits& limits) {
    const auto& [game, draft] = std::tie(thought.game, thought.draft);
    if (game.needs_setup()) return format(thinker_.set_up(game, limits, thought.stop));
    const SearchReport report = thinker_.search(
        game, draft, limits, [&](const SearchReport& known) { say(info(known, draft)); },
        thought.stop);
    return joined(draft.taken(), report.lines.front().turn);
}

void AeiServer::reply(const std::string& line) {
    if (owed_ == 0)
        say(line);
    else
        jobs_.put([this, line] { say(line); });
}

void AeiServer::say(const std::string& lines) {
    const std::lock_guard lock(writing_);
    write_(lines + "\n");
}

}  // namespace gajah
