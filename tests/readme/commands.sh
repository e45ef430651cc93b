#!/usr/bin/env bash
# Runs README's commands one after the other, to the letter, in a folder of their own: every
# indented line that starts with costruct, costruct-mail or mpirun, and the configs shown beside
# them. The user's files are made up.
#   tests/readme/commands.sh SOURCE_FOLDER COSTRUCT FOLDER
set -euo pipefail
source=$1 costruct=$2 folder=$3
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
ln -s "$source/configs" "$source/data" .
PATH=$(dirname "$costruct"):$PATH
# As root (in a container) and on one core Open MPI wants to be told that this is meant.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

# A config stands below a line that ends with its name and a colon: `chunking.json`:
awk 'file != "" && /^    / {print substr($0, 5) > file; on = 1; next}
     on {file = ""; on = 0}
     match($0, /`[a-z]+\.json`:$/) {file = substr($0, RSTART + 1, RLENGTH - 3)}' "$source/README.md"
for config in own.json chunking.json batches.json; do
  [ -s "$config" ] || { echo "README shows no $config" >&2; exit 1; }
done
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
    echo "README's command failed with exit code $?: $line" >&2
    cat out.txt err.txt >&2
    exit 1
  }
  count=$((count + 1))
done < <(sed -n 's/^    \(\(costruct\|costruct-mail\|mpirun\) .*\)/\1/p' "$source/README.md")
[ "$count" -ge 15 ] || { echo "README has $count commands, at least 15 were expected" >&2; exit 1; }
for file in chunking.safetensors tags.txt runs/own/report.html runs/quickstart/report.html \
  runs/parts/report.html \
            assignments.jsonl costruct.schema.json; do
  [ -s "$file" ] || { echo "$file was not written" >&2; exit 1; }
done
cmp runs/quickstart/curves.csv runs/parts/curves.csv
