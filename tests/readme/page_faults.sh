#!/usr/bin/env bash
# page.sh on pages with faults: each is found, none is passed over.
#   page_faults.sh WORK_DIR
set -euo pipefail
page_sh=$(dirname "$(realpath "$0")")/page.sh
work=$1
rm -rf "$work" && mkdir -p "$work/bin"
fail() { echo "page_faults.sh: $1" >&2; exit 1; }

# EXPECTED_CODE WORDS PAGE...: a line an argument; page.sh must end with this code and write these
# words.
page() {
  local expected=$1 words=$2 code=0
  shift 2
  printf '%s\n' "$@" > "$work/page.md"
  "$page_sh" "$work/page.md" "$work/bin/costruct" "$work/run" > "$work/out" 2>&1 || code=$?
  [ "$code" = "$expected" ] ||
    fail "exit code $code, expected $expected, of: $* -- $(cat "$work/out")"
  grep -qF -- "$words" "$work/out" || fail "expected '$words', got: $(cat "$work/out")"
}

said=('```sh' 'echo first; echo last' '```')
page 0 '1 blocks' "${said[@]}" '```text said' 'first' 'last' '```' '```text' 'what else' '```' \
  '- ```json' '  {}' '  ```'
page 0 '2 blocks' "${said[@]}" '```sh exit=3' 'exit 3' '```'
page 1 'not said: first' "${said[@]}" '```text said' 'last' 'first' '```'
page 1 'exit code 3, expected 0' '```sh' 'exit 3' '```'
page 1 'expected exit=NUMBER or data' '```sh exits=3' 'exit 3' '```'
page 1 'before all commands' '```text said' 'last' '```' "${said[@]}"
page 1 'in two blocks' "${said[@]}" '```text said' 'other' '```' '```text said' 'last' '```'
page 1 'nothing is said' "${said[@]}" '```text said' '```'
for fence in '```text said ' '```text  said' '  ```text said' '~~~text said' '``` text said' \
  '```said' \
  '```text was said'; do
  page 1 'no rule takes' "${said[@]}" "$fence" 'other' '```'
done
for fence in '  ```sh' '- ```sh' '1. ```sh' '> ```sh' '~~~sh' '``` sh' '```shell' '````sh'; do
  page 1 'no rule takes' "${said[@]}" "$fence" 'exit 3' '```'
done
page 1 'begins in another one' '```sh' 'true' '```sh' 'exit 3' '```'
page 1 'does not end' "${said[@]}" '```sh' 'exit 3'
page 1 'has no block of commands' '```text' 'exit 3' '```'

# What cannot be compared is not as said: here awk itself fails, but where it takes the page apart.
printf '#!/bin/sh\n[ "$1" != -v ] && exit 2\nPATH=%s exec awk "$@"\n' "'$PATH'" > "$work/bin/awk"
chmod +x "$work/bin/awk"
page 1 'cannot compare' "${said[@]}" '```text said' 'first' '```'
