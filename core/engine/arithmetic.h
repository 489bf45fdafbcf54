// Sums, exponentials and logarithms to the same bits on every machine. Compilers add up floats in
// an order of their own where they may, and the standard libraries' functions differ in their last
// digits: a search that depends on either chooses other turns elsewhere.
#pragma once

#include <cmath>
#include <cstdint>

#include "rules/bit_cast.h"

namespace gajah {

// term(0) + ... + term(count - 1), every fourth term in a sum of its own, so that they fit a
// vector register.
template <class Term>
float sum_of(int count, const Term& term) {
    constexpr int kLanes = 4;
    float sums[kLanes] = {};
    int i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) sums[lane] += term(i + lane);
    for (int lane = 0; i < count; ++i, ++lane) sums[lane] += term(i);
    return (sums[0] + sums[2]) + (sums[1] + sums[3]);
}

// e^x for -80 <= x <= 0, to a few units of the last digit.
inline float exp_of(float x) {
    constexpr float kLog2E = 1.44269504F;
    constexpr float kLn2High = 0.693359375F;  // few digits: its products with whole are exact
    constexpr float kLn2Low = -2.12194440e-4F;
    constexpr int kMantissaBits = 23;
    const auto whole = static_cast<std::int32_t>(x * kLog2E - 0.5F);
    const auto times = static_cast<float>(whole);
    const float rest = (x - times * kLn2High) - times * kLn2Low;
    float power = 1.0F / 720.0F;
    power = power * rest + 1.0F / 120.0F;
    power = power * rest + 1.0F / 24.0F;
    power = power * rest + 1.0F / 6.0F;
    power = power * rest + 0.5F;
    power = power * rest + 1.0F;
    power = power * rest + 1.0F;
    return power * bit_cast<float>((whole + 127) << kMantissaBits);
}

// The logarithm of a positive number.
inline double log_of(double x) {
    constexpr double kLn2 = 0.6931471805599453;
    constexpr double kSquareRootOfHalf = 0.7071067811865476;
    constexpr int kLastTerm = 21;
    int exponent = 0;
    double part = std::frexp(x, &exponent);  // 0.5 to 1
    if (part < kSquareRootOfHalf) {
        part *= 2.0;
        --exponent;
    }
    // log((1 + t) / (1 - t)) = 2 (t + t^3 / 3 + t^5 / 5 + ...), with t below 0.172.
    const double t = (part - 1.0) / (part + 1.0);
    double series = 0.0;
    for (int n = kLastTerm; n >= 1; n -= 2) series = series * t * t + 1.0 / n;
    return exponent * kLn2 + 2.0 * t * series;
}
inline float log_of(float x) { return static_cast<float>(log_of(static_cast<double>(x))); }

}  // namespace gajah
