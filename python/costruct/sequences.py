"""Taggers of sequences."""

import functools

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from . import _core, data
from .messages import warn
from .training import WithOptions, check_names, checked_weights, is_missing, plain
from .training import raise_if_interrupted, refuse_sets, train, unlabeled_mark


def _labels(i, labels):
    """For each item the set of its possible labels, as texts, empty if it is unknown; None if all
    are."""
    if labels is None:
        return None
    if isinstance(labels, str) or not hasattr(labels, "__iter__"):
        raise TypeError(f"y[{i}] is {labels!r}, expected a list of labels")
    found = [_only(label) if type(label) is str else _possible(label) for label in labels]
    return found if any(found) or not found else None


@functools.lru_cache(4096)
def _only(text):
    return frozenset((text,))


def _possible(label):
    if isinstance(label, (set, frozenset, list, tuple)):
        return frozenset(map(str, label))
    return frozenset() if is_missing(label) else _only(str(label))


def _originals(y):
    """The labels of y that are no texts, by their texts."""
    found = {}
    for labels in y:
        for label in () if labels is None else labels:
            if type(label) is str:
                continue
            several = isinstance(label, (set, frozenset, list, tuple))
            for each in label if several else (label,):
                if not isinstance(each, str) and not is_missing(each):
                    found[str(each)] = each
    return found


def _width(X):
    return np.atleast_2d(X[0]).shape[1] if not hasattr(X[0], "tocsr") else X[0].shape[1]


