# Zig's C++ compiler, from PyPI: for other systems and for old versions of this one.
#   cmake --toolchain tools/zig.cmake -DGAJAH_TARGET=aarch64-linux-musl
# The environment's GAJAH_TARGET counts too.
if(NOT GAJAH_TARGET)
  set(GAJAH_TARGET $ENV{GAJAH_TARGET})
endif()
# Checks of the compiler are projects of their own.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES GAJAH_TARGET)

string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR "${GAJAH_TARGET}")
set(CMAKE_SYSTEM_NAME Linux)
if(GAJAH_TARGET MATCHES "windows")
  set(CMAKE_SYSTEM_NAME Windows)
endif()

find_program(ZIG zig REQUIRED)
set(CMAKE_CXX_COMPILER ${ZIG} c++ -target ${GAJAH_TARGET})
# The oldest machines of the architecture, and no symbols for debuggers, as other compilers assume.
string(APPEND CMAKE_CXX_FLAGS_INIT " -mcpu=baseline -g0")
# CMake wants programs without arguments.
foreach(tool ar ranlib)
  set(wrapper ${CMAKE_BINARY_DIR}/zig-${tool})
  if(NOT EXISTS ${wrapper})
    file(WRITE ${wrapper} "#!/bin/sh\nexec '${ZIG}' ${tool} \"$@\"\n")
    file(CHMOD ${wrapper} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  endif()
  string(TOUPPER ${tool} variable)
  set(CMAKE_${variable} ${wrapper})
endforeach()
