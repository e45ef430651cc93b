"""Classes of rows, in the manner of scikit-learn: one for each learner of the catalog that takes
rows. Their parameters are the options that the learner declares."""

import functools
import inspect
import keyword
import numbers
import warnings

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.exceptions import DataConversionWarning
from sklearn.metrics import r2_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array, check_is_fitted

from . import _core, data
from .training import LEARNERS, WithModel, block_of, check_names, checked_weights, config_of
from .training import as_classes, is_missing, raise_if_interrupted, train, unlabeled_mark, warn_of_marks

# The names of the classes, as users of scikit-learn spell such names.
CLASSIFIERS = {
    "structural_svm": "StructuralSVC",
    "perceptron": "StructuredPerceptron",
    "crf": "MaximumEntropy",
    "naive_bayes": "NaiveBayes",
    "gradient_svm": "GradientSVC",
    "co_svm": "CoSVC",
    "co_perceptron": "CoPerceptron",
    "gradient_tsvm": "GradientTSVC",
    "gradient_co_svm": "GradientCoSVC",
    "tsvm_ova": "TransductiveSVC",
    "self_training": "SelfTraining",
    "co_training": "CoTraining",
}
REGRESSORS = {"rlsr": "RLSR", "co_rlsr": "CoRLSR"}
_LIKELIHOODS = ("crf", "naive_bayes")
# Learners whose result does not depend on the order of rows.
_ANY_ORDER = ("crf", "gradient_svm", "gradient_tsvm", "gradient_co_svm", "rlsr", "co_rlsr")

_OWN_PARAMETERS = """kernel : dict or None, default None
    A kernel, as {"type": "gaussian"}; None is linear.
views : None, "random" or a list of lists of columns, default None
    How features are divided. None: all together, or, where X is a list of matrices, one view for
    each. A learner without views takes all features in any case.
random_state : int, RandomState or None, default None
    The seed of all random draws; None is the seed 1, so that fits repeat.
n_jobs : int or None, default 1
    Threads; the result is the same for any number. None and -1: all processors."""
_CLASSIFIER_PARAMETERS = """loss : str, default "zero_one"
    The loss of the problem `multiclass`.
bias : bool, default False
    Whether each class has a constant.
unlabeled_label : optional, default None
    A value of y that marks unlabeled rows, as -1 in sklearn.semi_supervised. None and NaN always
    mark them."""


def _parameter(option):
    """The parameter of an option: its name, with _ behind Python's keywords."""
    return option + "_" if keyword.iskeyword(option) else option


def _combined(X, X_unlabeled, estimator, reset=True):
    """X as one CSR matrix, the widths of its parts if it is a list, and the rows of X_unlabeled."""
    def checked(matrix, least=1):
        return data.csr(check_array(matrix, accept_sparse="csr", dtype=np.float64,
                                    estimator=estimator, ensure_min_samples=least))

    def joined(matrices, least=1):
        matrices = [checked(m, least) for m in matrices]
        if len({m.shape[0] for m in matrices}) > 1:
            raise ValueError(f"X has views of {[m.shape[0] for m in matrices]} rows: expected one "
                             "number")
        return sparse.hstack(matrices, format="csr"), [m.shape[1] for m in matrices]

    is_list = isinstance(X, (list, tuple)) and len(X) > 1 and all(
        getattr(x, "ndim", 0) == 2 for x in X)
    whole, widths = joined(X) if is_list else (checked(X), None)
    more = None
    if X_unlabeled is not None:
        if is_list and not (isinstance(X_unlabeled, (list, tuple)) and
                            len(X_unlabeled) == len(X)):
            raise ValueError(f"X_unlabeled: expected a list of {len(X)} matrices, as X is one")
        more, other = joined(X_unlabeled, 0) if is_list else (checked(X_unlabeled, 0), None)
        if other != widths:
            raise ValueError(f"X_unlabeled has views of {other} features, but X of {widths}")
        if more.shape[1] != whole.shape[1]:
            raise ValueError(f"X_unlabeled has {more.shape[1]} features, but X has "
                             f"{whole.shape[1]}")
    return whole, widths, more


