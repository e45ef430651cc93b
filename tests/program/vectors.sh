#!/usr/bin/env bash
# vectors learns word vectors from raw text, and the extractor `vectors` takes its file.
#   tests/program/vectors.sh PROGRAM WORK_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/support/shell.sh"

# Sentences whose words follow their kinds; the rare ones have a shape. LINES SEED.
text() {
  awk -v lines="$1" -v seed="$2" 'BEGIN {
    srand(seed)
    for (s = 0; s < lines; ++s) {
      line = ""
      for (t = int(3 + 9 * rand()); t > 0; --t) {
        kind = int(3 * rand())
        word = substr("nvd", kind + 1, 1) int(40 * rand() * rand()) (rand() < .01 ? "x" int(1e6 * rand()) : "")
        gsub(/[0-9]/, "&i", word); gsub(/0/, "a", word); gsub(/1/, "b", word); gsub(/2/, "c", word)
        line = line (rand() < .1 ? "In" : word) " "
      }
      print line
    }
  }'
}
for i in 1 2 3; do text 3000 $i > $i.txt; done
learn=("$program" vectors 1.txt 2.txt 3.txt --dimensions 20)

"${learn[@]}" --out one.safetensors 2> note.txt
grep -Eq 'Written: one.safetensors: vectors of [0-9]+ of [0-9]+ different words, and of [0-9]+ shapes? of rare words; [0-9]+ tokens, [0-9.]+ s' note.txt ||
  fail "$(cat note.txt)"
"${learn[@]}" --out one.vec -q 2>&1 | diff /dev/null - || fail "--quiet"
[[ $(head -n 1 one.vec) == "$(($(wc -l < one.vec) - 1)) 20" ]] || fail "$(head -n 1 one.vec)"

# The same bits for any number of threads, for compressed files, and for files in several pieces.
for threads in 1 2; do
  OMP_NUM_THREADS=$threads "${learn[@]}" --out $threads.safetensors -q
  cmp one.safetensors $threads.safetensors
done
gzip -k 1.txt && xz -k 2.txt && cat 1.txt 2.txt 3.txt > all.txt
"$program" vectors 1.txt.gz 2.txt.xz 3.txt --dimensions 20 --out packed.safetensors -q
cmp one.safetensors packed.safetensors
"$program" vectors all.txt --dimensions 20 --out all.vec -q
cmp one.vec all.vec

# The extractors `distribution` with `text` and `vectors` with the file give the same predictions.
head -n 300 1.txt | awk '{for (i = 1; i <= NF; ++i) print $i, substr($i, 1, 1); print ""}' > train.txt
config() {
  echo "{\"problem\": {\"type\": \"sequence\"}, \"data\": {\"format\": \"conll\",
    \"columns\": [\"word\", \"label\"], \"train\": \"train.txt\", \"features\": [$1]},
    \"learner\": {\"type\": \"perceptron\", \"epochs\": 3}}"
}
config '{"extractor": "distribution", "text": "all.txt", "dimensions": 20, "scale": 1}' > text.json
config '{"extractor": "vectors", "file": "one.safetensors", "lowercase": false}' > file.json
config '{"extractor": "vectors", "file": "one.vec"}' > vec.json
for name in text file vec; do "$program" train $name.json --model $name.st 2> $name.note > /dev/null; done
printf 'n5i\n\nUnknown\nv7i\nIn\n' > new.txt
for name in text file vec; do "$program" predict --model $name.st --data new.txt --scores 2> /dev/null > $name.out; done
diff text.out file.out || fail "other scores than those of distribution"
grep -q 'one.safetensors (costruct vectors, .* dimensions): .* have a vector' file.note ||
  fail "$(cat file.note)"
grep -q 'one.vec (word2vec or fastText, text' vec.note || fail "$(cat vec.note)"
# A model with its vectors knows shapes without the file.
mv one.safetensors kept
"$program" predict --model file.st --data new.txt --scores 2> note.txt > alone.out
diff file.out alone.out || fail "without the file"
mv kept one.safetensors

# What cannot be done.
expect 2 '--out is required' "$program" vectors 1.txt
expect 2 'FILE is required' "$program" vectors --out v.vec
expect 2 '--out v.bin: the name must end in .safetensors, .txt or .vec' "$program" vectors 1.txt --out v.bin
expect 2 'one.vec: exists: --force replaces it' "${learn[@]}" --out one.vec
"${learn[@]}" --out one.vec --force -q
expect 2 '1.txt' "${learn[@]}" --out 1.txt --force
expect 2 '--dimensions' "$program" vectors 1.txt --out v.vec --dimensions 0
expect 2 '-: standard input cannot be read twice' "$program" vectors - --out v.vec
expect 3 'nowhere.txt' "$program" vectors 1.txt nowhere.txt --out v.vec
: > empty.txt
expect 3 'empty.txt: holds no words' "$program" vectors empty.txt --out v.vec
expect 3 'one.vec:1: word vectors' "$program" vectors one.vec --out v.vec
expect 3 'a NUL byte; expected text in UTF-8' "$program" vectors one.safetensors --out v.vec
expect 1 'nowhere/v.vec: cannot be written' "$program" vectors 1.txt --out nowhere/v.vec
expect 3 'is a model; expected word vectors' "$program" train file.json --set data.features.0.file=text.st --model m.st
expect 3 'one.safetensors' "$program" predict --model one.safetensors --data new.txt
expect 2 'is the same file as 1.txt, and would count twice' "$program" vectors 1.txt ./1.txt --out v.vec
printf 'alone\n' > alone.txt
expect 3 'choose a smaller --min-count' "$program" vectors alone.txt --out v.vec
cp one.safetensors copy.safetensors
expect 2 'word vectors' "$program" train file.json --model copy.safetensors
cmp one.safetensors copy.safetensors || fail "a model replaced word vectors"
cp text.st model.safetensors
expect 2 'no word vectors' "$program" vectors 1.txt --out model.safetensors --force
cmp text.st model.safetensors || fail "word vectors replaced a model"
ln -s nothing dangling.vec
expect 2 'dangling.vec: exists' "$program" vectors 1.txt --out dangling.vec
mkfifo pipe
expect 3 'pipe: is a pipe or a device, and is read twice' "$program" vectors pipe --out v.vec
[[ ! -e v.vec ]] || fail "an error left an output"

# An interrupt is heard within a second and leaves no output.
for i in $(seq 400); do cat all.txt; done > long.txt
for i in $(seq 20); do cp long.txt long$i.txt; done
"$program" vectors long*.txt --out stopped.vec -q 2> note.txt & pid=$!
sleep .5
begin=$(date +%s%N)
kill -INT $pid
code=0; wait $pid || code=$?
took=$((($(date +%s%N) - begin) / 1000000))
[[ $code == 130 && $took -lt 2000 ]] || fail "exit $code after an interrupt, $took ms"
[[ -z $(ls | grep stopped) ]] || fail "an interrupt left $(ls | grep stopped)"
