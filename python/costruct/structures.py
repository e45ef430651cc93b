"""Parsers of sentences and aligners of sequences."""

import os
import re
import tempfile

from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from ._core import DataError
from .training import WithOptions, plain, raise_if_interrupted, train

_SENTENCE = ('a sentence is a list of pairs (word, tag), or with data={"input": "words"} a list of '
             "words (str)")
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


class _OfFiles(WithOptions, BaseEstimator):
    """An estimator whose examples go through files of a format."""

    _format = _examples = None
    _lines = 1  # of an example in a file

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
        with tempfile.TemporaryDirectory() as folder:
            files = {"train": _written(folder, "train", labeled)}
            if unlabeled:
                files["unlabeled"] = _written(folder, "unlabeled", unlabeled)
            try:
                self.model_, self.report_ = train(config, files, self.n_jobs)
            except DataError as error:
                raise DataError(self._with_places(str(error), folder)) from None
        raise_if_interrupted(self.report_)
        return self

    def _with_places(self, text, folder):
        """A message with places in the arguments of fit() for places in files."""
        names = {"train": self._examples, "unlabeled": "X_unlabeled"}
        return re.sub(re.escape(folder) + r"/(train|unlabeled):(\d+)", lambda place:
                      f"{names[place[1]]}[{(int(place[2]) - 1) // self._lines}]", text)

    def _predicted(self, lines):
        check_is_fitted(self, "model_")
        if not lines:
            return []
        with tempfile.TemporaryDirectory() as folder:
            return self.model_.predict(_written(folder, "X", lines))


class Parser(_OfFiles):
    """Predicts the trees of sentences.

    A tree is a text in brackets, as ``"(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"`` (also an
    ``nltk.Tree``, by its ``pformat``), or nested tuples: ``("S", ("NP", ("DT", "the"), ...))``.
    """

    _problem, _format, _examples = "parsing", "ptb", "trees"

    def fit(self, trees, y=None, X_unlabeled=None):
        """Fits to trees, and to sentences without trees if the learner uses them.

        Parameters
        ----------
        trees : list of trees
        y : ignored
        X_unlabeled : list of sentences, as predict() takes them, or None

        Returns self. Raises TypeError and ValueError for wrong trees.
        """
        return self._fit(_each(_brackets, trees, "trees"),
                         _each(_sentence, X_unlabeled, "X_unlabeled"))

    def predict(self, X, brackets=False):
        """The trees of sentences, as nested tuples; None for a sentence without a parse.

        Parameters
        ----------
        X : list of sentences: lists of (word, tag), or with data={"input": "words"} of words
        brackets : bool, whether trees are texts in brackets
        """
        return [None if line == "()" or line.startswith("(?") else
                line if brackets else tree_of(line)
                for line in self._predicted(_each(_sentence, X, "X"))]


class Aligner(_OfFiles):
    """Aligns pairs of protein sequences.

    An alignment is a pair of texts of equal length with ``-`` for gaps, as ``("HEAGAW",
    "HE-GAW")``.
    """

    _problem, _format, _examples = "alignment", "fasta_pairs", "alignments"
    _lines = 4

    def fit(self, alignments, y=None, X_unlabeled=None):
        """Fits to alignments, and to pairs of sequences if the learner uses them.

        Parameters
        ----------
        alignments : list of pairs of aligned texts
        y : ignored
        X_unlabeled : list of pairs of sequences, or None

        Returns self. Raises TypeError and ValueError for wrong alignments.
        """
        return self._fit(_each(_pair, alignments, "alignments"),
                         _each(_pair, X_unlabeled, "X_unlabeled"))

    def predict(self, X):
        """The alignments of pairs of sequences: pairs of texts of equal length."""
        rows = [line for line in self._predicted(_each(_pair, X, "X"))
                if line and not line.startswith(">")]
        return list(zip(rows[::2], rows[1::2]))


def _each(text_of, items, name):
    """The text of each item; none for None. Errors name the item."""
    if isinstance(items, str) or not (items is None or hasattr(items, "__iter__")):
        raise TypeError(f"{name} is {items!r}, expected a list")
    texts = []
    for i, item in enumerate(() if items is None else items):
        try:
            texts.append(text_of(item))
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}[{i}]: {error}") from None
    return texts


def _pair(pair):
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or \
            not all(isinstance(row, str) for row in pair):
        raise TypeError(f"expected a pair of texts, found {pair!r}")
    for row in pair:
        if not row or not all(c.isalpha() or c in "-.*" for c in row):
            raise ValueError(f"a sequence is {row!r}, expected letters and - for gaps")
    return f">1\n{pair[0]}\n>2\n{pair[1]}"


def tree_of(text):
    """The nested tuples of a tree in brackets. Raises ValueError for wrong brackets."""
    inner, stack = [], []
    for piece in text.replace("(", " ( ").replace(")", " ) ").split():
        if piece == "(":
            stack.append(inner)
            inner = []
        elif piece == ")":
            if not stack:
                raise ValueError(f"a bracket is closed that is not open: {text!r}")
            stack[-1].append(tuple(inner))
            inner = stack.pop()
        else:
            inner.append(piece)
    if stack or len(inner) != 1:
        raise ValueError(f"expected one tree: {text!r}")
    return inner[0]


def _written(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        for line in lines:
            file.write(line + "\n")
    return path


def _checked(text):
    if not isinstance(text, str):
        raise TypeError(f"a word, tag or label is {type(text).__name__}, expected str: {text!r}")
    if not text or any(c.isspace() or c in "()" for c in text):
        raise ValueError(f"a word, tag or label is {text!r}, expected a text without blanks and "
                         "brackets; treebanks write -LRB- and -RRB-")
    return text


def _brackets(tree):
    if hasattr(tree, "pformat"):  # of nltk
        tree = tree.pformat(margin=10**9)
    if isinstance(tree, str):
        tree_of(tree)
        return " ".join(tree.split())
    if not isinstance(tree, (tuple, list)):
        raise TypeError(f"a tree is {type(tree).__name__}, expected a text in brackets or tuples")
    parts = [part if isinstance(part, (tuple, list)) else _checked(part) for part in tree]
    return "(" + " ".join(_brackets(p) if isinstance(p, (tuple, list)) else p for p in parts) + ")"


def _word(item):
    """A word, or a pair of word and tag, in brackets as a treebank writes it."""
    if isinstance(item, str):
        return _checked(item)
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        raise TypeError(f"the item {item!r} ({type(item).__name__}) is no word; {_SENTENCE}")
    return f"({_checked(item[1])} {_checked(item[0])})"


def _sentence(items):
    if isinstance(items, str):
        raise TypeError(f"the sentence is the string {items!r}: split it into words; {_SENTENCE}")
    if not hasattr(items, "__iter__"):
        raise TypeError(f"found {items!r} ({type(items).__name__}); {_SENTENCE}")
    words = [_word(item) for item in items]
    return "(? " + " ".join(words) + ")" if words else "()"
