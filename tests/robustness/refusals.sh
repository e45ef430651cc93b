#!/usr/bin/env bash
# refusals.sh COSTRUCT STORE_CHECK: a second run in a folder says so and stops while the first goes
# on, a report does not disturb it; a store of a newer version, one of something else, one that is
# cut off and one with a changed value are refused and stay as they are.
set -euo pipefail
costruct=$1 store_check=$2
. "$(dirname "$0")/toy.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write_toy "$work" 100
logs=("$work/log" "$work/first")
out=$work/run

"$costruct" run "$work/toy.json" --out "$out" >"$work/first" 2>&1 &
first=$!
for _ in $(seq 500); do
  [ -s "$out/results.sqlite" ] && break
  sleep 0.01
done
kill -STOP "$first"  # so that it is still at work, however slow or fast this machine is
status=0
"$costruct" run "$work/toy.json" --out "$out" >"$work/log" 2>&1 || status=$?
kill -CONT "$first"
[ "$status" -eq 1 ] || fail "the second run ended with $status instead of 1"
grep -q "another run is writing here" "$work/log" || fail "the second run does not say why it stops"
wait "$first" || fail "the first run was disturbed"
[ "$("$store_check" "$out" "$out" "$work/seen")" = complete ] ||
  fail "the first run is not complete"

# A report while a run is at work is of what there is; the run writes over it at its end.
write_toy "$work" 400
"$costruct" run "$work/toy.json" --out "$work/reported" >"$work/first" 2>&1 &
first=$!
for _ in $(seq 3000); do
  size=$(stat -c %s "$work/reported/results.sqlite-wal" 2>/dev/null || echo 0)
  [ "$size" -gt 60000 ] && break
  sleep 0.01
done
kill -STOP "$first"
"$costruct" report "$work/reported" >"$work/log" 2>&1 || fail "a run at work cannot be reported on"
grep -q "missing: the run is not finished" "$work/log" ||
  fail "the report does not say that cells are missing"
cp "$work/reported/curves.csv" "$work/early"
kill -CONT "$first"
wait "$first" || fail "the run that was reported on was disturbed"
! cmp -s "$work/early" "$work/reported/curves.csv" ||
  fail "the run did not write its results over the report's"

# refused WHAT MESSAGE: both run and report end with 3 and a message, and leave the store as it is.
refused() {
  cp "$out/results.sqlite" "$work/before"
  for command in "run $work/toy.json --out" report; do
    status=0
    # shellcheck disable=SC2086
    "$costruct" $command "$out" >"$work/log" 2>&1 || status=$?
    [ "$status" -eq 3 ] || fail "$1: $command ended with $status instead of 3"
    grep -q "$2" "$work/log" || fail "$1: no clear message"
    cmp "$work/before" "$out/results.sqlite" || fail "$1: $command changed the store"
  done
}

cp "$out/results.sqlite" "$work/good"
# user_version, SQLite's header
printf '\0\0\0\143' | dd of="$out/results.sqlite" bs=1 seek=60 conv=notrunc status=none
refused "a store of a newer version" "store version 99, written by a newer costruct"
cp "$work/good" "$out/results.sqlite"
printf 'abcd' | dd of="$out/results.sqlite" bs=1 seek=68 conv=notrunc status=none  # application_id
refused "a file of another program" "no result store of costruct"
printf 'learner,labeled\nhmm,5\n' >"$out/results.sqlite"
refused "a text file" "no result store of costruct"
cp "$work/good" "$out/results.sqlite"
# phase and learner of cells
LC_ALL=C sed -i 's/curveco_perceptron/curveco_perceptroN/' "$out/results.sqlite"
refused "a changed value" "damaged store: row .* does not give its checksum"
head -c 5000 "$work/good" >"$out/results.sqlite"
refused "half a store" "damaged store"
echo "a second run, newer, foreign and cut off stores: refused"
