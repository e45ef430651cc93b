"""CPU seconds of the Python package beside the command line, scikit-learn and C++.

    python3 bench/python_speed.py COSTRUCT

COSTRUCT is the program; the package must be installed. Needs $COSTRUCT_DATA with conll2000/. One
thread. Prints for
  chunks    8,936 sentences of CoNLL-2000 as lists of dictionaries: a perceptron of 10 epochs, and
            `costruct train` on the same attributes in a file, with reading, both best of three;
  digits    1,000 digits of scikit-learn: StructuralSVC and LinearSVC by Crammer and Singer;
  problem   a problem with 10 outputs, written in Python: milliseconds per call of a decoder.
"""
import lzma
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from sklearn.datasets import load_digits
from sklearn.svm import LinearSVC

import costruct


def seconds_of(work, who=resource.RUSAGE_SELF):
    """The least CPU seconds of three calls."""
    def once():
        before = resource.getrusage(who)
        work()
        after = resource.getrusage(who)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return min(once() for _ in range(3))


def sentences():
    """Dictionaries of attributes and labels: word and part of speech at five positions."""
    path = pathlib.Path(os.environ["COSTRUCT_DATA"]) / "conll2000/train.txt.xz"
    X, y = [], []
    for block in lzma.open(path, "rt", encoding="utf-8").read().strip().split("\n\n"):
        tokens = [line.split() for line in block.split("\n")]
        padded = [("<s>", "<s>")] * 2 + [(t[0], t[1]) for t in tokens] + [("</s>", "</s>")] * 2
        X.append([{f"{name}{d - 2}": padded[t + d][k] for d in range(5)
                   for k, name in enumerate(("w", "p"))} for t in range(len(tokens))])
        y.append([t[2] for t in tokens])
    return X, y


def write_attributes(X, y, path):
    """The format of CRFsuite: a label and its attributes in a line."""
    def escaped(text):
        return text.replace("\\", "\\\\").replace(":", "\\:")
    with open(path, "w", encoding="utf-8") as out:
        for tokens, labels in zip(X, y):
            for token, label in zip(tokens, labels):
                out.write("\t".join([label, *(escaped(f"{k}={v}") for k, v in token.items())]))
                out.write("\n")
            out.write("\n")


def chunks(program):
    X, y = sentences()
    tagger = costruct.SequenceTagger("perceptron", epochs=10, average=True)
    of_python = seconds_of(lambda: tagger.fit(X, y))
    with tempfile.TemporaryDirectory() as folder:
        write_attributes(X, y, f"{folder}/train.txt")
        (pathlib.Path(folder) / "train.json").write_text(
            '{"problem": {"type": "sequence"}, "data": {"format": "crfsuite", '
            '"train": "train.txt"}, '
            '"learner": {"type": "perceptron", "epochs": 10, "average": true}}')
        train = [program, "train", f"{folder}/train.json", "--model", f"{folder}/model", "-q"]
        of_program = seconds_of(lambda: subprocess.run(train, check=True),
                                resource.RUSAGE_CHILDREN)
    print(f"chunks: {len(X)} sentences, Python {of_python:.2f} s, command line {of_program:.2f} s, "
          f"ratio {of_python / of_program:.2f}")


def digits():
    X, y = load_digits(return_X_y=True)
    X, y = X[:1000] / 16, y[:1000]
    ours = seconds_of(lambda: costruct.StructuralSVC(C=0.1).fit(X, y))
    theirs = seconds_of(
        lambda: LinearSVC(C=0.1, multi_class="crammer_singer", max_iter=100000).fit(X, y))
    print(f"digits: 1000 rows, StructuralSVC {ours:.3f} s, LinearSVC {theirs:.3f} s")


class Rows(costruct.Problem):
    """Ten classes; x is the number of a row."""

    def __init__(self, rows):
        self.rows = rows
        self.size_joint_feature = 10 * rows.shape[1]

    def outputs(self, x):
        return range(10)

    def joint_feature(self, x, y):
        d = self.rows.shape[1]
        return {y * d + int(j): float(self.rows[x, j]) for j in np.flatnonzero(self.rows[x])}

    def loss(self, y, y_hat):
        return float(y != y_hat)


def problem():
    X, y = load_digits(return_X_y=True)
    rows = Rows(X[:300] / 16)
    labels = [int(label) for label in y[:300]]
    fitted = []
    seconds = seconds_of(lambda: fitted.append(
        costruct.fit(rows, list(range(300)), labels, learner="structural_svm")))
    calls = fitted[-1].report_["oracle_calls"]
    print(f"problem: 300 rows, {calls} calls of a decoder, {1e3 * seconds / calls:.3f} ms a call")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    chunks(sys.argv[1])
    digits()
    problem()
