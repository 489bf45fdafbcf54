#!/bin/sh
# What `make wasm` needs: Debian's Emscripten. Installs it where it is missing, and says so where it
# cannot.
command -v em++ > /dev/null && exit 0

echo "Installing emscripten for core in WebAssembly"
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends emscripten > /dev/null &&
    exit 0
fi
echo "Cannot install emscripten here: please do, version 3.1.6 or newer." >&2
exit 1
