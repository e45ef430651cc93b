#!/usr/bin/env bash
# Problem parsing with the format ptb, as a user would run them: from trees to a curve, a model, and
# trees that read back.
#   tests/data/parsing/treebank.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

cat > train.mrg <<'TREES'
( (S (NP-SBJ (DT the) (NN cat)) (VP (VBZ sees) (NP (DT a) (NN dog)))) )
( (S (NP-SBJ (DT a) (NN dog)) (VP (VBZ sees) (NP (DT the) (NN cat)))) )
( (S (NP-SBJ (PRP she)) (VP (VBZ sleeps))) )
( (S (NP-SBJ (PRP he)) (VP (VBZ sleeps) (PP-LOC (IN in) (NP (DT the) (NN house))))) )
( (S (NP-SBJ (NP (DT the) (NN cat)) (PP (IN in) (NP (DT the) (NN house)))) (VP (VBZ sleeps))) )
( (S (NP-SBJ (DT the) (NN man)) (VP (VBZ sees) (NP (NP (DT a) (NN dog)) (PP (IN in) (NP (DT a) (NN box)))))) )
( (S (NP-SBJ (DT the) (NN man)) (VP (VBZ sees) (NP (PRP her)) (PP-LOC (IN with) (NP (NNS eyes))))) )
( (S (NP-SBJ (NNS dogs)) (VP (VBP see) (NP (NNS cats)))) )
( (S (NP-SBJ (NP (NNS dogs)) (CC and) (NP (NNS cats))) (VP (VBP sleep))) )
( (S (NP-SBJ (PRP she)) (VP (VBZ sees) (NP (NP (DT the) (NN dog)) (CC and) (NP (DT the) (NN cat))))) )
( (S (NP-SBJ-1 (DT the) (NN box)) (VP (VBZ is)
     (VP (VBN seen) (NP (-NONE- *-1)) (PP (IN by) (NP (DT a) (NN man)))))) )
( (S (NP-SBJ (NN man)) (VP (VP (VBZ sleeps)) (CC but) (VP (VBZ sees) (NP (NNS cats))))) )
( (S (NP-SBJ (DT a) (JJ small) (NN cat)) (VP (VBZ sleeps))) )
( (S (NP-SBJ (DT the) (JJ old) (NN man)) (VP (VBZ sees) (NP (DT a) (JJ small) (NN box)))) )
( (S (NP-SBJ (PRP he)) (VP (VBZ sees) (NP (DT the) (JJ old) (NN house)))) )
( (S (NP-SBJ (PRP she)) (VP (VBZ sees) (NP (NP (NNS boxes)) (PP (IN with) (NP (NNS cats)))))) )
( (S (NP-SBJ (NNS men)) (VP (VBP sleep) (PP-LOC (IN in) (NP (NNS boxes))))) )
( (S (NP-SBJ (DT the) (NNS dogs)) (VP (VBP see) (NP (PRP him)))) )
( (S (NP-SBJ (DT the) (NN house)) (VP (VBZ is) (VP (VBN seen) (NP (-NONE- *))))) )
( (S (NP-SBJ (NP (DT the) (NN man)) (PP (IN with) (NP (DT the) (NN dog)))) (VP (VBZ is) (ADJP (JJ old)))) )
TREES
sed 's/(S (/(X (/' train.mrg | tail -n 6 > unlabeled.mrg

cat > sweep.json <<'JSON'
{"problem": {"type": "parsing"},
 "data": {"format": "ptb", "train": "train.mrg", "unlabeled": "unlabeled.mrg", "horizontal": 1, "features": ["rule", "border"]},
 "views": {"split": "named"},
 "sweep": {"labeled": [4, 12], "unlabeled": [0, 5], "holdout": 6, "repetitions": 2},
 "metrics": ["loss", "constituent_f1", "without_parse"],
 "learners": [{"type": "structural_svm"}, {"type": "perceptron"}, {"type": "co_perceptron"}]}
