"""Problems in Python against the same problems of the library."""

import itertools

import numpy as np
import pytest
from scipy import sparse

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


class WithRunnerUp(ByInference):
    """The same with a runner-up of its own."""

    def runner_up(self, x, y, w):
        scores = self._scores(x, w)
        scores[y] = -np.inf
        return int(np.argmax(scores))


class WithSums(ByInference):
    """The same with a log-partition of its own."""

    def log_partition(self, x, w):
        scores = self._scores(x, w)
        log_z = np.logaddexp.reduce(scores)
        return log_z, np.outer(np.exp(scores - log_z), x).ravel()


class WithBoth(WithRunnerUp, WithSums):
    pass


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


@pytest.mark.parametrize("problem", [Multiclass, WithSums, WithBoth])
def test_likelihoods_have_the_optimum_of_the_library(problem):
    X, y = points(40)
    fitted = costruct.fit(problem(4), X, y, learner="crf", C=1, gap=1e-8)
    of_library = costruct.MaximumEntropy(C=1, gap=1e-8).fit(X, y)
    assert fitted.w.reshape(3, 4) == pytest.approx(of_library.coef_, abs=1e-4)
    assert fitted.report_["objective"]["primal"] == pytest.approx(
        of_library.report_["objective"]["primal"], rel=1e-6)


@pytest.mark.parametrize("learner", ["co_svm", "self_training", "gradient_svm"])
@pytest.mark.parametrize("problem", [WithRunnerUp, WithBoth])
def test_an_own_runner_up_does_what_enumeration_does(problem, learner):
    X, y = points(60)
    own = costruct.fit(problem(4), X[:15], y[:15], learner=learner, X_unlabeled=X[15:])
    listed = costruct.fit(Multiclass(4), X[:15], y[:15], learner=learner, X_unlabeled=X[15:])
    assert own.w == pytest.approx(listed.w, abs=1e-2)
    assert own.predict(X) == listed.predict(X)


def test_the_learners_of_a_problem_are_those_that_its_methods_serve():
    X, y = points(10)

    def fitting(problem):
        with pytest.raises(ValueError) as caught:
            costruct.fit(problem, X, y, learner="no")
        return set(str(caught.value).split("[")[1].split("]")[0].replace("'", "").split(", "))

    few = {"co_perceptron", "perceptron", "structural_svm"}
    with_other = fitting(WithRunnerUp(4))
    assert fitting(ByInference(4)) == few
    assert fitting(WithSums(4)) == few | {"crf"}
    assert with_other >= few | {"co_svm", "self_training"} and "crf" not in with_other
    assert fitting(WithBoth(4)) == with_other | {"crf"} == fitting(Multiclass(4))


def test_the_k_best_are_the_first_of_all_in_their_order():
    random = np.random.RandomState(3)
    X, w = random.randn(5, 3, 4), random.randn(4)
    fitted = costruct.FittedProblem(Ranking(), w)
    for x, found in zip(X, fitted.predict_k_best(X, 4)):
        scores = {y: w @ Ranking().joint_feature(x, y) for y in Ranking().outputs(x)}
        assert [y for y, _ in found] == sorted(scores, key=scores.get, reverse=True)[:4]
        assert [score for _, score in found] == pytest.approx([scores[y] for y, _ in found])
    assert [found[0][0] for found in fitted.predict_k_best(X, 1)] == fitted.predict(X)
    assert [len(found) for found in fitted.predict_k_best(X, 9)] == [6] * 5
    zero = costruct.FittedProblem(Ranking(), np.zeros(4))
    assert [y for y, _ in zero.predict_k_best(X[:1], 6)[0]] == Ranking().outputs(X[0])
    with pytest.raises(ValueError, match="k = 0"):
        fitted.predict_k_best(X, 0)
    with pytest.raises(costruct.ConfigError, match="outputs"):
        costruct.FittedProblem(ByInference(4), np.zeros(12)).predict_k_best(points(2)[0])


@pytest.mark.parametrize("change, learner, message", [
    ({"runner_up": lambda self, x, y, w: y}, "co_svm", "runner_up.*returned y itself, the int"),
    ({"runner_up": lambda self, x, y, w: {1}}, "co_svm", "runner_up.. has the set"),
    ({"log_partition": lambda self, x, w: 1.0}, "crf", "returned the float 1.0: expected a tuple"),
    ({"log_partition": lambda self, x, w: (np.inf, x)}, "crf", "log Z, a finite number"),
    ({"log_partition": lambda self, x, w: (1.0, x)}, "crf", "log_partition.. is an array of 4 num"),
])
def test_wrong_methods_for_further_learners_are_told(change, learner, message):
    X, y = points(20)
    wrong = type("Wrong", (WithBoth,), change)(4)
    with pytest.raises((ValueError, TypeError), match=message):
        costruct.fit(wrong, X[:10], y[:10], learner=learner, X_unlabeled=X[10:])


def test_features_may_be_dictionaries_and_sparse_rows():
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
    ({"joint_feature": lambda self, x, y: np.zeros((3, 4))}, r"its shape is \(3, 4\)"),
    ({"joint_feature": lambda self, x, y: sparse.csr_matrix(np.ones((12, 1)))}, "1 columns"),
    ({"loss": lambda self, y, y_hat: 1.0}, r"loss\(y, y\) is 1 for y\[0\] = .*return 0 for equal"),
    ({"loss": lambda self, y, y_hat: np.nan}, "loss.. is nan"),
    ({"outputs": lambda self, x: [0, 1]}, r"y\[5\] is the int.* 2, .*the 2 outputs.*X\[5\]"),
    ({"__init__": lambda self, _: None}, "size_joint_feature is the NoneType None, expected a who"),
    ({"__init__": lambda self, _: setattr(self, "size_joint_feature", 2.5)}, "float 2.5, expected"),
])
def test_wrong_methods_are_told(change, message):
    X, y = points(10)
    wrong = type("Wrong", (Multiclass,), change)(4)
    with pytest.raises(ValueError, match=message):
        costruct.fit(wrong, X, y)


