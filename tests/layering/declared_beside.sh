#!/usr/bin/env bash
# A function that other sources see is declared in the header of the source that defines it, or in
# one beside it, so that a reader of one finds the other. Entries of a catalog may be declared by
# the catalog that lists them, in a folder above.
#   tests/layering/declared_beside.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
found=0
while read -r source; do
  folder=${source%/*}
  beside=("$folder"/*.hpp)
  for above in learners problems data data/features data/formats; do
    [[ $folder == "${above%/formats}"/* ]] && beside+=("$above"/*.hpp)
  done
  names=$(awk '
    /^namespace \{/ {inside = 1}
    /^\}  \/\/ namespace$/ {inside = 0}
    inside || !/^[A-Za-z]/ || /^(template|namespace|using|static|constexpr|inline|struct|class|enum|typedef|extern|public|private|return|#)/ {next}
    match($0, /[A-Za-z_0-9:~]+\(/) {
      name = substr($0, RSTART, RLENGTH - 1)
      before = substr($0, 1, RSTART - 1)
      if (before !~ /[A-Za-z>&*] *$/ || before ~ /[=(]/ || name ~ /::|_$/ || $0 ~ /;$/) next
      print name
    }' "$source" | sort -u)
  for name in $names; do
    if ! grep -qE "\b$name\(" "${beside[@]}"; then
      echo "$source: $name() is declared in no header of $folder"
      found=1
    fi
  done
done < <(find core problems learners contract io data results report experiments mail -name '*.cpp' | sort)
exit "$found"
