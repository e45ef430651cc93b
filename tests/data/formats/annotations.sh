#!/usr/bin/env bash
# Files of annotation tools and treebanks, as a user would run them: from the file to a model and a
# curve, and back into the tool.
#   tests/data/formats/annotations.sh PROGRAM WORK_FOLDER
set -euo pipefail
. "$(dirname "$0")/../../support/shell.sh"

# Spans, by a tool that counts UTF-16 units; names follow "saw".
python3 - <<'PYTHON'
import json
people, places = ["Ann Lee", "Bob", "Eve Ray"], ["Rome", "New York"]
with open("own.jsonl", "w") as out:
    for i in range(30):
        a, b = people[i % 3], places[i % 2]
        text = f"{'😀 ' if i % 4 == 0 else ''}We saw {a} in {b}."
        spans = [(text.index(a), a, "PER"), (text.index(b), b, "LOC")]
        units = lambda n: len(text[:n].encode("utf-16-le")) // 2
        out.write(json.dumps({"id": i, "text": text, "label": [
            [units(at), units(at + len(name)), label] for at, name, label in spans]}) + "\n")
with open("raw.txt", "w") as out:
    out.write("We saw Bob in Rome. They saw\nAnn Lee in Oslo.\n\nBye\n")
PYTHON
cat > spans.json <<'JSON'
{"problem": {"type": "sequence", "transitions": "scheme"},
 "data": {"format": "spans", "train": "own.jsonl", "scheme": "iobes", "unlabeled": "raw.txt",
          "unlabeled_text": "sentences",
          "features": [{"extractor": "token", "window": 1}, {"extractor": "surface"}]},
 "learner": {"type": "self_training"}}
JSON
expect 3 'Set "offsets": "utf16" in data' "$program" train spans.json --model m.st
"$program" train spans.json --model m.st --set data.offsets=utf16 2> told.txt
grep -q 'own.jsonl: labels are in IOB2 and are learned in IOBES' told.txt || fail "$(cat told.txt)"
"$program" describe model m.st | contains 'B-PER, E-PER' || fail "$("$program" describe model m.st)"
"$program" predict --model m.st --data own.jsonl > back.jsonl
python3 - <<'PYTHON'
import json
for own, back in zip(open("own.jsonl"), open("back.jsonl"), strict=True):
    assert json.loads(own) == json.loads(back), (own, back)
PYTHON
"$program" evaluate --model m.st --data own.jsonl | contains -E 'chunk_f1\s+1' ||
  fail "chunk_f1: $("$program" evaluate --model m.st --data own.jsonl)"
"$program" predict --model m.st --data raw.txt --plain-text sentences > raw.jsonl
[[ $(head -n 1 raw.jsonl) == '{"text":"We saw Bob in Rome.","spans":[{"start":7,"end":10,"label":"PER"},{"start":14,"end":18,"label":"LOC"}]}' ]] ||
  fail "raw.jsonl: $(cat raw.jsonl)"
[[ $(wc -l < raw.jsonl) == 3 && $(sed -n 2p raw.jsonl) == *"They saw Ann Lee in Oslo."* ]] || fail "raw.jsonl: $(cat raw.jsonl)"

# Scores of spans: the least probability of the labels that a span covers, from --marginals.
"$program" predict --model m.st --data own.jsonl --span-scores > scored.jsonl
"$program" predict --model m.st --data own.jsonl --marginals > marginals.jsonl
"$program" predict --model m.st --data raw.txt --plain-text sentences --span-scores > raw_scored.jsonl
expect 2 "--span-scores writes" "$program" predict --model m.st --data own.jsonl --span-scores --scores
python3 - <<'PYTHON'
import json
def iobes(labels):  # of IOB2, as the model has learned them
    ends = [not after.startswith("I") for after in labels[1:] + ["O"]]
    last = {"B": "S", "I": "E"}
    return [last[label[0]] + label[1:] if end and label[0] in last else label
            for label, end in zip(labels, ends)]
for back, scored, details in zip(open("back.jsonl"), open("scored.jsonl"), open("marginals.jsonl"), strict=True):
    scored, details = json.loads(scored), json.loads(details)
    scores = scored.pop("scores")
    assert scored == json.loads(back), (scored, back)
    likely = [part[label] for part, label in zip(details["marginals"], iobes(details["output"]))]
    spans, inside = [], False
    for label, p in zip(details["output"], likely):
        if label[0] in "BS": spans.append(p)
        elif label[0] in "IE": spans[-1] = min(spans[-1], p)
    assert scores == spans, (scores, spans)