JSON
"$program" run sweep.json --out first --jobs 2 > table.txt 2> err.txt || fail "run: $(cat err.txt)"
"$program" run sweep.json --out second --jobs 1 > /dev/null 2>&1
cmp first/curves.csv second/curves.csv
[[ $(grep -c ',constituent_f1,' first/curves.csv) == 12 ]] ||
  fail "12 points: $(cat first/curves.csv)"
"$program" run sweep.json --out first --reproduce 5 | contains 'constituent_f1.*same'
# Rules are those of labeled trees alone: more sentences without a parse the fewer there are, and
# none that hidden trees could parse.
awk -F, '$1 == "perceptron" && $3 == 0 && $4 == "without_parse" { at[$2] = $5 } END { exit !(at[4] > at[12]) }' first/curves.csv \
  || fail "rules of hidden trees: $(cat first/curves.csv)"
# A sweep over both sizes gives each size what a sweep over it alone does.
"$program" run sweep.json --out alone --set sweep.labeled='[4]' > /dev/null 2>&1
grep -E '^[a-z_]*,4,' first/curves.csv | grep -v seconds | sort > both.txt
grep -E '^[a-z_]*,4,' alone/curves.csv | grep -v seconds | sort > one.txt
[[ -s both.txt ]] || fail "no curve: $(cat first/curves.csv)"
cmp both.txt one.txt

# The report draws the worst and the best output of the first repetition.
[[ $(grep -o '<svg [^>]*class="tree"' first/report.html | wc -l) == 12 ]] ||
  fail "two pairs of trees for each of three learners"
grep -qE '<h4>Worst: .*train.mrg:[0-9]+, loss ' first/report.html || fail "no place, no loss"
if grep -q worst first/curves.csv first/cells.csv; then fail "outputs in CSV files"; fi
"$program" merge merged first > /dev/null 2> err.txt || fail "merge: $(cat err.txt)"
[[ $(grep -o '<svg [^>]*class="tree"' merged/report.html | wc -l) == 12 ]] ||
  fail "outputs are lost in merging"
"$program" merge merged second > /dev/null 2> err.txt || fail "merge: $(cat err.txt)"
if grep -q 'differ' err.txt; then fail "the same cells differ: $(cat err.txt)"; fi

cat > train.json <<'JSON'
{"problem": {"type": "parsing"}, "data": {"format": "ptb", "train": "train.mrg"}, "learner": {"type": "structural_svm", "C": 100}}
JSON
for input in tags words; do
  "$program" train train.json --model "$input.st" --set "data.input=$input" 2> err.txt ||
    fail "train: $(cat err.txt)"
  "$program" evaluate --model "$input.st" --data train.mrg > metrics.txt
  grep -q $'^exact_match\t1$' metrics.txt || fail "not learned by heart: $(cat metrics.txt)"
  "$program" predict --model "$input.st" --data train.mrg --output predicted.mrg
  [[ $(wc -l < predicted.mrg) == 20 ]] || fail "20 trees: $(cat predicted.mrg)"
  [[ $(sed -n 3p predicted.mrg) == '(S (NP (PRP she)) (VP (VBZ sleeps)))' ]] ||
    fail "$(sed -n 3p predicted.mrg)"
  "$program" evaluate --model "$input.st" --data predicted.mrg | contains $'^exact_match\t1$' ||
    fail "trees do not read back"
done
# Predictions go by tags and words, whatever the trees are.
sed 's/(S (/(X (/' train.mrg | "$program" predict --model tags.st --data /dev/stdin \
  --output again.mrg
"$program" predict --model tags.st --data train.mrg --output predicted.mrg
cmp predicted.mrg again.mrg
printf '(? he sees the elephant)\n()\n' > words.mrg
"$program" predict --model words.st --data words.mrg > words.txt
[[ $(head -n 1 words.txt) == '(S (NP (PRP he)) (VP (VBZ sees) (NP (DT the) (NN elephant))))' ]] ||
  fail "$(cat words.txt)"
