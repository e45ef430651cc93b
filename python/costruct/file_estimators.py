"""What estimators share whose examples go through temporary files of a format."""

import bisect
import itertools
import os
import re
import tempfile

from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ._core import DataError
from .messages import warnings_of_call
from .training import WithOptions, plain, raise_if_interrupted, train

_PARAMETERS = """
    Parameters
    ----------
    learner : str, default "structural_svm"
        A learner of the catalog, as "structural_svm", "crf", "perceptron" or "self_training".
    data : dict or None, default None
        Options of the format `{format}`.
    problem : dict or None, default None
        Options of the problem `{problem}`.
    random_state : int, RandomState or None, default None
    n_jobs : int or None, default 1
    **options
        Options of the learner, as C=10.

    Attributes
    ----------
    model_ : costruct.Model
    report_ : dict, the report of the fit
    """


class OfFiles(WithOptions, BaseEstimator):
    """An estimator that writes its examples into files of `_format`, each as one text."""

    _format = _examples = None

    def __init__(self, learner="structural_svm", *, data=None, problem=None, random_state=None,
                 n_jobs=1, **options):
        self.learner = learner
        self.data = data
        self.problem = problem
        self.random_state = random_state
        self.n_jobs = n_jobs
        self._take_options(options)

    def __init_subclass__(cls):
        cls.__doc__ += _PARAMETERS.format(format=cls._format, problem=cls._problem)

    def _fit(self, labeled, unlabeled):
        config = self._config({"format": self._format, **plain(self.data or {})})
        texts = {"train": labeled, "unlabeled": unlabeled}
        with tempfile.TemporaryDirectory() as folder:
            files = {name: _written(folder, name, each) for name, each in texts.items()
                     if each or name == "train"}
            try:
                self.model_, self.report_ = train(config, files, self.n_jobs)
            except DataError as error:
                names = {"train": self._examples, "unlabeled": "X_unlabeled"}
                raise DataError(_with_places(str(error), folder, texts, names)) from None
        raise_if_interrupted(self.report_)
        return self

    def _predicted(self, texts, **wanted):
        """The lines that the model writes for the examples of these texts."""
        check_is_fitted(self, "model_")
        if not texts:
            return []
        with tempfile.TemporaryDirectory() as folder, warnings_of_call():
            try:
                found = self.model_._core.predict(_written(folder, "X", texts), **wanted)
            except DataError as error:
                raise DataError(_with_places(str(error), folder, {"X": texts},
                                             {"X": "X"})) from None
        return found.split("\n")[:-1]


def _with_places(message, folder, texts, names):
    """A message with places in arguments, as X[2], for places in files."""
    def place(found):
        ends = list(itertools.accumulate(text.count("\n") + 1 for text in texts[found[1]]))
        return f"{names[found[1]]}[{bisect.bisect_left(ends, int(found[2]))}]"

    return re.sub(re.escape(folder) + rf"/({'|'.join(texts)}):(\d+)", place, message)


def _written(folder, name, texts):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        for text in texts:
            file.write(text + "\n")
    return path


def each(text_of, items, name):
    """The text of each item; none for None. Errors name the item."""
    if isinstance(items, str) or not (items is None or hasattr(items, "__iter__")):
        raise TypeError(f"{name} is {items!r}, expected a list")
    texts = []
    for i, item in enumerate(() if items is None else items):
        try:
            texts.append(text_of(item))
        except (TypeError, ValueError) as error:
            kind = TypeError if isinstance(error, TypeError) else ValueError
            raise kind(f"{name}[{i}]: {error}") from None
    return texts


def paired(X, y, name):
    """The pairs of X and y, two lists of one length. Raises ValueError otherwise."""
    X, y = list(X), list(y)
    if len(X) != len(y):
        raise ValueError(f"X has {len(X)} {name}, but y has {len(y)}")
    return list(zip(X, y))
