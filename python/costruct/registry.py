"""Extractors, metrics, losses, learners, problems, view policies, protocols, generators in Python,
known wherever their name stands."""

import contextlib
import hashlib
import importlib.util
import inspect
import json
import os
import pathlib
import re
import sys
import sysconfig
import types

import numpy as np

from . import _core, data
from .dependencies import trees_in
from .estimators import estimator_class
from .structures import alignments_in, tree_of
from .training import LEARNERS, is_missing

_WITH_ONE_LABEL = ("multiclass", "taxonomy")

# The facts of a function beside its name and summary, with their defaults.
_FACTS = {"metric": {"problem": "sequence", "higher_is_better": False, "scale": "share"},
          "loss": {"problem": "multiclass", "whole": False},
          "view_policy": {"count": 2}, "generator": {"input": "rows"}}


# What a metric gets, from the text of an output that the library writes without its input.
_READERS = {
    "parsing": lambda text: tree_of(text),
    "dependency": lambda text: trees_in(text.split("\n"))[0],
    "alignment": lambda text: alignments_in(text.split("\n"))[0],
    "graph": json.loads,
    "clustering": lambda text: [int(line) for line in text.split()],
    "diversification": lambda text: json.loads(text)["chosen"],
}

_registered = {}  # (kind, problem, name): what the catalogs call


class _Current:
    """What the catalogs keep: it calls the function, or the problem, that was registered last."""

    def __init__(self, thing, facts):
        self.thing, self.facts, self.options = thing, facts, None
        self.identity = _identity(thing)

    def __call__(self, *arguments, **named):
        return self.thing(*arguments, **named)

    def __getattr__(self, name):
        return getattr(self.thing, name)


def _identity(thing):
    """Two of the same identity are one that was defined again, as by a cell of a notebook."""
    thing = thing if inspect.isroutine(thing) else type(thing)
    return thing.__module__, thing.__qualname__


def _summary_of(function, summary):
    text = summary or (inspect.getdoc(function) or "").split("\n")[0]
    return text.removesuffix(".") or "a Python function"


def _check_parameters(kind, name, function, positional, takes_options):
    """Raises ValueError unless a function takes so many arguments. Returns its options."""
    parameters = inspect.signature(function).parameters.values()
    options = {}
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY:
            options[parameter.name] = parameter.default
    if options and not takes_options:
        raise ValueError(f"{kind} {name}: has the argument {next(iter(options))} after *, but only "
                         "learners, view policies, protocols and generators have options of their "
                         "own")
    for option, default in options.items():
        if default is inspect.Parameter.empty:
            raise ValueError(f"{kind} {name}: the option {option} has no default: write "
                             f"{option}=VALUE")
    given = [parameter for parameter in parameters if parameter.kind in
             (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)]
    takes_any = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if len(given) != len(positional) and not takes_any:
        after = " (options stand after *)" if takes_options else ""
        raise ValueError(f"{kind} {name}: has the arguments ({', '.join(p.name for p in given)}), "
                         f"expected ({', '.join(positional)}){after}")
    return options


def _extractor(name, current, summary):
    _check_parameters("extractor", name, current.thing, ["words"], False)
    return lambda: _core.register_extractor(name, summary, current)


def _metric(name, current, summary, problem, higher_is_better, scale):
    _check_parameters("metric", name, current.thing, ["truth", "predicted"], False)
    read = (lambda y: y[0]) if problem in _WITH_ONE_LABEL else \
        _READERS.get(problem, lambda y: y)

    def compute(truth, predicted):
        return current(list(map(read, truth)), list(map(read, predicted)))

    return lambda: _core.register_metric(problem, name, summary, bool(higher_is_better), scale,
                                         compute)


def _loss(name, current, summary, problem, whole):
    _check_parameters("loss", name, current.thing, ["y", "y_hat"], False)
    if not whole:
        return lambda: _core.register_loss(problem, name, summary, current)
    one = problem in _WITH_ONE_LABEL

    def between(y, y_hat):
        return current(y[0], y_hat[0]) if one else current(y, y_hat)

    return lambda: _core.register_loss_of_outputs(problem, name, summary, between)


def _learner(name, current, summary):
    options = _check_parameters("learner", name, current.thing, ["problem", "labeled", "seed"],
                                True)
    current.options = options

    def add():
        _core.register_learner(name, summary, options, current)
        _take_learners()

    return add


def _problem(name, current, summary):
    return lambda: _core.register_problem(name, summary, current)


def _view_policy(name, current, summary, count):
    current.options = _check_parameters("view policy", name, current.thing,
                                        ["numbers", "groups", "seed"], True)
    return lambda: _core.register_view_policy(name, summary, count, current.options, current)


def _protocol(name, current, summary):
    current.options = _check_parameters("protocol", name, current.thing,
                                        ["labels", "groups", "repetition", "seed"], True)
    return lambda: _core.register_protocol(name, summary, current.options, current)


