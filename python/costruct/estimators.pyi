# Written by tools/make_python_stubs.py.
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

class StructuralSVC(_Classifier):
    C: float
    slack_norm: int
    rescaling: str
    solver: str
    gap: float
    epsilon: Any
    ascent: str
    cached_passes: Any
    kappa: Any
    average: bool
    C_path: Any
    time_limit: Any
    oracle_limit: Any
    iteration_limit: Any
    C_scale: str
    shards: Any
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 slack_norm: int = ...,
                 rescaling: str = ...,
                 solver: str = ...,
                 gap: float = ...,
                 epsilon: Any = ...,
                 ascent: str = ...,
                 cached_passes: Any = ...,
                 kappa: Any = ...,
                 average: bool = ...,
                 C_path: Any = ...,
                 time_limit: Any = ...,
                 oracle_limit: Any = ...,
                 iteration_limit: Any = ...,
                 C_scale: str = ...,
                 shards: Any = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class StructuredPerceptron(_Classifier):
    epochs: int
    shuffle: bool
    average: bool
    loss_weight: float
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 epochs: int = ...,
                 shuffle: bool = ...,
                 average: bool = ...,
                 loss_weight: float = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class MaximumEntropy(_Classifier):
    C: float
    gap: float
    memory: int
    iteration_limit: Any
    time_limit: Any
    entropy: float
    shares_weight: float
    label_shares: Any
    shards: Any
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 gap: float = ...,
                 memory: int = ...,
                 iteration_limit: Any = ...,
                 time_limit: Any = ...,
                 entropy: float = ...,
                 shares_weight: float = ...,
                 label_shares: Any = ...,
                 shards: Any = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...
    def predict_proba(self, X: Any) -> np.ndarray: ...

class NaiveBayes(_Classifier):
    smoothing: float
    emissions: str
    unlabeled_weight: float
    unlabeled_scale: str
    rounds: int
    tolerance: float
    held_out: float
    shards: Any
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 smoothing: float = ...,
                 emissions: str = ...,
                 unlabeled_weight: float = ...,
                 unlabeled_scale: str = ...,
                 rounds: int = ...,
                 tolerance: float = ...,
                 held_out: float = ...,
                 shards: Any = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...
    def predict_proba(self, X: Any) -> np.ndarray: ...

