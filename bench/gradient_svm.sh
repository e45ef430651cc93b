#!/usr/bin/env bash
# The gradient SVM against quadratic programs: seconds to weights whose hinge objective is near the
# optimum, on 100 and 1,000 Spanish sentences, one core. The optimum is that of structural_svm at a
# gap of .0001.
#   bench/gradient_svm.sh [BINARY]
set -euo pipefail
cd "$(dirname "$0")/.."
costruct=$(realpath "${1:-build/release/bin/costruct}")
: "${COSTRUCT_DATA:?set it to the folder that holds conll2002-es/}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_NUM_THREADS=1

train() {  # SENTENCES LEARNER
  cat > "$work/config.json" <<JSON
{"problem": {"type": "sequence", "loss": "hamming"}, "data": {"dataset": "conll2002-es", "limit": $1}, "learner": $2}
JSON
  "$costruct" train "$work/config.json" --model "$work/model" \
    --report "$work/report.json" > /dev/null 2>&1
}
uptime
for n in 100 1000; do
  train $n '{"type": "structural_svm", "gap": 0.0001}'
  optimum=$(python3 \
    -c "import json, sys; print(json.load(open(sys.argv[1]))['objective']['primal'])" \
    "$work/report.json")
  for learner in '{"type": "structural_svm", "gap": 0.01}' '{"type": "gradient_svm", "gap": 0.01}' \
    '{"type": "gradient_svm", "gap": 0.01, "minimizer": "lbfgs"}' \
    '{"type": "gradient_svm", "gap": 0.005, "epsilon": 0.02, "rho": 200, "time_limit": 300}'; do
    train $n "$learner"
    python3 - "$work/report.json" "$optimum" "$n" "$learner" <<'PYTHON'
import json, sys
report, optimum = json.load(open(sys.argv[1])), float(sys.argv[2])
primal = report["history"][-1].get("structural_svm_primal", report["objective"]["primal"])
error = report["metrics"]["token_error"]
print(f"{sys.argv[3]} sentences, {sys.argv[4]}: {report['train_seconds']:.2f} s, {100 * (primal / optimum - 1):.2f} % "
      f"above the optimum, {report['iterations']} epochs, {report['stopped_because']}; token error {error:.4f}")
PYTHON
  done
done
