"""Small inputs of kinds on which programs of this field are reported to fail, from end to end.

    python3 tests/program/reported_cases.py COSTRUCT WORK_FOLDER [CASE ...]

Every case makes its own data. It computes the right answer here, by the published rule, from the
data and from what the program predicts.
"""
import csv
import itertools
import json
import math
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections import Counter
from pathlib import Path

PROGRAM = ""  # set by main()


class Failure(Exception):
    """What the program prints or does differs from what is right."""


def check(is_right, text):
    if not is_right:
        raise Failure(text)


def check_near(what, found, right, tolerance=1e-12):
    check(abs(found - right) <= tolerance * max(1, abs(right)), f"{what}: {found!r}, not {right!r}")


class Draws(random.Random):
    """Random numbers from random() alone, which is the same in all versions of Python."""

    def below(self, n):
        return int(self.random() * n)

    def one_of(self, items):
        return items[self.below(len(items))]

    def mixed(self, items):
        return sorted(items, key=lambda item: self.random())


class Folder:
    """The folder of a case: its files, and the program run in it."""

    def __init__(self, path):
        self.path = path
        path.mkdir(parents=True)

    def write(self, name, content):
        text = content if isinstance(content, str) else json.dumps(content)
        (self.path / name).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.path / name).read_text(encoding="utf-8")

    def run(self, *arguments, code=0):
        """Returns stdout and stderr of a run that ends with this exit code."""
        done = subprocess.run([PROGRAM, *arguments], cwd=self.path, capture_output=True, text=True,
                              timeout=120, env={**os.environ, "OMP_NUM_THREADS": "1"})
        check(done.returncode == code,
              f"exit {done.returncode}, not {code}: {' '.join(arguments)}\n{done.stderr}")
        return done.stdout, done.stderr

    def train(self, config, *arguments, model="m.st"):
        self.write("c.json", config)
        return self.run("train", "c.json", "--model", model, *arguments)[1]

    def predict(self, data, *arguments, model="m.st"):
        return self.run("predict", "-q", "--model", model, "--data", data, *arguments)[0]

    def evaluate(self, data, model="m.st"):
        lines = self.run("evaluate", "-q", "--model", model, "--data", data)[0].splitlines()
        return {name: float(value) for name, value in (line.split("\t") for line in lines)}

    def check_metrics(self, data, right):
        found = self.evaluate(data)
        for name, value in right.items():
            check_near(name, found[name], value)


def read_arrays(path):
    """Returns the bytes of each array of a model file (docs/model_file.md)."""
    content = path.read_bytes()
    begin = 8 + struct.unpack("<Q", content[:8])[0]
    arrays = json.loads(content[8:begin])
    del arrays["__metadata__"]
    ends = {name: array["data_offsets"] for name, array in arrays.items()}
    return {name: content[begin + first:begin + last] for name, (first, last) in ends.items()}


def blocks(text):
    """The lines of each sentence of a file with an empty line behind every sentence."""
    return [block.split("\n") for block in text.strip("\n").split("\n\n")]


def mean(values):
    return sum(values) / len(values)


# Clusters.


def pairs_among(count):
    return count * (count - 1) / 2


def adjusted_rand(truth, predicted):
    """Hubert and Arabie 1985. Partitions that agree have 1, also if chance alone gives 1."""
    both = sum(pairs_among(n) for n in Counter(zip(truth, predicted)).values())
    in_truth = sum(pairs_among(n) for n in Counter(truth).values())
    in_predicted = sum(pairs_among(n) for n in Counter(predicted).values())
    pairs = pairs_among(len(truth))
    expected = in_truth * in_predicted / pairs if pairs else 0
    largest = (in_truth + in_predicted) / 2
    return 1 if largest == expected else (both - expected) / (largest - expected)


def rand_error(truth, predicted):
    pairs = list(itertools.combinations(range(len(truth)), 2))
    wrong = [(truth[j] == truth[k]) != (predicted[j] == predicted[k]) for j, k in pairs]
    return mean(wrong)


