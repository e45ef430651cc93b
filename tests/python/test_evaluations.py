"""Evaluations of all kinds of models: their numbers, repeated ones, and Ctrl-C."""

import threading
import warnings

import numpy as np
import pytest
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics import adjusted_rand_score

import costruct
from costruct.training import train

pandas = pytest.importorskip("pandas")
RANDOM = np.random.RandomState(3)


def rows_of(y):
    return np.eye(3)[y] + 0.4 * RANDOM.randn(len(y), 3)


# Each case has an estimator and two pairs (X, y): what it is fitted to, and other examples of which
# one has an output that the first have not.
LABELS = RANDOM.randint(0, 3, 60)
ROWS, SETS = rows_of(LABELS), (RANDOM.rand(60, 3) < .5).astype(int)
FRAME = pandas.DataFrame(ROWS, columns=["a", "b", "c"])
NUMBERS = ROWS @ [1.0, 2.0, 3.0] + 1
WORDS = [["the", "cat", "sees"], ["a", "dog"], ["the", "red", "dog", "sees"], ["a", "red", "cat"]]
TAG = {"the": "D", "a": "D", "red": "A", "cat": "N", "dog": "N", "sees": "V"}
TAGS = [[TAG[word] for word in words] for words in WORDS]
HEADS = [[(2, "det"), (3, "subj"), (0, "root")], [(2, "det"), (0, "root")],
         [(3, "det"), (3, "mod"), (4, "subj"), (0, "root")], [(3, "det"), (3, "mod"), (0, "root")]]
GRAPHS = [(np.eye(2)[[0, 0, 1, 1]], [(0, 1), (1, 2), (2, 3)]), (np.eye(2)[[1, 1]], [(0, 1)])]
NODES = [["x", "x", "y", "y"], ["y", "y"]]
TREES = ["(S (NP (D the) (N cat)) (V sees))", "(S (NP (D a) (N dog)) (VP (V sees) (N fish)))",
         "(S (N fish) (V sees))"]
PAIRS = [("HEAGAWGHE", "HEA-AWGHE"), ("PAWHEAE", "PAW-EAE"), ("GHEAAW", "GHE-AW")]
MAILS = [f"Dear {word}, buy the watch {word} now" if k % 2 else
         f"Hello, the meeting {word} is at noon, your {word}"
         for k, word in enumerate(["abc", "bcd", "cde", "def", "efg", "fgh", "ghi", "hij"])]
KIND = [k % 2 for k in range(8)]

CASES = {
    "rows": (costruct.StructuralSVC(), (ROWS, LABELS), (ROWS[:9], [*LABELS[:8], 7])),
    "two classes": (costruct.MaximumEntropy(), (ROWS, LABELS > 0), (ROWS[:9], ["new"] * 9)),
    "numbers of rows": (costruct.RLSR(), (ROWS, NUMBERS), (ROWS[:9], NUMBERS[:9] + 1)),
    "sets": (costruct.MultiLabelClassifier(), (ROWS, [set(np.flatnonzero(row)) for row in SETS]),
             (ROWS[:9], [{7, 1}] * 9)),
    "indicators": (costruct.MultiLabelClassifier(), (ROWS, SETS), (ROWS[:9], 1 - SETS[:9])),
    "words": (costruct.SequenceTagger(), (WORDS, TAGS), (WORDS[:2], [["D", "N", "new"], TAGS[1]])),
    "table": (costruct.TableClassifier(), (FRAME, LABELS), (FRAME[:9], ["new", *LABELS[:8]])),
    "numbers of a table": (costruct.TableRegressor(), (FRAME, NUMBERS),
                           (FRAME[:9], NUMBERS[:9] + 1)),
    "dependency trees": (costruct.DependencyParser("perceptron", data={"tag": "none"}),
                         (WORDS, HEADS), (WORDS[1:2], [[(2, "det"), (0, "new")]])),
    "graphs": (costruct.GraphTagger(), (GRAPHS, NODES), (GRAPHS[1:], [["new", "y"]])),
    "emails": (costruct.Clusterer(), (MAILS, KIND), (MAILS[:6], ["a", "b", "a", "b", "c", "c"])),
    "trees": (costruct.Parser(), (TREES, None), (["(S (NEW (D the) (N cat)) (V sees))"], None)),
    "alignments": (costruct.Aligner(data={"model": "simple"}), (PAIRS, None),
                   ([("HEAGAW", "HEA-AW")], None)),
}


@pytest.fixture(params=CASES)
def case(request):
    estimator, (X, y), other = CASES[request.param]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return estimator.fit(X) if y is None else estimator.fit(X, y), (X, y), other


def metrics(estimator, X, y, *names):
    found = estimator.evaluate(X, y, list(names))["metrics"]
    assert set(found) == set(names)
    return found if len(names) > 1 else found[names[0]]


