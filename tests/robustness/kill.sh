#!/usr/bin/env bash
# kill.sh COSTRUCT STORE_CHECK KILLS [SEED]: runs a sweep and kills it (SIGKILL) after a random
# time, over and over, until it was killed KILLS times. After each kill every cell that was there
# before is still there, no cell is there twice, each is bit for bit that of an undisturbed run, and
# so are the files of results. A run that comes to its end is begun afresh, or its report is written
# again and killed; so is one whose store was complete when it was killed.
set -euo pipefail
costruct=$1 store_check=$2 kills=$3 seed=${4:-1}
. "$(dirname "$0")/toy.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write_toy "$work"
logs=("$work/log")
RANDOM=$seed

milliseconds() { echo $(($(date +%s%N) / 1000000)); }
start=$(milliseconds)
"$costruct" run "$work/toy.json" --out "$work/reference" --jobs 1 >"$work/log" 2>&1 ||
  fail "the undisturbed run failed"
whole=$(($(milliseconds) - start))
start=$(milliseconds)
"$costruct" run "$work/toy.json" --out "$work/reference" >"$work/log" 2>&1
startup_and_report=$(($(milliseconds) - start))

out=$work/disturbed
declare -A landed=()
killed=0 completed=0 fresh=""
while [ "$killed" -lt "$kills" ]; do
  # Half of the kills fall anywhere in a run, the others early: while the store is made or opened,
  # or where all is done while the report is written.
  longest=$whole
  if [ $((RANDOM % 2)) -eq 0 ]; then longest=$startup_and_report; fi
  delay=$((RANDOM % (longest + 2)))
  if [ -n "$fresh" ]; then rm -f "$work/seen"; fi
  "$costruct" run "$work/toy.json" --out "$out" --jobs $((1 + killed % 2)) \
    $fresh >"$work/log" 2>&1 &
  run=$!
  sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
  kill -9 "$run" 2>/dev/null || true
  status=0
  wait "$run" 2>/dev/null || status=$?
  fresh=""
  case $status in
    0)
      completed=$((completed + 1))
      for file in curves.csv cells.csv report.html; do [ -e "$out/$file" ] ||
        fail "a complete run has no $file"; done
      if [ $((RANDOM % 4)) -gt 0 ]; then fresh=--fresh; fi ;;
    137) killed=$((killed + 1)) ;;
    *) fail "run ended with $status" ;;
  esac
  state=$("$store_check" "$out" "$work/reference" "$work/seen" 2>&1) ||
    fail "after kill $killed: $state"
  if [ "$status" -eq 0 ]; then
    [ "$state" = complete ] || fail "a complete run's store is $state"
  else
    landed[$state]=$((${landed[$state]-0} + 1))
    # Most of a small run's time goes into its report: without this nearly all kills would find a
    # complete store.
    if [ "$state" = complete ] && [ $((RANDOM % 4)) -gt 0 ]; then fresh=--fresh; fi
  fi
  same_as "$work/reference" "$out"
  if [ $((killed % 10)) -eq 9 ] && [ -d "$out" ]; then  # what is left can be reported on
    rm -rf "$work/copy"
    cp -r "$out" "$work/copy"
    status=0
    "$costruct" report "$work/copy" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || fail "report on what is left ended with $status"
  fi
done

"$costruct" run "$work/toy.json" --out "$out" >"$work/log" 2>&1 || fail "the last run failed"
state=$("$store_check" "$out" "$work/reference" "$work/seen" 2>&1) || fail "at the end: $state"
[ "$state" = complete ] || fail "the last run's store is $state"
cmp "$work/reference/curves.csv" "$out/curves.csv"
echo "$killed kills, $completed runs came to their end; kills by what was in the store:"
for state in "${!landed[@]}"; do echo "  $state ${landed[$state]}"; done