def case_adjusted_rand(folder):
    """Sets that are one batch, or emails that are all alone, leave the index 0 / 0."""
    draws = Draws(1)
    size = 5
    senders = ["ann@one.example.org", "Bo77@two.example.net", "c.d@three.example.de",
               "EVE_9@four.example.fr", "f@five.example.it"]

    def emails(sets):
        lines = []
        for batches in sets:
            for sender, batch in batches:
                address = senders[sender]
                lines.append(json.dumps({
                    "id": f"m{len(lines)}", "from": address, "batch": batch,
                    "subject": "news of " + address, "content_type": "text/plain",
                    "parts": [{"type": "text/plain", "text": "x", "bytes": 1}]}))
        return "\n".join(lines) + "\n"

    def drawn_set(share_of_noise, number, count=size):
        chosen = [draws.below(3) for _ in range(count)]
        return [(s, f"b{number}.{draws.below(3) if draws.random() < share_of_noise else s}")
                for s in chosen]

    folder.write("train.jsonl", emails([drawn_set(0, i) for i in range(8)]))
    agreeing = [[(0, "one")] * size, [(i, f"alone{i}") for i in range(size)]]
    opposite = [[(0, f"apart{i}") for i in range(size)], [(i, "together") for i in range(size)]]
    sets = agreeing + opposite + [drawn_set(0.4, 10 + i) for i in range(10)]
    sets.append([(0, "pair"), (0, "pair")])  # the last set is smaller
    folder.write("test.jsonl", emails(sets))
    folder.train({"problem": {"type": "clustering", "decoder": "agglomerative", "set_size": size},
                  "views": {"split": "named", "groups": [["header"]]},
                  "data": {"format": "jsonl", "train": "train.jsonl"},
                  "learner": {"type": "structural_svm", "C": 1}})
    predicted = folder.predict("test.jsonl").split()
    truth = [batch for batches in sets for _, batch in batches]
    check(len(predicted) == len(truth), "one cluster an email")
    by_set = [(truth[i:i + size], predicted[i:i + size]) for i in range(0, len(truth), size)]
    for batches, clusters in by_set[:2]:
        check(len(set(clusters)) == len(set(batches)), f"{clusters} for {batches}")
    indices = [adjusted_rand(*both) for both in by_set]
    check(indices[:4] == [1, 1, 0, 0] and len(set(indices)) > 4, f"other sets: {indices}")
    folder.check_metrics("test.jsonl", {"adjusted_rand": mean(indices),
                                        "rand_error": mean([rand_error(*b) for b in by_set])})


# Chunks.


def chunks_of(labels):
    """First, last and type of the chunks of a sentence, as conlleval reads IOB1 and IOB2."""
    chunks, begin, last_type = set(), None, ""
    for t, label in enumerate([*labels, "O"]):
        tag, _, kind = label.partition("-")
        begins = tag == "B" or (tag == "I" and (begin is None or kind != last_type))
        if begin is not None and (begins or tag == "O"):
            chunks.add((begin, t - 1, last_type))
            begin = None
        if begins:
            begin = t
        last_type = kind
    return chunks


def case_chunk_f1_of_broken_iob(folder):
    """I-X behind O, or behind a chunk of another type, begins a chunk; types may have hyphens."""
    draws = Draws(2)
    labels = ["O"] + [f"{tag}-{kind}" for kind in ("P", "Q-R", "Q-S") for tag in "BI"]
    folder.write("train.txt", "".join(f"as={label} {label}\n\n" * 3 for label in labels))
    truth, lines = [], []
    for _ in range(60):
        sentence = [draws.one_of(labels) for _ in range(1 + draws.below(7))]
        words = [label if draws.random() < 0.75 else draws.one_of(labels) for label in sentence]
        truth.append(sentence)
        lines += [f"as={word} {label}" for word, label in zip(words, sentence)] + [""]
    folder.write("test.txt", "\n".join(lines) + "\n")
    folder.train({"problem": {"type": "sequence"}, "data": {"format": "conll", "train": "train.txt",
                  "columns": ["word", "label"], "features": [{"extractor": "token"}]},
                  "learner": {"type": "perceptron", "epochs": 10}})
    predicted = blocks(folder.predict("test.txt"))
    check(list(map(len, predicted)) == list(map(len, truth)), "one label a token")
    pairs = {pair for sentence in predicted for pair in zip(["O", *sentence], sentence)}
    check({("O", "I-P"), ("B-Q-R", "I-Q-S"), ("I-P", "I-Q-R")} <= pairs, f"whole chunks: {pairs}")
    true, found = ([chunks_of(labels) for labels in side] for side in (truth, predicted))
    correct = sum(len(a & b) for a, b in zip(true, found))
    right = 2 * correct / (sum(map(len, true)) + sum(map(len, found)))
    check(0.2 < right < 0.9, f"F1 {right} says little")
    folder.check_metrics("test.txt", {"chunk_f1": right})


# Templates.


