#!/usr/bin/env bash
# full_disk.sh COSTRUCT STORE_CHECK: a sweep runs out of space (files limited in size; where a file
# system may be mounted, also a full one) at different points. It ends with exit code 1 and a
# message, leaves no partial file under a final name, and the same command with room again ends as
# an undisturbed run. The other commands that write say so too.
set -euo pipefail
costruct=$1 store_check=$2
. "$(dirname "$0")/toy.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write_toy "$work" 6
logs=("$work/log")
"$costruct" run "$work/toy.json" --out "$work/reference" >"$work/log" 2>&1 ||
  fail "the undisturbed run failed"

# failed_for_room STATUS: what is left after a run that should have run out of space.
failed_for_room() {
  [ "$1" -eq 1 ] || fail "$2: ended with $1 instead of 1"
  grep -Eq "costruct: error: .*cannot be written" "$work/log" || fail "$2: no clear message"
  same_as "$work/reference" "$out"
  [[ $(ls "$out") != *.tmp* ]] || fail "$2: a temporary file is left"
}

with_room_again() {
  "$store_check" "$out" "$work/reference" "$work/seen" >"$work/log" 2>&1 ||
    fail "$1: before going on"
  "$costruct" run "$work/toy.json" --out "$out" >"$work/log" 2>&1 || fail "$1: going on failed"
  [ "$("$store_check" "$out" "$work/reference" "$work/seen" 2>&1)" = complete ] ||
    fail "$1: not complete"
  cmp "$work/reference/curves.csv" "$out/curves.csv"
}

# no_room WHY COMMAND ...: the command ends with 1, says why, and leaves nothing it had begun, nor
# less than there was.
no_room() {
  local why=$1 status=0
  shift
  before=$(cd "$files" && find . -type f ! -name '*.lock' ! -name '*-shm' ! -name '*-wal' \
    -exec cksum {} + | sort)
  "$costruct" "$@" >"$work/log" 2>&1 || status=$?
  [ "$status" -eq 1 ] || fail "$*: ended with $status instead of 1"
  grep -Eiq "costruct: error: .*cannot be written.*$why" "$work/log" ||
    fail "$*: does not say: $why"
  after=$(cd "$files" && find . -type f ! -name '*.lock' ! -name '*-shm' ! -name '*-wal' \
    -exec cksum {} + | sort)
  [ "$before" = "$after" ] || fail "$*: files differ"
}

# Commands whose outputs lie under $files, where there is no room.
commands_without_room() {
  no_room "$1" train "$work/pos.json" --model "$files/other.st"
  no_room "$1" train "$work/pos.json" --model /dev/null --report "$files/train_report.json"
  no_room "$1" predict --model "$work/pos.st" --data "$work/train.conll" --output "$files/p"
  no_room "$1" report "$files/run"
}

"$costruct" train "$work/pos.json" --model "$work/pos.st" >"$work/log" 2>&1 ||
  fail "training failed"
export files=$work/files
mkdir "$files"
cp -r "$work/reference" "$files/run"
(ulimit -f 1; commands_without_room "file too large") || exit 1
echo "train, predict and report with files limited in size: told"

out=$work/limited
tried=0
for kilobytes in 1 8 33 48 64 80 96 128 192 256 384 512; do
  rm -rf "$out" "$work/seen"
  status=0
  (ulimit -f "$kilobytes"; "$costruct" run "$work/toy.json" --out "$out" --jobs 2) >"$work/log" \
    2>&1 || status=$?
  [ "$status" -ne 0 ] || break
  failed_for_room "$status" "files of $kilobytes KiB"
  with_room_again "files of $kilobytes KiB"
  tried=$((tried + 1))
done
[ "$tried" -ge 5 ] || fail "only $tried sizes were too small"
echo "files limited in size: $tried sizes"

# The same on a file system that is full, in a name space of its own.
if unshare -rm true 2>/dev/null; then
  mkdir "$work/small"
  export work costruct
  unshare -rm "$BASH" -c "$(declare -f fail no_room commands_without_room)"'
    set -euo pipefail
    logs=("$work/log") files=$work/small
    mount -t tmpfs -o size=4m none "$files"
    cp -r "$work/reference" "$files/run"
    dd if=/dev/zero of="$files/filler" bs=4k status=none 2>/dev/null || true
    commands_without_room "no space left"' || exit 1
  echo "train, predict and report on a full file system: told"
  for kilobytes in 32 64 96 128 192 256 384 512 768; do
    export kilobytes work costruct store_check
    rm -f "$work/seen"
    if unshare -rm "$BASH" -c "$(declare -f fail same_as failed_for_room with_room_again)"'
      set -euo pipefail
      logs=("$work/log") out=$work/small/run status=0
      mount -t tmpfs -o size=${kilobytes}k none "$work/small"
      "$costruct" run "$work/toy.json" --out "$out" >"$work/log" 2>&1 || status=$?
      [ "$status" -ne 0 ] || exit 9
      failed_for_room "$status" "file system of $kilobytes KiB"
      mount -o remount,size=8m "$work/small"
      with_room_again "file system of $kilobytes KiB"
      '; then
      echo "full file system of $kilobytes KiB: ok"
    else
      [ $? -eq 9 ] || exit 1
      break
    fi
  done
else
  echo "no file system may be mounted here: only files limited in size were tried"
fi
