"""Python's data as examples in memory."""

import numbers

import numpy as np
from scipy import sparse

from . import _core


def csr(X):
    """A matrix as canonical CSR of 64-bit floats."""
    if np.iscomplexobj(X):
        raise ValueError("Complex data not supported: X has complex numbers")
    X = sparse.csr_matrix(X, dtype=np.float64)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def rows(X, labels, weights=None, example_end=None):
    """Rows of a matrix as examples.

    Parameters
    ----------
    X : matrix of shape (n, d)
    labels : n strings
    weights : None or as many numbers as examples
    example_end : None, or for each example the number of rows up to its end
    """
    X = csr(X)
    return _core.rows(X.indptr, X.indices, X.data, labels, example_end, weights)


def is_matrix(X):
    return sparse.issparse(X) or (isinstance(X, np.ndarray) and X.dtype.kind in "fiub")


def kind_of_sequences(X):
    """What items sequences have: "rows", "tokens" or "attributes". Looks at the first item."""
    for sequence in X:
        if is_matrix(sequence):
            return "rows"
        if isinstance(sequence, str):
            raise TypeError(f"X has the string {sequence!r} where a sequence is expected: split it "
                            "into tokens, as in [text.split() for text in X]")
        for item in sequence:
            if isinstance(item, (str, tuple)):
                return "tokens"
            if isinstance(item, (dict, list, set, frozenset)):
                return "attributes"
            if isinstance(item, (numbers.Number, np.ndarray)):
                return "rows"
            raise TypeError(f"X has items of type {type(item).__name__}: expected dictionaries, "
                            "strings, tuples of strings, or a matrix for each sequence")
    raise ValueError("X has no sequence with an item")


def stacked_rows(X):
    """The rows of all sequences, and the number of rows up to the end of each sequence."""
    matrices = [csr(np.atleast_2d(np.asarray(x)) if not sparse.issparse(x) else x) for x in X]
    for i, matrix in enumerate(matrices):
        if matrix.shape[0] == 0:
            raise ValueError(f"sequence {i} has no items")
    if not matrices:
        return sparse.csr_matrix((0, 1)), np.zeros(0, dtype=int)
    widths = {m.shape[1] for m in matrices}
    if len(widths) > 1:
        raise ValueError(f"X has sequences of {sorted(widths)} columns: expected one number")
    return sparse.vstack(matrices, format="csr"), np.cumsum([m.shape[0] for m in matrices])


def columns_of(X):
    """The number of strings of each token, 1 for plain strings."""
    for sequence in X:
        for item in sequence:
            return len(item) if isinstance(item, tuple) else 1
    return 1


def sequences(X, kind, columns, labels, unknown, weights=None):
    """Sequences as examples. `labels` has a list of strings, or None, for each; or is None."""
    if kind == "attributes":
        return _core.attributes(X, labels, unknown, weights)
    if kind == "tokens":
        return _core.tokens(X, columns + 1, labels, unknown, weights)
    matrix, ends = stacked_rows(X)
    names = []
    for i, end in enumerate(ends):
        size = int(end - (ends[i - 1] if i else 0))
        given = None if labels is None else labels[i]
        if given is not None and len(given) != size:
            raise ValueError(f"sequence {i}: {len(given)} labels for {size} items")
        names += [unknown if label is None else str(label)
                  for label in (given if given is not None else [None] * size)]
    return rows(matrix, names, weights, ends)


def sequences_in(text):
    """The label lists of a text with a label on each line and an empty line behind sequences."""
    text = text.strip("\n")
    return [block.split("\n") for block in text.split("\n\n")] if text else []


def to_predict(model, X):
    """What a model reads: examples in memory, or the path of a file."""
    if isinstance(X, str) or hasattr(X, "__fspath__"):
        return str(X)
    if isinstance(X, _core.Examples):
        return X
    if X is None:
        raise TypeError("X is None, expected examples or the path of a file")
    if model.format == "svmlight":
        X = csr(X)
        return rows(X, [""] * X.shape[0])
    kinds = {"crfsuite": "attributes", "conll": "tokens", "svmhmm": "rows"}
    if model.format not in kinds:
        raise TypeError(f"a model of the format {model.format} predicts files: give a path")
    columns = len(model.facts["encoder"]["options"].get("columns") or [0, 0]) - 1
    return sequences(X, kinds[model.format], columns, None, "?")
