#!/usr/bin/env bash
# Messages go through io/terminal.hpp, where nothing in them can command the terminal. Who else
# writes to stderr is listed here, with numbers and texts of its own alone.
#   tests/layering/one_terminal.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
allowed='^(apps/command_line|core/error|experiments/sweep/progress|io/terminal)\.cpp$'
others=$(grep -rlE '\b(stderr|std::cerr|std::clog)\b' core problems learners contract io data results report experiments mail apps --include='*.cpp' --include='*.hpp' \
  | xargs grep -lE '^[^/]*\b(stderr,|stderr\)|std::cerr|std::clog)' | grep -vE "$allowed" || true)
if [ -n "$others" ]; then
  echo "writes to stderr by itself: $others"
  exit 1
fi
