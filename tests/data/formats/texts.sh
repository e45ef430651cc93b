#!/usr/bin/env bash
# Texts with a class, as a user would bring them: a table, lines of JSON and a folder for each class
# are the same data, to a model, its scores, predictions beside the input, and a curve.
#   tests/data/formats/texts.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

# Reviews in which two words tell the class, and half of which have no label.
awk 'BEGIN { srand(5); print "id,text,label"
  for (i = 0; i < 160; ++i) {
    good = rand() < .5; text = ""
    for (w = 0; w < 8; ++w) text = text " w" int(40 * rand())
    text = text (good ? (rand() < .5 ? " great" : " lovely") : (rand() < .5 ? " awful" : " dull"))
    printf "%d,\"%s, so \"\"x\"\".\",%s\n", i, substr(text, 2), (i % 2) ? (good ? "pos" : "neg") : ""
  }}' > all.csv
head -n 121 all.csv > train.csv
(head -n 1 all.csv; tail -n 40 all.csv) > test.csv
python3 - <<'PY'
import csv, json, os
for name in 'train', 'test':
    with open(name + '.jsonl', 'w') as out:
        for row in csv.DictReader(open(name + '.csv')):
            out.write(json.dumps({'text': row['text'], 'label': row['label'] or None}) + '\n')
            folder = f"{name}/{row['label'] or 'unlabeled'}"
            os.makedirs(folder, exist_ok=True)
            open(f"{folder}/{int(row['id']):03}", 'w').write(row['text'])
PY

learner='"learner": {"type": "structural_svm", "C": 10}'
cat > csv.json <<JSON
{"problem": {"type": "multiclass"}, $learner,
 "data": {"format": "csv", "train": "train.csv", "test": "test.csv", "target": "label", "ignore": ["id"],
          "features": [{"extractor": "words", "weighting": "tf_idf"}]}}
JSON
cat > texts.json <<JSON
{"problem": {"type": "multiclass"}, $learner,
 "data": {"format": "texts", "train": "train.jsonl", "test": "test.jsonl",
          "features": [{"extractor": "words", "weighting": "tf_idf"}]}}
JSON
cat > folders.json <<JSON
{"problem": {"type": "multiclass"}, $learner,
 "data": {"format": "text_folders", "train": "train", "test": "test",
          "features": [{"extractor": "words", "weighting": "tf_idf"}]}}
JSON
for kind in csv texts folders; do
  "$program" train $kind.json --model $kind.model --report $kind.report 2> $kind.log
done
grep -q "train.csv: target label; 1 column of texts (text)" csv.log

# The model scores the test file as training did, whatever the format.
for kind in csv:test.csv texts:test.jsonl folders:test; do
  "$program" evaluate --model ${kind%%:*}.model --data ${kind#*:} --report ${kind%%:*}.scores > /dev/null 2>&1
done
python3 - <<'PY'
import json
for kind in 'csv', 'texts', 'folders':
    trained = json.load(open(kind + '.report'))['metrics']
    scored = json.load(open(kind + '.scores'))['metrics']
    assert all(scored[name] == trained[name] for name in scored), (kind, trained, scored)
    assert scored['loss'] < .2, scored
PY

# Predictions: lines, and beside the input, which is otherwise as it was.
"$program" predict --model csv.model --data test.csv > labels.txt
"$program" predict --model csv.model --data test.csv --format table --output table.csv
"$program" predict --model texts.model --data test.jsonl --format table --output table.jsonl
"$program" predict --model folders.model --data test --format table > table.tsv
python3 - <<'PY'
import csv, json
labels = open('labels.txt').read().split()
rows, before = list(csv.DictReader(open('table.csv'))), list(csv.DictReader(open('test.csv')))
assert [row.pop('prediction') for row in rows] == labels and rows == before
lines = [json.loads(line) for line in open('table.jsonl')]
assert [line.pop('prediction') for line in lines] == labels
assert lines == [json.loads(line) for line in open('test.jsonl')]
files = [line.rstrip('\n').split('\t') for line in open('table.tsv')]
ids = {row['id']: label for row, label in zip(before, labels)}
assert len(files) == 40
for file, label in files:
    assert label == ids[str(int(file.split('/')[-1]))], file
PY
expect 3 "there is a column prediction already" "$program" predict --model csv.model --data table.csv --format table
expect 3 "there is a field prediction already" "$program" predict --model texts.model --data table.jsonl --format table
cat test.csv | expect 2 "is read twice" "$program" predict --model csv.model --data - --format table
expect 2 "without --scores" "$program" predict --model csv.model --data test.csv --format table --scores
expect 3 "the format csv reads tables" "$program" predict --model texts.model --data test.csv

# A curve. A learner of plain words is the same with and without unlabeled texts.
cat > sweep.json <<'JSON'
{"problem": {"type": "multiclass"},
 "data": {"format": "texts", "train": "train.jsonl",
          "features": [{"extractor": "words"},
                       {"extractor": "words", "weighting": "count", "normalize": "none", "group": "counts"},
                       {"extractor": "words", "weighting": "tf_idf", "min_count": 2, "group": "weighted"}]},
 "views": {"split": "named", "groups": [["words"]]},
 "sweep": {"labeled": [10, 20], "unlabeled": [0, 30], "holdout": 20, "repetitions": 3},
 "learners": [{"type": "structural_svm", "name": "plain"},
              {"type": "structural_svm", "name": "weighted", "views": {"split": "named", "groups": [["weighted"]]}},
              {"type": "naive_bayes", "views": {"split": "named", "groups": [["counts"]]}},
              {"type": "self_training"}]}
JSON
"$program" run sweep.json --out run > /dev/null 2> run.log
python3 - <<'PY'
import csv
rows = list(csv.DictReader(open('run/curves.csv')))
mean = {(r['learner'], r['labeled'], r['unlabeled']): float(r['mean']) for r in rows if r['metric'] == 'loss'}
assert all(0 <= value <= .7 for value in mean.values()), mean
assert ('weighted', '10', '30') in mean, sorted(mean)
PY

# A file that is a line of text, and no table, is told.
echo "great product" > line.txt
"$program" predict --model csv.model --data line.txt 2> line.log
grep -q "line.txt: has no row below its first line, the names of 1 column" line.log
