"""Extractors, metrics, learners and problems in Python."""

import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

import costruct
from costruct import SequenceTagger

WORDS = [[f"{a}{b}t", f"{b}{a}x"] for a in "aeiou" for b in "bdfg"]
LABELS = [["front" if word.strip("bdfgtx")[0] in "ei" else "back" for word in words]
          for words in WORDS]


@costruct.register("extractor")
def vowels(words):
    """The vowels of a word."""
    return [[c for c in word if c in "aeiou"] for word in words]


@costruct.register("metric", scale="count")
def wrong_sentences(truth, predicted):
    """The number of sentences with an error."""
    return sum(a != b for a, b in zip(truth, predicted))


@costruct.register("metric", name="accuracy_of_rows", problem="multiclass", higher_is_better=True)
def accuracy(truth, predicted):
    assert all(isinstance(label, str) for label in truth + predicted)
    return float(np.mean([a == b for a, b in zip(truth, predicted)]))


@costruct.register("learner")
def plain_perceptron(problem, labeled, seed, *, epochs=10, step=1.0, shuffle=True):
    """A perceptron without an average."""
    random = np.random.RandomState(seed % 2**32)
    w = np.zeros(problem.size_joint_feature)
    order = np.arange(len(labeled))
    for _ in range(epochs):
        if shuffle:
            random.shuffle(order)
        for i in order:
            x, y, weight = labeled[i]
            y_hat, _ = problem.inference(x, w)
            if problem.loss(x, y, y_hat) > 0:
                problem.add_difference(x, y, y_hat, step * weight, w)
    return w


def test_an_extractor_makes_features():
    tagger = SequenceTagger("perceptron", features=[{"extractor": "vowels"}])
    tagger.fit(WORDS[::2], LABELS[::2])
    assert tagger.predict(WORDS) == LABELS
    assert all("vowels" in str(feature) for feature in tagger.state_features_)
    assert pickle.loads(pickle.dumps(tagger)).predict(WORDS) == LABELS


def test_a_learner_trains_everything():
    tagger = SequenceTagger("plain_perceptron", epochs=20, features=[{"extractor": "vowels"}])
    assert tagger.fit(WORDS[::2], LABELS[::2]).predict(WORDS) == LABELS
    inside = SequenceTagger({"type": "self_training", "learner": {"type": "plain_perceptron"}},
                            features=[{"extractor": "vowels"}])
    assert inside.fit(WORDS[::2], LABELS[::2], X_unlabeled=WORDS).predict(WORDS) == LABELS
    rows = np.random.RandomState(0).randn(60, 2) + np.repeat([[4, 0], [0, 4], [-4, -4]], 20, axis=0)
    classifier = costruct.estimator_of("plain_perceptron")(epochs=30, bias=True)
    assert classifier.fit(rows, np.repeat([0, 1, 2], 20)).score(rows, np.repeat([0, 1, 2], 20)) > .9
    assert classifier.get_params()["step"] == 1.0
    with pytest.raises(costruct.ConfigError, match="epochs = 1.5: must be an integer"):
        SequenceTagger("plain_perceptron", epochs=1.5).fit(WORDS, LABELS)


def sweep(tmp_path, **changes):
    text = "\n".join("\n".join(f"{word} {label}" for word, label in zip(words, labels)) + "\n"
                     for words, labels in zip(WORDS, LABELS))
    (tmp_path / "words.txt").write_text(text)
    return {"name": "own", "problem": {"type": "sequence", "loss": "hamming"},
            "data": {"format": "conll", "columns": ["word", "label"],
                     "train": str(tmp_path / "words.txt"), "features": [{"extractor": "vowels"}]},
            "sweep": {"labeled": [8], "holdout": 10, "repetitions": 4},
            "learners": [{"type": "perceptron"}, {"type": "plain_perceptron", "epochs": 5}],
            "metrics": ["wrong_sentences", "token_error"], **changes}


