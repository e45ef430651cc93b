#!/usr/bin/env bash
# One fit by 1 and 2 processes: peak memory and CPU seconds of each, for crf and one_slack on
# generated sentences of 5 to 40 words by Zipf's law. The two models must be equal.
#   bench/shared_fit.sh COSTRUCT FOLDER [SENTENCES]
set -euo pipefail
costruct=$(realpath "$1") sentences=${3:-50000}
mkdir -p "$2" && cd "$2"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1

# A label follows its word, or the label before it, or neither.
awk -v n="$sentences" 'BEGIN {
  srand(7)
  words = 20000; labels = 9; draws = 1000003
  for (r = 1; r <= words; ++r) { total += 1 / (r + 2.7); sum[r] = total }
  r = 1  # of each draw the word, by its rank
  for (d = 0; d < draws; ++d) { while (sum[r] < total * (d + .5) / draws) ++r; word[d] = r }
  for (s = 0; s < n; ++s) {
    length_of = 5 + int(rand() * 36); before = 0
    for (t = 0; t < length_of; ++t) {
      w = word[int(rand() * draws)]
      u = rand()
      label = u < .75 ? (w * 7919) % labels : u < .9 ? before : int(rand() * labels)
      printf "%s%d L%d\n", substr("abcdefghijklmnopqrst", w % 17 + 1, 3), w, label
      before = label
    }
    print ""
  }
}' > sentences.conll
cat > shared.json <<'JSON'
{"problem": {"type": "sequence"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "sentences.conll",
          "features": [{"extractor": "token", "window": 2}, {"extractor": "surface", "window": 1},
                       {"extractor": "affixes"}]},
 "learner": {"type": "crf", "shards": 8, "iteration_limit": 5}}
JSON
cat > process.sh <<'SH'
exec /usr/bin/time -f "process ${OMPI_COMM_WORLD_RANK:-0}: %M KB, %U + %S s of CPU, %e s" "$@"
SH
for learner in crf structural_svm; do
  for processes in 1 2; do
    echo "$learner, $processes processes, $sentences sentences"
    mpirun --oversubscribe -n $processes bash process.sh "$costruct" train shared.json \
      --set learner.type=$learner --model $learner.$processes.st 2>&1 |
      grep -E 'KB|stopped by|error'
  done
  cmp $learner.1.st $learner.2.st
done