def _one_column(y):
    """y, flat where it is a column."""
    if y.ndim == 2 and y.shape[1] == 1:
        warnings.warn("A column-vector y was passed when a 1d array was expected",
                      DataConversionWarning, stacklevel=3)
        return y.ravel()
    return y


class _Rows(WithModel, BaseEstimator):
    """What classifiers and regressors of rows share."""

    _learner = None
    _problem = None

    def _learner_block(self):
        """The block `learner` of a config with these parameters."""
        given = {}
        for option in LEARNERS[self._learner]["options"]:
            value = getattr(self, _parameter(option["name"]))
            is_default = value is None if isinstance(option["default"], dict) else \
                type(value) is type(option["default"]) and value == option["default"]
            if not is_default:
                given[option["name"]] = value
        if self.kernel is not None:
            given["kernel"] = self.kernel
        return block_of(self._learner, given)

    def _block_inside(self):
        """The same for a learner inside another one, which has only its own options."""
        options = {_parameter(option["name"]) for option in LEARNERS[self._learner]["options"]}
        for name, default in self._parameters.items():
            value = getattr(self, name)
            if name not in options and value is not default and value != default:
                raise ValueError(f"{name} = {value!r} has no effect inside another learner: set it "
                                 "in the outer one")
        return self._learner_block()

    def _views(self, widths, count):
        if isinstance(self.views, str) and self.views == "random":
            return {"split": "random", "count": 2}
        groups = self.views
        if groups is None:
            if widths is None:
                return None
            ends = np.cumsum(widths)
            groups = [range(end - width, end) for end, width in zip(ends, widths)]
        elif not isinstance(groups, (list, tuple)) or not groups:
            raise ValueError(f'views = {groups!r}: expected None, "random" or a list of lists of '
                             "columns")
        return {"split": "ranges", "ranges": [_ranges(group, count) for group in groups]}

    def _config(self, problem, widths, mark):
        config = config_of(self, problem, {"format": "svmlight", "unknown": mark})
        views = self._views(widths, self.n_features_in_)
        if views is not None and LEARNERS[self._learner]["uses_views"]:
            config["views"] = views
        return config

    def _train(self, X, names, widths, more, weights, problem, mark):
        if sparse.issparse(X) and X.nnz == 0 and (more is None or more.nnz == 0):
            tiny = np.finfo(np.float64).tiny  # a feature, for a model without any
            X = sparse.csr_matrix(([tiny], ([0], [0])), shape=X.shape)
        examples = {"train": data.rows(X, names, weights)}
        if more is not None and more.shape[0] > 0:
            examples["unlabeled"] = data.rows(more, [mark] * more.shape[0])
        self.n_features_in_ = X.shape[1]
        self._widths = widths
        self.model_, self.report_ = train(self._config(problem, widths, mark), examples,
                                          self.n_jobs)
        self.n_iter_ = max(1, self.report_.get("iterations", 1))
        raise_if_interrupted(self.report_)

    def _rows(self, X):
        check_is_fitted(self, "model_")
        self._check_feature_names(X, reset=False)
        X, widths, _ = _combined(X, None, self)
        if widths is not None and self._widths is not None and widths != self._widths:
            raise ValueError(f"X has views of {widths} features, but {type(self).__name__} is "
                             f"expecting {self._widths}")
        if X.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {X.shape[1]} features, but {type(self).__name__} is expecting "
                             f"{self.n_features_in_} features as input")
        return X

    def _evaluated(self, X, y, metrics):
        if y is not None:
            y = _one_column(y) if isinstance(y, np.ndarray) else y
            y = [None if self._marks_unlabeled(label) else label for label in y]
            y = as_classes(y, getattr(self, "classes_", ()))
        return self.model_.evaluate(self._rows(X), y, metrics)

    def _marks_unlabeled(self, label):
        """Whether a label that is not missing marks an unlabeled row."""
        return False

    def __sklearn_is_fitted__(self):
        return hasattr(self, "model_")

    def _more_tags(self):
        # The check shuffles rows, and fits depend on their order within their gap.
        depends_on_order = {} if self._learner in _ANY_ORDER else {
            "check_sample_weights_invariance": "the result depends on the order of rows, within "
                                               "the gap that the fit stops at"}
        # naive Bayes needs counts, and scikit-learn's checks have other numbers
        return {"_skip_test": self._learner == "naive_bayes", "_xfail_checks": depends_on_order}


