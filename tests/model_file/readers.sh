#!/usr/bin/env bash
# Models trained by the program, read by scripts that share no code with it: the same predictions.
#   readers.sh TESTS_DIR PROGRAM WORK_DIR
set -euo pipefail
tests=$1 program=$2 work=$3
fail() { echo "readers.sh: $1" >&2; exit 1; }
rm -rf "$work"
mkdir -p "$work"
cd "$work"

# Rows, sentences and a table from a small generator; the second half is to be predicted, and has
# words and features that training has not seen.
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

# What the reader says of each line of `predict --scores`, one number or more, is the score that
# stands there.
same_scores() { # NAME READER DATA: config on stdin
  cat >"$1.json"
  "$program" train "$1.json" --model "$1.safetensors" >/dev/null 2>&1
  "$program" predict --model "$1.safetensors" --data "$3" --scores >"$1.jsonl" 2>/dev/null
  node "$tests/$2.mjs" "$1.safetensors" "$1.jsonl" "$3" >"$1.found"
  node -e 'for (const line of require("fs").readFileSync(0, "utf8").trim().split("\n"))
             console.log(JSON.parse(line).score)' <"$1.jsonl" >"$1.expected"
  [ "$(sort -u "$1.expected" | wc -l)" -gt 10 ] || fail "$1 has too few scores"
  paste "$1.expected" "$1.found" | awk -v name="$1" '
    $0 == "null\tnull" { next }
    NF < 2 { bad = $0 }
    { for (i = 2; i <= NF; ++i) if ($i !~ /^-?[0-9]/ || ($1 - $i) ^ 2 > 1e-16 * (1 + $1 ^ 2)) bad = $0 }
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

# Aligned pairs: the second sequence is the first one with letters that are replaced, left out and
# put in.
awk 'function next_number(n) { state = (state * 16807) % 2147483647; return state % n }
function letter() { return substr("ACDEFGHIKLMNPQRSTVWYX", 1 + next_number(21), 1) }
BEGIN {
  state = 54321
  for (i = 0; i < 60; ++i) {
    first = second = ""
    for (t = 8 + next_number(15); t > 0; --t) {
      a = letter(); way = next_number(8)
      first = first (way == 0 ? "-" : a)
      second = second (way == 1 ? "-" : way == 2 ? letter() : a)
    }
    printf ">p%d\n%s\n>q%d\n%s\n\n", i, first, i, second > (i < 30 ? "train.fasta" : "new.fasta")
  }
}'
for mode in global local; do
  for symmetric in true false; do
    same_scores "aligned_${mode}_$symmetric" score_alignments new.fasta <<JSON
{"problem": {"type": "alignment", "mode": "$mode"},
 "data": {"format": "fasta_pairs", "train": "train.fasta", "symmetric": $symmetric,
          "features": [{"extractor": "substitution"},
                       {"extractor": "substitution", "offset": -1, "group": "before"},
                       {"extractor": "substitution", "columns": ["residue"], "offset": 2, "group": "after"}]},
 "views": {"split": "named", "groups": [["residue"], ["before", "after"]]},
 "learner": {"type": "perceptron", "epochs": 3}}
JSON
  done
done

# Sentences from a small grammar: chains of nodes, nodes with two to five children, words that join.
awk 'function next_number(n) { state = (state * 16807) % 2147483647; return state % n }
function noun() { return next_number(3) ? "(DT the) (NN n" next_number(9) ")" : "(NNS All" next_number(9) ")" }
function phrase(deep,   text) {
  text = "(NP " noun() (deep < 3 && next_number(4) == 0 ? " (PP (IN of) " phrase(deep + 1) ")" : "") ")"
  return next_number(5) ? text : "(NP " text " (CC " (next_number(2) ? "And" : "or") ") (NP " noun() "))"
}
function clause(deep,   rest) {
  rest = (next_number(2) ? " " phrase(deep) : "") (next_number(3) ? "" : " (ADVP (RB r" next_number(4) "))")
  return "(S " phrase(deep) " (VP (VBD v" next_number(5) ")" rest (next_number(5) ? "" : " (S (VP (TO to)))") "))"
}
BEGIN {
  state = 13579
  for (i = 0; i < 90; ++i) print clause(0) > (i < 60 ? "train.mrg" : "new.mrg")
}'
same_scores trees score_trees new.mrg <<'JSON'
{"problem": {"type": "parsing"}, "data": {"format": "ptb", "train": "train.mrg"},
 "learner": {"type": "pcfg", "smoothing": 0.1}}
JSON
same_scores trees_views score_trees new.mrg <<'JSON'
{"problem": {"type": "parsing"},
 "data": {"format": "ptb", "train": "train.mrg", "features": ["rule", "border", "width", "lexical", "conjunction"]},
 "views": {"split": "named", "groups": [["rule", "border"], ["width", "lexical", "conjunction"]]},
 "learner": {"type": "perceptron", "epochs": 3}}
JSON

# Queries with candidate documents: titles and texts over few words, some that most documents have.
awk 'function next_number(n) { state = (state * 16807) % 2147483647; return state % n }
function word(  n) { n = int(sqrt(next_number(625))); return (next_number(3) ? "w" : "Wo") substr("abcdefghijklmnopqrstuvwxyz", n + 1, 1) }
function words(count,   text) { for (; count > 0; --count) text = text " " word(); return text }
BEGIN {
  state = 97531
  for (q = 0; q < 40; ++q) {
    line = "{\"id\": \"q" q "\", \"query\": \"" words(2) "\", \"candidates\": ["
    for (d = 0; d < 8; ++d)
      line = line (d ? ", " : "") "{\"id\": \"d" d "\", \"title\": \"" words(next_number(4)) "\", \"text\": \"" \
          words(1 + next_number(15)) "\", \"subtopics\": [\"s" next_number(4) "\", \"s" next_number(6) "\"]}"
    print line "]}" > (q < 20 ? "train.jsonl" : "new.jsonl")
  }
}'
same_scores choices score_choices new.jsonl <<'JSON'
{"problem": {"type": "diversification", "documents": 3}, "data": {"format": "candidates", "train": "train.jsonl"},
 "learner": {"type": "structural_svm", "gap": 0.01}}
JSON
same_scores choices_views score_choices new.jsonl <<'JSON'
{"problem": {"type": "diversification", "documents": 4}, "data": {"format": "candidates", "train": "train.jsonl"},
 "views": {"split": "named", "groups": [["words", "repeated"], ["title", "pairs", "documents"]]},
 "learner": {"type": "perceptron", "epochs": 3}}
JSON
