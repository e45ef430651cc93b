"""Problems of one's own: any inputs, any outputs."""

import json
import operator

import numpy as np

from . import _core
from .messages import logger, warn, warnings_of_call
from .training import (LEARNERS, Report, block_of, checked_weights, name_and_options,
                       refuse_misspelt, seed_of, set_option)


class Problem:
    """A structured problem. Inherit from it, or write a class with the same methods.

    Prediction is the argmax over y of <w, joint_feature(x, y)>. Inputs are any objects. Outputs are
    any hashable objects, also lists and arrays of them; equal ones are one output. Use frozenset
    for sets.

    A problem whose outputs can be listed has ``outputs(x)``, which returns a list of them. All
    learners but those that look at parts of outputs then apply, by enumeration. Others have
    ``inference`` and ``loss_augmented_inference``, and may have two more methods, each for the
    learners that need it:

    - ``runner_up(x, y, w)`` returns the best output other than y, or None if there is no other one;
    - ``log_partition(x, w)`` returns a tuple of log Z(x) = log sum over y of exp <w, Phi(x, y)>
      and the expectation of Phi(x, y), in a form that ``joint_feature`` may return.

    Attributes
    ----------
    size_joint_feature : int, the number of weights
    exact : bool, default True
        Whether inference finds the maximum. If not, gaps are told as estimates.
    """

    size_joint_feature = None
    exact = True
    outputs = runner_up = log_partition = None

    def joint_feature(self, x, y):
        """Phi(x, y): an array of size_joint_feature numbers, a dictionary from indices to values,
        or a row of a SciPy sparse matrix. Called once for the same x and y."""
        raise NotImplementedError("joint_feature(x, y)")

    def loss(self, y, y_hat):
        """The loss of predicting y_hat where y is right, >= 0. It is 0 for equal outputs.

        Default: 1 unless they are equal.
        """
        return 0.0 if _core.same_outputs(y, y_hat) else 1.0

    def inference(self, x, w):
        """argmax over y of <w, joint_feature(x, y)>. `w` can be read during the call only.

        Not needed if there is ``outputs(x)``.
        """
        raise NotImplementedError("inference(x, w), or outputs(x)")

    def loss_augmented_inference(self, x, y, w):
        """argmax over y_hat of loss(y, y_hat) + <w, joint_feature(x, y_hat)>."""
        raise NotImplementedError("loss_augmented_inference(x, y, w), or outputs(x)")


class FittedProblem:
    """What ``costruct.fit`` returns. Also made from a problem and weights that were kept:
    ``FittedProblem(problem, numpy.load("weights.npy"))``.

    Attributes
    ----------
    w : array of size_joint_feature weights
    report_ : dict, the report of the fit; None for kept weights
    crossings_ : int, calls of the problem's methods in the fit
    """

    def __init__(self, problem, w, report=None, crossings=0):
        self.problem = problem
        self.w = np.asarray(w, dtype=np.float64)
        self.report_ = report
        self.crossings_ = crossings

    def __repr__(self):
        return f"<costruct.FittedProblem: {type(self.problem).__name__}, {self.w.size} weights>"

    def predict(self, X):
        """The predicted output of each input: a list."""
        return _core.predict_problem(self.problem, list(X), self.w)

    def predict_k_best(self, X, k=3):
        """The k best outputs of each input: lists of (output, score), the best first.

        Raises ConfigError if the problem has no ``outputs(x)``.
        """
        k = operator.index(k)
        if k < 1:
            raise ValueError(f"k = {k}: expected a whole number from 1")
        return _core.problem_k_best(self.problem, list(X), self.w, k)

    def score(self, X, y):
        """1 minus the mean loss."""
        losses = [0.0 if _core.same_outputs(a, b) else self.problem.loss(a, b)
                  for a, b in zip(y, self.predict(X))]
        return 1 - float(np.mean(losses))


def fit(problem, X, y, learner="structural_svm", X_unlabeled=None, sample_weight=None,
        random_state=None, **options):
    """Fits a learner of the catalog to a problem of your own.

    Parameters
    ----------
    problem : Problem, or an object with its methods
    X : sequence of inputs
    y : as many outputs; None marks an unlabeled input
    learner : str, such as "structural_svm", "perceptron", "co_svm" or "self_training", or a
        dictionary with its type and options, such as
        {"type": "self_training", "learner": {"type": "perceptron"}}
    X_unlabeled : further inputs without outputs, or None
    sample_weight : a number from 0 for each input, or None
    random_state : int, RandomState or None
    **options : of the learner, as C=10

    Returns a FittedProblem. Raises ConfigError if the learner needs what the problem does not
    offer, ValueError for a label that ``outputs(x)`` does not list and for loss(y, y) > 0, and what
    the methods raise. The fit uses one thread.
    """
    if isinstance(problem, type):
        raise TypeError(f"problem is the class {problem.__name__}, expected an object: "
                        f"{problem.__name__}()")
    inputs, outputs = list(X), list(y)
    if len(inputs) != len(outputs):
        raise ValueError(f"X has {len(inputs)} inputs, but y has {len(outputs)}")
    learner, inside = name_and_options(learner, lambda: _core.learners_for_own(problem))
    defaults = {option["name"]: option["default"] for option in LEARNERS[learner]["options"]}
    refuse_misspelt(options, defaults, ["X_unlabeled", "sample_weight", "random_state"])
    for key, value in options.items():
        set_option(inside, key.split("__"), value, defaults)
    more = [] if X_unlabeled is None else list(X_unlabeled)
    weights = checked_weights(sample_weight, len(inputs))
    weights = None if weights is None else weights + [1.0] * len(more)
    with warnings_of_call():
        w, report, crossings = _core.fit_problem(
            problem, inputs + more, outputs + [None] * len(more), weights, learner,
            json.dumps({key: value for key, value in block_of(learner, inside).items()
                        if key != "type"}), seed_of(random_state))
    report = Report(json.loads(report))
    for text in report["warnings"]:
        warn(text)
    for text in report["notes"]:
        logger.info("%s", text)
    return FittedProblem(problem, w, report, crossings)
