#!/usr/bin/env bash
# CMake configures a tree without node_modules, with a warning, and reports get empty scripts.
#   tests/install/without_npm.sh SOURCE_FOLDER WORK_FOLDER COMPILER
set -euo pipefail
rm -rf "$2" && mkdir -p "$2/tree"
for each in "$1"/*; do
  case ${each##*/} in node_modules | build) ;; *) ln -s "$each" "$2/tree/" ;; esac
done
cmake -S "$2/tree" -B "$2/build" -G Ninja -DCMAKE_CXX_COMPILER="$3" -DCOSTRUCT_TESTS=OFF \
  -DCOSTRUCT_BENCH=OFF > "$2/log.txt" 2>&1 || { cat "$2/log.txt" >&2; exit 1; }
grep -q 'node_modules lacks vega' "$2/log.txt" || { echo 'CMake warns of nothing' >&2; exit 1; }
ninja -C "$2/build" -t query costruct > /dev/null
[[ -f $2/build/report/no_vega.js && ! -s $2/build/report/no_vega.js ]]