def case_templates(folder):
    """%x[row,column] names the column of the file; the label and columns beyond are errors."""
    sentences = [[("the", "D", "X"), ("old", "A", "Y"), ("man", "N", "X")],
                 [("he", "P", "Y"), ("man", "V", "X"), ("the", "D", "Y"), ("boat", "N", "X")]]
    templates = ["U00:%x[0,0]", "U01:%x[0,2]", "U02:%x[-1,2]/%x[+1,0]", "U03:%x[-2,0]%x[2,2]",
                 "U04:a%x[0,0]-b"]
    columns = {"0": 0, "2": 1}  # the label is the column between
    lines = [[f"{word} {label} {tag}\n" for word, tag, label in s] for s in sentences]
    folder.write("t.txt", "\n".join("".join(s) for s in lines) + "\n")

    def expanded(template, sentence, t):
        def field(match):
            at = t + int(match[1])
            if at < 0:
                return f"_B{at}"
            if at >= len(sentence):
                return f"_B+{at - len(sentence) + 1}"
            return sentence[at][columns[match[2]]]
        return re.sub(r"%x\[([-+]?\d+),(\d+)\]", field, template)

    def config(lines):
        return {"problem": {"type": "sequence"},
                "data": {"format": "conll", "columns": ["word", "label", "pos"], "train": "t.txt",
                         "features": [{"extractor": "template", "lines": lines}]},
                "learner": {"type": "crf"}}

    folder.train(config([*templates, "B"]))
    arrays = read_arrays(folder.path / "m.st")
    text = arrays["encoder.0.attributes.bytes"]
    ends = [0, *(end for end, in struct.iter_unpack("<q", arrays["encoder.0.attributes.ends"]))]
    found = [text[a:b].decode() for a, b in zip(ends, ends[1:])]
    right = {expanded(template, s, t) for template in templates for s in sentences
             for t in range(len(s))}
    check(len(found) == len(set(found)) and set(found) == right,
          f"features that differ: {sorted(set(found) ^ right)}")
    for column, words in ((1, "column 1 is the label"), (3, "there is no column 3")):
        folder.write("c.json", config(["U00:%x[0,0]", f"U01:%x[-1,{column}]"]))
        error = folder.run("train", "c.json", "--model", "none.st", code=2)[1]
        check(words in error and f"%x[-1,{column}]" in error, error)


# Trees.

PUNCTUATION = {",", ":", "``", "''", "."}


def read_trees(text):
    """Trees as (label, children); a leaf is (tag, word)."""
    open_nodes = [("", [])]
    tokens = re.findall(r"[()]|[^\s()]+", text)
    for before, token in zip(["", *tokens], tokens):
        if token == "(":
            open_nodes.append(["", []])
        elif token == ")":
            label, children = open_nodes.pop()
            open_nodes[-1][1].append((label, children))
        elif before == "(":
            open_nodes[-1][0] = token
        else:
            open_nodes[-1][1] = token
    return [children[0] if label in ("", "ROOT", "TOP") and len(children) == 1
            else (label or "ROOT", children) for label, children in open_nodes[0][1]]


def tags_of(tree):
    label, children = tree
    return [label] if isinstance(children, str) else [t for c in children for t in tags_of(c)]


def constituents(tree, is_counted):
    """Counts (label, first, end) as evalb does: places are those of the counted tokens."""
    places = list(itertools.accumulate(map(int, is_counted), initial=0))
    found = Counter()

    def visit(node, begin):
        label, children = node
        if isinstance(children, str):
            return begin + 1
        end = begin
        for child in children:
            end = visit(child, end)
        if places[begin] < places[end]:
            found[label, places[begin], places[end]] += 1
        return end
    visit(tree, 0)
    return found


def crosses(a, b):
    return a[1] < b[1] < a[2] < b[2] or b[1] < a[1] < b[2] < a[2]


