"""Semi-supervised structured prediction: scikit-learn-like estimators, taggers and experiments.

    from costruct import CoSVC, SequenceTagger, run

The classes of rows (``StructuralSVC``, ``CoSVC``, ``SelfTraining`` ...) follow scikit-learn.
Semi-supervised ones take unlabeled rows as ``fit(X, y, X_unlabeled=U)``, or as rows of ``X`` whose
``y`` is ``None`` or NaN. ``SequenceTagger`` takes sequences of tokens, attributes or rows,
``GraphTagger`` graphs, ``TableClassifier`` data frames, ``Parser`` and others further structures.
``load`` reads a model of any kind, ``run`` an experiment, ``fit`` trains on a problem of your own.
"""

import json
import os

# Threads that wait for each other spin shortly, as those of the program (apps/short_spins.cpp). The
# library of OpenMP reads this when it is loaded, which may have happened before.
_is_ours = not {"GOMP_SPINCOUNT", "OMP_WAIT_POLICY"} & os.environ.keys()
if _is_ours:
    os.environ["GOMP_SPINCOUNT"] = "10000"
from . import _core  # noqa: E402
if _is_ours:
    del os.environ["GOMP_SPINCOUNT"]
from ._core import ConfigError, DataError, OutputError
from .clusters import Clusterer
from .dependencies import DependencyParser
from .estimators import *  # noqa: F401,F403
from .estimators import __all__ as _estimators
from .graphs import GraphTagger
from .label_sets import MultiLabelClassifier
from .messages import set_memory_limit, set_verbosity
from .models import Model, load
from .problems import FittedProblem, Problem, fit
from .registry import estimator_of, load_plugin, register
from .runs import Run, run
from .sequences import SequenceTagger
from .structures import Aligner, Parser
from .tables import TableClassifier, TableRegressor
from .training import InterruptedFitWarning

__version__ = json.loads(_core.provenance())["version"]
__all__ = [
    "Aligner", "Clusterer", "ConfigError", "DataError", "DependencyParser", "FittedProblem",
    "GraphTagger", "InterruptedFitWarning", "Model", "MultiLabelClassifier", "OutputError",
    "Parser", "Problem", "Run", "SequenceTagger", "TableClassifier", "TableRegressor",
    "estimator_of", "fit", "load", "load_plugin", "register", "run", "set_memory_limit", "set_verbosity", *_estimators]
