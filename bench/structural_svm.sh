#!/usr/bin/env bash
# Structural SVMs, whole processes on one core with reading: CPU seconds, peak memory and certified
# gaps, against LIBLINEAR (Debian: liblinear-tools) and dlib (libdlib-dev: bench_dlib_structural_svm
# beside BINARY) in the same run. Needs $COSTRUCT_DATA and GNU time (Debian: time).
#   bench/structural_svm.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
: "${COSTRUCT_DATA:?set it to the folder that holds conll2002-es/, conll2000/, ocr/ and 20news/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1

surface='{"extractor": "surface", "window": 1, "clues": ["initial_uppercase", "initial_lowercase",
  "uppercase_at_position", "lowercase_at_position", "digit_dot_digit", "initial_token"]}'
xzcat "$COSTRUCT_DATA/conll2002-es/esp.train.xz" > "$work/all.txt"
awk 'sentences < 1000 { print } /^[[:space:]]*$/ { ++sentences }' "$work/all.txt" > "$work/1000.txt"
for size in 1000 all; do
  cat > "$work/spanish_$size.json" <<JSON
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "$size.txt",
          "features": [{"extractor": "token", "column": "word", "window": 1}, $surface]},
 "learner": {"type": "structural_svm", "C": 1}}
JSON
done
cat > "$work/chunking.json" <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "columns": ["word", "pos", "label"], "train": "conll2000/train.txt.xz",
          "test": "conll2000/test.txt.xz",
          "features": [{"extractor": "token", "column": "word", "window": 2},
                       {"extractor": "token", "column": "pos", "window": 2}]},
 "learner": {"type": "structural_svm", "C": 0.112}}
JSON
cat > "$work/letters.json" <<'JSON'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "svmhmm", "train": "ocr/letters-train.svmhmm.xz", "test": "ocr/letters-test.svmhmm.xz"},
 "learner": {"type": "structural_svm", "C": 1}}
JSON
# 20 newsgroups with unit-length tf-idf, as LIBLINEAR reads it.
python3 - "$COSTRUCT_DATA/20news/20news-bydate-train.svm.xz" "$work/news.svm" <<'PYTHON'
import lzma, math, sys
rows, df = [], {}
for line in lzma.open(sys.argv[1], "rt"):
    label, *entries = line.split("#")[0].split()
    row = [(int(j), float(v)) for j, v in (e.split(":") for e in entries)]
    rows.append((label, row))
    for j, _ in row: df[j] = df.get(j, 0) + 1
with open(sys.argv[2], "w") as out:
    for label, row in rows:
        row = [(j, v * math.log(len(rows) / df[j])) for j, v in row if df[j] < len(rows)]
        norm = math.sqrt(sum(v * v for _, v in row)) or 1.0
        out.write(label + " " + " ".join(f"{j}:{v / norm:.8g}" for j, v in row) + "\n")
PYTHON
cat > "$work/news.json" <<'JSON'
{"problem": {"type": "multiclass", "loss": "zero_one"}, "data": {"format": "svmlight", "train": "news.svm"},
 "learner": {"type": "structural_svm", "C": 1}}
JSON

measured() {  # measured NAME CONFIG ARGUMENTS...: trains and prints one line
  local name=$1 config=$2
  shift 2
  env time -f "%U %S %M" taskset -c 0 "$costruct" train "$work/$config.json" --model "$work/model" \
    --report "$work/report.json" "$@" 2> "$work/log" || { cat "$work/log" >&2; exit 1; }
  tail -1 "$work/log" |
    awk -v name="$name" '{printf "%-34s %6.2f CPU s  %5.0f MiB  ", name, $1 + $2, $3 / 1024}'
  python3 - "$work/report.json" <<'PYTHON'
import json, sys
r = json.load(open(sys.argv[1])); o = r["objective"]; m = r["metrics"]
print(f"P {o['primal']:.4f}  gap {o['gap']:.2e}  {r['iterations']} passes, {r['oracle_calls']} decodings  "
      f"accuracy {m['accuracy']:.4f}" + (f"  chunk F1 {m['chunk_f1']:.4f}" if "chunk_f1" in m else "") +
      f" on {r['metrics_on']}  {r['stopped_because']}")
PYTHON
}

for gap in 0.01 0.001; do
  measured "Spanish, 1,000 sentences, $gap" spanish_1000 --set learner.gap=$gap
done
dlib=$(dirname "$costruct")/bench_dlib_structural_svm
if [[ -x "$dlib" ]]; then
  env time -f "%U %S %M" taskset -c 0 "$dlib" "$work/spanish_1000.json" \
    0.1 > "$work/reached" 2> "$work/log"
  awk -v reached="$(cat "$work/reached")" '{printf "%-34s %6.2f CPU s  %5.0f MiB  %s\n",
    "Spanish, 1,000 sentences, dlib", $1 + $2, $3 / 1024, reached}' "$work/log"
fi
measured "Spanish, all, 0.01" spanish_all --set learner.gap=0.01
measured "CoNLL-2000, C = 0.112, 0.01" chunking --set learner.gap=0.01
measured "letters, 0.01" letters --set learner.gap=0.01
for solver in bcfw one_slack; do
  measured "Spanish, 1,000, 0.01, $solver" spanish_1000 --set learner.gap=0.01 \
    --set learner.solver=$solver
done
if command -v liblinear-train > /dev/null; then
  for pair in 0.1:2.1e-3 0.01:1.1e-4 0.001:3.0e-6; do
    epsilon=${pair%:*} gap=${pair#*:}
    env time -f "%U %S %M" taskset -c 0 liblinear-train -s 4 -c 1 -e "$epsilon" \
      -q "$work/news.svm" "$work/liblinear" 2> "$work/log"
    awk -v e="$epsilon" \
      '{printf "%-34s %6.2f CPU s  %5.0f MiB\n", "LIBLINEAR -s 4 -e " e, $1 + $2, $3 / 1024}' \
      "$work/log"
    measured "newsgroups, gap $gap" news --set learner.gap="$gap"
  done
fi
