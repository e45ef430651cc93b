#!/usr/bin/env bash
# Whether two builds give the same results: compares what their tests of configs/ have left, bit for
# bit, curve by curve.
#   tests/configs/same_curves.sh BUILD_FOLDER OTHER_BUILD_FOLDER
set -euo pipefail
[ $# -eq 2 ] || { echo "usage: same_curves.sh BUILD_FOLDER OTHER_BUILD_FOLDER" >&2; exit 2; }
first=$1/tests/configs second=$2/tests/configs
same=0 different=0
while read -r file; do
  if cmp -s "$first/$file" "$second/$file"; then
    same=$((same + 1))
  else
    echo "differs: $file"
    different=$((different + 1))
  fi
done < <({ cd "$first" && find . -name curves.csv -o -name collection.csv; cd - > /dev/null
           cd "$second" && find . -name curves.csv -o -name collection.csv; } | sort -u)
echo "$same files are the same, $different differ"
[ "$same" -gt 0 ] && [ "$different" -eq 0 ]
