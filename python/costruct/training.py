"""From estimators to configs and models: what all estimators share."""

import json
import numbers

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from . import _core
from .messages import in_python, warn, warnings_of_call
from .models import Model


class InterruptedFitWarning(UserWarning):
    """A fit was interrupted; the estimator holds the best weights so far."""


LEARNERS = {entry["name"]: entry for entry in json.loads(_core.describe_learners())}


def is_missing(label):
    """Whether a label is None, NaN or pandas.NA."""
    if label is None or type(label).__name__ == "NAType":
        return True
    return isinstance(label, numbers.Real) and label != label


def as_classes(labels, classes):
    """The labels, each that equals a class as this class: 0.0 as 0."""
    of = {label: label for label in classes}
    return [of.get(label, label) for label in labels]


def checked_weights(weights, count):
    """Weights of examples as floats, or None. Raises ValueError for wrong ones."""
    if weights is None:
        return None
    try:
        weights = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("sample_weight: expected a number from 0 for each example") from None
    if weights.shape != (count,):
        raise ValueError(f"sample_weight has the shape {weights.shape}, expected ({count},)")
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if wrong.size:
        weight = weights[wrong[0]]
        kind = "NaN" if np.isnan(weight) else "infinity" if np.isinf(weight) else \
            f"{weight}, which is negative"
        raise ValueError(f"sample_weight[{wrong[0]}] is {kind}; expected a finite number from 0")
    return weights.tolist()


def block_of(learner, options):
    """The block of a learner with these options. Raises ConfigError for values without JSON."""
    block = {"type": learner}
    for name, value in options.items():
        try:
            block[name] = plain(value)
            if name == "learner" and isinstance(block[name], str):  # a learner inside, by its name
                block[name] = {"type": block[name]}
            json.dumps(block[name], allow_nan=False)
        except (TypeError, ValueError) as error:
            raise _core.ConfigError(f"{name} = {value!r}: {error}") from None
    return block


def name_and_options(learner, fitting, numbers=False):
    """A learner's name and options. It is a name, or a dictionary with its `type` and options.

    Raises ValueError for what is no learner of outputs, or with `numbers` none of numbers.
    `fitting()` gives the names for the message.
    """
    options = dict(learner) if isinstance(learner, dict) else {"type": learner}
    name = options.pop("type", None)
    known = isinstance(name, str) and name in LEARNERS
    if not known or LEARNERS[name]["predicts_numbers"] != numbers:
        names = sorted(fitting())
        meant = _core.did_you_mean(str(name), names)
        reason = f"{name} predicts {'outputs' if numbers else 'numbers'}; expected" if known else \
            f"{meant} Expected" if meant else "expected"
        raise ValueError(f"learner = {learner!r}: {reason} one of {names}, or a dictionary with "
                         "its type and options")
    return name, options


def config_of(estimator, problem, data):
    """The config that trains an estimator, without its files."""
    return {"problem": problem, "data": data, "learner": estimator._learner_block(),
            "seed": seed_of(estimator.random_state)}


class Report(dict):
    """The report of a fit. It is shown without the rows of its history, which may be hundreds."""

    def __init__(self, report):
        """Takes a dictionary. Its warnings and notes get Python's words."""
        super().__init__(report)
        for kind in {"warnings", "notes"} & set(report):
            self[kind] = list(map(in_python, report[kind]))

    def __reduce__(self):
        return Report, (dict(self),)

    def __repr__(self):
        return "{" + ", ".join(
            f"{key!r}: <{len(value)} rows>" if key == "history" and value else f"{key!r}: {value!r}"
            for key, value in self.items()) + "}"


