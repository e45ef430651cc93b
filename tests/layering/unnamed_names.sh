#!/usr/bin/env bash
# Sources of a library are compiled in groups (COSTRUCT_UNITY), where two functions of the same name
# in unnamed namespaces would be overloads of each other, and the wrong one might be called without
# a word. So such names differ within a library.
#   tests/layering/unnamed_names.sh SOURCE_FOLDER
set -euo pipefail
cd "$1"
found=0
# What is compiled on its own: the hot loops of core/CMakeLists.txt, and sources with definitions of
# their own.
alone='core/decode/chains/(chain|chain_marginals|chain_sums|higher_order_chain)|core/regression/kernel_values|mpi_|runs/provenance'
for library in core problems learners contract io data results report experiments mail mpi; do
  twice=$(find "$library" -name '*.cpp' | grep -vE "$alone" | sort | xargs awk '
    FNR == 1 {inside = 0}
    /^namespace \{/ {inside = 1}
    /^\}  \/\/ namespace$/ {inside = 0}
    !inside || !/^[A-Za-z\[]/ {next}
    /^(template|namespace|using namespace|static_assert|#|public|private)/ {next}
    {
      line = $0
      sub(/^\[\[[a-z]*\]\] */, "", line)
      name = ""
      if (match(line, /^(struct|class|enum|enum class) [A-Za-z_0-9]+/)) {
        name = substr(line, RSTART, RLENGTH)
        sub(/.* /, "", name)
      } else if (match(line, /[A-Za-z_0-9:]+ *[({=;]/)) {
        name = substr(line, RSTART, RLENGTH)
        gsub(/[ ({=;]/, "", name)
      }
      if (name == "" || name ~ /::/ || name ~ /^(operator|if|for|while|return|case|switch)$/) next
      if (name in file && file[name] != FILENAME) print name ": " file[name] " and " FILENAME
      file[name] = FILENAME
    }')
  if [ -n "$twice" ]; then
    echo "$twice"
    found=1
  fi
done
exit "$found"
