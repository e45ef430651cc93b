#!/usr/bin/env bash
# A CRF whose shards processes share: the model of one process, for any number of processes; errors
# end all of them.
#   tests/mpi/shards.sh COSTRUCT FOLDER
set -euo pipefail
costruct=$1 folder=$2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
mpirun="mpirun --oversubscribe"
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
fail() { echo "shards.sh: $*" >&2; exit 1; }

awk 'BEGIN {srand(5); for (s = 0; s < 30; ++s) {T = 3 + int(9 * rand())
     for (t = 0; t < T; ++t) {n = rand() < .3; print (n ? "Mr" : "see") int(9 * rand()), (n ? "NAME" : "O")} print ""}}' > a.conll
cat > crf.json <<'JSON'
{"problem": {"type": "sequence"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "a.conll"},
 "learner": {"type": "crf", "gap": 1e-6}}
JSON
objective() { sed -n 's/.*"primal": \([0-9.e+-]*\).*/\1/p' "$1" | head -n 1; }
"$costruct" train crf.json --model plain.st --report plain.json 2>log
for shards in 1 8 64; do  # 64 are more than there are sentences
  "$costruct" train crf.json --set learner.shards=$shards --model one.st --report one.json 2>>log
  awk -v a="$(objective plain.json)" -v b="$(objective one.json)" \
    'BEGIN {d = a - b; if (d < 0) d = -d; exit !(a > 0 && d <= 1e-5 * a)}' ||
    fail "$shards shards: another objective"
  for processes in 1 2 3 4; do
    rm -f many.st
    $mpirun -n $processes "$costruct" train crf.json --set learner.shards=$shards \
      --model many.st 2>>log
    cmp one.st many.st || fail "$shards shards, $processes processes: another model"
  done
done

# Expected counts of unlabeled sentences, and of sentences labeled in part.
awk 'NF && rand() < .3 {$2 = "?"} {print}' a.conll > part.conll
for learner in crf hmm; do
  for processes in 0 1 3; do
    run=''
    [ $processes = 0 ] || run="$mpirun -n $processes"
    [ $learner = crf ] && options='"gap": 0.001' || options='"unlabeled_weight": 1, "rounds": 3'
    $run "$costruct" train crf.json --set data.train=part.conll --set data.unlabeled=a.conll \
      --set "learner={\"type\": \"$learner\", \"shards\": 5, $options}" \
      --model $learner.$processes.st 2>>log
  done
  cmp $learner.0.st $learner.1.st && cmp $learner.0.st $learner.3.st ||
    fail "$learner: another model of hidden parts"
done

# Clocks differ; the processes end together all the same.
for limit in 0.001 0.02 0.05; do
  timeout 60 $mpirun -n 3 "$costruct" train crf.json --set learner.shards=8 \
    --set learner.gap=1e-14 --set learner.time_limit=$limit --model limit.st 2>>log ||
    fail "time_limit $limit: exit code $?"
done

# Without shards, or with what they cannot do, nothing is written.
rm -f none.st
expect() {  # CODE TEXT ARGUMENTS
  local code=0
  $mpirun -n 2 "$costruct" train crf.json --model none.st "${@:3}" 2>error || code=$?
  [ $code = "$1" ] || fail "exit code $code in place of $1 of: ${*:3}"
  grep -q "$2" error || fail "no \"$2\" for: ${*:3}"
  [ ! -e none.st ] || fail "a model of: ${*:3}"
}
expect 2 "learner.shards: mpirun has started 2 processes"
expect 3 "none.conll: no such file" --set learner.shards=4 --set data.train=none.conll
expect 2 "unlabeled inputs have no shards" --set learner.shards=4 --set learner.entropy=1 \
  --set data.unlabeled=a.conll
echo "shards.sh: ok"
