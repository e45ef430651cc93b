#!/usr/bin/env bash
# costruct-mail as a user runs it: mails made up, converted, grouped; what it says of bad input.
#   tests/mail/costruct_mail.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../support/shell.sh"

# The same stream for the same seed; other options, other streams.
"$program" generate --emails 500 --seed 3 --obfuscation 0 > first.jsonl
"$program" generate --emails 500 --seed 3 --obfuscation 0 > second.jsonl
cmp first.jsonl second.jsonl
"$program" generate --emails 500 --seed 4 --obfuscation 0 > third.jsonl
cmp -s first.jsonl third.jsonl && fail "two seeds, one stream"
[[ $(wc -l < first.jsonl) == 500 ]] || fail "500 mails"
[[ $(grep -c '"label": *"spam"' first.jsonl) -gt 300 ]] || fail "most are spam"
"$program" generate --emails 200 --seed 3 --obfuscation 0 > prefix.jsonl
cmp prefix.jsonl <(head -n 200 first.jsonl) ||
  fail "a shorter stream is the beginning of the longer"
"$program" generate --emails 0 > empty.jsonl
[[ ! -s empty.jsonl ]] || fail "no mails were asked for"
"$program" generate --emails 50 --singletons 1 | contains '"label": *"spam"' &&
  fail "only singletons were asked for"

# Real ham stands for singletons; spam of the file does not.
"$program" generate --emails 20 --singletons 1 --ham first.jsonl > mixed.jsonl
grep -q '"id": *"m1/m' mixed.jsonl || fail "no mail of the file: $(head -n 1 mixed.jsonl)"
xz -k first.jsonl
"$program" generate --emails 20 --singletons 1 --ham first.jsonl.xz | cmp - mixed.jsonl

# Converting JSON lines changes nothing.
"$program" convert --format jsonl first.jsonl > again.jsonl
cmp first.jsonl again.jsonl
"$program" convert --format jsonl prefix.jsonl empty.jsonl third.jsonl |
  cmp - <(cat prefix.jsonl third.jsonl)

# An mbox and a maildir of the same mails.
mkdir -p box/cur box/new box/tmp
for i in 1 2 3; do
  printf 'From: Ann <ann%s@a.example>\nTo: b@b.example\nSubject: Hello %s\nDate: Mon, 1 Aug 2005 10:00:0%s +0000\nMessage-ID: <n%s@a.example>\n\nThis is the text of a mail that all of them share, number %s.\n' \
    $i $i $i $i $i > "box/cur/$i:2,S"
  { echo "From ann@a.example Mon Aug  1 10:00:00 2005"; cat "box/cur/$i:2,S"; echo; } >> box.mbox
done
"$program" convert --format maildir box > maildir.jsonl
"$program" convert --format mbox box.mbox > mbox.jsonl
[[ $(wc -l < maildir.jsonl) == 3 && $(wc -l < mbox.jsonl) == 3 ]] ||
  fail "three mails: $(cat maildir.jsonl mbox.jsonl)"
grep -q 'Hello 2' mbox.jsonl || fail "the subject: $(cat mbox.jsonl)"

# Batches: a header, a line a mail in their order, sizes that add up.
"$program" batches first.jsonl > batches.tsv 2> err.txt
[[ $(head -n 1 batches.tsv) == $'id\tcluster\tcluster_size' ]] ||
  fail "the header: $(head -n 1 batches.tsv)"
awk -F '\t' 'NR > 1 { if ($1 != "m" (NR - 1)) exit 1; n[$2]++; size[$2] = $3; if ($2 > last + 1) exit 1; if ($2 > last) last = $2 }
  END { for (c in n) if (n[c] != size[c]) exit 1 }' batches.tsv || fail "clusters in order, with their sizes"
grep -q '^500 mails, ' err.txt || fail "no summary: $(cat err.txt)"
[[ $("$program" batches --format mbox box.mbox 2> /dev/null | cut -f 3 | tail -n 1) == 3 ]] ||
  fail "three of one batch"
"$program" batches empty.jsonl 2> /dev/null | cmp - <(printf 'id\tcluster\tcluster_size\n')
# Equal mails by the thousand, and ids that would break a line.
awk 'BEGIN { for (i = 0; i < 10000; ++i) printf "{\"id\": \"a\\tb\\n%d\", \"parts\": [{\"type\": \"text/plain\", \"text\": \"the very same words in each of them\"}]}\n", i }' \
  > same.jsonl
timeout 20 "$program" batches same.jsonl > same.tsv 2> /dev/null
[[ $(wc -l < same.tsv) == 10001 ]] || fail "a line a mail"
[[ $(tail -n 1 same.tsv | cut -f 3) == 10000 ]] || fail "one batch of all: $(tail -n 1 same.tsv)"

# Errors say where and what.
expect 3 missing.jsonl "$program" batches missing.jsonl
printf '{"parts": []}\n{"parts": 7}\n' > bad.jsonl
expect 3 bad.jsonl:2: "$program" convert --format jsonl bad.jsonl
expect 3 bad.jsonl:2: "$program" batches bad.jsonl
expect 3 bad.jsonl:2: "$program" generate --emails 9 --singletons 1 --ham bad.jsonl
expect 2 'obfuscation = 1.5: must be from 0 to 1' "$program" generate --obfuscation 1.5
expect 2 'active = 0' "$program" generate --active 0
expect 2 'batch_size' "$program" generate --batch-size nan
expect 2 --emails "$program" generate --emails -1
expect 2 --seed "$program" generate --seed x
expect 2 '--format' "$program" convert box.mbox
expect 2 '--format' "$program" convert --format pst box.mbox
expect 2 'PATH' "$program" batches
expect 2 'did you mean batches' "$program" batchs x
expect 2 '--help' "$program"
for command in "" generate convert batches; do
  # shellcheck disable=SC2086  # no command is no argument
  "$program" $command --help > help.txt
  grep -q Example help.txt || fail "no example in: $(cat help.txt)"
done
if [ -w /dev/full ]; then
  found=0
  "$program" generate --emails 2000 > /dev/full 2> err.txt || found=$?
  [[ $found == 1 ]] || fail "exit $found, not 1, for a full disk"
fi
echo ok