class WithModel:
    """An estimator that keeps its model."""

    def save(self, path):
        """Writes the model's file, which ``costruct predict`` reads."""
        check_is_fitted(self, "model_")
        self.model_.save(path)

    def evaluate(self, X, y=None, metrics=()):
        """Compares predictions with true outputs, as ``costruct evaluate``.

        Parameters
        ----------
        X, y : as ``fit`` takes them; what is unknown in y does not count
        metrics : list of metrics, as ["chunk_f1"]; empty: all that suit the data

        Returns what ``costruct evaluate --output json`` prints, as a dictionary. It has `metrics`,
        each by its name. For labels and chunks it has tables with precision, recall and F1.
        Raises TypeError and ValueError with the place, and ConfigError for metrics that the problem
        does not have. Ctrl-C raises KeyboardInterrupt.
        """
        check_is_fitted(self, "model_")
        return self._evaluated(X, y, metrics)


class WithOptions(WithModel):
    """An estimator that takes the options of any learner as further parameters.

    An option of an option has both names, as ``learner__C`` for C of the learner inside
    "self_training". It is a parameter of grids, too.
    """

    kernel = None
    _problem = None
    _predicts_numbers = False
    _DATA_OPTIONS = frozenset()  # options of `data` that are easily taken for those of the learner

    def _take_options(self, options):
        self._options = dict(options)
        for key, value in options.items():
            if hasattr(type(self), key):
                raise TypeError(f"{type(self).__name__}() has no option {key!r}")
            setattr(self, key, value)

    def get_params(self, deep=True):
        params = super().get_params(deep=deep)
        if deep and isinstance(self.learner, dict):
            params.update(_flat(self.learner))
        params.update({key: getattr(self, key) for key in self._options})
        return params

    def set_params(self, **params):
        for key, value in params.items():
            if key not in super()._get_param_names():
                self._options[key] = value
            setattr(self, key, value)
        return self

    def _learner_block(self):
        of_numbers = [name for name, entry in LEARNERS.items() if entry["predicts_numbers"]]
        name, options = name_and_options(
            self.learner, lambda: of_numbers if self._predicts_numbers else
            _core.learners_for(self._problem), self._predicts_numbers)
        defaults = {option["name"]: option["default"] for option in LEARNERS[name]["options"]}
        for key in self._options:
            set_option(options, key.split("__"), getattr(self, key), defaults)
        known = set(defaults)
        for key in sorted(set(self._options) & self._DATA_OPTIONS - known):
            raise _core.ConfigError(f"{key} is no option of {name}: the data have it, as "
                                    f"data={{{key!r}: ...}}")
        refuse_misspelt(self._options, defaults, super()._get_param_names())
        if self.kernel is not None:
            options["kernel"] = self.kernel
        return block_of(name, options)

    def _config(self, data, **problem):
        """The config with the options of `problem`, of which the user's parameter is the last."""
        return config_of(self, {"type": self._problem, **problem, **plain(self.problem or {})},
                         data)


def _flat(block, front=""):
    """The options in the blocks inside a block, as {"learner__C": 1}."""
    found = {}
    for key, value in block.items():
        if isinstance(value, dict):
            found.update(_flat(value, f"{front}{key}__"))
        elif front:
            found[front + key] = value
    return found


def refuse_misspelt(options, defaults, parameters):
    """Raises ConfigError for an option whose name is more like one of these parameters than like an
    option of the learner. The library knows only the latter."""
    own = [name for name in parameters if name not in defaults]
    for key in sorted(set(options) - set(defaults)):
        meant = "" if "__" in key else _core.did_you_mean(key, [*defaults, *own])
        if meant and _core.did_you_mean(key, list(defaults)) != meant:
            raise _core.ConfigError(f"unknown option {key}: {meant}")


def set_option(block, path, value, defaults):
    """Sets an option of a block, or one of a block inside it, which has a default."""
    if len(path) == 1:
        block[path[0]] = value
        return
    inner = block.get(path[0], defaults.get(path[0]))
    inner = {"type": inner} if isinstance(inner, str) else dict(inner or {})
    block[path[0]] = inner
    set_option(inner, path[1:], value, {})


