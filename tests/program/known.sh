#!/usr/bin/env bash
# predict --known keeps the labels of a file and decodes the others around them.
#   tests/program/known.sh PROGRAM WORK_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/support/shell.sh"

# Labels alternate, so a known one decides about all others.
for i in {1..30}; do
  if ((i % 2)); then printf 'x A\nx B\nx A\n\n'; else printf 'x B\nx A\nx B\n\n'; fi
done > train.txt
cat > train.json <<'END'
{"problem": {"type": "sequence"}, "data": {"format": "conll", "train": "train.txt"},
 "learner": {"type": "crf"}}
END
"$program" train train.json --model m.st -q
printf 'x ?\nx B\nx ?\n\nx ?\nx A\nx ?\n\nx {A,B}\nx ?\nx {A}\n' > some.txt
"$program" predict --model m.st --data some.txt --known > known.txt
printf 'A\nB\nA\n\nB\nA\nB\n\nA\nB\nA\n' | diff - known.txt || fail "known labels"
"$program" predict --model m.st --data - --known < some.txt | diff known.txt - ||
  fail "of a pipe"

# Probabilities are those given what is known.
"$program" predict --model m.st --data some.txt --known --marginals --k-best 9 > details.txt
python3 - <<'END' || fail "$(cat details.txt)"
import json
lines = [json.loads(line) for line in open("details.txt")]
assert lines[0]["marginals"][1] == {"A": 0, "B": 1}, lines[0]
assert len(lines[0]["k_best"]) == 4 and len(lines[2]["k_best"]) == 4
assert all(one["output"][1] == "B" for one in lines[0]["k_best"])
assert abs(sum(one["probability"] for one in lines[0]["k_best"]) - 1) < 1e-9
assert all(abs(sum(part.values()) - 1) < 1e-9 for part in lines[1]["marginals"])
END

# Without facts the bits are those without --known.
sed 's/[AB]$/?/' train.txt > none.txt
"$program" predict --model m.st --data none.txt --scores --marginals > plain.txt
"$program" predict --model m.st --data none.txt --scores --marginals --known > same.txt 2> note.txt
diff plain.txt same.txt || fail "bits without facts"
grep -q 'no label of none.txt is known, so it changed nothing' note.txt || fail "$(cat note.txt)"
"$program" predict --model m.st --data train.txt --known 2> note.txt | diff - <(sed 's/x //; $d' train.txt) ||
  fail "all labels are known"
grep -q 'every label of train.txt is known, so nothing was predicted' note.txt ||
  fail "$(cat note.txt)"

# CoNLL-U marks unknown labels by _, and its sentences are written whole.
for i in {1..12}; do
  printf '1\tx\t_\tN\t_\t_\t0\t_\t_\t_\n2\ty\t_\tV\t_\t_\t0\t_\t_\t_\n\n'
done > train.conllu
printf '{"problem": {"type": "sequence"}, "data": {"format": "conllu", "train": "train.conllu"},
 "learner": {"type": "crf"}}' > conllu.json
"$program" train conllu.json --model u.st -q
printf '# c\n1\tx\t_\tV\t_\t_\t0\t_\t_\t_\n2\ty\t_\t_\t_\t_\t0\t_\t_\t_\n\n' > some.conllu
"$program" predict --model u.st --data some.conllu --known > done.conllu
[[ $(cut -f 4 done.conllu | tr -d '\n') == '# cVV' ]] || fail "$(cat done.conllu)"

printf 'x A\nx C\n' > wrong.txt
expect 3 'wrong.txt:2: the label of part 2 is "C", which the model does not know' \
  "$program" predict --model m.st --data wrong.txt --known
printf 'x {A,C}\n' > wrong.txt
expect 3 'the label of part 1 is "C"' "$program" predict --model m.st --data wrong.txt --known
printf 'x {}\n' > wrong.txt
expect 3 'part 1' "$program" predict --model m.st --data wrong.txt --known
printf 'x\n' > wrong.txt
expect 3 '1 column, expected 2' "$program" predict --model m.st --data wrong.txt --known
expect 2 '--known' "$program" predict --model m.st --data some.txt --known --plain-text lines
expect 2 '--known' "$program" predict --model m.st --data some.txt --known --format svg
printf '1 1:1\n2 1:-1\n1 1:2\n2 1:-2\n' > rows.svm
printf '{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"},
 "learner": {"type": "perceptron"}}' > rows.json
