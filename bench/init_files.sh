#!/usr/bin/env bash
# Whether the configs that `costruct init` writes for files of the data folder run as they are.
#
#   COSTRUCT_DATA=DATA bench/init_files.sh COSTRUCT WORK_FOLDER [SECONDS]
#
# A line a file: init, run and train with their exit codes (124: longer than SECONDS, 600 by
# default), and the seconds of `run`, by the clock and of the processor. Ends with 1 if one of them
# failed.
set -uo pipefail
program=$(readlink -f "$1")
work=$2
limit=${3:-600}
rm -rf "$work"
mkdir -p "$work"

files=(conll2000/test.txt.xz conll2002-es/esp.testb.xz bc2gm/devel.tsv.xz
  ud-english-ewt/dev.conllu.xz ocr/letters-train.svmhmm.xz ptb-sample/wsj.mrg.xz
  cora-linqs/views.svm.xz cora-large/views.svm.xz webkb/course.svm.xz mfeat/mfeat.svm.xz
  a9a/a9a.xz w8a/w8a.xz sslbook/text.svm.xz sslbook/digit1.svm.xz
  regression/abalone.csv regression/auto93.csv regression/elevators.csv.xz
  20news/20news-bydate-test.jsonl.xz reuters/reuters-modapte-test.svm.xz
  email-hp-spam/messages.jsonl.xz)

failed=0
TIMEFORMAT='%0R %0U'
printf '%-40s %5s %5s %6s %8s %8s\n' file init run train 'run s' 'CPU s'
for file in "${files[@]}"; do
  folder=$work/$(tr / - <<< "$file")
  "$program" init "$COSTRUCT_DATA/$file" --out "$folder" > /dev/null 2> "$folder.init"
  init=$?
  run=- train=- seconds='- -'
  if [ $init = 0 ] && [ -e "$folder/experiment.json" ]; then
    { time timeout "$limit" "$program" run -q "$folder/experiment.json" --out "$folder/run" \
      > "$folder/answer" 2> "$folder/run.err"; } 2> "$folder/time"
    run=$?
    seconds=$(< "$folder/time")
  fi
  if [ $init = 0 ]; then
    timeout "$limit" "$program" train -q "$folder/train.json" --model "$folder/model" \
      2> "$folder/train.err"
    train=$?
  fi
  # shellcheck disable=SC2086  # two words
  printf '%-40s %5s %5s %6s %8s %8s\n' "$file" $init $run $train $seconds
  for code in $init $run $train; do
    case $code in 0 | -) ;; *) failed=1 ;; esac
  done
done
exit $failed
