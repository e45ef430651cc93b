#!/usr/bin/env bash
# Streams of emails as a user meets them: pipes that are silent, readers that do not read, lines
# that are no email, kills.
#   tests/mail/stream/stream.sh PROGRAM WORK_FOLDER MAIL_PROGRAM
set -euo pipefail
mail=$(realpath "$3")
. "$(dirname "$0")/../../support/shell.sh"

"$mail" generate --emails 300 --seed 1 > train.jsonl
"$mail" generate --emails 900 --seed 2 > mails.jsonl
# train MODEL OPTION=VALUE...
train() {
  local model=$1 set=()
  shift
  for option in "$@"; do set+=(--set "$option"); done
  "$program" train train.json --model "$model" "${set[@]}" 2> train.txt ||
    fail "no model: $(cat train.txt)"
}
cat > train.json <<'JSON'
{"problem": {"type": "clustering", "loss": "total", "set_size": 0, "training_decoder": "agglomerative"},
 "data": {"format": "jsonl", "train": "train.jsonl", "limit": 150}, "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}
JSON
train model.st
train window.st problem.window=30

batches() { sed -E 's/.*"batch": ([0-9]+), "size": .*/\1/' "$@"; }
firsts() { batches "$@" | awk '!($1 in first) { first[$1] = NR } { print first[$1] }'; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
# ends CODE MILLISECONDS PID: it ends by itself with this code, in this time.
ends() {
  local start found=0
  start=$(milliseconds)
  wait "$3" || found=$?
  [[ $found == "$1" ]] || fail "exit $found, not $1: $(cat err.txt)"
  (($(milliseconds) - start < $2)) || fail "ended after $(($(milliseconds) - start)) ms, not $2"
}
until_lines() {  # FILE COUNT
  for ((i = 0; i < 600; ++i)); do
    (($(wc -l < "$1") >= $2)) && return
    sleep .05
  done
  fail "$2 lines of $1 never came: $(wc -l < "$1")"
}

# The decisions are those of sequential decoding over the file as one set; a line tells id, batch,
# size and whether it is new.
"$program" predict --model model.st --data mails.jsonl --output predicted.txt
"$program" stream --model model.st --data mails.jsonl --window 5000 > whole.txt 2> err.txt
firsts whole.txt | cmp - predicted.txt || fail "stream and predict differ"
"$program" predict --model window.st --data mails.jsonl --output predicted.txt
"$program" stream --model window.st < mails.jsonl > full.txt 2> err.txt
firsts full.txt | cmp - predicted.txt || fail "stream and predict differ with a window of 30"
"$program" stream --model window.st --data - --window 30 < mails.jsonl 2> /dev/null | cmp - full.txt
cmp -s whole.txt full.txt && fail "the window changes nothing"
grep -q '^costruct: 900 emails, .* ms 99th percentile, 0 lines skipped$' err.txt ||
  fail "no summary: $(cat err.txt)"
scores='pair_f1 [0-9.]+, adjusted_rand [0-9.]+ over 900 emails with a known batch'
grep -Eq "^costruct: $scores\$" err.txt ||
  fail "no scores: $(cat err.txt)"
[[ $(wc -l < err.txt) == 2 ]] || fail "two lines at the end: $(cat err.txt)"
# The scores are those of the pairs.
sed -E 's/.*"batch": ?"([^"]*)".*/\1/' mails.jsonl | paste - <(batches full.txt) | awk '
  { true_batch[NR] = $1; batch[NR] = $2 }
  END {
    for (i = 1; i <= NR; ++i) for (k = 1; k < i; ++k) {
      t = true_batch[i] == true_batch[k]; p = batch[i] == batch[k]
      both += t && p; sum += t + p
    }
    printf "%.4g\n", 2 * both / sum
  }' > f1.txt
grep -qF "costruct: pair_f1 $(cat f1.txt)," err.txt || fail "not $(cat f1.txt): $(cat err.txt)"
# The default window follows the training data, and a note tells it.
"$program" stream --model model.st --data mails.jsonl > default.txt 2> err.txt
window=$(sed -nE 's/^costruct: note: a window of ([0-9]+) emails: in training, .*/\1/p' err.txt)
[[ $window -ge 100 ]] || fail "no default window: $(cat err.txt)"
"$program" stream --model model.st --data mails.jsonl --window "$window" 2> err.txt |
  cmp - default.txt
! grep -q 'note: a window' err.txt || fail "a note on a window that is given: $(cat err.txt)"
awk -v window=30 '{
    if ($0 !~ /^\{"id": "m[0-9]+", "batch": [0-9]+, "size": [0-9]+, "new": (true|false)\}$/) exit 1
    split($0, field, /[:,}] ?/)
    batch[NR] = field[4]; size = 0; is_new = !(field[4] in seen); seen[field[4]] = 1
    for (i = NR > window ? NR - window + 1 : 1; i <= NR; ++i) size += batch[i] == batch[NR]
    if (field[2] != "\"m" NR "\"" || field[6] != size || field[8] != (is_new ? "true" : "false") || batch[NR] > ++most) exit 1
    most = batch[NR] > known ? (known = batch[NR]) : known
  }' full.txt || fail "lines of other fields, sizes or news than those of the batches: $(head -n 3 full.txt)"
