"""costruct.run: small experiments as tables, a page and a picture."""

import json
import os
import sys
import types

import numpy as np
import pytest

import costruct

pandas = pytest.importorskip("pandas")

CONFIG = {
    "name": "small",
    "problem": {"type": "multiclass"},
    "data": {"format": "svmlight", "train": "rows.svm"},
    "sweep": {"labeled": [5, 10], "unlabeled": [0, 20], "holdout": 20, "repetitions": 2},
    "learners": [{"type": "structural_svm"}, {"type": "self_training"}],
    "metrics": ["token_error"],
    "claims": [{"less": ["self_training", "structural_svm"]}],
}


def changed(**change):
    return {**CONFIG, **change}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with rows as svmlight and as CSV."""
    path = tmp_path_factory.mktemp("data")
    random = np.random.RandomState(0)
    labels = random.randint(0, 2, 80)
    rows = (random.randn(80, 3) + labels[:, None]).tolist()
    with open(path / "rows.svm", "w", encoding="utf-8") as file:
        for label, row in zip(labels, rows):
            file.write(f"{label} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(row)) + "\n")
    with open(path / "rows.csv", "w", encoding="utf-8") as file:
        file.write("a,b,c,kind\n")
        for label, row in zip(labels, rows):
            file.write(",".join(map(repr, row)) + f",k{label}\n")
    return path


@pytest.fixture(scope="module")
def finished(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "small"
    return costruct.run(CONFIG, data=folder, out=out, show=False)


def test_results_are_tables(finished):
    assert isinstance(finished.curves, pandas.DataFrame)
    assert len(finished.curves) == 8 and set(finished.curves["metric"]) == {"token_error"}
    assert set(finished.curves["learner"]) == {"structural_svm", "self_training"}
    assert (finished.curves["count"] == 2).all() and finished.curves["mean"].between(0, 1).all()
    assert len(finished.cells) == 16 and finished.cells["error"].isna().all()
    assert set(finished.cells["repetition"].unique()) in ({0, 1}, {1, 2})
    means = finished.cells.groupby(["learner", "labeled", "unlabeled"])["token_error"].mean()
    for _, row in finished.curves.iterrows():
        assert means[row["learner"], row["labeled"], row["unlabeled"]] == pytest.approx(row["mean"])
    assert isinstance(finished.claims, pandas.DataFrame) and "verdict" in finished.claims


def test_there_is_a_report(finished):
    assert finished.report_html.exists()
    assert "<html" in finished.report_html.read_text(encoding="utf-8").lower()
    assert finished._repr_html_().startswith("<iframe")
    again = costruct.Run(finished.folder)
    assert again.curves.equals(finished.curves)
    with pytest.raises(ValueError, match="report.html"):
        costruct.Run(finished.folder / "nothing")


def test_an_experiment_is_a_picture(finished):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    axes = finished.plot()
    assert [len(ax.get_lines()) for ax in axes] == [2, 2]
    shown = axes[0].get_lines()[0].get_ydata()
    expected = finished.curves.query("learner == 'structural_svm' and unlabeled == 0")
    assert list(shown) == list(expected["mean"])
    own = plt.subplots(1, 2)[1]
    assert list(finished.plot("token_error", ax=own)) == list(own)
    with pytest.raises(ValueError, match="none_such"):
        finished.plot(metric="none_such")
    with pytest.raises(ValueError, match="ax|panel"):
        finished.plot(ax=plt.subplots()[1])  # Two panels do not fit into one.
    plt.close("all")


def test_a_second_run_continues_and_keeps_finished_cells(folder, finished):
    before = finished.cells
    again = costruct.run(CONFIG, data=folder, out=finished.folder, show=False)
    # The times of a cell are those of its computation: equal ones were not computed again.
    assert again.cells.equals(before)
    fresh = costruct.run(CONFIG, data=folder, out=finished.folder, show=False, fresh=True)
    same = ["learner", "labeled", "unlabeled", "repetition", "token_error", "primal"]
    assert fresh.cells[same].equals(before[same])


def test_more_repetitions_keep_the_first_ones(folder, tmp_path):
    one = costruct.run(CONFIG, data=folder, out=tmp_path / "o", show=False,
                       overrides=["sweep.repetitions=1"])
    assert len(one.cells) == 8
    first = one.cells
    two = costruct.run(CONFIG, data=folder, out=tmp_path / "o", show=False, jobs=2)
    assert len(two.cells) == 16
    merged = two.cells.merge(first, on=["learner", "labeled", "unlabeled", "repetition"])
    assert len(merged) == 8 and (merged["token_error_x"] == merged["token_error_y"]).all()


def test_jobs_change_no_number(folder, finished, tmp_path):
    two = costruct.run(CONFIG, data=[folder], out=tmp_path / "o", jobs=2, show=False)
    same = ["learner", "labeled", "unlabeled", "repetition", "token_error", "primal"]
    order = same[:4]
    a, b = (run.cells[same].sort_values(order, ignore_index=True) for run in (two, finished))
    assert a.equals(b)


def test_csv_is_read_and_a_path_is_a_config(folder, tmp_path):
    config = changed(data={"format": "csv", "train": "rows.csv", "target": "kind"},
                     learners=[{"type": "structural_svm"}], claims=[])
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    by_path = costruct.run(tmp_path / "config.json", data=folder, out=tmp_path / "a", show=False)
    by_dict = costruct.run(config, data=folder, out=tmp_path / "b", show=False)
    assert by_path.curves.equals(by_dict.curves) and len(by_path.curves) == 4
    assert len(by_path.claims) == 0


def test_output_is_printed_only_if_wanted(folder, finished, capfd):
    costruct.run(CONFIG, data=folder, out=finished.folder, show=False)
    assert capfd.readouterr() == ("", "")
    costruct.run(CONFIG, data=folder, out=finished.folder)
    out, err = capfd.readouterr()
    assert "token_error" in out and "token_error" not in err


def test_advice_names_no_file_that_is_deleted(folder, tmp_path, caplog, capfd):
    """The commands that train the best learner are told for a config in a file alone."""
    config = changed(data={"format": "svmlight", "train": str(folder / "rows.svm")}, claims=[])
    path = tmp_path / "config.json"
    path.write_text(json.dumps(config), encoding="utf-8")
    told = {}
    for name, each in (("path", path), ("dictionary", config)):
        caplog.clear()
        with caplog.at_level("DEBUG", logger="costruct"):
            costruct.run(each, out=tmp_path / name)
        told[name] = caplog.text + "".join(capfd.readouterr())
    assert f"costruct train {path} --learner" in told["path"]
    assert "costruct train" not in told["dictionary"] and "token_error" in told["dictionary"]


def test_files_of_a_dictionary_are_those_of_the_working_folder(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(folder)
    run = costruct.run(changed(claims=[]), out=tmp_path / "o", show=False)
    assert len(run.cells) == 16


def test_the_folder_is_named_after_the_experiment(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = costruct.run(CONFIG, data=folder, show=False)
    assert run.folder == type(run.folder)("runs/small") and os.path.exists("runs/small/report.html")


@pytest.mark.parametrize("change, message", [
    ({"lerners": []}, "lerners"), ({"learners": [{"type": "none_such"}]}, "none_such"),
    ({"learners": [{"type": "structural_svm", "C": -1}]}, "C = -1"),
    ({"metrics": ["none_such"]}, "none_such"), ({"problem": {}}, "problem"),
    ({"sweep": {**CONFIG["sweep"], "repetitions": 0}}, "repetitions"),
    ({"sweep": {**CONFIG["sweep"], "labeled": [1000]}}, "1000"),
    ({"sweep": {**CONFIG["sweep"], "holdout": float("nan")}}, "holdout"),
    ({"name": "../up"}, "name"), ({"name": 5}, "name"),
    ({"claims": [{"less": ["none_such", "structural_svm"]}]}, "none_such")])
def test_wrong_configs_are_told(folder, tmp_path, monkeypatch, change, message):
    monkeypatch.chdir(tmp_path)
    for out in (tmp_path / "o", None):
        with pytest.raises(costruct.ConfigError, match=message):
            costruct.run(changed(**change), data=folder, out=out, show=False)


@pytest.mark.parametrize("text", ["{bad", "[1]", "", "5"])
def test_files_that_are_no_config_are_told(tmp_path, text):
    (tmp_path / "mine.json").write_text(text, encoding="utf-8")
    with pytest.raises((costruct.ConfigError, costruct.DataError), match="mine.json"):
        costruct.run(tmp_path / "mine.json", out=tmp_path / "o", show=False)


def test_missing_files_are_told(folder, tmp_path):
    with pytest.raises(costruct.DataError, match="rows.svm"):
        costruct.run(CONFIG, data=tmp_path, out=tmp_path / "o", show=False)
    with pytest.raises((OSError, ValueError), match="nothing.json"):
        costruct.run(tmp_path / "nothing.json", out=tmp_path / "o", show=False)
    with pytest.raises(OSError):
        costruct.run(CONFIG, data=folder, out=folder / "rows.svm" / "o", show=False)


def test_one_override_may_be_a_text_or_is_told_whole(folder, tmp_path):
    try:
        run = costruct.run(CONFIG, data=folder, out=tmp_path / "o", show=False,
                           overrides="sweep.repetitions=1")
    except (TypeError, ValueError) as error:
        assert "--set s:" not in str(error)
    else:
        assert len(run.cells) == 8
    with pytest.raises(costruct.ConfigError, match="sweep.none_such"):
        costruct.run(CONFIG, data=folder, out=tmp_path / "p", show=False,
                     overrides=["sweep.none_such=1"])


@pytest.mark.parametrize("jobs", [0, -3])
def test_a_wrong_number_of_jobs_is_told(folder, tmp_path, jobs):
    with pytest.raises(ValueError, match="jobs"):
        costruct.run(CONFIG, data=folder, out=tmp_path / "o", jobs=jobs, show=False)


def test_a_bar_of_tqdm_counts_the_cells(folder, tmp_path, monkeypatch):
    bars = []

    class Bar:
        def __init__(self, **given):
            self.total, self.n, self.closed = given["total"], given["initial"], False
            self.seen = []
            bars.append(self)

        def set_description(self, text, refresh):
            self.text = text

        def refresh(self):
            self.seen.append(self.n)

        def close(self):
            self.closed = True

    costruct.set_verbosity("verbose")  # a count for each cell
    try:
        costruct.run(CONFIG, data=folder, out=tmp_path / "none", show=True)
        assert bars == []
        module = types.ModuleType("tqdm.auto")
        module.tqdm = Bar
        monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
        monkeypatch.setitem(sys.modules, "tqdm.auto", module)
        costruct.run(CONFIG, data=folder, out=tmp_path / "bar", show=True)
        costruct.run(CONFIG, data=folder, out=tmp_path / "quiet", show=False)
    finally:
        costruct.set_verbosity("normal")
    bar, = bars
    assert bar.closed and bar.n == bar.total == 16 and bar.text == "cells"
    assert bar.seen == sorted(bar.seen) and len(bar.seen) > 1


def test_examples_in_memory_are_those_of_files(folder, tmp_path):
    """A data frame and lists of sentences give the results of the files that have them."""
    frame = pandas.read_csv(folder / "rows.csv")
    config = changed(data={"format": "csv", "target": "kind", "train": "rows.csv"}, claims=[])
    of_file = costruct.run(config, data=folder, out=tmp_path / "file", show=False)
    config["data"] = {"target": "kind", "train": frame}
    of_frame = costruct.run(config, out=tmp_path / "frame", show=False)
    assert of_frame.cells["token_error"].tolist() == of_file.cells["token_error"].tolist()
    before = os.stat(of_frame.folder / "results.sqlite").st_size
    again = costruct.run(config, out=tmp_path / "frame", show=False)
    assert len(again.cells) == len(of_frame.cells)
    assert os.stat(again.folder / "results.sqlite").st_size == before
    [kept] = os.listdir(of_frame.folder / "data")
    assert pandas.read_csv(of_frame.folder / "data" / kept, float_precision="round_trip").equals(
        frame)


def test_sentences_in_memory(tmp_path):
    sentences = [["a", "b", "c"], ["b", "c"]] * 20
    tags = [[word.upper() for word in each] for each in sentences]
    config = {"problem": {"type": "sequence"},
              "data": {"format": "conll", "columns": ["word", "label"],
                       "train": (sentences, tags), "unlabeled": [["a"], ["c", "b"]],
                       "features": [{"extractor": "token"}]},
              "sweep": {"labeled": [10], "unlabeled": [0], "holdout": 10, "repetitions": 1},
              "learners": [{"type": "perceptron"}], "metrics": ["token_error"]}
    run = costruct.run(config, out=tmp_path / "o", show=False)
    assert run.cells["token_error"].tolist() == [0.0]
    assert sorted(os.listdir(tmp_path / "o" / "data"))[0].startswith("train_")
    for wrong, message in ((sentences, "data.train is of type list: expected the path"),
                           ((sentences, tags[1:]), "labels of 39"),
                           (([["a b"]], [["A"]]), r"data.train\[0\]: found 'a b', expected")):
        with pytest.raises(ValueError, match=message):
            costruct.run({**config, "data": {**config["data"], "train": wrong}}, out=tmp_path / "p")
    with pytest.raises(costruct.ConfigError, match="object.*data.train, data.unlabeled"):
        costruct.run({**config, "learners": [{"type": object()}]}, out=tmp_path / "p")


def test_errors_of_a_dictionary_name_no_file(folder, tmp_path):
    with pytest.raises(costruct.ConfigError, match="^config: unknown key lerners"):
        costruct.run(changed(lerners=[]), data=folder, out=tmp_path / "o", show=False)


def test_a_run_of_one_experiment_is_no_collection(finished):
    with pytest.raises(ValueError, match="not of a collection"):
        finished.collection
    assert "costruct.Run" in repr(finished) and str(finished.folder) in repr(finished)


def test_progress_is_lines_without_tqdm(folder, tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    costruct.run(CONFIG, data=folder, out=tmp_path / "o")
    assert "report in " in capfd.readouterr().err
    with costruct.messages.progress_bar():  # the library counts cells now and then
        costruct.messages._take("stderr", "cells 3/16 (self_training at 5 + 0), 0:00 elapsed")
    assert capfd.readouterr().err == "cells 3/16 (self_training at 5 + 0), 0:00 elapsed\n"
    costruct.run(CONFIG, data=folder, out=tmp_path / "p", show=False)
    assert capfd.readouterr().err == ""
