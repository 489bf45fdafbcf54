#!/bin/sh
# Builds wheels from the source package in dist/, for Linux with glibc 2.28 or newer, and tries them:
#   sh tools/build_wheels.sh "PROCESSOR..." PYTHON...
# Zig's compiler knows old versions of glibc, and other processors.
set -e
processors=$1
shift
source=$(ls -t dist/gajah-*.tar.gz | head -n 1)
for processor in $processors; do
  for python in "$@"; do
    version=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
    suffix=.abi3.so
    [ "$version" -ge 312 ] || suffix=.cpython-$version-$processor-linux-gnu.so
    raw=build/wheels/$version-$processor
    rm -rf "$raw"
    # The variables say which system the wheel is for.
    GAJAH_TARGET=$processor-linux-gnu.2.28 _PYTHON_HOST_PLATFORM=linux-$processor \
      SETUPTOOLS_EXT_SUFFIX=$suffix "$python" -m pip wheel --quiet --no-deps --wheel-dir "$raw" \
      -C "cmake.args=--toolchain=$PWD/tools/zig.cmake" "$source"
    # Names the oldest glibc that will do; refuses a wheel that needs other libraries. For another
    # processor it takes no name.
    auditwheel repair --wheel-dir dist "$raw"/*.whl
    [ "$processor" = "$(uname -m)" ] || continue
    empty=build/wheels/venv-$version
    rm -rf "$empty"
    "$python" -m venv "$empty"
    "$empty/bin/python" -m pip install --quiet dist/gajah-*-cp"$version"-*"$processor".whl
    (smoke=$PWD/tools/smoke.py && cd / && "$OLDPWD/$empty/bin/python" "$smoke")
  done
done
