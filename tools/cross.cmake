# Debian's compilers for the systems that gajah-aei is made for: GAJAH_SYSTEM is OS-PROCESSOR.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GAJAH_SYSTEM)  # for checks of the compiler
string(REGEX REPLACE "^.*-" "" CMAKE_SYSTEM_PROCESSOR "${GAJAH_SYSTEM}")
if(GAJAH_SYSTEM MATCHES "^windows-")
  set(CMAKE_SYSTEM_NAME Windows)
  # The variant with std::thread.
  set(CMAKE_CXX_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-w64-mingw32-g++-posix)
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_CXX_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-g++)
endif()
