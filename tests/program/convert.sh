#!/usr/bin/env bash
# `costruct convert` as a user meets it: the format is found, losses are told, nothing is overwritten.
#   tests/program/convert.sh COSTRUCT WORK_FOLDER
set -euo pipefail
source "$(dirname "$0")/../support/shell.sh" "$1" "$2"

# printed TEXT COMMAND...: exit code 0, and exactly this on stdout.
printed() {
  local text=$1
  shift
  "$@" > out.txt 2> err.txt || fail "exit $?: $* ($(cat err.txt))"
  [[ $(cat out.txt) == "$text" ]] || fail "$*: $(cat out.txt)"
}

printf 'Ann NP B-PER\nLee NP I-PER\nsaw VB O\nBob NP B-PER\n. . O\n\n' > own.txt
expect 0 'read by {"columns":["word","pos","label"],"format":"conll"}' "$program" convert own.txt --to spans --output own.jsonl
grep -q 'note: own.txt: cells of the column pos are left out: 5, the first in line 1' err.txt || fail "$(cat err.txt)"
grep -q 'Written: 1 example to own.jsonl, read by {"format":"spans"}' err.txt || fail "$(cat err.txt)"
expect 2 "own.jsonl: exists: --force replaces it" "$program" convert own.txt --to spans --output own.jsonl
expect 0 "" "$program" convert own.txt --to spans --output own.jsonl --force
printed $'Ann B-PER\nLee I-PER\nsaw O\nBob B-PER\n. O' "$program" convert own.jsonl --to conll
printed $'Ann B-PER\nLee E-PER\nsaw O\nBob S-PER\n. O' "$program" convert -q own.jsonl --from spans \
  --to '{"format": "conll", "scheme": "iobes"}' --output -
[[ ! -s err.txt ]] || fail "not quiet: $(cat err.txt)"
gzip -k own.txt
printed $'Ann/B-PER Lee/I-PER saw/O Bob/B-PER ./O' "$program" convert own.txt.gz --to brown
expect 2 "chains can be written as" "$program" convert own.txt --to csv
expect 2 "--to" "$program" convert own.txt
expect 3 "nothing.txt" "$program" convert nothing.txt --to spans
cat own.txt | expect 2 "read twice" "$program" convert /dev/stdin --to spans
"$program" convert - --to spans < own.txt > out.txt 2> err.txt && fail "standard input was taken"
grep -q "cannot be read twice" err.txt || fail "$(cat err.txt)"
expect 2 "writes no compressed files" "$program" convert own.txt --to brown --output own.brown.gz
expect 2 "would replace the data file own.txt" "$program" convert own.txt --to brown --output own.txt --force
cut -d ' ' -f 1 own.txt > words.txt
printed '{"text":"Ann Lee saw Bob ."}' "$program" convert words.txt --from conll --unlabeled --to spans
printf 'Ann saw it. Bye!' > raw.txt
printed $'Ann ?\nsaw ?\nit ?\n. ?\n\nBye ?\n! ?' "$program" convert raw.txt --plain-text sentences --to conll

# What predict writes for a converted file reads back as the file itself.
mkdir texts texts/spam texts/ham
echo 'buy now' > texts/spam/1.txt
echo 'see you' > texts/ham/2.txt
printed $'text,label\n"see you\n",ham\n"buy now\n",spam' "$program" convert texts --from text_folders --to csv
printf 'w,x,class\n1,0.5,a\n2,?,b\n' > table.csv
printed $'a 1:1 2:0.5\nb 1:2 3:1' "$program" convert table.csv --to svmlight
grep -q 'names of features are left out' err.txt || fail "$(cat err.txt)"
