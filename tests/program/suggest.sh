#!/usr/bin/env bash
# suggest finds the examples whose labels would teach a model most, and writes them as they came.
#   tests/program/suggest.sh PROGRAM WORK_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/support/shell.sh"
export costruct=$program
oracle=$tests/program/suggest_oracle.py

# Sentences of words whose label is that of their kind, mostly. The third column is not predicted.
cat > make.py <<'END'
import random, sys
seed, sentences, unknown = int(sys.argv[1]), int(sys.argv[2]), len(sys.argv) > 3
random.seed(seed)
for s in range(sentences):
    for t in range(random.randint(1, 9)):
        kind = random.choice("NVD")
        word = kind.lower() + str(random.randint(0, 30))
        label = kind if random.random() < .9 else random.choice("NVD")
        print(word + "\t" + ("?" if unknown else label) + f"\tid{s}.{t}  x")
    print()
END
python3 make.py 1 30 > train.txt
python3 make.py 2 120 unlabeled > raw.txt
python3 make.py 3 200 > test.txt
data='"format": "conll", "columns": ["word", "label", "id", "x"], "train": "train.txt"'
features='"features": [{"extractor": "token", "column": "word", "window": 1, "group": "word"},
  {"extractor": "affixes", "column": "word", "group": "shape"}]'
cat > crf.json <<END
{"problem": {"type": "sequence"}, "data": {$data, $features}, "learner": {"type": "crf"}}
END
cat > views.json <<END
{"problem": {"type": "sequence"}, "data": {$data, $features},
 "views": {"split": "named", "groups": [["word"], ["shape"]]}, "learner": {"type": "co_perceptron", "final": "sum"}}
END
"$program" train crf.json --model crf.st -q
"$program" train views.json --model views.st -q 2> note.txt

# The ranking is that of scores computed from what predict says.
for by in margin entropy; do
  "$program" suggest --model crf.st --data raw.txt --count 25 --by $by --report $by.json -q > $by.txt
  python3 "$oracle" rank crf.st raw.txt $by 25 $by.txt $by.json || fail "by $by"
done
"$program" suggest --model crf.st --data raw.txt --count 25 -q | diff margin.txt - ||
  fail "margin is not the default"
"$program" suggest --model views.st --data raw.txt --count 25 --by disagreement \
  --report disagreement.json -q > disagreement.txt
python3 "$oracle" rank views.st raw.txt disagreement 25 disagreement.txt disagreement.json ||
  fail "by disagreement"
grep -q 'rank *line *margin' <("$program" suggest --model crf.st --data raw.txt --count 2 2>&1) ||
  fail "no table"
"$program" suggest --model crf.st --data raw.txt --count 2 -q 2>&1 > /dev/null | diff /dev/null - ||
  fail "--quiet"

# The same bits for each number of threads, from a pipe, and for each way to name the streams.
for by in margin entropy; do
  for threads in 1 2; do
    OMP_NUM_THREADS=$threads "$program" suggest --model crf.st --data - --count 25 --by $by \
      --output - --report again.json < raw.txt 2> note.txt | diff $by.txt - ||
      fail "$threads threads"
    diff $by.json again.json || fail "report with $threads threads"
  done
done

# Examples that have all labels are left out where others have not, and labels of all are ignored.
{ cat train.txt raw.txt; } > mixed.txt
"$program" suggest --model crf.st --data mixed.txt --count 25 > mixed.out 2> note.txt
diff margin.txt mixed.out || fail "labeled examples"
grep -q 'Left out: 30 examples that have all labels' note.txt || fail "$(cat note.txt)"
"$program" suggest --model crf.st --data mixed.txt --tokens --by entropy --count 40 -q > mixed.out
"$program" suggest --model crf.st --data raw.txt --tokens --by entropy --count 40 -q |
  diff - mixed.out || fail "tokens of labeled examples"
sed 's/\t[NVD]\t/\t?\t/' train.txt > hidden.txt
for by in margin entropy; do
  "$program" suggest --model crf.st --data hidden.txt --count 9 --by $by -q > hidden.out
  "$program" suggest --model crf.st --data train.txt --count 9 --by $by 2> note.txt |
    diff hidden.out - || fail "labels that all examples have"
  ! grep -q 'Left out' note.txt || fail "$(cat note.txt)"
done

# What is the same is suggested once, the first time. Ties stand as in the file.
{ cat raw.txt raw.txt; } > twice.txt
"$program" suggest --model crf.st --data twice.txt --count 25 --report twice.json -q > twice.out
diff margin.txt twice.out || fail "duplicates"
sed 's/"examples": 240/"examples": 120/' twice.json | diff margin.json - ||
  fail "not the first ones"
