"""Losses in Python, and metrics of outputs that are no labels."""

import json

import numpy as np
import pytest

import costruct
from costruct import data
from costruct.training import train


def test_a_loss_is_a_matrix_of_costs(tmp_path):
    @costruct.register("loss")
    def steps(y, y_hat):
        """How far two grades are apart."""
        assert y != y_hat
        return abs(int(y) - int(y_hat)) / 2

    random = np.random.RandomState(0)
    y = random.randint(0, 3, 60)
    X = random.randn(60, 4) + np.eye(4)[y]
    own = costruct.StructuralSVC(loss="steps", gap=1e-6).fit(X, y)
    costs = [[abs(a - b) / 2 for b in range(3)] for a in range(3)]
    config = {"problem": {"type": "multiclass", "loss": "cost_matrix", "costs": costs},
              "data": {"format": "svmlight"}, "learner": {"type": "structural_svm", "gap": 1e-6}}
    model, report = train(config, {"train": data.rows(X, [str(label) for label in y])}, 1)
    assert own.model_.weights() == model.weights()
    assert own.report_["objective"] == report["objective"]
    assert own.coef_ != pytest.approx(costruct.StructuralSVC(gap=1e-6).fit(X, y).coef_)
    again = costruct.load(own.model_.to_bytes())
    assert list(again.predict(X)) == [str(label) for label in own.predict(X)]
    assert "labels: 3" in " ".join(again.facts["lines"])


def test_wrong_losses_are_told():
    for kind, message in ((-1.0, "the loss of b where a is right is -1"), (np.nan, "finite"),
                          ("x", "returned 'x': expected a number")):
        name = f"wrong_{len(message)}"
        costruct.register("loss", name=name)(constant(kind))
        with pytest.raises((ValueError, TypeError), match=message):
            costruct.StructuralSVC(loss=name).fit([[0.0], [1.0]], ["a", "b"])
    with pytest.raises(ValueError, match="parsing.*no loss cost_matrix"):
        costruct.register("loss", problem="parsing")(steps_of_nothing)
    with pytest.raises(ValueError, match="clustering.*no loss cost_matrix"):
        costruct.register("loss", problem="clustering")(steps_of_nothing)
    with pytest.raises(ValueError, match="parsing.*are no labels"):
        costruct.register("loss", problem="parsing", whole=True)(steps_of_nothing)
    with pytest.raises(ValueError, match="of this name already"):
        costruct.register("loss", name="zero_one")(steps_of_nothing)
    with pytest.raises(ValueError, match=r"expected \(y, y_hat\)"):
        costruct.register("loss", name="own")(lambda y: 0)


def steps_of_nothing(y, y_hat):
    return 0


def constant(value):
    return lambda y, y_hat: value


def sentences(seed=0):
    random = np.random.RandomState(seed)
    y = [[str(label) for label in random.randint(0, 3, 6)] for _ in range(12)]
    X = [random.randn(6, 5) + 2 * np.eye(3, 5)[[int(label) for label in labels]] for labels in y]
    return X, y


def test_a_loss_of_labels_is_summed_over_a_sequence():
    @costruct.register("loss", problem="sequence", name="steps_of_tokens")
    def steps(y, y_hat):
        return abs(int(y) - int(y_hat))

    X, y = sentences()
    costs = [[abs(a - b) for b in range(3)] for a in range(3)]
    own = costruct.SequenceTagger(problem={"loss": "steps_of_tokens"}, gap=1e-6).fit(X, y)
    same = costruct.SequenceTagger(problem={"loss": "cost_matrix", "costs": costs}, gap=1e-6)
    assert own.model_.weights() == same.fit(X, y).model_.weights()
    other = costruct.SequenceTagger(gap=1e-6).fit(X, y)
    assert own.model_.weights() != other.model_.weights()
    assert own.report_["metrics"]["loss"] >= 0
    with pytest.raises(costruct.ConfigError, match="margin rescaling with slacks of norm 1 alone"):
        costruct.SequenceTagger(problem={"loss": "steps_of_tokens"}, rescaling="slack").fit(X, y)


