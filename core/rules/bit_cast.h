// std::bit_cast for standard libraries that lack it.
#pragma once

#include <cstring>

namespace gajah {

template <class To, class From>
To bit_cast(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

}  // namespace gajah
