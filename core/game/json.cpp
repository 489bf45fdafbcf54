#include "game/json.h"

#include <cstdio>

namespace gajah {

Json& Json::value(double number) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g", number);
    return comma().raw(digits).used();
}

Json& Json::thousandths(std::int64_t count) {
    const std::string fraction = std::to_string(1000 + count % 1000).substr(1);
    return comma().raw(std::to_string(count / 1000)).raw(".").raw(fraction).used();
}

Json& Json::quote(std::string_view text) {
    comma();
    text_ += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') text_ += '\\';
        if (static_cast<unsigned char>(c) >= 0x20) {
            text_ += c;
            continue;
        }
        constexpr std::string_view kDigits = "0123456789abcdef";
        text_ += "\\u00";
        text_ += kDigits[static_cast<std::size_t>(c >> 4)];
        text_ += kDigits[static_cast<std::size_t>(c & 15)];
    }
    text_ += '"';
    return *this;
}

}  // namespace gajah
