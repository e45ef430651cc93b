#!/usr/bin/env bash
# The example ranking as a plug-in does what it does in a program of its own; faults are told.
#   tests/plugins/plugins.sh PROGRAM WORK_FOLDER RANKING_PLUGIN FAULTS_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd) plugin=$(realpath "$3") faults=$(realpath "$4")
. "$tests/support/shell.sh"

# The test of the example, by a program that loads the plug-in before each command.
printf '#!/bin/sh\nexec "%s" --plugin "%s" "$@"\n' "$program" "$plugin" > with_plugin
chmod +x with_plugin
"$tests/examples/ranking.sh" ./with_plugin ./ranking > log.txt 2>&1 || fail "$(cat log.txt)"

# Without it the program does not know the problem, and results are those of the plug-in's bytes.
cd ranking
expect 2 'ranking' "$program" validate train.json
"$program" "--plugin=$plugin" list problems | grep '^ranking' > /dev/null
"$program" --plugin "$plugin" describe model model.st | grep '^plug-in: ranking.so, fnv1a' \
  > /dev/null || fail "the model does not name the plug-in"
cp "$plugin" other.so && printf 'x' >> other.so
"$program" --plugin "$plugin" run sweep.json --out first -q > again.txt 2>&1
# Cells that are done already, by the column of --dry-run.
done_by() {
  "$program" --plugin "$1" run sweep.json --out first --dry-run 2> /dev/null |
    awk -F'\t' '$2 == "perceptron" { done += $7 } END { print done }'
}
[[ $(done_by "$plugin") -gt 0 ]] || fail "the plug-in's own cells are computed again"
[[ $(done_by ./other.so) == 0 ]] || fail "cells of other bytes are used"
grep -q 'libranking\|ranking.so' first/report.html ||
  fail "the report does not name the plug-in"
cd ..

expect 2 'no such file' "$program" --plugin nothing.so list
expect 2 'is not a file' "$program" --plugin . list
printf 'no library' > text.so
expect 2 'cannot be loaded' "$program" --plugin text.so list
expect 2 'is no plug-in of costruct' "$program" --plugin "$faults/no_entry.so" list
expect 2 'was built by costruct 0.0.1, compiler 4.2, but the program by costruct' \
  "$program" --plugin "$faults/other_build.so" list
expect 2 'has a learner of this name already' "$program" --plugin "$faults/twice.so" list
expect 2 'nowhere' "$program" --plugin "$faults/undefined.so" list
expect 2 'of this name already' "$program" --plugin "$plugin" --plugin "$plugin" list
expect 2 '--plugin' "$program" --plugin
