#!/usr/bin/env bash
# The record again: runs configs in full, and says what came out otherwise than docs/record has it.
#   tools/reproduce.sh [--out DIR] [--jobs N] [--update] [CONFIG...]
#   tools/reproduce.sh --list [CONFIG...]    their CPU hours, recorded or estimated by a dry run,
#   and the sum
# Configs go by their names in configs/; all of them where none is named. Runs lie in DIR (the
# source tree's runs/) under their names; one that was interrupted goes on where it stopped when the
# same command is given again. With --update the record is what the runs say, and docs/gallery.md is
# made anew. COSTRUCT is the program (costruct).
# Exit codes: 0 as recorded; 1 something changed, or has no record yet; 2 a run failed or cannot be
# recorded.
set -euo pipefail

# Relative paths are the caller's, not those of the source tree in which everything runs.
program=${COSTRUCT:-costruct}
if ! found=$(command -v -- "$program"); then
  echo "reproduce.sh: no program $program: build it, and name it by COSTRUCT" >&2
  exit 2
fi
program=$(realpath -s -- "$found")
export COSTRUCT=$program
if [ -n "${COSTRUCT_DATA:-}" ]; then COSTRUCT_DATA=$(realpath -ms -- "$COSTRUCT_DATA"); fi
out='' jobs=1 update='' list='' configs=()
while [ $# -gt 0 ]; do
  case "$1" in
    --out | --jobs) [ -n "${2:-}" ] || { echo "reproduce.sh: $1: what?" >&2; exit 2; } ;;&
    --out) out=$(realpath -ms -- "$2"); shift ;;
    --jobs) jobs=$2; shift ;;
    --update) update=yes ;;
    --list) list=yes ;;
    -*) echo "reproduce.sh: unknown option $1: expected --out, --jobs, --update or --list" >&2
    exit 2 ;;
    *) configs+=("$(basename "$1" .json)") ;;
  esac
  shift
done
cd "$(dirname "$0")/.."
out=${out:-$PWD/runs}
if [ ${#configs[@]} -eq 0 ]; then
  for file in configs/*.json; do configs+=("$(basename "$file" .json)"); done
fi
for name in "${configs[@]}"; do
  [ -f "configs/$name.json" ] || { echo "reproduce.sh: there is no configs/$name.json" >&2; exit \
    2; }
done

# CPU seconds of a config by a dry run, which goes by finished cells of DIR and tries a few of the
# others; nothing where it cannot run.
estimate() {
  "$program" run "configs/$1.json" --out "$out/$1" --dry-run 2>/dev/null | awk -F '\t' '
    $1 == "selection" || $1 == "curve" { sum += $6 * $9; any = 1 }
    END { if (any) print sum }'
}

if [ -n "$list" ]; then
  sum=0
  printf '%s\t%s\t%s\n' config cpu_hours from
  for name in "${configs[@]}"; do
    record=docs/record/$name/run.json from=recorded
    if [ -f "$record" ]; then
      seconds=$(node -p 'const run = JSON.parse(require("fs").readFileSync(process.argv[1]));
        run.cpu_seconds ?? run.cpu_seconds_at_most' "$record")
    else
      seconds=$(estimate "$name" || true) from=estimated
    fi
    hours='' known=${seconds:-0}
    if [ -n "$seconds" ]; then
      hours=$(awk -v seconds="$seconds" 'BEGIN { printf "%.3f", seconds / 3600 }')
    else
      from='not known: a dry run fails; are its data there?'
    fi
    printf '%s\t%s\t%s\n' "$name" "$hours" "$from"
    sum=$(awk -v sum="$sum" -v seconds="$known" 'BEGIN { print sum + seconds / 3600 }')
  done
  awk -v sum="$sum" 'BEGIN { printf "all\t%.3f\t\n", sum }'
  exit
fi

# The largest exit code of what is done with every config.
code=0
mkdir -p "$out"
worse() { if [ "$1" -gt "$code" ]; then code=$1; fi; }
for name in "${configs[@]}"; do
  echo "== $name"
  failed=0
  "$program" run "configs/$name.json" --out "$out/$name" --jobs "$jobs" >"$out/$name.log" 2>&1 ||
    failed=$?
  if [ "$failed" -gt 1 ]; then  # 1: cells failed, which the record counts
    tail -3 "$out/$name.log" >&2
    echo "reproduce.sh: $name failed: see $out/$name.log" >&2
    worse 2
    continue
  fi
  node tools/record.mjs --compare "$out/$name" || worse $?
  if [ -n "$update" ]; then node tools/record.mjs "$out/$name" || worse $?; fi
done
if [ -n "$update" ]; then node tools/make_gallery.mjs; fi
exit "$code"