@pytest.mark.filterwarnings("ignore")
def test_a_model_evaluates_again_as_a_new_one_does(case):
    """Examples, and names of outputs that training does not have, are forgotten."""
    estimator, seen, other = case
    content = estimator.model_.to_bytes()
    expected = [costruct.load(content).evaluate(*each) for each in (seen, other)]
    assert expected[0] != expected[1] and expected[0]["examples"] > 0
    inputs = seen[0] if seen[1] is not None else None  # a tree is no sentence
    for model in (estimator, costruct.load(content)):
        for _ in range(2):
            assert model.evaluate(*other) == expected[1]
            assert model.evaluate(*seen) == expected[0]
            if inputs is not None:
                model.predict(inputs)
    with pytest.raises(costruct.ConfigError, match=r'metrics=\["luck"\]: '):
        estimator.evaluate(*seen, ["luck"])


def test_metrics_of_rows_are_those_of_scikit_learn():
    estimator, (X, y), _ = CASES["rows"]
    wrong = np.where(np.arange(60) < 6, (y + 1) % 3, y)
    fitted = estimator.fit(X, y)
    assert metrics(fitted, X, wrong, "accuracy") == pytest.approx(fitted.score(X, wrong))
    partly = [None if k % 2 else label for k, label in enumerate(wrong)]
    assert fitted.evaluate(X, partly)["examples"] == 30
    assert metrics(fitted, X, partly, "accuracy") == pytest.approx(fitted.score(X, partly))
    marked = costruct.SelfTraining(unlabeled_label=-1).fit(X, np.where(y == 2, -1, y))
    assert marked.evaluate(X, np.where(y == 2, -1, y))["examples"] == (y != 2).sum()
    table = costruct.TableClassifier().fit(FRAME, y)
    assert metrics(table, FRAME, wrong, "accuracy") == pytest.approx(table.score(FRAME, wrong))
    for regressor, rows in ((costruct.RLSR(), X), (costruct.TableRegressor(), FRAME)):
        regressor.fit(rows, NUMBERS)
        assert metrics(regressor, rows, NUMBERS + 1, "rmse") == pytest.approx(
            np.sqrt(np.mean((regressor.predict(rows) - NUMBERS - 1) ** 2)))


def test_metrics_of_sets_count_rows():
    topics = costruct.MultiLabelClassifier().fit(ROWS, SETS)
    truth = SETS.astype(float)
    truth[:5] = 1 - truth[:5]
    assert metrics(topics, ROWS, truth, "subset_error") == \
        pytest.approx(1 - topics.score(ROWS, truth))
    assert metrics(topics, ROWS, truth, "hamming_loss") == \
        pytest.approx((topics.predict(ROWS) != truth).mean())
    with pytest.raises(ValueError, match=r"y has shape \(60, 2\), expected 3 columns"):
        topics.evaluate(ROWS, SETS[:, :2])


def test_metrics_of_structures_are_counted():
    parser = costruct.Parser("pcfg").fit(TREES)
    tree = "(S (NP (D the)) (X (N cat) (V sees)))"  # of three predicted constituents S is right
    found = metrics(parser, [tree], None, "constituent_precision", "constituent_recall")
    assert found == {"constituent_precision": .5, "constituent_recall": pytest.approx(1 / 3)}
    aligner = costruct.Aligner(data={"model": "simple"}).fit(PAIRS)
    assert aligner.predict([("HEA", "HEA")]) == [("HEA", "HEA")]
    pair = ("HEA-", "HE-A")  # the pairs (0, 0) and (1, 1) of three predicted ones
    assert metrics(aligner, [pair], None, "q_precision") == pytest.approx(2 / 3)
    heads = costruct.DependencyParser("perceptron", data={"tag": "none"}).fit(WORDS, HEADS)
    wrong = [[(3, "det"), *HEADS[0][1:]], *HEADS[1:]]
    assert heads.score(WORDS, wrong) < 1
    assert metrics(heads, WORDS, wrong, "las") == pytest.approx(heads.score(WORDS, wrong))
    tagger = costruct.GraphTagger().fit(GRAPHS, NODES)
    wrong = [["y", *NODES[0][1:]], NODES[1]]
    assert tagger.score(GRAPHS, wrong) < 1
    assert metrics(tagger, GRAPHS, wrong, "accuracy") == pytest.approx(tagger.score(GRAPHS, wrong))
    clusterer = costruct.Clusterer().fit(MAILS, KIND)
    wrong = [1, *KIND[1:]]
    assert metrics(clusterer, MAILS, wrong, "adjusted_rand") == \
        pytest.approx(adjusted_rand_score(wrong, clusterer.predict(MAILS)))


def test_outputs_that_are_missing_or_stand_twice_are_told():
    for name, (estimator, (X, y), _) in CASES.items():
        estimator.fit(X) if y is None else estimator.fit(X, y)
        if y is None:
            with pytest.raises(ValueError, match=r"y is given, but .*: write evaluate\("):
                estimator.evaluate(X, X)
            continue
        with pytest.raises((TypeError, ValueError), match="^y is None, expected"):
            estimator.evaluate(X)
        with pytest.raises(ValueError, match="X has .*, but y has"):
            estimator.evaluate(X, y[:1])
    with pytest.raises(ValueError, match=r"X\[1\]"):
        costruct.DependencyParser().fit(WORDS, HEADS).evaluate(WORDS[:2], [HEADS[0], HEADS[0]])


