#!/bin/sh
# Which assumption pays where: configs/assumptions.json at nine settings of the generator's two
# dials. A table of errors a setting, and reports in DIR (runs/assumptions-D-C). Takes about ten
# minutes on two processors.
#   bench/assumptions.sh [COSTRUCT [DIR]]
set -eu
cd "$(dirname "$0")/.."
costruct=${1:-build/release/bin/costruct}
dir=${2:-runs}
for dependence in 0 0.5 1; do
  for cluster in 0 0.5 1; do
    echo "== dependence $dependence, cluster $cluster"
    "$costruct" run configs/assumptions.json --set data.generate.dependence=$dependence \
      --set data.generate.cluster=$cluster --out "$dir/assumptions-$dependence-$cluster" \
      --jobs 2 2>/dev/null |
      sed -n '/^token_error/,/^report in/{/^report in/!p}'
  done
done
