#!/usr/bin/env bash
# `costruct init` on a small made file of each format: what it writes is valid, runs, trains and
# predicts at the first try; what it cannot tell it asks; nothing that exists is overwritten.
#   tests/program/init.sh COSTRUCT COSTRUCT_MAIL WORK_FOLDER SOURCE_FOLDER
set -euo pipefail
mail=$(realpath "$2") sources=$(realpath "$4")
source "$sources/tests/support/shell.sh" "$1" "$3"

# works NAME TEXT FILE...: init in a folder of its own, whose messages have the text; then a run at
# the sizes that it chose, with one repetition, a model, and predictions for the first file.
works() {
  local name=$1 text=$2
  shift 2
  mkdir "$name"
  expect 0 "$text" "$program" init "$@" --out "$name"
  [[ ! -e $name/experiment.json ]] ||
    grep -qE "costruct run $name/experiment.json, which takes about [0-9]+ (second|minute|hour)" \
      err.txt || fail "$name: no time in: $(cat err.txt)"
  for config in experiment train; do
    "$program" validate "$name/$config.json" > /dev/null 2> err.txt || fail "$name: $(cat err.txt)"
  done
  "$program" run -q "$name/experiment.json" --set sweep.repetitions=1 --out "$name/run" > out.txt \
    2> err.txt || fail "$name: run: $(cat err.txt)"
  "$program" train -q "$name/train.json" --set learner.gap=0.1 --model "$name/model.safetensors" \
    2> err.txt || "$program" train -q "$name/train.json" --model "$name/model.safetensors" \
    2> err.txt || fail "$name: train: $(cat err.txt)"
  "$program" predict -q --model "$name/model.safetensors" --data "$1" > "$name/predicted" \
    2> err.txt || fail "$name: predict: $(cat err.txt)"
  [[ -s $name/predicted ]] || fail "$name: no predictions"
}

# Sentences of names and places: -v count=60 -v columns="word pos label" ...
cat > sentences.awk <<'END'
function any(words,  list) { return list[1 + int(split(words, list, " ") * rand())] }
function say(word, pos, label) {
  ++token
  if (style == "words") print word
  if (style == "label") print word, label
  if (style == "pos") print word "\t" pos "\t" label
  if (style == "brown") line = line (line == "" ? "" : " ") word "/" pos
  if (style == "text") line = line (line == "" ? "" : " ") word
  if (style == "conllu") print token "\t" word "\t" tolower(word) "\t" pos "\t_\t_\t" token - 1 "\t" (token == 1 ? "root" : "dep") "\t_\t_"
  if (style == "spans") {
    if (label != "O") spans = spans (spans == "" ? "" : ", ") "[" length(line) + (line != "") ", " length(line) + (line != "") + length(word) ", \"" substr(label, 3) "\"]"
    line = line (line == "" ? "" : " ") word
  }
  if (style == "crfsuite") print label "\tw[0]=" word "\tpos=" pos
  if (style == "svmhmm") print (label == "O" ? 1 : 2) " qid:" count " " length(word) ":1 " (pos == "NN" ? 20 : 21) ":0.5"
}
BEGIN {
  srand(seed)
  if (style == "conllu") print "# newdoc id = a"
  for (; count > 0; --count) {
    token = 0; line = spans = ""
    if (style == "conllu") print "# text = made up"
    say(any("Lo Rina Nave Veta Tamu Muke"), "NP", "B-PER")
    if (rand() < .4) say(any("Kelo Mura"), "NP", "I-PER")
    say(any("saw sold found"), "VBD", "O"); say(any("the a"), "AT", "O"); say(any("house boat train"), "NN", "O")
    if (rand() < .5) { say("in", "IN", "O"); say(any("Oslo Rome Bonn"), "NP", "B-LOC") }
    say(".", ".", "O")
    if (style == "spans" && count % 8 == 0) spans = ""
    if (style == "spans") line = "{\"id\": " count ", \"text\": \"" line "\", \"label\": [" spans "]}"
    print line
  }
}
END
made() { awk -v seed="$1" -v count="$2" -v style="$3" -f sentences.awk; }
made 1 80 label > own.txt
made 2 60 words > raw.txt
made 2 60 text > sentences.txt
made 1 80 pos > chunks.tsv
made 1 80 conllu > bank.conllu
made 3 60 conllu | awk -F "\t" -v OFS="\t" 'NF == 10 {$4 = $7 = $8 = "_"} {print}' > untagged.conllu
made 1 80 spans > admin.jsonl
made 2 60 text | awk '{print "{\"id\": " NR ", \"text\": \"" $0 "\", \"meta\": {\"ward\": " NR % 3 "}}"}' > notes.jsonl
made 1 80 brown > tagged.txt
made 1 60 crfsuite > items.crf
made 1 60 svmhmm > items.hmm

