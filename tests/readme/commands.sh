#!/usr/bin/env bash
# Runs the commands of a page one after the other, to the letter, in a folder of their own: every
# indented line that starts with costruct, costruct-mail or mpirun, and the configs shown beside
# them. The user's files are made up. quickstart.json has fewer repetitions and raw sentences, as
# the page runs it several times; the test of configs has its sizes. FEWEST is the number of
# commands that the page has at least; each FILE is one that they write, or shown as a config.
#   tests/readme/commands.sh SOURCE_FOLDER PAGE COSTRUCT FOLDER FEWEST FILE...
set -euo pipefail
source=$1 page=$1/$2 costruct=$3 folder=$4 fewest=$5
shift 5
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
ln -s "$source/data" .
cp -r "$source/configs" .
sed -i 's/"repetitions": 10,/"repetitions": 4,/; s/\[0, 500, 2000, 10000\]/[0, 500]/; s/10000/500/g
        s/"unlabeled": 500}, "text": "10,000/"unlabeled": 0}, "text": "10,000/' configs/quickstart.json
grep -q '"repetitions": 4,' configs/quickstart.json || { echo "quickstart.json is not small" >&2; exit 1; }
PATH=$(dirname "$costruct"):$PATH
# As root (in a container) and on one core Open MPI wants to be told that this is meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# A config stands below a line that ends with its name and a colon: `chunking.json`:
awk 'file != "" && /^    / {print substr($0, 5) > file; on = 1; next}
     on {file = ""; on = 0}
     match($0, /`[a-z]+\.json`:$/) {file = substr($0, RSTART + 1, RLENGTH - 3)}' "$page"
sentences() {
  awk -v seed="$1" 'BEGIN {srand(seed); for (s = 0; s < 40; ++s) {for (t = 0; t < 6; ++t) {w = int(30 * rand());
       print "w" w, "P" w % 4, (w % 3 == 0 ? "B" : "A")} print ""}}'
}
sentences 1 > train.txt
sentences 2 > test.txt
sentences 3 | cut -d ' ' -f 1,2 > new.txt
sentences 4 > own.txt
sentences 5 | cut -d ' ' -f 1,2 > raw.txt

count=0
while IFS= read -r line; do
  case $line in "mpirun "*) command -v mpirun >/dev/null ||
    { echo "left out, no mpirun: $line"; continue; } ;; esac
  echo "+ $line"
  bash -euo pipefail -c "$line" < /dev/null > out.txt 2> err.txt || {
    echo "$page: a command failed with exit code $?: $line" >&2
    cat out.txt err.txt >&2
    exit 1
  }
  count=$((count + 1))
done < <(sed -n 's/^    \(\(costruct\|costruct-mail\|mpirun\) .*\)/\1/p' "$page")
[ "$count" -ge "$fewest" ] ||
  { echo "$page has $count commands, at least $fewest were expected" >&2; exit 1; }
for file in "$@"; do
  [ -s "$file" ] || { echo "$file was not written" >&2; exit 1; }
done
[ ! -d runs/parts ] || cmp runs/quickstart/curves.csv runs/parts/curves.csv