@pytest.mark.parametrize("change, message", [
    ({"joint_feature": lambda self, x, y: "abc"}, "returned the str 'abc': return an array of 12"),
    ({"joint_feature": lambda self, x, y: [[0.0], [1.0, 2.0]]}, "returned the list .*: return an"),
    ({"joint_feature": lambda self, x, y: None}, "returned the NoneType None: return an array"),
    ({"joint_feature": lambda self, x, y: ["a"] * 12}, "returned the list .*: return an array"),
    ({"joint_feature": lambda self, x, y: np.zeros(12) * 1j}, "returned the ndarray .*: return"),
    ({"joint_feature": lambda self, x, y: {"bias": 1.0}}, "the float 1.0 at the str 'bias'"),
    ({"joint_feature": lambda self, x, y: {0: None}}, "the NoneType None at the int 0"),
    ({"loss": lambda self, y, y_hat: None}, "loss.. returned the NoneType None for y = "),
    ({"loss": lambda self, y, y_hat: "one"}, "returned the str 'one' for y = .*return a number"),
    ({"outputs": lambda self, x: None}, "outputs.. returned the NoneType None for input 0"),
    ({"outputs": lambda self, x: [{1}]}, "outputs.. of input 0 has the set {1}.*use frozenset"),
    ({"outputs": lambda self, x: [(0, {1: 2})]}, r"the dict {1: 2}.*tuple\(sorted"),
    ({"outputs": None, "inference": lambda self, x, w: bytearray(1),
      "loss_augmented_inference": lambda self, x, y, w: bytearray(1)},
     "loss_augmented_inference.. has the bytearray .*__hash__"),
])
def test_results_of_methods_that_are_of_a_wrong_type_are_told(change, message):
    X, y = points(10)
    wrong = type("Wrong", (Multiclass,), change)(4)
    with pytest.raises(TypeError, match=message):
        costruct.fit(wrong, X, y)


def test_a_label_that_is_a_set_is_told_and_a_frozenset_is_an_output():
    class Subset(costruct.Problem):
        size_joint_feature = 3

        def outputs(self, x):
            return [frozenset(s) for k in range(3) for s in itertools.combinations(range(3), k)]

        def joint_feature(self, x, y):
            return [x[k] * (k in y) for k in range(3)]

        def loss(self, y, y_hat):
            return len(y ^ y_hat)

    X = [[1, -1, 2], [-1, 1, -1], [-1, -1, 1]]
    with pytest.raises(TypeError, match=r"y\[0\] has the set {0, 2}.*use frozenset in place"):
        costruct.fit(Subset(), X, [{0, 2}, {1}, {2}])
    y = [frozenset([0, 2]), frozenset([1]), frozenset([2])]
    assert costruct.fit(Subset(), X, y).predict(X) == y


def test_the_loss_by_default_compares_outputs_as_fits_do():
    loss = costruct.Problem().loss
    assert loss([np.array([1, 2])], ((1, 2),)) == 0 and loss((1, 2), (2, 1)) == 1


def test_kept_weights_predict_the_same(tmp_path):
    X, y = points(20)
    fitted = costruct.fit(Multiclass(4), X, y)
    np.save(tmp_path / "weights.npy", fitted.w)
    again = costruct.FittedProblem(Multiclass(4), np.load(tmp_path / "weights.npy"))
    assert again.predict(X) == fitted.predict(X)


def test_unused_inputs_are_noted(caplog):
    X, y = points(20)
    with caplog.at_level("INFO", logger="costruct"):
        fitted = costruct.fit(Multiclass(4), X, y, X_unlabeled=X)
    note = "unlabeled examples are not used: structural_svm learns from labeled ones; the " \
        "learner self_training uses them, and so do features of the extractors distribution (of " \
        "words) and latent (of texts)"
    assert fitted.report_["notes"] == [note]
    assert note in [record.getMessage() for record in caplog.records]
    assert costruct.fit(Multiclass(4), X, y).report_["notes"] == []


def test_what_a_learner_needs_is_told():
    X, y = points(10)
    with pytest.raises(costruct.ConfigError,
                       match="runner-up.*: use perceptron, co_perceptron or structural_svm$"):
        costruct.fit(ByInference(4), X, y, learner="co_svm")
    with pytest.raises(costruct.ConfigError, match="log-partition.*: use perceptron"):
        costruct.fit(ByInference(4), X, y, learner="crf")
    for wrong in ("rlsr", "no"):
        with pytest.raises(ValueError, match=wrong) as caught:
            costruct.fit(ByInference(4), X, y, learner=wrong)
        assert "expected one of ['co_perceptron', 'perceptron', 'structural_svm']" in \
            str(caught.value)
    with pytest.raises(costruct.ConfigError, match="needs"):
        costruct.fit(Multiclass(4), X, y, learner="hmm")
    with pytest.raises(costruct.ConfigError, match="slack_norm|outputs"):
        costruct.fit(ByInference(4), X, y, slack_norm=2)
    with pytest.raises(TypeError, match="inference"):
        costruct.fit(type("None_", (), {"joint_feature": 1, "loss": 1, "size_joint_feature": 1})(),
                     X, y)
    with pytest.raises(costruct.ConfigError, match="C"):
        costruct.fit(Multiclass(4), X, y, C=-1)
