#!/usr/bin/env bash
# Batches of emails as a user finds them: from mails to a curve, to a saved model, to predictions;
# what is said of bad data.
#   tests/mail/batches.sh PROGRAM WORK_FOLDER MAIL_PROGRAM
set -euo pipefail
mail=$(realpath "$3")
. "$(dirname "$0")/../support/shell.sh"

"$mail" generate --emails 400 --obfuscation 0.9 --seed 1 > train.jsonl
"$mail" generate --emails 330 --obfuscation 0.9 --seed 2 > test.jsonl
"$mail" generate --emails 200 --obfuscation 0.9 --seed 3 > more.jsonl
cat > train.json <<'JSON'
{"problem": {"type": "clustering", "loss": "total", "set_size": 50, "training_decoder": "agglomerative"},
 "data": {"format": "jsonl", "train": "train.jsonl", "test": "test.jsonl"},
 "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}
JSON
# train MODEL OPTION=VALUE...
train() {
  local model=$1 set=()
  shift
  for option in "$@"; do set+=(--set "$option"); done
  "$program" train train.json --model "$model" --report report.json "${set[@]}" 2> train.txt ||
    fail "no model: $(cat train.txt)"
}
# metric NAME FILE: of all views together, in a report or an evaluation.
metric() { sed -n '/^ *"'"$1"'": /{s/^[^:]*: \([-0-9.e]*\),\?$/\1/p;q}' "$2"; }
# same_metrics: an evaluation is what training told of the test file.
same_metrics() {
  for name in object_error rand_error adjusted_rand pair_f1 wrong_edges wrong_edges_before \
    overruled_edges loss; do
    [[ -n $(metric $name report.json) && $(metric $name report.json) \
      == "$(metric $name evaluation.json)" ]] ||
      fail "$name of $1: $(metric $name report.json) in training, $(metric $name evaluation.json) of the model"
  done
}

# Each line of predictions is the place of the first mail of its batch, in its own set of 50; the
# last set is smaller.
train model.st
"$program" evaluate --model model.st --data test.jsonl --report evaluation.json > metrics.txt
same_metrics model.st
"$program" predict --model model.st --data test.jsonl --output predicted.txt
[[ $(wc -l < predicted.txt) == 330 ]] || fail "a line a mail: $(wc -l < predicted.txt)"
awk '{ place[NR] = $1; begin = 50 * int((NR - 1) / 50) + 1; if ($1 < begin || $1 > NR || place[$1] != $1) exit 1 }' predicted.txt ||
  fail "places that are not those of first mails: $(cat predicted.txt)"
# Pairs within sets, counted here.
f1=$(paste predicted.txt <(sed -E 's/.*"batch": *"([^"]*)".*/\1/' test.jsonl) | awk '{
    guess[NR] = $1; truth[NR] = $2
    for (i = 50 * int((NR - 1) / 50) + 1; i < NR; ++i) {
      both += guess[i] == $1 && truth[i] == $2; all += (guess[i] == $1) + (truth[i] == $2)
    }
  } END { print 2 * both / all }')
awk -v f1="$f1" \
  '$1 == "pair_f1" { found = 1; d = $2 - f1; if (d > 1e-4 || d < -1e-4) exit 1 } END { exit !found }' metrics.txt ||
  fail "pair_f1 is not what predictions have, $f1: $(cat metrics.txt)"
awk -v f1="$f1" 'BEGIN { exit f1 < .8 }' || fail "nothing was learned: F1 $f1"
# Batches are not looked at, mails without one may be predicted, but not be evaluated on; a set is
# what was read together.
sed -E 's/"batch": *"[^"]*", *//' test.jsonl > unknown.jsonl
grep -q '"batch"' unknown.jsonl && fail "there are batches still"
"$program" predict --model model.st --data unknown.jsonl | cmp - predicted.txt
head -n 130 test.jsonl | "$program" predict --model model.st --data /dev/stdin |
  cmp - <(head -n 130 predicted.txt)
expect 3 'unknown.jsonl: no example has labels to compare predictions with. To predict the labels, use costruct predict' "$program" evaluate --model model.st \
  --data unknown.jsonl
head -n 1 test.jsonl > one.jsonl
[[ $("$program" predict --model model.st --data one.jsonl) == 1 ]] || fail "one mail is a batch"
"$program" evaluate --model model.st --data one.jsonl --report one.json > /dev/null
for decoder in sequential agglomerative; do
  for size in 0 1 50 5000; do
    train other.st problem.decoder=$decoder problem.training_decoder=same problem.set_size=$size \
      data.limit=120
    "$program" evaluate --model other.st --data test.jsonl --report evaluation.json > /dev/null
    same_metrics "$decoder, sets of $size"
    "$program" predict --model other.st --data test.jsonl --output other.txt
    [[ $(wc -l < other.txt) == 330 ]] || fail "a line a mail: $(wc -l < other.txt)"
    [[ $size != 1 ]] || cmp other.txt <(seq 330) || fail "sets of one mail have one batch each"
  done
done

# Views: what was learned from the text alone needs no header.
train text.st 'views={"split": "named", "groups": [["text"]]}'
"$program" evaluate --model text.st --data test.jsonl --report evaluation.json > /dev/null
same_metrics text.st
"$program" predict --model text.st --data test.jsonl --output text.txt
sed -E 's/"(from|subject|x_mailer|content_type)": *"([^"\\]|\\.)*", *//g' \
  test.jsonl > headless.jsonl
cmp -s headless.jsonl test.jsonl && fail "no header was taken away"
"$program" predict --model text.st --data headless.jsonl | cmp - text.txt ||
  fail "headers change what the text says"
train header.st 'views={"split": "named", "groups": [["header"]]}'
cmp -s <("$program" predict --model header.st --data test.jsonl) \
  <("$program" predict --model header.st --data headless.jsonl) &&
  fail "headers change nothing"
for learner in '{"type": "co_svm", "C": 0.1, "gap": 0.1, "epochs": 2}' \
  '{"type": "self_training", "rounds": 2, "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}'; do
  train views.st 'views={"split": "named", "groups": [["header"], ["text"]]}' \
    data.unlabeled=more.jsonl data.limit=150 \
    "learner=$learner"
  "$program" evaluate --model views.st --data test.jsonl --report evaluation.json > /dev/null
  for key in object_error pair_f1 loss; do
    [[ $(metric $key report.json) == "$(metric $key evaluation.json)" ]] ||
      fail "$key of $learner is another one of the model"
  done
  [[ $("$program" predict --model views.st --data test.jsonl | wc -l) == 330 ]] ||
    fail "a line a mail of $learner"
done

# A sweep: the same with two jobs and with one, and once more.
cat > sweep.json <<'JSON'
{"problem": {"type": "clustering", "loss": "total", "set_size": 40, "training_decoder": "agglomerative"},
 "data": {"format": "jsonl", "train": "train.jsonl", "unlabeled": "more.jsonl"},
 "views": {"split": "named", "groups": [["header"], ["text"]]},
 "sweep": {"labeled": [40, 100], "unlabeled": [0, 90], "holdout": 40, "around_group": 10, "repetitions": 2},
 "learners": [{"type": "structural_svm", "gap": 0.1, "select": {"C": [0.1, 1]}}, {"type": "co_svm", "C": 0.1, "gap": 0.1, "epochs": 2},
   {"type": "self_training", "rounds": 2, "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}],
 "metrics": ["object_error", "pair_f1", "loss"]}
JSON
"$program" run sweep.json --out two --jobs 2 > table.txt 2> err.txt || fail "no run: $(cat err.txt)"
"$program" run sweep.json --out one --jobs 1 > table.txt 2> err.txt || fail "no run: $(cat err.txt)"
cmp one/curves.csv two/curves.csv
[[ $(grep -c ',pair_f1,' one/curves.csv) == 12 ]] || fail "12 points: $(cat one/curves.csv)"
for row in 1 9 21; do
  "$program" run sweep.json --out one --reproduce $row > out.txt 2> err.txt ||
    fail "row $row: $(cat err.txt out.txt)"
  grep -q 'object_error.*same' out.txt || fail "row $row is another one: $(cat out.txt)"
done
expect 2 'at most' "$program" run sweep.json --out large --set 'sweep.labeled=[400]'
expect 2 'around_group' "$program" validate sweep.json --set sweep.holdout=unlabeled

# The same mails as JSON lines, in an mbox, in a folder.
mkdir -p box/cur box/new box/tmp
for i in $(seq 1 40); do
  batch=$((i % 4))
  case $batch in
    0) text="Dear customer $i, your account has been closed, please call us to open it again." ;;
    1) text="Hello, the meeting of $i people is in the large room next to the kitchen this time." ;;
    2) text="Replica watches at $i dollars, the finest of all, order them while there are any." ;;
    3) text="Attached are the minutes, item $i was moved to the next session by the chair." ;;
  esac
  printf 'From: Sender %s <s%s@a.example>\nTo: b@b.example\nSubject: Subject %s\nMessage-ID: <n%02d@a.example>\nX-Batch: b%s\n\n%s\n' \
    $batch $batch $batch $i $batch "$text" > "box/cur/$(printf %02d "$i"):2,S"
  { echo "From s@a.example Mon Aug  1 10:00:00 2005"; cat \
    "box/cur/$(printf %02d "$i"):2,S"; echo; } >> box.mbox