def case_brackets(folder):
    """Punctuation, unary chains, a label twice over the same tokens, and tops without a label."""
    draws = Draws(3)

    def drawn_tree(leaves, depth=0):
        node = leaves[0]
        if len(leaves) > 1:
            cuts = draws.mixed(range(1, len(leaves)))[:1 + draws.below(2)]
            ends = [0, *sorted(cuts), len(leaves)]
            node = " ".join(drawn_tree(leaves[a:b], depth + 1) for a, b in zip(ends, ends[1:]))
        elif depth > 0 and draws.random() < 0.5:
            return node
        for _ in range(1 + (draws.random() < 0.5)):
            node = f"({draws.one_of(['S', 'NP'])} {node})"
        return node

    def topped_tree(leaves):
        parts = [leaves]
        if len(leaves) > 1 and draws.random() < 0.3:  # the top is a constituent
            parts = [leaves[:1], leaves[1:]]
        return f"({draws.one_of(['', 'TOP', 'ROOT'])} {' '.join(map(drawn_tree, parts))})"

    train, gold = [], []
    for i in range(40):
        leaves = [f"({draws.one_of(sorted(PUNCTUATION))} w)" if t > 0 and draws.random() < 0.25
                  else f"(T{i}.{t} w)" for t in range(1 + draws.below(7))]
        train.append(topped_tree(leaves))  # its tags are those of no other tree
        gold.append(train[-1] if draws.random() < 0.15 else topped_tree(leaves))
    folder.write("train.mrg", "\n".join(train) + "\n")
    folder.write("gold.mrg", "\n".join(gold) + "\n")
    folder.train({"problem": {"type": "parsing"},
                  "data": {"format": "ptb", "train": "train.mrg", "features": ["rule"]},
                  "learner": {"type": "pcfg"}})
    true, found = read_trees("\n".join(gold)), read_trees(folder.predict("gold.mrg"))
    check(list(map(tags_of, true)) == list(map(tags_of, found)), "trees over the same tags")

    def metrics(counts_as_token):
        both = [[constituents(tree, [counts_as_token(tag) for tag in tags_of(a)])
                 for tree in (a, b)] for a, b in zip(true, found)]
        matched, in_truth, predicted = (sum(sum(c.values()) for c in side) for side in (
            [a & b for a, b in both], [a for a, b in both], [b for a, b in both]))
        crossing = [sum(n for b, n in side.items() if any(crosses(a, b) for a in truth))
                    for truth, side in both]  # a label twice crosses twice
        return {"constituent_precision": matched / predicted,
                "constituent_recall": matched / in_truth,
                "constituent_f1": 2 * matched / (predicted + in_truth),
                "exact_match": mean([a == b for a, b in both]), "crossing_brackets": mean(crossing)}

    right = metrics(lambda tag: tag not in PUNCTUATION)
    check(all(right[name] != value for name, value in metrics(lambda tag: True).items()
              if name != "exact_match") and right["crossing_brackets"] > 0, f"{right}")
    folder.check_metrics("gold.mrg", right)


# One label.


def case_one_label(folder):
    """A single label is learned with a note, and predicted."""
    folder.write("t.txt", "a Z\nb Z\n\nc Z\n\n")
    folder.write("new.txt", "b\n\nunseen\na\nc\n\n")
    for learner in ("structural_svm", "crf", "perceptron", "hmm"):
        said = folder.train({"problem": {"type": "sequence"}, "learner": {"type": learner},
                             "data": {"format": "conll", "train": "t.txt"}})
        check(re.search(r'note: .*t\.txt: .*one label.*"Z"', said), f"{learner}: {said}")
        found = folder.predict("new.txt")
        check(blocks(found) == [["Z"], ["Z", "Z", "Z"]], f"{learner}: {found!r}")


# Alignments.


def aligned_pairs(first, second):
    """Pairs of residues of two rows, and of each whether both are capitals."""
    pairs, i, j = {}, 0, 0
    for a, b in zip(first, second):
        if a != "-" and b != "-":
            pairs[i] = (j, a.isupper() and b.isupper())
        i, j = i + (a != "-"), j + (b != "-")
    return pairs


def case_q_of_alignments(folder):
    """Shares of pairs of residues in capitals; q4 forgives four places, and not five."""
    draws = Draws(4)
    residues = "ACDEFGHIKLMNPQRSTVWY"

    def rows(columns, is_core=True):
        first, second = "", ""
        while len(first) < columns:
            a = draws.one_of(residues)
            b = a if draws.random() < 0.6 else draws.one_of(residues)
            kind = draws.below(8)
            if kind < 2:  # runs of gaps as well
                gap = 1 + draws.below(7)
                run = "".join(draws.one_of(residues) for _ in range(gap))
                a, b = (run, "-" * gap) if kind else ("-" * gap, run)
            elif not is_core or draws.random() < 0.2:
                a, b = draws.one_of([(a.lower(), b), (a, b.lower()), (a.lower(), b.lower())])
            first, second = first + a, second + b
        return first, second

    def fasta(pairs):
        return "".join(f">a{n}\n{a}\n>b{n}\n{b}\n\n" for n, (a, b) in enumerate(pairs))

    folder.write("train.fa", fasta([rows(25) for _ in range(12)]))
    true = [rows(30) for _ in range(40)] + [rows(12, False)]
    folder.write("test.fa", fasta(true))
    for mode in ("global", "local"):
        folder.train({"problem": {"type": "alignment", "loss": "q4", "mode": mode},
                      "data": {"format": "fasta_pairs", "train": "train.fa", "model": "simple"},
                      "learner": {"type": "structural_svm", "C": 0.1, "gap": 0.05}})
        lines = [line for line in folder.predict("test.fa").split("\n")
                 if line and not line.startswith(">")]
        found = list(zip(lines[::2], lines[1::2]))
        check([[row.replace("-", "") for row in pair] for pair in found] ==
              [[row.replace("-", "") for row in pair] for pair in true], "the same residues")
        shares = {"q": [], "q4": [], "q_precision": []}
        distances = set()
        for wanted, given in ((aligned_pairs(*a), aligned_pairs(*b)) for a, b in zip(true, found)):
            judged = {i: j for i, (j, is_judged) in wanted.items() if is_judged}
            called = {i: j for i, (j, is_judged) in given.items() if is_judged}
            off = [abs(given[i][0] - j) if i in given else math.inf for i, j in judged.items()]
            distances.update(off)
            shares["q"].append(mean([d == 0 for d in off]) if off else 1)
            shares["q4"].append(mean([d <= 4 for d in off]) if off else 1)
            hits = [i in wanted and wanted[i][0] == j for i, j in called.items()]
            shares["q_precision"].append(mean(hits) if hits else float(not judged))
        check({0, 4, 5} <= distances, f"pairs are off by {sorted(distances)} places only")
        folder.check_metrics("test.fa", {name: mean(v) for name, v in shares.items()})


