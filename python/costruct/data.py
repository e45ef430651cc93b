"""Python's data as examples in memory."""

import json
import numbers
from collections.abc import Iterator

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
    return _core.rows(X.indptr, X.indices, X.data, labels, example_end, weights, X.shape[1])


def is_matrix(X):
    return sparse.issparse(X) or (isinstance(X, np.ndarray) and X.dtype.kind in "fiub")


_SEQUENCE = ("a sequence is a list of words (str), of tuples of str or of dictionaries, or a "
             "matrix with a row for each item")


def listed(X, name):
    """X as a list of sequences; iterators become lists. Raises TypeError for other things."""
    if hasattr(X, "itertuples"):
        raise TypeError(f"{name} is a DataFrame, expected a list of sequences; {_SEQUENCE}: for a "
                        f"column of texts write {name}[column].str.split().tolist()")
    if isinstance(X, str) or not hasattr(X, "__iter__"):
        kind = "the string" if isinstance(X, str) else f"the {type(X).__name__}"
        raise TypeError(f"{name} is {kind} {X!r}, expected a list of sequences; {_SEQUENCE}: split "
                        "texts into words")
    return [list(x) if isinstance(x, Iterator) else x for x in X]


def _refuse_text(sequence, where):
    if isinstance(sequence, str):
        remedy = ("split it into words, as in [text.split() for text in X]" if " " in sequence
                  else "one sentence is a list with one item, as [X]; texts are split into words, "
                       "as in [text.split() for text in X]")
        raise TypeError(f"{where} is the string {sequence!r}; {_SEQUENCE}: {remedy}")


def kind_of_sequences(X):
    """What items sequences have: "rows", "tokens" or "attributes". Looks at the first item."""
    for i, sequence in enumerate(X):
        if hasattr(sequence, "itertuples"):
            raise TypeError(f"X[{i}] is a DataFrame, which is no sequence: for tuples of strings "
                            "write list(frame.itertuples(index=False, name=None)), for rows of "
                            "numbers frame.to_numpy()")
        if is_matrix(sequence):
            if sequence.ndim != 2:
                raise ValueError(f"X[{i}] is an array of shape {sequence.shape}; {_SEQUENCE}")
            return "rows"
        _refuse_text(sequence, f"X[{i}]")
        if not hasattr(sequence, "__iter__"):
            raise TypeError(f"X[{i}] is {sequence!r} ({type(sequence).__name__}); {_SEQUENCE}")
        for item in sequence:
            if isinstance(item, (str, tuple)):
                return "tokens"
            if isinstance(item, (dict, list, set, frozenset)):
                return "attributes"
            if isinstance(item, np.ndarray):
                return "rows"
            hint = ": write words that are numbers as str(number)" \
                if isinstance(item, numbers.Number) else ""
            raise TypeError(f"X[{i}] has the item {item!r} ({type(item).__name__}); {_SEQUENCE}"
                            f"{hint}")
    raise ValueError(f"X has no sequence with an item; {_SEQUENCE}")


def stacked_rows(X):
    """The rows of all sequences, and the number of rows up to the end of each sequence."""
    matrices = [csr(x if sparse.issparse(x) else np.asarray(x)) for x in X]
    if not matrices:
        return sparse.csr_matrix((0, 1)), np.zeros(0, dtype=int)
    widths = {m.shape[1] for m in matrices}
    if len(widths) > 1:
        raise ValueError(f"X has sequences of {sorted(widths)} columns: expected one number")
    return sparse.vstack(matrices, format="csr"), np.cumsum([m.shape[0] for m in matrices])


def _check_sizes(X, name, advice):
    """Raises ValueError for a sequence without items, TypeError for a text."""
    for i, sequence in enumerate(X):
        _refuse_text(sequence, f"{name}[{i}]")
        size = sequence.shape[:1] if hasattr(sequence, "shape") else \
            (len(sequence),) if hasattr(sequence, "__len__") else ()
        if size == (0,):
            raise ValueError(f"{name}[{i}] is an empty sequence, expected at least one item: "
                             f"{advice}")


def columns_of(X):
    """The number of strings of each token, 1 for plain strings."""
    for sequence in X:
        for item in sequence:
            return len(item) if isinstance(item, tuple) else 1
    return 1


