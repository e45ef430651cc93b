"""A classifier that gives a set of labels to each row."""

import json

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from . import data
from .training import WithOptions, check_names, checked_weights, is_missing, plain
from .training import raise_if_interrupted, train, unlabeled_mark


class MultiLabelClassifier(WithOptions, BaseEstimator):
    """Predicts a set of labels for each row (multi-label classification).

    Parameters
    ----------
    learner : str, default "structural_svm"
        A learner of the catalog, as "structural_svm", "crf", "perceptron" or "self_training". Also
        a dictionary with its `type` and options.
    problem : dict or None, default None
        Options of the problem `several`, as {"pairs": "tree"}.
    views : dict or None, default None
        The block `views` of a config, as {"split": "random", "count": 2}.
    kernel : dict or None, default None
        A kernel, such as {"type": "gaussian"}; None is linear.
    random_state : int, RandomState or None, default None
        The seed of all random draws; None is the seed 1, so that fits repeat.
    n_jobs : int or None, default 1
        Threads; the result is the same for any number. None and -1: all processors.
    **options
        Options of the learner, as C=10.

    Attributes
    ----------
    classes_ : array of the labels, or of the columns of an indicator matrix
    model_ : costruct.Model
    report_ : dict, the report of the fit
    """

    _problem = "several"

    def __init__(self, learner="structural_svm", *, problem=None, views=None, kernel=None,
                 random_state=None, n_jobs=1, **options):
        self.learner = learner
        self.problem = problem
        self.views = views
        self.kernel = kernel
        self.random_state = random_state
        self.n_jobs = n_jobs
        self._take_options(options)

    def fit(self, X, y, sample_weight=None, X_unlabeled=None):
        """Fits to rows with sets of labels, and to unlabeled rows if the learner uses them.

        Parameters
        ----------
        X : matrix of shape (n, d), dense or sparse
        y : an indicator matrix of shape (n, L), as MultiLabelBinarizer makes it, in which NaN is
            unknown; or for each row a set (list, tuple) of labels, None for an unlabeled row
        sample_weight : n numbers from 0, or None
        X_unlabeled : matrix of shape (m, d), or None

        Returns self. Raises TypeError and ValueError with the place in y.
        """
        X = data.csr(X)
        y = _matrix_or_rows(y)
        is_indicator = not isinstance(y, list)
        classes = _columns(y) if is_indicator else _labels(y)
        mark = unlabeled_mark(set(map(str, classes.tolist())))
        cells = cells_of(y, mark)
        if len(cells) != X.shape[0]:
            raise ValueError(f"X has {X.shape[0]} rows, but y has {len(cells)}")
        weights = checked_weights(sample_weight, X.shape[0])
        examples = {"train": data.rows(X, cells, weights)}
        if X_unlabeled is not None:
            more = data.csr(X_unlabeled)
            if more.shape[1] != X.shape[1]:
                raise ValueError(f"X_unlabeled has {more.shape[1]} features, but X has "
                                 f"{X.shape[1]}")
            examples["unlabeled"] = data.rows(more, [mark] * more.shape[0])
        config = self._config({"format": "svmlight", "unknown": mark})
        if self.views is not None:
            config["views"] = plain(self.views)
        self.model_, self.report_ = train(config, examples, self.n_jobs)
        self.n_features_in_, self.classes_ = X.shape[1], classes
        self._is_indicator = is_indicator
        self._place = {str(label): k for k, label in enumerate(classes.tolist())}
        raise_if_interrupted(self.report_)
        return self

    def predict(self, X):
        """The sets of labels, as `y` of fit() had them: an indicator matrix, or a list of sets."""
        X = self._rows(X)
        rows = [sorted(self._place[name] for name in names) for names in self.model_.predict(X)]
        if not self._is_indicator:
            classes = self.classes_.tolist()
            return [{classes[k] for k in row} for row in rows]
        found = np.zeros((len(rows), len(self.classes_)), dtype=int)
        for i, row in enumerate(rows):
            found[i, row] = 1
        return found

    def predict_proba(self, X):
        """The probability of each label of each row, of shape (n, L), for learners that have
        likelihoods. Labels that training did not have get 0."""
        X = self._rows(X)
        lines = self.model_.predict_details(X, marginals=True)
        found = np.zeros((len(lines), len(self.classes_)))
        for i, line in enumerate(lines):
            for name, p in line["marginals"].items():
                found[i, self._place[name]] = p
        return found

    def score(self, X, y):
        """The share of rows whose set is right as a whole (subset accuracy). Unknown cells do not
        count, and rows in which nothing is known are left out. `y` has the form that fit() had."""
        found = self.predict(X)
        if hasattr(y, "to_numpy"):
            y = y.to_numpy()
        if self._is_indicator:
            y = np.asarray(y.toarray() if sparse.issparse(y) else y, dtype=float)
            if y.shape != found.shape:
                raise ValueError(f"y has shape {y.shape}, expected {found.shape}, as fit() had an "
                                 "indicator matrix")
            known = ~np.isnan(y)
            right = ((found == y) | ~known).all(axis=1)[known.any(axis=1)]
        else:
            y = list(y)
            if len(y) != len(found):
                raise ValueError(f"X has {len(found)} rows, but y has {len(y)}")
            _check_sets(y)
            right = [a == set(b) for a, b in zip(found, y) if b is not None]
        return float(np.mean(right)) if len(right) else np.nan

    def _evaluated(self, X, y, metrics):
        if self._is_indicator and y is not None:
            y = _matrix_or_rows(y)
            shape = np.shape(y) if isinstance(y, np.ndarray) else None
            if shape is None or shape[1:] != self.classes_.shape:
                raise ValueError(f"y has shape {shape}, expected {len(self.classes_)} columns, as "
                                 "fit() had an indicator matrix")
        elif y is not None and isinstance(_matrix_or_rows(y), np.ndarray):
            raise ValueError("y is a matrix, expected sets of labels, as fit() had them")
        return self.model_.evaluate(self._rows(X), y, metrics)

    def _rows(self, X):
        check_is_fitted(self, "model_")
        if not sparse.issparse(X) and np.ndim(X) != 2:
            raise ValueError(f"X has {np.ndim(X)} dimensions, expected a matrix: reshape(1, -1) "
                             "makes one of a single row")
        X = data.csr(X)
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but MultiLabelClassifier is expecting "
                             f"{self.n_features_in_} features as input")
        return X