works own "Labels are chunks in the scheme IOB2" own.txt raw.txt
grep -q '"transitions": "scheme"' own/experiment.json || fail "own: no transitions"
grep -q '"unlabeled": "../raw.txt"' own/experiment.json || fail "own: no unlabeled file"
# Paths are relative to the folder of the config, also of one that is made, or behind a link. The
# estimate reads the files.
mkdir real files
ln -s real link
made 1 20 label > few.txt
for folder in new/deep link/in link/in/deeper new/../other files/in .; do
  for file in few.txt files/../few.txt "$PWD/few.txt"; do
    expect 0 "which takes about" "$program" init "$file" --out "$folder"
    rm "$folder/experiment.json" "$folder/train.json"
  done
done
works text "plain text: 60 sentences, one on each line, are unlabeled data" own.txt sentences.txt
grep -q '"unlabeled": "../sentences.txt"' text/experiment.json || fail "text: no unlabeled text"
grep -q '"unlabeled_text": "lines"' text/train.json || fail "text: not read as text"
grep -q '"unlabeled": \[0, 60\]' text/experiment.json || fail "text: not counted as unlabeled"
expect 0 "costruct suggest --model next.st --data FILE --count 20 finds the examples whose labels" \
  "$program" train text/train.json --model next.st
works mixed "vectors of words are learned from it" own.txt raw.txt sentences.txt
grep -q '"text": "../sentences.txt"' mixed/experiment.json || fail "mixed: no text"
works chunks "It has 3 columns. The label is column 3, with" chunks.tsv
grep -q '"columns": \["word", "pos", "label"\]' chunks/train.json || fail "chunks: other columns"
works chunks_text "plain text has no column pos" chunks.tsv sentences.txt
! grep -q '"column": "pos"' chunks_text/train.json || fail "a feature that plain text lacks"
# The largest size has all labeled examples that are not held out: 64 of 80. Without unlabeled data
# half of them stand for it.
grep -q '"labeled": \[16, 32, 64\]' chunks_text/experiment.json || fail "$(cat chunks_text/experiment.json)"
grep -q '"labeled": \[8, 16, 32\]' chunks/experiment.json || fail "$(cat chunks/experiment.json)"
! grep -q 'svm_context' chunks/experiment.json || fail "vectors of words without raw text"
# train.json trains what the closing command of `run` trains.
for pair in own:svm_context:own.txt chunks:svm:chunks.tsv; do
  IFS=: read -r folder learner data <<< "$pair"
  "$program" train -q "$folder/train.json" --model one.safetensors 2> err.txt || fail "$(cat err.txt)"
  "$program" train -q "$folder/experiment.json" --learner "$learner" --model two.safetensors \
    2> err.txt || fail "$(cat err.txt)"
  for model in one two; do
    "$program" predict -q --scores --model $model.safetensors --data "$data" > $model.jsonl \
      2> err.txt || fail "$(cat err.txt)"
  done
  cmp one.jsonl two.jsonl || fail "$folder: train.json and --learner $learner give other models"
done
works conllu "The label is upos, with 6 different values." bank.conllu
works spans "10 of 80 labeled records have an empty list of spans" admin.jsonl notes.jsonl
# The estimate reads the file again, by its path from the config, and repeats no note.
expect 0 "costruct: note: admin.jsonl: 10 of 80" "$program" init admin.jsonl --out spans_again
[[ $(grep -c "empty list" err.txt) == 1 ]] || fail "spans_again: $(cat err.txt)"
grep -q "3 different labels of words (B-LOC, B-PER, O)" err.txt ||
  fail "spans_again: $(cat err.txt)"