@pytest.mark.parametrize("learner", ["structural_svm", "perceptron", "co_svm", "self_training"])
def test_a_loss_of_whole_sequences_is_any_function(learner):
    name = f"from_first_wrong_{learner}"
    seen = []

    @costruct.register("loss", problem="sequence", whole=True, name=name)
    def from_first_wrong(y, y_hat):
        assert len(y) == len(y_hat) and set(y) | set(y_hat) <= set("012")
        seen.append(1)
        return next((len(y) - t for t, (a, b) in enumerate(zip(y, y_hat)) if a != b), 0) / len(y)

    X, y = sentences()
    tagger = costruct.SequenceTagger(learner, problem={"loss": name})
    tagger.fit(X, y, X_unlabeled=None if learner in ("structural_svm", "perceptron") else X[:4])
    assert seen
    found = tagger.predict(X)
    expected = np.mean([from_first_wrong(a, b) for a, b in zip(y, found)])
    assert tagger.report_["metrics"]["loss"] == pytest.approx(expected)
    known = tagger.predict(X, known=[[labels[0]] + [None] * 5 for labels in y])
    assert [labels[0] for labels in known] == [labels[0] for labels in y]
    assert len(tagger.predict_k_best(X, 2)[0]) == 2


def test_a_loss_of_whole_outputs_for_sets_and_graphs():
    @costruct.register("loss", problem="several", whole=True)
    def subset(y, y_hat):
        return float(sorted(y) != sorted(y_hat))

    random = np.random.RandomState(1)
    Y = [{"a"} if x[0] > 0 else {"b", "c"} for x in random.randn(30, 3)]
    X = np.array([[1.0, 0] if labels == {"a"} else [0, 1.0] for labels in Y])
    topics = costruct.MultiLabelClassifier(problem={"loss": "subset"}).fit(X, Y)
    assert topics.predict(X) == Y

    @costruct.register("loss", problem="graph", whole=True)
    def any_wrong(y, y_hat):
        return float(y != y_hat)

    graphs = [(np.eye(2)[[0, 1, 0]], [(0, 1), (1, 2)]), (np.eye(2)[[1, 1, 0]], [(0, 1), (1, 2)])]
    labels = [["x", "y", "x"], ["y", "y", "x"]]
    tagger = costruct.GraphTagger(problem={"loss": "any_wrong"}).fit(graphs, labels)
    assert [list(each) for each in tagger.predict(graphs)] == labels


SENTENCES = """1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_
2\t{0}\t_\tNOUN\t_\t_\t3\t{1}\t_\t_
3\tsleeps\t_\tVERB\t_\t_\t0\troot\t_\t_

"""


def test_a_metric_of_trees_gets_heads_and_relations(tmp_path):
    @costruct.register("metric", problem="dependency", higher_is_better=True)
    def own_las(truth, predicted):
        """The share of words whose head and relation are right."""
        pairs = [pair for a, b in zip(truth, predicted) for pair in zip(a, b)]
        assert {len(word) for pair in pairs for word in pair} == {2}
        return sum(a == b for a, b in pairs) / len(pairs)

    (tmp_path / "trees.conllu").write_text("".join(
        SENTENCES.format("cat" if i % 3 else "day", "nsubj" if i % 2 else "obl")
        for i in range(40)))
    config = {"name": "trees", "problem": {"type": "dependency"},
              "data": {"format": "conllu_trees", "train": str(tmp_path / "trees.conllu")},
              "sweep": {"labeled": [8], "holdout": 20, "repetitions": 3},
              "learners": [{"type": "perceptron"}], "metrics": ["own_las", "las"]}
    cells = costruct.run(config, out=tmp_path / "out", show=False).cells
    assert (cells["own_las"] == cells["las"]).all() and 0 < cells["own_las"].min() < 1


