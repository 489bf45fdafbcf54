#include "wasm/interface.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <memory>

#include "engine/score.h"
#include "game/setups.h"
#include "game/shown.h"
#include "players/player.h"
#include "rules/goal.h"
#include "rules/notation.h"
#include "rules/words.h"
#include "wasm/answer.h"

namespace {

using namespace gajah;

constexpr double kNoLimitS = 1e9;
constexpr int kAnalysis = 0;  // a player's number that is none

// All that the module holds. A page has one thread that calls.
struct Desk {
    std::shared_ptr<const Network> network;
    Game game;
    Position draft;
    std::map<int, std::unique_ptr<LevelPlayer>> players;
    int last_player = kAnalysis;
    std::unique_ptr<NetworkEngine> analyst;
    int analyst_mb = 0;
    int analyst_threads = 0;

    // What is being thought about, by whom.
    int thinker = kAnalysis;
    bool is_thinking = false;
    Side mover{};
    SearchReport report;
    std::optional<Setup> setup;
    std::vector<float> opinion;
};

Desk& desk() {
    static Desk only;
    return only;
}

std::vector<Piece> handicap_of(std::string_view letters) {
    try {
        return parse_handicap(letters);
    } catch (const NotationError& e) {
        throw Refused("bad_handicap", std::string("there is ") + e.what());
    }
}

// What a page knows of a game besides its board.
void write_state(const Game& game, Json& json) {
    json.key("label").value(format(game.label()));
    json.key("needs_setup").value(game.needs_setup());
    json.key("result");
    if (!game.result()) {
        json.null();
        return;
    }
    constexpr std::array<char, kEndings> kReasons{'g', 'e', 'm'};
    json.object([&] {
        json.key("winner").value(letter(game.result()->winner));
        json.key("reason").value(kReasons[static_cast<std::size_t>(game.result()->reason)]);
        json.key("text").value(sentence(describe(*game.result())));
    });
}

void write_place(Json& json) {
    const Game& game = desk().game;
    const Position& draft = desk().draft;
    const auto refusal = game.why_not(draft.taken());
    const bool may_step = !game.result() && !game.needs_setup();
    json.key("board").object([&] {
        write_board({game.position(), draft, may_step,
                     refusal ? std::optional<std::string>(refusal->what()) : std::nullopt},
                    json);
        write_state(game, json);
    });
}

// A score of the side to move, for gold.
void write_score(int score, Side mover, Json& json) {
    const int for_gold = mover == Side::Gold ? score : -score;
    const int size = std::abs(for_gold);
    std::string text;
    std::optional<int> mate;
    if (is_decided(score)) {
        // A turn has four steps at most, so a win in nine steps takes the winner two turns.
        const int turns = std::max(1, (kWin - size + kStepsPerTurn + 7) / 8);
        mate = for_gold > 0 ? turns : -turns;
        text = "#" + std::to_string(*mate);
    } else {
        const std::string cents = std::to_string(100 + size % 100).substr(1);
        text = (for_gold < 0 ? "-" : "+") + std::to_string(size / 100) + "." + cents;
    }
    json.object([&] {
        json.key("text").value(text);
        json.key("win").value(std::round(win_probability(for_gold) * 1e4) / 1e4);
        json.key("mate");
        if (mate)
            json.value(*mate);
        else
            json.null();
    });
}

void write_report(const SearchReport& report, Side mover, Json& json) {
    json.key("depth").value(report.depth);
    json.key("nodes").value(report.nodes);
    json.key("seconds").value(report.seconds);
    json.key("lines").list(report.lines, [&](const SearchLine& line) {
        json.object([&] {
            json.key("turn").value(format(line.turn));
            json.key("continuation").list(line.continuation, [&](const Turn& turn) {
                json.value(format(turn));
            });
            json.key("score");
            write_score(line.score, mover, json);
        });
    });
}

NetworkEngine& analyst(int hash_mb, int threads) {
    Desk& d = desk();
    if (!d.analyst || d.analyst_mb != hash_mb || d.analyst_threads != threads) {
        NetworkEngineSettings settings;
        settings.batch = kProcessorBatch;
        d.analyst.reset();
        d.analyst = std::make_unique<NetworkEngine>(static_cast<std::size_t>(hash_mb), threads,
                                                    evaluators_of(d.network), settings);
        d.analyst_mb = hash_mb;
        d.analyst_threads = threads;
    }
    return *d.analyst;
}

LevelPlayer& player(int number) {
    const auto found = desk().players.find(number);
    if (found == desk().players.end()) throw Refused("no_player", "there is no such player");
    return *found->second;
}

void check_network() {
    if (!desk().network) throw Refused("no_network", "the network has not been loaded");
}

}  // namespace