! grep -q "labels are in" err.txt || fail "a scheme that is kept needs no note: $(cat err.txt)"
expect 0 "costruct: note: admin.jsonl: 10 of 80" "$program" init ./admin.jsonl --out spans_dot
[[ $(grep -c "empty list" err.txt) == 1 ]] || fail "spans_dot: $(cat err.txt)"
grep -q "Paths are relative to the folder of this file." spans_again/experiment.json ||
  fail "spans_again: $(cat spans_again/experiment.json)"
grep -q '"unlabeled": "../notes.jsonl"' spans/experiment.json || fail "spans: $(cat spans/experiment.json)"
! grep -q '"text"\|unlabeled_text' spans/experiment.json || fail "spans: records taken for text"
{ grep -v '"label": \[\]' admin.jsonl; head -n 1 admin.jsonl; } > named.jsonl
expect 0 "Written" "$program" init named.jsonl --out spans_few
! grep -q "empty list" err.txt || fail "spans_few: $(cat err.txt)"
# A few records without labels are no unlabeled data: further labeled ones are used as such.
{ cat admin.jsonl; head -n 3 notes.jsonl; } > rejected.jsonl
works rejected "The examples without a label are too few (3)" rejected.jsonl
grep -q '"unlabeled": \[0, [1-9][0-9]' rejected/experiment.json || fail "rejected: $(cat rejected/experiment.json)"
expect 0 "notes.jsonl: 60 examples, read without labels" \
  "$program" init admin.jsonl --format spans --unlabeled notes.jsonl --out spans_named
expect 2 "notes.jsonl: cannot be read as own.txt is" \
  "$program" init own.txt notes.jsonl --out none

# A parser: clusters of words stand in for tags that some sentences lack.
expect 0 "--problem dependency writes configs for a parser" "$program" init bank.conllu --out bank_tags
works parser "dependency trees (CoNLL-U)" bank.conllu --problem dependency
grep -q '"format": "conllu_trees"' parser/experiment.json || fail "parser: $(cat parser/experiment.json)"
grep -q '"tag": "upos"' parser/train.json || fail "parser: no tags"
! grep -q '"features"' parser/train.json || fail "parser: groups for FEATS, which are missing"
awk -F "\t" -v OFS="\t" 'NF == 10 {$6 = $4 == "." ? "_" : "Case=" substr($4, 1, 1)} {print}' bank.conllu > feats.conllu
works feats_parser "the groups relation_between and morphology" feats.conllu --problem dependency
grep -q '"morphology"' feats_parser/experiment.json || fail "no FEATS: $(cat feats_parser/experiment.json)"
awk -F "\t" -v OFS="\t" 'NF == 10 {$7 = $8 = "_"} {print}' bank.conllu > headless.conllu
works feats_gone "dependency trees (CoNLL-U)" feats.conllu headless.conllu --problem dependency
! grep -q '"morphology"' feats_gone/train.json || fail "FEATS that the second file lacks"
works raw_parser "clusters of words from all sentences replace tags" bank.conllu untagged.conllu \
  --format conllu_trees
grep -q '"clusters": \[30, 200\]' raw_parser/train.json || fail "no clusters"
grep -q '"tag": "none"' raw_parser/experiment.json || fail "tags that raw sentences lack"
for files in "bank.conllu sentences.txt" sentences.txt "sentences.txt bank.conllu"; do
  # shellcheck disable=SC2086
  expect 2 "costruct convert sentences.txt --plain-text lines --to conllu --output raw.conllu" \
    "$program" init $files --problem dependency --out none
done
expect 2 "costruct convert sentences.txt --plain-text lines" \
  "$program" init sentences.txt --format conllu_trees --out none
expect 3 "\`costruct convert FILE --plain-text lines --to conllu\` makes CoNLL-U of it" \
  "$program" train parser/train.json --set 'data.train="../sentences.txt"' --model none.st
expect 2 "a parser reads CoNLL-U: costruct convert FILE --plain-text lines --to conllu" \
  "$program" predict --model parser/model.safetensors --data sentences.txt --plain-text lines
expect 2 "costruct init LABELED --unlabeled untagged.conllu" "$program" init untagged.conllu --out none

expect 2 "columns 7 and 8 (HEAD, DEPREL) of all tokens are _. Name a file with heads and relations first" \
  "$program" init untagged.conllu --problem dependency --out none

