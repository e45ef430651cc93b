#!/usr/bin/env bash
# A fit whose shards processes share: the model of one process, for any number of processes, each of
# which keeps its share of the examples; errors end all of them.
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
objective() { sed -n '/"objective": {/,/}/s/.*"primal": \([0-9.e+-]*\).*/\1/p' "$1"; }
for learner in crf structural_svm; do
  [ $learner = crf ] && options='"gap": 1e-6' || options='"solver": "one_slack", "gap": 0.01'
  [ $learner = crf ] && near=1e-5 || near=0.02
  "$costruct" train crf.json --set "learner={\"type\": \"$learner\", $options}" \
    --model plain.st --report plain.json 2>log
  for shards in 1 8 64; do  # 64 are more than there are sentences
    shared="learner={\"type\": \"$learner\", $options, \"shards\": $shards}"
    "$costruct" train crf.json --set "$shared" --model one.st --report one.json 2>>log
    awk -v a="$(objective plain.json)" -v b="$(objective one.json)" \
      'BEGIN {d = a - b; if (d < 0) d = -d; exit !(a > 0 && d <= '$near' * a)}' ||
      fail "$learner, $shards shards: another objective"
    for processes in 1 2 3 4; do
      rm -f many.st
      $mpirun -n $processes "$costruct" train crf.json --set "$shared" --model many.st 2>log.many
      cmp one.st many.st || fail "$learner, $shards shards, $processes processes: another model"
      cat log.many >> log
      # Sentence i is in shard i modulo 8, and the first of R processes has the shards below 8 / R.
      [ $shards = 8 ] || continue
      case $processes in 1) kept=30 ;; 2) kept=16 ;; 3) kept=12 ;; 4) kept=8 ;; esac
      if [ $processes = 1 ]; then
        ! grep -q "process keeps" log.many || fail "$learner: one process does not keep all"
      else
        grep -q "the first process keeps $kept of 30" log.many ||
          fail "$learner, $processes processes: the first does not keep $kept sentences"
      fi
    done
  done
done

# Sentences that become labeled by what their sets leave are counted too late to be shared.
{ printf 'a {!O}\n\n'; cat a.conll; } > sets.conll
$mpirun -n 2 "$costruct" train crf.json --set data.train=sets.conll --set learner.shards=8 \
  --model sets.st 2>log.sets && fail "sets that leave one label are shared"
grep -q "sets.conll:1: the sets of labels leave one label for each word" log.sets ||
  fail "says of sets: $(cat log.sets)"

# Metrics are those of test sentences, which each process has.
for processes in 1 3; do
  $mpirun -n $processes "$costruct" train crf.json --set learner.shards=8 \
    --set data.test=a.conll --model many.st --report test.$processes.json 2>>log
  sed -n '/"metrics"/,/}/p' test.$processes.json > metrics.$processes
done
[ -s metrics.1 ] && cmp metrics.1 metrics.3 || fail "other metrics of test sentences"

# Features that are fitted to all sentences, and kernels, of which processes keep what they need.
for more in 'data.features=[{"extractor": "token"}, {"extractor": "distribution", "dimensions": 2}]' \
  'learner.kernel={"type": "linear", "scaling": "standardize"}'; do
  "$costruct" train crf.json --set learner.shards=8 --set "$more" --model one.st 2>>log
  $mpirun -n 3 "$costruct" train crf.json --set learner.shards=8 --set "$more" --model many.st 2>>log
  cmp one.st many.st || fail "another model with $more"
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
expect 2 "imputed from all examples" --set data.train=part.conll \
  --set 'learner={"type": "structural_svm", "shards": 4}'
echo "shards.sh: ok"
