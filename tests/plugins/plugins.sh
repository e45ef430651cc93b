#!/usr/bin/env bash
# The example ranking as a plug-in does what it does in a program of its own; faults are told.
#   tests/plugins/plugins.sh PROGRAM WORK_FOLDER RANKING_PLUGIN FAULTS_FOLDER SMALL_PLUGIN
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd) plugin=$(realpath "$3") faults=$(realpath "$4")
small=$(realpath "$5")
. "$tests/support/shell.sh"

# The test of the example, by a program that loads the plug-in before each command.
printf '#!/bin/sh\nexec "%s" --plugin "%s" "$@"\n' "$program" "$plugin" > with_plugin
chmod +x with_plugin
"$tests/examples/ranking.sh" ./with_plugin ./ranking > log.txt 2>&1 || fail "$(cat log.txt)"

# Without it the program does not know the problem, and results are those of the plug-in's bytes.
cd ranking
expect 2 'ranking' "$program" validate train.json
"$program" "--plugin=$plugin" list problems | grep '^ranking' > /dev/null
"$program" --plugin "$plugin" describe model model.st | grep '^plug-in: ranking.so, fnv1a' \
  > /dev/null || fail "the model does not name the plug-in"
cp "$plugin" other.so && printf 'x' >> other.so
"$program" --plugin "$plugin" run sweep.json --out first -q > again.txt 2>&1
# Cells that are done already, by the column of --dry-run.
done_by() {
  "$program" --plugin "$1" run sweep.json --out first --dry-run 2> /dev/null |
    awk -F'\t' '$2 == "perceptron" { done += $7 } END { print done }'
}
[[ $(done_by "$plugin") -gt 0 ]] || fail "the plug-in's own cells are computed again"
[[ $(done_by ./other.so) == 0 ]] || fail "cells of other bytes are used"
grep -q 'libranking\|ranking.so' first/report.html ||
  fail "the report does not name the plug-in"
cd ..

expect 2 'no such file' "$program" --plugin nothing.so list
expect 2 'is not a file' "$program" --plugin . list
printf 'no library' > text.so
expect 2 'cannot be loaded' "$program" --plugin text.so list
expect 2 'is no plug-in of costruct' "$program" --plugin "$faults/no_entry.so" list
expect 2 'was built by costruct 0.0.1, compiler 4.2, but the program by costruct' \
  "$program" --plugin "$faults/other_build.so" list
head -c 20000 "$plugin" > cut.so
expect 2 'is cut off: it has 20000 bytes' "$program" --plugin cut.so list
expect 2 'list has no option --plugin: --plugin stands before the command' \
  "$program" list --plugin "$plugin"
expect 2 'has a learner of this name already' "$program" --plugin "$faults/twice.so" list
expect 2 'nowhere' "$program" --plugin "$faults/undefined.so" list
expect 2 'of this name already' "$program" --plugin "$plugin" --plugin ./ranking/other.so list
"$program" --plugin "$plugin" --plugin "$plugin" list > /dev/null || fail "loaded twice"
printf 'pass\n' > mine.py
expect 2 'python3 -m costruct --plugin mine.py COMMAND' "$program" --plugin mine.py list
expect 2 '--plugin' "$program" --plugin

# An extractor, a metric and a view policy of a plug-in, in a sweep and in a model.
awk 'BEGIN { srand(3); for (s = 0; s < 40; ++s) { for (t = 0; t < 4; ++t) {
  v = int(3 * rand()); print substr("bdf", 1 + int(3 * rand()), 1) substr("aei", v + 1, 1) "t",
  v == 0 ? "A" : "E" } print "" } }' > words.txt
cat > sweep.json <<'END'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "label"], "train": "words.txt",
          "features": [{"extractor": "vowels"}]},
 "views": {"split": "in_turn", "count": 3},
 "sweep": {"labeled": [8], "unlabeled": [0], "holdout": 20, "repetitions": 2},
 "learners": [{"type": "perceptron"}],
 "metrics": ["longest_run", "token_error"]}
END
expect 2 '= "vowels": no extractor of tokens' "$program" validate sweep.json
"$program" --plugin "$small" run sweep.json --out small -q > small.txt 2>&1 || fail "$(cat small.txt)"
[[ $(head -1 small/cells.csv) == *longest_run* ]] || fail "no longest run in the cells"
# The label depends on the vowel alone, so eight sentences suffice.
awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i; next } { sum += $at["token_error"] }
  END { exit !(NR == 3 && sum == 0) }' small/cells.csv || fail "$(cat small/cells.csv)"
sed 's/"sweep".*/"learner": {"type": "perceptron"}}/; /"learners"/d; /"metrics"/d' sweep.json > train.json
"$program" --plugin "$small" train train.json --model own.st -q
"$program" --plugin "$small" evaluate --model own.st --data words.txt > told.txt 2>&1 ||
  fail "$(cat told.txt)"
grep -q 'longest_run' told.txt || fail "$(cat told.txt)"
expect 3 'own.st: was trained with the plug-in small_plugin.so, which is not loaded: give --plugin' \
  "$program" predict --model own.st --data words.txt

