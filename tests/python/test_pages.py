"""The lines of Python in the pages of the guide run as they stand there."""

import pathlib
import re

import numpy as np
import pytest

GUIDE = pathlib.Path(__file__).parents[2] / "docs" / "guide"


def blocks_of(page):
    return re.findall(r"^```python\n(.*?)^```", (GUIDE / page).read_text("utf8"), re.M | re.S)


@pytest.mark.filterwarnings("ignore")
def test_ten_minutes_in_python_show_the_gain_of_raw_text(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    names = {}
    blocks = blocks_of("ten_minutes_python.md")
    assert len(blocks) == 7
    for block in blocks:
        exec(block, names)
    said = re.search(r"(\d+\.\d) % of the words.* and (\d+\.\d) % with",
                     (GUIDE / "ten_minutes_python.md").read_text("utf8"), re.S)
    assert [names["supervised"], names["semi_supervised"]] == pytest.approx(
        [float(share) / 100 for share in said.groups()], abs=6e-4)
    assert names["semi_supervised"] > names["supervised"] + 0.02
    assert names["again"].predict(names["new"]) == names["better"].predict(names["new"])
    curves = names["run"].curves
    assert len(curves) >= 4 and set(curves["learner"]) == {"words", "words and raw text"}


@pytest.mark.filterwarnings("ignore")
def test_the_lines_on_other_packages_run():
    pandas = pytest.importorskip("pandas")
    random = np.random.RandomState(0)
    y = random.randint(0, 3, 40)
    X = random.randn(40, 2) + 3 * np.array([[1, 0], [0, 1], [-1, -1]])[y]
    words = [["the", "cat"], ["a", "dog", "runs"], ["the", "dog"]] * 4
    chains = [X[i:i + 4] for i in range(0, 40, 4)]
    edges = np.array([[0, 1], [1, 2], [2, 3]])
    names = {
        "np": np, "X": X, "y": y, "U": X + 0.1, "Y": (X > 0).astype(int),
        "frame": pandas.DataFrame({"colour": ["red", None, "blue", "red"] * 5,
                                   "size": [1, 2, np.nan, 4] * 5}),
        "kinds": ["a", "b", "b", "a"] * 5,
        "sentences": [[{"word": word} for word in each] for each in words],
        "tags": [["D" if len(word) % 2 else "N" for word in each] for each in words],
        "chains": chains, "labels": [y[i:i + 4].tolist() for i in range(0, 40, 4)],
        "graphs": [(chain, edges, np.ones((3, 1))) for chain in chains],
        "nodes": [y[i:i + 4] for i in range(0, 40, 4)],
        "views": [X[:, :1], X[:, 1:]],
        "partly": np.where(np.arange(40) % 2, np.nan, (y > 0).astype(float)),
    }
    blocks = blocks_of("from_other_packages.md")
    assert len(blocks) == 11
    for block in blocks:
        exec(block, names)
    assert (names["model"].predict(X) == y).mean() > 0.9
    assert names["fitted"].predict(X) == [names["fitted"].predict([x])[0] for x in X]
    assert names["table"].predict(names["frame"]).tolist() == names["kinds"]