class SequenceTagger(WithOptions, BaseEstimator):
    """Labels each item of a sequence, by any learner of sequences.

    Parameters
    ----------
    learner : str, default "structural_svm"
        A learner of the catalog, as "crf", "perceptron", "hmm", "co_svm" or "self_training". Also a
        dictionary: {"type": "self_training", "learner": {"type": "crf"}}.
    features : list or None, default None
        Extractors for tokens, as [*SequenceTagger.DEFAULT_FEATURES, "distribution"]. None:
        DEFAULT_FEATURES, which are the word itself, its neighbours, affixes and surface.
    columns : list of str or None, default None
        The names of the strings of a token, for tokens that are tuples; None: the only one is
        "word".
    problem : dict or None, default None
        Options of the problem `sequence`, as {"loss": "hamming", "order": 1}.
    views : dict or None, default None
        How features are divided, for learners with views, such as {"split": "random", "count": 2}
        or {"split": "named", "groups": [["token"], ["surface"]]}. DEFAULT_FEATURES have these two
        groups, and affixes are in "token". The group of "distribution" is "context". The option
        `group` of an extractor names another one, as {"extractor": "affixes", "group": "own"}.
    kernel : dict or None, default None
        A kernel for features of numbers, such as {"type": "gaussian"}; None is linear. It may have
        `scaling`, such as {"scaling": "standardize"}.
    random_state : int, RandomState or None, default None
        The seed of all random draws; None is the seed 1, so that fits repeat.
    n_jobs : int or None, default 1
        Threads; the result is the same for any number. None and -1: all processors.
    **options
        Options of the learner, as C=10. ``costruct describe learner NAME`` lists them.

    Attributes
    ----------
    classes_ : list of the labels, as y has them
    model_ : costruct.Model
    report_ : dict, the report of the fit
    """

    DEFAULT_FEATURES = [{"extractor": "token", "window": 1}, {"extractor": "affixes"},
                        {"extractor": "surface", "window": 1}]
    _problem = "sequence"

    def __init__(self, learner="structural_svm", *, features=None, columns=None, problem=None,
                 views=None, kernel=None, random_state=None, n_jobs=1, **options):
        self.learner = learner
        self.features = features
        self.columns = columns
        self.problem = problem
        self.views = views
        self.kernel = kernel
        self.random_state = random_state
        self.n_jobs = n_jobs
        self._take_options(options)

    def fit(self, X, y, sample_weight=None, X_unlabeled=None):
        """Fits to labeled sequences, and to unlabeled ones if the learner or a feature uses them.

        Parameters
        ----------
        X : list of sequences. A sequence is
            a list of dictionaries, as sklearn-crfsuite takes them,
            a list of strings, or of tuples of strings, which `features` describe, or
            a matrix with a row for each item
        y : for each sequence its labels; None for an unlabeled sequence. A label may be None where
            it is unknown, or a set of possible labels.
        sample_weight : a number from 0 for each sequence, or None
        X_unlabeled : list of sequences, or None

        Returns self. Raises TypeError and ValueError with the place in X or y.
        """
        X, y = data.listed(X, "X"), list(y)
        if len(X) != len(y):
            raise ValueError(f"X has {len(X)} sequences, but y has {len(y)}")
        self._kind = data.kind_of_sequences(X)
        given, y = y, [_labels(i, labels) for i, labels in enumerate(y)]
        names = {label for labels in y if labels is not None for item in labels for label in item}
        sample_weight = checked_weights(sample_weight, len(X))
        if not names:
            raise ValueError("y has no label")
        check_names(names)
        if "-1" in names and not all(name.lstrip("-").isdigit() for name in names):
            warn("y has the label -1 beside texts, and it is a class like others: None marks what "
                 "is unknown")
        refuse_sets(names)
        self._width = _width(X) if self._kind == "rows" else None
        mark = unlabeled_mark(names)
        text = functools.cache(lambda possible: data.label_text(possible, mark))
        y = [None if labels is None else list(map(text, labels)) for labels in y]
        columns = self._columns(X)
        config = self._config({**self._format(columns), "unknown": mark}, loss="hamming")
        if self.views is not None:
            config["views"] = plain(self.views)
        examples = {"train": data.sequences(X, self._kind, len(columns), y, mark, sample_weight)}
        more = [] if X_unlabeled is None else data.listed(X_unlabeled, "X_unlabeled")
        if more:
            self._check_width(more, "X_unlabeled")
            examples["unlabeled"] = data.sequences(more, self._kind, len(columns), None, mark,
                                                   name="X_unlabeled")
        self.model_, self.report_ = train(config, examples, self.n_jobs)
        self._originals = _originals(given)
        self.classes_ = self._as_given(sorted(names))
        raise_if_interrupted(self.report_)
        return self

    def _as_given(self, labels):
        """Texts of labels as the labels of y."""
        return [self._originals.get(text, text) for text in labels] if self._originals else labels

    def _texts_of(self, known):
        """Known labels, as y has them, as texts."""
        if known is None or not self._originals:
            return known
        return [labels if labels is None else [_possible(label) or None for label in labels]
                for labels in known]

    def _check_width(self, X, name):
        if self._kind == "rows" and _width(X) != self._width:
            raise ValueError(f"{name} has matrices of {_width(X)} columns, expected "
                             f"{self._width}")

    def _checked(self, X):
        check_is_fitted(self, "model_")
        X = data.listed(X, "X")
        if X:
            self._check_width(X, "X")
        return X

    def _columns(self, X):
        if self._kind != "tokens":
            for name in ("features", "columns"):
                if getattr(self, name) is not None:
                    raise ValueError(f"{name} describe tokens, but X has {self._kind}: leave "
                                     f"{name} out")
            return []
        count = data.columns_of(X)
        columns = ["word"] if self.columns is None else list(self.columns)
        if len(columns) != count:
            example = '["word", "pos"]' if count == 2 else '["word"]' if count == 1 else \
                '["word", "pos", ...]'
            raise ValueError(f"tokens of {count} strings need columns=[...] with {count} names, as "
                             f"{example}")
        return columns

    def _format(self, columns):
        if self._kind == "attributes":
            return {"format": "crfsuite"}
        if self._kind == "rows":
            return {"format": "svmhmm"}
        if isinstance(self.features, (str, dict)):
            raise _core.ConfigError(f"features = {self.features!r}: expected a list of extractors")
        features = [{"extractor": feature} if isinstance(feature, str) else plain(feature)
                    for feature in (self.DEFAULT_FEATURES if self.features is None
                                    else self.features)]
        return {"format": "conll", "columns": [*columns, "label"], "features": features}

    def predict(self, X, known=None):
        """The labels of each sequence: a list of lists, with labels as y has them.

        `known` has for each sequence None, or for each of its items a label, None where it is
        unknown, or a set of labels. Labels that are known stay, and the others are decoded around
        them.
        """
        X = self._checked(X)
        return list(map(self._as_given, self.model_.predict(X, self._texts_of(known)))) if X else []

    def predict_k_best(self, X, k=3, known=None):
        """The k best labelings of each sequence: lists of (labels, score), the best first."""
        if k < 1:
            raise ValueError(f"k = {k}: expected a whole number from 1")
        X = self._checked(X)
        if not X:
            return []
        return [[(self._as_given(output["output"]), output["score"]) for output in line["k_best"]]
                for line in self.model_.predict_details(X, scores=True, k_best=k,
                                                        known=self._texts_of(known))]

    def predict_marginals(self, X, known=None):
        """p(label | x) of each item, given what is known: a dictionary from labels to numbers.

        They are probabilities for learners of likelihoods, such as "crf" and "hmm". Scores of other
        learners, such as "structural_svm", have no scale of their own: there the numbers only rank
        the labels of an item.
        """
        X = self._checked(X)
        if not X:
            return []
        return [[dict(zip(self._as_given(list(item)), item.values())) for item in line["marginals"]]
                for line in self.model_.predict_details(X, marginals=True,
                                                        known=self._texts_of(known))]

    def suggest(self, X, count, by="margin", diverse=False):
        """The places in X of the sequences to label next, and their scores; see
        ``Model.suggest``."""
        X = self._checked(X)
        return self.model_.suggest(X, count, by, diverse) if X else (np.zeros(0, int), np.zeros(0))

    def score(self, X, y):
        """The share of items whose label is right, among those whose label is known. Of several
        possible labels each is right."""
        X, y = data.listed(X, "X"), list(y)
        if len(X) != len(y):
            raise ValueError(f"X has {len(X)} sequences, but y has {len(y)}")
        right = total = 0
        for i, (found, labels) in enumerate(zip(self.predict(X), y)):
            if len(found) != len(labels):
                raise ValueError(f"sequence {i}: {len(labels)} labels for {len(found)} items")
            known = [(str(a), possible) for a, possible in zip(found, map(_possible, labels))
                     if possible]
            right += sum(a in possible for a, possible in known)
            total += len(known)
        return right / total if total else np.nan

    def _evaluated(self, X, y, metrics):
        X = self._checked(X)
        if y is None:
            raise TypeError("y is None, expected a list of labels for each sequence")
        y = [_labels(i, labels) for i, labels in enumerate(y)]
        y = [labels if labels is None else [item or None for item in labels] for labels in y]
        return self.model_.evaluate(X, y, metrics)

    @property
    def state_features_(self):
        """{(attribute, label): weight}, as in python-crfsuite; views are added."""
        return self._weights("label", lambda part, name: (name, part))

    @property
    def transition_features_(self):
        """{(label, next label): weight}; views are added."""
        return self._weights("transition", lambda _, name: self._transition(name))

    def _transition(self, name):
        """The two labels of "A -> B", also where labels have an arrow."""
        pieces = name.split(" -> ")
        pairs = [(" -> ".join(pieces[:k]), " -> ".join(pieces[k:])) for k in range(1, len(pieces))]
        names = set(map(str, self.classes_))
        return next((p for p in pairs if set(p) <= names), tuple(pieces))

    def _weights(self, kind, key):
        check_is_fitted(self, "model_")
        found = {}
        for _, each, part, name, weight in self.model_.weights():
            if each == kind:
                found[key(part, name)] = found.get(key(part, name), 0) + weight
        return found