def seed_of(random_state):
    """The seed of a config: 1 for None, else the number or one drawn from a RandomState."""
    if random_state is None:
        return 1
    if isinstance(random_state, numbers.Integral) and random_state >= 0:
        return int(random_state)
    if hasattr(random_state, "randint"):
        return int(random_state.randint(0, 2**31 - 1))
    if hasattr(random_state, "integers"):
        return int(random_state.integers(0, 2**31 - 1))
    raise ValueError(f"random_state = {random_state!r}: expected None, a whole number from 0 or a "
                     "RandomState")


def threads_of(n_jobs):
    """The number of threads: 0 (all) for None and -1."""
    if n_jobs is None or n_jobs == -1:
        return 0
    if isinstance(n_jobs, numbers.Integral) and n_jobs >= 1:
        return int(n_jobs)
    raise ValueError(f"n_jobs = {n_jobs!r}: expected None, -1 or a whole number from 1")


def plain(value):
    """A value of an option as JSON has it. An estimator becomes the block of its learner."""
    if isinstance(value, type):
        raise TypeError(f"{value.__name__} is a class, expected an object: {value.__name__}()")
    if hasattr(value, "_block_inside"):
        return value._block_inside()
    if hasattr(value, "get_params"):
        raise TypeError(f"{type(value).__name__} is no estimator of costruct")
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value


def warn_of_marks(learner, mark, classes):
    """Warns of marks of unlabeled rows that count as classes, or that mark nothing, where no row is
    unlabeled. `mark` is the parameter unlabeled_label."""
    if not LEARNERS[learner]["uses_unlabeled"]:
        return
    if mark is not None:
        warn(f"no label in y is unlabeled_label={mark!r}, so no row is unlabeled; y has labels of "
             f"type {classes.dtype}")
        return
    marks = [label for label in (-1, "-1") if label in classes.tolist()]
    if marks and len(classes) > 2:
        warn(f"{marks[0]!r} is a class; unlabeled_label={marks[0]!r} makes it the mark of "
             "unlabeled rows")


def unlabeled_mark(labels):
    """A mark of unlabeled parts that is not a label."""
    mark = "?"
    while mark in labels:
        mark += "?"
    return mark


def check_names(names):
    """Raises ValueError for labels whose names cannot stand in a model."""
    names = list(names)
    if len(set(names)) < len(names):
        raise ValueError("y has different labels with the same text, as 1 and '1': "
                         f"{sorted(n for n in set(names) if names.count(n) > 1)}")
    as_numbers = {}
    for name in names:
        if not name or "\n" in name:
            raise ValueError(f"y has the label {name!r}: expected a text that is not empty and has "
                             "no line break")
        try:
            other = as_numbers.setdefault(float(name), name)
        except ValueError:
            continue
        if other != name:
            raise ValueError(f"y has the labels {other!r} and {name!r}, which are one number; "
                             "labels that are equal as numbers are one class")


def refuse_sets(names):
    """Raises ValueError for labels that files read as several possible ones."""
    for name in sorted(names):
        if name.startswith("{") and name.endswith("}") and ("," in name or name.startswith("{!")):
            raise ValueError(f"y has the label {name!r}, which stands for several possible labels "
                             "in files: give another name, or where sets are taken a set of labels")


def train(config, data, n_jobs):
    """Trains, and returns the model and the report.

    An interrupted fit that has a model raises nothing yet: the caller keeps the model, and then
    calls ``raise_if_interrupted(report)``.
    """
    with warnings_of_call():
        bytes_, report, interrupted = _core.train(json.dumps(config), data, threads_of(n_jobs))
    if interrupted and not bytes_:
        raise KeyboardInterrupt
    report = Report(json.loads(report) if report else {})
    why = report.get("stopped_because") or ""
    if not report.get("converged", True) and "limit" in why:
        warn(f"the fit ended before its goal: {why}", ConvergenceWarning)
    report["interrupted"] = interrupted
    return Model(bytes_), report


def raise_if_interrupted(report):
    """Raises KeyboardInterrupt after an interrupted fit."""
    if report["interrupted"]:
        warn("the fit was interrupted; the estimator holds the best weights so far",
             InterruptedFitWarning)
        raise KeyboardInterrupt