"$program" train rows.json --model r.st -q
# Labels of rows: one is not known, one is, and one is one of two.
printf '? 1:1\n2 1:5\n{1,2} 1:-3\n' > some.svm
"$program" predict --model r.st --data some.svm --known | diff <(printf '1\n2\n2\n') - ||
  fail "known labels of rows"
printf '1 1:1\n-1 1:-1\n' > signs.svm
printf '{"problem": {"type": "multivariate"}, "data": {"format": "svmlight", "train": "signs.svm"},
 "learner": {"type": "perceptron"}}' > signs.json
"$program" train signs.json --model s.st -q
# Labels of rows stay where all rows are predicted together.
printf -- '-1 1:1\n? 1:-1\n? 1:1\n' > some_signs.svm
"$program" predict --model s.st --data some_signs.svm --known | diff <(printf -- '-1\n-1\n1\n') - ||
  fail "known labels of rows that are predicted together"
"$program" predict --model s.st --data some_signs.svm --known --marginals > marginals.jsonl
python3 - <<'END' || fail "$(cat marginals.jsonl)"
import json
rows = [json.loads(line) for line in open("marginals.jsonl")]
assert rows[0]["marginals"] == {"-1": 1, "1": 0} and 0 < rows[1]["marginals"]["1"] < .5, rows
END
"$program" train signs.json --set problem.loss=roc_area --set learner.type=structural_svm \
  --model roc.st -q
# So do those of orderings, also where the best ordering has known rows on the wrong sides.
printf -- '-1 1:3\n1 1:-2\n? 1:1\n? 1:-1\n' > some_signs.svm
"$program" predict --model roc.st --data some_signs.svm --known --scores > found.jsonl
"$program" predict --model roc.st --data some_signs.svm --known | diff <(printf -- '-1\n1\n1\n-1\n') - ||
  fail "known classes of orderings"
python3 - <<'END' || fail "$(cat found.jsonl)"
import json
rows = [json.loads(line) for line in open("found.jsonl")]
assert [row["output"] for row in rows] == ["-1", "1", "1", "-1"], rows
assert rows[0]["score"] > rows[2]["score"] > rows[3]["score"] > rows[1]["score"], rows
END

# Classes under a node of a taxonomy. A node that the taxonomy does not have is an error.
printf 'cat\tanimal\ndog\tanimal\noak\tplant\nelm\tplant\n' > tree.tsv
printf '%s\n' 'cat 1:1' 'dog 2:1' 'oak 3:1' 'elm 4:1' '{<animal} 1:1 5:1' '{<plant} 4:1 6:1' \
  '{!<plant} 2:1' '{<plant,cat} 3:1' > nodes.svm
printf '{"problem": {"type": "taxonomy", "loss": "tree"}, "data": {"format": "svmlight",
 "train": "nodes.svm", "taxonomy": "tree.tsv"}, "learner": {"type": "crf"}}' > nodes.json
"$program" train nodes.json --model n.st 2> note.txt > /dev/null
grep -q '4 examples are labeled in part' note.txt || fail "$(cat note.txt)"
printf '%s\n' '{<plant} 1:1' '{<animal} 4:1' '{!<animal} 2:1' '{<plant,cat} 1:1' > some.svm
"$program" predict --model n.st --data some.svm --known > found.txt
paste -sd' ' found.txt | contains -Ex '(oak|elm) (cat|dog) (oak|elm) cat' || fail "$(cat found.txt)"
"$program" evaluate --model n.st --data some.svm --worst 2 --output json > e.json
python3 - <<'END' || fail "$(cat e.json)"
import json
report = json.load(open("e.json"))
assert abs(report["metrics"]["loss"] - 3 * 2 / 4) < 1e-12, report
worst = report["worst"]
assert [each["expected"] for each in worst] == ["{oak,elm}", "{cat,dog}"], report
assert [each["predicted"] for each in worst] == ["cat", "elm"], report
END
printf '{<mineral} 1:1\n' > wrong.svm
for command in "predict --known" evaluate; do
  # shellcheck disable=SC2086
  expect 3 'wrong.svm:1: the label of part 1 is "{<mineral}", but problem.taxonomy has no "mineral"' \
    "$program" $command --model n.st --data wrong.svm
done
cat nodes.svm wrong.svm > wrong_nodes.svm
expect 3 'wrong_nodes.svm:9: the label of part 1 is "{<mineral}", but problem.taxonomy has no' \
  "$program" train nodes.json --set data.train=wrong_nodes.svm --model x.st
# Without a taxonomy braces with < are a label.
"$program" train rows.json --set data.train=nodes.svm --model x.st -q
"$program" describe model x.st | contains '{<animal}' || fail "$("$program" describe model x.st)"
