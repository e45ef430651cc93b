#!/usr/bin/env bash
# Everything a change must pass: layout of the code, tests, benchmarks that compile, the tests again
# under address and undefined-behaviour sanitizers, and fuzzing. ./test.sh is the second part alone.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/install_deps.sh check
git ls-files '*.cpp' '*.hpp' | xargs clang-format --dry-run --Werror
./test.sh
cmake --preset release -DCOSTRUCT_BENCH=ON
cmake --build --preset release
cmake --preset asan
cmake --build --preset asan
ctest --preset asan -j "$(nproc)" -LE slow

# The libFuzzer targets, for FUZZ_SECONDS each, on copies of their corpora.
tools/install_deps.sh fuzz
cmake --preset fuzz
cmake --build --preset fuzz
for target in build/fuzz/bin/fuzz_*; do
  corpus=$(mktemp -d)
  "$target" -max_total_time="${FUZZ_SECONDS:-10}" -rss_limit_mb=512 -malloc_limit_mb=64 \
    -verbosity=0 \
    "$corpus" "tests/fuzz/corpus/${target#build/fuzz/bin/fuzz_}"
  rm -r "$corpus"
done