def test_a_sweep_knows_all_of_them(tmp_path):
    first = costruct.run(sweep(tmp_path), out=tmp_path / "a", jobs=2, show=False)
    second = costruct.run(sweep(tmp_path), out=tmp_path / "b", jobs=1, show=False)
    assert set(first.cells["learner"]) == {"perceptron", "plain_perceptron"}
    assert "wrong_sentences" in first.cells
    values = ["learner", "repetition", "wrong_sentences", "token_error"]
    assert first.cells[values].equals(second.cells[values])


def test_a_cell_whose_function_raises_has_failed(tmp_path):
    @costruct.register("learner")
    def fails_at_times(problem, labeled, seed):
        if seed % 2:
            raise ValueError("seed is odd")
        return np.zeros(problem.size_joint_feature)

    config = sweep(tmp_path, learners=[{"type": "fails_at_times"}])
    cells = costruct.run(config, out=tmp_path / "out", jobs=2, show=False).cells
    assert len(cells) == 4
    assert cells["error"].dropna().str.contains("ValueError: seed is odd").all()


def test_a_metric_of_rows_gets_labels(tmp_path):
    rows = ["a 1:1 2:0", "b 1:0 2:1"] * 15
    (tmp_path / "rows.svm").write_text(
        "\n".join(f"{1 + i % 2} 1:{1 - i % 2} 2:{i % 2}" for i, _ in enumerate(rows)) + "\n")
    config = {"name": "rows", "problem": {"type": "multiclass", "loss": "zero_one"},
              "data": {"format": "svmlight", "train": str(tmp_path / "rows.svm")},
              "sweep": {"labeled": [8], "holdout": 10, "repetitions": 2},
              "learners": [{"type": "perceptron"}], "metrics": ["accuracy_of_rows"]}
    cells = costruct.run(config, out=tmp_path / "out", show=False).cells
    assert (cells["accuracy_of_rows"] == 1).all()


RANKING = '''
import itertools
import costruct
import numpy as np


@costruct.register("problem", name="orders")
class Orders(costruct.Problem):
    """Orders of three items, each with two numbers."""

    size_joint_feature = 2

    def read(self, line):
        order, *items = line.split("|")
        x = np.array([[float(v) for v in item.split()] for item in items])
        if x.shape != (3, 2):
            raise ValueError(f"{len(items)} items: expected three with two numbers each")
        y = None if order.strip() == "?" else tuple(int(i) for i in order.split(">"))
        return x, y

    def write(self, y):
        return ">".join(map(str, y))

    def outputs(self, x):
        return itertools.permutations(range(3))

    def joint_feature(self, x, y):
        return sum((1 - place) * x[item] for place, item in enumerate(y))

    def loss(self, y, y_hat):
        return sum(y.index(a) > y.index(b) for a, b in itertools.combinations(y_hat, 2)) / 3
'''


def orders(count, seed=0, labeled=True):
    random = np.random.RandomState(seed)
    lines = []
    for _ in range(count):
        x = random.randn(3, 2)
        order = ">".join(map(str, np.argsort(-(x @ [2.0, -1.0])))) if labeled else "?"
        lines.append(" | ".join([order] + [f"{a:.4f} {b:.4f}" for a, b in x]))
    return "\n".join(lines) + "\n"


