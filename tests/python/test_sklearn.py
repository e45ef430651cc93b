"""Estimators of rows within scikit-learn: its checks, its tools, kinds of rows and of labels."""

import pickle
import re
import warnings
from unittest import SkipTest

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import costruct
from costruct import estimators

CLASSIFIERS = [getattr(costruct, name) for name in estimators.CLASSIFIERS.values()]
REGRESSORS = [getattr(costruct, name) for name in estimators.REGRESSORS.values()]
CLASSES = CLASSIFIERS + REGRESSORS
CO_CLASSES = [costruct.CoSVC, costruct.CoPerceptron, costruct.GradientCoSVC, costruct.CoTraining]
IRIS, KIND = load_iris(return_X_y=True)
# Whole numbers suit naive Bayes too, and are the same in all types of numbers.
X = np.round(2 * IRIS[::3])
Y = KIND[::3]
NAMES = np.array(["setosa", "versicolor", "virginica"])[Y]


def data_of(cls):
    """Rows and targets for a class."""
    return (X, Y.astype(float) + X[:, 0] / 10) if cls in REGRESSORS else (X, NAMES)


def same(a, b):
    """Whether two estimators have the same model, bit by bit."""
    return a.model_.to_bytes() == b.model_.to_bytes()


@pytest.mark.parametrize("make", [
    *[pytest.param(cls, id=cls.__name__) for cls in CLASSES],
    pytest.param(lambda: costruct.StructuralSVC(bias=True), id="with a bias"),
    pytest.param(lambda: costruct.StructuralSVC(kernel={"type": "gaussian"}), id="with a kernel"),
])
def test_the_checks_of_scikit_learn_pass(make):
    failed = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for estimator, check in check_estimator(make(), generate_only=True):
            try:
                check(estimator)
            except SkipTest as skipped:
                # These are the two exceptions of docs/python.md.
                assert re.search("check_sample_weights_invariance|NaiveBayes", str(skipped))
            except Exception as error:  # All failing checks are told at once.
                failed.append((str(check), repr(error)[:200]))
    assert failed == []


@pytest.mark.parametrize("cls", CLASSES)
def test_parameters_are_read_set_and_cloned(cls):
    estimator = cls()
    params = estimator.get_params()
    assert {"kernel", "views", "random_state", "n_jobs"} <= set(params)
    copy = clone(estimator.set_params(random_state=7, n_jobs=2))
    assert copy is not estimator and copy.get_params() == estimator.get_params()
    assert (copy.random_state, copy.n_jobs) == (7, 2) and cls().random_state is None
    assert cls(**params).get_params() == params
    with pytest.raises(ValueError, match="not_there"):
        estimator.set_params(not_there=1)
    with pytest.raises(TypeError, match="not_there"):
        cls(not_there=1)


@pytest.mark.parametrize("cls", CLASSES)
def test_pickles_predict_the_same(cls):
    rows, targets = data_of(cls)
    fitted = cls().fit(rows, targets)
    again = pickle.loads(pickle.dumps(fitted))
    assert same(again, fitted)
    assert (again.predict(rows) == fitted.predict(rows)).all()
    assert again.get_params() == fitted.get_params()


@pytest.mark.parametrize("cls", CLASSES)
def test_threads_change_no_bit(cls):
    rows, targets = data_of(cls)
    one, two = (cls(n_jobs=jobs).fit(rows[::2], targets[::2], X_unlabeled=rows[1::2])
                for jobs in (1, 2))
    assert same(one, two)


@pytest.mark.parametrize("cls", CLASSES)
def test_kinds_of_matrices_change_no_bit(cls):
    rows, targets = data_of(cls)
    first = cls().fit(rows, targets)
    explicit = sparse.csr_matrix(np.where(rows == 0, 1, rows))
    explicit.data[:] = rows.ravel()
    for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix, np.float32, np.int32,
                 np.int64, np.asfortranarray, np.ndarray.tolist):
        other = cls().fit(kind(rows), targets)
        assert same(other, first), kind
        assert (other.predict(kind(rows)) == first.predict(rows)).all(), kind
    assert same(cls().fit(explicit, targets), first)


def test_rows_of_pandas_are_rows():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=list("abcd"), index=range(100, 150))
    labels = pandas.Series(NAMES, index=range(100, 150))
    first = costruct.CoSVC().fit(X, NAMES, X_unlabeled=X)
    for y in (labels, labels.astype("category"), labels.astype("string")):
        assert same(costruct.CoSVC().fit(frame, y, X_unlabeled=frame), first)
    assert (first.predict(frame) == first.predict(X)).all()


