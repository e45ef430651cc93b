"""Data frames and emails: forms of their examples, and the command line."""

import json
import pickle
import re
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import r2_score
from sklearn.model_selection import KFold, cross_val_score

import costruct
from costruct import Clusterer, TableClassifier, TableRegressor
from costruct.training import train

pandas = pytest.importorskip("pandas")


def frame(count, seed=0):
    """Rows whose label is that of a nominal column, and else whether a number is large."""
    random = np.random.RandomState(seed)
    colour = random.choice(["red", "green", None], count)
    size = np.where(random.rand(count) < 0.2, np.nan, random.randint(0, 9, count))
    y = np.where(colour == "red", "yes", np.where(colour == "green", "no",
                                                  np.where(size > 4, "yes", "no")))
    return pandas.DataFrame({"colour": colour, "size": size, "zip": random.choice(
        ["0123", "4"], count)}), y


X, Y = frame(200)


def test_columns_are_numbers_and_names():
    fitted = TableClassifier(C=10).fit(X, Y)
    assert fitted.score(X, Y) > 0.95 and list(fitted.classes_) == ["no", "yes"]
    assert list(fitted.feature_names_in_) == ["colour", "size", "zip"]
    names = {name for _, _, _, name, _ in fitted.model_.weights()}
    assert names == {"colour=red", "colour=green", "size", "size missing", "zip=0123", "zip=4"}
    again = pickle.loads(pickle.dumps(fitted))
    assert list(again.predict(X)) == list(fitted.predict(X))
    assert list(clone(fitted).fit(X, Y).predict(X)) == list(fitted.predict(X))
    assert cross_val_score(TableClassifier(C=10), X, Y, cv=3).min() > 0.9


def test_columns_are_found_by_name_and_labels_keep_their_type():
    fitted = TableClassifier().fit(X, Y == "yes")
    assert fitted.classes_.dtype == bool
    turned = X[["zip", "size", "colour"]].assign(more=1)
    assert list(fitted.predict(turned)) == list(fitted.predict(X))
    with pytest.raises(ValueError, match="X has no column 'size'"):
        fitted.predict(X[["zip", "colour"]])
    kinds = X.assign(colour=X["colour"].astype("category"), size=X["size"].astype("Int64"))
    assert list(TableClassifier().fit(kinds, Y == "yes").predict(kinds)) == list(fitted.predict(X))


def test_dates_are_numbers_and_texts_have_words():
    days = pandas.date_range("2024-01-01", periods=60)
    rows = pandas.DataFrame({"day": days, "text": ["a good, \"fine\"\nday" if i < 30 else "bad one"
                                                  for i in range(60)]})
    y = (np.arange(60) < 30).astype(int)
    fitted = TableClassifier(data={"features": [{"extractor": "words", "column": "text"}]})
    assert fitted.fit(rows, y).score(rows, y) == 1
    names = {name for _, _, _, name, _ in fitted.model_.weights()}
    assert "day" in names and any("good" in name for name in names)


def test_the_column_of_words_has_a_default():
    frame = pandas.DataFrame({"text": ["good day", "bad day"] * 10, "size": range(20)})
    fitted = TableClassifier(data={"features": [{"extractor": "words"}]})
    fitted.fit(frame, ["yes", "no"] * 10)
    assert list(fitted.predict(frame[:2])) == ["yes", "no"]


def test_unlabeled_rows_and_probabilities():
    y = [label if i < 40 else None for i, label in enumerate(Y)]
    in_rows = TableClassifier("self_training").fit(X, y)
    apart = TableClassifier("self_training").fit(X[:40], Y[:40], X_unlabeled=X[40:])
    assert in_rows.model_.weights() == apart.model_.weights()
    p = TableClassifier("crf").fit(X, Y).predict_proba(X)
    assert p.shape == (200, 2) and p.sum(axis=1) == pytest.approx(np.ones(200))


