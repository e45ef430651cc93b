#!/usr/bin/env bash
# Rows that links join: the problem graph over a table and a file of links is the problem over the
# same graph in one JSON object, and a cell of a sweep is what train and predict --known give.
#   tests/data/graph/linked_rows.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

# A forest of 90 papers of three fields, whose words say little. A quarter has a label.
python3 - <<'PY'
import json, random
random.seed(5)
n, rows, links = 90, [], []
for v in range(n):
    up = random.randrange(v) if v and random.random() < .95 else None
    field = rows[up]["y"] if up is not None and random.random() < .85 else random.randrange(3)
    word = field if random.random() < .5 else random.randrange(3)
    rows.append({"y": field, "w": {word: .5 + random.random(), 3 + random.randrange(9): .5 + random.random()}, "known": v % 4 == 0 or v < 6})
    if up is not None: links.append((v, up))
order = list(range(n))
random.shuffle(order)
for name, hides in (("some", True), ("all", False)):
    with open(name + ".csv", "w") as out:
        print("id,field," + ",".join(f"w{j}" for j in range(12)), file=out)
        for v in order:
            label = f"f{rows[v]['y']}" if rows[v]["known"] or not hides else "?"
            print(f"p{v},{label}," + ",".join(str(rows[v]["w"].get(j, 0)) for j in range(12)), file=out)
    place = {v: i for i, v in enumerate(order)}
    with open(name + ".jsonl", "w") as out:
        nodes = [{"label": f"f{rows[v]['y']}" if rows[v]["known"] or not hides else None,
                  "features": {f"w{j}": x for j, x in rows[v]["w"].items()}} for v in order]
        print(json.dumps({"nodes": nodes, "edges": [[place[a], place[b]] for a, b in links]}), file=out)
with open("links.tsv", "w") as out:
    for a, b in links: print(f"p{a}\tp{b}", file=out)
with open("truth.txt", "w") as out:
    for v in order: print(f"f{rows[v]['y']}", file=out)
PY
links='{"extractor": "links", "file": "links.tsv", "id": "id", "features": "edges"}'
rows="\"format\": \"csv\", \"target\": \"field\", \"features\": [$links]"

for pairs in equal unordered none; do
  cat > rows.json <<JSON
{"problem": {"type": "graph", "pairs": "$pairs"}, "learner": {"type": "crf"},
 "data": {$rows, "train": "some.csv"}}
JSON
  cat > object.json <<JSON
{"problem": {"type": "graph", "pairs": "$pairs"}, "learner": {"type": "crf"},
 "data": {"format": "graph", "train": "some.jsonl"}}
JSON
  "$program" train rows.json --model rows.st > train.txt 2>&1 || fail "train: $(cat train.txt)"
  "$program" train object.json --model object.st > object.txt 2>&1
  "$program" predict --model rows.st --data some.csv --known > $pairs.txt 2> note.txt ||
    fail "predict: $(cat note.txt)"
  "$program" predict --model object.st --data some.jsonl --known | grep -o '"f."' | tr -d '"' |
    diff - $pairs.txt > diff.txt || fail "$pairs: rows are not the graph: $(cat diff.txt)"
done
# Types and weights of links are those of the edges of the object, in training and in a model.
python3 - <<'PY'
import json
pairs = [line.split() for line in open("links.tsv")]
graph = json.load(open("some.jsonl"))
typed, weighted = [], []
with open("types.tsv", "w") as types, open("weights.tsv", "w") as weights:
    for i, (edge, (a, b)) in enumerate(zip(graph["edges"], pairs)):
        kind, weight = "near" if i % 3 else "far", [.5, 1, 2.25][i % 3]
        print(a, b, kind, sep="\t", file=types)
        print(a, b, weight, sep="\t", file=weights)
        typed.append({"from": edge[0], "to": edge[1], "type": kind})
        weighted.append({"from": edge[0], "to": edge[1], "type": "link", "features": {"weight": weight}})
json.dump(dict(graph, edges=typed), open("types.jsonl", "w"))
json.dump(dict(graph, edges=weighted), open("weights.jsonl", "w"))
PY
for third in type weight; do
  sed "s/links.tsv/${third}s.tsv/; s/\"id\": \"id\"/\"id\": \"id\", \"third\": \"$third\"/" rows.json > third.json
  "$program" train third.json --model third.st -q --set problem.pairs='"equal"'
  "$program" predict --model third.st --data some.csv --known > third.txt 2> note.txt ||
    fail "predict: $(cat note.txt)"
  "$program" train object.json --model third_object.st -q --set problem.pairs='"equal"' \
    --set data.train="\"${third}s.jsonl\""
  "$program" predict --model third_object.st --data ${third}s.jsonl --known -q |
    grep -o '"f."' | tr -d '"' | diff - third.txt > diff.txt ||
    fail "third $third: rows are not the graph: $(cat diff.txt)"
  cmp -s third.txt equal.txt && fail "third $third: changes nothing"
done
grep -q "some.csv: target field; 12 numeric columns, 1 column of ids (id)" train.txt || fail "$(cat train.txt)"
grep -q "1 example is labeled in part: 27 facts are known" object.txt || fail "$(cat object.txt)"
errors() { paste -d ' ' "$1" truth.txt | awk '$1 != $2' | wc -l; }
[[ $(errors equal.txt) -lt $(errors none.txt) ]] || fail "links are worth something"

