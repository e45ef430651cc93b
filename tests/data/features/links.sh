#!/usr/bin/env bash
# Papers with links, as a user would bring them: a table with a column of ids, lines of JSON, and
# svmlight with a file of ids, to a curve, a model and predictions of files with other links.
#   tests/data/features/links.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

# Two fields whose papers link within their field, and whose words say little.
python3 - <<'PY'
import json, random
random.seed(3)
fields = {f'p{i}': random.choice('AB') for i in range(300)}
words = {p: [f"w{random.randrange(60)}" for _ in range(6)]
         + [f"{fields[p] if random.random() < .8 else random.choice('AB')}{random.randrange(30)}"]
         for p in fields}
links = [(p, q) for p in fields for q in random.sample(sorted(fields), 9) if fields[p] == fields[q] and p < q]
parts = {'train': list(fields)[:200], 'test': list(fields)[200:250], 'new': list(fields)[250:]}
for name, papers in parts.items():
    with open(name + '.csv', 'w') as out:
        print('id,text,label', file=out)
        for p in papers:
            print(f"{p},{' '.join(words[p])},{fields[p] if name != 'new' else ''}", file=out)
    with open(name + '.jsonl', 'w') as out:
        for p in papers:
            print(json.dumps({'id': p, 'text': ' '.join(words[p]), 'label': fields[p]}), file=out)
    number = {w: i + 1 for i, w in enumerate(sorted({w for p in fields for w in words[p]}))}
    with open(name + '.svm', 'w') as out, open(name + '.svm.ids', 'w') as ids:
        for p in papers:
            counts = sorted((number[w], words[p].count(w)) for w in set(words[p]))
            print(fields[p], *(f'{n}:{c}' for n, c in counts), file=out)
            print(p, fields[p], sep='\t', file=ids)
random.shuffle(links)
with open('links.tsv', 'w') as out:
    print('# citing and cited paper', file=out)
    for p, q in links: print(p, q, sep='\t', file=out)
    print('p0\tp0\np1\tnobody', file=out)
PY

learner='"learner": {"type": "structural_svm", "C": 10}'
links='{"extractor": "links", "file": "links.tsv", "group": "smoothed"'
words='{"extractor": "words", "weighting": "count", "normalize": "none"}'
cat > csv.json <<JSON
{"problem": {"type": "multiclass"}, $learner, "views": {"split": "named", "groups": [["smoothed"]]},
 "data": {"format": "csv", "train": "train.csv", "test": "test.csv", "target": "label",
          "features": [$words, $links, "id": "id"}]}}
JSON
cat > texts.json <<JSON
{"problem": {"type": "multiclass"}, $learner, "views": {"split": "named", "groups": [["smoothed"]]},
 "data": {"format": "texts", "train": "train.jsonl", "test": "test.jsonl",
          "features": [$words, $links, "id": "id"}]}}
JSON
cat > svm.json <<JSON
{"problem": {"type": "multiclass"}, $learner, "views": {"split": "named", "groups": [["smoothed"]]},
 "data": {"format": "svmlight", "train": "train.svm", "test": "test.svm",
          "features": [{"extractor": "values"}, $links, "ids": "{file}.ids"}]}}
JSON
for kind in csv texts svm; do
  "$program" validate $kind.json > /dev/null
  "$program" train $kind.json --model $kind.model --report $kind.report 2> $kind.log
  grep -q "costruct: note: links: .*links.tsv: [0-9]* links between 250 rows, [0-9]* without one; " $kind.log
  grep -q "1 link from a row to itself is left out, the first in .*links.tsv:[0-9]* (\"p0\")" $kind.log
done
grep -q "train.csv: target label; 1 column of texts (text)" csv.log

