"""Extractors, metrics, learners and problems in Python, known wherever their name stands."""

import hashlib
import inspect
import json

from . import _core
from .estimators import estimator_class
from .training import LEARNERS

_WITH_ONE_LABEL = ("multiclass", "taxonomy")


def _summary_of(function, summary):
    text = summary or (inspect.getdoc(function) or "").split("\n")[0].rstrip(".")
    return text or "a Python function"


def _extractor(name, function, summary):
    _core.register_extractor(name, summary, function)


def _metric(name, function, summary, problem="sequence", higher_is_better=False, scale="share"):
    flat = problem in _WITH_ONE_LABEL

    def compute(truth, predicted):
        if flat:
            truth, predicted = [y[0] for y in truth], [y[0] for y in predicted]
        return function(truth, predicted)

    _core.register_metric(problem, name, summary, bool(higher_is_better), scale, compute)


def _learner(name, function, summary):
    options = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not parameter.KEYWORD_ONLY:
            continue
        if parameter.default is parameter.empty:
            raise ValueError(f"learner {name}: the option {parameter.name} has no default: write "
                             f"{parameter.name}=VALUE")
        options[parameter.name] = parameter.default
    _core.register_learner(name, summary, options, function)
    LEARNERS.update((entry["name"], entry) for entry in json.loads(_core.describe_learners())
                    if entry["name"] == name)


def _problem(name, problem, summary):
    _core.register_problem(name, summary, problem() if isinstance(problem, type) else problem)


_KINDS = {"extractor": _extractor, "metric": _metric, "learner": _learner, "problem": _problem}


def _hash_of(thing):
    """A hash of the source of a function or a class: results depend on it."""
    thing = thing if inspect.isroutine(thing) or isinstance(thing, type) else type(thing)
    try:
        source = inspect.getsource(thing)
    except (OSError, TypeError):  # typed in, as in an interpreter
        code = getattr(thing, "__code__", None)
        source = repr((code.co_code, code.co_consts, code.co_names)) if code else repr(thing)
    return hashlib.sha256(source.encode()).hexdigest()[:16]


def register(kind, name=None, summary=None, **facts):
    """Adds a function, or a problem, to the catalogs: a decorator.

    Configs, estimators, taggers and ``python3 -m costruct --plugin FILE.py`` then know its name. A
    model that uses it needs it where the model is applied. Functions are called by several threads,
    one at a time, and must not depend on what they were called with before.

    Parameters
    ----------
    kind : "extractor", "metric", "learner" or "problem"
        An extractor gets the words of a sentence, a list of n str, and returns n lists of str, the
        attributes of each word. Its options are ``column``, ``window`` and ``group``.

        A metric gets the true and the predicted labels of all examples, and returns a number. For
        ``problem="sequence"`` these are lists of lists of str, for ``"multiclass"`` lists of str.

        A learner gets ``(problem, labeled, seed, *, option=default, ...)`` and returns the weights,
        an array of ``problem.size_joint_feature`` numbers. ``labeled`` has tuples (x, y, weight).
        ``problem`` has ``inference(x, w)`` and ``loss_augmented_inference(x, y, w)``, which return
        an output and its value; ``loss(x, y, y_hat)``, ``score(x, y, w)``, ``joint_feature(x, y)``,
        which returns indices and values; and ``add_difference(x, y, y_hat, scale, w)``, which adds
        scale * (Phi(x, y) - Phi(x, y_hat)) to w.

        A problem is a class as ``costruct.Problem``, or an object of one, with two more methods:
        ``read(line)`` returns (x, y), where y is None for an unlabeled line, and raises ValueError
        for a wrong one; ``write(y)`` returns the text that ``predict`` prints. A format of the same
        name reads its files, an example on each line.
    name : str or None, the function's name
    summary : str or None, one line; None: the first line of the docstring
    **facts : of a metric
        ``problem``; ``higher_is_better``, a bool; ``scale``, "share" (from 0 to 1), "ratio" or
        "count".

    Raises ValueError for a name that exists.

        @costruct.register("extractor")
        def vowels(words):
            return [["".join(c for c in word if c in "aeiou")] for word in words]
    """
    if kind not in _KINDS:
        raise ValueError(f"kind = {kind!r}: expected {', '.join(map(repr, _KINDS))}")

    def add(function):
        if kind != "problem" and not callable(function):
            raise TypeError(f"register({kind!r}): expected a function, found {function!r}")
        try:
            own = name or getattr(function, "__name__", type(function).__name__)
            _KINDS[kind](own, function, _summary_of(function, summary), **facts)
        except RuntimeError as error:  # std::logic_error
            raise ValueError(str(error)) from None
        _core.note_source(f"Python {kind} {own}", _hash_of(function))
        return function

    return add


def estimator_of(learner):
    """The scikit-learn-like class of any learner of the catalog, also one that was registered."""
    if learner not in LEARNERS:
        raise ValueError(f"learner = {learner!r}: expected one of {sorted(LEARNERS)}")
    return estimator_class(learner)