def test_it_is_searched_piped_and_cross_validated():
    search = GridSearchCV(costruct.StructuralSVC(bias=True), {"C": [1e-6, 1.0]}, cv=3)
    search.fit(IRIS, KIND)
    assert search.best_params_ == {"C": 1.0} and search.best_score_ > 0.9
    pipeline = make_pipeline(StandardScaler(), costruct.MaximumEntropy(bias=True))
    assert cross_val_score(pipeline, IRIS, KIND, cv=3).mean() > 0.9
    inside = GridSearchCV(costruct.SelfTraining(learner=costruct.StructuralSVC()),
                          {"learner__C": [0.5, 2.0]}, cv=2).fit(X, Y)
    found = inside.best_estimator_
    assert found.model_.options["learner"]["C"] == inside.best_params_["learner__C"]
    numbers = make_pipeline(MinMaxScaler(), costruct.RLSR(eta=1e-3))
    assert cross_val_score(numbers, IRIS, KIND, cv=3, scoring="r2").mean() > -10
    assert numbers.fit(IRIS, KIND).score(IRIS, KIND) > 0.9


@pytest.mark.parametrize("cls", [costruct.StructuralSVC, costruct.MaximumEntropy])
def test_a_weight_counts_as_copies(cls):
    weights = 1 + np.arange(50) % 3
    weighted = cls(gap=1e-7).fit(X / 10, Y, sample_weight=weights)
    copied = cls(gap=1e-7).fit(np.repeat(X / 10, weights, axis=0), np.repeat(Y, weights))
    assert weighted.coef_ == pytest.approx(copied.coef_, abs=1e-2)
    plain = cls(gap=1e-7).fit(X / 10, Y)
    assert np.abs(weighted.coef_ - plain.coef_).max() > 1e-2
    assert same(cls().fit(X, Y, sample_weight=np.ones(50)), cls().fit(X, Y))


def test_rows_of_weight_zero_are_absent():
    kept = Y < 2
    fitted = costruct.StructuralSVC().fit(X, Y, sample_weight=kept.astype(float))
    assert list(fitted.classes_) == [0, 1]
    assert same(fitted, costruct.StructuralSVC().fit(X[kept], Y[kept]))


@pytest.mark.parametrize("weights, message", [
    (-np.ones(50), "negative"), (np.full(50, np.nan), "NaN"), (np.full(50, np.inf), "infinity"),
    (np.ones(49), "shape"), (np.zeros(50), "no label")])
def test_wrong_weights_are_told(weights, message):
    with pytest.raises(ValueError, match=message):
        costruct.StructuralSVC().fit(X, Y, sample_weight=weights)


def test_wrong_weights_are_told_with_their_place():
    weights = np.ones(50)
    weights[7] = -2
    for model, items, labels in ((costruct.StructuralSVC(), X, Y),
                                 (costruct.SequenceTagger(), [["a"]] * 50, [["D"]] * 50)):
        with pytest.raises(ValueError, match=r"sample_weight\[7\] is -2.0, which is negative"):
            model.fit(items, labels, sample_weight=weights)


def test_unlabeled_rows_are_none_nan_or_a_label():
    hidden = np.arange(50) % 2 == 1
    objects = np.array([None if h else int(y) for h, y in zip(hidden, Y)], dtype=object)
    numbers = np.where(hidden, np.nan, Y)
    first = costruct.SelfTraining().fit(X, objects)
    assert list(first.classes_) == [0, 1, 2]
    assert first.model_.facts["origin"]["examples"] == {"labeled": 25, "unlabeled": 25}
    for y in (numbers, objects.tolist(), numbers.tolist()):
        other = costruct.SelfTraining().fit(X, y)
        assert (other.coef_ == first.coef_).all() and (other.predict(X) == first.predict(X)).all()
    marked = costruct.SelfTraining(unlabeled_label=-1).fit(X, np.where(hidden, -1, Y))
    assert (marked.coef_ == first.coef_).all() and list(marked.classes_) == [0, 1, 2]
    assert len(costruct.SelfTraining().fit(X, np.where(hidden, -1, Y)).classes_) == 4


def test_nan_in_a_list_of_texts_is_unlabeled():
    y = [float("nan") if k % 2 else str(name) for k, name in enumerate(NAMES)]
    fitted = costruct.SelfTraining().fit(X, y)
    assert list(fitted.classes_) == ["setosa", "versicolor", "virginica"]