def _generator(name, current, summary, input):
    if input not in ("rows", "chains"):
        raise ValueError(f"input = {input!r}: expected \"rows\" or \"chains\"")
    current.options = _check_parameters("generator", name, current.thing, [], True)

    def draw(**options):
        drawn = current(**options)
        if not isinstance(drawn, tuple) or len(drawn) != 2:
            raise TypeError(f"generator {name} returned {type(drawn).__name__}: expected (X, y)")
        X, y = drawn
        if input == "rows":
            return data.rows(X, ["?" if is_missing(label) else str(label) for label in y])
        labels = [[None if is_missing(label) else str(label) for label in each] for each in y]
        return data.sequences(list(X), "rows", 0, labels, "?")

    return lambda: _core.register_generator(name, summary, input == "chains", current.options,
                                            draw)


_KINDS = {"extractor": _extractor, "metric": _metric, "loss": _loss, "learner": _learner,
          "problem": _problem, "view_policy": _view_policy, "protocol": _protocol,
          "generator": _generator}


def _is_of_user(module):
    """Whether a module is neither of Python nor installed."""
    file = getattr(module, "__file__", None)
    return file is not None and not any(
        pathlib.Path(file).is_relative_to(folder) for folder in _INSTALLED)


_INSTALLED = {pathlib.Path(folder) for key, folder in sysconfig.get_paths().items()
              if key in ("stdlib", "platstdlib", "purelib", "platlib")}
_INSTALLED |= {pathlib.Path(np.__file__).parent.parent, pathlib.Path(__file__).parent}


def _sources(thing, found):
    """Adds the sources of what a result of `thing` depends on to `found`: of functions and classes
    that it names, of modules of the user that it names, and its global values."""
    if isinstance(thing, _Current):
        thing = thing.thing
    if isinstance(thing, types.ModuleType):
        if _is_of_user(thing) and thing.__name__ not in found:
            found[thing.__name__] = pathlib.Path(thing.__file__).read_bytes()
            for each in list(vars(thing).values()):
                if isinstance(each, types.ModuleType):
                    _sources(each, found)
        return
    if not inspect.isroutine(thing) and not isinstance(thing, type):
        thing = type(thing)
    key = f"{thing.__module__}.{thing.__qualname__}"
    module = sys.modules.get(thing.__module__)
    if key in found or (module is not None and module.__name__ != "__main__"
                        and not _is_of_user(module)):
        return
    code = getattr(thing, "__code__", None)
    try:
        found[key] = inspect.getsource(thing).encode()
    except (OSError, TypeError):  # typed in, as in an interpreter
        found[key] = code.co_code + repr(code.co_names).encode() if code else key.encode()
    members = [thing] if code else [each for each in vars(thing).values()
                                    if hasattr(each, "__code__")]
    for member in members:
        for name, value in _named_in(member):
            if isinstance(value, (types.ModuleType, types.FunctionType, type)):
                _sources(value, found)
            elif isinstance(value, np.ndarray):
                found[f"{key}: {name}"] = value.tobytes()
            elif isinstance(value, (bool, int, float, str, bytes, tuple, list, dict, set)):
                found[f"{key}: {name}"] = repr(value).encode()


