#!/bin/sh
# Runs the checks of gajah-aei with each program of dist/engine: sh tests/native/run.sh PYTHON
set -e
python=$1
own=$PWD/dist/engine/gajah-aei-linux-$(uname -m)
export WINEDEBUG=-all WINEPREFIX="${TMPDIR:-/tmp}/gajah-wine"
if [ -e "$own" ]; then
  # What a controller meets, all of it.
  GAJAH_ENGINE=$own "$python" -m pytest -n 2 tests/aei/test_server.py tests/aei/test_client.py \
    tests/aei/test_pyrimaa_tools.py
fi
for program in "$PWD"/dist/engine/gajah-aei-*; do
  case "$program" in
    "$own") runner="" ;;
    *.exe) runner=wine ;;
    *) runner=qemu-${program##*-} ;;
  esac
  echo "$program"
  # An emulated processor thinks for minutes where a test of this one would hang.
  GAJAH_ENGINE="$runner $program" "$python" -m pytest -n 2 -o faulthandler_timeout=3000 \
    tests/native/check_engine.py tests/aei/test_pyrimaa_tools.py -k "not (analyze or roundrobin)"
done
