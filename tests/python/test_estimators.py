"""Estimators of rows: what they learn, refuse and say (test_sklearn.py has the checks)."""

import logging
import os
import pickle
import signal
import threading
import warnings

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import costruct
from costruct import estimators

CLASSIFIERS = [getattr(costruct, name) for name in estimators.CLASSIFIERS.values()]
REGRESSORS = [getattr(costruct, name) for name in estimators.REGRESSORS.values()]
X, Y = load_iris(return_X_y=True)


@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_a_classifier_learns_is_cloned_and_pickled(cls):
    counts = np.round(10 * X)
    model = clone(cls(bias=cls is not costruct.NaiveBayes)).fit(counts[::2], Y[::2])
    assert model.score(counts[1::2], Y[1::2]) > 0.6  # the share of guesses is a third
    again = pickle.loads(pickle.dumps(model))
    assert (again.predict(counts) == model.predict(counts)).all()
    assert again.model_.to_bytes() == model.model_.to_bytes()


def test_the_score_is_the_weights_times_the_row():
    model = costruct.StructuralSVC(C=0.1).fit(X, Y)
    scores = model.decision_function(X)
    assert scores == pytest.approx(X @ model.coef_.T, rel=1e-9)
    assert (model.predict(X) == scores.argmax(axis=1)).all()
    two = costruct.StructuralSVC().fit(X[:100], Y[:100])
    assert two.decision_function(X[:100]).shape == (100,)
    assert ((two.decision_function(X[:100]) > 0) == two.predict(X[:100])).all()


def test_probabilities_sum_to_one():
    model = costruct.MaximumEntropy().fit(X, Y)
    found = model.predict_proba(X)
    assert found.shape == (150, 3) and found.sum(axis=1) == pytest.approx(1)
    assert (found.argmax(axis=1) == model.predict(X)).all()
    assert not hasattr(costruct.StructuralSVC(), "predict_proba")


def test_the_kind_of_matrix_and_the_number_of_threads_change_no_bit():
    whole = np.round(X)
    first = costruct.CoSVC(views="random", n_jobs=1).fit(whole[::5], Y[::5], X_unlabeled=whole)
    for kind in (sparse.csr_matrix, sparse.csc_matrix, np.float32, np.int64, np.asfortranarray):
        other = costruct.CoSVC(views="random", n_jobs=2).fit(kind(whole[::5]), Y[::5],
                                                            X_unlabeled=kind(whole))
        assert other.model_.to_bytes() == first.model_.to_bytes(), kind


def test_unlabeled_rows_are_given_in_four_ways():
    labels = Y.astype(object)
    labels[np.arange(150) % 5 > 0] = None
    numbers = np.where(np.arange(150) % 5 > 0, np.nan, Y)
    marked = np.where(np.arange(150) % 5 > 0, -1, Y)
    known = np.arange(150) % 5 == 0
    fits = [costruct.SelfTraining().fit(X, labels), costruct.SelfTraining().fit(X, numbers),
            costruct.SelfTraining(unlabeled_label=-1).fit(X, marked)]
    for model in fits:
        assert list(model.classes_) == [0, 1, 2]
        assert (model.predict(X) == fits[0].predict(X)).all()
    apart = costruct.SelfTraining().fit(X[known], Y[known], X_unlabeled=X[~known])
    assert apart.score(X, Y) > 0.8
    assert len(costruct.StructuralSVC().fit(X, marked).classes_) == 4


def test_unlabeled_rows_change_what_is_learned():
    random = np.random.RandomState(0)
    y = random.randint(0, 2, 500)
    rows = random.randn(500, 20) + 1.2 * (2 * y[:, None] - 1) * (np.arange(20) < 2)
    supervised = costruct.StructuralSVC().fit(rows[:10], y[:10])
    taught = costruct.SelfTraining().fit(rows[:10], y[:10], X_unlabeled=rows[10:])
    assert (taught.coef_ != supervised.coef_).any()
    assert taught.report_["notes"] == []
    guarded = costruct.SelfTraining(guard="folds").fit(rows[:20], y[:20], X_unlabeled=rows[20:])
    assert any("guard" in note for note in guarded.report_["notes"])


def test_views_are_columns_or_matrices():
    columns = costruct.CoSVC(views=[[0, 1], [2, 3]]).fit(X[::5], Y[::5], X_unlabeled=X)
    matrices = costruct.CoSVC().fit([X[::5, :2], X[::5, 2:]], Y[::5],
                                    X_unlabeled=[X[:, :2], X[:, 2:]])
    assert columns.model_.to_bytes() == matrices.model_.to_bytes()
    assert (matrices.predict([X[:, :2], X[:, 2:]]) == columns.predict(X)).all()