# Some tokens have no tag.
awk -F "\t" -v OFS="\t" '$1 == 1 && ++first % 30 == 0 {$4 = "_"} {print}' bank.conllu > gaps.conllu
line=$(awk -F "\t" '$4 == "_" && NF == 10 {print NR; exit}' gaps.conllu)
expect 0 "No experiment.json: 2 of 80 sentences have tokens without a label, and an experiment cannot use these (the first is in line $line)" \
  "$program" init gaps.conllu --out gaps
[[ -e gaps/train.json && ! -e gaps/experiment.json ]] || fail "gaps: other files"

# Two folders of configs for a file have runs of different names.
"$program" init own.txt --out twin/ 2> err.txt || fail "$(cat err.txt)"
grep -q '"name": "own_own_init"' own/experiment.json || fail "own: another name"
grep -q '"name": "own_twin_init"' twin/experiment.json || fail "twin: another name"
(mkdir here && cd here && "$program" init ../own.txt 2> err.txt) || fail "here: $(cat here/err.txt)"
grep -q '"name": "own_init"' here/experiment.json || fail "here: another name"
works brown "All tags are those of the Brown corpus" tagged.txt sentences.txt
works crfsuite "a CRFsuite file" items.crf
works svmhmm "an SVMhmm file" items.hmm

# Rows: counts, measured numbers, tables with classes and with numbers.
awk 'BEGIN {srand(1); for (i = 0; i < 90; ++i) {y = i % 2; printf y ? "+1" : "-1"
  for (w = 1; w <= 60; ++w) if (rand() < ((w <= 30) == y ? .2 : .05)) printf " %d:%d", w, 1 + int(2 * rand())
  print " 61:1"}}' > texts.svm
sed 's/^[^ ]*/?/' texts.svm > more.svm
sed 's/^[^ ]*/0/' texts.svm > zero.svm
awk 'BEGIN {srand(1); for (i = 0; i < 60; ++i) {x = rand(); y = rand(); print (x > y) + 1 " 1:" x " 2:" y " 3:" rand()}}' > points.svm
awk 'BEGIN {srand(1); print "id,size,street,notes,rent"; for (i = 0; i < 60; ++i) {s = int(100 * rand()); q = rand() < .5
  print i "," s "," (q ? "quiet" : "busy") ",a flat of " s " m2 no " i "," (s + 30 * q < 60 ? "low" : "high")}}' > flats.csv
awk 'BEGIN {srand(1); print "a;b;y"; for (i = 0; i < 60; ++i) {x = 10 * rand(); z = rand(); printf "%.2f;%.3f;%.2f\n", x, z, 2 * x + z}}' \
  | tr . , > numbers.csv
works texts "it is taken for counts" texts.svm more.svm
grep -q naive_bayes texts/experiment.json || fail "texts: no naive Bayes"
works points "so the problem is multiclass" points.svm
works flats "The target is \"rent\"" flats.csv
grep -q '"ignore": \["id"\]' flats/train.json || fail "flats: $(cat flats/train.json)"
# 12 test examples in each of 10 draws, 24 labeled ones: t = 3.25, k = .528, k / (1 + k) = .346.
grep -q 'gains of about 35 percentage points or more' flats/experiment.json ||
  fail "flats: $(cat flats/experiment.json)"
{ cat flats.csv; for i in {1..9}; do tail -n +2 flats.csv | sed "s/^/$i/"; done; } > more_flats.csv
expect 0 "Written" "$program" init more_flats.csv --out more_flats
! grep -q 'percentage points' err.txt || fail "more_flats: $(cat err.txt)"
works numbers "so the problem is regression" numbers.csv
grep -q '"separator": ";"' numbers/train.json || fail "numbers: no separator"
grep -q co_rlsr numbers/experiment.json || fail "numbers: no co_rlsr"
# Two views of one column are worth nothing: texts are no column of regression.
awk 'BEGIN {srand(1); print "id,text,kind"; for (i = 0; i < 60; ++i)
  print 1000 + int(1e6 * rand()) ",the ball " int(9 * rand()) " was found," (rand() < .5 ? "lost" : "won")}' > posts.csv
works posts "Column text has texts and is left out, as regression takes no texts." posts.csv --label id
grep -q '"ignore": \["text"\]' posts/experiment.json || fail "posts: $(cat posts/experiment.json)"
cut -d ";" -f 1,3 numbers.csv > one_column.csv
works one_column "rlsr fits a curve (gaussian kernel), rlsr_linear a line" one_column.csv
for folder in posts one_column; do
  ! grep -q 'co_rlsr\|"views"' $folder/experiment.json || fail "$folder: $(cat $folder/experiment.json)"