def test_numbers_are_least_squares(tmp_path):
    """On columns without gaps, the same as RLSR on a matrix of the same features."""
    random = np.random.RandomState(1)
    rows = pandas.DataFrame({"a": random.randn(60), "b": random.choice(["u", "v"], 60)})
    y = 3 * rows["a"] + 2.0 * (rows["b"] == "u") + 0.01 * random.randn(60)
    fitted = TableRegressor().fit(rows, y)
    assert fitted.score(rows, y) > 0.95
    matrix = np.column_stack([rows["a"], rows["b"] == "u", rows["b"] == "v"]).astype(float)
    of_matrix = costruct.RLSR(scaling="standardize").fit(matrix, y)
    assert fitted.predict(rows) == pytest.approx(of_matrix.predict(matrix), abs=1e-6)
    loaded = costruct.load(fitted.model_.to_bytes())
    assert (loaded.predict(rows) == fitted.predict(rows)).all()
    partly = TableRegressor("co_rlsr").fit(rows, [None, *y[1:50], *[np.nan] * 10])
    assert partly.predict(rows).shape == (60,)
    with pytest.raises(ValueError, match="perceptron predicts outputs; expected one of .*rlsr"):
        TableRegressor("perceptron").fit(rows, y)
    with pytest.raises(ValueError, match="y has no number"):
        TableRegressor().fit(rows, [None] * 60)


def test_the_command_line_reads_the_model(tmp_path, command):
    fitted = TableClassifier().fit(X, Y)
    fitted.save(tmp_path / "m.st")
    X.to_csv(tmp_path / "rows.csv", index=False)
    assert command("predict", "--model", "m.st", "--data", "rows.csv").split() == \
        list(fitted.predict(X))
    loaded = costruct.load(tmp_path / "m.st")
    assert list(loaded.predict(X)) == list(fitted.predict(X))
    assert list(loaded.predict(str(tmp_path / "rows.csv"))) == list(fitted.predict(X))


@pytest.mark.parametrize("rows, labels, message", [
    ([[1, 2]], ["a"], "X is list, expected a pandas DataFrame"),
    (X, Y[:3], "X has 200 rows, but y has 3"),
    (X[:2], [None, None], "y has no label"),
    (X[:2], [1, "1"], "y has labels of several types"),
    (pandas.DataFrame([[1, 2]], columns=["a", "a"]), ["x"], "the column 'a' twice"),
])
def test_wrong_tables_are_told(rows, labels, message):
    with pytest.raises((TypeError, ValueError), match=message):
        TableClassifier().fit(rows, labels)


@pytest.mark.parametrize("text", ["one\nday", "one\rday", "one\n", "a \"b\"\nc, d; e", "\n"])
def test_cells_keep_line_breaks_and_quotes(text):
    rows = pandas.DataFrame({"text": [text, "other"] * 10, "more\nthan one": [1, 2] * 10})
    fitted = TableClassifier().fit(rows, ["a", "b"] * 10)
    assert list(fitted.predict(rows)) == ["a", "b"] * 10
    found = {name for _, _, _, name, _ in fitted.model_.weights()}
    assert len(found) == 3
    other = costruct.load(fitted.model_.to_bytes())
    assert list(other.predict(rows)) == ["a", "b"] * 10


@pytest.mark.parametrize("infinite", [np.inf, -np.inf, 10**400])
def test_infinite_numbers_are_told_with_their_place(infinite):
    dtype = object if isinstance(infinite, int) else float
    wrong = X.assign(size=pandas.Series([1, 2, infinite, *[4] * 197], dtype=dtype))
    sign = "-" if infinite < 0 else ""
    message = rf"\[2\]: column size is {sign}inf, expected a finite number"
    fitted = TableClassifier().fit(X, Y)
    for call, name in ((lambda: TableClassifier().fit(wrong, Y), "X"),
                       (lambda: TableClassifier("self_training").fit(X, Y, X_unlabeled=wrong),
                        "X_unlabeled"),
                       (lambda: fitted.predict(wrong), "X"),
                       (lambda: costruct.load(fitted.model_.to_bytes()).predict(wrong), "X")):
        with pytest.raises(ValueError, match="^" + name + message):
            call()
    for data in ({"nominal": ["size"]}, {"ignore": ["size"]}):
        assert len(TableClassifier(data=data).fit(wrong, Y).predict(wrong)) == 200


