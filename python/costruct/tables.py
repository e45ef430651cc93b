"""Classifiers and regressors of the rows of data frames."""

import csv
import decimal
import io
import json
import math
import numbers

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from ._core import ConfigError
from .file_estimators import OfFiles, refuse_known
from .messages import warn
from .training import LEARNERS, check_names, checked_weights, is_missing, plain, refuse_sets
from .training import as_classes, unlabeled_mark, warn_of_marks

_HAVE_TYPES = "iufcM"  # NumPy's kinds of numbers and dates, which the format infers by itself
_BLANKS = " \t"  # at the ends of cells, where the format reads none

# Options of the format that say how a file is written, with what a DataFrame is written as.
_OF_FILES = {"separator": ",", "decimal": ".", "thousands": ""}
# Options of the format that arguments of fit() and of the class stand for.
_ELSEWHERE = {
    "target": "give the labels as y of fit()", "train": "give a DataFrame as X of fit()",
    "unlabeled": "give a DataFrame as X_unlabeled of fit()",
    "test": "give a DataFrame to score()", "format": "it is always csv for a DataFrame",
    "unknown": "mark unlabeled rows by None or NaN in y, or name their mark by unlabeled_label",
    "groups": "give lists of names of columns as views"}


_TABLE = """
    Columns are numeric, dates or nominal, and cells may be missing. A numeric column becomes one
    feature, and a nominal column one for each of its values. What a DataFrame has as numbers or
    dates is read as such, and all other columns are nominal. Infinite numbers raise ValueError.
    Blanks at the ends of cells do not count. `data` may have extractors of texts:
    ``data={"features": [{"extractor": "words", "column": "text"}]}``. `TableRegressor` refuses
    them. Without extractors a text is a value like any other, and a warning says so.

    Features are standardised, unless `kernel` says otherwise, as {"type": "gaussian", "scaling":
    "minmax"}. Beside texts, numbers are scaled to 0 to 1, and features of texts stay as they are.
    `rlsr` and `co_rlsr` have `scaling` as an option of their own, and
    `intercept`: without it predictions are drawn towards 0.
    """