# Rankings.


def case_rankings_with_ties(folder):
    """Measures of a ranking do not depend on the order of rows with equal scores."""
    values = [3, 3, 2, 2, 2, 2, 1, 0, 0, -1]
    labels = [1, 0, 1, 0, 0, 1, 0, 1, 0, 0]
    rows = list(zip(values, labels))
    positives, k = sum(labels), 5

    def among(count):
        """The positive rows among the first `count`, in the mean over all orders of ties."""
        found, seen = 0, 0
        for value in sorted(set(values), reverse=True):
            orders = list(itertools.permutations(label for v, label in rows if v == value))
            taken = max(0, min(len(orders[0]), count - seen))
            found += mean([sum(order[:taken]) for order in orders])
            seen += taken
        return found

    sides = [[v for v, label in rows if label == side] for side in (1, 0)]
    area = mean([(p > n) + (p == n) / 2 for p, n in itertools.product(*sides)])
    precision = 0
    for value in set(values):  # rows with equal scores are called positive together
        called = [label for v, label in rows if v >= value]
        precision += sum(label for v, label in rows if v == value) * mean(called) / positives
    right = {"roc_area": area, "average_precision": precision,
             "prbep": among(positives) / positives,
             "precision_at_k": among(k) / k, "recall_at_k": among(k) / positives}
    folder.write("train.svm", "".join(f"{'+1' if v > 0 else '-1'} 1:{v / 10}\n"
                                      for v in range(-10, 11) if v))
    folder.train({"problem": {"type": "multivariate", "loss": "error", "positive": "+1",
                              "bias": True, "k": k},
                  "data": {"format": "svmlight", "train": "train.svm"},
                  "learner": {"type": "structural_svm", "solver": "one_slack", "C": 10}})
    draws = Draws(5)
    for order in (rows, rows[::-1], sorted(rows, key=lambda r: r[1]), draws.mixed(rows)):
        folder.write("t.svm", "".join(f"{'+1' if label else '-1'} 1:{v}\n" for v, label in order))
        folder.check_metrics("t.svm", right)


# Runs.


def tagged(draws, sentences, length, words, noise):
    """Sentences of conll whose labels hang on the word, but for some of them."""
    text = ""
    for _ in range(sentences):
        for _ in range(length):
            word = draws.below(words)
            label = "AB"[draws.below(2) if draws.random() < noise else word % 2]
            text += f"w{word:02} {label}\n"
        text += "\n"
    return text