@pytest.mark.parametrize("labels, message", [
    ([" a", "b"], "blanks at their ends: .' a'.; tables"),
    (["b", "a ", "\tc"], r"blanks at their ends: .'\\tc', 'a '."),
    (["{a,b}", "c"], "the label '{a,b}', which stands for several possible"),
    (["{!a}", "a"], "the label '{!a}', which stands for several possible"),
])
def test_labels_that_a_table_would_change_are_told(labels, message):
    with pytest.raises(ValueError, match=message):
        TableClassifier().fit(X[:len(labels)], labels)


def test_labels_of_a_table_are_kept():
    rows = pandas.DataFrame({"a": list("uvwxyz") * 5})
    labels = ['b"', "a, b", "{a}", "NA", "?", "!a"] * 5
    assert list(TableClassifier(C=100).fit(rows, labels).predict(rows)) == labels


def test_values_that_differ_in_blanks_are_one_value_with_a_warning():
    rows = pandas.DataFrame({"colour": [" red", "red", "green, dark "] * 10})
    with pytest.warns(UserWarning, match="column colour: ' red' and 'red' are one value"):
        fitted = TableClassifier().fit(rows, ["a", "a", "b"] * 10)
    assert {name for _, _, _, name, _ in fitted.model_.weights()} == \
        {"colour=red", "colour=green, dark"}


@pytest.mark.parametrize("option, value", [
    ("separator", ";"), ("decimal", ","), ("thousands", "."), ("label_map", {"yes": "no"})])
def test_options_of_how_files_are_written_are_refused(option, value):
    with pytest.raises(costruct.ConfigError, match=f"^{option} = .* DataFrame") as caught:
        TableClassifier(data={option: value}).fit(X, Y)
    assert caught.value.option == option


def test_options_that_say_how_data_frames_are_written_are_taken():
    plainly = {"separator": ",", "decimal": ".", "thousands": "", "label_map": None}
    fitted = TableClassifier(data=plainly).fit(X, Y)
    assert list(fitted.predict(X)) == list(TableClassifier().fit(X, Y).predict(X))


STYLES = [{}, {"decimal": ","}, {"decimal": ",", "thousands": "."}]


@pytest.mark.parametrize("options", STYLES)
def test_a_model_of_another_kind_of_file_reads_data_frames(tmp_path, options):
    """Columns with decimal commas, and one with points between thousands."""
    random = np.random.RandomState(3)
    rows = pandas.DataFrame({
        "length": random.randint(1, 99999, 80) / 1000 if options else
        random.randint(1, 999, 80) / 10, "width": random.randint(1, 99, 80) * 1.0,
        "price": random.randint(-999999, 9999999, 80) / (1000 if options else 100),
        "kind": random.choice(["a", "b;c"], 80)})
    rows["target kind"] = np.where(rows["length"] > 50, "long", "short")
    if "thousands" in options:
        texts = [f"{price:,.3f}".translate(str.maketrans(",.", ".,")) for price in rows["price"]]
        assert any(text.count(".") > 0 for text in texts)
    else:
        texts = rows["price"]
    path = str(tmp_path / "rows.csv")
    rows.assign(price=texts).to_csv(path, sep=";", decimal=",", index=False)
    config = {"problem": {"type": "multiclass"}, "learner": {
        "type": "structural_svm", "kernel": {"type": "linear", "scaling": "standardize"}},
              "data": {"format": "csv", "target": "target kind", "separator": ";", **options}}
    model, _ = train(config, {"train": path}, 1)
    # A column of three more digits each would be read as 1,000 times as much.
    assert len({name for _, _, _, name, _ in model.weights()}) == 5
    expected = model.predict_details(path, scores=True)
    for frame_ in (rows, rows.drop(columns="target kind"), rows[rows.columns[::-1]]):
        assert model.predict_details(frame_, scores=True) == expected
        assert list(model.predict(frame_)) == list(model.predict(path))