done
"$mail" convert --format mbox box.mbox > box.jsonl
for format in jsonl mbox maildir; do
  file=box.$format
  [[ $format != maildir ]] || file=box
  "$program" train train.json --model $format.st --set data.format=$format --set data.train=$file \
    --set data.test=$file \
    --set problem.set_size=20 2> err.txt || fail "no model of $format: $(cat err.txt)"
  "$program" predict --model $format.st --data $file > $format.txt
  [[ $(sort -u $format.txt | wc -l) == 8 ]] ||
    fail "four batches in each of two sets of $format: $(cat $format.txt)"
  cmp $format.txt jsonl.txt || fail "$format gives other batches than jsonl"
done

# Bad data.
expect 3 'unknown.jsonl: no email has a batch' "$program" train train.json --model no.st \
  --set data.train=unknown.jsonl
: > empty.jsonl
expect 3 'empty.jsonl: has no emails' "$program" train train.json --model no.st \
  --set data.train=empty.jsonl
expect 3 'empty.jsonl: has no emails' "$program" evaluate --model model.st --data empty.jsonl
"$program" predict --model model.st --data empty.jsonl > out.txt 2> err.txt &&
  [[ ! -s out.txt ]] || fail "no mails, no lines: $(cat err.txt)"
{ head -n 60 test.jsonl; echo '{"parts": 7}'; } > bad.jsonl
expect 3 'bad.jsonl:61: "parts" is a number' "$program" train train.json --model no.st \
  --set data.train=bad.jsonl
