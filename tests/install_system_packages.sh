#!/bin/sh
# What the tests need besides Python packages: a browser, a database server and Node.js. Installs
# the Debian packages that are missing, and says so where it cannot.
missing=""
command -v chromium-headless-shell > /dev/null || missing="$missing chromium-headless-shell"
ls /usr/lib/postgresql/*/bin/initdb > /dev/null 2>&1 || missing="$missing postgresql"
command -v node > /dev/null || missing="$missing nodejs"
command -v npm > /dev/null || missing="$missing npm"
[ -z "$missing" ] && exit 0

echo "Installing$missing for the tests"
if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  # shellcheck disable=SC2086  # one word for each package
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing > /dev/null &&
    exit 0
fi
echo "Cannot install$missing here: please do, or the tests that need them will fail." >&2