class _Table(OfFiles):
    """What classifiers and regressors of tables share."""

    _format, _examples = "csv", "X"
    _no_numbers, _separator, _number = frozenset(), ",", str
    _has_numbers = True
    _more_parameters = """    views : None, "random", list or dict, default None
        How features are divided, for learners with views. A list has for each view a list of names
        of columns; a dictionary is the block `views` of a config.
    kernel : dict or None, default None
        A kernel, such as {"type": "gaussian"}; None is linear.
    unlabeled_label : optional, default None
        A value of y that marks unlabeled rows. None and NaN always mark them.
"""

    def __init_subclass__(cls):
        cls.__doc__ = (cls.__doc__ or "") + _TABLE
        super().__init_subclass__()

    def __init__(self, learner="structural_svm", *, data=None, problem=None, views=None,
                 kernel=None, unlabeled_label=None, random_state=None, n_jobs=1, **options):
        self.views = views
        self.kernel = kernel
        self.unlabeled_label = unlabeled_label
        super().__init__(learner, data=data, problem=problem, random_state=random_state,
                         n_jobs=n_jobs, **options)

    def _is_unlabeled(self, label):
        return is_missing(label) or self.unlabeled_label is not None and \
            label == self.unlabeled_label

    def _labeled(self, X, y, sample_weight):
        """The rows that have labels, their labels, and their weights or None."""
        y = [label.item() if isinstance(label, np.generic) else label for label in y]
        if len(X) != len(y):
            raise ValueError(f"X has {len(X)} rows, but y has {len(y)}")
        weights = checked_weights(sample_weight, len(y))
        kept = [i for i, label in enumerate(y) if not self._is_unlabeled(label)]
        if not kept:
            raise ValueError("y has no label to score: all are None, NaN or unlabeled_label")
        return X.iloc[kept], [y[i] for i in kept], weights and [weights[i] for i in kept]

    def _learner_block(self):
        block = super()._learner_block()
        entry = LEARNERS[block["type"]]
        if not self._has_numbers and _extractors_of_texts(self.data or {}):
            return block
        if any(option["name"] == "scaling" for option in entry["options"]):  # of rlsr
            block.setdefault("scaling", "standardize")
        elif entry["takes_kernels"]:
            scaling = "minmax" if _extractors_of_texts(self.data or {}) else "standardize"
            block.setdefault("kernel", {"type": "linear", "scaling": scaling})
        return block

    def _fit_table(self, X, marks, X_unlabeled, mark):
        """Fits to rows whose cell of the target is one of `marks`; `mark` is unlabeled."""
        columns = _columns_of(X, "X")
        if len(marks) != len(X):
            raise ValueError(f"X has {len(X)} rows, but y has {len(marks)}")
        target = "target"
        while target in columns:
            target += "_"
        self._columns, self._target, self._mark = columns, target, mark
        self._nominal = [name for name, key in zip(columns, X.columns) if _is_nominal(X[key])]
        self._no_numbers = _named_in(self.data or {})
        self._has_numbers = bool(set(columns) - set(self._nominal) - self._no_numbers)
        declared = set((self.data or {}).get("nominal") or ())
        values = {name: X[key] for name, key in zip(columns, X.columns)
                  if name in self._nominal and name not in _read_apart(self.data or {})}
        warnings = [*_notes_on_blanks({name: cells for name, cells in values.items()
                                       if name not in declared}),
                    *_notes_on_texts(values, declared, not self._predicts_numbers)]
        for text in warnings:
            warn(text)
        unlabeled = [] if X_unlabeled is None else \
            self._rows(X_unlabeled, [mark] * len(X_unlabeled), "X_unlabeled")
        self._fit(self._rows(X, marks, "X"), unlabeled)
        self.report_["warnings"] = warnings + self.report_.get("warnings", [])
        self.feature_names_in_ = np.array(columns, dtype=object)
        self.n_features_in_ = len(columns)
        return self

    def _config(self, data):
        for option, instead in _ELSEWHERE.items():
            if (self.data or {}).get(option) is not None:
                raise ConfigError(f"{option} = {self.data[option]!r}: not taken in data: {instead}")
        for option, written in _OF_FILES.items():
            if data.get(option) not in (None, written):
                raise ConfigError(f"{option} = {data[option]!r}: says how a file is written, but X "
                                  "is a DataFrame: leave it out")
        if data.get("label_map"):
            raise ConfigError(f"label_map = {data['label_map']!r}: not taken for a DataFrame: "
                              "rename the labels in y")
        named = _read_apart(data)
        nominal = [name for name in self._nominal if name not in named]
        nominal += [name for name in data.get("nominal") or () if name not in nominal]
        config = super()._config({**data, "target": self._target, "unknown": self._mark,
                                  "nominal": nominal})
        if self.views is not None and LEARNERS[config["learner"]["type"]]["uses_views"]:
            config["views"] = self._views_block()
        return config

    def _views_block(self):
        """The block `views` of a config. Features are counted by their column, from 1."""
        if self.views == "random":
            return {"split": "random", "count": 2}
        if isinstance(self.views, dict):
            return plain(self.views)
        is_list = isinstance(self.views, (list, tuple)) and self.views and \
            all(isinstance(view, (list, tuple)) and view for view in self.views)
        if not is_list:
            raise ValueError(f'views = {self.views!r}: expected None, "random", a list of lists of '
                             "names of columns, or a dictionary as the block `views` of a config")
        unknown = [name for view in self.views for name in view if str(name) not in self._columns]
        if unknown:
            raise ValueError(f"views: X has no column {unknown[0]!r}; it has "
                             f"{', '.join(self._columns)}")
        numbers_of = [sorted({self._columns.index(str(name)) + 1 for name in view})
                      for view in self.views]
        return {"split": "ranges", "ranges": [[[n, n] for n in view] for view in numbers_of]}

    def _head(self):
        return _row([*self._columns, self._target], self._separator)

    def _texts(self, X, known=None):
        refuse_known(known, "rows of a table")
        self._check_columns(X)
        return self._rows(X, [self._mark] * len(X), "X")

    def _labeled_texts(self, X, y):
        if y is None:
            raise TypeError("y is None, expected the target of each row of X")
        self._check_columns(X)
        if isinstance(y, np.ndarray) and y.ndim == 2 and y.shape[1] == 1:
            y = y.ravel()
        marks = self._marks(as_classes(y, getattr(self, "classes_", ())))
        if len(X) != len(marks):
            raise ValueError(f"X has {len(X)} rows, but y has {len(marks)}")
        return self._rows(X, marks, "X")

    def _marks(self, y):
        """The cells of the target, with the mark of unlabeled rows."""
        y = [label.item() if isinstance(label, np.generic) else label for label in y]
        text = (lambda number: repr(float(number))) if self._predicts_numbers else str
        return [self._mark if self._is_unlabeled(label) else text(label) for label in y]

    def _check_columns(self, X):
        columns = _columns_of(X, "X")
        missing = [] if self._columns is None else \
            [name for name in self._columns if name not in columns]
        if missing:
            raise ValueError(f"X has no column {missing[0]!r}, which the rows of training have")
        if self._columns is None:  # the target's column is not read in predictions
            self._columns = [name for name in columns if name != self._target]

    def _rows(self, X, labels, name):
        """The rows in the order of the columns of training."""
        keys = dict(zip(_columns_of(X, name), X.columns))
        lacks = [column for column in self._columns if column not in keys]
        if lacks:
            raise ValueError(f"{name} has no column {lacks[0]!r}")
        cells = [self._cells(X[keys[column]], column, name) for column in self._columns]
        return [_row(row, self._separator) for row in zip(*cells, labels)]

    def _cells(self, cells, column, name):
        """The texts of a column. Raises ValueError for an infinite number in one of numbers."""
        if column in self._no_numbers or _is_nominal(cells):
            return [_cell(cell) for cell in cells]
        for i, cell in enumerate(cells):
            if _is_infinite(cell):
                raise ValueError(f"{name}[{i}]: column {column} is {'-' * (cell < 0)}inf, expected "
                                 "a finite number, or NaN for a missing one")
        return [_cell(cell, self._number) for cell in cells]

    def _outputs(self, lines):
        if self.model_.problem == "regression":
            return np.array(lines, dtype=float)
        if self._place is None:
            return np.array(lines, dtype=object)
        return self.classes_[[self._place[line] for line in lines]]

    def _take_facts(self, facts):
        options = facts["encoder"]["options"]
        self._columns, self._place = None, None
        self._separator = options.get("separator") or ","
        self._no_numbers, self._number = _named_in(options), _neutral
        self._target, self._mark = options["target"], options.get("unknown") or "?"