@pytest.mark.parametrize("dtype", ["string", "Int64", "boolean"])
def test_missing_values_of_pandas_are_unlabeled(dtype):
    pandas = pytest.importorskip("pandas")
    known = {"string": NAMES, "Int64": Y, "boolean": Y > 0}[dtype]
    labels = pandas.Series(known).astype(dtype)
    labels.iloc[1::2] = pandas.NA
    fitted = costruct.SelfTraining().fit(X, labels)
    assert fitted.classes_.tolist() == sorted(set(known.tolist()))


def test_missing_numbers_of_pandas_are_unlabeled():
    pandas = pytest.importorskip("pandas")
    numbers = pandas.Series(Y + 0.5).astype("Float64")
    numbers.iloc[1::2] = pandas.NA
    found = costruct.CoRLSR().fit(X / 10, numbers)
    expected = costruct.CoRLSR().fit(X / 10, [None if k % 2 else y + 0.5 for k, y in enumerate(Y)])
    assert same(found, expected)


class Recorder(costruct.SelfTraining):
    """Keeps the arguments of its fits."""

    fits = []

    def fit(self, X, y, X_unlabeled=None):
        self.fits.append((X, X_unlabeled))
        return super().fit(X, y, X_unlabeled=X_unlabeled)


def test_what_scikit_learn_does_with_unlabeled_rows_is_what_the_page_says():
    def sizes(more):
        Recorder.fits.clear()
        GridSearchCV(Recorder(), {"rounds": [1]}, cv=2).fit(X, Y, X_unlabeled=more)
        return [len(given) for _, given in Recorder.fits]

    assert sizes(X) == [25, 25, 50] and sizes(X[:-1]) == [49, 49, 49]
    make_pipeline(StandardScaler(), Recorder()).fit(X, Y, recorder__X_unlabeled=X)
    scaled, unscaled = Recorder.fits[-1]
    assert abs(scaled.mean()) < 1e-9 and (unscaled == X).all()


def test_the_remedy_of_the_page_scores_labeled_rows_alone_and_scales_all():
    X_all, y_all = np.vstack([X, X]), np.append(Y, np.full(len(X), -1))

    def score(model, X, y):
        return model.score(X[y != -1], y[y != -1])

    model = make_pipeline(StandardScaler(), costruct.SelfTraining(unlabeled_label=-1))
    grid = {"selftraining__rounds": [1, 5]}
    with_them = GridSearchCV(model, grid, cv=3, scoring="accuracy").fit(X_all, y_all)
    without = GridSearchCV(model, grid, cv=3).fit(X_all, y_all)
    assert with_them.best_score_ < 0.5 < 0.6 < without.best_score_
    same_score = GridSearchCV(model, grid, cv=3, scoring=score).fit(X_all, y_all)
    assert without.best_score_ == same_score.best_score_
    examples = without.best_estimator_[-1].model_.facts["origin"]["examples"]
    assert examples == {"labeled": 50, "unlabeled": 50}
    assert list(without.classes_) == [0, 1, 2]


def test_score_leaves_unlabeled_rows_out():
    model = costruct.StructuralSVC(bias=True, unlabeled_label="?").fit(X, np.array(list("abc"))[Y])
    y = [None if k % 2 else "abc"[label] for k, label in enumerate(Y)]
    assert model.score(X, y) == model.score(X[::2], y[::2])
    assert model.score(X, ["?" if label is None else label for label in y]) == model.score(X, y)
    weights = np.arange(len(Y), dtype=float)
    right = model.predict(X[::2]) == y[::2]
    assert model.score(X, y, weights) == pytest.approx(np.average(right, weights=weights[::2]))
    with pytest.raises(ValueError, match="y has no label to score"):
        model.score(X, [None] * len(Y))


def test_unlabeled_rows_may_be_none_at_all():
    for cls in (costruct.CoSVC, costruct.CoRLSR):
        rows, targets = data_of(cls)
        plain = cls().fit(rows, targets)
        assert same(cls().fit(rows, targets, X_unlabeled=np.zeros((0, 4))), plain)


@pytest.mark.parametrize("labels", [
    ["a b", "c\td", "e\rf"], ["?", "??", "???"], ["é", "日本", "😀"], [" ", "  ", "a "],
    ["#", "a#b", "c:1"], ["{", "}", '"'], ["nan", "None", "NaN"], ["\x0b", "\x1c", "b"],
    ["\x85", "\u2028", "\u2029"], ["a\x00b", "b", "c"]])