printf 'n1\t?\t%s\tx\n\n' 1 2 3 4 > ties.txt
"$program" suggest --model crf.st --data ties.txt --count 3 -q | cut -f 3 | tr -d '\n' > ties.out
[[ $(cat ties.out) == 123 ]] || fail "ties: $(cat ties.out)"

# Diverse suggestions pass over near duplicates.
python3 - <<'END'
import re
lines = re.sub("\t[NVD]\t", "\t?\t", open("margin.txt").read()).split("\n\n")
with open("near.txt", "w") as near:
    for s, sentence in enumerate(lines[:3]):
        for copy in range(4): near.write(sentence.replace("id", f"{copy}id") + "\n\n")
    near.write(open("raw.txt").read())
END
"$program" suggest --model crf.st --data near.txt --count 6 -q > plain.out
"$program" suggest --model crf.st --data near.txt --count 6 --diverse -q > diverse.out
python3 "$oracle" different plain.out 2 || fail "$(cat plain.out)"
python3 "$oracle" different diverse.out 6 || fail "$(cat diverse.out)"
"$program" suggest --model crf.st --data ties.txt --count 4 --diverse -q | cut -f 3 |
  tr -d '\n' > ties.out
[[ $(cat ties.out) == 1234 ]] || fail "too few that differ: $(cat ties.out)"

# Few examples, and none.
"$program" suggest --model crf.st --data raw.txt --count 5000 -q > all.txt
[[ $(grep -c '^$' all.txt) == 120 ]] || fail "count above the number of examples"
diff <(sort raw.txt | sed 's/\t?\t/\t/') <(sort all.txt | sed 's/\t[NVD]\t/\t/') ||
  fail "columns have changed"
: > empty.txt
"$program" suggest --model crf.st --data empty.txt --count 5 > empty.out 2> note.txt
[[ ! -s empty.out ]] && grep -q 'Suggested: 0 of 0 examples, by margin' note.txt ||
  fail "$(cat note.txt)"

# Examples of --except are passed over, whatever their labels are; the next ones follow.
"$program" suggest --model crf.st --data raw.txt --count 10 -q > ten.txt
awk -F '\t' 'NF {print $1 "\tN\t" $3; next} {print}' ten.txt > labeled.txt
"$program" suggest --model crf.st --data raw.txt --count 120 -q > ranked.txt
"$program" suggest --model crf.st --data raw.txt --except labeled.txt --count 15 > except.txt \
  2> note.txt
python3 "$oracle" except ranked.txt labeled.txt 15 except.txt || fail "--except"
grep -q 'Left out: 1[0-9] examples with the same features as one in --except' note.txt ||
  fail "$(cat note.txt)"
cp labeled.txt more.txt
"$program" suggest --model crf.st --data raw.txt --except labeled.txt --except raw.txt --count 15 \
  -q > none.txt
[[ ! -s none.txt ]] || fail "$(cat none.txt)"
expect 3 'nowhere.txt' \
  "$program" suggest --model crf.st --data raw.txt --except nowhere.txt --count 15
expect 2 '--except' "$program" suggest --model crf.st --data raw.txt --except more.txt --count 15 \
  --output more.txt --force
"$program" suggest --model crf.st --data raw.txt --count 3 --by expected_change > change.txt \
  2> note.txt
grep -q 'rank *line *expected_change' note.txt || fail "$(cat note.txt)"
expect 2 '--by expected_change: the learner of the model learns scores' \
  "$program" suggest --model views.st --data raw.txt --count 1 --by expected_change

# Single tokens: those of the largest entropy, with their predictions; others are unknown.
"$program" suggest --model crf.st --data raw.txt --tokens --by entropy --count 40 \
  --report tokens.json -q > tokens.txt
python3 "$oracle" tokens crf.st raw.txt 40 tokens.txt tokens.json || fail "tokens"
for threads in 1 2; do
  OMP_NUM_THREADS=$threads "$program" suggest --model crf.st --data - --tokens --by entropy --count 40 \
    -q < raw.txt | diff tokens.txt - || fail "tokens, $threads threads"
done
"$program" train crf.json --set 'data.train=["train.txt", "tokens.txt"]' --model more.st 2> note.txt \
  > /dev/null
grep -q 'examples are labeled in part: of .* parts, 3[0-9] have a label' note.txt || fail "$(cat note.txt)"
grep -q 'rank *line *margin *tokens' <("$program" suggest --model crf.st --data raw.txt --tokens \
  --count 2 2>&1) || fail "no table of tokens"
expect 2 '--tokens --by margin: the learner of the model learns scores' \
  "$program" suggest --model views.st --data raw.txt --count 1 --tokens
expect 2 'single parts are rated by margin or entropy' \
  "$program" suggest --model crf.st --data raw.txt --count 1 --tokens --by expected_change
expect 2 '--tokens' "$program" suggest --model crf.st --data raw.txt --count 1 --tokens --diverse