[[ $(tail -n 1 words.txt) == '()' ]] || fail "$(cat words.txt)"

# One sentence as a drawing.
printf '(? he sees the elephant)' > one.mrg
"$program" predict --model words.st --data one.mrg --format svg > one.svg
head -n 1 one.svg | contains '^<svg xmlns="http://www.w3.org/2000/svg" ' || fail "$(cat one.svg)"
grep -qF '<title>(S (NP (PRP he)) (VP (VBZ sees) (NP (DT the) (NN elephant))))</title>' one.svg ||
  fail "$(cat one.svg)"
"$program" predict --model words.st --data one.mrg --format svg --output two.svg
cmp one.svg two.svg
"$program" predict --model words.st --data one.mrg --format text | contains '^(S (NP'
expect 3 'words.mrg: has 2 examples, and --format svg draws exactly one' \
  "$program" predict --model words.st --data words.mrg --format svg --output none.svg
[[ ! -e none.svg ]] || fail "a file without a drawing"
expect 3 'train.mrg: has 20 examples' "$program" predict --model words.st --data train.mrg \
  --format svg
expect 3 'null: has 0 examples' "$program" predict --model words.st --data /dev/null --format svg
expect 2 'png not in {text,table,svg}' "$program" predict --model words.st --data one.mrg --format png

printf '(? (DT the) (FW chat))\n(? (PRP she) (VBZ sleeps))\n' > foreign.mrg
"$program" describe model tags.st | contains '^grammar: [0-9]* symbols, [0-9]* binary rules' ||
  fail "describe model has no grammar"
expect 0 'note: 1 of 2 examples have no parse' "$program" predict --model tags.st --data foreign.mrg
[[ $(head -n 1 out.txt) == '(? (DT the) (FW chat))' ]] || fail "$(cat out.txt)"
head -n 1 foreign.mrg > unparsed.mrg
expect 0 'note: 1 of 1 examples have no parse' "$program" predict --model tags.st \
  --data unparsed.mrg --format svg
grep -q '>?</text>' out.txt || fail "$(cat out.txt)"
printf '(NN a)\n(S (NN b)\n' > bad.mrg
expect 3 'bad.mrg:2: the file ends within the tree' "$program" predict --model tags.st \
  --data bad.mrg
expect 3 'words.mrg:1: the token "he" has no tag' "$program" predict --model tags.st \
  --data words.mrg
expect 2 'takes sentences' "$program" validate train.json --set data.format=svmlight
expect 2 'did you mean border' "$program" validate train.json --set 'data.features=["borders"]'
expect 2 'takes no kernel but linear' "$program" validate train.json \
  --set 'learner.kernel={"type": "gaussian"}'
# Outputs of other kinds have no drawing, neither in the report nor of predict.
for label in 1 2 1 2 1 2 1 2 1 2 1 2; do echo "$label $label:1 3:0.5"; done > rows.svm
cat > rows.json <<'JSON'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"},
 "sweep": {"labeled": [4], "unlabeled": [0], "holdout": 4, "repetitions": 2}, "learners": [{"type": "perceptron"}]}
JSON
"$program" run rows.json --out rows > /dev/null 2> err.txt || fail "run: $(cat err.txt)"
if grep -q 'Best and worst outputs' rows/report.html; then fail \
  "a section on outputs without drawings"; fi
cat > rows_train.json <<'JSON'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"}, "learner": {"type": "perceptron"}}
JSON
"$program" train rows_train.json --model rows.st 2> err.txt || fail "train: $(cat err.txt)"
expect 2 'format svmlight has no drawing; formats that have one: ptb' "$program" predict \
  --model rows.st --data rows.svm --format svg
"$program" describe format ptb | contains 'binarization'
"$program" list formats | contains '^ *ptb'
echo ok