done

# Words beside numbers of another scale: these are scaled, or words stand alone.
awk 'BEGIN {srand(1); print "id,day,amount,text,kind"; for (i = 0; i < 80; ++i) {y = rand() < .5
  printf "T%d,2026-%02d-%02d,%.2f,the %s was %s on day %d,%s\n", i, 1 + int(12 * rand()), 1 + int(28 * rand()), 9000 * rand(), rand() < .8 == y ? "invoice" : "parcel", rand() < .5 ? "late" : "wrong", 9 * rand(), y ? "billing" : "delivery"}}' > tickets.csv
works tickets "svm_columns also sees the other columns, scaled to 0 to 1, and latent" tickets.csv
[[ $(grep -c '"scaling": "minmax"' tickets/experiment.json) == 2 ]] || fail "tickets: $(cat tickets/experiment.json)"
grep -q '"scaling": "minmax"' tickets/train.json || fail "tickets: no scaling"

# A model of texts is given a text: what to write above it.
awk 'BEGIN {srand(1); print "text,subject"; for (i = 0; i < 60; ++i) {y = rand() < .5
  print (y ? "soup with peas " : "boat on waves ") int(9 * rand()) "," (y ? "cooking" : "sailing")}}' > notes.csv
works notes "notes.csv: a table (CSV)" notes.csv
printf 'a soup with peas\na boat on waves\n' > new.txt
expect 3 'the first line is "a soup with peas", but must name the column "text"' \
  "$program" predict --model notes/model.safetensors --data new.txt
sed -i 1itext new.txt
[[ $("$program" predict -q --model notes/model.safetensors --data new.txt --format table) == \
  $'text,prediction\na soup with peas,cooking\na boat on waves,sailing' ]] || fail "no table"

# Other structures.
cp "$sources/configs/parsing_demo.mrg" .
works trees "trees in brackets" parsing_demo.mrg
awk 'BEGIN {srand(1); split("A C D E F G H I K L M N P Q R S T V W Y", aa, " "); for (i = 0; i < 24; ++i) {a = b = ""
  for (t = 0; t < 20; ++t) {x = aa[1 + int(20 * rand())]; a = a x; b = b (rand() < .2 ? "-" : x)}
  print ">p" i "a\n" a "\n>p" i "b\n" b "\n"}}' > pairs.fasta
works pairs "pairs of aligned sequences" pairs.fasta
"$mail" generate --emails 300 > mails.jsonl 2> err.txt
works mails "emails, a JSON object a line" mails.jsonl
awk 'BEGIN {srand(1); for (i = 0; i < 120; ++i) {b = i % 30; printf "From a@b.c Mon Jan  3 10:00:00 2005\nFrom: a%d@x.org\n", i
  printf "Subject: offer %d\nX-Batch: b%d\n\nBuy number %d now word%d word%d\n\n", b, b, b, 7 * b, 13 * b}}' > mails.mbox
if "$program" list formats | contains '^mbox '; then works mbox "an mbox file of emails" mails.mbox; fi
awk 'BEGIN {srand(1); for (i = 0; i < 20; ++i) {printf "{\"id\": \"q%d\", \"query\": \"w\", \"candidates\": [", i
  for (d = 0; d < 8; ++d) {t = int(5 * rand()); printf "%s{\"id\": \"d%d\", \"text\": \"w t%d u%d\", \"subtopics\": [\"%d\"]}", d ? ", " : "", d, t, int(9 * rand()), t}
  print "]}"}}' > queries.jsonl
works queries "queries with candidate documents" queries.jsonl
awk 'BEGIN {srand(1); for (g = 0; g < 24; ++g) {printf "{\"nodes\": ["
  for (v = 0; v < 6; ++v) printf "%s{\"label\": \"%s\", \"features\": [\"f%d\"]}", v ? ", " : "", rand() < .5 ? "a" : "b", 3 * rand()
  print "], \"edges\": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]]}"}}' > graphs.jsonl
