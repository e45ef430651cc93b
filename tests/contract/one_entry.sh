#!/usr/bin/env bash
# `test_contract -c NAME`, as the pages on adding learners and problems have it, runs the contract
# of NAME.
#   one_entry.sh TEST_CONTRACT NAME...
set -euo pipefail
program=$1
shift
assertions() { # NAME
  "$program" -c "$1" | sed -nE 's/^All tests passed \(([0-9]+) assertions? .*/\1/p'
}
nobody=$(assertions no_such_entry)
for name in "$@"; do
  found=$(assertions "$name")
  if [ "${found:-0}" -le "${nobody:-0}" ]; then
    echo "one_entry.sh: $name: ${found:-no} assertions, no more than without any entry" >&2
    exit 1
  fi
done
