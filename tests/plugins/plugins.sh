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
