#!/usr/bin/env bash
# predict, evaluate and suggest that several processes share: the bytes of one process, for shards
# of any number and under mpirun; what does not belong together is refused.
#   tests/mpi/predictions.sh COSTRUCT FOLDER [MPIRUN]
set -euo pipefail
costruct=$1 folder=$2 mpirun=${3:-}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
rm -rf "$folder" && mkdir -p "$folder" && cd "$folder"
fail() { echo "predictions.sh: $*" >&2; exit 1; }

sentences() {  # SEED COUNT
  awk -v seed="$1" -v count="$2" 'BEGIN {srand(seed); for (s = 0; s < count; ++s) {
    T = 1 + int(9 * rand())
    for (t = 0; t < T; ++t) {
      n = rand() < .3; known = rand() < .8
      print (n ? "Mr" : "see") int(9 * rand()), (known ? (n ? "NAME" : "O") : "?")
    } print ""}}'
}
sentences 1 60 > train.conll
sentences 2 1100 > new.conll   # three batches
sentences 3 20 > known.conll
head -n 40 new.conll >> known.conll
awk 'NF && $2 == "?" {$2 = "O"} {print}' train.conll > full.conll
cat > crf.json <<'END'
{"problem": {"type": "sequence"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "full.conll"},
 "learner": {"type": "crf"}}
END
"$costruct" train crf.json --model crf.st 2>log
"$costruct" train crf.json --set 'learner={"type": "co_perceptron", "final": "sum"}' \
  --set 'views={"split": "random", "count": 2}' --model two.st 2>>log
awk 'BEGIN {srand(4); for (i = 0; i < 700; ++i) {a = rand(); b = rand()
     print 3 * a - b + .1 * rand() "," a "," b}}' > numbers.csv
sed -i '1i y,a,b' numbers.csv
cat > numbers.json <<'END'
{"problem": {"type": "regression"}, "learner": {"type": "rlsr"},
 "data": {"format": "csv", "target": "y", "train": "numbers.csv"}}
END
"$costruct" train numbers.json --model numbers.st 2>>log
"$costruct"-mail generate --emails 120 --seed 1 > mails.jsonl
cat > batches.json <<'END'
{"problem": {"type": "clustering", "decoder": "sequential", "set_size": 20},
 "data": {"format": "jsonl", "train": "mails.jsonl"},
 "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}
END
"$costruct" train batches.json --model batches.st 2>>log

# The command alone; then by shards, in any order, and a merge; then by mpirun. Its files are
# `result` and, if it has one, `report`; its messages are compared too.
same() {  # ARGUMENTS
  local about="$*"
  rm -rf result report parts
  "$costruct" "$@" > alone.out 2> alone.err || fail "$about: exit code $?: $(cat alone.err)"
  mkdir alone
  keep() { for file in result report; do [ ! -e $file ] || mv $file "$1/"; done; }
  keep alone
  for count in 1 3 4; do
    rm -rf parts many && mkdir many
    for ((i = count; i > 0; --i)); do
      "$costruct" "$@" --shard $i/$count --out parts > shard.out 2>> log
      [ ! -s shard.out ] || fail "$about: shard $i/$count prints"
      [ ! -e result ] && [ ! -e report ] || fail "$about: shard $i/$count writes the result"
    done
    "$costruct" merge parts > many.out 2> many.err || fail "$about: merge: $(cat many.err)"
    keep many
    cmp alone.out many.out && cmp alone.err many.err && diff -r alone many ||
      fail "$about: $count shards: another result"
  done
  if [ -n "$mpirun" ]; then
    rm -rf many && mkdir many
    "$mpirun" --oversubscribe -n 3 "$costruct" "$@" > many.out 2> many.err ||
      fail "$about: mpirun: $(cat many.err)"
    keep many
    cmp alone.out many.out && cmp alone.err many.err && diff -r alone many ||
      fail "$about: mpirun: another result"
  fi
  rm -r alone
}
same predict --model crf.st --data new.conll
same predict --model crf.st --data new.conll --output result
same predict --model crf.st --data new.conll --known --scores --marginals --k-best 3
same predict --model crf.st --data known.conll --known
same predict --model two.st --data new.conll --scores
same predict --model numbers.st --data numbers.csv
same predict --model numbers.st --data numbers.csv --format table --output result
same predict --model batches.st --data mails.jsonl
same evaluate --model crf.st --data new.conll --report report --output json --worst 5 --bootstrap 20
same evaluate --model crf.st --data full.conll --metrics token_error,loss --output table
same evaluate --model two.st --data new.conll --output lines  # mpirun has a terminal of its own
same evaluate --model numbers.st --data numbers.csv --worst 3 --output lines
same evaluate --model batches.st --data mails.jsonl --output csv
same suggest --model crf.st --data new.conll --count 20 --output result --report report
same suggest --model crf.st --data new.conll --count 7 --by entropy --except known.conll --diverse
same suggest --model crf.st --data new.conll --count 9 --by margin --tokens --except known.conll
same suggest --model two.st --data new.conll --count 5 --by disagreement

refused() {  # CODE TEXT ARGUMENTS
  local code=0
  "$costruct" "${@:3}" > refused.out 2> refused.err || code=$?
  [ $code = "$1" ] || fail "exit code $code in place of $1 of: ${*:3}: $(cat refused.err)"
  grep -q -- "$2" refused.err || fail "no \"$2\" for: ${*:3}: $(cat refused.err)"
  [ ! -s refused.out ] || fail "output of: ${*:3}"
}
rm -rf parts
shared=(predict --model crf.st --data new.conll)
refused 2 "name the folder of the shards by --out OUT" "${shared[@]}" --shard 1/2
refused 2 "must be i/n" "${shared[@]}" --shard 3/2 --out parts
refused 2 "standard input is read once" predict --model crf.st --data - --shard 1/2 --out parts
refused 2 "no shards in it" "${shared[@]}" --out parts
mkfifo pipe
refused 3 "is a pipe" predict --model crf.st --data pipe --shard 1/2 --out parts
refused 3 "pipe.missing: no such file" \
  predict --model crf.st --data pipe.missing --shard 1/2 --out parts
"$costruct" "${shared[@]}" --shard 2/2 --out parts 2>>log
refused 2 "shard 1 of 2 is missing: run it with --shard 1/2" merge parts
refused 2 "is a shard of another command, costruct predict" \
  evaluate --model crf.st --data new.conll --shard 1/2 --out parts
"$costruct" "${shared[@]}" --shard 1/2 --out parts 2>>log
echo >> new.conll
refused 3 "other contents of the model or the data" merge parts
sed -i '$d' new.conll
"$costruct" merge parts > ok.out
printf 'x' >> parts/shards/1-of-2
refused 3 "run all shards again" merge parts
head -c -1 parts/shards/1-of-2 > whole && mv whole parts/shards/1-of-2
head -c 900 parts/shards/2-of-2 > cut && mv cut parts/shards/2-of-2
refused 3 "run all shards again" merge parts
echo nothing > parts/shards/2-of-2
refused 3 "is no shard of a command" merge parts
echo "predictions.sh: ok"
