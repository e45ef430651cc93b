#!/usr/bin/env bash
# alignments.sh COSTRUCT WORK_DIR: what is printed and drawn for pairs whose alignment the file
# tells, or does not.
set -euo pipefail
program=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() { echo "$*" >&2; exit 1; }
draw() { "$program" predict --model m.st --data "$1" --format svg 2> err ||
  fail "$1 is not drawn: $(cat err)"; }

cat > train.fasta <<'FASTA'
>a family=f identity=1 core=4 aligned=4
ACDE-F
>b family=f
ACDEKF
FASTA
echo '{"problem": {"type": "alignment"}, "data": {"format": "fasta_pairs", "train": "train.fasta"},
       "learner": {"type": "perceptron"}}' > c.json
"$program" train c.json --data-dir . --model m.st 2> err || fail "not trained: $(cat err)"

"$program" predict --model m.st --data train.fasta > predicted.fasta
[ "$(head -n 1 predicted.fasta)" = ">a family=f" ] ||
  fail "the header tells of another alignment: $(head -n 1 predicted.fasta)"

# The alignment of a file is drawn below the prediction; one that is marked, or is none, is not.
draw train.fasta > known.svg
grep -q 'class="reference"' known.svg || fail "no reference"
grep -q '; dashed, the reference: 5 pairs</title>' known.svg ||
  fail "the title does not tell of the reference"
sed 's/^>a .*/>a ?/' train.fasta > marked.fasta
sed 's/ACDE-F/ACDEF/' train.fasta > ragged.fasta
for file in marked ragged; do
  draw $file.fasta > $file.svg
  grep -q 'class="pairs"' $file.svg || fail "$file has no path"
  ! grep -q 'reference' $file.svg || fail "$file has a reference"
done
draw <(cat train.fasta) > piped.svg
grep -q 'class="pairs"' piped.svg || fail "what is piped has no path"