def _ranges(columns, count):
    """Columns, from 0, as the inclusive ranges of features, from 1, of a view."""
    whole = hasattr(columns, "__iter__") and not isinstance(columns, (str, dict))
    columns = list(columns) if whole else []
    are_whole = all(isinstance(c, numbers.Integral) and not isinstance(c, (bool, np.bool_))
                    for c in columns)
    if not columns or not are_whole or not all(0 <= c < count for c in columns):
        raise ValueError(f"views: each view is a list of columns from 0 to {count - 1}, with at "
                         f"least one; found {columns!r}")
    columns = sorted({int(c) for c in columns})
    ranges = []
    for column in columns:
        if ranges and ranges[-1][1] == column:
            ranges[-1][1] = column + 1
        else:
            ranges.append([column + 1, column + 1])
    return ranges


def _has_likelihood(estimator):
    return estimator._learner in _LIKELIHOODS


def _keeps_what_it_was(fit):
    """A fit that fails leaves the estimator as it was. One that is interrupted keeps its model."""
    @functools.wraps(fit)
    def guarded(self, *arguments, **named):
        before = dict(self.__dict__)
        try:
            return fit(self, *arguments, **named)
        except BaseException:
            if self.__dict__.get("model_") is before.get("model_"):
                self.__dict__.clear()
                self.__dict__.update(before)
            raise
    return guarded


