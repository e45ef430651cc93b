#!/usr/bin/env bash
# Everything a change must pass: layout of the code, tests, benchmarks that compile, and the tests again under address and
# undefined-behaviour sanitizers. ./test.sh is the second part alone.
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
