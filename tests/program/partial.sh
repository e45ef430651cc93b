#!/usr/bin/env bash
# Examples that are labeled in part: training, evaluation, and the labels that a sweep spreads.
#   tests/program/partial.sh PROGRAM WORK_FOLDER
set -euo pipefail
tests=$(cd "$(dirname "$0")/.." && pwd)
. "$tests/support/shell.sh"

# Words tell their labels. No sentence is labeled wholly, and two labels stand in braces.
python3 - <<'END'
import random
random.seed(3)
words = {"A": ["a", "aa", "aaa"], "B": ["b", "bb"], "O": ["o", "oo", "ooo"]}
def sentence():
    labels = [random.choice("ABOO") for _ in range(6)]
    return [(random.choice(words[label]), label) for label in labels]
def write(name, count, mark):
    with open(name, "w") as out:
        for _ in range(count):
            for at, (word, label) in enumerate(sentence()):
                out.write(f"{word} {mark(at, label)}\n")
            out.write("\n")
def some(at, label):
    if at == 0:
        return "{%s}" % ",".join(sorted({label, "O"})) if label != "O" else "?"
    return label if random.random() < 0.4 else "?"
write("some.txt", 40, some)
write("test.txt", 20, lambda at, label: label)
write("half.txt", 20, lambda at, label: label if at < 3 else "?")
END
cat > train.json <<'END'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "train": "some.txt"}, "learner": {"type": "crf"}}
END
for learner in crf perceptron structural_svm hmm self_training; do
  "$program" train train.json --set learner.type=$learner --model $learner.st --report r.json \
    2> note.txt
  grep -q 'some.txt: 39 examples are labeled in part: of 234 parts, 81 have a label' note.txt ||
    fail "$(cat note.txt)"
  python3 - <<'END' || fail "$learner: $(cat r.json)"
import json
report = json.load(open("r.json"))
assert report["objective"]["dual"] is None and report["objective"]["gap"] is None
assert report["metrics"]["token_error"] < 0.05, report["metrics"]
END
  "$program" evaluate --model $learner.st --data test.txt --report e.json > /dev/null
  python3 -c 'import json; assert json.load(open("e.json"))["metrics"]["token_error"] < .1' ||
    fail "$learner: $(cat e.json)"
done
"$program" describe learner crf | contains 'examples labeled in part: *sums over the hidden parts' ||
  fail "describe"
"$program" describe learner hmm | contains 'examples labeled in part: *sums over the hidden parts, by' ||
  fail "describe"
"$program" describe learner structural_svm | contains 'examples labeled in part: *imputes' ||
  fail "describe"

# Known parts alone are compared.
cp crf.st chains.st
"$program" evaluate --model crf.st --data half.txt --report e.json > /dev/null 2> note.txt
"$program" predict --model crf.st --data half.txt > predicted.txt
python3 - <<'END' || fail "$(cat e.json)"
import json
report = json.load(open("e.json"))
truth = [line.split()[1] if line.strip() else "" for line in open("half.txt")]
predicted = [line.strip() for line in open("predicted.txt")]
pairs = [(a, b) for a, b in zip(truth, predicted) if a not in ("", "?")]
assert report["tokens"] == len(pairs) == 60, report
wrong = sum(a != b for a, b in pairs)
assert abs(report["metrics"]["token_error"] - wrong / 60) < 1e-12
assert abs(report["metrics"]["loss"] - wrong / 20) < 1e-12
END
sed 's/ A$/ B-X/; s/ B$/ I-X/' some.txt | sed 's/{A,O}/{B-X,O}/; s/{B,O}/{I-X,O}/' > chunks.txt
"$program" train train.json --set data.train=chunks.txt --model chunks.st -q 2> /dev/null
"$program" evaluate --model chunks.st --data chunks.txt > out.txt 2> note.txt
grep -q 'chunk_f1 is left out' note.txt || fail "$(cat note.txt)"
if grep -q 'chunk_f1' out.txt; then fail "$(cat out.txt)"; fi