class TableRegressor(RegressorMixin, _Table):
    """Predicts a number for each row of a pandas DataFrame."""

    _problem, _predicts_numbers = "regression", True

    def __init__(self, learner="rlsr", *, data=None, problem=None, views=None, kernel=None,
                 unlabeled_label=None, random_state=None, n_jobs=1, **options):
        super().__init__(learner, data=data, problem=problem, views=views, kernel=kernel,
                         unlabeled_label=unlabeled_label, random_state=random_state, n_jobs=n_jobs,
                         **options)

    def fit(self, X, y, X_unlabeled=None):
        """Fits to rows with numbers, and to unlabeled ones if the learner uses them.

        Parameters
        ----------
        X : DataFrame of n rows
        y : n numbers; None, NaN and `unlabeled_label` mark unlabeled rows
        X_unlabeled : DataFrame, or None

        Returns self. Raises TypeError and ValueError for wrong data, with the place in X.
        """
        self._mark = "?"
        marks = self._marks(y)
        if all(mark == "?" for mark in marks):
            raise ValueError("y has no number")
        return self._fit_table(X, marks, X_unlabeled, "?")

    def predict(self, X):
        """The predicted number of each row: an array of n floats."""
        return self._outputs(self._predicted(X))

    def score(self, X, y, sample_weight=None):
        """R^2 on the labeled rows; unlabeled ones are left out.

        Raises ValueError if no row is labeled.
        """
        return super().score(*self._labeled(X, y, sample_weight))


