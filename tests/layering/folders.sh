#!/usr/bin/env bash
# The folders above problems and learners, in an order in which each includes only those before it
# and itself. Each stays small enough to be seen through; so does what lies in core/ outside its
# folders. That no library sees a later one is proved by compilation (CMakeLists.txt here).
#   tests/layering/folders.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
order=(contract/instances contract io/memory io
       data/tables data/examples data/memory data/features data/features/links data/features/rows
       data/features/words data/features/fitted data/recognition data/formats data/formats/chains
       data/generators data data/parts data/parsing
       data/alignment data/dependency data/diversification data/graph
       results/measures results/text results/statistics results/statistics/unlabeled results/claims
       results/store
       report/html report/answer report/charts report)
x=experiments
order+=($x/plugins $x/config/blocks $x/config $x/describe $x/draws $x/models $x/tasks $x/sweep
        $x/runs $x/training $x/init $x/convert
        mail/email mail/generated mail mail/stream mpi)
most=25  # files of a folder
found=0
known=" "
for folder in "${order[@]}"; do
  known+="$folder "
  files=$(find "$folder" -maxdepth 1 -name '*.?pp' | sort)
  if [ "$(wc -l <<< "$files")" -gt $most ]; then
    echo "$folder: more than $most files"
    found=1
  fi
  while read -r file include; do
    if [[ $known != *" ${include%/*} "* ]]; then
      echo "$file includes $include, and $folder may not see ${include%/*}"
      found=1
    fi
  done < <(grep -oE '^#include "costruct/(contract|io|data|results|report|experiments|mail|mpi)/[a-z_/]+\.hpp"' $files /dev/null \
             | sed -E 's@:#include "costruct/(.*)"@ \1@')
done
while read -r folder; do
  if [[ $known != *" $folder "* ]]; then
    echo "$folder: has no place in the order"
    found=1
  fi
done < <(find contract io data results report experiments mail mpi -name '*.?pp' -printf '%h\n' | sort -u)
if [ "$(find core -maxdepth 1 -name '*.?pp' | wc -l)" -gt $most ]; then
  echo "core: more than $most files outside its folders"
  found=1
fi
exit "$found"