def test_a_loaded_model_leaves_the_target_out(tmp_path):
    fitted = TableClassifier().fit(X, Y)
    loaded = costruct.load(fitted.model_.to_bytes())
    assert list(loaded.predict(X.assign(target=Y))) == list(fitted.predict(X))


def test_sets_of_labels_are_sets_of_a_file_and_of_a_frame(tmp_path):
    rows = X[["colour", "size"]]
    path = str(tmp_path / "rows.csv")
    rows.assign(topics=["a,b" if label == "yes" else "b" for label in Y]).to_csv(path, index=False)
    model, _ = train({"problem": {"type": "several"}, "learner": {"type": "structural_svm"},
                      "data": {"format": "csv", "target": "topics"}}, {"train": path}, 1)
    found = model.predict(rows)
    assert found == model.predict(path) and {"a", "b"} in found
    assert model.predict(rows[:0]) == []


# Emails of two templates.
def mails(count, seed=0):
    random = np.random.RandomState(seed)
    texts, labels = [], []
    for _ in range(count):
        word = "".join(random.choice(list("abcdefg"), 6))
        kind = random.randint(2)
        texts.append(f"Dear {word}, buy the watch {word} now" if kind else
                     f"Hello, the meeting {word} is at noon, your {word}")
        labels.append(kind)
    return texts, labels


def test_emails_of_one_template_are_found():
    texts, labels = mails(60)
    clusterer = Clusterer(problem={"set_size": 30}).fit(texts[:30], labels[:30])
    found = clusterer.predict(texts[30:])
    assert found.dtype == int and found[0] == 0
    assert clusterer.score(texts[30:], labels[30:]) == 1
    as_fields = [{"parts": [{"type": "text/plain", "text": text}], "batch": "no"}
                 for text in texts]
    assert list(clusterer.predict(as_fields[30:])) == list(found)
    assert list(pickle.loads(pickle.dumps(clusterer)).predict(texts[30:])) == list(found)
    assert list(clusterer.predict([])) == []


def test_a_score_without_a_known_label_is_nan():
    texts, labels = mails(20)
    clusterer = Clusterer().fit(texts, labels)
    assert np.isnan(clusterer.score(texts, [None] * 20))
    assert np.isnan(clusterer.score(texts[:2], [np.nan, None]))


def test_a_loaded_model_of_emails_gives_an_array():
    texts, labels = mails(20)
    clusterer = Clusterer().fit(texts, labels)
    loaded = costruct.load(clusterer.model_.to_bytes())
    for items in (texts, []):
        found, expected = loaded.predict(items), clusterer.predict(items)
        assert isinstance(found, np.ndarray) and found.dtype == expected.dtype == int
        assert found.tolist() == expected.tolist()


def test_known_clusters_stay():
    texts, labels = mails(40)
    clusterer = Clusterer().fit(texts[:30], labels[:30])
    other = labels[30:].index(1 - labels[30])
    known = [None] * 10
    known[0] = known[other] = "together"
    found = clusterer.predict(texts[30:], known=known)
    assert found[0] == found[other]
    before = clusterer.predict(texts[30:])
    assert before[0] != before[other]


def test_the_command_line_reads_the_model_of_emails(tmp_path, command):
    texts, labels = mails(40)
    clusterer = Clusterer().fit(texts, labels)
    clusterer.save(tmp_path / "m.st")
    from costruct.clusters import _line
    (tmp_path / "mails.jsonl").write_text("".join(_line(text) + "\n" for text in texts))
    lines = command("predict", "--model", "m.st", "--data", "mails.jsonl").split()
    assert [lines.index(line) for line in lines] == \
        [list(clusterer.predict(texts)).index(k) for k in clusterer.predict(texts)]


