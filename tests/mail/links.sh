#!/usr/bin/env bash
# Batches of emails within what a file says of them: known batches, and links between mails.
#   tests/mail/links.sh PROGRAM WORK_FOLDER MAIL_PROGRAM
set -euo pipefail
mail=$(realpath "$3")
. "$(dirname "$0")/../support/shell.sh"

"$mail" generate --emails 300 --obfuscation 0.9 --seed 1 > train.jsonl
"$mail" generate --emails 130 --obfuscation 1 --seed 2 > batches.jsonl
cat > train.json <<'JSON'
{"problem": {"type": "clustering", "set_size": 50},
 "data": {"format": "jsonl", "train": "train.jsonl"},
 "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.1}}
JSON
# A model of a few mails, which errs.
"$program" train train.json --model model.st --set data.limit=24 -q
# edit FILE CODE: mails without batches, changed by Python code, where mails[i] is that of line
# i + 1, and truth[i] its batch.
edit() {
  python3 - "$1" "$2" <<'END'
import json, sys
mails = [json.loads(line) for line in open("batches.jsonl")]
truth = [mail.pop("batch") for mail in mails]
exec(sys.argv[2])
open(sys.argv[1], "w").write("".join(json.dumps(mail) + "\n" for mail in mails))
END
}
known() { "$program" predict --model model.st --data "$1" --known; }

# Without batches and links, the predictions are those without --known.
edit none.jsonl ''
"$program" predict --model model.st --data none.jsonl > plain.txt
known none.jsonl 2> note.txt | cmp - plain.txt || fail "bits without facts"
grep -q 'none.jsonl says nothing of the outputs, so it changed nothing' note.txt ||
  fail "$(cat note.txt)"
# All batches are known.
python3 - > truth.txt <<'END'
import json
first = {}
for i, line in enumerate(open("batches.jsonl")):
    print(first.setdefault((i // 50, json.loads(line)["batch"]), i + 1))
END
cmp -s plain.txt truth.txt && fail "nothing is wrong without --known"
known batches.jsonl | cmp - truth.txt || fail "known batches"
"$program" predict --model model.st --data batches.jsonl | cmp - plain.txt ||
  fail "batches in a file to predict"

# Links change what is found, and count with --known alone.
cat > pairs.py <<'END'
found = [int(line) for line in open("plain.txt")]
pairs = [(k, j) for j in range(50) for k in range(j)]
apart = next((k, j) for k, j in pairs if found[k] != found[j])
joined = next((k, j) for k, j in pairs if found[k] == found[j])
END
pair=$(edit must.jsonl 'exec(open("pairs.py").read())
k, j = apart
mails[j]["must"] = [mails[k]["id"]]
print(k + 1, j + 1)') || fail "no mails are apart"
read -r first second <<< "$pair"
known must.jsonl > must.txt
[[ $(sed -n "${first}p" must.txt) == "$(sed -n "${second}p" must.txt)" ]] || fail "not together"
diff <(tail -n 80 must.txt) <(tail -n 80 plain.txt) || fail "links change other sets"
"$program" predict --model model.st --data must.jsonl | cmp - plain.txt || fail "links are read"
known - < must.jsonl | cmp - must.txt || fail "links of standard input"
"$mail" convert --format jsonl must.jsonl > converted.jsonl
known converted.jsonl | cmp - must.txt || fail "converted links"
pair=$(edit cannot.jsonl 'exec(open("pairs.py").read())
k, j = joined
mails[k]["cannot"] = [mails[j]["id"]]
print(k + 1, j + 1)') || fail "no mails are together"
read -r first second <<< "$pair"
known cannot.jsonl > cannot.txt
[[ $(sed -n "${first}p" cannot.txt) != "$(sed -n "${second}p" cannot.txt)" ]] || fail "not apart"

# Bad links.
edit bad.jsonl 'mails[6]["must"] = ["nobody"]'
expect 3 'bad.jsonl:7: "must" has "nobody", an id of no email beside this one: expected an email from bad.jsonl:1 to bad.jsonl:50' \
  known bad.jsonl
"$program" predict --model model.st --data bad.jsonl | cmp - plain.txt || fail "ids are not looked up"
edit bad.jsonl 'mails[6]["must"] = [mails[70]["id"]]'  # of another set
expect 3 'bad.jsonl:7: "must" has "m71", an id of no email beside this one' known bad.jsonl
edit bad.jsonl 'mails[6]["cannot"] = ["m7"]'
expect 3 'bad.jsonl:7: "cannot" has "m7", the id of this email' known bad.jsonl
edit bad.jsonl 'mails[6]["cannot"] = ["m9"]; mails[8]["must"] = ["m7"]'
expect 3 'bad.jsonl:9: "must" has "m7", an email that is in another batch' known bad.jsonl
edit bad.jsonl 'mails[6]["must"] = "m9"'
expect 3 'bad.jsonl:7: "must" is "m9": expected a list of the ids of emails' known bad.jsonl
expect 3 'bad.jsonl:7: "must" is "m9": expected a list' \
  "$program" predict --model model.st --data bad.jsonl

# Learning from mails with links and without a batch.
edit linked.jsonl 'mails = mails[:100]
for k, j in [(k, j) for j in range(100) for k in range(j) if j - k in (1, 7, 20)]:
    mails[j].setdefault("must" if truth[k] == truth[j] else "cannot", []).append(mails[k]["id"])
for i, mail in enumerate(mails): mail["id"] = "x" + mail["id"]
for mail in mails:
    for key in ("must", "cannot"):
        if key in mail: mail[key] = ["x" + id for id in mail[key]]'
cat train.jsonl linked.jsonl > both.jsonl
both() { "$program" train train.json --model "$1" --set data.train=both.jsonl --report report.json "${@:2}"; }
expect 3 'both.jsonl: 100 emails are linked with each other, the first of them ./both.jsonl:301: expected at most 50, problem.set_size' \
  both none.st
both linked.st --set problem.set_size=100 2> notes.txt || fail "$(cat notes.txt)"
grep -q 'both.jsonl: 100 examples are labeled in part, by links between them' notes.txt ||
  fail "$(cat notes.txt)"
"$program" train train.json --model plain.st --set problem.set_size=100 -q
cmp -s linked.st plain.st && fail "nothing is learned from links"
for learner in perceptron pairwise sequential_svm; do
  both $learner.st --set problem.set_size=100 --set "learner={\"type\": \"$learner\"}" 2> notes.txt ||
    fail "$learner: $(cat notes.txt)"
done
both views.st --set problem.set_size=100 --set data.unlabeled=none.jsonl \
  --set 'views={"split": "named", "groups": [["header"], ["text"]]}' \
  --set 'learner={"type": "co_svm", "C": 0.1, "gap": 0.1, "epochs": 2}' 2> notes.txt ||
  fail "co_svm: $(cat notes.txt)"
# A mail with a batch, linked with one without, teaches with it.
head -n 100 train.jsonl > few.jsonl
edit one.jsonl 'mails = mails[:1]; mails[0]["id"] = "x"; mails[0]["must"] = ["m3"]'
cat one.jsonl >> few.jsonl
"$program" train train.json --model few.st --set data.train=few.jsonl 2> notes.txt
grep -q 'few.jsonl: 2 examples are labeled in part' notes.txt || fail "$(cat notes.txt)"
# Linked test mails are not measured, and nothing is learned from them.
head -n 30 train.jsonl | cat - one.jsonl > test.jsonl
head -n 100 few.jsonl > labeled.jsonl
"$program" train train.json --model tested.st --set data.train=labeled.jsonl \
  --set data.test=test.jsonl 2> notes.txt || fail "linked test mails: $(cat notes.txt)"
"$program" train train.json --model tested.st --set data.train=few.jsonl --set data.test=test.jsonl \
  --report report.json 2> notes.txt || fail "linked test mails: $(cat notes.txt)"
cmp few.st tested.st || fail "something is learned from linked test mails"
grep -q '"object_error"' report.json || fail "$(cat report.json)"
"$program" train train.json --model tested.st --set data.train=few.jsonl \
  --set data.test=linked.jsonl --report report.json 2> notes.txt || fail "$(cat notes.txt)"
grep -q 'note: data.test has no example whose whole output is known: there are no metrics' notes.txt ||
  fail "$(cat notes.txt)"
grep -q '"metrics": {},' report.json || fail "$(cat report.json)"
sed 's/"must": \["m3"\]/"must": ["m300"]/' few.jsonl > bad.jsonl
expect 3 'bad.jsonl:101: "must" has "m300", an id of no email beside this one' \
  "$program" train train.json --model no.st --set data.train=bad.jsonl
cat > sweep.json <<'JSON'
{"problem": {"type": "clustering", "set_size": 50}, "data": {"format": "jsonl", "train": "few.jsonl"},
 "sweep": {"labeled": [40], "holdout": 20}, "learners": [{"type": "structural_svm"}]}
JSON
expect 3 'few.jsonl:3: the example is labeled in part, but a sweep draws' "$program" run sweep.json \
  --out sweep

# A sweep spreads as many pairs as its labeled sets have over all sets of a cell. Without unlabeled
# mails the fits are the same.
cat > spread.json <<'JSON'
{"name": "spread", "problem": {"type": "clustering", "set_size": 20},
 "data": {"format": "jsonl", "train": "train.jsonl"},
 "sweep": {"labeled": [40], "unlabeled": [0, 60], "holdout": 40, "repetitions": 2},
 "learners": [{"type": "structural_svm", "C": 0.1, "gap": 0.1},
              {"type": "structural_svm", "name": "pairs", "C": 0.1, "gap": 0.1,
               "known": {"which": "parts"}}],
 "metrics": ["object_error"]}
JSON
"$program" run spread.json --out spread --jobs 2 > /dev/null 2> notes.txt || fail "$(cat notes.txt)"
"$program" run spread.json --out again > /dev/null 2>&1
cmp spread/curves.csv again/curves.csv || fail "bits of the processes"
python3 - <<'END' || fail "$(cat spread/curves.csv)"
import csv
rows = {(r["learner"], r["unlabeled"]): r["mean"]
        for r in csv.DictReader(open("spread/curves.csv")) if r["metric"] == "object_error"}
assert rows["structural_svm", "0"] == rows["pairs", "0"] == rows["structural_svm", "60"], rows
assert rows["pairs", "60"] != rows["pairs", "0"], rows
END
expect 2 'learners.1.known = {"others":"outside","which":"parts"}: problem clustering takes {"which": "parts"} alone' \
  "$program" run spread.json --set learners.1.known.others=outside --out bad
expect 2 'learners.1.known: problem multivariate takes no examples labeled in part' \
  "$program" run spread.json --set 'problem={"type": "multivariate"}' --set 'metrics=[]' \
  --set 'data={"format": "svmlight", "train": "x.svm"}' --out bad

# Of linked mails evaluate counts the links that predictions agree with.
edit scored.jsonl '
for i in (0, 3, 60):
    same = [k for k in range(i + 1, len(mails)) if truth[k] == truth[i]]
    other = next(k for k in range(i + 1, len(mails)) if truth[k] != truth[i])
    mails[i]["must"] = [mails[k]["id"] for k in same[:1] if k < i + 40]
    mails[i]["cannot"] = [mails[other]["id"]]'
"$program" evaluate --model model.st --data scored.jsonl --report e.json --output table > out.txt \
  2> notes.txt ||
  fail "$(cat notes.txt)"
grep -q 'others\? known in part: [0-9.]* % of [0-9]* facts agree' out.txt || fail "$(cat out.txt)"
python3 - <<'END' || fail "$(cat e.json)"
import json
known = json.load(open("e.json"))["known"]
links = sum(len(mail.get(key, [])) for mail in map(json.loads, open("scored.jsonl"))
            for key in ("must", "cannot"))
assert 3 <= known["facts"] == links and 0 <= known["agreement"] <= 1, (known, links)
END
# A single link, with the predictions of the set of two mails that it makes.
edit two.jsonl 'mails = mails[:2]; mails[0]["must"] = [mails[1]["id"]]'
edit free.jsonl 'mails = mails[:2]'
"$program" predict --model model.st --data free.jsonl > plain.txt
"$program" evaluate --model model.st --data two.jsonl --output lines 2> notes.txt > out.txt
together=$([[ $(sort -u plain.txt | wc -l) == 1 ]] && echo 1 || echo 0)
[[ $(awk '$1 == "known_agreement" {print $2}' out.txt) == "$together" ]] || fail "$(cat out.txt plain.txt)"
# Without metrics there is no table of them.
"$program" evaluate --model model.st --data two.jsonl --bootstrap 10 --output table > out.txt 2> notes.txt
grep -q 'nothing to measure but "known", neither metrics nor intervals' notes.txt || fail "$(cat notes.txt)"
grep -q '^ *metric' out.txt && fail "$(cat out.txt)"
sed 's/"must": \["m[0-9]*"\]/"must": ["nobody"]/' two.jsonl > wrong.jsonl
expect 3 'wrong.jsonl:1: "must" has "nobody", an id of no email beside this one' \
  "$program" evaluate --model model.st --data wrong.jsonl
