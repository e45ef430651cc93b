"""What estimators share whose examples are texts of a format, in memory."""

import bisect
import contextlib
import inspect
import itertools
import re

from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ._core import DataError, FileInMemory
from .messages import warnings_of_call
from .training import WithOptions, plain, raise_if_interrupted, train

_PARAMETERS = """
    Parameters
    ----------
    learner : str or dict, default "{learner}"
        A learner of the catalog, such as {examples}, or a dictionary
        with its type and options.
    data : dict or None, default None
        Options of the format `{format}`.
    problem : dict or None, default None
        Options of the problem `{problem}`.
{more}    random_state : int, RandomState or None, default None
        The seed of all random draws; None is the seed 1, so that fits repeat.
    n_jobs : int or None, default 1
        Threads; the result is the same for any number. None and -1: all processors.
    **options
        Options of the learner, such as C=10.

    Attributes
    ----------
    model_ : costruct.Model
    report_ : dict, the report of the fit
    """


class OfFiles(WithOptions, BaseEstimator):
    """An estimator that gives its examples to the library as files of `_format` in memory, each as
    one text.

    A subclass has `_texts(X, known)`, the texts of inputs, and `_outputs(lines)`, the outputs in
    what the model writes for them. It may have `_head()`, a first line, and `_labeled_texts(X, y)`,
    the texts of inputs with their outputs, if these are not what is known of all outputs.
    """

    _format = _examples = None
    _of_formats = {}
    _more_parameters = ""  # lines on parameters that a subclass has beside these

    def __init__(self, learner="structural_svm", *, data=None, problem=None, random_state=None,
                 n_jobs=1, **options):
        self.learner = learner
        self.data = data
        self.problem = problem
        self.random_state = random_state
        self.n_jobs = n_jobs
        self._take_options(options)

    def __init_subclass__(cls):
        if cls.__module__.startswith(__package__ + "."):  # no class of a user reads models
            OfFiles._of_formats.setdefault(cls._format, cls)
        # A class of a user may have other parameters than its base.
        signatures = (inspect.signature(each.__init__).parameters for each in cls.__mro__)
        learner = next(each["learner"].default for each in signatures if "learner" in each)
        examples = '"rlsr" or "co_rlsr"' if cls._predicts_numbers else \
            '"structural_svm", "crf", "perceptron" or "self_training"'
        shared = _PARAMETERS.format(format=cls._format, problem=cls._problem, learner=learner,
                                    examples=examples, more=cls._more_parameters)
        cls.__doc__ = (cls.__doc__ or "") + shared

    def _fit(self, labeled, unlabeled):
        config = self._config({"format": self._format, **plain(self.data or {})})
        texts = {"train": labeled, "unlabeled": unlabeled}
        texts = {each: texts[each] for each in texts if texts[each] or each == "train"}
        with _files_of(texts, {"train": self._examples, "unlabeled": "X_unlabeled"},
                       self._head()) as files:
            self.model_, self.report_ = train(config, files, self.n_jobs)
        raise_if_interrupted(self.report_)
        return self

    def _predicted(self, X, known=None, **wanted):
        """The lines that the model writes for these examples."""
        check_is_fitted(self, "model_")
        texts = self._texts(X, known)
        if not texts:
            return []
        with _files_of({"X": texts}, {"X": "X"}, self._head()) as files, warnings_of_call():
            found = self.model_._core.predict(files["X"], known=known is not None, **wanted)
        return found.split("\n")[:-1]

    def _labeled_texts(self, X, y):
        if y is None:
            raise TypeError("y is None, expected the true outputs of X")
        return self._texts(X, y)

    def _evaluated(self, X, y, metrics):
        with _files_of({"X": self._labeled_texts(X, y)}, {"X": self._examples},
                       self._head()) as files, warnings_of_call():
            return self.model_._compared(files["X"], metrics)

    def _suggested(self, X, count, by, diverse):
        """What ``Model.suggest`` finds among these examples."""
        check_is_fitted(self, "model_")
        with file_of(self, X) as file, warnings_of_call():
            return self.model_._suggested(file, count, by, diverse)

    @classmethod
    def of_model(cls, model):
        """An estimator with a model that was loaded, whose labels are texts; None if it is a model
        of other things."""
        cls = cls._of_formats.get(model.format)
        if cls is None:
            return None
        estimator = cls()
        estimator.model_ = model
        estimator._take_facts(model.facts)
        return estimator

    def _listed(self, X):
        """X as something with a length."""
        if X is None:
            raise TypeError("X is None, expected examples or the path of a file")
        return X if hasattr(X, "__len__") else list(X)

    def _head(self):
        """The first line of a file, or None."""

    def _take_facts(self, facts):
        """Takes what a fit would know from the facts of a model."""


def _with_places(message, texts, names, head):
    """A message with places in arguments, as X[2], for places in files."""
    def place(found):
        ends = list(itertools.accumulate(text.count("\n") + 1 for text in texts[found[1]]))
        line = int(found[2] or 0) - (head is not None)
        return f"{names[found[1]]}[{bisect.bisect_left(ends, line)}]" if line > 0 else \
            names[found[1]]

    return re.sub(rf"memory:bytes\d+/({'|'.join(texts)})(?::(\d+))?\b", place, message)


@contextlib.contextmanager
def _files_of(texts, names, head=None):
    """Files in memory with these texts, by name. Errors within it have places in arguments."""
    first = [] if head is None else [head]
    files = {name: FileInMemory(name, "".join(text + "\n" for text in first + of_file))
             for name, of_file in texts.items()}
    try:
        yield files
    except DataError as error:
        raise DataError(_with_places(str(error), texts, names, head)) from None


@contextlib.contextmanager
def file_of(estimator, X, known=None):
    """A file in memory of inputs, as an estimator writes them."""
    texts = estimator._texts(X, known)
    with _files_of({"X": texts}, {"X": "X"}, estimator._head()) as files:
        yield files["X"]


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


def refuse_known(known, outputs):
    """Raises ValueError if something is known of outputs whose class does not take it."""
    if known is not None:
        raise ValueError(f"known is not taken for {outputs} in memory: write a file, and call "
                         "`costruct predict --known`")


def paired(X, y, name):
    """The pairs of X and y, two lists of one length. Raises ValueError otherwise."""
    X, y = list(X), list(y)
    if len(X) != len(y):
        raise ValueError(f"X has {len(X)} {name}, but y has {len(y)}")
    return list(zip(X, y))
