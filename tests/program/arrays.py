"""Rows of numbers from files beside the data: to a curve, a model and predictions, and their memory.

    python3 tests/program/arrays.py COSTRUCT WORK_FOLDER
"""
import array
import gzip
import json
import os
import random
import shutil
import struct
import sys
from pathlib import Path

PROGRAM = ""  # set by main()


def check(is_right, text):
    if not is_right:
        sys.exit(f"arrays.py: {text}")


def run(*arguments, code=0):
    """Returns what the program prints, and its peak memory in bytes."""
    with open("out", "w", encoding="utf-8") as out, open("err", "w", encoding="utf-8") as err:
        child = os.fork()
        if child == 0:
            os.environ["OMP_NUM_THREADS"] = "1"
            os.dup2(out.fileno(), 1)
            os.dup2(err.fileno(), 2)
            os.execv(PROGRAM, [PROGRAM, *arguments])
        _, status, usage = os.wait4(child, 0)
    found = os.waitstatus_to_exitcode(status)
    messages = Path("err").read_text(encoding="utf-8")
    check(found == code, f"exit {found}, not {code}: {' '.join(arguments)}\n{messages}")
    return Path("out").read_text(encoding="utf-8"), messages, 1024 * usage.ru_maxrss


# The layouts, as they are published.


def npy_header(rows, columns, code):
    header = (f"{{'descr': '<f{4 if code == 'f' else 8}', 'fortran_order': False, "
              f"'shape': ({rows}, {columns}), }}")
    header += " " * (117 - len(header)) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()


def npy(rows, code):
    """numpy.save of an array of floats ("f") or doubles ("d")."""
    numbers = array.array(code, [x for row in rows for x in row]).tobytes()
    return npy_header(len(rows), len(rows[0]), code) + numbers


def safetensors(rows):
    numbers = array.array("f", [x for row in rows for x in row]).tobytes()
    header = json.dumps({"x": {"dtype": "F32", "shape": [len(rows), len(rows[0])],
                               "data_offsets": [0, len(numbers)]}}).encode()
    return struct.pack("<Q", len(header)) + header + numbers


def vector_files(vectors):
    """The same vectors as word2vec text and binary, as GloVe, and as fastText, packed."""
    lines = [" ".join([word, *map(repr, numbers)]) for word, numbers in vectors.items()]
    head = f"{len(vectors)} {len(next(iter(vectors.values())))}\n"
    binary = head.encode() + b"".join(
        word.encode() + b" " + array.array("f", numbers).tobytes() + b"\n"
        for word, numbers in vectors.items())
    text = "\n".join(lines) + "\n"
    return {"word2vec.txt": (head + text).encode(), "word2vec.bin": binary,
            "glove.txt": text.encode(), "fasttext.vec.gz": gzip.compress((head + text).encode())}


# Sentences whose labels show in the numbers alone: each word occurs once.


def sentences(name, count, seed, columns):
    draws = random.Random(seed)
    lines, rows = [], []
    for s in range(count):
        for t in range(8):
            label = int(3 * draws.random())
            lines.append(f"{name}{s}.{t} L{label}")
            rows.append([round(8 * (draws.random() - .5)) / 8 + (k % 3 == label)
                         for k in range(columns)])
        lines.append("")
    Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return rows


def training(features, **more):
    return {"problem": {"type": "sequence"},
            "data": {"format": "conll", "columns": ["word", "label"], "train": "train",
                     "features": features, **more},
            "learner": {"type": "structural_svm", "gap": .01}}


def write(name, content):
    if isinstance(content, bytes):
        Path(name).write_bytes(content)
    else:
        Path(name).write_text(json.dumps(content), encoding="utf-8")


def trained(config, model):
    write("c.json", config)
    run("train", "-q", "c.json", "--model", model, "--report", "report.json")
    predicted = run("predict", "-q", "--model", model, "--data", "test")[0]
    report = json.loads(Path("report.json").read_text(encoding="utf-8"))
    return predicted, report["objective"]["primal"]


def errors(predicted):
    gold = [line.split()[1] for line in Path("test").read_text(encoding="utf-8").split("\n")
            if line]
    found = [label for label in predicted.split("\n") if label]
    check(len(gold) == len(found), "a label for each token")
    return sum(a != b for a, b in zip(gold, found)) / len(gold)


