#!/usr/bin/env bash
# Three processes give the bits that one gives; a process killed in mid-run ends the run, and the
# same command ends it.
#   tests/mpi/mpi.sh COSTRUCT FOLDER
set -euo pipefail
costruct=$1 folder=$2
# As root (in a container) and with fewer cores than processes mpirun wants to be told that this is
# meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mpirun="mpirun --oversubscribe -n 3"
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"

awk 'BEGIN {srand(7); for (s = 0; s < 150; ++s) {for (t = 0; t < 6; ++t) {w = int(40 * rand());
     print "w" w, (rand() < .1 ? "B" : w % 3 == 0 ? "B" : "A")} print ""}}' > train.txt
cat > sweep.json <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "train.txt",
          "features": [{"extractor": "token", "window": 1}]},
 "views": {"split": "random", "count": 2},
 "sweep": {"labeled": [5, 10], "unlabeled": [0, 20], "holdout": 40, "repetitions": 40, "selection": {"repetitions": 4}},
 "learners": [{"type": "perceptron", "epochs": 30},
              {"type": "co_perceptron", "epochs": 200, "select": {"Cu": [0.01, 0.1]}}]}
JSON

"$costruct" run sweep.json --out one >/dev/null 2>&1
$mpirun "$costruct" run sweep.json --out three >/dev/null 2>&1
cmp one/curves.csv three/curves.csv

$mpirun "$costruct" run sweep.json --out killed >/dev/null 2>&1 &
job=$!
for _ in $(seq 1000); do  # until there are some cells
  [ "$(stat -c %s killed/results.sqlite-wal 2>/dev/null || echo 0)" -gt 60000 ] && break
  sleep 0.01
done
victim=$(pgrep -P "$job" -f "costruct run" | tail -n 1)
kill -KILL "$victim"
if wait "$job"; then echo "a run with a killed process ended as if nothing had been"; exit 1; fi
$mpirun "$costruct" run sweep.json --out killed >/dev/null 2>&1
cmp one/curves.csv killed/curves.csv

if $mpirun "$costruct" run sweep.json --out two --set data.train=nowhere.txt >/dev/null 2>errors; \
  then exit 1; fi
[ "$(grep -c 'costruct: error: nowhere.txt' errors)" -eq 1 ] || { cat errors; exit 1; }
# A collection: its data sets one after the other by the same processes, one of them unreadable.
cat > sets.json <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "label"], "features": [{"extractor": "token", "window": 1}]},
 "collection": [{"name": "all", "train": "train.txt"}, {"name": "none", "train": "nowhere.txt"},
                {"name": "some", "train": "train.txt", "limit": 120}],
 "sweep": {"labeled": [5], "unlabeled": [0], "holdout": 40, "repetitions": 12},
 "learners": [{"type": "perceptron", "epochs": 3}, {"type": "hmm"}],
 "claims": [{"less": ["hmm", "perceptron"], "over": "collection", "test": "count"}]}
JSON
code=0; "$costruct" run sets.json --out one-sets >/dev/null 2>&1 || code=$?
[ "$code" -eq 1 ]
code=0; timeout 120 $mpirun "$costruct" run sets.json --out three-sets >/dev/null 2>errors ||
  code=$?
[ "$code" -eq 1 ] && grep -q "none: no results: nowhere.txt" errors || { cat errors; exit 1; }
cmp one-sets/collection.csv three-sets/collection.csv
code=0; timeout 120 $mpirun "$costruct" run sets.json --out refused \
  --set data.format=7 >/dev/null 2>errors || code=$?
[ "$code" -ne 0 ] && [ "$code" -ne 124 ] || { cat errors; exit 1; }

echo "three processes: the same curves, also after one was killed"