class _Classifier(ClassifierMixin, _Rows):
    @_keeps_what_it_was
    def fit(self, X, y, sample_weight=None, X_unlabeled=None):
        """Fits to labeled rows, and to unlabeled ones if the learner uses them.

        Parameters
        ----------
        X : matrix of shape (n, d), or a list of matrices, one for each view
        y : n labels; None and NaN mark unlabeled rows
        sample_weight : n numbers from 0, or None; weights of unlabeled rows do not count
        X_unlabeled : matrix of shape (m, d), or a list of matrices, or None

        Returns self. Raises ValueError (ConfigError names the option) for wrong parameters and
        data. Ctrl-C raises KeyboardInterrupt; the estimator then holds the best weights so far.
        """
        self._check_feature_names(X, reset=True)
        if hasattr(X_unlabeled, "columns"):
            self._check_feature_names(X_unlabeled, reset=False)
        X, widths, more = _combined(X, X_unlabeled, self)
        y, is_labeled = self._labels(y, X.shape[0])
        if more is None and is_labeled.all():
            warn_of_marks(self._learner, self.unlabeled_label, self.classes_)
        weights = checked_weights(sample_weight, X.shape[0])
        if weights is not None:
            weights = np.array(weights)
            kept = weights > 0  # a row of weight 0 counts as absent
            X, y, is_labeled, weights = X[kept], y[kept], is_labeled[kept], weights[kept]
            self._set_classes(y[is_labeled], y)
        names = [str(label) for label in self.classes_]
        check_names(names)
        mark = unlabeled_mark(names)
        index = np.zeros(len(y), dtype=int)
        index[is_labeled] = np.searchsorted(self.classes_, y[is_labeled]) \
            if y.dtype.kind != "O" else [self._place[label] for label in y[is_labeled]]
        marks = [names[k] if known else mark for k, known in zip(index, is_labeled)]
        self._names = {name: k for k, name in enumerate(names)}
        self._train(X, marks, widths, more, weights,
                    {"type": "multiclass", "loss": self.loss, "bias": bool(self.bias)}, mark)
        return self

    def score(self, X, y, sample_weight=None):
        """The share of labeled rows that are predicted right; unlabeled rows are left out.

        Raises ValueError if no row is labeled.
        """
        y = list(y)
        labeled = [i for i, label in enumerate(y)
                   if not is_missing(label) and not self._marks_unlabeled(label)]
        if not labeled:
            raise ValueError("y has no label to score: all are None, NaN or unlabeled_label")
        found = self.predict(X)
        if len(found) != len(y):
            raise ValueError(f"X has {len(found)} rows, but y has {len(y)}")
        right = [found[i] == y[i] for i in labeled]
        weights = checked_weights(sample_weight, len(y))
        return float(np.average(right, weights=weights and [weights[i] for i in labeled]))

    def _marks_unlabeled(self, label):
        return self.unlabeled_label is not None and label == self.unlabeled_label

    def _labels(self, y, size):
        """y as an array, and which of it are labels. Sets classes_."""
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None")
        if isinstance(y, (list, tuple)) and any(np.ndim(v) == 0 and is_missing(v) for v in y):
            y = np.array(y, dtype=object)
        y = np.asarray(y)
        y = _one_column(y)
        if y.ndim != 1:
            raise ValueError(f"y should be a 1d array, got an array of shape {y.shape} instead.")
        if len(y) != size:
            raise ValueError("Found input variables with inconsistent numbers of samples: "
                             f"[{size}, {len(y)}]")
        if y.dtype.kind == "O":
            y = np.array([v.item() if isinstance(v, np.generic) else v for v in y] + [None],
                         dtype=object)[:-1]  # None keeps tuples whole
            missing = np.array([is_missing(label) for label in y], dtype=bool)
        elif y.dtype.kind == "f":
            missing = np.isnan(y)
        else:
            missing = np.zeros(len(y), dtype=bool)
        if self.unlabeled_label is not None:
            missing |= np.array([self._marks_unlabeled(label) for label in y])
        known = self._set_classes(y[~missing], y)
        if known.dtype.kind == "f" and y.dtype.kind == "O":
            y = np.where(missing, np.nan, y).astype(float)
        return y, ~missing

    def _set_classes(self, known, y):
        """Sets classes_ from the labels that are known. Returns them as an array of one type."""
        if any(isinstance(label, str) and label.endswith("\0") for label in known):
            raise ValueError("y has a label that ends in a zero character, which NumPy cuts off")
        if known.size == 0:
            raise ValueError("y has no label: all are None, NaN or unlabeled_label")
        if known.dtype.kind == "O" and len({type(label) for label in known}) == 1:
            known = np.array(known.tolist())
        types = sorted({type(label).__name__ for label in known.tolist()})
        if known.dtype.kind == "O" and len(types) > 1:
            raise ValueError(f"y has labels of several types: {', '.join(types)}")
        if not set(types) <= {"str", "bytes", "int", "float", "bool"}:
            raise ValueError(f"y has labels of the type {types[0]}, expected str, int, float or "
                             "bool: Unknown label type")
        check_classification_targets(known)
        self.classes_ = np.unique(known)
        self._place = {label: k for k, label in enumerate(self.classes_.tolist())}
        if len(self.classes_) < 2:
            also = [v for v in (-1, "-1") if self.unlabeled_label is None and v in y.tolist()]
            hint = f"; unlabeled_label={also[0]!r} makes {also[0]!r} unlabeled" if also else ""
            raise ValueError("Classifier can't train when only one class is present: y has the "
                             f"label {self.classes_[0]!r} alone{hint}")
        return known

    def predict(self, X):
        """The predicted label of each row: an array of n labels."""
        examples = self._examples(X)
        found = self.model_.predict(examples)
        return self.classes_[[self._names[name] for name in found]]

    def _examples(self, X):
        X = self._rows(X)
        return data.rows(X, [""] * X.shape[0])

    def suggest(self, X, count, by="margin", diverse=False):
        """The places in X of the rows to label next, and their scores; see ``Model.suggest``."""
        return self.model_.suggest(self._rows(X), count, by, diverse)

    def decision_function(self, X):
        """The scores f(x, y) of all classes, of shape (n, k); for two classes f(x, second) - f(x,
        first), of shape (n,)."""
        examples = self._examples(X)
        scores = np.full((len(examples), len(self.classes_)), -np.inf)
        for row, line in enumerate(self.model_.predict_details(examples, scores=True,
                                                               k_best=len(self.classes_))):
            for output in line["k_best"]:
                scores[row, self._names[output["output"]]] = output["score"]
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    @available_if(_has_likelihood)
    def predict_proba(self, X):
        """p(y | x) of all classes, of shape (n, k); rows sum to 1."""
        examples = self._examples(X)
        found = np.zeros((len(examples), len(self.classes_)))
        for row, line in enumerate(self.model_.predict_details(examples, marginals=True)):
            for name, probability in line["marginals"].items():
                found[row, self._names[name]] = probability
        return found / found.sum(axis=1, keepdims=True)

    @property
    def coef_(self):
        """The weights, of shape (k, d), summed over views. Only without a kernel."""
        check_is_fitted(self, "model_")
        if self.kernel is not None:
            raise AttributeError("coef_ is only available without a kernel")
        found = np.zeros((len(self.classes_), self.n_features_in_))
        for _, kind, part, feature, weight in self.model_.weights():
            if kind == "label" and feature.isdigit():
                found[self._names[part], int(feature) - 1] += weight
        return found


