// gajah-aei: the engine for programs that speak AEI, on stdin and stdout.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>

#include "aei/server.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#endif

namespace {

// How long the answers may take that were asked for before the end of the input.
constexpr std::chrono::seconds kLastWords{10};

void put(const std::string& lines) {
    std::fwrite(lines.data(), 1, lines.size(), stdout);
    std::fflush(stdout);
}

void list_options() {
    put("gajah-aei " GAJAH_VERSION
        " speaks AEI on stdin and stdout.\nIts options besides AEI's own:\n");
    for (const gajah::AeiOption& option : gajah::aei_options())
        std::printf("  %-8s %s\n", std::string(option.name).c_str(),
                    std::string(option.description).c_str());
}

}  // namespace

int main(int count, char**) {
    if (count > 1) {
        list_options();
        return 0;
    }
#if defined(_WIN32)
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
#else
    // A controller that has gone hears nothing any more; the end of the input says so.
    std::signal(SIGPIPE, SIG_IGN);
#endif
    gajah::AeiServer server(GAJAH_VERSION, put);
    for (std::string line; std::getline(std::cin, line);)
        if (!server.obey(line)) break;
    server.finish(kLastWords);
    // A search whose answer is not read any more ends with the program.
    std::_Exit(0);
}