def case_rerun_in_other_order(folder):
    """What is computed is found again, however the config is written, by the content of data."""
    draws = Draws(6)
    own, other = tagged(draws, 30, 4, 20, 0.1), tagged(draws, 30, 4, 20, 0.1)
    check(len(own) == len(other) and own != other, "other data of the same size")
    learners = [{"type": "perceptron", "epochs": 3}, {"type": "hmm"}]
    config = {"problem": {"type": "sequence", "loss": "hamming"},
              "data": {"format": "conll", "columns": ["word", "label"], "train": "own.txt"},
              "sweep": {"labeled": [4, 8], "holdout": 10, "repetitions": 3},
              "learners": learners, "metrics": ["token_error", "sequence_error"]}
    turned = {"metrics": config["metrics"][::-1],
              "learners": [learners[1], {"epochs": 3, "type": "perceptron"}],
              "sweep": {"repetitions": 3, "holdout": 10, "labeled": [8, 4]},
              "data": {"train": "own.txt", "columns": ["word", "label"], "format": "conll"},
              "problem": {"loss": "hamming", "type": "sequence"}}

    def cells(data, config):
        folder.write("own.txt", data)
        folder.write("r.json", config)
        folder.run("run", "r.json", "--out", "o")
        with sqlite3.connect(folder.path / "o/results.sqlite") as store:
            table = store.execute(
                "select key, learner, labeled, repetition, train_seconds, token_error, "
                "sequence_error from cells").fetchall()
        store.close()
        return {row[0]: row[1:] for row in table}

    first, curves = cells(own, config), folder.read("o/curves.csv")
    wanted = sorted(itertools.product(("hmm", "perceptron"), (4, 8), range(3)))
    check(sorted(row[:3] for row in first.values()) == wanted, f"cells: {first}")
    check(cells(own, turned) == first, "the config in another order computes cells again")
    check(sorted(folder.read("o/curves.csv").split("\n")) == sorted(curves.split("\n")),
          "the config in another order has other means")
    second = cells(other, config)
    check(len(second) == 24 and first.items() <= second.items(), "other data need other cells")
    check(folder.read("o/curves.csv") != curves, "means of other data")
    check(cells(own, config) == second, "restored data compute cells again")
    check(folder.read("o/curves.csv") == curves, "restored data have other means")


