# Debian's compilers for the systems that gajah-aei is made for, and what runs their programs here:
# GAJAH_SYSTEM is OS-PROCESSOR.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GAJAH_SYSTEM)  # for checks of the compiler
string(REGEX REPLACE "^.*-" "" CMAKE_SYSTEM_PROCESSOR "${GAJAH_SYSTEM}")
if(GAJAH_SYSTEM MATCHES "^windows-")
  set(CMAKE_SYSTEM_NAME Windows)
  # The variant with std::thread.
  set(CMAKE_CXX_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-w64-mingw32-g++-posix)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_CXX_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-g++)
  cmake_host_system_information(RESULT host QUERY OS_PLATFORM)
  if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL host)
    set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR})
  endif()
endif()
# Programs that need no library of their system.
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