def test_a_problem_in_python_is_known_everywhere(tmp_path):
    (tmp_path / "orders.py").write_text(RANKING)
    (tmp_path / "train.txt").write_text(orders(60))
    (tmp_path / "new.txt").write_text(orders(5, seed=1, labeled=False))
    common = {"plugins": ["orders.py"], "problem": {"type": "orders"},
              "data": {"format": "orders", "train": "train.txt"}}
    (tmp_path / "sweep.json").write_text(json.dumps({
        "name": "orders", **common,
        "sweep": {"labeled": [2, 20], "unlabeled": [10], "holdout": 20, "repetitions": 3},
        "learners": [{"type": "perceptron"}, {"type": "structural_svm"},
                     {"type": "self_training", "learner": {"type": "structural_svm"}}]}))
    for jobs in (1, 2):
        done = program("run", "sweep.json", "--out", f"runs{jobs}", "--jobs", jobs, "-q",
                       cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    read = [costruct.Run(tmp_path / f"runs{jobs}").cells for jobs in (1, 2)]
    columns = ["learner", "labeled", "repetition", "loss"]
    assert read[0][columns].equals(read[1][columns])
    mean = read[0].groupby(["learner", "labeled"])["loss"].mean()
    assert mean["structural_svm", 20] < mean["structural_svm", 2]
    assert mean["structural_svm", 20] < .1
    (tmp_path / "train.json").write_text(json.dumps({
        **common, "learner": {"type": "structural_svm", "C": 10}}))
    done = program("train", "train.json", "--model", "model.safetensors", "-q", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    predict = ["predict", "--model", "model.safetensors", "--data", "new.txt"]
    done = program("--plugin", "orders.py", *predict, cwd=tmp_path)
    truth = [line.split(" | ")[0] for line in orders(5, seed=1).splitlines()]
    assert done.stdout.split() == truth, done.stderr
    without = program(*predict, cwd=tmp_path)
    assert without.returncode == 3
    assert "was trained with the plug-in orders.py, which is not loaded: give" in without.stderr
    with open(tmp_path / "orders.py", "a") as file:
        file.write("# changed\n")
    changed = program("--plugin", "orders.py", *predict, cwd=tmp_path)
    assert changed.stdout.split() == truth
    assert "orders.py has changed since the model was trained" in changed.stderr
    (tmp_path / "train.txt").write_text(orders(3) + "0>1 | 1 1 | 2 2 | 3 3\n")
    wrong = program("train", "train.json", "--model", "other.safetensors", cwd=tmp_path)
    assert wrong.returncode == 3
    assert "train.txt:4: y is the tuple (0, 1), which is not among the 6 outputs" in wrong.stderr
    (tmp_path / "train.txt").write_text("0>1>2 | 1 2\n")
    wrong = program("train", "train.json", "--model", "other.safetensors", cwd=tmp_path)
    assert wrong.returncode == 3
    assert "train.txt:1: 1 items: expected three" in wrong.stderr


def test_entries_and_their_sources_are_named():
    plugins = json.loads(costruct._core.provenance())["plugins"]
    names = [plugin["file"] for plugin in plugins]
    assert names == sorted(names)
    assert {"Python extractor vowels", "Python learner plain_perceptron",
            "Python metric wrong_sentences"} <= set(names)
    assert len({plugin["fnv1a"] for plugin in plugins}) == len(plugins)


def test_cells_are_computed_again_if_what_a_function_names_changes(tmp_path):
    (tmp_path / "helper.py").write_text("SIZE = 2\n\ndef cut(word):\n    return word[:SIZE]\n")
    (tmp_path / "mine.py").write_text('''
import costruct
from helper import cut

LEAST = 1

@costruct.register("extractor")
def starts(words):
    return [[cut(word)] if len(word) >= LEAST else [] for word in words]
''')
    (tmp_path / "words.py").write_text("import mine\n")
    config = sweep(tmp_path, plugins=["mine.py"], metrics=["token_error"],
                   learners=[{"type": "perceptron"}])
    config["data"]["features"] = [{"extractor": "starts"}]
    (tmp_path / "own.json").write_text(json.dumps(config))

    def missing():
        done = program("run", "own.json", "--out", "runs", "--dry-run", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        lines = [line.split("\t") for line in done.stdout.splitlines()]
        return sum(int(line[5]) - int(line[6]) for line in lines if line[:1] == ["own"] or
                   "perceptron" in line)

    def run():
        done = program("run", "own.json", "--out", "runs", "-q", cwd=tmp_path)
        assert done.returncode == 0, done.stderr

    run()
    assert missing() == 0
    (tmp_path / "helper.py").write_text("SIZE = 1\n\ndef cut(word):\n    return word[:SIZE]\n")
    assert missing() > 0
    run()
    assert missing() == 0
    # A plug-in may import another one, from its own folder.
    done = program("--plugin", tmp_path / "mine.py", "--plugin", tmp_path / "words.py", "list",
                   "extractors", cwd=tmp_path.parent)
    assert done.returncode == 0 and "starts" in done.stdout, done.stderr


def test_a_function_that_is_defined_again_replaces_the_first():
    def defined(scale):
        @costruct.register("learner", name="again")
        def constant(problem, labeled, seed, *, factor=1.0):
            return np.full(problem.size_joint_feature, factor * scale)
        return constant

    def hash_of_again():
        plugins = json.loads(costruct._core.provenance())["plugins"]
        return [each["fnv1a"] for each in plugins if each["file"] == "Python learner again"]

    weights, hashes = [], []
    for scale in (1.0, 2.0):
        defined(scale)
        tagger = SequenceTagger("again", factor=3.0).fit(WORDS, LABELS)
        weights.append({weight for weight in tagger.state_features_.values()})
        hashes += hash_of_again()
    assert weights == [{3.0}, {6.0}] and len(set(hashes)) == 2
    with pytest.raises(ValueError, match='"again": .*of this name already'):
        costruct.register("learner", name="again")(plain_perceptron)


def test_errors_of_the_program_are_one_line(tmp_path):
    (tmp_path / "own.py").write_text('''
import costruct

@costruct.register("learner")
def raises(problem, labeled, seed):
    raise KeyError("own")
''')
    (tmp_path / "train.json").write_text(json.dumps({
        "plugins": ["own.py"], "problem": {"type": "sequence"},
        "data": {"format": "conll", "columns": ["word", "label"], "train": "words.txt"},
        "learner": {"type": "raises"}}))
    sweep(tmp_path)
    done = program("train", "train.json", "--model", "m.safetensors", cwd=tmp_path)
    assert done.returncode == 1
    assert "error: KeyError: 'own' (" in done.stderr and "own.py, line 6)" in done.stderr
    (tmp_path / "own.py").write_text("import nosuchmodule\n")
    done = program("train", "train.json", "--model", "m.safetensors", cwd=tmp_path)
    assert done.returncode == 2
    assert "plug-in own.py: ModuleNotFoundError: No module named 'nosuchmodule'" in \
        done.stderr.replace(str(tmp_path) + "/", "").replace("./", "")


def test_wrong_entries_are_told():
    with pytest.raises(ValueError, match="has a extractor of this name already|of this name"):
        costruct.register("extractor", name="token")(vowels)
    with pytest.raises(ValueError, match="of this name already"):
        costruct.register("metric", name="token_error")(wrong_sentences)
    with pytest.raises(ValueError, match='no problem "sequences"'):
        costruct.register("metric", name="own", problem="sequences")(wrong_sentences)
    with pytest.raises(ValueError, match='scale = "percent": expected'):
        costruct.register("metric", name="own", scale="percent")(wrong_sentences)
    with pytest.raises(ValueError, match="of this name already"):
        costruct.register("learner", name="perceptron")(plain_perceptron)
    with pytest.raises(ValueError, match="option epochs has no default"):
        @costruct.register("learner")
        def own(problem, labeled, seed, *, epochs):
            return None
    with pytest.raises(ValueError, match=r"option step = \[1\]: expected a bool, int"):
        @costruct.register("learner")
        def other(problem, labeled, seed, *, step=[1]):
            return None
    with pytest.raises(ValueError, match="kind = 'norm': expected 'extractor'"):
        costruct.register("norm")
    with pytest.raises(ValueError, match="predicts numbers"):
        costruct.register("metric", name="own", problem="regression")(wrong_sentences)
    with pytest.raises(TypeError, match=r"problem own has no method read\(\)"):
        @costruct.register("problem", name="own")
        class Own(costruct.Problem):
            size_joint_feature = 1
    with pytest.raises(TypeError, match=r"register\('metric'\) has no argument 'higher_better'"):
        costruct.register("metric", higher_better=True)
    with pytest.raises(ValueError, match="name = 'my tok': expected letters, digits"):
        costruct.register("extractor", name="my tok")(vowels)
    with pytest.raises(ValueError, match=r"learner own: has the arguments \(problem, labeled\)"):
        costruct.register("learner", name="own")(lambda problem, labeled: None)
    with pytest.raises(ValueError, match="has the argument n after .*, but only learners, view policies"):
        costruct.register("extractor", name="own")(lambda words, *, n=3: None)
    with pytest.raises(TypeError, match="expected a function, found 'vowels'"):
        costruct.register("extractor")("vowels")


def test_what_a_function_raises_arrives():
    @costruct.register("extractor")
    def too_few(words):
        return [[]]

    @costruct.register("extractor")
    def of_numbers(words):
        return [1 for _ in words]

    @costruct.register("learner")
    def raises(problem, labeled, seed):
        raise KeyError("own")

    @costruct.register("learner")
    def short(problem, labeled, seed):
        return np.zeros(2)

    @costruct.register("learner")
    def keeps(problem, labeled, seed):
        kept.append(problem)
        return np.zeros(problem.size_joint_feature)

    @costruct.register("learner")
    def none(problem, labeled, seed):
        return None

    @costruct.register("learner")
    def floats(problem, labeled, seed):
        x, y, _ = labeled[0]
        problem.add_difference(x, y, y, 1.0, np.zeros(problem.size_joint_feature, np.float32))

    kept = []
    with pytest.raises(ValueError, match="learner none returned None: expected"):
        SequenceTagger("none").fit(WORDS, LABELS)
    with pytest.raises(TypeError, match="w is an array of float32: expected one of float64"):
        SequenceTagger("floats").fit(WORDS, LABELS)
    with pytest.raises(costruct.ConfigError, match="extractor too_few: .* expected one list for"):
        SequenceTagger("perceptron", features=[{"extractor": "too_few"}]).fit(WORDS, LABELS)
    with pytest.raises(TypeError, match="extractor of_numbers returned .*: expected a list of str"):
        SequenceTagger("perceptron", features=[{"extractor": "of_numbers"}]).fit(WORDS, LABELS)
    with pytest.raises(KeyError, match="own"):
        SequenceTagger("raises").fit(WORDS, LABELS)
    with pytest.raises(ValueError, match=r"short returned an array of shape \(2,\): expected"):
        SequenceTagger("short").fit(WORDS, LABELS)
    SequenceTagger("keeps").fit(WORDS, LABELS)
    with pytest.raises(RuntimeError, match="after the end of its fit"):
        kept[0].size_joint_feature


def program(*arguments, cwd):
    return subprocess.run([sys.executable, "-m", "costruct", *map(str, arguments)], cwd=cwd,
                          capture_output=True, text=True, env=os.environ)


def test_a_python_file_is_a_plug_in(tmp_path):
    (tmp_path / "mine.py").write_text('''
import costruct

@costruct.register("extractor")
def first_vowel(words):
    """The first vowel of a word."""
    return [[c for c in word if c in "aeiou"][:1] for word in words]
''')
    config = sweep(tmp_path, plugins=["mine.py"], metrics=["token_error"],
                   learners=[{"type": "perceptron"}])
    config["data"]["features"] = [{"extractor": "first_vowel"}]
    (tmp_path / "own.json").write_text(json.dumps(config))
    done = program("run", "own.json", "--out", "runs", "-q", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "runs" / "report.html").exists()
    listed = program("--plugin", "mine.py", "list", "extractors", cwd=tmp_path)
    assert "first_vowel" in listed.stdout and "The first vowel of a word" in listed.stdout
    (tmp_path / "faulty.py").write_text("1 / 0\n")
    failed = program("--plugin", "faulty.py", "list", cwd=tmp_path)
    assert failed.returncode != 0 and "ZeroDivisionError" in failed.stderr
    plain = subprocess.run([os.environ["COSTRUCT"], "--plugin", "mine.py", "list"], cwd=tmp_path,
                           capture_output=True, text=True)
    assert plain.returncode == 2 and "python3 -m costruct --plugin mine.py" in plain.stderr


def test_the_command_line_is_that_of_the_program(tmp_path):
    ours = program("--version", cwd=tmp_path)
    program_itself = subprocess.run([os.environ["COSTRUCT"], "--version"], capture_output=True,
                                    text=True)
    assert ours.stdout == program_itself.stdout
    assert program("trian", cwd=tmp_path).returncode == 2