# The same predictions from all three, for papers with links among themselves alone.
"$program" predict --model csv.model --data new.csv > csv.txt 2> predict.log
grep -q "links between 50 rows, .* have an id of no row at hand, the first in " predict.log
"$program" predict --model texts.model --data new.jsonl > texts.txt 2> /dev/null
"$program" predict --model svm.model --data new.svm > svm.txt 2> /dev/null
cmp csv.txt texts.txt
cmp csv.txt svm.txt
OMP_NUM_THREADS=3 "$program" predict --model csv.model --data new.csv --scores > three.txt 2> /dev/null
OMP_NUM_THREADS=1 "$program" predict --model csv.model --data new.csv --scores > one.txt 2> /dev/null
cmp one.txt three.txt
[ "$(wc -l < csv.txt)" = 50 ]
"$program" evaluate --model csv.model --data test.csv > scores.txt 2> evaluate.log
grep -q "links between 50 rows" evaluate.log

# A model of words alone needs no links.
sed 's/\["smoothed"\]/["words"]/' csv.json > words.json
"$program" train words.json --model words.model 2> /dev/null
mkdir alone && cp new.csv alone
(cd alone && "$program" predict --model ../words.model --data new.csv > labels.txt 2> log)
[ "$(wc -l < alone/labels.txt)" = 50 ] && ! grep -q links alone/log || fail "words need links"

# A model needs its links, a pipe has no rows beforehand, and rows need ids.
expect 3 "is no regular file" "$program" predict --model csv.model --data <(cat new.csv)
sed 's/^p251,/p250,/' new.csv > twice.csv
expect 3 'twice.csv:3: the row has the id "p250" of' "$program" predict --model csv.model --data twice.csv
head -n 20 new.svm > short.svm
cp new.svm.ids short.svm.ids
expect 3 "short.svm.ids: has 50 ids, but short.svm has 20 rows" "$program" predict --model svm.model --data short.svm
mv links.tsv elsewhere.tsv
expect 3 "links.tsv: is not there, but csv.model needs it" "$program" predict --model csv.model --data new.csv
mv elsewhere.tsv links.tsv
printf 'p1\tp2\tx\n' > weights.tsv
sed 's/links.tsv/weights.tsv/' csv.json > wrong.json
expect 3 'weights.tsv:1: the weight is "x", expected a number > 0' "$program" train wrong.json --model wrong.model
sed 's/"links.tsv"/"train.csv"/' csv.json > wrong.json
expect 3 'train.csv:' "$program" train wrong.json --model wrong.model

# A curve: words, smoothed words, both as views, and a graph kernel of the links.
cat > sweep.json <<JSON
{"problem": {"type": "multiclass"},
 "data": {"format": "csv", "train": "train.csv", "target": "label",
          "features": [$words, $links, "id": "id"}, $links, "id": "id", "features": "edges", "group": "edges"}]},
 "views": {"split": "named", "groups": [["words"], ["smoothed"]]},
 "sweep": {"labeled": [20], "unlabeled": [0, 60], "holdout": 80, "repetitions": 4},
 "learners": [{"type": "structural_svm", "name": "words", "views": {"split": "named", "groups": [["words"]]}},
              {"type": "structural_svm", "name": "smoothed", "views": {"split": "named", "groups": [["smoothed"]]}},
              {"type": "structural_svm", "name": "graph", "views": {"split": "named", "groups": [["edges"]]},
               "kernel": {"type": "graph", "edges": "shared", "rho": 0.1}},
              {"type": "co_svm", "epochs": 3}]}
JSON
sed -i 's/"group": "smoothed", "id": "id", "features": "edges", "group": "edges"/"id": "id", "features": "edges", "group": "edges"/' sweep.json
"$program" run sweep.json --out run > /dev/null 2> run.log
python3 - <<'PY'
import csv
rows = list(csv.DictReader(open('run/curves.csv')))
mean = {(r['learner'], r['unlabeled']): float(r['mean']) for r in rows if r['metric'] == 'loss'}
assert mean['smoothed', '0'] < mean['words', '0'] - .05, mean
assert mean['graph', '60'] < .5, mean
PY
