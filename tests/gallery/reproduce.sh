#!/usr/bin/env bash
# tools/reproduce.sh on a small tree of its own: runs, resumes, compares, updates, lists.
#   reproduce.sh SOURCE_DIR PROGRAM WORK_DIR
set -euo pipefail
source=$1 work=$3
export COSTRUCT=$2
fail() { echo "reproduce.sh (test): $1" >&2; exit 1; }

rm -rf "$work"
mkdir -p "$work/configs" "$work/docs/record"
cp -r "$source/tools" "$work/tools"
names=results/text/readable_names.cpp  # which the figures of the gallery read
mkdir -p "$work/${names%/*}"
cp "$source/$names" "$work/$names"
ln -s "$source/node_modules" "$work/node_modules"
for i in 1 2 3 4 5 6 7 8; do printf '1 1:%s 2:1\n2 1:1 2:%s\n' "$i" "$i"; \
  done >"$work/configs/rows.svm"
for name in one two; do
  printf '{"name": "%s", "description": "A toy.", "problem": {"type": "multiclass"},
   "data": {"format": "svmlight", "train": "rows.svm"}, "learners": [{"type": "perceptron"}],
   "sweep": {"labeled": [4], "unlabeled": [0], "holdout": 6, "repetitions": 3},
   "metrics": ["token_error"]}\n' \
    "$name" >"$work/configs/$name.json"
done
reproduce() { # EXPECTED_CODE WORDS ARGUMENTS...
  local expected=$1 words=$2 code=0
  shift 2
  "$work/tools/reproduce.sh" "$@" >"$work/out" 2>&1 || code=$?
  [ "$code" -eq "$expected" ] || fail "$*: exit code $code, expected $expected: $(cat "$work/out")"
  grep -q -- "$words" "$work/out" || fail "$*: expected '$words', got: $(cat "$work/out")"
}

reproduce 1 'one: no record yet' --out "$work/runs" --update
grep -q '2 of 2 configs are recorded' "$work/docs/gallery.md" ||
  fail "the gallery does not have both"
# Finished cells are not computed again: they would take other times.
times() { sqlite3 "$work/runs/two/results.sqlite" 'select train_seconds from cells'; }
before=$(times)
reproduce 0 'two: as recorded' --out "$work/runs"
[ "$(times)" = "$before" ] || fail "finished cells were computed again"
sed -i 's/^perceptron,4,0,token_error,[^,]*/perceptron,4,0,token_error,0.987/' \
  "$work/docs/record/two/curves.csv"
reproduce 1 'two: 1 changes' --out "$work/runs" two
reproduce 1 'two: 1 changes' --out "$work/runs" --update two
reproduce 0 'two: as recorded' --out "$work/runs" configs/two.json
reproduce 2 'there is no configs/three.json' three
reproduce 2 'unknown option --everything' --everything

rm -r "$work/docs/record/two"
sed 's/rows.svm/none.svm/; s/"two"/"gone"/' "$work/configs/two.json" >"$work/configs/gone.json"
reproduce 0 '^one	0.000	recorded' --out "$work/other" --list
grep -q '^two	0.000	estimated' "$work/out" || fail "two is not estimated: $(cat "$work/out")"
grep -q '^gone		not known' "$work/out" || fail "gone is known: $(cat "$work/out")"
grep -q '^all	0.000' "$work/out" || fail "no sum: $(cat "$work/out")"

# Hours are cells times seconds of each: 10 * 90 + 20 * 135 seconds here, below the program's own
# header.
header=$("$COSTRUCT" run "$work/configs/two.json" --out "$work/other/two" --dry-run 2>/dev/null |
  sed -n 1p)
columns='phase	learner	labeled	unlabeled	chosen	cells	done	to_do	seconds_each'
[ "$header" = "$columns" ] || fail "a dry run has other columns: $header"
mkdir -p "$work/caller/bin"
cat >"$work/caller/bin/costruct" <<SH
#!/bin/sh
case "\$*" in "run configs/two.json --out $work/caller/mine/two --dry-run") ;; *) exit 2 ;; esac
printf '%s\n' '$columns'
printf 'selection\tperceptron\t4\t0\t{"epochs":1}\t10\t4\t6\t90\n'
printf 'curve\tperceptron\t4\t0\t{}\t20\t13\t7\t135\n'
SH
chmod +x "$work/caller/bin/costruct"
# Relative paths are those of the caller.
cd "$work/caller"
real=$COSTRUCT COSTRUCT=bin/costruct
reproduce 0 '^two	1.000	estimated' --out mine --list two
COSTRUCT=costruct PATH=bin:$PATH reproduce 0 '^two	1.000	estimated' --out mine --list two
COSTRUCT=bin/none reproduce 2 'no program bin/none' --list
mkdir "$work/caller/program" && ln -s "$real" program/costruct
COSTRUCT=program/costruct reproduce 1 'two: no record yet' --out mine two
[ -f mine/two/curves.csv ] || fail "the run is not where the caller asked for it"
reproduce 2 '--out: what?' --out ""