class TableClassifier(ClassifierMixin, _Table):
    """Predicts a label for each row of a pandas DataFrame."""

    _problem = "multiclass"

    def fit(self, X, y, X_unlabeled=None):
        """Fits to labeled rows, and to unlabeled ones if the learner uses them.

        Parameters
        ----------
        X : DataFrame of n rows
        y : n labels, texts or numbers; None, NaN and `unlabeled_label` mark unlabeled rows
        X_unlabeled : DataFrame, or None

        Returns self. Raises TypeError and ValueError for wrong data, with the place in X.
        """
        y = [label.item() if isinstance(label, np.generic) else label for label in y]
        found = {label for label in y if not self._is_unlabeled(label)}
        if not found:
            raise ValueError("y has no label")
        if len({isinstance(label, str) for label in found}) > 1:
            raise ValueError(f"y has labels of several types: {sorted(found, key=str)}")
        labels = sorted(found)
        if X_unlabeled is None and not any(map(self._is_unlabeled, y)):
            warn_of_marks(self._learner_block()["type"], self.unlabeled_label, np.array(labels))
        names = {label: str(label) for label in labels}
        check_names(names.values())
        refuse_sets(names.values())
        blank = [name for name in names.values() if name != name.strip(_BLANKS)]
        if blank:
            raise ValueError(f"y has labels with blanks at their ends: {blank}; tables do not "
                             "keep them")
        mark = unlabeled_mark(set(names.values()))
        self._fit_table(X, [mark if self._is_unlabeled(label) else names[label] for label in y],
                        X_unlabeled, mark)
        self.classes_ = np.array(labels)
        self._place = {name: k for k, name in enumerate(names.values())}
        return self

    def predict(self, X):
        """The predicted label of each row: an array of n labels."""
        return self._outputs(self._predicted(X))

    def suggest(self, X, count, by="margin", diverse=False):
        """The places in X of the rows to label next, and their scores; see ``Model.suggest``."""
        return self._suggested(X, count, by, diverse)

    def score(self, X, y, sample_weight=None):
        """The share of labeled rows that are predicted right; unlabeled rows are left out.

        Raises ValueError if no row is labeled.
        """
        X, y, weights = self._labeled(X, y, sample_weight)
        right = [found == label for found, label in zip(self.predict(X), y)]
        return float(np.average(right, weights=weights))

    def predict_proba(self, X):
        """p(y | x) of all classes, of shape (n, k), in the order of ``classes_``.

        For learners with likelihoods, such as "crf" and "naive_bayes"; others raise ConfigError.
        """
        found = [json.loads(line)["marginals"] for line in self._predicted(X, marginals=True)]
        return np.array([[row.get(name, 0.0) for name in self._place] for row in found])


def _columns_of(X, name):
    """The names of the columns of a data frame."""
    if not hasattr(X, "columns") or not hasattr(X, "iloc"):
        raise TypeError(f"{name} is {type(X).__name__}, expected a pandas DataFrame")
    columns = [str(column).strip() for column in X.columns]
    twice = [column for column in columns if columns.count(column) > 1 or not column]
    if twice:
        raise ValueError(f"{name} has the column {twice[0]!r} twice, or without a name")
    return columns


def csv_text(frame, name, separator=","):
    """A data frame as the text of a file of the format csv, which `name` names in errors."""
    columns = _columns_of(frame, name)
    cells = [[_cell(cell) for cell in frame[key]] for key in frame.columns]
    return "\n".join(_row(row, separator) for row in [columns, *zip(*cells)]) + "\n"