def test_it_fits_into_scikit_learn():
    search = GridSearchCV(costruct.StructuralSVC(bias=True), {"C": [0.01, 1]}, cv=3).fit(X, Y)
    assert search.best_score_ > 0.9 and search.best_params_["C"] == 1
    pipeline = make_pipeline(StandardScaler(), costruct.StructuralSVC(bias=True))
    assert cross_val_score(pipeline, X, Y, cv=3).mean() > 0.9
    inner = costruct.SelfTraining(learner=costruct.StructuralSVC(C=7))
    assert inner.fit(X[::9], Y[::9], X_unlabeled=X).model_.options["learner"]["C"] == 7


def test_labels_are_any_texts():
    for names in (["a b", "?"], ["é", "日本"], [True, False], [2.0, -1.0], ["", "x"]):
        y = np.array(names)[(Y > 0).astype(int)]
        if "" in names:
            with pytest.raises(ValueError, match="label ''"):
                costruct.StructuralSVC().fit(X, y)
            continue
        model = costruct.StructuralSVC(bias=True).fit(X, y)
        assert (model.predict(X) == y).mean() > 0.9, names
        assert model.classes_.dtype == y.dtype
    with pytest.raises(ValueError, match="labels of several types: int, str"):
        costruct.StructuralSVC().fit(X[:4], np.array([1, "1", 1, "1"], dtype=object))


@pytest.mark.parametrize("change, message", [
    ({"Cu": -1}, "Cu = -1"), ({"kernel": {"type": "no"}}, "kernel"), ({"views": "halves"}, "views"),
    ({"views": [[]]}, "views"), ({"loss": "hamming"}, "loss"), ({"random_state": -1}, "random"),
    ({"n_jobs": 0}, "n_jobs"), ({"guard": "fold"}, "guard")])
def test_wrong_parameters_are_named(change, message):
    with pytest.raises(ValueError, match=message):
        costruct.CoSVC(**change).fit(X, Y)


def test_wrong_data_are_told():
    model = costruct.StructuralSVC()
    for y, message in ((Y[:9], "inconsistent"), ([0] * 150, "class"), ([None] * 150, "no label"),
                       (None, "None"), (np.c_[Y, Y], "1d")):
        with pytest.raises(ValueError, match=message):
            model.fit(X, y)
    with pytest.raises(ValueError, match="features"):
        model.fit(X, Y, X_unlabeled=X[:, :2])
    with pytest.raises(ValueError, match="negative"):
        model.fit(X, Y, sample_weight=-np.ones(150))
    with pytest.raises(ValueError, match="unlabeled_label=-1"):
        model.fit(X, np.where(Y > 0, -1, -1))
    with pytest.raises(TypeError, match="no parameter 'cu'"):
        costruct.CoSVC(cu=1)
    with pytest.raises(ValueError, match="counts"):
        costruct.NaiveBayes().fit(X, Y)


def test_nothing_is_printed_and_warnings_are_warnings(capfd, caplog):
    caplog.set_level(logging.DEBUG, logger="costruct")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        random = np.random.RandomState(2)
        rows = random.randn(220, 5)
        costruct.CoSVC(Cu=100, Cu_scale="each", label_shares="free").fit(
            rows[:20], random.randint(0, 2, 20), X_unlabeled=rows[20:] + 3)
    of_fit = [w for w in caught if "unlabeled" in str(w.message)]
    assert of_fit and all(w.filename == __file__ for w in of_fit)
    assert any(record.name == "costruct" for record in caplog.records)
    captured = capfd.readouterr()
    assert captured.out == "" and captured.err == ""


class _Interrupter(logging.Handler):
    """Sends SIGINT at the first line of progress of a learner."""

    def __init__(self, learner):
        super().__init__()
        self.learner = learner

    def emit(self, record):
        if record.getMessage().startswith(self.learner):
            self.learner = "sent"
            os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupted_fit_keeps_the_best_weights(caplog):
    random = np.random.RandomState(0)
    model = costruct.StructuralSVC(C=1e4, gap=1e-12)
    caplog.set_level(logging.DEBUG, "costruct")
    interrupter = _Interrupter("structural_svm")
    logging.getLogger("costruct").addHandler(interrupter)
    costruct.set_verbosity("verbose")
    try:
        with pytest.raises(KeyboardInterrupt), pytest.warns(costruct.InterruptedFitWarning):
            model.fit(random.randn(4000, 200), random.randint(0, 5, 4000))
    finally:
        costruct.set_verbosity("normal")
        logging.getLogger("costruct").removeHandler(interrupter)
    assert model.report_["stopped_because"] == "interrupted"
    assert model.predict(random.randn(3, 200)).shape == (3,)


