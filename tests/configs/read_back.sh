#!/usr/bin/env bash
# The effective config that a run writes is a config: it reads back, and says the same again.
#   read_back.sh SOURCE_DIR PROGRAM WORK_DIR
set -euo pipefail
source=$1 program=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
wrong=0 read=0
for config in "$source"/configs/*.json; do
  name=$(basename "$config")
  "$program" validate "$config" >"$work/$name" 2>/dev/null ||
    { echo "$name: is no config"; wrong=1; continue; }
  if ! "$program" validate "$work/$name" >"$work/again" 2>"$work/error"; then
    echo "$name: its effective config is refused: $(cat "$work/error")"
    wrong=1
  elif ! cmp -s "$work/$name" "$work/again"; then
    echo "$name: its effective config says something else: $(diff "$work/$name" "$work/again" | head -5)"
    wrong=1
  fi
  read=$((read + 1))
done
[ "$read" -gt 50 ] || { echo "$read configs read: where are they?"; wrong=1; }
exit "$wrong"