def check_arrays():
    rows = {name: sentences(name, count, seed, 12)
            for seed, (name, count) in enumerate([("train", 60), ("raw", 30), ("test", 40)])}
    for name, of_file in rows.items():
        write(name + ".f.npy", npy(of_file, "f"))
        write(name + ".d.npy", npy(of_file, "d"))
        write(name + ".safetensors", safetensors(of_file))
    features = [{"extractor": "token", "window": 0, "group": "words"}]
    plain, _ = trained(training(features), "plain.model")
    answers = []
    for pattern in ("{file}.f.npy", "{file}.d.npy", "{stem}.safetensors"):
        own = {"extractor": "array", "file": pattern, "window": 1}
        answers.append(trained(training([*features, own], unlabeled="raw"), "array.model"))
    check(answers[0] == answers[1] == answers[2], "the layouts differ")
    check(errors(answers[0][0]) < .1 < .4 < errors(plain), "the numbers tell the labels")

    # A curve of both views, in which words say nothing.
    write("curve.json", {
        "name": "curve", "problem": {"type": "sequence"},
        "data": {"format": "conll", "columns": ["word", "label"], "train": "train",
                 "features": [*features, {"extractor": "array", "file": "{file}.f.npy"}]},
        "sweep": {"labeled": [20], "unlabeled": [0, 20], "holdout": 20, "repetitions": 2},
        "learners": [{"type": "perceptron", "name": "words",
                      "views": {"split": "named", "groups": [["words"]]}},
                     {"type": "perceptron", "name": "array",
                      "views": {"split": "named", "groups": [["array"]]}},
                     {"type": "co_training", "views": {"split": "named",
                                                       "groups": [["words"], ["array"]]}}],
        "metrics": ["token_error"]})
    run("run", "-q", "curve.json", "--out", "curve")
    means = {}
    for line in Path("curve/curves.csv").read_text(encoding="utf-8").splitlines()[1:]:
        learner, labeled, unlabeled, _, mean = line.split(",")[:5]
        means[learner, int(unlabeled)] = float(mean)
    check(means["array", 0] < .2 < .4 < means["words", 0], f"curve: {means}")
    check(("co_training", 20) in means, f"curve: {means}")

    # What does not fit is an error with its file.
    Path("test.safetensors").rename("away")
    error = run("predict", "-q", "--model", "array.model", "--data", "test", code=3)[1]
    check("test.safetensors" in error, error)
    write("test.safetensors", safetensors(rows["test"][:-1]))
    error = run("predict", "-q", "--model", "array.model", "--data", "test", code=3)[1]
    check("319 rows" in error and "test:" in error, error)


def check_vectors():
    draws = random.Random(7)
    vectors = {f"w{i}": [round(64 * (draws.random() - .5)) / 64 + (k % 3 == i % 3)
                         for k in range(6)] for i in range(90)}
    for name, first, words in (("train", 0, 45), ("test", 30, 60)):
        lines = [f"w{first + int(words * draws.random())}" for _ in range(320)]
        lines = [f"{word} L{int(word[1:]) % 3}" for word in lines]
        Path(name).write_text("\n\n".join(lines) + "\n\n", encoding="utf-8")
    answers = {}
    for file, content in vector_files(vectors).items():
        write(file, content)
        for embed in (True, False):
            own = {"extractor": "vectors", "file": file, "window": 0, "embed": embed}
            answers[file, embed] = trained(training([own]), f"{file}{embed}.model")
    check(len(set(answers.values())) == 1, "the layouts differ")
    check(errors(answers["glove.txt", True][0]) < .1, "vectors tell the labels of new words")
    # A model that names its file needs it unchanged; one that embeds vectors says what it lacks.
    Path("glove.txt").write_bytes(Path("glove.txt").read_bytes() + b"w90 1 1 1 1 1 1\n")
    error = run("predict", "-q", "--model", "glove.txtFalse.model", "--data", "test", code=3)[1]
    check("glove.txt" in error, error)
    note = run("predict", "--model", "glove.txtTrue.model", "--data", "test")[1]
    check("words without vectors" in note, note)


def check_memory():
    """At most twice the file: learners use the rows of the mapped file."""
    columns, tokens = 768, 24000
    draws = random.Random(11)
    pool = [round(64 * draws.random()) / 64 for _ in range(columns + 997)]
    lines = [f"w{i % 5000} L{i % 3}" + ("" if (i + 1) % 8 else "\n") for i in range(tokens)]
    Path("train").write_text("\n".join(lines) + "\n", encoding="utf-8")
    config = training([{"extractor": "token", "window": 0}])
    config["learner"] = {"type": "perceptron", "epochs": 1}
    write("c.json", config)
    without = run("train", "-q", "c.json", "--model", "m")[2]
    config["data"]["features"].append({"extractor": "array", "file": "{file}.npy"})
    for code in "fd":
        numbers = array.array(code, pool)
        with open("train.npy", "wb") as file:
            file.write(npy_header(tokens, columns, code))
            for i in range(tokens):
                numbers[i % 997:i % 997 + columns].tofile(file)
        for learner in ({"type": "perceptron", "epochs": 1},
                        {"type": "crf", "iteration_limit": 2}):
            config["learner"] = learner
            write("c.json", config)
            peak = run("train", "-q", "c.json", "--model", "m")[2] - without
            size = Path("train.npy").stat().st_size
            check(peak <= 2 * size, f"{learner}: {peak} bytes for a file of {size}")
        Path("train.npy").unlink()


def main():
    global PROGRAM
    PROGRAM = str(Path(sys.argv[1]).resolve())
    work = Path(sys.argv[2])
    for part in (check_arrays, check_vectors, check_memory):
        folder = work / part.__name__
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.chdir(folder)
        part()
        os.chdir("/")
    print("ok")


main()