"$program" stream --model window.st --window 1 --data mails.jsonl 2> /dev/null > one.txt
[[ $(wc -l < one.txt) == 900 ]] && ! grep -vq '"size": 1,' one.txt ||
  fail "a window of one email has one email"
xz -k mails.jsonl
"$program" stream --model window.st --data mails.jsonl.xz 2> /dev/null | cmp - full.txt
"$program" stream --model window.st --data <(cat mails.jsonl) 2> /dev/null | cmp - full.txt
"$program" stream --model window.st < /dev/null 2> err.txt | cmp - /dev/null
grep -q '^costruct: 0 emails' err.txt || fail "no emails: $(cat err.txt)"

# An answer comes before the next question, and a stop ends the silence after it.
mkfifo in out
"$program" stream --model window.st --state pipe.state < in > out 2> err.txt &
stream=$!
exec 3> in 4< out
for i in 1 2 3; do
  sed -n "${i}p" mails.jsonl >&3
  read -r -t 10 -u 4 answer || fail "no answer to email $i: $(cat err.txt)"
  [[ $answer == "$(sed -n "${i}p" full.txt)" ]] || fail "another answer: $answer"
done
sed -n 4p mails.jsonl | head -c 200 >&3  # an email of which half has come is not decided
kill -TERM $stream
ends 130 2000 $stream
[[ -s pipe.state ]] || fail "no state was written"
exec 3>&- 4<&-
# The other half comes behind it.
tail -n +4 mails.jsonl | tail -c +201 | "$program" stream --model window.st \
  --state pipe.state 2> err.txt | cmp - <(tail -n +4 full.txt)
grep -q 'note: goes on behind 3 lines, 3 emails, ' err.txt ||
  fail "where does it go on: $(cat err.txt)"
# A fifo that is named is waited for as well.
"$program" stream --model window.st --data in > out.txt 2> err.txt &
stream=$!
exec 3> in
sed -n 1p mails.jsonl >&3
until_lines out.txt 1
kill -TERM $stream
ends 130 2000 $stream
exec 3>&-

# A reader that stops reading: the program waits, takes no more memory, and a stop ends it.
mkfifo full
exec 4<> full
for i in 1 2 3 4 5 6 7 8; do cat mails.jsonl; done > many.jsonl
"$program" stream --model window.st --data many.jsonl --state stuck.state > full 2> err.txt &
stream=$!
sleep 1
first=$(awk '$1 == "VmRSS:" { print $2 }' /proc/$stream/status)
sleep 1
kill -0 $stream || fail "it did not wait for its reader: $(cat err.txt)"
second=$(awk '$1 == "VmRSS:" { print $2 }' /proc/$stream/status)
((second <= first + 1000)) || fail "memory grows while it waits: $first kB, $second kB"
kill -TERM $stream
ends 130 4000 $stream
grep -q 'nobody reads the assignments' err.txt ||
  fail "lost assignments are not told: $(cat err.txt)"
