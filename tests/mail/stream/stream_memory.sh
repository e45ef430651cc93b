#!/usr/bin/env bash
# A stream takes as much memory for many emails as for few.
#   tests/mail/stream/stream_memory.sh PROGRAM WORK_FOLDER MAIL_PROGRAM
set -euo pipefail
mail=$(realpath "$3")
. "$(dirname "$0")/../../support/shell.sh"

"$mail" generate --emails 150 --seed 1 > train.jsonl
cat > train.json <<'JSON'
{"problem": {"type": "clustering", "training_decoder": "agglomerative"}, "data": {"format": "jsonl", "train": "train.jsonl"},
 "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}
JSON
"$program" train train.json --model model.st 2> err.txt || fail "no model: $(cat err.txt)"
mkfifo in
# peak COUNT: kB at most in memory when so many emails were assigned.
peak() {
  "$program" stream --model model.st --window 50 --every 0 --state "state$1" \
    < in > out.txt 2> err.txt &
  local stream=$!
  exec 3> in
  "$mail" generate --emails "$1" --seed 7 >&3
  for ((i = 0; i < 2400 && $(wc -l < out.txt) < $1; ++i)); do sleep .05; done
  awk '$1 == "VmHWM:" { print $2 }' /proc/$stream/status
  exec 3>&-
  wait $stream || fail "$1 emails: $(cat err.txt)"
  [[ $(wc -l < out.txt) == "$1" ]] || fail "$1 emails, $(wc -l < out.txt) assignments"
}
few=$(peak 2000)
many=$(peak 20000)
((many * 5 <= few * 6)) || fail "memory grows: $few kB for 2000 emails, $many kB for 20000"
# A state is as large as the window, however long the stream.
few=$(wc -c < state2000)
many=$(wc -c < state20000)
((many * 2 <= few * 3)) || fail "the state grows: $few bytes behind 2000 emails, $many behind 20000"
echo ok