def test_labels_are_any_texts_of_one_line(labels):
    y = np.array(labels)[Y]
    fitted = costruct.StructuralSVC(bias=True).fit(X, y)
    assert (fitted.predict(X) == y).mean() > 0.9
    best = fitted.decision_function(X).argmax(axis=1)
    assert (fitted.classes_[best] == fitted.predict(X)).all()
    assert (costruct.load(fitted.model_.to_bytes()).predict(X) == fitted.predict(X)).all()
    assert np.abs(fitted.coef_).max(axis=1).min() > 0


@pytest.mark.parametrize("labels", [
    [True, False, True], [1, 5, 100], [-3, 7, 2], [2**62, 3, -2**63], [1.0, -2.0, 30.0],
    [b"a", b"b", b"c"], [np.str_("a"), np.str_("b"), np.str_("c")]])
@pytest.mark.parametrize("as_objects", [False, True])
def test_labels_are_any_values_of_one_type(labels, as_objects):
    y = [labels[k] for k in Y]
    fitted = costruct.StructuralSVC(bias=True).fit(X, np.array(y, dtype=object) if as_objects
                                                   else y)
    assert fitted.classes_.tolist() == sorted(set(labels))
    assert np.mean([a == b for a, b in zip(fitted.predict(X).tolist(), y)]) > 0.6


def test_texts_of_numpy_and_of_python_are_one_type():
    labels = [np.str_("a"), "b", np.str_("c")]
    y = np.array([labels[k] for k in Y], dtype=object)
    assert costruct.StructuralSVC().fit(X, y).classes_.tolist() == ["a", "b", "c"]


def test_labels_that_end_in_a_zero_character_are_kept_or_told():
    y = np.array(["a\0", "b", "c"], dtype=object)[Y]
    try:
        fitted = costruct.StructuralSVC(bias=True).fit(X, y)
    except ValueError as error:
        assert "label" in str(error)
    else:
        assert (fitted.predict(X) == y).mean() > 0.9


def test_labels_of_other_types_are_told():
    y = np.empty(50, dtype=object)
    for k in range(50):
        y[k] = (int(Y[k]), 0)
    with pytest.raises((TypeError, ValueError), match="label|y "):
        costruct.StructuralSVC().fit(X, y)
    with pytest.raises(ValueError, match="int, str"):
        costruct.StructuralSVC().fit(X, np.array([1, "1"] * 25, dtype=object))
    with pytest.raises(ValueError, match="continuous"):
        costruct.StructuralSVC().fit(X, Y + 0.5)


@pytest.mark.parametrize("label, message", [
    ("", "empty|without text|no text"), ("a\nb", "line break"), ("\ud800", "surrogate|label")])
def test_labels_that_no_model_can_name_are_told(label, message):
    with pytest.raises(ValueError, match=message):
        costruct.StructuralSVC().fit(X, np.array([label, "b", "c"], dtype=object)[Y])


@pytest.mark.parametrize("rows, message", [
    (np.where(X == X.max(), np.nan, X), "NaN"), (np.where(X == X.max(), np.inf, X), "infinity"),
    (X[0], "2D"), (X[:0], "0 sample"), (X[:, :0], r"0 feature\(s\)"), (X * 1j, "Complex"),
    ([["a", "b"]] * 50, "could not convert"), (X[None], "dim 3")])
def test_wrong_rows_are_told(rows, message):
    with pytest.raises(ValueError, match=message):
        costruct.CoSVC().fit(rows, Y[:len(rows)])
    with pytest.raises(ValueError, match=message):
        costruct.CoSVC().fit(X, Y).predict(rows)


def test_wrong_unlabeled_rows_are_told():
    for wrong, message in ((X[:, :3], "X_unlabeled has 3 features"), (X[0], "2D"),
                           (np.full((2, 4), np.nan), "NaN")):
        with pytest.raises(ValueError, match=message):
            costruct.CoSVC().fit(X, Y, X_unlabeled=wrong)


def test_one_column_and_as_many_classes_as_rows():
    fitted = costruct.StructuralSVC(bias=True).fit(IRIS[:, 2:3], KIND)
    assert fitted.coef_.shape == (3, 1) and fitted.score(IRIS[:, 2:3], KIND) > 0.6
    five = costruct.StructuralSVC(C=1e3).fit(np.eye(5), list("vwxyz"))
    assert five.predict(np.eye(5)).tolist() == list("vwxyz")
    with pytest.raises(ValueError, match="one class"):
        costruct.StructuralSVC().fit(X, np.ones(50))


