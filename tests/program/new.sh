#!/usr/bin/env bash
# `costruct new` writes a folder for each kind with the name in every place, overwrites nothing, and
# says what is wrong with a name. That what it writes builds and runs is for tests/install.
#   new.sh PROGRAM WORK_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/support/shell.sh"

for kind in problem learner; do
  "$program" new $kind "my_$kind" 2> said.txt
  grep -q "^my_$kind: a $kind to start from" said.txt || fail "says: $(cat said.txt)"
  for file in CMakeLists.txt README.md contract_test.cpp "my_$kind.cpp" "my_$kind.csv" \
    "my_$kind.json"; do
    [ -s "my_$kind/$file" ] || fail "new $kind writes no $file"
  done
  [ "$(find "my_$kind" -type f | wc -l)" = 6 ] || fail "new $kind writes other files too"
  if grep -rn your_name "my_$kind"; then fail "the name of the template is left"; fi
  [ "$(wc -l < "my_$kind/README.md")" -le 25 ] || fail "the README of $kind is long"
  grep -q "costruct --plugin build/my_$kind.so run my_$kind.json" "my_$kind/README.md" ||
    fail "the README of $kind does not say how to run it"
done

for kind in extractor format; do
  "$program" new $kind "a_$kind" -q
  for file in CMakeLists.txt README.md "a_$kind.cpp" "a_$kind.txt" "a_$kind.json"; do
    [ -s "a_$kind/$file" ] || fail "new $kind writes no $file"
  done
  if grep -rn your_name "a_$kind"; then fail "the name of the template is left"; fi
done
expect 2 'the catalog has this format already' "$program" new format conll
expect 2 'the catalog has this extractor already' "$program" new extractor token

# Nothing is overwritten, and --out names another folder.
cp -r my_learner before
expect 2 'my_learner: exists, and new overwrites nothing: remove it, or name another folder with' \
  "$program" new learner my_learner
diff -r before my_learner || fail "an existing folder has changed"
touch file
expect 2 'file: exists' "$program" new problem mine --out file
"$program" new learner mine --out deep/folder -q 2> said.txt
[ -s deep/folder/mine.cpp ] || fail "--out writes elsewhere"

for name in Mine 2mine my-problem _mine my__mine 'my problem' ../mine größe; do
  expect 2 'expected lower-case letters, digits and single _, with a letter first, as in' \
    "$program" new problem "$name"
done
expect 2 'is a reserved word of C++: type another name, as in `costruct new problem my_class`' \
  "$program" new problem class
expect 2 'the catalog has this problem already: type another name, as in' \
  "$program" new problem multiclass
expect 2 'the catalog has this learner already' "$program" new learner perceptron
expect 2 'the folder has a file of this name' "$program" new learner contract_test
"$program" new learner multiclass -q  # a learner and a problem may share a name
expect 2 'lerner' "$program" new lerner mine
expect 2 'NAME is required' "$program" new learner
[ ! -e Mine ] && [ ! -e class ] && [ ! -e mine ] || fail "a folder is left of a refused name"

"$program" new --help > help.txt
grep -q 'README.md           the commands to build, test and run' help.txt || fail "$(cat help.txt)"
"$program" --help | contains -E '^ +new +write a plug-in to start from' || fail "--help lacks new"
