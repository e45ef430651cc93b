"""A clusterer of emails."""

import json

import numpy as np
from sklearn.metrics import adjusted_rand_score

from .file_estimators import OfFiles, each, paired
from .training import is_missing


class Clusterer(OfFiles):
    """Finds which emails belong together, as those of one template, by learned similarities.

    An email is its text, or a dictionary with the fields of docs/email.md: ``{"from": ...,
    "subject": ..., "parts": [{"type": "text/plain", "text": ...}]}``. The option `set_size` of
    `problem` says how many consecutive emails are clustered together: 100 by default, 0 for all.
    """

    _problem, _format, _examples = "clustering", "jsonl", "X"

    def fit(self, X, y, X_unlabeled=None):
        """Fits to emails whose clusters are known, and to others if the learner uses them.

        Parameters
        ----------
        X : list of emails, in their order
        y : as many labels of clusters, texts or numbers; None and NaN are unknown
        X_unlabeled : list of emails, or None

        Returns self. Raises TypeError and ValueError with the place in X.
        """
        pairs = paired(X, y, "emails")
        if all(is_missing(label) for _, label in pairs):
            raise ValueError("y has no label")
        return self._fit(each(lambda pair: _line(*pair), pairs, "X"),
                         each(_line, X_unlabeled, "X_unlabeled"))

    def predict(self, X, known=None):
        """The clusters of emails: an array of n numbers, equal within a cluster. Clusters are
        numbered from 0 in their order.

        `known` has labels as `y` of fit(). Emails of one label stay together, those of different
        labels apart.
        """
        return self._outputs(self._predicted(X, known))

    def score(self, X, y):
        """The adjusted Rand index of the clusters of emails whose label is known; NaN if none is.
        """
        y = list(y)
        known = [i for i, label in enumerate(y) if not is_missing(label)]
        found = self.predict([x for x, _ in paired(X, y, "emails")])
        if not known:
            return np.nan
        return float(adjusted_rand_score([str(y[i]) for i in known], found[known]))

    def _texts(self, X, known=None):
        if known is None:
            return each(_line, X, "X")
        return each(lambda pair: _line(*pair), paired(X, known, "emails"), "X")

    def _outputs(self, lines):
        numbers = {}
        return np.array([numbers.setdefault(line, len(numbers)) for line in lines], dtype=int)


def _line(email, label=None):
    """The object of an email that the format jsonl has."""
    if isinstance(email, str):
        email = {"parts": [{"type": "text/plain", "text": email}]}
    if not isinstance(email, dict):
        raise TypeError(f"an email is {type(email).__name__}, expected a dictionary or its text")
    email = {key: value for key, value in email.items() if key != "batch"}
    if not is_missing(label):
        email["batch"] = str(label)
    return json.dumps(email)