def test_wrong_emails_are_told_with_their_place():
    with pytest.raises(TypeError, match=r"X\[1\]: an email is int, expected a dictionary"):
        Clusterer().fit(["a", 3], [0, 1])
    with pytest.raises(ValueError, match="X has 1 emails, but y has 2"):
        Clusterer().fit(["a"], [0, 1])
    with pytest.raises(costruct.DataError, match=r"^X\[1\]"):
        Clusterer().fit(["a", {"parts": 3}], [0, 1])
    with pytest.raises(ValueError, match="y has no label"):
        Clusterer().fit(["a", "b"], [None, None])


def test_errors_of_tables_name_the_row_or_the_argument():
    fitted = TableClassifier().fit(X, Y)
    with pytest.raises(costruct.DataError, match=r"^X\[2\]: column size: .tall. is no finite"):
        fitted.predict(X.assign(size=["1", "2", "tall"] + ["4"] * (len(X) - 3)))
    with pytest.raises(costruct.DataError, match="^X: there is no column .size."):
        costruct.load(fitted.model_.to_bytes()).predict(X[["zip", "colour"]])


def test_views_are_lists_of_columns():
    """Views of columns are those of a matrix whose columns have the same numbers."""
    random = np.random.RandomState(3)
    matrix = random.randn(60, 4)
    y, rows = (matrix[:, 0] > 0).astype(int), pandas.DataFrame(matrix, columns=list("abcd"))
    kernel = {"type": "linear", "scaling": "standardize"}
    fitted = TableClassifier("co_svm", views=[["d", "a"], ["b", "c"]]).fit(
        rows[:20], y[:20], X_unlabeled=rows[20:])
    of_matrix = costruct.CoSVC(views=[[0, 3], [1, 2]], kernel=kernel).fit(
        matrix[:20], y[:20], X_unlabeled=matrix[20:])
    assert list(fitted.predict(rows)) == list(of_matrix.predict(matrix))
    assert [w[4] for w in fitted.model_.weights()] == \
        pytest.approx([w[4] for w in of_matrix.model_.weights()])
    assert not any("one view" in note for note in fitted.report_["notes"])
    with pytest.raises(ValueError, match="views: X has no column 'x'; it has a, b, c, d"):
        TableClassifier("co_svm", views=[["a"], ["x"]]).fit(rows, y)
    with pytest.raises(ValueError, match="views = 'a': expected None, .random."):
        TableClassifier("co_svm", views="a").fit(rows, y)


def test_unlabeled_rows_are_left_out_of_scores():
    y = np.array([label if i % 3 else None for i, label in enumerate(Y)], dtype=object)
    fitted = TableClassifier("self_training").fit(X, y)
    known = [label is not None for label in y]
    assert fitted.score(X, y) == fitted.score(X[known], y[known])
    folds = KFold(3, shuffle=True, random_state=0)
    assert cross_val_score(TableClassifier("self_training"), X, y, cv=folds).min() > 0.8
    marked = [-1 if label is None else int(label == "yes") for label in y]
    of_mark = TableClassifier("self_training", unlabeled_label=-1).fit(X, marked)
    assert list(of_mark.classes_) == [0, 1] and of_mark.score(X, marked) == fitted.score(X, y)
    with pytest.warns(UserWarning, match="-1 is a class; unlabeled_label=-1 makes it the mark"):
        TableClassifier("self_training", rounds=1).fit(X, marked)
    with pytest.raises(ValueError, match="y has no label to score"):
        fitted.score(X, [None] * 200)
    rows = pandas.DataFrame({"a": np.arange(30.0)})
    numbers = np.where(np.arange(30) % 3, np.arange(30.0), np.nan)
    for model in (TableRegressor(intercept=True), costruct.RLSR(intercept=True)):
        scores = cross_val_score(model, rows, numbers, cv=KFold(3, shuffle=True, random_state=0))
        assert np.isfinite(scores).all()
        fitted, known = model.fit(rows, numbers), np.isfinite(numbers)
        assert fitted.score(rows, numbers) == pytest.approx(
            r2_score(numbers[known], fitted.predict(rows)[known]))


