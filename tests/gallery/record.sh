#!/usr/bin/env bash
# A run is recorded; the same run is as recorded, another one is not; what is not all of a config is
# refused.
#   record.sh SOURCE_DIR PROGRAM WORK_DIR
set -euo pipefail
source=$1 work=$3
export COSTRUCT=$2
fail() { echo "record.sh: $1" >&2; exit 1; }
record() { node "$source/tools/record.mjs" --root "$work" "$@"; }

rm -rf "$work"
mkdir -p "$work/configs"
for i in 1 2 3 4 5 6 7 8 9; do printf '1 1:%s 2:1\n2 1:1 2:%s\n' "$i" "$i"; \
  done >"$work/configs/rows.svm"
cat >"$work/configs/toy.json" <<'JSON'
{"name": "toy", "description": "A toy.", "problem": {"type": "multiclass"},
 "data": {"format": "svmlight", "train": "rows.svm"},
 "sweep": {"labeled": [4, 8], "holdout": 6, "repetitions": 3, "seed": 1},
 "learners": [{"type": "perceptron", "select": {"epochs": [1, 2]}},
              {"type": "structural_svm", "name": "svm"}],
 "metrics": ["token_error"],
 "claims": [{"less": ["svm", "perceptron"], "text": "a claim, with \"quotes\""},
            {"less": ["svm", "perceptron"], "by": 0.01, "test": "paired_t", "alpha": 0.4},
            {"greater": ["svm", "perceptron"], "test": "paired_t", "alpha": 0.4},
            {"no_difference": ["svm", "perceptron"], "test": "paired_t", "effect": 0.5},
            {"no_difference": ["svm", "perceptron"], "test": "paired_t", "within": 0.9, "alpha": 0.1},
            {"advantage_grows": ["svm", "perceptron"], "at": {"labeled": 8}, "versus": {"labeled": 4},
             "test": "paired_t"},
            {"monotone": "svm", "along": "labeled", "within": 0.1, "test": "paired_t"},
            {"value": "svm", "between": [0, 1]}]}
JSON
"$COSTRUCT" run "$work/configs/toy.json" --out "$work/runs/toy" >/dev/null 2>&1
"$COSTRUCT" run "$work/configs/toy.json" --set sweep.seed=2 --out "$work/runs/other" >/dev/null 2>&1

