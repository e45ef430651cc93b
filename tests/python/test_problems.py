"""Problems in Python against the same problems of the library."""

import itertools

import numpy as np
import pytest

import costruct


class Multiclass(costruct.Problem):
    """One of three labels: the problem `multiclass` without a bias."""

    def __init__(self, features, labels=3):
        self.features = features
        self.labels = labels
        self.size_joint_feature = features * labels

    def outputs(self, x):
        return list(range(self.labels))

    def joint_feature(self, x, y):
        phi = np.zeros(self.size_joint_feature)
        phi[y * self.features:(y + 1) * self.features] = x
        return phi


class ByInference(Multiclass):
    """The same by inference, without a list of outputs."""

    outputs = None

    def _scores(self, x, w):
        return np.asarray(w).reshape(self.labels, self.features) @ x

    def inference(self, x, w):
        return int(np.argmax(self._scores(x, w)))

    def loss_augmented_inference(self, x, y, w):
        return int(np.argmax(self._scores(x, w) + (np.arange(self.labels) != y)))


class Ranking(costruct.Problem):
    size_joint_feature = 4

    def outputs(self, x):
        return list(itertools.permutations(range(3)))

    def joint_feature(self, x, y):
        return sum((1 - place) * x[document] for place, document in enumerate(y))

    def loss(self, y, y_hat):
        return sum(y.index(a) > y.index(b) for a, b in itertools.combinations(y_hat, 2)) / 3


def points(count, seed=0):
    random = np.random.RandomState(seed)
    y = random.randint(0, 3, count)
    return random.randn(count, 4) + 2 * np.eye(4)[y], y


@pytest.mark.parametrize("problem", [Multiclass(4), ByInference(4)])
def test_the_svm_reaches_the_optimum_of_the_library(problem):
    X, y = points(40)
    fitted = costruct.fit(problem, X, y, C=1, gap=1e-6)
    of_library = costruct.StructuralSVC(C=1, gap=1e-6).fit(X, y)
    primal = fitted.report_["objective"]["primal"]
    assert primal == pytest.approx(of_library.report_["objective"]["primal"], rel=1e-5)
    assert fitted.w.reshape(3, 4) == pytest.approx(of_library.coef_, abs=1e-2)
    assert fitted.predict(X) == of_library.predict(X).tolist()
    assert 0 < fitted.crossings_ < 10_000


def test_rankings_are_learned_by_all_that_enumeration_serves():
    random = np.random.RandomState(1)
    X = random.randn(60, 3, 4)
    w = np.array([1, -2, 0.5, 0])
    y = [tuple(np.argsort(-(x @ w)).tolist()) for x in X]
    for learner in ("structural_svm", "perceptron", "co_svm"):
        fitted = costruct.fit(Ranking(), X[:20], y[:20], learner=learner, X_unlabeled=X[20:40])
        assert fitted.score(X[40:], y[40:]) > 0.8, learner


def test_features_may_be_dictionaries_and_sparse_rows():
    from scipy import sparse

    class ByDictionary(Multiclass):
        def joint_feature(self, x, y):
            return {y * self.features + k: value for k, value in enumerate(x)}

    class BySparseRow(Multiclass):
        def joint_feature(self, x, y):
            return sparse.csr_matrix(super().joint_feature(x, y))

    X, y = points(20)
    dense = costruct.fit(Multiclass(4), X, y).w
    assert (costruct.fit(ByDictionary(4), X, y).w == dense).all()
    assert (costruct.fit(BySparseRow(4), X, y).w == dense).all()


def test_what_a_method_raises_arrives():
    class Failing(Multiclass):
        def joint_feature(self, x, y):
            if x[0] > 1:
                raise KeyError("mine")
            return super().joint_feature(x, y)

    X, y = points(30)
    with pytest.raises(KeyError, match="mine") as caught:
        costruct.fit(Failing(4), X, y)
    assert any(entry.name == "joint_feature" for entry in caught.traceback)


@pytest.mark.parametrize("change, message", [
    ({"joint_feature": lambda self, x, y: np.zeros(3)}, "array of 3 numbers, expected 12"),
    ({"joint_feature": lambda self, x, y: {12: 1.0}}, "index 12, expected 0 to 11"),
    ({"joint_feature": lambda self, x, y: {0: np.nan}}, "value nan"),
    ({"loss": lambda self, y, y_hat: -1}, "loss.. is -1"),
    ({"outputs": lambda self, x: []}, "outputs.. is empty"),
])
def test_wrong_methods_are_told(change, message):
    X, y = points(10)
    wrong = type("Wrong", (Multiclass,), change)(4)
    with pytest.raises(ValueError, match=message):
        costruct.fit(wrong, X, y)


def test_what_a_learner_needs_is_told():
    X, y = points(10)
    with pytest.raises(costruct.ConfigError, match="runner-up"):
        costruct.fit(ByInference(4), X, y, learner="co_svm")
    with pytest.raises(costruct.ConfigError, match="needs"):
        costruct.fit(Multiclass(4), X, y, learner="hmm")
    with pytest.raises(costruct.ConfigError, match="slack_norm|outputs"):
        costruct.fit(ByInference(4), X, y, slack_norm=2)
    with pytest.raises(TypeError, match="inference"):
        costruct.fit(type("None_", (), {"joint_feature": 1, "loss": 1, "size_joint_feature": 1})(),
                     X, y)
    with pytest.raises(costruct.ConfigError, match="C"):
        costruct.fit(Multiclass(4), X, y, C=-1)