def test_a_metric_of_constituents_gets_nested_tuples(tmp_path):
    found = []

    @costruct.register("metric", problem="parsing", scale="count")
    def trees_of_sentences(truth, predicted):
        """The number of trees of which the root is S."""
        found.extend(truth)
        return sum(tree[0] == "S" for tree in truth)

    (tmp_path / "trees.mrg").write_text("(S (NP (D the) (N cat)) (VP (V sees)))\n" * 30)
    config = {"name": "trees", "problem": {"type": "parsing"},
              "data": {"format": "ptb", "train": str(tmp_path / "trees.mrg")},
              "sweep": {"labeled": [8], "holdout": 10, "repetitions": 1},
              "learners": [{"type": "pcfg"}], "metrics": ["trees_of_sentences"]}
    cells = costruct.run(config, out=tmp_path / "out", show=False).cells
    assert (cells["trees_of_sentences"] == 10).all()
    assert isinstance(found[0], tuple) and found[0][1][0] == "NP"


def counting(constant_):
    """A metric that is always this number."""
    def always(truth, predicted):
        return constant_
    return always


def test_a_name_may_be_that_of_metrics_of_two_problems(tmp_path):
    for problem, value in (("sequence", 3.0), ("multiclass", 5.0), ("sequence", 4.0)):
        costruct.register("metric", name="always", problem=problem, scale="count")(counting(value))
    (tmp_path / "words.txt").write_text("a X\nb Y\n\n" * 30)
    (tmp_path / "rows.svm").write_text("1 1:1\n2 1:-1\n" * 30)
    for problem, data_, expected in (
            ("sequence", {"format": "conll", "columns": ["word", "label"], "train": "words.txt",
                          "features": [{"extractor": "token"}]}, 4.0),
            ("multiclass", {"format": "svmlight", "train": "rows.svm"}, 5.0)):
        config = {"name": problem, "problem": {"type": problem}, "data": data_,
                  "sweep": {"labeled": [8], "holdout": 10, "repetitions": 2},
                  "learners": [{"type": "perceptron"}], "metrics": ["always"]}
        run = costruct.run(config, data=tmp_path, out=tmp_path / problem, show=False)
        assert (run.cells["always"] == expected).all()
    names = [plugin["file"] for plugin in json.loads(costruct._core.provenance())["plugins"]]
    assert names.count("Python metric always") == 1
    assert names.count("Python metric always of multiclass") == 1


def test_changed_facts_of_a_metric_are_told():
    costruct.register("metric", name="facts", scale="count")(counting(1.5))
    costruct.register("metric", name="facts", scale="count")(counting(2.5))
    with pytest.raises(ValueError, match="metric facts: the catalog has it with other scale:"):
        costruct.register("metric", name="facts")(counting(3.5))
    with pytest.raises(ValueError, match="other higher_is_better and scale:"):
        costruct.register("metric", name="facts", higher_is_better=True, scale="ratio")(
            counting(3.5))


def test_a_metric_of_alignments_gets_pairs_with_gaps(tmp_path):
    found = []

    @costruct.register("metric", problem="alignment", scale="count")
    def gaps(truth, predicted):
        """The number of gaps in true alignments."""
        found.extend(truth)
        return sum(row.count("-") for pair in truth for row in pair)

    (tmp_path / "pairs.fasta").write_text(">a\nHEAGAWGHE\n>b\nHEA-AWGHE\n\n" * 20)
    config = {"name": "pairs", "problem": {"type": "alignment"},
              "data": {"format": "fasta_pairs", "model": "simple",
                       "train": str(tmp_path / "pairs.fasta")},
              "sweep": {"labeled": [4], "holdout": 8, "repetitions": 1},
              "learners": [{"type": "perceptron"}], "metrics": ["gaps"]}
    cells = costruct.run(config, out=tmp_path / "out", show=False).cells
    assert (cells["gaps"] == 8).all() and set(found) == {("XXXXXXXXX", "XXX-XXXXX")}