def _extractors_of_texts(options):
    """The extractors of texts in these options of the format, as dictionaries."""
    extractors = [{"extractor": each} if isinstance(each, str) else each
                  for each in options.get("features") or ()]
    return [each for each in extractors
            if isinstance(each, dict) and each.get("extractor") != "links"]


def _read_apart(options):
    """The columns that these options of the format leave out, or give to extractors."""
    return {each.get("column", "text") for each in _extractors_of_texts(options)} | \
        set(options.get("ignore") or ())


def _named_in(options):
    """The columns that these options of the format do not read as numbers."""
    return _read_apart(options) | set(options.get("nominal") or ())


def _notes_on_blanks(columns):
    """Says which values are one value without the blanks at their ends."""
    for name, cells in columns.items():
        found = {}
        for value in sorted({cell for cell in cells if isinstance(cell, str)}):
            other = found.setdefault(value.strip(_BLANKS), value)
            if other != value:
                yield (f"column {name}: {other!r} and {value!r} are one value: blanks at the ends "
                       "of cells do not count")
                break


def _notes_on_texts(columns, declared, takes_words):
    """Says which nominal columns have texts. The library says so of files, but not of columns that
    its options call nominal, as all of a frame are that are no numbers. A column of categories, and
    one of `declared`, is told only if most of its texts differ."""
    few = 4
    for name, cells in columns.items():
        texts = [cell.strip(_BLANKS) for cell in cells if isinstance(cell, str)]
        if len(texts) < few or 2 * sum(cell.count(" ") > 1 for cell in texts) <= len(texts):
            continue
        is_declared = name in declared or hasattr(cells.dtype, "categories")
        different = len(set(texts))
        most_differ = 2 * different > len(texts)
        if is_declared and not most_differ:
            continue
        to_do = {"leave the column out": {"ignore": [name]}}
        if is_declared:
            why = (f"is nominal, but {different} of its {len(texts)} texts differ: a value that "
                   "occurs once teaches nothing about other rows")
        else:
            why = "has texts: a value is a whole text here, and its words are not looked at"
            if not most_differ:
                to_do["keep whole texts"] = {"nominal": [name]}
        if takes_words:
            to_do = {"use its words": {"features": [{"extractor": "words", "column": name}]},
                     **to_do}
        yield f"column {name} {why}; " + "; ".join(
            f"to {aim}, take data={json.dumps(options)}" for aim, options in to_do.items())


def _is_nominal(column):
    kind = getattr(column.dtype, "kind", "O")
    if kind in _HAVE_TYPES:
        return False
    return not all(is_missing(cell) or isinstance(cell, numbers.Real) and
                   not isinstance(cell, (bool, np.bool_)) for cell in column)


def _is_infinite(cell):
    try:
        return isinstance(cell, numbers.Real) and math.isinf(cell)
    except OverflowError:  # a whole number that no float holds
        return True


def _neutral(number):
    """The text of a number that is the same in all languages, as 15e-1.

    A loaded model may have found decimal commas, or points between thousands, in a column.
    """
    if not isinstance(number, (float, np.floating)):
        return str(number)
    sign, digits, exponent = decimal.Decimal(str(number)).normalize().as_tuple()
    return f"{'-' * sign}{''.join(map(str, digits))}" + (f"e{exponent}" if exponent else "")


def _cell(value, number=str):
    """The text of a cell, in which `number` writes numbers."""
    if type(value).__name__ == "NaTType" or is_missing(value):
        return ""
    if hasattr(value, "isoformat"):
        return value.isoformat().removesuffix("T00:00:00")
    return value.strip(_BLANKS) if isinstance(value, str) else number(value)


def _row(cells, separator):
    """A line of a table, or several where cells have line breaks."""
    text = io.StringIO()
    # The writer puts a cell in quotes if it has a character of the end of lines.
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerow(cells)
    return text.getvalue().removesuffix("\r\n")