expect 3 'bad.jsonl:61: "parts" is a number' "$program" predict --model model.st --data bad.jsonl
expect 3 'bad.jsonl:61: "parts" is a number' "$program" evaluate --model model.st --data bad.jsonl
[[ ! -e no.st ]] || fail "a model of bad data"
sed -E 's/"batch": *"[^"]*"/"batch": "b'"'"'"/; ' test.jsonl |
  awk '{ sub(/"batch": *"[^"]*"/, "\"batch\": \"own" NR "\""); print }' > alone.jsonl
"$program" train train.json --model alone.st --set data.train=alone.jsonl 2> err.txt || true
grep -q 'no two emails are of the same batch' err.txt ||
  fail "nothing to learn from: $(cat err.txt)"
"$mail" generate --emails 5001 --seed 4 > many.jsonl
train whole.st problem.set_size=0 data.limit=100
expect 3 'a set of more than 5000 emails' "$program" predict --model whole.st --data many.jsonl
expect 3 'a set of more than 5000 emails' "$program" evaluate --model whole.st --data many.jsonl
expect 2 'problem.set_size' "$program" validate train.json --set problem.set_size=5001

# A model that is damaged is refused, or does as it did where the bytes do not matter: it never
# crashes.
size=$(wc -c < text.st)
for ((i = 0; i < 60; ++i)); do
  at=$((i < 20 ? i * 97 : (i * 7919 * 31) % size))
  cp text.st damaged.st
  printf "\\x$(printf %02x $(((i * 37 + 11) % 256)))" |
    dd of=damaged.st bs=1 seek=$at conv=notrunc 2> /dev/null
  code=0
  "$program" predict --model damaged.st --data one.jsonl > out.txt 2> err.txt || code=$?
  [[ $code == 3 || $(cmp -s damaged.st text.st && echo same) == same ]] ||
    fail "byte $at: exit $code, $(cat err.txt)"
  "$program" stream --model damaged.st --data one.jsonl > out.txt 2> err.txt && code=0 || code=$?
  [[ $code == 3 || $code == 0 ]] || fail "byte $at: stream ends with $code, $(cat err.txt)"
done
for length in 0 7 8 100 $((size / 2)) $((size - 1)); do
  head -c $length text.st > damaged.st
  expect 3 'damaged.st' "$program" predict --model damaged.st --data one.jsonl
done
echo ok
