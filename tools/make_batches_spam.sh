#!/usr/bin/env bash
# Makes the rows of configs/batches_spam.json (Brefeld 2008, section 8.4.3) in data/batches-spam/:
# learns batches on the first 2,000 mails of email-batches, assigns a stream of the next 2,000 with
# 1,000 mails of ham between them (spam-assassin) to batches by two models, and sums up the words of
# each batch: a block of features by the true batches, by those of each model, and by the true ones
# with wrong mails among them.
#   tools/make_batches_spam.sh [BUILD_FOLDER]     default: build/release
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "${1:-$root/build/release}" && pwd)/bin
data=${COSTRUCT_DATA_FOLDER:-$root/data}
target=$data/batches-spam
for file in "$data/email-batches/messages.jsonl.xz" "$data/spam-assassin/messages.jsonl.xz"; do
  [ -s "$file" ] ||
    { echo "make_batches_spam.sh: $file is missing: run tools/get_data.sh email-batches and spam-assassin" >&2; exit 1; }
done
[ -x "$bin/costruct-mail" ] ||
  { echo "make_batches_spam.sh: $bin has no costruct-mail: name the folder of a build" >&2; exit \
  1; }
command -v node >/dev/null ||
  { echo "make_batches_spam.sh: node is missing: run tools/install_deps.sh" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

xz -dc "$data/email-batches/messages.jsonl.xz" > spam.jsonl
head -n 2000 spam.jsonl > learn.jsonl
sed -n '2001,4000p' spam.jsonl > stream_spam.jsonl
xz -dc "$data/spam-assassin/messages.jsonl.xz" > all.jsonl
node -e '
const fs = require("fs");
const read = (file) => fs.readFileSync(file, "utf8").split("\n").filter((line) => line).map((line) => JSON.parse(line));
const spam = read("stream_spam.jsonl").map((mail) => ({...mail, label: "spam"}));
const ham = read("all.jsonl").filter((mail) => mail.label === "ham").slice(0, 1000).map((mail) => ({...mail, batch: mail.batch === undefined ? undefined : "ham " + mail.batch}));
let state = 12345;  // of a linear congruential generator: where ham arrives
const out = [];
while (spam.length + ham.length > 0) {
  state = (1103515245 * state + 12345) % 2147483648;
  const from = state / 2147483648 * (spam.length + ham.length) < spam.length ? spam : ham;
  out.push(JSON.stringify(from.shift()));
}
fs.writeFileSync("stream.jsonl", out.join("\n") + "\n");
'
config() {
  cat <<JSON
{"problem": {"type": "clustering", "loss": "total", "decoder": "$1", "set_size": 100},
 "data": {"format": "jsonl", "train": "learn.jsonl"}, "learner": {"type": "$2", "C": 0.1, "gap": 0.01$3}}
JSON
}
config lp structural_svm ', "cached_passes": 20' > lp.json
config sequential sequential_svm '' > sequential.json
for name in lp sequential; do "$bin/costruct" train $name.json \
  --model $name.safetensors > /dev/null; done
"$bin/costruct" stream --model sequential.safetensors --data stream.jsonl > sequential.jsonl
"$bin/costruct" predict --model lp.safetensors --data stream.jsonl > lp.batches
[ "$(wc -l < lp.batches)" -eq "$(wc -l < sequential.jsonl)" ] ||
  { echo "make_batches_spam.sh: a mail was skipped" >&2; exit 1; }
paste <(sed 's/^{"id": "\([^"]*\)".*/\1/' sequential.jsonl) lp.batches > lp.tsv
"$bin/costruct-mail" words --by sequential=sequential.jsonl --by lp=lp.tsv --noise 0.25 \
  --noise 0.5 --noise 1 --noise 2 \
  --splits words.splits --repetitions 30 --labeled 400 --seed 1 stream.jsonl > rows.svm 2> words.log
# The config has the numbers of the features of these blocks.
node -e '
const fs = require("fs");
const made = JSON.parse(fs.readFileSync("words.log", "utf8").match(/"groups": (.*)/)[1]);
const known = JSON.parse(fs.readFileSync(process.argv[1], "utf8")).data.groups;
for (const [i, block] of made.entries()) {
  if (!known[i] || ["name", "first", "last"].some((key) => known[i][key] !== block[key])) {
    console.error("make_batches_spam.sh: configs/batches_spam.json has other groups: write " + JSON.stringify(made));
    process.exit(1);
  }
}' "$root/configs/batches_spam.json"
xz -T1 -1 rows.svm
mkdir -p "$target"
mv words.splits rows.svm.xz "$target/"
tail -n 1 words.log >&2
