"""A classifier that gives a set of labels to each row."""

import json

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from . import data
from .training import WithOptions, check_names, checked_weights, is_missing, plain
from .training import raise_if_interrupted, train

_MARK = "?"


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
    random_state : int, RandomState or None, default None
    n_jobs : int or None, default 1
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
        if hasattr(y, "to_numpy"):  # a data frame
            y = y.to_numpy()
        is_indicator = sparse.issparse(y) or isinstance(y, np.ndarray) and y.ndim == 2
        classes, cells = _indicators(y) if is_indicator else _sets(list(y))
        if len(cells) != X.shape[0]:
            raise ValueError(f"X has {X.shape[0]} rows, but y has {len(cells)}")
        weights = checked_weights(sample_weight, X.shape[0])
        examples = {"train": data.rows(X, cells, weights)}
        if X_unlabeled is not None:
            more = data.csr(X_unlabeled)
            if more.shape[1] != X.shape[1]:
                raise ValueError(f"X_unlabeled has {more.shape[1]} features, but X has "
                                 f"{X.shape[1]}")
            examples["unlabeled"] = data.rows(more, [_MARK] * more.shape[0])
        config = self._config({"format": "svmlight"})
        if self.views is not None:
            config["views"] = plain(self.views)
        self.model_, self.report_ = train(config, examples, self.n_jobs)
        self.n_features_in_, self.classes_ = X.shape[1], classes
        self._is_indicator = is_indicator
        raise_if_interrupted(self.report_)
        return self

    def predict(self, X):
        """The sets of labels, as `y` of fit() had them: an indicator matrix, or a list of sets."""
        rows = [[int(k) for k in line.split(",") if k] for line in
                self.model_.predict(self._rows(X))]
        if not self._is_indicator:
            return [{self.classes_[k] for k in row} for row in rows]
        found = np.zeros((len(rows), len(self.classes_)), dtype=int)
        for i, row in enumerate(rows):
            found[i, row] = 1
        return found

    def predict_proba(self, X):
        """The probability of each label of each row, of shape (n, L), for learners that have
        likelihoods. Labels that training did not have get 0."""
        lines = self.model_.predict_details(self._rows(X), marginals=True)
        found = np.zeros((len(lines), len(self.classes_)))
        for i, line in enumerate(lines):
            for name, p in line["marginals"].items():
                found[i, int(name)] = p
        return found

    def score(self, X, y):
        """The share of rows whose set is right as a whole (subset accuracy)."""
        found = self.predict(X)
        if self._is_indicator:
            y = y.toarray() if sparse.issparse(y) else np.asarray(y)
            return float((found == y).all(axis=1).mean())
        right = [a == set(b) for a, b in zip(found, y, strict=True)]
        return float(np.mean(right)) if right else np.nan

    def _rows(self, X):
        check_is_fitted(self, "model_")
        X = data.csr(X)
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but MultiLabelClassifier is expecting "
                             f"{self.n_features_in_} features as input")
        return X


def _cell(present, absent=None):
    """The cell of a row: the numbers of its labels. With `absent`, it is known in part."""
    if absent is None:
        return json.dumps([str(k) for k in present])
    return ",".join([*map(str, present), *(f"!{k}" for k in absent), _MARK])


def _indicators(y):
    """The columns of an indicator matrix, and the cells of its rows."""
    y = y.toarray() if sparse.issparse(y) else y
    try:
        y = y.astype(float)
    except (TypeError, ValueError):
        raise ValueError(f"y is a matrix of {y.dtype}, expected 0, 1 and NaN") from None
    wrong = np.argwhere(~(np.isnan(y) | (y == 0) | (y == 1)))
    if len(wrong):
        i, k = wrong[0]
        raise ValueError(f"y[{i}, {k}] is {y[i, k]:g}, expected 0, 1 or NaN for unknown")
    if not (y == 1).any():
        raise ValueError("y has no label: no cell is 1")
    cells = []
    for row in y:
        present, absent = np.flatnonzero(row == 1), np.flatnonzero(row == 0)
        is_whole = len(present) + len(absent) == len(row)
        cells.append(_cell(present) if is_whole else _cell(present, absent))
    return np.arange(y.shape[1]), cells


def _sets(y):
    """The labels of a list of sets, sorted, and the cells of its rows."""
    rows = []
    for i, labels in enumerate(y):
        if labels is not None and not isinstance(labels, (set, frozenset, list, tuple)):
            raise TypeError(f"y[{i}] is {labels!r}, expected a set or list of labels, or None for "
                            "an unlabeled row")
        if isinstance(labels, (list, tuple)) and len(set(labels)) < len(labels):
            raise ValueError(f"y[{i}] has a label twice: {labels!r}; an indicator matrix is an "
                             "array")
        labels = labels if labels is None else \
            {label.item() if isinstance(label, np.generic) else label for label in labels}
        if labels is not None and any(map(is_missing, labels)):
            raise ValueError(f"y[{i}] has None or NaN as a label; an unlabeled row is None itself")
        rows.append(labels)
    found = {label for row in rows if row is not None for label in row}
    if not found:
        raise ValueError("y has no label: all sets are empty or None")
    if len({isinstance(label, str) for label in found}) > 1:
        raise ValueError(f"y has labels of several types: {sorted(found, key=str)}")
    classes = sorted(found)
    check_names(map(str, classes))
    place = {label: k for k, label in enumerate(classes)}
    return np.array(classes), [_MARK if row is None else _cell(sorted(place[each] for each in row))
                               for row in rows]
