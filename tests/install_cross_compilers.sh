#!/bin/sh
# What `make engine` needs for a system: Debian's cross compiler, and what runs its programs in the
# tests. Installs what is missing, and says so where it cannot.
missing=""
case "$1" in
  windows-*)
    command -v x86_64-w64-mingw32-g++-posix > /dev/null || missing="g++-mingw-w64-x86-64-posix"
    command -v wine > /dev/null || missing="$missing wine wine64"
    ;;
  *)
    processor=${1#*-}
    package=$(echo "g++-$processor-linux-gnu" | tr _ -)
    command -v "$processor-linux-gnu-g++" > /dev/null || missing="$package"
    [ "$processor" = "$(uname -m)" ] || command -v "qemu-$processor" > /dev/null ||
      missing="$missing qemu-user"
    ;;
esac
[ -z "$missing" ] && exit 0

echo "Installing $missing for gajah-aei"
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  # shellcheck disable=SC2086  # one word for each package
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null &&
    exit 0
fi
echo "Cannot install $missing here: please do." >&2
exit 1
