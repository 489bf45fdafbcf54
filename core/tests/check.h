// A test harness in one page. A test is a function whose name is a sentence:
//
//   TEST(captured_puller_still_pulls) { CHECK_EQUAL(played.size(), 2); }
//
// and each file ends with `int main() { return gajah::testing::run_all(); }`.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace gajah::testing {

struct Test {
    const char* name;
    void (*run)();
};

// All tests of this program, and how many checks of the running one have failed.
inline std::vector<Test> all_tests;
inline int failed_checks = 0;

struct Registration {
    Registration(const char* name, void (*run)()) { all_tests.push_back({name, run}); }
};

inline std::ostream& report(const char* file, int line) {
    ++failed_checks;
    return std::cout << file << ':' << line << ": ";
}

inline bool check(bool holds, const char* condition, const char* file, int line) {
    if (!holds) report(file, line) << condition << " does not hold\n";
    return holds;
}

template <class Actual, class Expected>
bool check_equal(const Actual& actual, const Expected& expected, const char* text, const char* file,
                 int line) {
    if (actual == expected) return true;
    report(file, line) << text << " is " << actual << ", not " << expected << '\n';
    return false;
}

// How many times as much a random test should try: GAJAH_THOROUGH=50 in the environment.
inline int effort() {
    const char* wanted = std::getenv("GAJAH_THOROUGH");
    return wanted ? std::max(1, std::atoi(wanted)) : 1;
}

// Runs every test, names those that fail, and ends with "N passed, N failed".
inline int run_all() {
    int failed = 0;
    for (const Test& test : all_tests) {
        failed_checks = 0;
        test.run();
        if (failed_checks == 0) continue;
        ++failed;
        std::cout << "FAILED " << test.name << '\n';
    }
    std::cout << all_tests.size() - static_cast<std::size_t>(failed) << " passed, " << failed
              << " failed\n";
    return failed == 0 ? 0 : 1;
}

}  // namespace gajah::testing

#define TEST(name)                                                                  \
    static void name();                                                             \
    static const gajah::testing::Registration registration_of_##name(#name, &name); \
    static void name()

// Both answer whether the check holds, so that a loop can stop at its first failure.
#define CHECK(condition) gajah::testing::check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(actual, expected) \
    gajah::testing::check_equal((actual), (expected), #actual, __FILE__, __LINE__)