def _named_in(function):
    """The global and enclosing values that the code of a function names."""
    codes, names = [function.__code__], set()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [const for const in code.co_consts if isinstance(const, types.CodeType)]
    variables = {name: function.__globals__[name] for name in names
                 if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        with contextlib.suppress(ValueError):  # a variable that has no value yet
            variables[name] = cell.cell_contents
    return sorted(variables.items())


def _hash_of(thing):
    """A hash of what the results of a function, or of a problem, depend on."""
    found = {}
    _sources(thing, found)
    digest = hashlib.sha256()
    for key in sorted(found):
        digest.update(key.encode() + b"\0" + found[key] + b"\0")
    return digest.hexdigest()[:16]


def register(kind, name=None, summary=None, **facts):
    """Adds a function, or a problem, to the catalogs: a decorator.

    Configs, estimators, taggers and ``python3 -m costruct --plugin FILE.py`` then know its name. A
    model that uses it needs it where the model is applied. Functions may be called from several
    threads, but never by two at a time. They must not depend on earlier calls.

    Parameters
    ----------
    kind : "extractor", "metric", "loss", "learner", "problem", "view_policy", "protocol", "generator"
        An extractor gets the words of a sentence, a list of n str, and returns n lists of str, the
        attributes of each word. Its options are ``column``, ``window`` and ``group``.

        A metric gets the true and the predicted outputs of all examples, two lists, and returns a
        number. For ``problem="sequence"`` these are lists of lists of str, for ``"multiclass"``
        lists of str. Trees of ``"parsing"`` are nested tuples without words, those of
        ``"dependency"`` lists of (head, relation). Outputs of ``"graph"`` are lists of labels, of
        ``"clustering"`` lists of numbers of clusters, of ``"diversification"`` lists of places, of
        ``"alignment"`` pairs of texts with X for each letter, of a registered problem its own.

        A loss gets the right and another label, two str, and returns a number from 0, as
        ``StructuralSVC(loss="mine")``. For ``problem="sequence"`` it is summed over the items:
        ``SequenceTagger(problem={"loss": "mine"})``. It needs margin rescaling there, with slacks
        of norm 1. With ``whole=True`` it gets two outputs, lists of labels, and may be any
        function of them, for ``"sequence"``, ``"graph"``, ``"several"``, ``"multiclass"`` and
        ``"taxonomy"``. Learning then looks at the 64 best outputs alone, so that gaps are
        estimates.

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

        A view policy gets ``(numbers, groups, seed, *, option=default, ...)``: the number and the
        group of each feature. It returns the view of each, from 0 to ``count`` - 1, or -1 for none.

        A protocol gets ``(labels, groups, repetition, seed, *, option=default, ...)``. ``labels``
        has None for an unlabeled example and a list of labels for each other one. It returns a
        dictionary with lists of examples, from 0: ``labeled``, ``holdout`` (without it, the
        unlabeled ones are scored) and ``unlabeled`` (without it, all others).

        A generator gets ``(*, option=default, ...)`` and returns (X, y): a matrix and labels, or
        with ``input="chains"`` a list of matrices and a list of lists of labels.
    name : str or None, the function's name
    summary : str or None, one line; None: the first line of the docstring
    **facts
        Of a metric: ``problem``, default "sequence"; ``higher_is_better``, default False;
        ``scale``, "share" (from 0 to 1, the default), "ratio" or "count". Of a loss: ``problem``,
        default "multiclass"; ``whole``, default False. Of a view policy: ``count``, default 2. Of a
        generator: ``input``, "rows" (the default) or "chains".

    Finished cells of an experiment are computed again if a function changes, or what it names:
    functions, classes, global values and modules of yours. A function that is defined again under
    the same name replaces the first, as when a cell of a notebook runs twice.

    Raises ValueError for a name that exists.

        @costruct.register("extractor")
        def vowels(words):
            return [["".join(c for c in word if c in "aeiou")] for word in words]
    """
    if kind not in _KINDS:
        raise ValueError(f"kind = {kind!r}: expected {', '.join(map(repr, _KINDS))}")
    known = _FACTS.get(kind, {})
    for fact in facts:
        if fact not in known:
            raise TypeError(f"register({kind!r}) has no argument {fact!r}; it has "
                            f"{', '.join(['name', 'summary', *known])}")

    facts = {**known, **facts}
    problem = facts.get("problem")

    def add(function):
        if kind != "problem" and not callable(function):
            raise TypeError(f"register({kind!r}): expected a function, found {function!r}")
        own = name or getattr(function, "__name__", type(function).__name__)
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_-]*", own):
            raise ValueError(f"name = {own!r}: expected letters, digits, _ and -, with a letter "
                             "first")
        thing = function() if kind == "problem" and isinstance(function, type) else function
        current, before = _Current(thing, facts), _registered.get((kind, problem, own))
        entry = _KINDS[kind](own, current, _summary_of(function, summary), **facts)
        if before is not None and before.identity == current.identity:
            _replace(kind, own, before, current)
        else:
            try:
                entry()
            except RuntimeError as error:  # std::logic_error
                raise ValueError(str(error)) from None
            _registered[kind, problem, own] = current
        apart = "" if problem == known.get("problem") else f" of {problem}"
        _core.note_source(f"Python {kind} {own}{apart}", _hash_of(thing))
        return function

    return add


def _replace(kind, name, before, current):
    """The catalogs call another function from now on, defined in the place of the first."""
    changed = [fact for fact in current.facts if before.facts[fact] != current.facts[fact]]
    if before.options != current.options:
        changed.append("options")
    if changed:
        raise ValueError(f"{kind} {name}: the catalog has it with other {' and '.join(changed)}: "
                         "give it another name, or start Python again")
    before.thing = current.thing


def load_plugin(path):
    """Loads a plug-in: a shared library that was built with the headers of costruct, or a Python
    file.

    What it adds is then known by name in configs, estimators and commands, as after
    ``costruct --plugin FILE``. A file that is loaded already is skipped. Raises ConfigError, with
    the reason, for a file that cannot be loaded.
    """
    _core.load_plugin(os.fspath(path))
    _take_learners()


def _take_learners():
    LEARNERS.update((entry["name"], entry) for entry in json.loads(_core.describe_learners()))


def _run_plugin(path):
    """Runs a Python file as a plug-in."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # as for a script
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(name, module)  # another plug-in may import it
    spec.loader.exec_module(module)


_core.run_python_plugins(_run_plugin)


def estimator_of(learner):
    """The scikit-learn-like class of any learner of the catalog, also one that was registered."""
    if learner not in LEARNERS:
        raise ValueError(f"learner = {learner!r}: expected one of {sorted(LEARNERS)}")
    return estimator_class(learner)
