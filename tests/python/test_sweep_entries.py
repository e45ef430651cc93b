"""View policies, protocols and generators in Python, and shared libraries as plug-ins."""

import os
import subprocess
import sys

import numpy as np
import pytest

import costruct


@costruct.register("view_policy", count=2)
def halves(numbers, groups, seed, *, first=2):
    """The first features against the others."""
    assert len(numbers) == len(groups)
    return [0 if number <= first else 1 for number in numbers]


@costruct.register("protocol")
def in_time(labels, groups, repetition, seed, *, held=10):
    """The last examples are held out."""
    known = [i for i, each in enumerate(labels) if each is not None]
    assert all(isinstance(label, str) for i in known for label in labels[i])
    return {"labeled": known[repetition:-held - 8], "unlabeled": known[-held - 8:-held],
            "holdout": known[-held:]}


@costruct.register("generator")
def blobs(*, rows=60, distance=4.0, seed=1):
    """Two classes of points."""
    random = np.random.RandomState(seed)
    y = random.randint(0, 2, rows)
    return random.randn(rows, 4) + distance * (y[:, None] - 0.5), y


@costruct.register("generator", name="blob_chains", input="chains")
def chains(*, chains=20, seed=1):
    random = np.random.RandomState(seed)
    y = [random.randint(0, 2, 5) for _ in range(chains)]
    return [random.randn(5, 3) + 4 * labels[:, None] for labels in y], y


def config_of(**more):
    return {"name": "own_parts", "problem": {"type": "multiclass"},
            "data": {"generate": {"type": "blobs", "rows": 50}},
            "sweep": {"protocol": "in_time", "held": 12, "labeled": [8, 20], "unlabeled": [0, 5],
                      "repetitions": 3},
            "learners": [{"type": "structural_svm"},
                         {"type": "co_svm", "views": {"split": "halves", "first": 1}}], **more}


def test_a_sweep_of_own_parts(tmp_path):
    run = costruct.run(config_of(), out=tmp_path / "first")
    cells = run.cells
    assert len(cells) == 2 * 3 * 4
    assert cells["loss"].mean() < 0.05
    again = costruct.run(config_of(), out=tmp_path / "again", jobs=2)
    key = ["learner", "labeled", "unlabeled", "repetition"]
    first, second = (each.sort_values(key)["loss"].tolist() for each in (cells, again.cells))
    assert first == second


def test_chains_are_drawn():
    run = costruct.run({"name": "chains", "problem": {"type": "sequence"},
                        "data": {"generate": {"type": "blob_chains"}},
                        "sweep": {"labeled": [8], "holdout": 10, "repetitions": 2},
                        "learners": [{"type": "perceptron"}]})
    assert len(run.cells) == 2 and run.cells["loss"].mean() < 0.5


def test_what_own_parts_return_is_checked(tmp_path):
    wrong = {"view_policy": [([0], "from 0 to 1"), ("x", "from 0 to 1"), ([7] * 4, "from 0 to 1")],
             "protocol": [({}, "no labeled examples"), ([1], "expected a dict"),
                          ({"labeled": [99], "holdout": [1]}, "example 100"),
                          ({"labeled": [1], "holdout": [1]}, "stands under labeled and under"),
                          ({"labeled": [1], "held": [2]}, "expected a dict")],
             "generator": [([1], r"expected \(X, y\)")]}
    for kind, cases in wrong.items():
        for i, (result, message) in enumerate(cases):
            name = f"wrong_{kind}_{i}"
            if kind == "view_policy":
                costruct.register(kind, name=name)(policy_of(result))
                config = config_of()
                config["learners"] = [{"type": "co_svm", "views": {"split": name}}]
            elif kind == "protocol":
                costruct.register(kind, name=name)(protocol_of(result))
                config = config_of()
                config["sweep"] = {"protocol": name, "repetitions": 1}
            else:
                costruct.register(kind, name=name)(generator_of(result))
                config = config_of(data={"generate": {"type": name}})
            with pytest.raises((ValueError, TypeError), match=message):
                costruct.run(config, out=tmp_path / name)


def policy_of(result):
    return lambda numbers, groups, seed: result


def protocol_of(result):
    return lambda labels, groups, repetition, seed: result


def generator_of(result):
    return lambda: result


def test_arguments_are_checked():
    for kind, function, expected in (
            ("view_policy", lambda x: x, r"\(numbers, groups, seed\)"),
            ("protocol", lambda x: x, r"\(labels, groups, repetition, seed\)"),
            ("generator", lambda x: x, r"expected \(\)")):
        with pytest.raises(ValueError, match=expected):
            costruct.register(kind, name="wrong")(function)
    with pytest.raises(ValueError, match="input = 'trees'"):
        costruct.register("generator", name="wrong", input="trees")(generator_of(None))


@pytest.mark.skipif("COSTRUCT_PLUGIN" not in os.environ, reason="needs COSTRUCT_PLUGIN, a plug-in")
def test_a_shared_library_is_a_plug_in_of_the_module(tmp_path):
    plugin = os.environ["COSTRUCT_PLUGIN"]
    code = f"""
import costruct
costruct.load_plugin({plugin!r})
costruct.load_plugin({plugin!r})  # skipped
tagger = costruct.SequenceTagger("perceptron", features=[{{"extractor": "vowels"}}])
print(tagger.fit([["bat", "bet"]] * 4, [["a", "e"]] * 4).predict([["dat", "det"]]))
print(costruct.StructuralSVC(loss="distance").fit([[0.0], [1.0]], [1, 3]).predict([[1.0]]))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.stdout.splitlines() == ["[['a', 'e']]", "[3]"], found.stderr
    listed = subprocess.run([sys.executable, "-m", "costruct", "--plugin", plugin, "list",
                             "protocols"], capture_output=True, text=True)
    assert "in_time" in listed.stdout, listed.stderr
    (tmp_path / "none.so").write_text("no library")
    with pytest.raises(costruct.ConfigError, match="none.so: cannot be loaded"):
        costruct.load_plugin(tmp_path / "none.so")


def test_a_python_file_is_a_plug_in(tmp_path):
    (tmp_path / "own_file.py").write_text("""
import costruct

@costruct.register("learner")
def learner_of_a_file(problem, labeled, seed, *, step=1.0):
    import numpy as np
    w = np.zeros(problem.size_joint_feature)
    for x, y, weight in labeled * 5:
        problem.add_difference(x, y, problem.inference(x, w)[0], step, w)
    return w
""")
    costruct.load_plugin(tmp_path / "own_file.py")
    made = costruct.estimator_of("learner_of_a_file")(step=2.0).fit([[0.0, 1], [1, 0]], ["a", "b"])
    assert list(made.predict([[0.0, 1]])) == ["a"]
