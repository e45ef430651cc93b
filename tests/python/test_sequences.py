"""Taggers of sequences, and models of any kind."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import costruct
from costruct import SequenceTagger

TAGS = {"the": "D", "a": "D", "red": "A", "big": "A", "cat": "N", "dog": "N", "sees": "V"}


def sentences(count, seed=0):
    random = np.random.RandomState(seed)
    found = []
    for _ in range(count):
        phrase = [["the", "a"][random.randint(2)]]
        phrase += [["red", "big"][random.randint(2)]] * random.randint(2)
        phrase += [["cat", "dog"][random.randint(2)], "sees"]
        found.append(phrase)
    return found


WORDS = sentences(30)
LABELS = [[TAGS[word] for word in words] for words in WORDS]
FORMS = {
    "tokens": WORDS,
    "tuples": [[(word, word[-1]) for word in words] for words in WORDS],
    "dictionaries": [[{"word": word, "last": word[-1], "length": len(word), "is": True}
                      for word in words] for words in WORDS],
    "names": [[["word=" + word, "last=" + word[-1]] for word in words] for words in WORDS],
    "matrices": [np.eye(len(TAGS))[[list(TAGS).index(word) for word in words]] for words in WORDS],
    "sparse": [sparse.csr_matrix(np.eye(len(TAGS))[[list(TAGS).index(word) for word in words]])
               for words in WORDS],
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("learner", ["structural_svm", "crf", "perceptron", "co_svm",
                                     "self_training"])
def test_every_form_is_learned(form, learner):
    items = FORMS[form]
    tagger = SequenceTagger(learner, columns=["word", "last"] if form == "tuples" else None)
    tagger.fit(items[:10], LABELS[:10], X_unlabeled=items[10:20])
    assert tagger.predict(items[20:]) == LABELS[20:]
    assert tagger.score(items[20:], LABELS[20:]) == 1
    assert tagger.classes_ == ["A", "D", "N", "V"]
    again = pickle.loads(pickle.dumps(tagger))
    assert again.predict(items) == tagger.predict(items)


def test_sequences_without_labels_are_unlabeled():
    labels = LABELS[:10] + [None] * 20
    inside = SequenceTagger("self_training").fit(WORDS, labels)
    apart = SequenceTagger("self_training").fit(WORDS[:10], LABELS[:10], X_unlabeled=WORDS[10:])
    assert inside.predict(WORDS) == apart.predict(WORDS) == LABELS
    assert inside.model_.facts["origin"]["examples"] == {"labeled": 10, "unlabeled": 20}


def test_features_are_extractors_and_learn_from_unlabeled_words():
    features = ["token", "affixes", {"extractor": "distribution", "dimensions": 3}]
    tagger = SequenceTagger(features=features).fit(WORDS[:5], LABELS[:5], X_unlabeled=WORDS[5:])
    block = tagger.model_.facts["encoder"]["options"]["features"]
    assert [each["extractor"] for each in block] == ["token", "affixes", "distribution"]
    assert tagger.predict(WORDS) == LABELS


def test_details_of_predictions():
    tagger = SequenceTagger("crf", C=10.0).fit(FORMS["dictionaries"], LABELS)
    for marginals, words in zip(tagger.predict_marginals(FORMS["dictionaries"]), WORDS):
        assert len(marginals) == len(words)
        assert all(sum(p.values()) == pytest.approx(1) for p in marginals)
    for best, labels in zip(tagger.predict_k_best(FORMS["dictionaries"], k=4), LABELS):
        assert best[0][0] == labels and len(best) == 4
        scores = [score for _, score in best]
        assert scores == sorted(scores, reverse=True)
    assert tagger.state_features_[("word=cat", "N")] > 0
    assert tagger.transition_features_[("N", "V")] > tagger.transition_features_[("V", "N")]


def test_parameters():
    tagger = SequenceTagger("crf", C=3.0, random_state=4)
    assert tagger.get_params()["C"] == 3.0
    copy = clone(tagger).set_params(C=5.0, n_jobs=2)
    assert (copy.C, copy.n_jobs, tagger.C) == (5.0, 2, 3.0)
    assert copy.fit(WORDS, LABELS).model_.options["C"] == 5.0
    one = SequenceTagger("co_svm", n_jobs=1).fit(WORDS, LABELS, X_unlabeled=WORDS)
    two = SequenceTagger("co_svm", n_jobs=2).fit(WORDS, LABELS, X_unlabeled=WORDS)
    assert one.model_.to_bytes() == two.model_.to_bytes()


@pytest.mark.parametrize("items, labels, error, message", [
    (["the cat"], [["D", "N"]], TypeError, r"split it into words, as in \[text"),
    (["the", "cat"], ["D", "N"], TypeError, r"one sentence is a list with one item, as \[X\]"),
    (pytest.importorskip("pandas").DataFrame({"w": ["a b"]}), [["D", "N"]], TypeError,
     r"X is a DataFrame.*X\[column\]"),
    ([["a", 1]], [["D", "N"]], TypeError, "sequence 0, item 1: expected a string, found int"),
    ([[{"a": object()}]], [["D"]], TypeError, "sequence 0, item 0, \"a\""),
    ([[{1: "a"}]], [["D"]], TypeError, "keys as strings"),
    ([[{"a": float("nan")}]], [["D"]], ValueError, "finite"),
    ([["a", "b"]], [["D"]], ValueError, "sequence 0: 1 labels for 2 items"),
    ([["a"], ["b"]], [["D"]], ValueError, "2 sequences, but y has 1"),
    ([["a"], []], [["D"], []], ValueError, r"X\[1\] is an empty sequence"),
    ([[("a", "b")]], [["D"]], ValueError, "columns"),
    ([["a"]], [None], ValueError, "no label"),
    ([[]], [[]], ValueError, "no label|no sequence"),
    ([["\ud800"]], [["D"]], ValueError, "utf-8|surrogate"),
])
def test_wrong_sequences_are_told_with_their_place(items, labels, error, message):
    with pytest.raises(error, match=message):
        SequenceTagger().fit(items, labels)


def test_a_mark_of_rows_is_no_mark_of_sequences():
    with pytest.warns(UserWarning, match="y has the label -1 beside texts"):
        assert -1 in SequenceTagger().fit([["the", "cat"]], [["D", -1]]).classes_


def test_wrong_options_are_told():
    for options, message in (({"learner": "no"}, "learner"), ({"C": -1}, "C = -1"),
                             ({"CC": 1}, "CC"), ({"features": ["no"]}, "no"),
                             ({"problem": {"loss": "no"}}, "loss"),
                             ({"learner": "rlsr"}, "rlsr|regression")):
        with pytest.raises(ValueError, match=message):
            SequenceTagger(**options).fit(WORDS, LABELS)


def test_models_are_those_of_the_command_line(tmp_path, command):
    lines = ["".join(f"{word}\t{tag}\n" for word, tag in zip(*pair)) for pair in zip(WORDS, LABELS)]
    (tmp_path / "own.txt").write_text("\n".join(lines))
    tagger = SequenceTagger("crf", features=["token", "affixes"]).fit(WORDS, LABELS)
    tagger.save(tmp_path / "python.model")
    told = command("predict", "--model", "python.model", "--data", "own.txt")
    assert told.split() == [tag for labels in LABELS for tag in labels]
    (tmp_path / "train.json").write_text(
        '{"problem": {"type": "sequence", "loss": "hamming"}, "learner": {"type": "crf"},'
        ' "data": {"format": "conll", "columns": ["word", "label"], "train": "own.txt",'
        ' "features": [{"extractor": "token"}, {"extractor": "affixes"}]}}')
    command("train", "train.json", "--model", "file.model")
    model = costruct.load(tmp_path / "file.model")
    assert sorted(model.weights()) == sorted(tagger.model_.weights())
    assert model.predict(WORDS) == model.predict(tmp_path / "own.txt") == LABELS


def test_an_experiment_gives_tables_and_a_picture(tmp_path):
    pandas = pytest.importorskip("pandas")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    random = np.random.RandomState(0)
    rows = ["".join(f"{y} " + " ".join(f"{k + 1}:{v:.3f}" for k, v in enumerate(x)) + "\n")
            for y, x in ((y, random.randn(3) + y) for y in random.randint(0, 2, 80))]
    (tmp_path / "rows.svm").write_text("".join(rows))
    config = {"name": "small", "problem": {"type": "multiclass"},
              "data": {"format": "svmlight", "train": "rows.svm"},
              "sweep": {"labeled": [5, 10], "unlabeled": [0, 20], "holdout": 20, "repetitions": 3},
              "learners": [{"type": "structural_svm"}, {"type": "self_training"}],
              "metrics": ["token_error"],
              "claims": [{"less": ["self_training", "structural_svm"]}]}
    run = costruct.run(config, data=tmp_path, out=tmp_path / "out", show=False)
    assert isinstance(run.curves, pandas.DataFrame) and len(run.cells) == 24
    assert set(run.curves["learner"]) == {"structural_svm", "self_training"}
    assert len(run.claims) >= 1 and "verdict" in run.claims
    assert "<html" in run.report_html.read_text().lower() and "iframe" in run._repr_html_()
    assert len(run.plot()) == 2
    again = costruct.run(config, data=tmp_path, out=tmp_path / "out", show=False)
    assert again.cells.equals(run.cells)
    with pytest.raises(ValueError, match="metric"):
        run.plot(metric="no")
    with pytest.raises(costruct.ConfigError, match="lerners"):
        costruct.run({**config, "lerners": []}, data=tmp_path, out=tmp_path / "x", show=False)
    with pytest.raises(costruct.DataError, match="rows.svm"):
        costruct.run(config, out=tmp_path / "y", show=False)


def test_a_learner_inside_another_one_and_wrong_calls():
    block = {"type": "self_training", "learner": {"type": "crf", "C": 10.0}}
    tagger = SequenceTagger(block, rounds=2).fit(WORDS[:10], LABELS[:10], X_unlabeled=WORDS[10:])
    assert tagger.model_.options["learner"]["type"] == "crf"
    assert tagger.model_.options["rounds"] == 2 and tagger.predict(WORDS) == LABELS
    assert clone(tagger).get_params()["learner"] == block
    with pytest.raises(ValueError, match="sequence 0: 1 labels for"):
        tagger.score(WORDS[:1], [["D"]])
    for predict in (tagger.predict, tagger.predict_marginals, tagger.predict_k_best):
        with pytest.raises(TypeError, match="list of sequences"):
            predict("the cat")
    with pytest.raises(NotFittedError):
        SequenceTagger().predict(WORDS)
    with pytest.raises(ValueError, match="its type and options"):
        SequenceTagger({"learner": "crf"}).fit(WORDS, LABELS)


@pytest.mark.parametrize("form", FORMS)
def test_known_labels_are_kept_and_the_others_decoded_around_them(form):
    words = [["a", "a", "a"]] * 20
    labels = [["A", "B", "A"], ["B", "A", "B"]] * 10
    items = {"tokens": words, "tuples": [[("a", "b")] * 3] * 20,
             "dictionaries": [[{"w": "a"}] * 3] * 20, "names": [[["w=a"]] * 3] * 20,
             "matrices": [np.ones((3, 1))] * 20,
             "sparse": [sparse.csr_matrix(np.ones((3, 1)))] * 20}[form]
    tagger = SequenceTagger("crf", columns=["word", "last"] if form == "tuples" else None,
                            features=["token"] if form in ("tokens", "tuples") else None)
    tagger.fit(items, labels)
    known = [[None, "B", None], [None, "A", None], None, [{"A", "B"}, None, ("A",)]]
    assert tagger.predict(items[:4], known)[:2] == [["A", "B", "A"], ["B", "A", "B"]]
    assert tagger.predict(items[:4], known)[3] == ["A", "B", "A"]
    assert tagger.predict(items[:4], known)[2] == tagger.predict(items[2:3])[0]
    assert tagger.predict_marginals(items[:1], known=known[:1])[0][1] == {"A": 0, "B": 1}
    assert len(tagger.predict_k_best(items[:1], 9, known=known[:1])[0]) == 4
    assert pickle.loads(pickle.dumps(tagger)).predict(items[:4], known) == \
        tagger.predict(items[:4], known)
    with pytest.raises(ValueError, match=r"known\[0\]\[1\] is 5, expected a label"):
        tagger.predict(items[:1], [[None, 5, None]])
    for wrong, message in (([["A"]], r"known\[0\] has 1 labels for 3 items"),
                           (["A"], r"known\[0\] is 'A', expected None or a list of 3 labels"),
                           ({0: []}, "known is .*, expected a list"),
                           ([[None, set(), None]], r"known\[0\]\[1\] is set\(\), expected")):
        with pytest.raises(ValueError, match=message):
            tagger.predict(items[:1], wrong)
    with pytest.raises(ValueError, match="known is for sequences in memory"):
        tagger.model_.predict("some.txt", known=[[None]])
    with pytest.raises(ValueError, match="X has 1 sequences, but known has 2"):
        tagger.predict(items[:1], known[:2])
    with pytest.raises(costruct.DataError, match='of part 1 is "C", which the model'):
        tagger.predict(items[:1], [["C", None, None]])


def test_labels_of_parts():
    words = [["a", "b", "c", "a"], ["b", "c"], ["c", "a", "b"]] * 6
    right = {"a": "A", "b": "B", "c": "O"}
    y = [[right[word] if (i + i // 3 + t) % 3 else None for t, word in enumerate(sentence)]
         for i, sentence in enumerate(words)]
    y[0][1] = {"B", "O"}
    y[1] = [None, None]
    for learner in ("crf", "perceptron", "structural_svm", "hmm"):
        tagger = SequenceTagger(learner=learner).fit(words, y)
        assert tagger.classes_ == ["A", "B", "O"]
        assert tagger.predict([["a", "b", "c"]]) == [["A", "B", "O"]]
        assert tagger.score(words, y) == 1
    assert tagger.score([["a", "b"]], [[{"A", "O"}, None]]) == 1
    assert tagger.score([["a", "b"]], [["O", {"A", "B"}]]) == 0.5
    with pytest.raises(ValueError, match="stands for several possible labels"):
        SequenceTagger().fit([["a"]], [["{A,B}"]])
