#!/usr/bin/env bash
# A problem of a program's own, with inputs of its own kind: from a file to a curve, to a saved
# model, to predictions.
#   tests/examples/ranking.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../support/shell.sh"

# sets SEED COUNT: items in the order of 2 * speed - price, which is what is to be found out.
sets() {
  awk -v seed="$1" -v count="$2" 'BEGIN {
    srand(seed)
    for (s = 0; s < count; ++s) {
      n = 2 + int(5 * rand()); items = ""; order = ""
      for (i = 1; i <= n; ++i) {
        a = rand(); b = rand(); score[i] = 2 * a - b; taken[i] = 0
        items = items sprintf(" | speed=%.4f price=%.4f %s", a, b, rand() < .5 ? "new" : "used")
      }
      for (p = 1; p <= n; ++p) {
        best = 0
        for (i = 1; i <= n; ++i) if (!taken[i] && (!best || score[i] > score[best])) best = i
        taken[best] = 1; order = order (p > 1 ? ">" : "") best
      }
      print order items
    }
  }'
}
sets 1 80 > train.txt
sets 2 40 > test.txt
sets 3 30 | sed 's/^[0-9>]*/?/' > unlabeled.txt

cat > sweep.json <<'JSON'
{"problem": {"type": "ranking"},
 "data": {"format": "item_sets", "train": "train.txt", "unlabeled": "unlabeled.txt"},
 "views": {"split": "odd_even"},
 "sweep": {"labeled": [4, 40], "unlabeled": [0, 20], "holdout": 30, "repetitions": 3},
 "learners": [{"type": "perceptron", "average": true, "select": {"epochs": [1, 10]}}, {"type": "structural_svm"},
              {"type": "co_perceptron"}]}
JSON
"$program" run sweep.json --out first --jobs 2 > table.txt 2> err.txt
"$program" run sweep.json --out second --jobs 1 > /dev/null 2>&1
cmp first/curves.csv second/curves.csv
[[ $(grep -c ',loss,' first/curves.csv) == 12 ]] ||
  fail "12 points of the loss: $(cat first/curves.csv)"
awk -F, '$1 == "structural_svm" && $2 == 40 && $4 == "loss" { found = 1; if ($5 > .1) exit 1 } END { exit !found }' \
  first/curves.csv || fail "the SVM did not learn the order: $(cat first/curves.csv)"
"$program" run sweep.json --out first --reproduce 5 | contains 'loss.*same'
grep -q 'ranking' first/report.html

cat > train.json <<'JSON'
{"problem": {"type": "ranking"}, "data": {"format": "item_sets", "train": "train.txt", "test": "test.txt"},
 "learner": {"type": "structural_svm", "C": 10}}
JSON
"$program" train train.json --model model.st --report report.json 2> err.txt
"$program" evaluate --model model.st --data test.txt --report evaluation.json > metrics.txt
"$program" predict --model model.st --data test.txt --output predicted.txt
[[ $(wc -l < predicted.txt) == 40 ]] || fail "40 orders: $(cat predicted.txt)"
# The share of orders that are right at the top, counted here.
wrong=$(paste <(cut -d'>' -f1 predicted.txt) <(sed 's/[ >].*//' test.txt) | awk '$1 != $2' | wc -l)
awk -v wrong="$wrong" '$1 == "top_error" { d = $2 - wrong / 40; exit !(d < 1e-9 && d > -1e-9) }' \
  metrics.txt \
  || fail "top_error of evaluate is not what predictions have: $wrong of 40, $(cat metrics.txt)"
sed 's/^[0-9>]*/?/' test.txt | "$program" predict --model model.st --data /dev/stdin \
  --output again.txt \
  || fail "no prediction without orders"
cmp predicted.txt again.txt

"$program" validate train.json > /dev/null 2>&1
"$program" describe problem ranking | contains 'sets of items'
printf '2>1 | a=1 | b=x\n' > bad.txt
expect 3 'bad.txt:1: the feature "b=x": expected name or name=number' "$program" predict \
  --model model.st --data bad.txt
printf '1 | a\n3>1 | a=1 | b=2\n' > bad.txt
expect 3 'bad.txt:2: the order "3>1": expected each of the items 1 to 2 once' "$program" evaluate \
  --model model.st --data bad.txt
cp bad.txt th  # a file whose name begins the message
expect 3 'th:2: the order' "$program" evaluate --model model.st --data th
expect 2 'problem ranking takes sets of items' "$program" validate train.json \
  --set data.format=svmlight
expect 2 'takes no kernel but linear' "$program" validate train.json \
  --set 'learner.kernel={"type": "gaussian"}'
expect 2 'needs the runner-up' "$program" validate sweep.json --set 'learners.1={"type": "co_svm"}'
expect 2 'does not have it: use loss or top_error' "$program" validate sweep.json \
  --set 'metrics=["token_error"]'
echo ok