# Columns without labels get them.
cut -f 1,3 all.txt | sed 's/  / /' > unlabeled.txt
"$program" suggest --model crf.st --data unlabeled.txt --count 1 --output next.txt -q
head -n 1 next.txt | contains -P '^[nvd]\d+\t[NVD]\tid\d+\.\d+ x$' || fail "$(head -n 1 next.txt)"

# Plain text, of a model whose features are made of words alone.
printf 'n1 v2 d3\nd3 n4\n' > plain.txt
"$program" suggest --model crf.st --data plain.txt --plain-text lines --count 2 -q > plain.out
diff <(printf 'n1\nv2\nd3\n\nd3\nn4\n\n' | sort) <(cut -f 1 plain.out | sort) ||
  fail "$(cat plain.out)"
# What was suggested and corrected is passed over: it is in the format of the model. So is the text
# itself, though lines with equally many words could be columns, and a text from a pipe.
cut -f 1,2 train.txt > words.txt
cat > words.json <<END
{"problem": {"type": "sequence"}, "learner": {"type": "crf"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "words.txt", $features}}
END
"$program" train words.json --model words.st -q
printf 'n1 v2\nd3 n4\n' > even.txt
for text in plain.txt even.txt; do
  "$program" suggest --model words.st --data $text --plain-text lines --count 1 -q > corrected.txt
  for except in corrected.txt:1 $text:2; do
    "$program" suggest --model words.st --data $text --plain-text lines --except ${except%:*} \
      --count 2 2> note.txt > plain.out
    grep -q "Left out: ${except#*:} example" note.txt || fail "${except%:*}: $(cat note.txt)"
  done
done
grep -q -- '--except even.txt: read as plain text' note.txt || fail "$(cat note.txt)"
"$program" suggest --model words.st --data even.txt --plain-text lines --count 2 \
  --except <(head -n 1 even.txt) 2>&1 > plain.out | contains 'Left out: 1 example' || fail "a pipe"

# Memory does not grow with a pipe.
python3 "$oracle" memory crf.st || fail "memory grows"

# A labeled suggestion teaches: the rounds of a loop that learns actively.
python3 "$oracle" loop || fail "active learning"

# Each format: what is written is the record with the prediction as its label.
python3 "$oracle" formats || fail "formats"

# Trees, by the entropy of all trees.
python3 "$oracle" trees || fail "trees"

# What cannot be done.
suggest=("$program" suggest --model crf.st --data raw.txt)
expect 2 '--count is required' "${suggest[@]}"
expect 2 '--count' "${suggest[@]}" --count 0
expect 2 '--by' "${suggest[@]}" --count 1 --by luck
expect 2 'has no option --dat' "$program" suggest --model crf.st --dat raw.txt --count 1
expect 2 '--by disagreement: the model has one view' "${suggest[@]}" --count 1 --by disagreement
expect 2 '--by entropy: the learner of the model learns scores' \
  "$program" suggest --model views.st --data raw.txt --count 1 --by entropy
expect 2 'next.txt: exists' "${suggest[@]}" --count 1 --output next.txt
"${suggest[@]}" --count 1 --output next.txt --force -q
expect 2 'the data file' "${suggest[@]}" --count 1 --output raw.txt --force
expect 3 'nowhere.txt' "$program" suggest --model crf.st --data nowhere.txt --count 1
expect 3 'raw.txt' "$program" suggest --model raw.txt --data raw.txt --count 1
printf 'n1\n' > wrong.txt
expect 3 'wrong.txt:1: 1 column' "$program" suggest --model crf.st --data wrong.txt --count 1
printf '1 1:1\n2 1:-1\n3 1:2\n4 1:-2\n' > numbers.svm
printf '{"problem": {"type": "regression"}, "data": {"format": "svmlight", "train": "numbers.svm"},
 "learner": {"type": "rlsr"}}' > numbers.json
"$program" train numbers.json --model numbers.st -q
expect 2 'problem regression predicts numbers' \
  "$program" suggest --model numbers.st --data numbers.svm --count 1
printf '1 1:1\n-1 1:-1\n1 1:2\n-1 1:-2\n' > sets.svm
printf '{"problem": {"type": "multivariate"}, "data": {"format": "svmlight", "train": "sets.svm"},
 "learner": {"type": "structural_svm"}}' > sets.json
"$program" train sets.json --model sets.st -q
expect 2 'problem multivariate predicts many examples together' \
  "$program" suggest --model sets.st --data sets.svm --count 1

# An interrupt ends it and leaves no output.
mkfifo slow
"$program" suggest --model crf.st --data slow --count 1 --output stopped.txt -q & pid=$!
{ cat raw.txt; sleep .3; kill -INT $pid; python3 make.py 4 3000; } > slow 2> /dev/null || true
code=0; wait $pid || code=$?
[[ $code == 130 && ! -e stopped.txt ]] || fail "exit $code after an interrupt"