def test_two_threads_fit_at_once():
    expected = [costruct.CoSVC(C=c).fit(X[::5], Y[::5], X_unlabeled=X).model_.to_bytes()
                for c in (0.1, 1)]
    found = {}

    def fit(c):
        found[c] = costruct.CoSVC(C=c).fit(X[::5], Y[::5], X_unlabeled=X).model_.to_bytes()

    threads = [threading.Thread(target=fit, args=(c,)) for c in (0.1, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[0.1], found[1]] == expected


def test_the_command_line_reads_what_python_writes_and_back(tmp_path, command):
    with open(tmp_path / "iris.svm", "w", encoding="utf-8") as file:
        for row, label in zip(X, Y):
            file.write(f"{label} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(row.tolist())))
            file.write("\n")
    model = costruct.StructuralSVC(C=0.5).fit(X, Y)
    model.save(tmp_path / "python.model")
    told = command("predict", "--model", "python.model", "--data", "iris.svm")
    assert told.split() == [str(label) for label in model.predict(X)]
    (tmp_path / "train.json").write_text(
        '{"problem": {"type": "multiclass"}, "learner": {"type": "structural_svm", "C": 0.5},'
        ' "data": {"format": "svmlight", "train": "iris.svm"}}')
    command("train", "train.json", "--model", "file.model")
    loaded = costruct.load(tmp_path / "file.model")
    assert sorted(loaded.weights()) == sorted(model.model_.weights())
    assert list(loaded.predict(X)) == [str(label) for label in model.predict(X)]


def test_damaged_models_are_refused(tmp_path):
    content = costruct.StructuralSVC().fit(X, Y).model_.to_bytes()
    for wrong in (b"", b"no model", content[:-1], content[:200], content[:-9] + b"123456789"):
        with pytest.raises(costruct.DataError):
            costruct.load(wrong)
    with pytest.raises(FileNotFoundError):
        costruct.load(tmp_path / "nothing")


@pytest.mark.parametrize("cls", REGRESSORS)
def test_regressors_predict_numbers(cls):
    y = X @ [1, 2, 3, 4] + 5
    model = cls(scaling="standardize", intercept=True).fit(X[::2], y[::2], X_unlabeled=X[1::2])
    assert model.score(X, y) > 0.9
    y[1::2] = np.nan
    assert cls(scaling="standardize", intercept=True).fit(X, y).score(X[::2], y[::2]) > 0.9


def test_slips_get_a_hint():
    with pytest.raises(TypeError, match="'c': did you mean C\\?"):
        costruct.StructuralSVC(c=1)
    with pytest.raises(TypeError, match=r"'c1': did you mean C\? There is no L1 term"):
        costruct.MaximumEntropy(c1=0.1)
    with pytest.raises(TypeError, match=r"'tol': did you mean gap\? It has C, gap"):
        costruct.MaximumEntropy(tol=1e-3)
    with pytest.raises(TypeError, match=r"'C', which the inner learner has: write SelfTraining\("
                                        r"learner=\{'type': 'structural_svm', 'C': 4\}\)"):
        costruct.SelfTraining(C=4)
    with pytest.raises(TypeError, match=r"'base_estimator': did you mean learner\?"):
        costruct.SelfTraining(base_estimator=costruct.StructuralSVC())
    with pytest.raises(TypeError, match=r"'lambda': did you mean eta\?"):
        costruct.RLSR(**{"lambda": 1})
    with pytest.raises(costruct.ConfigError, match=r"expected an object: MaximumEntropy\(\)"):
        costruct.SelfTraining(learner=costruct.MaximumEntropy).fit(X, Y)
    with pytest.raises(costruct.ConfigError, match="tag is no option of perceptron.*data={'tag'"):
        costruct.DependencyParser("perceptron", tag="none").fit([["a"]], [[0]])
    with pytest.raises(costruct.ConfigError, match="expected a list of extractors"):
        costruct.SequenceTagger(features="distribution").fit([["a"], ["b"]], [["A"], ["B"]])
    with pytest.raises(TypeError, match=r"X_unlabeled\[0\] is the string 'some text'"):
        costruct.SequenceTagger().fit([["a"], ["b"]], [["A"], ["B"]], X_unlabeled=["some text"])


def test_marks_of_unlabeled_rows_that_count_as_classes_are_told():
    marked = np.where(np.arange(len(Y)) % 3 == 0, -1, Y)
    with pytest.warns(UserWarning, match="unlabeled_label=-1 makes it the mark"):
        costruct.SelfTraining().fit(X, marked)
    with pytest.warns(UserWarning, match="no label in y is unlabeled_label=-1"):
        costruct.SelfTraining(unlabeled_label=-1).fit(X, marked.astype(str))
    with pytest.warns(UserWarning, match="unlabeled examples are not used"):
        costruct.StructuralSVC().fit(X, Y, X_unlabeled=X)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        costruct.SelfTraining(unlabeled_label=-1).fit(X, marked)