@pytest.mark.parametrize("option, value, instead", [
    ("target", "y", "as y of fit"), ("train", "rows.csv", "as X of fit"),
    ("unknown", "-", "unlabeled_label"), ("groups", [], "as views")])
def test_options_that_arguments_stand_for_are_refused(option, value, instead):
    with pytest.raises(costruct.ConfigError, match=f"^{option} = .*{instead}"):
        TableClassifier(data={option: value}).fit(X, Y)


def test_words_are_of_the_column_text_unless_another_is_named():
    rows = pandas.DataFrame({"text": ["good day", "bad night"] * 10})
    fitted = TableClassifier(data={"features": [{"extractor": "words"}]}).fit(rows, ["a", "b"] * 10)
    assert any("good" in name for _, _, _, name, _ in fitted.model_.weights())


def test_help_has_the_default_of_the_learner():
    assert 'default "rlsr"' in TableRegressor.__doc__ and "views :" in TableRegressor.__doc__
    assert 'default "structural_svm"' in TableClassifier.__doc__


TEXTS = pandas.DataFrame({"text": [f"a {kind} text, number {i}" for i in range(10)
                                   for kind in ("good", "bad")]})
KINDS = ["good", "bad"] * 10
WORDS = {"features": [{"extractor": "words", "column": "text"}]}


def test_beside_columns_of_numbers_words_keep_their_scale():
    random = np.random.RandomState(4)
    words = random.choice(["oak", "elm", "ash", "fir", "yew", "box"], (60, 3))
    rows = pandas.DataFrame({"text": [" ".join(row) for row in words],
                             "size": random.rand(60)})
    y = np.where((words == "oak").any(axis=1), "a", "b")

    def weights(X):
        fitted = TableClassifier(data=WORDS).fit(X, y)
        return {tuple(place): pytest.approx(weight, rel=1e-6)
                for *place, weight in fitted.model_.weights() if "size" not in place}

    # The unit of a number does not matter, and a number that is always the same has no part in it.
    assert weights(rows.assign(size=1000 * rows["size"] - 7)) == weights(rows)
    assert weights(rows.assign(size=3)) == weights(rows[["text"]]) != weights(rows)


def test_a_column_of_texts_is_told_before_the_fit_with_what_to_write():
    with pytest.warns(UserWarning, match="^column text has texts: ") as caught:
        fitted = TableClassifier().fit(TEXTS[:16], KINDS[:16])
    text = str(caught[0].message)
    assert fitted.report_["warnings"] == [text]
    shown = [json.loads(found) for found in re.findall(r"data=(\{.*?\})(?:;|$)", text)]
    assert shown == [WORDS, {"ignore": ["text"]}]
    few = TEXTS.assign(text=[f"text number {k % 9}" for k in range(20)])
    with pytest.warns(UserWarning, match="^column text has texts: ") as caught:
        TableClassifier().fit(few, KINDS)
    keep = json.loads(re.findall(r"whole texts, take data=(\{.*?\})$", str(caught[0].message))[0])
    with pytest.warns(UserWarning, match='looked at; to leave the column out, take data={"ignore"'):
        TableRegressor().fit(TEXTS, np.arange(20.0))
    assert list(fitted.predict(TEXTS[16:])) != KINDS[16:]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fitted = TableClassifier(data=shown[0]).fit(TEXTS[:16], KINDS[:16])
        TableClassifier(data=shown[1]).fit(TEXTS.assign(kind=KINDS), KINDS)
        TableClassifier(data=keep).fit(few, KINDS)
        TableClassifier().fit(few.astype("category"), KINDS)
        TableClassifier().fit(TEXTS.assign(text=[f"{kind} text" for kind in KINDS]), KINDS)
        with pytest.raises(UserWarning, match="has texts"):
            TableClassifier().fit(TEXTS, KINDS)
    assert list(fitted.predict(TEXTS[16:])) == KINDS[16:]