LONG = [[f"w{k % 7}" for k in range(60)]] * 3000


@pytest.mark.parametrize("learner, call", [
    ("perceptron", lambda tagger: tagger.predict(LONG)),
    ("perceptron", lambda tagger: tagger.evaluate(LONG, [["b"] * 60] * 3000)),
    ("crf", lambda tagger: tagger.predict_marginals(LONG)),
    ("crf", lambda tagger: tagger.suggest(LONG, 3, by="entropy")),
], ids=["predict", "evaluate", "predict_marginals", "suggest"])
def test_ctrl_c_ends_what_reads_many_examples(interrupted, learner, call):
    words = [[f"w{k % 7}" for k in range(60)], ["w1", "w2"]]
    tags = [[f"t{k % 40}" for k in range(60)], ["t1", "t2"]]
    options = {"iteration_limit": 1} if learner == "crf" else {"problem": {"order": 2}, "epochs": 1}
    tagger = costruct.SequenceTagger(learner, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tagger.fit(words, tags)
        assert interrupted(lambda: call(tagger)) < 1
    again = costruct.load(tagger.model_.to_bytes())
    assert tagger.predict(words[1:]) == again.predict(words[1:])


def test_evaluations_and_predictions_of_threads_wait_for_each_other():
    tagger = costruct.SequenceTagger().fit(WORDS, TAGS)
    expected = tagger.evaluate(WORDS, TAGS), tagger.predict(WORDS)
    found = []

    def work():
        for _ in range(5):
            found.append((tagger.evaluate(WORDS, TAGS), tagger.predict(WORDS)))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(found) == 15 and all(each == expected for each in found)


@pytest.mark.parametrize("problem", ["multiclass", "graph"])
def test_linked_rows_of_a_file_that_fails_are_forgotten(tmp_path, problem):
    rows = ["good day,a", "bad day,b", "good one,a", "bad one,b", "a good,a", "a bad,b"]
    for name, lines, links in (("a", rows, "1 2\n2 3\n3 4\n4 5\n5 6\n"), ("b", rows[:4], "1 2\n"),
                               ("broken", [*rows[:2], "1,x,y"], "1 2\n")):
        (tmp_path / f"{name}.csv").write_text("\n".join(["text,target", *lines]) + "\n")
        (tmp_path / f"{name}.links").write_text(links)
    of = {"features": "edges"} if problem == "graph" else {"of": "words"}
    features = [{"extractor": "words", "column": "text"},
                {"extractor": "links", "file": "{stem}.links", **of}]
    model, _ = train({"problem": {"type": problem}, "learner": {"type": "structural_svm"},
                      "data": {"format": "csv", "target": "target", "features": features,
                               "train": str(tmp_path / "a.csv")}}, {}, 1)
    expected = model.evaluate(tmp_path / "b.csv"), list(model.predict(tmp_path / "b.csv"))
    for call in (model.evaluate, model.predict):
        with pytest.raises(costruct.DataError, match="the row has 3 cells"):
            call(tmp_path / "broken.csv")
        assert model.evaluate(tmp_path / "b.csv") == expected[0]
        assert list(model.predict(tmp_path / "b.csv")) == expected[1]


def test_labels_of_another_type_are_those_that_they_equal():
    X, y = np.arange(12.0).reshape(6, 2), np.array([0, 0, 0, 1, 1, 1])
    classifier = costruct.StructuralSVC().fit(X, y)
    expected = classifier.evaluate(X, y, "accuracy")
    assert expected["metrics"]["accuracy"] == classifier.score(X, y)
    known = np.where(np.arange(6) == 2, np.nan, y)
    assert classifier.evaluate(X, y.astype(float), "accuracy") == expected
    assert classifier.evaluate(X, known, "accuracy")["metrics"]["accuracy"] == 1
    with pytest.warns(DataConversionWarning):
        assert classifier.evaluate(X, y.reshape(-1, 1), "accuracy") == expected
    rows = pandas.DataFrame(X, columns=["a", "b"])
    table = costruct.TableClassifier().fit(rows, y)
    assert table.evaluate(rows, known, "accuracy")["metrics"]["accuracy"] == table.score(rows, y)


def test_sets_of_labels_take_no_matrix_after_sets():
    X = np.arange(8.0).reshape(4, 2)
    classifier = costruct.MultiLabelClassifier().fit(X, [{"a"}, {"a"}, {"b"}, {"a", "b"}])
    with pytest.raises(ValueError, match="y is a matrix, expected sets of labels"):
        classifier.evaluate(X, np.array([[1, 0], [1, 0], [0, 1], [1, 1]]))