@pytest.mark.parametrize("cls", [costruct.StructuralSVC, costruct.CoSVC])
def test_rows_of_zeros_give_only_warnings_of_the_library(cls):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted = cls().fit(np.zeros((50, 4)), Y)
    assert [w for w in caught if w.category is not UserWarning] == []
    assert fitted.predict(np.zeros((2, 4))).shape == (2,)


@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_scores_decide_and_are_the_weights_times_the_row(cls):
    fitted = cls().fit(X, NAMES, X_unlabeled=X[::2])
    scores = fitted.decision_function(X)
    assert scores.shape == (50, 3)
    assert (fitted.classes_[scores.argmax(axis=1)] == fitted.predict(X)).all()
    assert fitted.coef_.shape == (3, 4)
    constant = scores - X @ fitted.coef_.T
    if cls is not costruct.NaiveBayes:  # It has the probabilities of classes as well.
        assert constant == pytest.approx(np.zeros_like(constant), abs=1e-7 * np.abs(scores).max())
    assert constant == pytest.approx(np.tile(constant[0], (50, 1)), abs=1e-9 * np.abs(scores).max())


@pytest.mark.parametrize("cls", CLASSIFIERS)
def test_two_classes_have_one_score(cls):
    fitted = cls().fit(X[Y < 2], NAMES[Y < 2])
    scores = fitted.decision_function(X)
    assert scores.shape == (50,) and fitted.coef_.shape == (2, 4)
    assert (fitted.classes_[(scores > 0).astype(int)] == fitted.predict(X)).all()


@pytest.mark.parametrize("cls", [costruct.MaximumEntropy, costruct.NaiveBayes])
@pytest.mark.parametrize("classes", [2, 3])
def test_probabilities_sum_to_one_and_agree_with_the_scores(cls, classes):
    fitted = cls().fit(X[Y < classes] / 10 if cls is costruct.MaximumEntropy else X[Y < classes],
                       Y[Y < classes])
    found = fitted.predict_proba(X)
    assert found.shape == (50, classes) and (found >= 0).all()
    assert found.sum(axis=1) == pytest.approx(np.ones(50))
    assert (fitted.classes_[found.argmax(axis=1)] == fitted.predict(X)).all()
    if cls is costruct.MaximumEntropy and classes == 2:
        odds = np.log(found[:, 1] / found[:, 0])
        assert odds == pytest.approx(fitted.decision_function(X), rel=1e-6, abs=1e-6)


def test_only_likelihoods_have_probabilities():
    having = {cls for cls in CLASSES if hasattr(cls(), "predict_proba")}
    assert having == {costruct.MaximumEntropy, costruct.NaiveBayes}
    fitted = costruct.StructuralSVC(kernel={"type": "gaussian"}).fit(X, Y)
    assert not hasattr(fitted, "coef_") and fitted.score(X, Y) > 0.9


@pytest.mark.parametrize("cls", CO_CLASSES)
def test_views_are_columns_or_matrices(cls):
    parts = [X[:, :1], X[:, 1:]]
    columns = cls(views=[[0], [3, 1, 2]]).fit(X, Y, X_unlabeled=X)
    matrices = cls().fit(parts, Y, X_unlabeled=parts)
    mixed = cls().fit([sparse.csc_matrix(parts[0]), parts[1]], Y, X_unlabeled=tuple(parts))
    assert same(columns, matrices) and same(mixed, matrices)
    assert (matrices.predict(parts) == columns.predict(X)).all()
    one, *others = (cls(views="random", random_state=seed).fit(X, Y, X_unlabeled=X)
                    for seed in range(1, 6))
    assert same(one, cls(views="random").fit(X, Y, X_unlabeled=X))
    # Four columns have three pairs of halves: not all seeds draw the same.
    assert any((one.coef_ != other.coef_).any() for other in others)


def test_views_of_other_widths_are_told():
    narrow_first, wide_first = [X[:, :1], X[:, 1:]], [X[:, :3], X[:, 3:]]
    fitted = costruct.CoSVC().fit(narrow_first, Y, X_unlabeled=narrow_first)
    with pytest.raises(ValueError, match="view|features"):
        costruct.CoSVC().fit(narrow_first, Y, X_unlabeled=wide_first)
    with pytest.raises(ValueError, match="view|features"):
        fitted.predict(wide_first)


