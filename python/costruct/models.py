"""Models of any kind, in memory or from a file."""

import contextlib
import json
import operator
import os

import numpy as np

from . import _core, data
from .messages import warnings_of_call


class Model:
    """A trained model. It is the content of a model file, as ``costruct train`` writes it.

    ``predict`` takes what the model was trained on: rows (arrays, sparse matrices), sequences of
    dictionaries, sequences of tokens, what Parser, Aligner, DependencyParser, GraphTagger,
    Clusterer and TableClassifier predict, or the path of a file in the model's own format.

    Attributes
    ----------
    facts : dict, what ``costruct describe model --output json`` prints
    n_features_in_ : int or None, the columns of the matrix that it was trained on in Python
    """

    def __init__(self, content):
        """
        Parameters
        ----------
        content : bytes
            The content of a model file. Raises DataError if it is damaged.
        """
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise TypeError(f"content is {type(content).__name__}, expected bytes; costruct.load "
                            "takes paths as well")
        self._core = _core.Model(bytes(content))
        self.facts = json.loads(self._core.facts)
        files = self.facts.get("origin", {}).get("data") or [{}]
        self.n_features_in_ = files[0].get("columns")

    @property
    def format(self):
        """The format of the data that the model was trained on, as ``"svmlight"``."""
        return self.facts["encoder"]["format"]

    @property
    def problem(self):
        """The problem, as ``"multiclass"`` or ``"sequence"``."""
        return self.facts["problem"]["type"]

    @property
    def options(self):
        """The options of the learner: a dictionary with its ``type``."""
        return self.facts["learner"]

    def __repr__(self):
        return f"<costruct.Model: {self.problem} by {self.options['type']}, {self.format}>"

    def predict(self, X, known=None):
        """Predicts rows as an array of labels (or numbers) or a list of sets of labels, sequences
        as lists of labels.

        Trees, alignments, graphs and emails are predicted as by their classes, with labels that are
        texts. Of a file, they are the texts that ``costruct predict`` writes, one for each line of
        it. `known` says what is known of the outputs, as in ``SequenceTagger.predict``.
        """
        structures = self._structures(X)
        if structures is not None:
            X = structures._listed(X)
            if len(X) == 0:
                return [] if self.problem == "several" else structures._outputs([])
        with self._readable(X, known) as source:
            text = self._core.predict(source, known=known is not None)
        if self.problem == "sequence":
            return data.sequences_in(text)
        lines = text.split("\n")[:-1]
        if self.problem == "several":
            return [data.set_in(line) for line in lines]
        if structures is not None:
            return structures._outputs(lines)
        if self.problem == "regression":
            return np.array([float(line) for line in lines])
        return np.array(lines, dtype=object) if self.problem == "multiclass" else lines

    def _structures(self, X):
        """The estimator that reads X, and the model's outputs; None for rows, chains and files."""
        from .file_estimators import OfFiles
        if data.is_read(X):
            return None
        return OfFiles.of_model(self)

    @contextlib.contextmanager
    def _readable(self, X, known=None):
        """What the library's model reads: examples or a file in memory, or the path of a file."""
        from .file_estimators import file_of
        structures = self._structures(X)
        with warnings_of_call():
            if structures is None:
                yield data.to_predict(self, X, known)
                return
            with file_of(structures, X, known) as file:
                yield file

    def predict_details(self, X, scores=False, marginals=False, k_best=0, known=None):
        """What ``costruct predict --scores --marginals --k-best`` writes, as dictionaries."""
        with self._readable(X, known) as source:
            text = self._core.predict(source, scores=scores, marginals=marginals, k_best=k_best,
                                      known=known is not None)
        return [json.loads(line) for line in text.split("\n")[:-1]]

    def evaluate(self, X, y=None, metrics=()):
        """Compares predictions with true outputs, as ``costruct evaluate``.

        Parameters
        ----------
        X : what `predict` takes, or the path of a labeled file in the model's format; trees and
            alignments as their classes fit them
        y : the true outputs as ``fit`` of the class takes them, for rows and sequences also what is
            known of them; None if X is a path, or has trees or alignments
        metrics : list of metrics, as ["chunk_f1"]; empty: all that suit the data

        Returns what ``costruct evaluate --output json`` prints, as a dictionary. It has `metrics`,
        each by its name, and tables of labels and chunks with precision, recall and F1.
        Raises ValueError with the place in y, and for metrics that the problem does not have.
        """
        if data.is_read(X):
            if y is not None:
                raise ValueError("X is a file and has labels of its own: leave y out")
            with warnings_of_call():
                return self._compared(data.to_predict(self, X), metrics)
        structures = self._structures(X)
        if structures is not None:
            return structures._evaluated(X, y, metrics)
        if y is None:
            items = "sequences" if self.problem == "sequence" else "rows"
            raise ValueError(f"y is None, expected the labels of the {items} in X")
        with warnings_of_call():
            source = data.to_predict(self, X, y, "y") if self.problem == "sequence" else \
                data.to_predict(self, X, labels=self._texts_of(y))
            return self._compared(source, metrics)

    def _compared(self, source, metrics):
        """The evaluation of labeled examples or a labeled file, both as the library reads them."""
        metrics = [metrics] if isinstance(metrics, str) else list(metrics)
        return json.loads(self._core.evaluate(source, metrics))

    def _texts_of(self, y):
        """The labels, numbers or sets of labels of rows, as texts of the model's format."""
        from .label_sets import cells_of
        from .training import is_missing
        mark = self.facts["encoder"]["options"].get("unknown") or "?"
        if self.problem == "several":
            return cells_of(y, mark)
        known = {"regression": lambda number: repr(float(number))}.get(self.problem, str)
        return [mark if is_missing(label) else
                known(label.item() if isinstance(label, np.generic) else label) for label in y]

    def suggest(self, X, count, by="margin", diverse=False):
        """Finds the examples whose labels would teach the model most, as ``costruct suggest``.

        Parameters
        ----------
        X : what `predict` takes, without labels
        count : int, how many examples
        by : "margin", "entropy", "disagreement" or "expected_change"
            What examples are rated by. docs/label_less.md says what each means and needs.
        diverse : bool
            Whether near duplicates of better examples are passed over. Without it, equal examples
            in memory are all suggested.

        Returns the places of the examples in X and their scores, two arrays, the most useful first.
        """
        with self._readable(X) as source:
            return self._suggested(source, count, by, diverse)

    def _suggested(self, source, count, by, diverse):
        """The suggestions among examples or a file in memory, or of the path of a file."""
        count = operator.index(count)
        if count < 1:
            raise ValueError(f"count is {count}, expected at least 1")
        found = self._core.suggest(source, count, by, diverse)
        return (np.array([place for place, _ in found], dtype=int),
                np.array([score for _, score in found]))

    def weights(self, most=1_000_000):
        """The heaviest weights of each part: a list of (view, kind, part, feature, weight)."""
        return self._core.weights(most)

    def to_bytes(self):
        """The content of the model's file."""
        return self._core.bytes

    def save(self, path):
        """Writes the model's file, which ``costruct predict`` reads. It replaces the file whole."""
        path = os.fsdecode(path)
        part = f"{path}.{os.getpid()}.tmp"
        try:
            with open(part, "wb") as file:
                file.write(self.to_bytes())
            os.replace(part, path)
        finally:
            if os.path.exists(part):
                os.remove(part)

    def __getstate__(self):
        return {"content": self.to_bytes()}

    def __setstate__(self, state):
        self.__init__(state["content"])


def load(source):
    """Loads a model from a path or from bytes.

    Raises DataError if the content is not a model or is damaged. Loading runs no code of the file.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Model(source)
    source = os.fspath(source)
    with open(source, "rb") as file:
        content = file.read()
    try:
        return Model(content)
    except _core.DataError as error:
        text = str(error).replace("the content", os.fsdecode(source), 1)
        raise _core.DataError(text) from None
