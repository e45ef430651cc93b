#!/usr/bin/env bash
# Problem graph with the format graph, as a user would run them: from graphs to a curve and a model,
# and one large graph of which a few labels are known.
#   tests/data/graph/graphs.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

# Trees whose nodes have noisy features; neighbours mostly have equal labels.
awk 'BEGIN {
  srand(4)
  for (g = 0; g < 24; ++g) {
    nodes = edges = ""
    for (v = 0; v < 20; ++v) {
      up = int(v * rand())
      y[v] = v == 0 ? int(2 * rand()) : rand() < .9 ? y[up] : 1 - y[up]
      x = rand() < .75 ? y[v] : 1 - y[v]
      nodes = nodes (v ? ", " : "") "{\"label\": \"" (y[v] ? "b" : "a") "\", \"features\": [\"f" x "\"]}"
      if (v) edges = edges (v > 1 ? ", " : "") "[" up ", " v "]"
    }
    print "{\"nodes\": [" nodes "], \"edges\": [" edges "]}"
  }}' > trees.jsonl
cat > sweep.json <<'JSON'
{"problem": {"type": "graph"},
 "data": {"format": "graph", "train": "trees.jsonl"},
 "sweep": {"labeled": [4, 12], "holdout": 12, "repetitions": 2}, "metrics": ["token_error"],
 "learners": [{"type": "crf"}, {"type": "structural_svm"}, {"type": "perceptron"}]}
JSON
"$program" run sweep.json --out first --jobs 2 > table.txt 2> err.txt || fail "run: $(cat err.txt)"
"$program" run sweep.json --out second --jobs 1 > /dev/null 2>&1
cmp first/curves.csv second/curves.csv
awk -F, '$1 == "crf" && $2 == 12 && $4 == "token_error" {exit !($5 < .22)}' first/curves.csv ||
  fail "edges mend a quarter of wrong features: $(cat first/curves.csv)"
sed 's/"sweep".*/"learner": {"type": "structural_svm"}}/; /"learners"/d' sweep.json > train.json
"$program" train train.json --model trees.safetensors > train.txt 2>&1 || fail "train: $(cat train.txt)"
"$program" predict --model trees.safetensors --data trees.jsonl > labels.txt
[[ $(wc -l < labels.txt) == 24 ]] || fail "a line for each graph"
"$program" predict --model trees.safetensors --data trees.jsonl --known > known.txt
grep -o '"label": "."' trees.jsonl | grep -o '"."$' | tr '\n' ' ' > truth.txt
grep -o '"."' known.txt | tr '\n' ' ' | cmp - truth.txt || fail "known labels are kept"
"$program" describe model trees.safetensors --weights 20 > weights.txt
grep -q '^pair of labels a - b .*edge$' weights.txt || fail "weights of pairs: $(cat weights.txt)"
"$program" predict --model trees.safetensors --data trees.jsonl --scores --k-best 3 |
  contains '"k_best"' || fail "k best"

# Each decoding has its gap: elimination has none, and messages may have one.
"$program" predict --model trees.safetensors --data trees.jsonl --scores > scores.jsonl 2> err.txt
[[ $(grep -c '"gap":0.0,' scores.jsonl) == 24 ]] || fail "exact decodings: $(head -2 scores.jsonl)"
! grep -q "not exact" err.txt || fail "exact decodings: $(cat err.txt)"
"$program" train train.json --model near.safetensors --set problem.decoder=messages > train.txt 2>&1 ||
  fail "train with messages: $(cat train.txt)"
"$program" predict --model near.safetensors --data trees.jsonl > near.txt 2> err.txt
grep -qF 'note: decoding is not exact for all inputs; --scores writes how far' err.txt ||
  fail "messages: $(cat err.txt)"
"$program" predict --model near.safetensors --data trees.jsonl --scores > scores.jsonl 2> err.txt
[[ $(grep -cE '"gap":([0-9]e-|0\.0|[0-9.]+e-)' scores.jsonl) == 24 ]] ||
  fail "messages attain their bound in trees: $(head -2 scores.jsonl)"

# Drawings: a prediction beside the labels of its file, and the worst and the best of a run.
head -1 trees.jsonl > one.jsonl
"$program" predict --model trees.safetensors --data one.jsonl --format svg > one.svg
grep -q '<title>Graph of 20 nodes and 19 edges; [0-9]* labels\? wrong</title>' one.svg ||
  fail "a drawing with what is wrong: $(head -3 one.svg)"
[[ $(grep -o '<circle' one.svg | wc -l) -ge 20 ]] || fail "a circle for each node"
[[ $(grep -c 'class="graph"' first/report.html) -ge 4 ]] || fail "the report draws graphs"

# One graph: four groups of nodes with many edges within them, words that say little, and 24 of 400
# labels known. The edges carry labels to the others.
awk 'BEGIN {
  srand(7)
  n = 400
  for (v = 0; v < n; ++v) {
    y = v % 4
    known = v % 17 == 0 ? "\"c" y "\"" : "null"
    words = ""
    for (i = 0; i < 6; ++i) words = words (i ? ", " : "") "\"w" int(rand() < .3 ? 10 * y + 10 * rand() : 40 * rand()) "\""
    nodes = nodes (v ? ", " : "") "{\"label\": " known ", \"features\": [" words "]}"
    for (e = 0; e < 3; ++e) {
      to = rand() < .85 ? 4 * int(rand() * n / 4) + y : int(rand() * n)
      if (to != v) edges = edges (edges ? ", " : "") "[" v ", " to "]"
    }
  }
  print "{\"nodes\": [" nodes "], \"edges\": [" edges "]}"}' > network.jsonl
wrong() {  # the share of wrong labels that a model with these options gives
  echo "{\"problem\": {\"type\": \"graph\", \"pairs\": \"equal\"}, \"data\": {\"format\": \"graph\", \"train\": \"$2\"},
    \"learner\": {\"type\": \"structural_svm\", \"C\": 0.03, \"gap\": 0.02}}" > network.json
  rm -f network.safetensors
  "$program" train network.json --model network.safetensors > train.txt 2>&1 || fail "$(cat train.txt)"
  "$program" predict --model network.safetensors --data "$2" --known |
    awk -F'"' '{for (v = 0; v < 400; ++v) wrong += $(2 * v + 2) != "c" v % 4; print wrong}' > "$1"
}
sed 's/"edges": .*/"edges": []}/' network.jsonl > no_edges.jsonl
wrong without_edges.txt no_edges.jsonl
wrong with_edges.txt network.jsonl
(( 2 * $(cat with_edges.txt) < $(cat without_edges.txt) )) ||
  fail "edges halve the wrong labels: $(cat with_edges.txt) and $(cat without_edges.txt)"

# One clear error each.
refuses() {  # MESSAGE, COMMAND ...
  local message=$1
  shift
  "$program" "$@" > out.txt 2> err.txt && fail "accepted: $*"
  grep -qF -- "$message" err.txt || fail "$*: $(cat err.txt)"
}
refuses 'is too wide for elimination; try "auto" or "messages"' \
  train network.json --model x.safetensors --set problem.decoder=elimination
refuses 'need graphs of small width' train network.json --model x.safetensors --set learner='{"type": "crf"}'
refuses 'data.features: rows are the nodes of a graph, and one extractor of links makes its edges' \
  validate network.json --set data.format=svmlight
refuses 'holds chains, but problem graph takes graphs' \
  validate network.json --set data.format=svmhmm
