#!/usr/bin/env bash
# Structural SVMs by measures of a whole sample on income data (a9a), to a gap of .001 of the
# objective: user time of the whole process, iterations, test measures (docs/multivariate.md). One
# thread. Needs $COSTRUCT_DATA.
#   bench/multivariate.sh [BINARY]
# c is the C of the C program published with the method: C = 25 c / n^2 here, for losses of a table.
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
: "${COSTRUCT_DATA:?set it to the folder that holds a9a/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1
cat > "$work/a9a.json" <<'JSON'
{"problem": {"type": "multivariate", "positive": "+1"},
 "data": {"format": "svmlight", "train": "a9a/a9a.xz", "test": "a9a/a9a.t.xz"},
 "learner": {"type": "structural_svm", "solver": "one_slack", "gap": 0.001}}
JSON
TIMEFORMAT=%U
fit() {  # fit LOSS NAME C [PATH]: a line
  local options=()
  [ $# -lt 4 ] || options=(--set learner.C_path="$4")
  { time "$costruct" train "$work/a9a.json" --model "$work/model" --report "$work/report.json" \
    --set problem.loss="$1" \
      --set learner.C="$3" "${options[@]}" > /dev/null 2> "$work/log" ||
      { cat "$work/log" >&2; exit 1; }; } 2> "$work/user"
  python3 - "$work" "$1" "$2" <<'PYTHON'
import json, sys
work, loss, name = sys.argv[1:]
r = json.load(open(f"{work}/report.json"))
m = r["metrics"]
print(f"{loss:<18} {name:<22} {float(open(f'{work}/user').read()):6.2f} s of CPU  {r['iterations']:4d} iterations  objective {r['objective']['primal']:.4g}  F1 {m['f1']:.3f}  error {m['error_rate']:.3f}"
      f"  PRBEP {m['prbep']:.3f}  ROC area {m['roc_area']:.3f}  average precision {m['average_precision']:.3f}")
PYTHON
}
of_c() { python3 -c "print(25 * $1 / 32561 ** 2)"; }  # 32,561 rows
for entry in "f1 1" "f1 10" "f1 100" "balanced_error 100" "prbep 100" "error 1" "error 10" \
  "error 100"; do
  read -r loss c <<< "$entry"
  fit "$loss" "c = $c" "$(of_c "$c")"
done
fit f1 "c = 10 from c = 1" "$(of_c 10)" "[$(of_c 1)]"
for entry in "roc_area 1" "roc_area 10" "roc_area 100" "roc_area 1000" "average_precision 1" \
  "average_precision 100"; do
  read -r loss C <<< "$entry"
  fit "$loss" "C = $C" "$C"
done
