#!/usr/bin/env bash
# What several learners share, and what solves an optimisation problem for them, knows no learner:
# learners/shared/ includes of learners/ what lies in it and the interfaces, learners/solvers/ may
# include shared/ as well.
#   tests/layering/learner_folders.sh SOURCE_FOLDER
set -euo pipefail
cd "$1/learners"
interfaces='(learner|learner_entry|regressor)\.hpp'
found=0
# only_includes FOLDER PATTERN: of learners/, the sources of the folder include nothing but what the
# pattern fits.
only_includes() {
  local others
  others=$(grep -rnoE '^#include "costruct/learners/[^"]*"' "$1" |
    grep -vE "\"costruct/learners/($2)\"$" || true)
  if [ -n "$others" ]; then
    echo "$1 may not see: $others"
    found=1
  fi
}
only_includes shared "$interfaces|shared/[a-z_]+\.hpp"
only_includes solvers "$interfaces|shared/[a-z_]+\.hpp|solvers/[a-z_]+\.hpp"
exit "$found"
