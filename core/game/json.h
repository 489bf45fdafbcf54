// JSON text, written front to back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gajah {

class Json {
public:
    const std::string& text() const { return text_; }

    Json& key(std::string_view name) { return quote(name).raw(":").fresh(); }
    Json& value(std::string_view text) { return quote(text).used(); }
    Json& value(const std::string& text) { return value(std::string_view(text)); }
    Json& value(const char* text) { return value(std::string_view(text)); }
    Json& value(char letter) { return value(std::string_view(&letter, 1)); }
    Json& value(bool is) { return comma().raw(is ? "true" : "false").used(); }
    Json& value(int number) { return comma().raw(std::to_string(number)).used(); }
    Json& value(std::uint64_t number) { return comma().raw(std::to_string(number)).used(); }
    Json& value(double number);
    // A count of thousandths as a number of ones, exactly; not negative.
    Json& thousandths(std::int64_t count);
    Json& null() { return comma().raw("null").used(); }

    // write(*this) writes what is inside.
    template <class Write>
    Json& object(const Write& write) {
        comma().raw("{").fresh();
        write();
        return raw("}").used();
    }
    template <class Values, class Write>
    Json& list(const Values& values, const Write& write) {
        comma().raw("[").fresh();
        for (const auto& v : values) write(v);
        return raw("]").used();
    }

private:
    Json& raw(std::string_view text) {
        text_ += text;
        return *this;
    }
    Json& comma() {
        if (needs_comma_) text_ += ',';
        return *this;
    }
    Json& used() {
        needs_comma_ = true;
        return *this;
    }
    Json& fresh() {
        needs_comma_ = false;
        return *this;
    }
    Json& quote(std::string_view text);

    std::string text_;
    bool needs_comma_ = false;
};

}  // namespace gajah
