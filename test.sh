#!/usr/bin/env bash
# Installs what is missing, builds with assertions and warnings as errors, and runs every test.
# Real data is read from $COSTRUCT_DATA where it is set; those tests say that they are skipped where
# it is not.
set -euo pipefail
cd "$(dirname "$0")"

tools/install_deps.sh test
tools/get_data.sh brown
[ ! -d "${COSTRUCT_DATA:-none}/cora-large" ] || tools/get_data.sh cora-topics
cmake --preset ci
cmake --build --preset ci
tools/get_data.sh spam-assassin  # converted by what was built
[ ! -d "${COSTRUCT_DATA:-none}/email-hp-spam" ] || tools/get_data.sh email-batches
ctest --preset ci -j "$(nproc)" "$@"