works graphs "graphs with labels of nodes" graphs.jsonl
awk 'BEGIN {srand(1); for (i = 0; i < 80; ++i) {a = rand() < .5; b = rand() < .4
  printf "%s%s%s %d:1 %d:2 %d:1\n", a ? "1" : "", a && b ? "," : "", b ? "7" : "", a ? 5 : 6, b ? 9 : 10, 20 + int(60 * rand())}}' > sets.svm
works sets "problem several predicts them all" sets.svm
grep -q labels_in_a_tree sets/experiment.json || fail "no tree of labels"
expect 0 "makes 1 against the rest" "$program" init sets.svm --problem multiclass --out one_label
awk 'BEGIN {srand(1); print "size,tags"; for (i = 0; i < 80; ++i) {a = rand() < .5; b = rand() < .4
  printf "%f,%s%s%s\n", a + 2 * b + rand(), a ? "red" : "", a && b ? ";" : "", b ? "blue" : ""}}' > tags.csv
printf '3.2,"red;blue;new"\n1,new\n2,"red;new"\n' >> tags.csv
works tags "Its cells are lists of labels" tags.csv --label tags
expect 2 "the labels are lists, which problem several takes" \
  "$program" init tags.csv --label tags --problem taxonomy --out none
awk 'BEGIN {srand(1); for (i = 0; i < 80; ++i) {a = rand() < .5; b = rand() < .4
  printf "{\"text\": \"%s %s\", \"label\": [%s%s%s]}\n", a ? "wheat" : "gold", b ? "ship" : "train", a ? "\"grain\"" : "", a && b ? ", " : "", b ? "\"sea\"" : ""}}' > topics.jsonl
works topics "predicts all labels of a list" topics.jsonl
mkdir -p news/sport news/law news/unlabeled
for i in $(seq 40); do
  echo "the match $((i % 7)) of the team" > "news/sport/$i.txt"
  echo "the court $((i % 7)) and its judge" > "news/law/$i.txt"
  echo "a team, a judge, a court $((i % 7))" > "news/unlabeled/$i.txt"
done
works folders "The folders are the labels: law or sport." news
if command -v perl > /dev/null; then
  perl -e '$h = "{\x27descr\x27: \x27<f8\x27, \x27fortran_order\x27: False, \x27shape\x27: (40, 3), }";
    $h .= " " x (117 - length $h) . "\n"; print "\x93NUMPY\x01\x00", pack("v", length $h), $h;
    srand(1); for (1 .. 40) {($x, $y) = (rand, rand); print pack("d<3", $x, $y, $x > $y)}' > points.npy
  works array "a NumPy array" points.npy
fi

# Comments say why; the guesses are those of the pages.
grep -q '^// An experiment, written by `costruct init`' own/experiment.json || fail "no comment"
grep -q 'svm_context' own/experiment.json || fail "no learned features"

# What cannot be told is asked.
expect 2 "exists, and init overwrites nothing: remove it, or name another folder with --out DIR" \
  "$program" init own.txt --out own
expect 2 "--unlabeled zero.svm" "$program" init texts.svm zero.svm --out none
works zero "read without labels" texts.svm --unlabeled zero.svm
expect 2 "text without labels" "$program" init sentences.txt --out none
expect 2 "Name a file with labels first, with a word and its label in each line: costruct init LABELED --unlabeled raw.txt" \
  "$program" init raw.txt --out none
awk 'BEGIN {print "id,a,kind"; for (i = 1; i <= 60; ++i) print i "," i % 7 "," (i % 2 ? "x" : "y")}' > ids.csv
works one_output "init knows nothing of problem multivariate" ids.csv --label kind \
  --problem multivariate
expect 2 "ids.csv: the labels number the rows from 1 to 60. If they are values to predict, say --problem regression; --label COLUMN names another column" \
  "$program" init ids.csv --label id --out none
expect 2 "no text has a field \"names\": --label names the field with the spans" \
  "$program" init admin.jsonl --label names --out none
expect 2 "--label 2: points.svm is an svmlight file (label number:value ...), and such files have one place for labels" \
  "$program" init points.svm --label 2 --out none
expect 2 "own.txt: is given twice" "$program" init own.txt --unlabeled own.txt --out none
expect 2 "flats.csv holds rows" "$program" init flats.csv --problem sequence --out none
expect 2 "are no numbers, as high: --problem multiclass predicts names" \
  "$program" init flats.csv --problem regression --out none