@pytest.mark.parametrize("views", [
    "halves", [[]], [[-1], [0]], [[0, 1], [1, 2]], [[0, 1], [2, 99]], [0, 1], {"split": "random"},
    [[0.5], [1.7]], [np.array([True, True, False, False]), np.array([False, False, True, True])]])
def test_wrong_views_are_told(views):
    with pytest.raises((TypeError, ValueError), match="views"):
        costruct.CoSVC(views=views).fit(X, Y)


@pytest.mark.parametrize("name, value", [
    ("C", -1), ("C", "1"), ("C", None), ("C", float("nan")), ("C", float("inf")), ("gap", -1),
    ("solver", "none"), ("average", 1), ("kernel", "gaussian"), ("kernel", {"type": "none"}),
    ("loss", "hamming"), ("random_state", -1), ("random_state", "x"), ("random_state", 2**64),
    ("n_jobs", 0), ("n_jobs", 1.5), ("n_jobs", "2")])
def test_wrong_parameters_are_named(name, value):
    told = "seed|random_state" if name == "random_state" else name
    with pytest.raises(ValueError, match=told):
        costruct.StructuralSVC(**{name: value}).fit(X, Y)


def test_numbers_of_numpy_are_numbers():
    first = costruct.StructuralSVC(C=0.5, bias=True, random_state=3).fit(X, Y)
    other = costruct.StructuralSVC(C=np.float32(0.5), bias=np.bool_(True),
                                   random_state=np.int64(3)).fit(X, Y)
    assert same(first, other)


@pytest.mark.parametrize("wrong", [
    {"bias": True}, {"views": "random"}, {"kernel": {"type": "gaussian"}},
    {"unlabeled_label": -1}])
def test_parameters_of_an_inner_learner_without_effect_are_told(wrong):
    outer = costruct.SelfTraining(learner=costruct.StructuralSVC(**wrong))
    with pytest.raises(ValueError, match=list(wrong)[0]):
        outer.fit(X, Y, X_unlabeled=X)


def test_a_strange_inner_learner_is_told():
    from sklearn.svm import LinearSVC
    for wrong in (LinearSVC(), costruct.RLSR(), "structural_svn", 3):
        with pytest.raises((TypeError, ValueError), match="learner"):
            costruct.SelfTraining(learner=wrong).fit(X, Y, X_unlabeled=X)


def test_a_fit_that_fails_leaves_the_estimator_as_it_was():
    model = costruct.StructuralSVC().fit(X, Y)
    expected = model.predict(X)
    with pytest.raises(ValueError):
        model.set_params(C=-1).fit(X[:, :3], np.array([7, 0, 1])[Y])
    assert list(model.classes_) == [0, 1, 2] and model.n_features_in_ == 4
    assert (model.predict(X) == expected).all()


def test_what_is_not_fitted_says_so():
    from sklearn.exceptions import NotFittedError
    model = costruct.StructuralSVC()
    for call in (model.predict, model.decision_function, model.save):
        with pytest.raises(NotFittedError):
            call("x" if call == model.save else X)
    assert not hasattr(model, "coef_")


@pytest.mark.parametrize("cls", REGRESSORS)
def test_regressors_tell_wrong_targets(cls):
    for y, message in ((np.full(50, np.inf), "infinity"), (np.full(50, np.nan), "NaN"),
                       (Y[:9], "inconsistent"), (None, "None"), (["a"] * 50, "convert|number"),
                       (3.0, "shape|1d|inconsistent")):
        with pytest.raises(ValueError, match=message):
            cls().fit(X, y)


@pytest.mark.parametrize("cls", CLASSES)
def test_the_help_describes_each_parameter_once(cls):
    lines = cls.__doc__.split("\n")
    for name in cls().get_params(deep=False):
        assert len([line for line in lines if line.startswith(name + " : ")]) == 1, name


@pytest.mark.parametrize("one, two", [("1", "+1"), ("1", "01"), ("1", "1.0"), ("1e0", "1"),
                                      (2**53, 2**53 + 1)])
def test_labels_that_are_equal_numbers_are_refused(one, two):
    y = np.array([one, two])[(Y > 0).astype(int)]
    with pytest.raises(ValueError, match="one number"):
        costruct.StructuralSVC(bias=True).fit(X, y)