for line, plain in zip(open("raw_scored.jsonl"), open("raw.jsonl"), strict=True):
    record = json.loads(line)
    assert all(0 < span.pop("score") <= 1 for span in record["spans"]), line
    assert record == json.loads(plain), line
PYTHON
"$program" convert raw_scored.jsonl --to conll > scored.txt 2> told.txt
grep -q "Oslo B-LOC" scored.txt || fail "$(cat scored.txt told.txt)"

# The same texts as words: a label stands beside each word.
python3 - <<'PYTHON'
with open("own.txt", "w") as out:
    for name in ["Bob", "Ann Lee", "Eve"] * 8:
        words = name.split()
        tags = ["B-PER"] + ["I-PER"] * (len(words) - 1)
        rows = [("We", "O"), ("saw", "O"), *zip(words, tags), (".", "O")]
        out.write("".join(f"{word} {tag}\n" for word, tag in rows) + "\n")
PYTHON
cat > words.json <<'JSON'
{"problem": {"type": "sequence"},
 "data": {"format": "conll", "train": "own.txt",
          "features": [{"extractor": "token", "window": 1}]},
 "learner": {"type": "crf"}}
JSON
"$program" train words.json --model w.st
printf 'We saw Bob.\n' | "$program" predict --model w.st --data - --plain-text lines > words.txt
printf 'We\tO\nsaw\tO\nBob\tB-PER\n.\tO\n' | cmp - words.txt

# What transitions forbid is an error where training has it, with the place.
printf 'He O\nLee I-PER\n\n' >> own.txt
expect 3 'own.txt:129: token 2: I-PER after O, which problem.transitions forbids' \
  "$program" train words.json --model x.st --set problem.transitions=scheme
expect 2 'problem.transitions' "$program" train words.json --model x.st \
  --set problem.transitions=iob2
"$program" train words.json --model x.st --set problem.transitions=scheme --set data.scheme=iob2 \
  2> told.txt
grep -q '1 sequence is not in this scheme, the first in .*own.txt:129' told.txt ||
  fail "$(cat told.txt)"
expect 2 'words alone' "$program" train words.json --model y.st --set data.unlabeled=raw.txt \
  --set data.unlabeled_text=lines --set 'data.columns=["word", "pos", "label"]' \
  --set 'data.features=[{"extractor": "token", "column": "pos"}]'

# A treebank comes back as it was but for its labels.
python3 - <<'PYTHON'
with open("own.conllu", "w") as out:
    for i in range(12):
        out.write(f"# sent_id = {i}\n1\tWe\twe\tPRON\t_\tCase=Nom\t2\tnsubj\t_\t_\n"
                  "2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdo\tdo\tAUX\t_\t_\t0\troot\t_\t_\n"
                  "3\tn't\tnot\tPART\t_\t_\t2\tadvmod\t_\tSpaceAfter=No\n\n")
PYTHON
cat > treebank.json <<'JSON'
{"problem": {"type": "sequence"}, "data": {"format": "conllu", "train": "own.conllu"},
 "learner": {"type": "hmm"}}
JSON
for label in upos deprel feats.Case; do
  "$program" train treebank.json --model t.st --set data.label=$label
  sed -E 's/\t(PRON|AUX|PART)\t/\tX\t/; s/\t(nsubj|advmod)\t/\tdep\t/; s/Case=Nom/_/' own.conllu \
    > other.conllu
  "$program" predict --model t.st --data own.conllu > back.conllu
  diff own.conllu back.conllu || fail "back.conllu of $label differs"
  "$program" predict --model t.st --data other.conllu | cut -f 1-3,7,9 > back.txt
  diff <(cut -f 1-3,7,9 own.conllu) back.txt || fail "other fields of $label differ"
done
printf 'We do\n' | "$program" predict --model t.st --data - --plain-text lines > plain.conllu
grep -qP '^1\tWe\t_\t_\t_\tCase=Nom\t_' plain.conllu || fail "$(cat plain.conllu)"

# A curve over spans, twice to the same bits.
cat > curve.json <<'JSON'
{"problem": {"type": "sequence", "transitions": "scheme"},
 "data": {"format": "spans", "train": "own.jsonl", "offsets": "utf16"},
 "sweep": {"labeled": [4], "unlabeled": [0, 8], "holdout": 10, "repetitions": 2},
 "metrics": ["chunk_f1"],
 "learners": [{"type": "crf"}, {"type": "self_training"}]}
JSON
"$program" run curve.json --out first --jobs 2 > /dev/null 2> err.txt || fail "$(cat err.txt)"
"$program" run curve.json --out second > /dev/null 2>&1
cmp first/curves.csv second/curves.csv