def case_unlabeled_labels_unseen(folder):
    """Labels in a file of unlabeled data change nothing; its rows do."""
    draws = Draws(7)

    def row(label):
        centre = 0.8 if label == "pos" else -0.8
        return " ".join(f"{f}:{centre + 3 * draws.random() - 1.5:.3f}" for f in range(1, 7))

    def rows(count):
        return [(label, row(label)) for label in ["neg", "pos"] * (count // 2)]

    def lines(rows, label_of):
        return "".join(f"{label_of(label)} {text}\n" for label, text in rows)

    def sentences(text, label_of):
        return re.sub(r" (\w)$", lambda match: " " + label_of(match[1]), text, flags=re.M)

    wrong = {"neg": "pos", "pos": "other", "A": "B", "B": "C"}  # training has no "other", no "C"
    names = {"hidden": lambda label: "?", "wrong": wrong.get}
    unlabeled, further = rows(24), rows(24)
    folder.write("labeled.svm", lines(rows(6), str))
    folder.write("test.svm", lines(rows(20), str))
    folder.write("further.svm", lines(further, lambda label: "?"))
    chains, further = tagged(draws, 12, 4, 12, 0.3), tagged(draws, 12, 4, 12, 0.3)
    folder.write("labeled.txt", tagged(draws, 3, 4, 12, 0))
    folder.write("test.txt", tagged(draws, 10, 4, 12, 0))
    folder.write("further.txt", sentences(further, lambda label: "?"))
    for name, label_of in names.items():
        folder.write(name + ".svm", lines(unlabeled, label_of))
        folder.write(name + ".txt", sentences(chains, label_of))
    svm = {"type": "structural_svm"}
    single = {"problem": {"type": "multiclass"}, "data": {"format": "svmlight"}}
    views = {**single, "views": {"split": "odd_even"}}
    cases = [({**single, "learner": {"type": "self_training", "learner": svm, "rounds": 3}}, "svm"),
             ({**views, "learner": {"type": "co_svm"}}, "svm"),
             ({**single, "learner": {"type": "tsvm_ova"}}, "svm"),
             ({**views, "learner": {"type": "co_perceptron"}}, "svm"),
             ({"problem": {"type": "sequence"},
               "data": {"format": "conll", "columns": ["word", "label"]},
               "learner": {"type": "crf", "entropy": 0.1}}, "txt")]
    for config, ending in cases:
        learner = config["learner"]["type"]
        found = {}
        for name in [*names, "further"]:
            data = {**config["data"], "train": f"labeled.{ending}",
                    "unlabeled": f"{name}.{ending}"}
            folder.train({**config, "data": data})
            found[name] = folder.predict(f"test.{ending}", "--scores")
        check(found["hidden"].count("\n") == (20 if ending == "svm" else 10), found["hidden"])
        check(found["wrong"] == found["hidden"], f"{learner} looks at labels")
        check(found["further"] != found["hidden"], f"{learner} does not use unlabeled data")


# Unlabeled inputs that overrule labels.


def case_co_svm_order(folder):
    """Unlabeled rows overrule labels in some order: a warning counts them and says what to set."""
    labeled, unlabeled = 6, 150
    co_svm = {"type": "co_svm", "Cu": 1, "Cu_scale": "each", "label_shares": "free", "final": "sum"}

    def row(draws, label):
        centre = 0.8 if label == "pos" else -0.8
        noise = [sum(draws.random() - 0.5 for _ in range(3)) for _ in range(8)]
        return " ".join(f"{f}:{centre + 2 * e:.3f}" for f, e in enumerate(noise, 1))

    def rows(draws, count):
        return [(label, row(draws, label)) for label in ["neg", "pos"] * (count // 2)]

    def config(learner):
        given = {} if learner["type"] == "structural_svm" else {"unlabeled": "u.svm"}
        return {"problem": {"type": "multiclass"}, "views": {"split": "odd_even"},
                "data": {"format": "svmlight", "train": "lab.svm", **given}, "learner": learner}

    def labels_of(name):
        return {data: folder.predict(data + ".svm", model=name + ".st").split()
                for data in ("lab", "test", "u")}

    def errors(found, truth):
        return sum(a != b for a, b in zip(found, truth))

    def findings(found, twin):
        """The warnings that are due, by what is predicted."""
        missed = sum(a != y == b for a, b, y in zip(found["lab"], twin["lab"], truth["lab"]))
        texts = []
        if missed >= max(2, labeled / 10):
            texts.append(f"with the unlabeled inputs, {missed} of {labeled} labeled examples come "
                         "out wrong that structural_svm gets right")
        differ = errors(found["u"], twin["u"])
        if 2 * differ >= unlabeled:
            texts.append(f"{100 * differ / unlabeled:.3g} % of the labels predicted for unlabeled "
                         "examples differ from those of structural_svm")
        return texts

    overruled = Counter()
    for seed in (2, 15, 17):
        draws = Draws(seed)
        known, hidden, test = rows(draws, labeled), rows(draws, unlabeled), rows(draws, 100)
        hidden = draws.mixed(hidden)
        truth = {"lab": [label for label, _ in known], "test": [label for label, _ in test]}
        for name, content in (("lab", known), ("test", test)):
            folder.write(name + ".svm", "".join(f"{label} {text}\n" for label, text in content))
        folder.train(config({"type": "structural_svm"}), model="svm.st")
        for order in (hidden, hidden[::-1]):
            folder.write("u.svm", "".join(f"? {text}\n" for _, text in order))
            svm = labels_of("svm")
            said = folder.train(config(co_svm), "--report", "r.json", model="co.st")
            due = findings(labels_of("co"), svm)
            warned = re.findall(r"warning: (.*)", said)
            check(warned == json.loads(folder.read("r.json"))["warnings"], f"report: {warned}")
            overruled[any("come out wrong" in text for text in due)] += 1
            if due:
                check(len(warned) == 1 and all(text in warned[0] for text in due), f"{due}: {said}")
                check("; try a smaller weight of unlabeled examples (Cu below 1)" in warned[0],
                      f"what to set: {said}")
                check('"label_shares": "labeled"' in warned[0] and '"guard": "folds"' in warned[0],
                      f"what to set: {said}")
            else:
                check(not warned, f"nothing is due: {said}")

            said = folder.train(config(co_svm), "--set", "learner.label_shares=labeled",
                                model="kept.st")
            kept = labels_of("kept")
            check("warning" not in said and not findings(kept, svm), f"with shares kept: {said}")
            check(errors(kept["test"], truth["test"]) <= 5, "errors with shares kept")

            said = folder.train(config(co_svm), "--set", "learner.guard=folds",
                                "--report", "r.json", model="guarded.st")
            notes = json.loads(folder.read("r.json"))["notes"]
            check(notes == ["the guard chose structural_svm without unlabeled examples: "
                            "6 labeled examples are too few to compare on; at least 10 are needed"],
                  f"notes: {notes}")
            check(f"note: {notes[0]}\n" in said and "warning" not in said, f"guarded: {said}")
            scores = [folder.predict("test.svm", "--scores", model=name + ".st")
                      for name in ("guarded", "svm")]
            check(scores[0] == scores[1], "the guard returns another model")

        # With the defaults the order of the unlabeled rows decides nothing.
        svm = errors(labels_of("svm")["test"], truth["test"])
        spread = []
        for _ in range(8):
            folder.write("u.svm", "".join(f"? {text}\n" for _, text in draws.mixed(hidden)))
            folder.train(config({"type": "co_svm"}), model="default.st")
            spread.append(errors(labels_of("default")["test"], truth["test"]))
        check(max(spread) - min(spread) <= 1, f"errors of 100 in 8 orders: {spread}")
        check(max(spread) <= svm, f"{max(spread)} errors, and {svm} without unlabeled rows")
    check(overruled[True] and overruled[False], f"both in some order: {overruled}")


# Weights.


def case_weights_are_copies(folder):
    """Weight 2 is the example twice; weight 0 leaves nothing to fit."""
    draws = Draws(8)

    def sequence():
        return "".join(f"{draws.one_of('ABC')}\tf{draws.below(8)}\tg{draws.below(4)}\n"
                       for _ in range(1 + draws.below(5)))

    examples = [(sequence(), 1 + i % 2) for i in range(14)]
    copies = [text for text, weight in examples for _ in range(weight)]
    weighted = "".join(f"@weight:{weight}\n{text}\n" for text, weight in examples)
    folder.write("weights.txt", weighted + f"@weight:0\n{sequence()}\n")
    folder.write("copies.txt", "\n".join(copies) + "\n")
    folder.write("mixed.txt", "\n".join(draws.mixed(copies)) + "\n")
    folder.write("once.txt", "\n".join(text for text, _ in examples) + "\n")
    for learner in ({"type": "crf", "gap": 1e-10}, {"type": "hmm"},
                    {"type": "structural_svm", "solver": "one_slack", "gap": 1e-9}):
        primal = {}
        for name in ("weights", "copies", "mixed", "once"):
            folder.train({"problem": {"type": "sequence"}, "learner": learner,
                          "data": {"format": "crfsuite", "train": name + ".txt"}},
                         "--report", "r.json")
            primal[name] = json.loads(folder.read("r.json"))["objective"]["primal"]
        for name in ("weights", "mixed"):
            check_near(f"{learner['type']}, primal of {name}", primal[name], primal["copies"], 1e-8)
        check(abs(primal["once"] - primal["copies"]) > 0.1, f"weights do nothing: {primal}")


# Tests.


def wilcoxon_two_sided(differences):
    """Exact p by all signs, given the ranks; zeros are left out, ties share the mean rank."""
    kept = [d for d in differences if d]
    sizes = sorted(map(abs, kept))
    rank = {size: sizes.index(size) + (sizes.count(size) + 1) / 2 for size in sizes}
    ranks = [rank[abs(d)] for d in kept]
    observed = sum(r for r, d in zip(ranks, kept) if d > 0)
    sums = [sum(itertools.compress(ranks, signs))
            for signs in itertools.product((0, 1), repeat=len(ranks))]
    one_sided = [mean([s <= observed for s in sums]), mean([s >= observed for s in sums])]
    return min(1, 2 * min(one_sided))


def case_wilcoxon_with_ties(folder):
    """Differences of shares are ties where they are equal but for rounding."""
    folder.write("d.txt", tagged(Draws(9), 80, 4, 24, 0.5))
    names = ["hmm", "perceptron", "crf"]
    folder.write("r.json", {
        "problem": {"type": "sequence", "loss": "hamming"},
        "data": {"format": "conll", "columns": ["word", "label"], "train": "d.txt",
                 "features": [{"extractor": "token"}]},
        "sweep": {"labeled": [15], "holdout": 3, "repetitions": 14},
        "learners": [{"type": name} for name in names], "metrics": ["token_error"],
        "claims": [{"no_difference": [a, b], "test": "wilcoxon", "metric": "token_error"}
                   for a, b in itertools.combinations(names, 2)]})
    folder.run("run", "r.json", "--out", "o")
    folder.run("claims", "o", "--csv", "claims.csv")
    errors = {name: {} for name in names}
    for row in csv.DictReader(folder.read("o/cells.csv").splitlines()):
        errors[row["learner"]][row["repetition"]] = float(row["token_error"])
    claims = list(csv.DictReader(folder.read("claims.csv").splitlines()))
    pairs = list(itertools.combinations(names, 2))
    check(len(claims) == len(pairs), f"{len(claims)} claims")
    kinds = Counter()
    for claim, (a, b) in zip(claims, pairs):
        raw = [errors[a][r] - errors[b][r] for r in errors[a]]
        exact = [round(d, 9) for d in raw]
        kinds["zeros"] += 0 in exact
        kinds["untied by rounding"] += len(set(map(abs, raw))) > len(set(map(abs, exact)))
        kinds["another p"] += wilcoxon_two_sided(raw) != wilcoxon_two_sided(exact)
        check_near(f"p of {a} - {b}", float(claim["p"]), wilcoxon_two_sided(exact), 1e-9)
    check(all(kinds[kind] for kind in ("zeros", "untied by rounding", "another p")), f"{kinds}")


def main():
    global PROGRAM
    PROGRAM = str(Path(sys.argv[1]).resolve())
    work = Path(sys.argv[2])
    shutil.rmtree(work, ignore_errors=True)
    cases = {name[len("case_"):]: case for name, case in globals().items()
             if name.startswith("case_")}
    failed = 0
    for name in sys.argv[3:] or cases:
        try:
            cases[name](Folder(work / name))
        except Failure as failure:
            failed += 1
            print(f"FAILED: {name}: {failure}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