def test_features_of_texts_are_those_of_the_command_line(tmp_path, command):
    """The same weights, without a kernel that scales them. Tables with numbers are scaled."""
    data = TEXTS.assign(colour=["red", "green", "blue", "red"] * 5)
    fitted = TableClassifier(data=WORDS).fit(data, KINDS)
    data.assign(target=KINDS).to_csv(tmp_path / "train.csv", index=False)
    config = {"problem": {"type": "multiclass"}, "learner": {"type": "structural_svm"},
              "data": {"format": "csv", "train": "train.csv", "target": "target", **WORDS}}
    (tmp_path / "config.json").write_text(json.dumps(config))
    command("train", "config.json", "--model", "model.safetensors")
    assert costruct.load(tmp_path / "model.safetensors").weights() == fitted.model_.weights()
    kept = TableClassifier(data=WORDS, kernel={"scaling": "none"})
    assert list(kept.fit(data, KINDS).predict(data)) == list(fitted.predict(data))
    scaled = TableClassifier(data=WORDS).fit(data.assign(size=np.arange(20)), KINDS).model_.options
    assert scaled["kernel"]["scaling"] == "minmax"
    scaled = TableClassifier(data={"ignore": ["text"]}).fit(data[["colour", "text"]], KINDS)
    assert scaled.model_.options["kernel"]["scaling"] == "standardize"


def test_rows_of_tables_are_suggested():
    sizes = pandas.DataFrame({"size": [0., 1, 2, 3, 10, 11, 12, 13]})
    fitted = TableClassifier("crf").fit(sizes, ["small"] * 4 + ["large"] * 4)
    unsure = pandas.DataFrame({"more": 1, "size": [12, 6.5, 1, 6, -9]})
    places, scores = fitted.suggest(unsure, 2)
    assert sorted(places) == [1, 3] and scores[0] <= scores[1]
    chances = np.sort(fitted.predict_proba(unsure), axis=1)
    margins = np.log(chances[:, 1] / chances[:, 0])
    np.testing.assert_allclose(scores, margins[places], rtol=1e-9)
    places, scores = fitted.suggest(unsure, 5, by="entropy")
    np.testing.assert_allclose(scores, -(chances * np.log(chances)).sum(axis=1)[places], rtol=1e-9)
    assert [len(part) for part in fitted.suggest(unsure[:0], 2)] == [0, 0]
    with pytest.raises(ValueError, match="X has no column 'size'"):
        fitted.suggest(unsure[["more"]], 1)
    with pytest.raises(NotFittedError):
        TableClassifier().suggest(unsure, 1)


@pytest.mark.parametrize("how", ["nominal", "category"])
def test_texts_that_are_called_categories_are_told_if_most_differ(how):
    text = [f"text number {k} of ten" for k in range(10)]
    few = ["a few of these", "the other of these"] * 5
    rows = pandas.DataFrame({"text": text, "few": few, "size": range(10)})
    if how == "category":
        rows = rows.astype({"text": "category", "few": "category"})
    data = {"nominal": ["text", "few"]} if how == "nominal" else None
    with pytest.warns(UserWarning) as caught:
        fitted = TableClassifier(data=data).fit(rows, [0, 1] * 5)
    told = [str(w.message) for w in caught if "column " in str(w.message)]
    assert told == ["column text is nominal, but 10 of its 10 texts differ: a value that "
                    "occurs once teaches nothing about other rows; to use its words, take "
                    'data={"features": [{"extractor": "words", "column": "text"}]}; '
                    'to leave the column out, take data={"ignore": ["text"]}']
    assert told[0] in fitted.report_["warnings"]
    for remedy in re.findall(r"data=({.*?})(?:; |$)", told[0]):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            TableClassifier(data=json.loads(remedy)).fit(rows[["text", "size"]], [0, 1] * 5)