class GradientSVC(_Classifier):
    C: float
    rescaling: str
    epsilon: float
    rho: float
    minimizer: str
    gap: float
    C_epochs: int
    prune: float
    epochs: int
    time_limit: Any
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 rescaling: str = ...,
                 epsilon: float = ...,
                 rho: float = ...,
                 minimizer: str = ...,
                 gap: float = ...,
                 C_epochs: int = ...,
                 prune: float = ...,
                 epochs: int = ...,
                 time_limit: Any = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class CoSVC(_Classifier):
    C: float
    slack_norm: int
    rescaling: str
    solver: str
    gap: float
    epsilon: Any
    ascent: str
    cached_passes: Any
    kappa: Any
    average: bool
    C_path: Any
    time_limit: Any
    oracle_limit: Any
    iteration_limit: Any
    Cu: float
    Cu_scale: str
    Cu_schedule: str
    Cu_epochs: int
    r_max: int
    epochs: int
    start: str
    exact: bool
    final: str
    label_shares: str
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 slack_norm: int = ...,
                 rescaling: str = ...,
                 solver: str = ...,
                 gap: float = ...,
                 epsilon: Any = ...,
                 ascent: str = ...,
                 cached_passes: Any = ...,
                 kappa: Any = ...,
                 average: bool = ...,
                 C_path: Any = ...,
                 time_limit: Any = ...,
                 oracle_limit: Any = ...,
                 iteration_limit: Any = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 Cu_schedule: str = ...,
                 Cu_epochs: int = ...,
                 r_max: int = ...,
                 epochs: int = ...,
                 start: str = ...,
                 exact: bool = ...,
                 final: str = ...,
                 label_shares: str = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class CoPerceptron(_Classifier):
    epochs: int
    shuffle: bool
    average: bool
    loss_weight: float
    Cu: float
    Cu_scale: str
    Cu_schedule: str
    Cu_epochs: int
    final: str
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 epochs: int = ...,
                 shuffle: bool = ...,
                 average: bool = ...,
                 loss_weight: float = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 Cu_schedule: str = ...,
                 Cu_epochs: int = ...,
                 final: str = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class GradientTSVC(_Classifier):
    C: float
    rescaling: str
    epsilon: float
    rho: float
    minimizer: str
    gap: float
    C_epochs: int
    prune: float
    epochs: int
    time_limit: Any
    Cu: float
    Cu_scale: str
    Cu_schedule: str
    Cu_epochs: int
    rounds: int
    tau: float
    balance: bool
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 rescaling: str = ...,
                 epsilon: float = ...,
                 rho: float = ...,
                 minimizer: str = ...,
                 gap: float = ...,
                 C_epochs: int = ...,
                 prune: float = ...,
                 epochs: int = ...,
                 time_limit: Any = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 Cu_schedule: str = ...,
                 Cu_epochs: int = ...,
                 rounds: int = ...,
                 tau: float = ...,
                 balance: bool = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class GradientCoSVC(_Classifier):
    C: float
    rescaling: str
    epsilon: float
    rho: float
    minimizer: str
    gap: float
    C_epochs: int
    prune: float
    epochs: int
    time_limit: Any
    Cu: float
    Cu_scale: str
    Cu_schedule: str
    Cu_epochs: int
    rounds: int
    teacher: str
    final: str
    label_shares: str
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 rescaling: str = ...,
                 epsilon: float = ...,
                 rho: float = ...,
                 minimizer: str = ...,
                 gap: float = ...,
                 C_epochs: int = ...,
                 prune: float = ...,
                 epochs: int = ...,
                 time_limit: Any = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 Cu_schedule: str = ...,
                 Cu_epochs: int = ...,
                 rounds: int = ...,
                 teacher: str = ...,
                 final: str = ...,
                 label_shares: str = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class TransductiveSVC(_Classifier):
    C: float
    Cu: float
    Cu_scale: str
    positive_share: Any
    swaps: str
    switches: Any
    gap: float
    time_limit: Any
    iteration_limit: Any
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 C: float = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 positive_share: Any = ...,
                 swaps: str = ...,
                 switches: Any = ...,
                 gap: float = ...,
                 time_limit: Any = ...,
                 iteration_limit: Any = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class SelfTraining(_Classifier):
    learner: Any
    rounds: int
    batch: Any
    Cu: float
    Cu_scale: str
    relabel: bool
    confidence: str
    per_part: bool
    pick: str
    label_shares: str
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 learner: Any = ...,
                 rounds: int = ...,
                 batch: Any = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 relabel: bool = ...,
                 confidence: str = ...,
                 per_part: bool = ...,
                 pick: str = ...,
                 label_shares: str = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class CoTraining(_Classifier):
    learner: Any
    rounds: int
    growth: Any
    pool: Any
    Cu: float
    Cu_scale: str
    final: str
    confidence: str
    per_part: bool
    pick: str
    label_shares: str
    guard: str
    loss: str
    bias: bool
    unlabeled_label: Any
    kernel: Any
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 learner: Any = ...,
                 rounds: int = ...,
                 growth: Any = ...,
                 pool: Any = ...,
                 Cu: float = ...,
                 Cu_scale: str = ...,
                 final: str = ...,
                 confidence: str = ...,
                 per_part: bool = ...,
                 pick: str = ...,
                 label_shares: str = ...,
                 guard: str = ...,
                 loss: str = ...,
                 bias: bool = ...,
                 unlabeled_label: Any = ...,
                 kernel: Any = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class RLSR(_Regressor):
    eta: Any
    kernel: Any
    scaling: str
    intercept: bool
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 eta: Any = ...,
                 kernel: Any = ...,
                 scaling: str = ...,
                 intercept: bool = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...

class CoRLSR(_Regressor):
    variant: str
    lambda_: float
    eta: Any
    kernel: Any
    scaling: str
    intercept: bool
    solver: str
    tolerance: float
    max_rounds: int
    views: Any
    random_state: Any
    n_jobs: int
    def __init__(self, *,
                 variant: str = ...,
                 lambda_: float = ...,
                 eta: Any = ...,
                 kernel: Any = ...,
                 scaling: str = ...,
                 intercept: bool = ...,
                 solver: str = ...,
                 tolerance: float = ...,
                 max_rounds: int = ...,
                 views: Any = ...,
                 random_state: Any = ...,
                 n_jobs: int = ...) -> None: ...