tr '\t' ' ' < bank.conllu > blanks.conllu
expect 0 "It looks like CoNLL-U with blanks in place of TABs" \
  "$program" init blanks.conllu --label 4 --out blanks
expect 2 "write TABs between the ten columns. To learn one of the columns all the same, name it" \
  "$program" init blanks.conllu --out none
awk 'BEGIN {srand(2); for (i = 0; i < 40; ++i) {line = 1 + i % 2; for (j = 1; j < 10; ++j)
  line = line " " j ":" rand() + i % 2; print line}}' > glass.svm  # ten columns, and no CoNLL-U
works glass "glass.svm: an svmlight file" glass.svm
expect 2 "no column \"color\": --label is one of" "$program" init flats.csv --label color --out none
# A wrong --label is told alone, before anything that it would decide.
expect 2 "flats.csv: no column \"streat\": did you mean street?" \
  "$program" init flats.csv --label streat --out none
[[ $(wc -l < err.txt) == 1 ]] || fail "more than an error: $(cat err.txt)"
expect 2 "bank.conllu: no column \"uposs\": did you mean upos?" \
  "$program" init bank.conllu --label uposs --out none
[[ $(wc -l < err.txt) == 1 ]] || fail "more than an error: $(cat err.txt)"
expect 2 "chunks.tsv: columns have numbers here: --label NUMBER, from 1 to 3" \
  "$program" init chunks.tsv --label 7 --out none
[[ $(wc -l < err.txt) == 1 ]] || fail "more than an error: $(cat err.txt)"
expect 2 "did you mean svmlight" "$program" init texts.svm --format svmligt --out none
expect 2 "own.txt: cannot be read as csv" "$program" init own.txt --format csv --out none
expect 2 "or name the file with labels first" "$program" init chunks.tsv own.txt --out none
head -n 4 texts.svm > few.svm
expect 2 "an experiment needs 8 or more" "$program" init few.svm --out none
printf '1,a\n3,b\n5,a\n' > bare.csv
expect 2 "a table without a header" "$program" init bare.csv --out none
tail -n 30 chunks.tsv | cut -f 1 > words_only.txt
expect 2 "Give both files the same columns" "$program" init chunks.tsv words_only.txt --out none
: > empty.txt
expect 2 "empty.txt: has no examples" "$program" init own.txt empty.txt --out none
expect 2 "empty.txt: is empty" "$program" init empty.txt --out none
# JSON in another encoding, in the first line and in a later one; a text with commas is no table.
printf '{"text": "caf\xe9", "label": [[0, 4, "A"]]}\n' > latin.jsonl
expect 2 'latin.jsonl:1: byte 14 (0xe9) is not UTF-8, which JSON must be. If the file is in Latin-1: iconv -f LATIN1 -t UTF-8 latin.jsonl > converted.jsonl' \
  "$program" init latin.jsonl --out none
{ for i in {1..20}; do echo '{"text": "tea", "label": "b"}'; done; cat latin.jsonl; } > later.jsonl
expect 3 'later.jsonl:21: byte 14 (0xe9) is not UTF-8, which JSON must be' \
  "$program" init later.jsonl --out none
for i in {1..20}; do echo "In town $i, somebody saw the boat."; done > commas.txt
works commas "plain text: 20 sentences, one on each line, are unlabeled data" own.txt commas.txt
expect 2 "commas.txt: text without labels" "$program" init commas.txt --out none
expect 2 "Say --plain-text lines if each line is a sentence" \
  "$program" convert commas.txt --to conll
head -c 3000 "$program" > binary
expect 2 "binary data" "$program" init binary --out none
expect 3 "no such file" "$program" init own.text --out none
mkdir folder
expect 3 "a folder without files" "$program" init folder --out none
[[ ! -e none ]] || fail "a folder was made although nothing was written"

printf 'a X\nb X\n\nc X\n' > one_label.txt
expect 2 "all labels are X, so there is nothing to learn" "$program" init one_label.txt --out none
expect 3 "own.txt: a file; expected the folder of a run" "$program" report own.txt
# A label column that is not the last.
works labeled "The target is \"street\"" flats.csv --label street

# Who names a data file in place of a config is led here.
for command in validate run "train --model m.safetensors"; do
  # shellcheck disable=SC2086
  expect 2 "that is a table (CSV): \`costruct init flats.csv\` writes a config for it" \
    "$program" $command flats.csv
done
echo ok