if record --compare "$work/runs/toy" >"$work/out"; then fail "a run without a record is no news"; fi
grep -q 'toy: no record yet' "$work/out" || fail "it does not say that there is no record"
record "$work/runs/toy" >/dev/null
curves=$work/docs/record/toy/curves.csv
# 2 learners, 2 sizes; the means are those of the run.
[ "$(grep -c ',token_error,' "$curves")" -eq 4 ] || fail "not 4 means of token_error"
while IFS=, read -r learner labeled _ metric mean _; do
  [ "$metric" = token_error ] || continue
  expected=$(sqlite3 "$work/runs/toy/results.sqlite" "select avg(token_error) from cells
    where phase = 'curve' and learner = '$learner' and labeled = $labeled")
  awk -v a="$mean" -v b="$expected" 'BEGIN { exit !(a - b < 1e-6 && b - a < 1e-6) }' ||
    fail "$learner at $labeled: $mean, but the store has $expected"
done < <(tail -n +2 "$curves")
grep -q '"a claim, with ""quotes"""' "$work/docs/record/toy/claims.csv" ||
  fail "the claim's words are lost"
cells=$(sqlite3 "$work/runs/toy/results.sqlite" 'select count(*) from cells')
grep -q "\"cells\": $cells," "$work/docs/record/toy/run.json" ||
  fail "not all $cells cells are counted"
if grep -q "$work" -r "$work/docs/record"; then fail "a path of this machine is recorded"; fi

# The corrected test that is worked out of rounded numbers is that of the draws.
claims=$work/docs/record/toy/claims.csv
cp "$claims" "$work/of_draws.csv"
[ "$(grep -c ',draws$' "$claims")" -gt 8 ] ||
  fail "not a corrected test for each claim: $(cat "$claims")"
record --corrected toy >/dev/null
cmp -s "$claims" "$work/of_draws.csv" || fail "what the draws gave is worked out again"
sed -i 's/,draws$/,/' "$claims"
record --corrected toy >"$work/out" || fail "$(cat "$work/out")"
[ "$(grep -c ',rounded numbers$' "$claims")" -ge 8 ] ||
  fail "nothing is worked out: $(cat "$claims")"
node "$source/tests/gallery/same_corrected.mjs" "$source" "$work/of_draws.csv" "$claims" ||
  fail "not that of the draws"
cp "$work/of_draws.csv" "$claims"
sed -E 's/,none,[a-z]+,$/,none,contested,/' "$work/of_draws.csv" >"$claims"
if record --compare "$work/runs/toy" >"$work/out"; then fail "another word is not found"; fi
grep -q ': contested -> ' "$work/out" || fail "$(cat "$work/out")"
cp "$work/of_draws.csv" "$claims"
if record --corrected nowhere >"$work/out" 2>&1; then fail \
  "a config without a record is corrected"; fi
grep -q 'nowhere: no record' "$work/out" || fail "$(cat "$work/out")"

[[ $(record --compare "$work/runs/toy") == *'toy: as recorded'* ]] ||
  fail "the same run is not as recorded"
sed -i 's/^svm,4,0,token_error,[^,]*/svm,4,0,token_error,0.987/' "$curves"
if record --compare "$work/runs/toy" >"$work/out"; then fail "another mean is not found"; fi
grep -q 'svm, 4 labeled, 0 unlabeled, token_error: 0.987 of 3 draws ->' "$work/out" ||
  fail "$(cat "$work/out")"

# CHANGES WORDS FILE: a record changed so (by sed -E) is not that of the run, and these words say
# why.
changed() {
  record "$work/runs/toy" >/dev/null
  sed -E -i "$1" "$work/docs/record/toy/$3"
  if record --compare "$work/runs/toy" >"$work/out"; then fail "not found: $2"; fi
  grep -q "$2" "$work/out" || fail "expected '$2', got: $(cat "$work/out")"
}
changed 's/"fnv1a": "[^"]*"/"fnv1a": "0123456789abcdef"/' \
  'data configs/rows.svm: 0123456789abcdef of 180 bytes ->' run.json
changed 's,configs/rows.svm,configs/lines.svm,' 'data configs/lines.svm: no longer there' run.json
changed 's/"failed": 0/"failed": 2/' 'cells that failed: 2 -> 0' run.json
changed 's/^(svm,4,0,token_error,[^,]*),[^,]*/\1,0.987/' \
  'svm, 4 labeled, 0 unlabeled, token_error: standard error 0.987 ->' curves.csv

refused() { # DIR WORDS
  if record "$1" >/dev/null 2>"$work/out"; then fail "$1 is recorded"; fi
  grep -q "$2" "$work/out" || fail "expected '$2', got: $(cat "$work/out")"
}
refused "$work/runs/nowhere" 'nowhere: no config.json: no run has ended here'
refused "$work/runs/other" 'not a run of configs/toy.json as it stands: sweep differ'
sqlite3 "$work/runs/toy/results.sqlite" "delete from cells
  where rowid = (select max(rowid) from cells where phase = 'curve')"
"$COSTRUCT" report "$work/runs/toy" >/dev/null 2>&1
refused "$work/runs/toy" 'the run is not finished'

# A fit that cells of several unlabeled sizes share is counted once.
printf '? 1:%s 2:2\n' 1 2 3 4 5 6 >"$work/configs/more.svm"
sed 's/"toy"/"shared"/; s/"train": "rows.svm"/&, "unlabeled": "more.svm"/; s/"labeled": \[4, 8\]/"labeled": [4, 8], "unlabeled": [0, 3, 6]/' \
  "$work/configs/toy.json" >"$work/configs/shared.json"
"$COSTRUCT" run "$work/configs/shared.json" --out "$work/runs/shared" >/dev/null 2>&1
record "$work/runs/shared" >/dev/null
seconds=$(node -p 'JSON.parse(require("fs").readFileSync(process.argv[1])).cpu_seconds' \
  "$work/docs/record/shared/run.json")
expected=$(sqlite3 "$work/runs/shared/results.sqlite" \
  'select total(predict_seconds) + total(case when unlabeled = 0 then train_seconds end) from cells')
awk -v a="$seconds" -v b="$expected" 'BEGIN { exit !(b > 0 && a / b > .999 && a / b < 1.001) }' ||
  fail "$seconds CPU seconds, but the fits and predictions took $expected"

# A collection: each row of the curves names its data set; a missing data set is refused.
awk 'NR <= 12' "$work/configs/rows.svm" >"$work/configs/fewer.svm"
cat >"$work/configs/sets.json" <<'JSON'
{"name": "sets", "problem": {"type": "multiclass"}, "data": {"format": "svmlight"},
 "collection": [{"name": "all", "train": "rows.svm"}, {"name": "few", "train": "fewer.svm"}],
 "sweep": {"labeled": [4], "holdout": 6, "repetitions": 3},
 "learners": [{"type": "perceptron"}, {"type": "perceptron", "name": "longer", "epochs": 3}],
 "metrics": ["token_error"]}
JSON
"$COSTRUCT" run "$work/configs/sets.json" --out "$work/runs/sets" >/dev/null 2>&1
[[ $(record "$work/runs/sets") == *'sets: 12 cells'* ]] ||
  fail "not all 12 cells of the collection are counted"
# As if another build had run one of the sets; the program itself would refuse a store changed by
# hand.
sqlite3 "$work/runs/sets/few/results.sqlite" "update record
  set value = json_set(value, '\$.provenance.revision', 'elsewhere') where name = 'run'"
printf '#!/bin/sh\n[ "$1" = claims ] || exec "%s" "$@"\n' "$COSTRUCT" >"$work/without_claims"
chmod +x "$work/without_claims"
COSTRUCT=$work/without_claims record "$work/runs/sets" >/dev/null
for words in ', elsewhere",' '"file": "configs/rows.svm"' '"file": "configs/fewer.svm"'; do
  grep -q "$words" "$work/docs/record/sets/run.json" ||
    fail "not the provenance of all members: no $words"
done
for name in all few; do
  mean=$(awk -F, -v name="$name" '$1 == name && $2 == "perceptron" && $5 == "token_error" { print $6 }' \
    "$work/docs/record/sets/curves.csv")
  expected=$(sqlite3 "$work/runs/sets/$name/results.sqlite" "select avg(token_error) from cells
    where learner = 'perceptron'")
  awk -v a="$mean" -v b="$expected" 'BEGIN { exit !(a != "" && a - b < 1e-6 && b - a < 1e-6) }' ||
    fail "set $name: $mean, but the store has $expected"
done
# How the learners stand within each data set is part of the record, and told where it changes.
tests=$work/docs/record/sets/tests.csv
[ "$(wc -l <"$tests")" -eq 5 ] ||
  fail "not a line for each learner of each data set: $(cat "$tests")"
sed -i -E 's/^(all,.*),0$/\1,1/' "$tests"
if COSTRUCT=$work/without_claims record --compare "$work/runs/sets" >"$work/out"; then fail \
  "another test is not found"; fi
grep -Eq 'all, 4 labeled, 0 unlabeled, (perceptron|longer): shown behind (perceptron|longer) -> not shown behind' \
  "$work/out" || fail "$(cat "$work/out")"
rm "$work/runs/sets/few/results.sqlite"
refused "$work/runs/sets" 'few: no results.sqlite: the run is not finished'