extern "C" {

void* gajah_allocate(size_t bytes) { return std::malloc(bytes); }
void gajah_free(void* memory) { std::free(memory); }

const char* gajah_load(const uint8_t* file, size_t bytes, const char* kernel) {
    return answer([&](Json& json) {
        Desk& d = desk();
        d.network = Network::parse({reinterpret_cast<const std::byte*>(file), bytes}, kernel);
        d.players.clear();
        d.analyst.reset();
        d.is_thinking = false;
        json.key("kernel").value(d.network->kernel_name());
    });
}

const char* gajah_place(const char* position, const char* handicap, const char* turns,
                        const char* steps) {
    return answer([&](Json& json) {
        Game game(position_of(position), handicap_of(handicap));
        each_line(turns, [&](std::string_view line) { game.play(line); });
        Position draft = game.position();
        if (*steps) {
            check_playing(game);
            draft = take_typed(draft, steps);
        }
        desk().game = std::move(game);
        desk().draft = draft;
        write_place(json);
    });
}

const char* gajah_play(const char* turn) {
    return answer([&](Json& json) {
        Desk& d = desk();
        const std::string played = d.game.play(*turn ? turn : format(d.draft.taken()));
        d.draft = d.game.position();
        json.key("turn").value(played);
        write_place(json);
    });
}

const char* gajah_routes(const char* square) {
    return answer([&](Json& json) {
        const Desk& d = desk();
        check_playing(d.game);
        json.key("routes").list(
            find_routes(d.draft, parse_square(square)),
            [&](const Route& route) { write_route(route, d.draft.side(), json); });
    });
}

const char* gajah_turns(int most) {
    return answer([&](Json& json) {
        const Desk& d = desk();
        check_playing(d.game);
        std::vector<Turn> turns = d.game.turns(d.draft);
        json.key("count").value(static_cast<int>(turns.size()));
        if (static_cast<int>(turns.size()) > most) turns.resize(static_cast<std::size_t>(most));
        json.key("turns").list(turns, [&](const Turn& turn) { json.value(format(turn)); });
    });
}

const char* gajah_goal() {
    return answer([&](Json& json) {
        check_playing(desk().game);
        const auto goal = find_goal(desk().draft);
        json.key("goal");
        if (goal)
            json.value(format(*goal));
        else
            json.null();
    });
}

const char* gajah_problems(const char* position) {
    return answer([&](Json& json) {
        std::vector<std::string> problems;
        try {
            const Game game(position_of(position));
            if (game.needs_setup())
                problems = {"There are no pieces to move yet: the game would begin with a setup."};
            else if (game.result())
                problems = {sentence("the game is over here: " + describe(*game.result()))};
        } catch (const NotationError& e) {
            const std::string line = e.line() == 1 ? "" : "line " + std::to_string(e.line()) + ": ";
            problems = {sentence(line + e.what())};
        } catch (const std::invalid_argument& e) {
            problems = {sentence(e.what())};
        }
        json.key("problems").list(problems, [&](const std::string& p) { json.value(p); });
    });
}

const char* gajah_setups() {
    return answer([&](Json& json) {
        const Game& game = desk().game;
        json.key("setups").list(named_setups(), [&](const NamedSetup& named) {
            json.object([&] {
                json.key("name").value(named.name);
                json.key("setup").value(
                    format(make_setup(named, game.position().side(), false, game.handicap())));
            });
        });
    });
}

const char* gajah_levels() {
    return answer([&](Json& json) {
        int number = 0;
        json.key("levels").list(levels(), [&](const Level& level) {
            json.object([&] {
                json.key("number").value(++number);
                json.key("lapses").value(level.lapses);
                json.key("nodes");
                if (level.nodes)
                    json.value(*level.nodes);
                else
                    json.null();
            });
        });
    });
}

const char* gajah_new_player(int level, uint32_t seed, int hash_mb, int threads) {
    return answer([&](Json& json) {
        Desk& d = desk();
        check_network();
        auto made = std::make_unique<LevelPlayer>(level, seed, evaluators_of(d.network),
                                                  static_cast<std::size_t>(hash_mb), threads);
        d.players.emplace(++d.last_player, std::move(made));
        json.key("player").value(d.last_player);
    });
}

void gajah_end_player(int number) {
    if (desk().thinker == number) desk().is_thinking = false;
    desk().players.erase(number);
}

const char* gajah_begin(int number, double soft_s, double hard_s, double nodes, int lines,
                        int hash_mb, int threads) {
    return answer([&](Json& json) {
        Desk& d = desk();
        d.is_thinking = false;
        check_network();
        if (d.game.result()) throw IllegalTurnError(Rule::GameOver);
        SearchLimits limits;
        limits.hard_s = hard_s > 0 ? hard_s : kNoLimitS;
        limits.soft_s = soft_s > 0 ? std::min(soft_s, limits.hard_s) : limits.hard_s;
        if (nodes > 0) limits.nodes = static_cast<std::uint64_t>(nodes);
        limits.lines = std::max(1, lines);
        d.setup.reset();
        d.report = {};
        d.mover = d.draft.side();
        if (number == kAnalysis) {
            check_playing(d.game);
            analyst(hash_mb, threads).begin(d.draft, d.game.keys(), limits);
        } else if (d.game.needs_setup()) {
            d.setup = player(number).set_up(d.game, limits.hard_s);
        } else {
            player(number).begin(d.game, limits);
        }
        d.thinker = number;
        d.is_thinking = true;
        json.key("side").value(letter(d.mover));
    });
}

const char* gajah_think(double seconds, int stop) {
    return answer([&](Json& json) {
        Desk& d = desk();
        if (!d.is_thinking) throw Refused("not_thinking", "there is nothing to think about");
        bool done = d.setup.has_value();
        if (!done) {
            Stop stopped;
            if (stop) stopped.set();
            const auto note = [&](const SearchReport& report) { d.report = report; };
            if (d.thinker == kAnalysis) {
                done = d.analyst->run(seconds, note, stopped);
                if (done) d.report = d.analyst->finish();
            } else {
                done = player(d.thinker).run(seconds, note, stopped);
                if (done) d.report = player(d.thinker).finish();
            }
        }
        d.is_thinking = !done;
        json.key("done").value(done);
        write_report(d.report, d.mover, json);
        if (d.setup)
            json.key("turn").value(format(*d.setup));
        else if (done && !d.report.lines.empty())
            json.key("turn").value(format(d.report.lines.front().turn));
    });
}

const float* gajah_evaluate(int count) {
    Desk& d = desk();
    if (!d.network) return nullptr;
    static Network::Workspace workspace;
    std::uint64_t features[kFeatureWords];
    pack_features(d.draft, features);
    d.opinion.resize(kActions + 1);
    for (int i = 0; i < count; ++i)
        d.network->evaluate(features, 1, d.opinion.data(), &d.opinion[kActions], workspace);
    return d.opinion.data();
}

}  // extern "C"