timeout 1 cat <&4 > got.txt || true
exec 4>&-
"$program" stream --model window.st --data many.jsonl > long.txt 2> /dev/null
head -c "$(wc -c < got.txt)" long.txt | cmp - got.txt
"$program" stream --model window.st --data many.jsonl --state stuck.state > rest.txt 2> /dev/null
tail -n "$(wc -l < rest.txt)" long.txt | cmp - rest.txt
(($(wc -l < rest.txt) + $(wc -l < got.txt) >= $(wc -l < long.txt))) ||
  fail "assignments are lost without a trace"
# One that is gone.
expect 1 'stdout: cannot be written' bash -c '"$0" stream --model window.st --data many.jsonl >&-' \
  "$program"
found=0
"$program" stream --model window.st --data many.jsonl 2> err.txt | head -n 1 > /dev/null ||
  found=${PIPESTATUS[0]}
[[ $found == 1 ]] || fail "exit $found behind a closed pipe: $(cat err.txt)"

# A state file makes one stream of two: the rest of the input, or the same file.
for way in rest file killed; do
  rm -f state
  head -n 401 mails.jsonl | "$program" stream --model window.st \
    --state state > first.txt 2> /dev/null
  case $way in
    rest) tail -n +402 mails.jsonl | "$program" stream --model window.st \
      --state state > second.txt 2> err.txt ;;
    file) "$program" stream --model window.st --state state \
      --data mails.jsonl > second.txt 2> err.txt ;;
    killed)
      "$program" stream --model window.st --state state < in > lost.txt 2> err.txt &
      stream=$!
      exec 3> in
      sed -n 402,600p mails.jsonl >&3
      until_lines lost.txt 199
      kill -KILL $stream
      ends 137 1000 $stream 2> /dev/null
      exec 3>&-
      sed -n 402,600p full.txt | cmp - lost.txt
      "$program" stream --model window.st --state state \
        --data mails.jsonl.xz > second.txt 2> err.txt
      ;;
  esac
  cat first.txt second.txt | cmp - full.txt || fail "two halves ($way) are another stream"
done
"$program" stream --model window.st --state state --data mails.jsonl 2> err.txt | cmp - /dev/null
grep -q '900 emails' err.txt || fail "all emails were assigned before: $(cat err.txt)"
expect 3 'mails.short: has 10 lines, and its state is that of 900: another file?' \
  bash -c 'head -n 10 mails.jsonl > mails.short; exec "$0" stream --model window.st --state state --data mails.short' "$program"
expect 3 'mails.other: its first 900 lines are not what its state has read: another file?' \
  bash -c 'tac mails.jsonl > mails.other; exec "$0" stream --model window.st --state state --data mails.other' "$program"
cp state good.state
expect 3 'state: the state of window 30, not 31' "$program" stream --model window.st --window 31 \
  --state state --data mails.jsonl
expect 3 'state: the state of another model' "$program" stream --model model.st --window 30 \
  --state state --data mails.jsonl
cmp state good.state || fail "a state that was refused has changed"
size=$(wc -c < good.state)
for at in 0 1 40 $((size / 3)) $((size / 2)) $((size - 17)) $((size - 1)); do
  cp good.state state
  printf '\xa7' | dd of=state bs=1 seek="$at" conv=notrunc 2> /dev/null
  expect 3 'state: no state of a stream, or damaged' "$program" stream --model window.st \
    --state state --data mails.jsonl
done
for length in 0 1 16 17 $((size / 2)) $((size - 1)); do
  head -c "$length" good.state > state
  expect 3 'state: no state of a stream, or damaged' "$program" stream --model window.st \
    --state state --data mails.jsonl
done
expect 3 'train.json: no state of a stream, or damaged' "$program" stream --model window.st \
  --state train.json --data mails.jsonl
expect 3 'damaged' "$program" stream --model window.st --state . --data mails.jsonl
expect 1 'none/state' "$program" stream --model window.st --state none/state --data mails.jsonl
[[ ! -s out.txt ]] ||
  fail "a state that cannot be kept is found out first, not behind $(wc -l < out.txt) lines"