def sequences(X, kind, columns, labels, unknown, weights=None, name="X"):
    """Sequences as examples. `labels` has a list of strings, or None, for each; or is None."""
    _check_sizes(X, name, "leave it out" if labels is None else "leave it out, and its labels")
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


def set_in(line):
    """The labels of a set that the library has written."""
    if line.startswith("["):
        return set(json.loads(line, strict=False))
    return set(line.split(",")) if line else set()


def label_text(possible, unknown):
    """A set of possible labels as files have it; `unknown` if it is empty."""
    if not possible:
        return unknown
    return next(iter(possible)) if len(possible) == 1 else "{" + ",".join(sorted(possible)) + "}"


def known_labels(known, X, name="known"):
    """`known` of predictions as labels of files. Raises ValueError with the place in `name`."""
    if not isinstance(known, (list, tuple)):
        raise ValueError(f"{name} is {known!r}, expected a list with one for each sequence")
    if len(known) != len(X):
        raise ValueError(f"X has {len(X)} sequences, but {name} has {len(known)}")

    def text(i, t, label):
        if label is None or isinstance(label, str):
            return label
        if not isinstance(label, (set, frozenset, list, tuple)) or not label:
            raise ValueError(f"{name}[{i}][{t}] is {label!r}, expected a label, None where it is "
                             "unknown, or a set of labels")
        return label_text(set(map(str, label)), None)

    def texts(i, labels):
        size = X[i].shape[0] if hasattr(X[i], "shape") else len(X[i])
        if labels is None:
            return None
        if not isinstance(labels, (list, tuple)):
            raise ValueError(f"{name}[{i}] is {labels!r}, expected None or a list of {size} "
                             "labels")
        if len(labels) != size:
            raise ValueError(f"{name}[{i}] has {len(labels)} labels for {size} items")
        return [text(i, t, label) for t, label in enumerate(labels)]

    return [texts(i, labels) for i, labels in enumerate(known)]


def _check_columns(found, expected):
    """Raises ValueError if X has not as many columns as the matrix of training."""
    if expected is not None and found is not None and found != expected:
        raise ValueError(f"X has {found} features, but Model is expecting {expected} features as "
                         "input")


def is_read(X):
    """Whether X is the path of a file, or examples that the library has read."""
    return isinstance(X, (str, _core.Examples)) or hasattr(X, "__fspath__")


def to_predict(model, X, known=None, name="known", labels=None):
    """What a model reads: examples in memory, or the path of a file. `labels` are texts of rows."""
    if known is not None and model.problem != "sequence":
        raise ValueError(f"known is not taken by a model of {model.problem}")
    if known is not None and is_read(X):
        raise ValueError("known is for sequences in memory; of a file, `costruct predict --known` "
                         "reads what is known")
    if isinstance(X, str) or hasattr(X, "__fspath__"):
        return str(X)
    if isinstance(X, _core.Examples):
        return X
    if X is None:
        raise TypeError("X is None, expected examples or the path of a file")
    if model.format == "svmlight":
        if not sparse.issparse(X) and np.ndim(X) != 2:
            raise ValueError(f"X has {np.ndim(X)} dimensions, expected a matrix: reshape(1, -1) "
                             "makes one of a single row")
        X = csr(X)
        _check_columns(X.shape[1], model.n_features_in_)
        if labels is not None and len(labels) != X.shape[0]:
            raise ValueError(f"X has {X.shape[0]} rows, but y has {len(labels)}")
        return rows(X, [""] * X.shape[0] if labels is None else labels)
    kinds = {"crfsuite": "attributes", "conll": "tokens", "svmhmm": "rows"}
    if model.format not in kinds:
        raise TypeError(f"a model of the format {model.format} predicts files: give a path")
    columns = len(model.facts["encoder"]["options"].get("columns") or [0, 0]) - 1
    X = listed(X, "X")
    labels = None if known is None else known_labels(known, X, name)
    mark = model.facts["encoder"]["options"].get("unknown", "?")
    if kinds[model.format] == "rows":
        for x in X:
            _check_columns(np.shape(x)[1] if np.ndim(x) == 2 or sparse.issparse(x) else None,
                           model.n_features_in_)
    return sequences(X, kinds[model.format], columns, labels, mark)