# CoNLL-U marks unknown labels by _.
awk 'NF {print ++i "\t" $1 "\t" $1 "\t" ($2 == "?" || $2 ~ /{/ ? "_" : $2) "\t_\t_\t0\t_\t_\t_"; next}
     {i = 0; print}' some.txt > some.conllu
"$program" train train.json --set data.format=conllu --set data.train=some.conllu --model u.st 2> note.txt
grep -q 'examples are labeled in part' note.txt || fail "$(cat note.txt)"

# Spans of which some are missing, with the scheme of learning: what is marked stays, and the rest
# is found. A prediction is complete.
python3 - <<'END' > some.jsonl
import json, random
random.seed(3)
for s in range(60):
    words = [random.choice(["Ann", "Bob", "saw", "met", "the", "a"]) + str(random.randint(0, 9))
             for _ in range(6)]
    text, spans, at = " ".join(words), [], 0
    for word in words:
        if word[:3] in ("Ann", "Bob"):
            spans.append([at, at + len(word), "PER"])
        at += len(word) + 1
    record = {"id": s, "text": text, "label": spans if s % 3 == 0 else spans[:1]}
    if s % 3:
        record["complete"] = False
    print(json.dumps(record))
END
cat > spans.json <<'END'
{"problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "spans", "train": "some.jsonl", "scheme": "iob2"}, "learner": {"type": "crf"}}
END
"$program" train spans.json --model spans.st 2> note.txt > /dev/null
grep -q 'some.jsonl: 3[0-9] examples are labeled in part' note.txt || fail "$(cat note.txt)"
"$program" predict --model spans.st --data some.jsonl --known > found.jsonl 2> note.txt
python3 - <<'END' || fail "$(head -n 3 found.jsonl)"
import json, re
for line in open("found.jsonl"):
    record = json.loads(line)
    names = [list(m.span()) + ["PER"] for m in re.finditer(r"(Ann|Bob)\d", record["text"])]
    assert record["label"] == names and "complete" not in record, record
END
sed 's/"complete": false/"complete": "no"/' some.jsonl > wrong.jsonl
expect 3 'wrong.jsonl:2: "complete" is "no", expected true, false, or a list' \
  "$program" train spans.json --set data.train=wrong.jsonl --model x.st
sed '/complete/!d' some.jsonl > marked.jsonl
"$program" train spans.json --set data.train=marked.jsonl --model x.st > out.txt 2> note.txt
grep -q 'no record says which words are outside' note.txt || fail "$(cat note.txt)"

# Trees: brackets below ? are known, and prediction keeps them.
cat > trees.ptb <<'END'
(S (NP (D the) (N dog)) (VP (V saw) (NP (D a) (N cat)) (PP (P with) (NP (D a) (N hat)))))
(S (NP (D the) (N cat)) (VP (V saw) (NP (NP (D a) (N dog)) (PP (P with) (NP (D a) (N hat))))))
(S (NP (D the) (N cat)) (VP (V slept)))
(? (NP (NP (D a) (N man)) (PP (P with) (NP (D the) (N dog)))) (V slept))
(? (D the) (N man) (V saw) (NP (D the) (N dog)) (P with) (D the) (N cat))
END
cat > trees.json <<'END'
{"problem": {"type": "parsing", "loss": "f1"},
 "data": {"format": "ptb", "train": "trees.ptb", "features": ["rule", "border"]},
 "learner": {"type": "pcfg", "smoothing": 0.01}}
END
for learner in pcfg crf structural_svm perceptron; do
  "$program" train trees.json --set learner="{\"type\": \"$learner\"}" --model "$learner.st" 2> note.txt \
    > /dev/null
  grep -q 'trees.ptb: 2 examples are labeled in part' note.txt || fail "$(cat note.txt)"
  for known in '(NP (NP (D the) (N dog)) (PP (P with) (NP (D a) (N cat))))' \
    '(NP (D the) (N dog)) (PP (P with) (NP (D a) (N cat)))'; do
    echo "(? (D a) (N man) (V saw) $known)" > one.ptb
    "$program" predict --model "$learner.st" --data one.ptb --known > found.ptb
    grep -qF "$known" found.ptb || fail "$learner: $(cat found.ptb)"
  done
done
"$program" evaluate --model pcfg.st --data trees.ptb > out.txt 2> note.txt
grep -q '2 examples are labeled in part: metrics leave them out' note.txt || fail "$(cat note.txt)"
# Of such examples evaluate counts the facts that predictions agree with.
"$program" evaluate --model pcfg.st --data trees.ptb --output table > out.txt 2> note.txt
grep -q '2 others known in part: [0-9.]* % of [0-9]* facts agree' out.txt || fail "$(cat out.txt)"
printf '%s\n' '(? (NP (D the) (N dog)) (V slept))' '(? (D the) (VP (N dog) (V slept)))' > two.ptb
"$program" predict --model pcfg.st --data two.ptb > found.ptb
"$program" evaluate --model pcfg.st --data two.ptb --report e.json > out.txt 2> note.txt
python3 - <<'END' || fail "$(cat e.json found.ptb)"
import json
report = json.load(open("e.json"))
found = [line.count("(NP (D the) (N dog))") for line in open("found.ptb")]
assert report["examples"] == 0 and report["known"]["examples"] == 2, report
assert 0 <= report["known"]["agreement"] <= 1 and report["known"]["facts"] >= 2, report
if found[0]:
    assert report["known"]["agreement"] > 0, (report, found)
END
"$program" evaluate --model pcfg.st --data two.ptb --output lines 2> note.txt | contains known_agreement ||
  fail "lines of known facts"
"$program" evaluate --model pcfg.st --data two.ptb --output csv 2> note.txt |
  contains '^known,all,facts,' || fail "table of known facts"
echo '(? (D a) (XP (N man) (V saw)))' > one.ptb
expect 3 'one.ptb:1: the bracket "XP" over several tokens is known' \
  "$program" predict --model pcfg.st --data one.ptb --known
expect 3 'one.ptb:1: the bracket "XP" over several tokens is known' \
  "$program" train trees.json --set 'data.train=["trees.ptb", "one.ptb"]' --model x.st
echo '(? (!XP (D a) (N man)) (V saw))' >> one.ptb  # every tree lacks it
"$program" evaluate --model pcfg.st --data one.ptb --report e.json > out.txt 2> note.txt
grep -q '1 known bracket has no label that a whole tree of training has, and counts as wrong' \
  note.txt || fail "$(cat note.txt)"
python3 -c '
import json
assert json.load(open("e.json"))["known"] == {"examples": 2, "facts": 2, "agreement": 0.5}' ||
  fail "$(cat e.json)"

# Pairs of sequences: columns of capital letters are known.
printf '>a\nHEAGAWGHEE\n>b\nPAWHE-AE--\n>c known=upper\nheAGAWGHEE\n>d\npaAWHE-AEE\n' > pairs.fa
cat > pairs.json <<'END'
{"problem": {"type": "alignment"}, "data": {"format": "fasta_pairs", "train": "pairs.fa"},
 "learner": {"type": "crf"}}
END
printf '>e known=upper\nheagaW-heae\n>f\npaw---Heaea\n' > one.fa
printf '>e known=upper\nheagaw-Heae--\n>f\n-----paWheaea\n' > anchor.fa
for how in 'crf local' 'structural_svm local' 'crf global' 'pair_hmm global' \
    'structural_svm global' 'perceptron global'; do
  read -r learner mode <<< "$how"
  "$program" train pairs.json --set learner.type=$learner --set problem.mode=$mode \
    --model pairs.st 2> note.txt > /dev/null
  grep -q 'pairs.fa: 1 example is labeled in part: 8 facts are known' note.txt ||
    fail "$(cat note.txt)"
  "$program" predict --model pairs.st --data one.fa --known > found.fa
  python3 - <<'END' || fail "$how: $(cat found.fa)"
rows = open("found.fa").read().split("\n")
assert rows[0] == ">e" and rows[1].replace("-", "") == "heagaWheae", rows
columns = list(zip(rows[1], rows[3]))
assert ("W", "-") in columns and ("-", "H") in columns, rows
END
  "$program" predict --model pairs.st --data anchor.fa --known > found.fa
  python3 - <<'END' || fail "$how: $(cat found.fa)"
rows = open("found.fa").read().split("\n")
assert ("H", "W") in zip(rows[1], rows[3]), rows
END
done
"$program" evaluate --model pairs.st --data pairs.fa > out.txt 2> note.txt
grep -q '1 example is labeled in part: metrics leave it out' note.txt || fail "$(cat note.txt)"
sed 's/known=upper/known=lower/' one.fa > wrong.fa
expect 3 'wrong.fa:1: "known=lower" in a header: expected known=upper' \
  "$program" predict --model pairs.st --data wrong.fa --known
# Positions that are no pair.
printf '>e apart=6-3,4-4 ?\nHEAGAWGHEE\n>f\nPAWHEAE\n' > apart.fa
printf '>e known=upper apart=8-4\nheAGAWGHEE\n>f\npaAWHE-AEE\n' > mixed.fa
"$program" predict --model pairs.st --data apart.fa > free.fa
"$program" predict --model pairs.st --data apart.fa --known > found.fa
"$program" evaluate --model pairs.st --data apart.fa --report e.json > out.txt 2> note.txt
"$program" train pairs.json --set 'data.train=["pairs.fa", "mixed.fa"]' --model x.st 2> note.txt
grep -q '2 examples are labeled in part: 17 facts are known' note.txt || fail "$(cat note.txt)"
python3 - <<'END' || fail "$(cat free.fa found.fa e.json)"
import json
def pairs_of(file):
    rows = open(file).read().split("\n")
    assert rows[0] == ">e", rows  # what was known of it is no longer said
    found, i, j = set(), 0, 0
    for a, b in zip(rows[1], rows[3]):
        i, j = i + (a != "-"), j + (b != "-")
        if "-" not in (a, b):
            found.add((i, j))
    return found
apart = {(6, 3), (4, 4)}
free, found = pairs_of("free.fa"), pairs_of("found.fa")
assert free & apart and not found & apart, (free, found)
known = json.load(open("e.json"))["known"]
assert known == {"examples": 1, "facts": 2, "agreement": 1 - len(free & apart) / 2}, known
END
sed 's/ ?$//' apart.fa > wrong.fa
expect 3 'wrong.fa:1: apart= stands in the header of a pair whose alignment is known: add known=upper' \
  "$program" predict --model pairs.st --data wrong.fa --known
# Labels are not looked at in files to predict, or among unlabeled pairs.
"$program" predict --model pairs.st --data wrong.fa > plain.fa
diff free.fa plain.fa || fail 'apart= in a file to predict'
"$program" train pairs.json --set 'data.unlabeled=["wrong.fa"]' --model x.st 2> note.txt
for list in '' '6-3,' ',6-3' '6-3,,4-4'; do
  sed "s/apart=6-3,4-4/apart=$list/" apart.fa > wrong.fa
  expect 3 "wrong.fa:1: \"apart=$list\" in a header: expected positions of both sequences" \
    "$program" predict --model pairs.st --data wrong.fa --known
done
sed 's/6-3/6-9/' apart.fa > wrong.fa
expect 3 'wrong.fa:1: apart=6-9 in the header of sequences of 10 and 7 residues' \
  "$program" predict --model pairs.st --data wrong.fa --known
sed 's/6-3/6:3/' apart.fa > wrong.fa
expect 3 'wrong.fa:1: "apart=6:3,4-4" in a header: expected positions of both sequences' \
  "$program" predict --model pairs.st --data wrong.fa --known

# Documents that are in a choice, or out of it.
python3 - <<'END' > queries.jsonl
import json, random
random.seed(4)
for q in range(30):
    documents = [{"id": f"d{d}", "words": ["robots", random.choice("abcdef") * 2]} for d in range(6)]
    query = {"id": str(q), "query": "robots", "candidates": documents}
    covered = {}
    for document in documents:
        covered.setdefault(document["words"][1], document["id"])
    best = list(covered.values())[:3]
    best += [d["id"] for d in documents if d["id"] not in best][: 3 - len(best)]
    if q < 10:
        query["chosen"] = best
    elif q < 20:
        query["in"] = best[:1]
        query["out"] = [d["id"] for d in documents if d["id"] not in best][:2]
    elif q < 25:
        query["in"] = ["d5"]
    print(json.dumps(query))
END
cat > queries.json <<'END'
{"problem": {"type": "diversification", "documents": 3},
 "data": {"format": "candidates", "train": "queries.jsonl"}, "learner": {"type": "structural_svm"}}
END
for learner in structural_svm perceptron self_training; do
  "$program" train queries.json --set learner.type=$learner --model q.st 2> note.txt > out.txt
  grep -q 'queries.jsonl: 15 examples are labeled in part: 35 facts are known' note.txt ||
    fail "$learner: $(cat note.txt)"
  for decoder in greedy swaps exact; do
    "$program" train queries.json --set learner.type=$learner --set problem.decoder=$decoder \
      --model q.st -q 2> note.txt
    "$program" predict --model q.st --data queries.jsonl --known > kept.jsonl 2> note.txt
    "$program" predict --model q.st --data queries.jsonl > free.jsonl
    "$program" evaluate --model q.st --data queries.jsonl --report e.json > out.txt 2> note.txt
    python3 - <<'END' || fail "$learner, $decoder: $(cat e.json kept.jsonl)"
import json
lines = lambda name: [json.loads(line) for line in open(name)]
queries, kept, free = lines("queries.jsonl"), lines("kept.jsonl"), lines("free.jsonl")
facts = agreed = 0
for query, fixed, other in zip(queries, kept, free):
    chosen, plain = set(fixed["chosen"]), set(other["chosen"])
    assert len(chosen) == 3
    if "chosen" in query:
        assert chosen == set(query["chosen"])
        continue
    into, out = set(query.get("in", [])), set(query.get("out", []))
    assert into <= chosen and not out & chosen, (query, fixed)
    if not into and not out:
        assert chosen == plain
    facts += len(into) + len(out)
    agreed += len(into & plain) + len(out - plain)
known = json.load(open("e.json"))["known"]
assert known["facts"] == facts == 35 and known["examples"] == 15, known
assert abs(known["agreement"] - agreed / facts) < 1e-12, (known, agreed)
END
  done
done
# Choices that are known in part are not measured. Something is learned from them, even if whole
# choices say nothing.
grep '"out"' queries.jsonl > parts.jsonl
"$program" train queries.json --set data.test=parts.jsonl --model q.st --report r.json 2> note.txt
grep -q 'data.test has no example whose whole output is known: there are no metrics' note.txt ||
  fail "$(cat note.txt)"
grep -q '"metrics": {},' r.json || fail "$(cat r.json)"
python3 - <<'END' >> parts.jsonl
import json
for query in map(json.loads, open("queries.jsonl")):
    if "chosen" not in query: continue
    query["chosen"] = query["chosen"][:2]
    query["candidates"] = [d for d in query["candidates"] if d["id"] in query["chosen"]]
    print(json.dumps(query))
END
"$program" train queries.json --set data.train=parts.jsonl --model q.st 2> note.txt
grep -q 'warning: .*nothing is learned' note.txt && fail "$(cat note.txt)"
"$program" train queries.json --model q.st -q
sed 's/"in": \["d5"\]/"in": ["d5", "d4", "d3", "d2"]/' queries.jsonl > wrong.jsonl
expect 3 'wrong.jsonl:21: "in" has 4 documents: expected at most 3, as problem.documents = 3' \
  "$program" predict --model q.st --data wrong.jsonl --known

# What cannot be met is left out, with a warning, and told by predict --known.
printf '(? (D the) (NP (N dog) (V slept)))\n' > never.ptb
"$program" train trees.json --set 'data.train=["trees.ptb", "never.ptb"]' --model x.st --report r.json \
  > out.txt 2>&1
grep -q 'labeled in part is left out, because no output agrees with what is known of it, the first in .*never.ptb:1' \
  r.json out.txt || fail "$(cat out.txt)"
"$program" predict --model pcfg.st --data never.ptb --known > out.txt 2> note.txt
grep -q 'no output agrees with what never.ptb says of 1 example' note.txt || fail "$(cat note.txt)"

# init does not propose an experiment for such files.
mkdir own
"$program" init some.jsonl --out own > out.txt 2>&1
grep -q '20 labeled examples, 3[0-9] labeled in part' out.txt && [[ ! -e own/experiment.json ]] ||
  fail "$(cat out.txt)"
"$program" train own/train.json --model own.st -q 2> note.txt

# What cannot be: another scheme, a sweep, a problem that takes one label or none.
expect 3 'the example is labeled in part, but data.scheme needs all labels or none' \
  "$program" train train.json --set data.train=chunks.txt --set data.scheme=iobes --model x.st
"$program" train train.json --set data.train=chunks.txt --set data.scheme=iob2 --model x.st -q 2> note.txt
cat > sweep.json <<'END'
{"name": "sweep", "problem": {"type": "sequence", "loss": "hamming"},
 "data": {"format": "conll", "train": "test.txt"},
 "sweep": {"labeled": [4], "unlabeled": [0, 8], "holdout": 8, "repetitions": 2},
 "learners": [{"type": "crf"}, {"type": "crf", "name": "parts", "known": {"which": "parts"}},
              {"type": "crf", "name": "as_O",
               "known": {"which": "parts", "others": "outside"}}],
 "metrics": ["token_error"]}
END
expect 3 'half.txt:1: the example is labeled in part, but a sweep draws' \
  "$program" run sweep.json --set data.train=half.txt --out bad

# The worst of partly labeled examples, as files have them.
"$program" evaluate --model chains.st --data half.txt --worst 3 --output json > e.json 2> note.txt
python3 - <<'END' || fail "$(cat e.json)"
import json
worst = json.load(open("e.json"))["worst"]
records = [record.split("\n") for record in open("half.txt").read().strip().split("\n\n")]
predicted = open("predicted.txt").read().strip().split("\n\n")
for each in worst:
    at = [i for i, record in enumerate(records)
          if each["place"] == f"half.txt:{1 + 7 * i}"][0]
    assert each["expected"].split("\n") == [line.split()[1] for line in records[at]], each
    assert each["predicted"] == predicted[at], each
    wrong = sum(a != b for a, b in zip(each["expected"].split("\n"), each["predicted"].split("\n"))
                if a != "?")
    assert each["loss"] == wrong > 0, each
END

# Without unlabeled examples there is nothing to spread over, and the fits are the same.
"$program" run sweep.json --out runs --jobs 2 > /dev/null 2>&1
"$program" run sweep.json --out again > /dev/null 2>&1
diff runs/curves.csv again/curves.csv || fail "bits of the processes"
python3 - <<'END' || fail "$(cat runs/curves.csv)"
import csv
rows = {(r["learner"], r["unlabeled"]): r["mean"] for r in csv.DictReader(open("runs/curves.csv"))}
assert rows["crf", "0"] == rows["parts", "0"] == rows["as_O", "0"], rows
assert rows["crf", "0"] == rows["crf", "8"] != rows["parts", "8"], rows
assert float(rows["as_O", "8"]) > float(rows["parts", "8"]), rows
END
expect 2 'known.which = "chunks": the labels are no chunk labels' \
  "$program" run sweep.json --set 'learners.1.known.which=chunks' --out bad
expect 2 'learners.1.known: labels are spread over the unlabeled examples, which this sweep scores' \
  "$program" run sweep.json --set sweep.holdout=unlabeled --set 'sweep.unlabeled=[8]' --out bad