# Lines that are no email are told, skipped and counted; what is around them is as without them.
{
  printf '\n   \n'
  head -n 100 mails.jsonl
  printf '{"id": "bad", "parts": 3}\n{"id": "half", "par\nnothing\n\0\0\0\n[]\n{}\n"text"\n'
  sed -n 101,200p mails.jsonl | sed 's/$/\r/'
  head -c 17000000 /dev/zero | tr '\0' x
  printf '\r\n\n'
  sed -n 201,899p mails.jsonl
  printf '{"id": "long", "subject": "'
  head -c 17000000 /dev/zero | tr '\0' y
  printf '"}\n'
  sed -n 900p mails.jsonl | tr -d '\n'
} > dirty.jsonl
for way in file pipe; do
  if [[ $way == file ]]; then
    "$program" stream --model window.st --data dirty.jsonl > out.txt 2> err.txt
    name=dirty.jsonl
  else
    cat dirty.jsonl | "$program" stream --model window.st > out.txt 2> err.txt
    name='standard input'
  fi
  cmp out.txt full.txt || fail "lines that are no email change the others"
  grep -q '900 emails, .*, 9 lines skipped' err.txt ||
    fail "nine are no email: $(cut -c1-300 err.txt)"
  grep -qF "$name:103: \"parts\" is a number" err.txt ||
    fail "no line of parts: $(cut -c1-300 err.txt)"
  for line in 104 105 106 107 108 109; do
    grep -qE "^$name:$line: .*: skipped" err.txt ||
      fail "nothing about line $line: $(cut -c1-300 err.txt)"
  done
  grep -qF "$name:210: a line of more than 16 MiB: skipped" err.txt ||
    fail "nothing about the long line: $(cut -c1-300 err.txt)"
  (($(wc -c < err.txt) < 5000)) || fail "long messages: $(wc -c < err.txt)"
done
awk 'BEGIN { for (i = 0; i < 1000; ++i) print "nothing" }' > nothing.jsonl
"$program" stream --model window.st --data nothing.jsonl > out.txt 2> err.txt
[[ ! -s out.txt && $(wc -l < err.txt) == 21 ]] || fail "20 lines and a summary: $(wc -l < err.txt)"
grep -q '1000 lines skipped' err.txt || fail "a thousand are no email: $(tail -n 1 err.txt)"
head -c 40000000 /dev/zero | "$program" stream --model window.st > out.txt 2> err.txt
grep -q 'standard input:1: a line of more than 16 MiB' err.txt ||
  fail "a line without an end: $(cut -c1-300 err.txt)"
# An email without an id is called by its number; ids are quoted.
printf '{"parts": [{"type": "text/plain", "text": "a"}]}\n{"parts": [], "id": "a\\"b\\n\\u0000\xc3\xa9"}\n' \
  | "$program" stream --model window.st 2> /dev/null > out.txt
[[ $(head -n 1 out.txt) == '{"id": 1, "batch": 1, "size": 1, "new": true}' ]] ||
  fail "no number: $(head -n 1 out.txt)"
tail -n 1 out.txt | contains -F '{"id": "a\"b\n\u0000é", "batch": ' ||
  fail "an id is not quoted: $(tail -n 1 out.txt)"

# What else is refused.
awk 'BEGIN { for (i = 0; i < 40; ++i) print i % 2, "1:" i % 2, "2:" i % 3 }' > rows.svm
echo '{"problem": {"type": "multiclass"}, "data": {"format": "svmlight", "train": "rows.svm"}, "learner": {"type": "perceptron"}}' > rows.json
"$program" train rows.json --model rows.st 2> /dev/null
expect 3 'rows.st: a model of problem multiclass; stream takes one of problem clustering over emails' \
  "$program" stream --model rows.st --data mails.jsonl
expect 3 'none.st' "$program" stream --model none.st --data mails.jsonl
expect 3 'none.jsonl' "$program" stream --model window.st --data none.jsonl
expect 3 'costruct: error: .:' "$program" stream --model window.st --data .
expect 2 '--window' "$program" stream --model window.st --window 0 --data mails.jsonl
expect 2 '--window = 2000000: must be an integer from 1 to 1000000' "$program" stream \
  --model window.st --window 2000000 --data mails.jsonl
expect 2 '--state' "$program" stream --model window.st --state '' --data mails.jsonl
expect 2 '--model is required' "$program" stream
"$program" stream --help | contains 'assign the emails of a live stream to batches' || fail "no help"
echo ok