class _Regressor(RegressorMixin, _Rows):
    @_keeps_what_it_was
    def fit(self, X, y, X_unlabeled=None):
        """Fits to rows with numbers, and to unlabeled ones if the learner uses them.

        Parameters
        ----------
        X : matrix of shape (n, d), or a list of matrices, one for each view
        y : n numbers; None and NaN mark unlabeled rows
        X_unlabeled : matrix of shape (m, d), or a list of matrices, or None

        Weights of rows are not taken.
        """
        self._check_feature_names(X, reset=True)
        X, widths, more = _combined(X, X_unlabeled, self)
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None")
        y = np.asarray(y)
        if y.ndim == 0:
            raise ValueError(f"y should be a 1d array, got {y!r} instead.")
        if y.dtype.kind == "O" and y.ndim == 1:
            y = [np.nan if is_missing(v) else v for v in y]
        y = np.asarray(y, dtype=np.float64)
        y = _one_column(y)
        if y.ndim != 1:
            raise ValueError(f"y should be a 1d array, got an array of shape {y.shape} instead.")
        if len(y) != X.shape[0]:
            raise ValueError("Found input variables with inconsistent numbers of samples: "
                             f"[{X.shape[0]}, {y.shape[0]}]")
        if np.isinf(y).any() or np.isnan(y).all():
            raise ValueError("Input y contains infinity, or NaN alone.")
        names = ["?" if np.isnan(v) else repr(float(v)) for v in y]
        self._train(X, names, widths, more, None, {"type": "regression"}, "?")
        return self

    def predict(self, X):
        """The predicted numbers: an array of n floats."""
        X = self._rows(X)
        return self.model_.predict(data.rows(X, [""] * X.shape[0]))

    def score(self, X, y, sample_weight=None):
        """R^2 on the labeled rows; unlabeled ones are left out.

        Raises ValueError if no row is labeled.
        """
        y = list(y)
        kept = [i for i, number in enumerate(y) if not is_missing(number)]
        if not kept:
            raise ValueError("y has no number to score: all are None or NaN")
        found = self.predict(X)
        if len(found) != len(y):
            raise ValueError(f"X has {len(found)} rows, but y has {len(y)}")
        weights = checked_weights(sample_weight, len(y))
        return float(r2_score([y[i] for i in kept], found[kept],
                              sample_weight=weights and [weights[i] for i in kept]))