def test_metrics_of_graphs_and_clusterings_get_lists(tmp_path):
    @costruct.register("metric", problem="graph", higher_is_better=True)
    def own_accuracy(truth, predicted):
        """The share of nodes whose label is right."""
        pairs = [pair for a, b in zip(truth, predicted) for pair in zip(a, b)]
        assert {a for a, _ in pairs} == {"x", "y"}
        return sum(a == b for a, b in pairs) / len(pairs)

    graph = {"nodes": [{"features": [k], "label": "xyx"[k]} for k in range(3)],
             "edges": [{"from": 0, "to": 1}, {"from": 1, "to": 2}]}
    (tmp_path / "graphs.jsonl").write_text((json.dumps(graph) + "\n") * 20)
    mails = [{"parts": [{"type": "text/plain", "text": f"buy {k} now" if k % 2 else f"dear {k}"}],
              "batch": str(k % 2)} for k in range(40)]
    (tmp_path / "mails.jsonl").write_text("".join(json.dumps(mail) + "\n" for mail in mails))
    sets = []

    @costruct.register("metric", problem="clustering")
    def own_rand_error(truth, predicted):
        """The share of pairs of a set that are wrongly together or apart."""
        sets.extend(truth)
        wrong = [(a[i] == a[j]) != (b[i] == b[j]) for a, b in zip(truth, predicted)
                 for i in range(len(a)) for j in range(i)]
        return sum(wrong) / len(wrong)

    for problem, data_, own, same, more in (
            ({"type": "graph"}, {"format": "graph", "train": "graphs.jsonl"}, "own_accuracy",
             "accuracy", {}),
            ({"type": "clustering", "set_size": 10}, {"format": "jsonl", "train": "mails.jsonl"},
             "own_rand_error", "rand_error", {"whole_groups": False})):
        config = {"name": own, "problem": problem, "data": data_,
                  "sweep": {"labeled": [10], "holdout": 10, "repetitions": 2, **more},
                  "learners": [{"type": "perceptron"}], "metrics": [own, same]}
        cells = costruct.run(config, data=tmp_path, out=tmp_path / own, show=False).cells
        assert (cells[own] == cells[same]).all()
    assert sets and all(isinstance(number, int) for each in sets for number in each)


def test_a_metric_of_an_own_problem_gets_its_outputs(tmp_path):
    @costruct.register("problem", name="signs")
    class Signs(costruct.Problem):
        size_joint_feature = 1

        def outputs(self, x):
            return [("minus",), ("plus",)]

        def joint_feature(self, x, y):
            return [x if y == ("plus",) else -x]

        def read(self, line):
            label, x = line.split()
            return float(x), (label,)

        def write(self, y):
            return y[0]

    @costruct.register("metric", problem="signs")
    def wrong_signs(truth, predicted):
        """The share of wrong signs."""
        assert set(truth) <= {("minus",), ("plus",)}
        return sum(a != b for a, b in zip(truth, predicted)) / len(truth)

    (tmp_path / "signs.txt").write_text("".join(
        f"{'plus' if i % 3 else 'minus'} {i % 7 - 3}\n" for i in range(60)))
    config = {"name": "own", "problem": {"type": "signs"},
              "data": {"format": "signs", "train": str(tmp_path / "signs.txt")},
              "sweep": {"labeled": [10], "holdout": 30, "repetitions": 3},
              "learners": [{"type": "perceptron"}], "metrics": ["wrong_signs", "loss"]}
    cells = costruct.run(config, out=tmp_path / "out", show=False).cells
    assert (cells["wrong_signs"] == cells["loss"]).all() and cells["loss"].min() > 0
    model, _ = train({"problem": {"type": "signs"}, "data": {"format": "signs"},
                      "learner": {"type": "crf"}}, {"train": str(tmp_path / "signs.txt")}, 1)
    for line in model.predict_details(str(tmp_path / "signs.txt"), scores=True, k_best=5):
        first, second = line["k_best"]
        assert {first["output"], second["output"]} == {"minus", "plus"}
        assert first["score"] == -second["score"] >= 0
