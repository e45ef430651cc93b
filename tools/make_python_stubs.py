"""Writes estimators.pyi: the classes that estimators.py makes of the catalog, for type checkers and
editors. With --check it compares only, and fails where the file is not what it would write.

    PYTHONPATH=build/ci/python python3 tools/make_python_stubs.py [--check]
"""

import inspect
import pathlib
import sys

from costruct import estimators

TARGET = (pathlib.Path(__file__).parent.parent / "python" / "costruct" /
          "estimators.pyi")
HEAD = '''# Written by tools/make_python_stubs.py.
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from .models import Model

class _Rows(BaseEstimator):
    model_: Model
    report_: dict[str, Any]
    n_iter_: int
    n_features_in_: int
    def save(self, path: Any) -> None: ...
    def evaluate(self, X: Any, y: Any = ..., metrics: Any = ...) -> dict[str, Any]: ...

class _Classifier(ClassifierMixin, _Rows):
    classes_: np.ndarray
    @property
    def coef_(self) -> np.ndarray: ...
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = ...,
            X_unlabeled: Any = ...) -> Any: ...
    def predict(self, X: Any) -> np.ndarray: ...
    def suggest(self, X: Any, count: int, by: str = ...,
                diverse: bool = ...) -> tuple[np.ndarray, np.ndarray]: ...
    def decision_function(self, X: Any) -> np.ndarray: ...

class _Regressor(RegressorMixin, _Rows):
    def fit(self, X: Any, y: ArrayLike, X_unlabeled: Any = ...) -> Any: ...
    def predict(self, X: Any) -> np.ndarray: ...
'''


def _type(default):
    for type_, name in ((bool, "bool"), (int, "int"), (float, "float"), (str, "str")):
        if isinstance(default, type_):
            return name
    return "Any"


def _class(name):
    cls = getattr(estimators, name)
    lines = [f"\nclass {name}({cls.__mro__[1].__name__}):"]
    parameters = [p for p in inspect.signature(cls.__init__).parameters.values()
                  if p.name != "self"]
    lines += [f"    {p.name}: {_type(p.default)}" for p in parameters]
    lines.append("    def __init__(self, *,")
    for p in parameters:
        end = ") -> None: ..." if p is parameters[-1] else ","
        lines.append(f"                 {p.name}: {_type(p.default)} = ...{end}")
    if cls._learner in estimators._LIKELIHOODS:
        lines.append("    def predict_proba(self, X: Any) -> np.ndarray: ...")
    return "\n".join(lines) + "\n"


def main():
    text = HEAD + "".join(_class(name) for name in estimators.__all__)
    if "--check" not in sys.argv:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        sys.exit(f"{TARGET} is not what make_python_stubs.py writes: run it without --check")


if __name__ == "__main__":
    main()