# A cell of a sweep: the errors of train and predict --known with the labels of the draw alone.
cat > sweep.json <<JSON
{"problem": {"type": "graph", "pairs": "equal"}, "data": {$rows, "train": "all.csv"},
 "sweep": {"labeled": [12, 30], "unlabeled": "all", "holdout": "unlabeled", "repetitions": 2},
 "learners": [{"type": "crf", "C": 1}, {"type": "structural_svm"},
              {"type": "crf", "name": "words", "problem": {"pairs": "none"}}],
 "metrics": ["token_error", "f1_macro"]}
JSON
"$program" run sweep.json --out first --jobs 2 > table.txt 2> err.txt || fail "run: $(cat err.txt)"
"$program" run sweep.json --out second --jobs 1 > /dev/null 2>&1
cmp first/curves.csv second/curves.csv
cat > check_cells.py <<'PY'
import json, sqlite3, subprocess, sys
program, config, run, count = sys.argv[1:]
db = sqlite3.connect(run + "/results.sqlite")
lists = {h: json.loads(e) for h, e in db.execute("SELECT * FROM lists")}
splits = {h: lists[l] for h, l in db.execute("SELECT hash, labeled FROM splits")}
base = json.load(open(config))
lines = open(base["data"]["train"]).read().splitlines()
truth = [line.split(",")[1] for line in lines[1:]]
checked = 0
cursor = db.execute("SELECT * FROM cells")
names = [d[0] for d in cursor.description]
for row in cursor:
    cell = dict(zip(names, row))
    if cell["learner"] != "crf": continue
    known = splits[cell["split_hash"]]
    with open("draw.csv", "w") as out:
        print(lines[0], file=out)
        for i, line in enumerate(lines[1:]):
            cells = line.split(",")
            if i not in known: cells[1] = "?"
            print(",".join(cells), file=out)
    learner = next(l for l in base["learners"] if l["type"] == cell["learner"] and "name" not in l)
    config = {"problem": base["problem"], "learner": learner, "data": dict(base["data"], train="draw.csv")}
    json.dump(config, open("draw.json", "w"))
    subprocess.run([program, "train", "draw.json", "--model", "draw.st", "-q"], check=True)
    labels = subprocess.run([program, "predict", "--model", "draw.st", "--data", "draw.csv", "--known", "-q"],
                            check=True, capture_output=True, text=True).stdout.split()
    others = [i for i in range(len(truth)) if i not in known and truth[i] != "?"]
    wrong = sum(labels[i] != truth[i] for i in others) / len(others)
    assert abs(wrong - cell["token_error"]) < 1e-12, (cell["learner"], cell["labeled"], wrong, cell["token_error"])
    checked += 1
assert checked == int(count), checked
PY
python3 check_cells.py "$program" sweep.json first 4 ||
  fail "the sweep differs from train and predict"
# Rows without labels are nodes of every cell, though nobody scores them.
sed 's/"all.csv"/"some.csv"/; s/\[12, 30\]/[12]/' sweep.json > some.json
"$program" run some.json --out third > table.txt 2> err.txt || fail "run: $(cat err.txt)"
python3 check_cells.py "$program" some.json third 2 || fail "rows without labels are left out"

# evaluate takes the rows of its file as one graph and holds no label.
"$program" train rows.json --model rows.st -q --set problem.pairs='"equal"' --set learner.type='"crf"'
"$program" predict --model rows.st --data all.csv > free.txt 2> /dev/null
share=$(errors free.txt | awk '{printf "%.6f", $1 / 90}')
"$program" evaluate --model rows.st --data all.csv > scores.txt 2> note.txt
awk -v share="$share" '$1 == "token_error" {exit !($2 - share < 1e-6 && share - $2 < 1e-6)}' scores.txt ||
  fail "evaluate: $(cat scores.txt), $share"
"$program" evaluate --model rows.st --data some.csv > scores.txt 2> note.txt || fail "$(cat note.txt)"
"$program" evaluate --model rows.st --data all.csv --bootstrap 20 > scores.txt 2> note.txt ||
  fail "$(cat note.txt)"
sed '2,4s/,f[012],/,"{f0,f1}",/' all.csv > sets.csv
"$program" evaluate --model rows.st --data sets.csv > scores.txt 2> note.txt || fail "$(cat note.txt)"
grep -q 'note: 3 rows have several possible labels and are left out' note.txt || fail "$(cat note.txt)"

# Learners of unlabeled inputs find none.
"$program" train rows.json --model no.st --set learner.type='"self_training"' \
  --set learner.learner='{"type": "crf"}' 2> note.txt
grep -q 'there are no unlabeled inputs' note.txt || fail "$(cat note.txt)"
rm no.st

# train chooses on folds of the labeled rows.
"$program" train rows.json --model chosen.st --set learner.select='{"C": [0.01, 1]}' \
  --set 'selection={"k": 3}' > train.txt 2>&1 || fail "select: $(cat train.txt)"

# What is wrong is told.
python3 -c "
import json
config = json.load(open('rows.json'))
del config['data']['features']
json.dump(config, open('none.json', 'w'))"
expect 2 'one extractor of links makes its edges' "$program" train none.json --model no.st
sed 's/"format": "csv".*/"format": "conll", "train": "some.csv"}}/' rows.json > chains.json
expect 2 'holds chains, but problem graph takes graphs' "$program" train chains.json --model no.st
expect 2 'predicts many examples together' "$program" suggest --model rows.st --data some.csv --count 3
[[ ! -e no.st ]]
mkdir apart
cp rows.st some.csv apart/
(cd apart && "$program" predict --model rows.st --data some.csv > labels.txt 2> note.txt) ||
  fail "a model finds its links: $(cat apart/note.txt)"
mv links.tsv gone.tsv
expect 3 'links.tsv: is not there, but rows.st needs it' "$program" predict --model rows.st --data some.csv
echo passed