# A loss of a plug-in, which is that of a matrix of costs.
for i in {1..30}; do echo "$((i % 3)) 1:$((i % 3 + i % 2)) 2:1"; done > grades.svm
cat > grades.json <<'END'
{"problem": {"type": "multiclass", "loss": "distance"},
 "data": {"format": "svmlight", "train": "grades.svm"}, "learner": {"type": "structural_svm"}}
END
sed 's/"distance"/"cost_matrix", "costs": [[0,1,2],[1,0,1],[2,1,0]]/' grades.json > costs.json
"$program" --plugin "$small" train grades.json --model grades.st -q
"$program" train costs.json --model costs.st -q
weights() {
  "$program" --plugin "$small" describe model "$1" --weights 9 | sed -n '/weight *feature/,$p'
}
weights grades.st > own.txt
[[ $(wc -l < own.txt) -gt 3 ]] || fail "$(cat own.txt)"
weights costs.st | diff own.txt - || fail "a loss of a plug-in is not that of its costs"
"$program" --plugin "$small" list losses | grep '^distance' > /dev/null
expect 2 'problem.loss = "distance"' "$program" validate grades.json

# The same loss of labels, summed over the tokens of sentences.
for i in {1..20}; do echo "$((i % 3)) qid:$((i / 4)) 1:$((i % 3 + i % 2)) 2:1"; done > chains.svm
trained=0
for loss in '"distance"' '"cost_matrix", "costs": [[0,1,2],[1,0,1],[2,1,0]]'; do
  cat > chains.json <<END
{"problem": {"type": "sequence", "loss": $loss},
 "data": {"format": "svmhmm", "train": "chains.svm"}, "learner": {"type": "structural_svm"}}
END
  "$program" --plugin "$small" train chains.json --model chains.st -q
  trained=$((trained + 1))
  weights chains.st > "chains_$trained.txt"
done
[[ $(wc -l < chains_1.txt) -gt 3 ]] || fail "$(cat chains_1.txt)"
diff chains_1.txt chains_2.txt || fail "a loss of labels in sequences is not that of its costs"
sed 's/"cost_matrix".*]]/"distance"/; s/"structural_svm"/"structural_svm", "rescaling": "slack"/' \
  chains.json > slack.json
expect 2 'a loss with costs of labels has an exact loss-augmented decoder for margin rescaling' \
  "$program" --plugin "$small" train slack.json --model slack.st

# A loss of whole outputs: any function of them.
sed 's/"cost_matrix".*]]/"first_wrong"/' chains.json > first.json
"$program" --plugin "$small" train first.json --model first.st --report first_report.json -q
grep -q '"loss"' first_report.json || fail "$(cat first_report.json)"
for details in --known '--k-best 2' --scores; do
  # shellcheck disable=SC2086  # options
  "$program" --plugin "$small" predict --model first.st --data chains.svm $details \
    > details.txt 2>&1 || fail "$details: $(cat details.txt)"
done

# A protocol: the last examples are held out.
cat > in_time.json <<'END'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "grades.svm"},
 "sweep": {"protocol": "in_time", "holdout": 6, "labeled": [9, 12], "unlabeled": [0],
           "repetitions": 3},
 "learners": [{"type": "structural_svm"}]}
END
"$program" --plugin "$small" run in_time.json --out in_time -q > in_time.txt 2>&1 ||
  fail "$(cat in_time.txt)"
[[ $(wc -l < in_time/cells.csv) == 7 ]] || fail "$(cat in_time/cells.csv)"
"$program" --plugin "$small" list protocols | grep '^in_time' > /dev/null
sed 's/"labeled": .9, 12./"labeled": [30]/' in_time.json > many.json
expect 2 'a draw of protocol in_time has no more' "$program" --plugin "$small" run many.json --out many
# It draws what a split file of the same lists draws.
for r in 0 1 2; do
  echo "{\"labeled\": [$(seq -s, $((r + 1)) 24)], \"holdout\": [$(seq -s, 25 30)]}"
done > splits.jsonl
sed 's/"protocol": "in_time", "holdout": 6/"protocol": "split_files", "splits": "splits.jsonl"/' \
  in_time.json > listed.json
"$program" run listed.json --out listed -q > listed.txt 2>&1 || fail "$(cat listed.txt)"
losses() {  # of each cell
  awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) at[$i] = i }
    { print $at["labeled"], $at["unlabeled"], $at["repetition"], $at["loss"] }' "$1" | sort
}
[[ $(losses in_time/cells.csv) == $(losses listed/cells.csv) ]] ||
  fail "$(losses in_time/cells.csv) $(losses listed/cells.csv)"

# A config names its plug-in, relative to its folder.
cp "$small" small_plugin.so
sed '1s/{/{"plugins": ["small_plugin.so"], /' sweep.json > named.json
"$program" validate named.json > /dev/null 2>&1 || fail "plugins of a config"
sed 's/small_plugin.so/smal_plugin.so/' named.json > misspelt.json
expect 2 'misspelt.json: plug-in smal_plugin.so: no such file' "$program" validate misspelt.json
sed '1s/{/{"plugins": "small_plugin.so", /' sweep.json > text.json
expect 2 'plugins = "small_plugin.so": must be a list of files' "$program" validate text.json
"$program" --plugin "$small" list metrics | grep '^longest_run' > /dev/null
"$program" --plugin "$small" list views | grep '^in_turn' > /dev/null
"$program" --plugin "$small" describe extractor vowels | grep 'column' > /dev/null
