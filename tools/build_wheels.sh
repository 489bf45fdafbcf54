#!/bin/sh
# Builds wheels from the source package in dist/, for Linux with glibc 2.28 or newer, and tries them:
#   sh tools/build_wheels.sh "PROCESSOR..." PYTHON...
# Zig's compiler knows old versions of glibc, and other processors.
set -e
processors=$1
shift
# Unpacked to the same place each time: Zig then knows what it has compiled before.
source=$PWD/build/wheels/source
rm -rf "$source"
mkdir -p "$source"
# A second biome.json in the tree would confuse the linter.
tar -xzf "$(ls -t dist/gajah-*.tar.gz | head -n 1)" -C "$source" --strip-components 1 \
  --exclude biome.json
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
# The compiler itself: the script python-zig would start a Python for each file.
PATH=$(python -c 'import ziglang; print(*ziglang.__path__)'):$PATH

# The path of a Python; pyenv shows only the versions that are chosen.
find_python() {
  "$1" -c 'import sys; print(sys.executable)' 2> /dev/null ||
    ls "$(pyenv root 2> /dev/null)"/versions/*/bin/"$1" 2> /dev/null | tail -n 1 | grep . ||
    { echo "There is no $1: name others by WHEEL_PYTHONS." >&2 && return 1; }
}

# Writes the raw wheel for a Python and a processor into a folder.
build() {
  python=$1 version=$2 processor=$3 raw=$4
  suffix=.abi3.so
  [ "$version" -ge 312 ] || suffix=.cpython-$version-$processor-linux-gnu.so
  rm -rf "$raw"
  tools=build/wheels/tools-$version
  "$python" -m venv "$tools"
  "$tools/bin/python" -m pip install --quiet -r .venv/build.txt
  # The variables say which system the wheel is for. An isolated build would take its CMake, too.
  GAJAH_TARGET=$processor-linux-gnu.2.28 _PYTHON_HOST_PLATFORM=linux-$processor \
    SETUPTOOLS_EXT_SUFFIX=$suffix "$tools/bin/python" -m pip wheel --quiet --no-deps \
    --no-build-isolation --wheel-dir "$raw" -C "cmake.args=--toolchain=$PWD/tools/zig.cmake" \
    "$source"
}

# Installs a wheel into an environment without anything else, for the processor that it is for.
install() {
  python=$1 version=$2 processor=$3 environment=$4 wheel=$5
  if [ "$processor" = "$(uname -m)" ]; then
    "$python" -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet "$wheel"
    return
  fi
  # Debian has these Pythons for other processors: 3.11 and 3.13. pip itself is too slow under qemu.
  suite=trixie
  [ "$version" -ge 312 ] || suite=bookworm
  sh tests/install_cross_compilers.sh "linux-$processor"
  sh tools/foreign_python.sh "$processor" $suite "$environment"
  # shellcheck disable=SC2046  # one word for each version of glibc
  "$python" -m pip install --quiet --target "$environment"/lib/python*/site-packages \
    --python-version "$(basename "$environment"/lib/python* | tr -d a-z)" --only-binary :all: \
    $(seq -f "--platform manylinux_2_%g_$processor" 28 -1 17) "$wheel"
  # Python compiles what it imports. Under qemu, an engine that starts would take too long for it.
  echo quit | "$environment/bin/python" -m gajah.aei random
}

for processor in $processors; do
  for name in "$@"; do
    python=$(find_python "$name")
    version=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
    tag=cp312-abi3
    [ "$version" -ge 312 ] || tag=cp$version-cp$version
    echo "Building the wheel $tag for $processor"
    build "$python" "$version" "$processor" "build/wheels/$version-$processor"
    # Names the oldest glibc that will do; refuses a wheel that needs other libraries. For another
    # processor it takes no name.
    auditwheel repair --wheel-dir dist "build/wheels/$version-$processor"/*.whl
    environment=$empty/$version-$processor
    install "$python" "$version" "$processor" "$environment" \
      "$(ls -t dist/gajah-*-$tag-*"$processor".whl | head -n 1)"
    (smoke=$PWD/tools/smoke.py && cd "$empty" && "$environment/bin/python" "$smoke")
  done
done
