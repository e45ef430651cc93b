#!/usr/bin/env bash
# query_sets.sh SOURCE_DIR COSTRUCT WORK_DIR: query sets from a collection of made-up articles, a
# choice for each of them, and the picture of one; the curves of a made-up run; what is wrong with
# the input is told in a line.
set -euo pipefail
source_dir=$1 costruct=$2 work=$3
rm -rf "$work"
mkdir -p "$work"
cd "$work"

fail() { echo "$*" >&2; exit 1; }
refused() {  # refused TEXT COMMAND...: it fails, and says that in its one line
  local text=$1 said; shift
  if said=$("$@" 2>&1); then fail "not refused: $*"; fi
  [ "$(wc -l <<< "$said")" -eq 1 ] || fail "more than a line: $said"
  [[ $said == *"$text"* ]] || fail "expected \"$text\", found: $said"
}
make_sets() { python3 "$source_dir/tools/make_query_sets.py" reuters "$@"; }
draw() { node "$source_dir/tools/draw_coverage.mjs" "$@"; }

refused "no such file" make_sets missing out.jsonl
mkdir broken articles
echo "no archive" > broken/reuters-modapte-train.jsonl.xz
refused "make_query_sets: " make_sets broken out.jsonl
python3 - <<'PYTHON'
import json, lzma
for part in ("train", "test"):
    with lzma.open(f"articles/reuters-modapte-{part}.jsonl.xz", "wt", encoding="utf-8") as out:
        for i in range(60):
            word = ("harvest", "shipping", "interest")[i % 3]
            labels = [f"topic{i % 7}"] + (["all"] if i % 2 else [])
            record = {"id": f"{part}{i}", "text": f"{word} news\nwords word{i} word{i % 5}", "labels": labels}
            out.write(json.dumps(record) + "\n")
PYTHON
refused "no word is in the first line of 500 documents" make_sets articles out.jsonl \
  --candidates 500
[ ! -e out.jsonl ] && [ ! -e out.jsonl.part ] || fail "a refused set was written"
make_sets articles new/folder/sets.jsonl --candidates 10 2> said
make_sets articles again.jsonl --candidates 10 2>> said
cmp new/folder/sets.jsonl again.jsonl || fail "the same seed gave other bytes"
[ "$(wc -l < again.jsonl)" -ge 2 ] || fail "expected several queries: $(cat said)"

cat > chooser.json <<'JSON'
{"problem": {"type": "diversification", "documents": 3},
 "data": {"format": "candidates", "train": "again.jsonl"},
 "learner": {"type": "structural_svm", "C": 1}}
JSON
"$costruct" train chooser.json --data-dir . --model chooser.safetensors 2> /dev/null
"$costruct" predict --model chooser.safetensors --data again.jsonl > choices.jsonl
id=$(node -p 'JSON.parse(require("fs").readFileSync("choices.jsonl", "utf8").split("\n")[0]).id')
draw query again.jsonl choices.jsonl "$id" query.svg
grep -q "3 of 10 documents cover" query.svg || fail "the title does not count documents"
grep -q "chosen, covers it alone" query.svg || fail "no legend"

# What the picture says, against a count of its own.
node - "$id" <<'NODE'
const {readFileSync} = require('fs');
const read = (file, id) => readFileSync(file, 'utf8').trim().split('\n').map(line => JSON.parse(line)).find(each => (each.id ?? each.query) === id);
const id = process.argv[2], query = read('again.jsonl', id), {chosen} = read('choices.jsonl', id);
const topics = new Map(query.candidates.map(each => [each.id, each.subtopics]));
const covered = new Set(chosen.flatMap(each => topics.get(each))), all = new Set([...topics.values()].flat());
const svg = readFileSync('query.svg', 'utf8'), title = `3 of 10 documents cover ${covered.size} of ${all.size} subtopics`;
if (!svg.includes(title)) throw new Error(`expected "${title}"`);
const marks = (svg.match(/aria-roledescription="square"/g) ?? []).length, pairs = [...topics.values()].flat().length;
if (marks !== pairs) throw new Error(`${marks} marks, expected ${pairs}`);
const alone = (svg.match(/kind: chosen, covers it alone/g) ?? []).length;
const times = topic => chosen.filter(each => topics.get(each).includes(topic)).length;
const expected = [...covered].filter(topic => times(topic) === 1).length;
if (alone !== expected) throw new Error(`${alone} marks of a single document, expected ${expected}`);
NODE

# Curves: of two learners of the same figures, a bar of 95 % each (t of 19 degrees of freedom:
# 2.093), side by side.
mkdir run
{
  echo learner,labeled,unlabeled,metric,mean,standard_error,draws
  for learner in one other; do
    for K in 1 2 10; do echo "$learner,60,0,subtopic_loss_at_$K,0.$((70 - 5 * K)),0.01,20"; done
    echo "$learner,60,0,subtopic_loss,0.5,0.01,20"
    echo "$learner,5,0,subtopic_loss_at_1,0.9,0.01,20"
  done
} > run/curves.csv
draw curves run 60 0 curves.svg
node - <<'NODE'
const svg = require('fs').readFileSync('curves.svg', 'utf8');
const marks = kind => [...svg.matchAll(new RegExp(`<[^>]*aria-roledescription="${kind}"[^>]*>`, 'g'))].map(match => match[0]);
const number = (mark, name) => Number(new RegExp(`${name}: ([-0-9.e]+)`).exec(mark)[1]);
const bars = marks('rule mark'), points = marks('point');
if (bars.length !== 6 || points.length !== 6) throw new Error(`${bars.length} bars and ${points.length} points, expected 6 of each`);
for (const bar of bars) {
  const length = number(bar, 'high') - number(bar, 'low');
  if (Math.abs(length - 2 * 2.093 * 0.01) > 1e-4) throw new Error(`a bar of length ${length}`);
}
const places = points.map(mark => /translate\(([-0-9.]+),/.exec(mark)[1]);
if (new Set(places).size !== 6) throw new Error(`points of the two learners hide each other: ${places}`);
NODE
refused "no subtopic_loss_at_1" draw curves run 60 40 bad.svg

refused "no query nothing" draw query again.jsonl choices.jsonl nothing bad.svg
refused "no choice for query" draw query again.jsonl /dev/null "$id" bad.svg
echo '{"id"' > half.jsonl
refused "half.jsonl:1: " draw query half.jsonl choices.jsonl "$id" bad.svg
printf '{"id":"%s","chosen":["none"]}\n' "$id" > strange.jsonl
refused "has no candidate none" draw query again.jsonl strange.jsonl "$id" bad.svg
[ ! -e bad.svg ] || fail "a refused picture was written"
