#!/usr/bin/env bash
# Ranks count files together: the bits are those of one process, and the error of one ends all.
#   tests/mpi/vectors.sh COSTRUCT FOLDER
set -euo pipefail
costruct=$1 folder=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
for file in 1 2 3 4 5; do
  awk -v seed=$file 'BEGIN {srand(seed); for (s = 0; s < 500 * seed; ++s) {
    for (t = 0; t < 8; ++t) printf "w%c%c ", 97 + int(26 * rand() * rand()), 97 + int(26 * rand() * rand())
    print ""}}' > $file.txt
done
learn="vectors 1.txt 2.txt 3.txt 4.txt 5.txt --dimensions 10"
"$costruct" $learn --out one.safetensors -q
for ranks in 1 2 3 4; do
  timeout 120 mpirun --oversubscribe -n $ranks "$costruct" $learn --out $ranks.safetensors -q
  cmp one.safetensors $ranks.safetensors
done
code=0
timeout 120 mpirun --oversubscribe -n 3 "$costruct" vectors 1.txt nowhere.txt 3.txt --out none.vec \
  > /dev/null 2> errors || code=$?
[ "$code" -eq 3 ] || { echo "exit $code"; cat errors; exit 1; }
grep -q 'costruct: error: process 2: nowhere.txt' errors || { cat errors; exit 1; }
[ ! -e none.vec ]
echo "1 to 4 ranks: the same bits"
