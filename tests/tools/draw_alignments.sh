#!/usr/bin/env bash
# draw_alignments.sh SOURCE_DIR WORK_DIR: paths of alignments over a reference, from FASTA and a
# table; what is wrong with a file is told in a line.
set -euo pipefail
source_dir=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() { echo "$*" >&2; exit 1; }
draw() { node "$source_dir/tools/draw_alignments.mjs" "$@"; }
refused() {  # refused TEXT ARGUMENT...: it fails, and says that in its one line
  local text=$1 said; shift
  if said=$(draw "$@" 2>&1); then fail "not refused: $*"; fi
  [ "$(wc -l <<< "$said")" -eq 1 ] || fail "more than a line: $said"
  [[ $said == *"$text"* ]] || fail "expected \"$text\", found: $said"
}

printf '>a x\nAC--D\n#=GR SS HH--H\n>b\nACWW-\n\n>c\nA\n>d\nA\n' > one.fasta
printf 'test\ta\tb\t.5\t.5\t1\tACD\tACWW\t::122\ntest\tc\td\t.5\t.5\t1\tA\tA\t.\n' > true.tsv
draw both.svg reference=true.tsv one=one.fasta > said 2>&1
[ ! -s said ] || fail "said: $(cat said)"
for text in 'a and b' 'c and d' reference one; do grep -q ">$text<" both.svg || fail "no $text"; \
  done
# Of each pair a dashed path in grey, and one in blue: 280 pixels are 4 residues of b, whose last
# two stand behind a's.
paths() { grep -o "<path aria-label[^>]*stroke=\"$1\"[^>]*>" both.svg || true; }
[ "$(paths '#767676' | grep -c 'stroke-dasharray="5,3"')" -eq 2 ] ||
  fail "expected two dashed references"
[ "$(paths '#0072B2' | wc -l)" -eq 2 ] || fail "expected two paths"
grep -q 'd="M0,0L140,140L210,140L210,280"' both.svg || fail "the reference goes another way"
grep -q 'd="M0,0L140,140L140,280L210,280"' both.svg || fail "the alignment goes another way"

refused "usage:" both.svg one=one.fasta
refused "missing.fasta" no.svg reference=missing.fasta one=one.fasta
printf '>a\nAC\n>b\nA\n' > ragged.fasta
refused "a and b: 2 and 1 columns" no.svg reference=one.fasta other=ragged.fasta
printf '>a\nACD\n>b\nAC-\n' > single.fasta
refused "1 pairs, and one.fasta has 2" no.svg reference=one.fasta other=single.fasta
printf '>a\nACD\n>b\nAC-\n>c\nA\n>d\nA\n' > shorter.fasta
refused "a and b: 3 and 2 residues, and 3 and 4 in one.fasta" no.svg reference=one.fasta \
  other=shorter.fasta
printf '>a\nACD--\n>b\n-ACWW\n>c\nA\n>e\nA\n' > renamed.fasta
refused "pair 2 is c and e" no.svg reference=one.fasta other=renamed.fasta
[ ! -e no.svg ] || fail "a refused picture was written"