def _docstring(entry, is_classifier):
    lines = [entry["summary"][0].upper() + entry["summary"][1:] + ".", ""]
    if entry["source"]:
        lines += [f"Source: {entry['source']}.", ""]
    lines += ["Parameters", "----------"]
    for option in entry["options"]:
        lines.append(f"{_parameter(option['name'])} : {option['type']}, default "
                     f"{option['default']!r}")
        only = f" Only with {option['only_with']}." if option["only_with"] else ""
        lines.append(f"    {option['meaning']}.{only}")
    if is_classifier:
        lines += _CLASSIFIER_PARAMETERS.split("\n")
    own = _OWN_PARAMETERS.split("\n")
    has_kernel = any(option["name"] == "kernel" for option in entry["options"])
    lines += own[2:] if has_kernel else own
    lines += ["", "Attributes", "----------"]
    if is_classifier:
        lines += ["classes_ : array of k labels", "coef_ : array of shape (k, d)"]
    lines += ["model_ : costruct.Model", "report_ : dict, the report of the fit",
              "n_iter_ : int", "n_features_in_ : int, d"]
    return "\n".join(lines)


def _class_of(learner, name, base):
    entry = LEARNERS[learner]
    own = {"kernel": None, "views": None, "random_state": None, "n_jobs": 1}
    if base is _Classifier:
        own = {"loss": "zero_one", "bias": False, "unlabeled_label": None, **own}
    # scikit-learn wants defaults that cannot be changed: None stands for a block.
    defaults = {_parameter(option["name"]):
                None if isinstance(option["default"], dict) else option["default"]
                for option in entry["options"]}
    defaults.update({key: value for key, value in own.items() if key not in defaults})
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    parameters += [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=value)
                   for key, value in defaults.items()]
    signature = inspect.Signature(parameters)

    def __init__(self, *positional, **given):
        if positional:
            first = "learner" if "learner" in defaults else next(iter(defaults))
            raise TypeError(f"{name}() takes parameters by their names: write "
                            f"{name}({first}=...)")
        unknown = sorted(set(given) - set(defaults))
        if unknown:
            block = given.get("learner") or next(
                (each["default"] for each in entry["options"] if each["name"] == "learner"), None)
            inner = block.get("type") if isinstance(block, dict) else block
            if isinstance(inner, str) and any(each["name"] == unknown[0] for each in
                                              LEARNERS.get(inner, {"options": []})["options"]):
                raise TypeError(f"{name}() has no parameter {unknown[0]!r}, which the inner learner "
                                f"has: write {name}(learner={{'type': {inner!r}, "
                                f"{unknown[0]!r}: {given[unknown[0]]!r}}})")
            meant = _core.did_you_mean(unknown[0], list(defaults))
            raise TypeError(f"{name}() has no parameter {unknown[0]!r}"
                            f"{f': {meant} It' if meant else '; it'} has {', '.join(defaults)}")
        for key, value in defaults.items():
            setattr(self, key, given.get(key, value))

    __init__.__signature__ = signature
    return type(name, (base,), {
        "__init__": __init__, "__doc__": _docstring(entry, base is _Classifier),
        "__module__": __name__, "_learner": learner, "_parameters": defaults})


def estimator_class(learner):
    """The class of a learner: one of those below, or a new one for a learner that was added."""
    name = {**CLASSIFIERS, **REGRESSORS}.get(learner, learner.title().replace("_", ""))
    if name not in globals():
        base = _Regressor if LEARNERS[learner]["predicts_numbers"] else _Classifier
        globals()[name] = _class_of(learner, name, base)
    return globals()[name]


for _learner, _name in CLASSIFIERS.items():
    globals()[_name] = _class_of(_learner, _name, _Classifier)
for _learner, _name in REGRESSORS.items():
    globals()[_name] = _class_of(_learner, _name, _Regressor)

__all__ = [*CLASSIFIERS.values(), *REGRESSORS.values()]
