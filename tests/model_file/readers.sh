#!/usr/bin/env bash
# Models trained by the program, read by scripts that share no code with it: the same predictions.
#   readers.sh TESTS_DIR PROGRAM WORK_DIR
set -euo pipefail
tests=$1 program=$2 work=$3
fail() { echo "readers.sh: $1" >&2; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# Rows, sentences and a table from a small generator; the second half is to be predicted, and has words and
# features that training has not seen.
awk -v OFS=, 'function next_number(n) { state = (state * 16807) % 2147483647; return state % n }
BEGIN {
  state = 12345
  for (i = 0; i < 120; ++i) {
    rows = i < 60 ? "train.svm" : "new.svm"
    line = 1 + next_number(3)
    for (j = 1; j <= 9; ++j)
      if (next_number(2) == 0) line = line " " j + (i < 60 ? 0 : 1) ":" (1 + next_number(17)) / 4
    print line > rows
    sentences = i < 60 ? "train.conll" : "new.conll"
    if (i != 0 && i != 60) print "" > sentences
    for (t = 1 + next_number(6); t > 0; --t)
      printf "w%d\tt%d\tL%d\n", next_number(i < 60 ? 25 : 30), next_number(5), next_number(4) > sentences
    table = i < 60 ? "train.csv" : "new.csv"
    if (i == 0 || i == 60) print "a,b,c,d,y" > table
    print next_number(100) / 8, next_number(100) / 8, next_number(9), next_number(5), next_number(50) > table
  }
}'

same_labels() { # NAME READER DATA: config on stdin
  cat >"$1.json"
  "$program" train "$1.json" --model "$1.safetensors" >/dev/null 2>&1
  "$program" predict --model "$1.safetensors" --data "$3" >"$1.expected" 2>/dev/null
  node "$tests/$2.mjs" "$1.safetensors" "$3" >"$1.found"
  [ "$(sort -u "$1.expected" | wc -l)" -gt 1 ] || fail "$1 predicts too few labels"
  cmp "$1.expected" "$1.found"
}
same_numbers() { # NAME: config on stdin
  cat >"$1.json"
  "$program" train "$1.json" --model "$1.safetensors" >/dev/null 2>&1
  "$program" predict --model "$1.safetensors" --data new.csv >"$1.expected" 2>/dev/null
  node "$tests/predict_numbers.mjs" "$1.safetensors" new.csv >"$1.found"
  [ "$(wc -l <"$1.found")" -eq 60 ] || fail "$1 predicts too few numbers"
  # Large terms of both signs cancel, and are added up in another order.
  paste "$1.expected" "$1.found" | awk -v name="$1" '
    { off = ($1 - $2) / $1; if (off < -1e-8 || off > 1e-8) bad = $0 }
    END { if (bad) { print "readers.sh: " name ": " bad > "/dev/stderr"; exit 1 } }'
}

same_labels rows predict_labels new.svm <<'JSON'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "train.svm"},
 "learner": {"type": "structural_svm"}}
JSON
same_labels rows_views predict_labels new.svm <<'JSON'
{"problem": {"type": "multiclass", "bias": true}, "data": {"format": "svmlight", "train": "train.svm"},
 "views": {"split": "random", "count": 2}, "learner": {"type": "co_perceptron", "epochs": 5}}
JSON
same_labels sentences predict_labels new.conll <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "tag", "label"], "train": "train.conll",
          "features": [{"extractor": "token", "column": "word", "window": 2},
                       {"extractor": "token", "column": "tag"}]},
 "learner": {"type": "structural_svm", "gap": 0.01}}
JSON
same_labels sentences_views predict_labels new.conll <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming", "bias": true, "boundary": true, "eta": 0.5},
 "data": {"format": "conll", "columns": ["word", "tag", "label"], "train": "train.conll",
          "features": [{"extractor": "token", "column": "word", "window": 1, "group": "word"},
                       {"extractor": "token", "column": "tag", "window": 1, "group": "tag"}]},
 "views": {"split": "named", "groups": [["word"], ["tag"]]},
 "learner": {"type": "co_perceptron", "epochs": 5}}
JSON
for name in train new; do tr 0-9 a-j <$name.conll >$name.letters; done
same_labels learned predict_labels new.letters <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "tag", "label"], "train": "train.letters",
          "features": [{"extractor": "distribution", "dimensions": 5, "clusters": [2, 6], "min_count": 12},
                       {"extractor": "token", "column": "tag"},
                       {"extractor": "distribution", "window": 0, "vectors": false, "clusters": [4], "group": "again"}]},
 "learner": {"type": "structural_svm", "gap": 0.01}}
JSON
same_numbers ridge <<'JSON'
{"problem": {"type": "regression"}, "data": {"format": "csv", "target": "y", "train": "train.csv"},
 "learner": {"type": "rlsr", "intercept": true, "scaling": "standardize"}}
JSON
same_numbers two_views <<'JSON'
{"problem": {"type": "regression"}, "data": {"format": "csv", "target": "y", "train": "train.csv"},
 "views": {"split": "random", "count": 2}, "learner": {"type": "co_rlsr", "kernel": {"type": "polynomial"}}}
JSON
same_labels gaussian predict_rows new.svm <<'JSON'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "train.svm"},
 "learner": {"type": "structural_svm", "kernel": {"type": "gaussian", "sigma2": 20}}}
JSON
same_labels polynomial predict_rows new.svm <<'JSON'
{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "train.svm"},
 "learner": {"type": "structural_svm", "kernel": {"type": "polynomial", "degree": 2, "offset": 0.5}}}
JSON
same_labels tree predict_rows new.svm <<'JSON'
{"problem": {"type": "taxonomy", "taxonomy": [["1", "a"], ["2", "a"], ["3", "b"], ["a", "r"], ["b", "r"]]},
 "data": {"format": "svmlight", "train": "train.svm"}, "learner": {"type": "structural_svm"}}
JSON
grep -v '^3' train.svm >two.svm
same_labels sample predict_rows new.svm <<'JSON'
{"problem": {"type": "multivariate", "loss": "f1"}, "data": {"format": "svmlight", "train": "two.svm"},
 "learner": {"type": "structural_svm"}}
JSON
