#!/usr/bin/env bash
# How much a second job gains: the wall time of a whole sweep with --jobs 1 and 2, three times in
# turn, on gene names. Needs $COSTRUCT_DATA with bc2gm/ and two idle cores. The curves must be the
# same bits.
#   bench/sweep_jobs.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=${1:-build/release/bin/costruct}
: "${COSTRUCT_DATA:?set it to the folder that holds bc2gm/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for _ in 1 2 3; do
  for jobs in 1 2; do
    start=$(date +%s.%N)
    "$costruct" run configs/perceptron_biocreative.json --jobs "$jobs" \
      --fresh --out "$work/$jobs" >/dev/null 2>&1
    end=$(date +%s.%N)
    awk -v jobs="$jobs" -v start="$start" -v end="$end" \
      'BEGIN {printf "jobs %d: %.2f s\n", jobs, end - start}'
  done
done | tee "$work/times"
cmp "$work/1/curves.csv" "$work/2/curves.csv"
awk '{sum[$2] += $3} END {printf "ratio of mean times: %.2f\n", sum["1:"] / sum["2:"]}' \
  "$work/times"