def _order(label):
    return isinstance(label, str), label


def _cell(present, absent=None):
    """The cell of a row: the names of its labels. With `absent`, it is known in part."""
    if absent is None:
        return json.dumps([str(label) for label in present], ensure_ascii=False)
    return ",".join([*map(str, present), *(f"!{label}" for label in absent), "?"])


def _matrix_or_rows(y):
    """y as an array, if it is an indicator matrix, or else as a list of checked sets or None."""
    if hasattr(y, "to_numpy"):  # a data frame
        y = y.to_numpy()
    if not sparse.issparse(y) and not (isinstance(y, np.ndarray) and y.ndim == 2):
        return _sets(list(y))
    y = y.toarray() if sparse.issparse(y) else y
    try:
        y = y.astype(float)
    except (TypeError, ValueError):
        raise ValueError(f"y is a matrix of {y.dtype}, expected 0, 1 and NaN") from None
    wrong = np.argwhere(~(np.isnan(y) | (y == 0) | (y == 1)))
    if len(wrong):
        i, k = wrong[0]
        raise ValueError(f"y[{i}, {k}] is {y[i, k]:g}, expected 0, 1 or NaN for unknown")
    return y


def _columns(y):
    """The columns of an indicator matrix. Raises ValueError if it has no label."""
    if not (y == 1).any():
        raise ValueError("y has no label: no cell is 1")
    return np.arange(y.shape[1])


def cells_of(y, mark):
    """The sets of rows, as `y` of MultiLabelClassifier.fit() has them, as texts of files. `mark` is
    that of unlabeled rows. Raises TypeError and ValueError with the place in y."""
    y = _matrix_or_rows(y)
    if isinstance(y, list):
        return [mark if row is None else _cell(sorted(row, key=_order)) for row in y]
    cells = []
    for row in y:
        present, absent = np.flatnonzero(row == 1), np.flatnonzero(row == 0)
        is_whole = len(present) + len(absent) == len(row)
        cells.append(_cell(present) if is_whole else _cell(present, absent))
    return cells


def _check_sets(y):
    for i, labels in enumerate(y):
        if labels is not None and not isinstance(labels, (set, frozenset, list, tuple)):
            raise TypeError(f"y[{i}] is {labels!r}, expected a set or list of labels, or None for "
                            "an unlabeled row")


def _sets(y):
    """Sets of plain labels, or None, for a list of sets. Raises TypeError and ValueError."""
    _check_sets(y)
    rows = []
    for i, labels in enumerate(y):
        if isinstance(labels, (list, tuple)) and len(set(labels)) < len(labels):
            raise ValueError(f"y[{i}] has a label twice: {labels!r}; an indicator matrix is an "
                             "array")
        labels = labels if labels is None else \
            {label.item() if isinstance(label, np.generic) else label for label in labels}
        if labels is not None and any(map(is_missing, labels)):
            raise ValueError(f"y[{i}] has None or NaN as a label; an unlabeled row is None itself")
        rows.append(labels)
    return rows


def _labels(rows):
    """The sorted labels of sets. Raises ValueError if there are none, or of several types."""
    found = {label for row in rows if row is not None for label in row}
    if not found:
        raise ValueError("y has no label: all sets are empty or None")
    if len({isinstance(label, str) for label in found}) > 1:
        raise ValueError(f"y has labels of several types: {sorted(found, key=str)}")
    classes = sorted(found)
    check_names(map(str, classes))
    return np.array(classes)
