"""Models in files: Python and the command line read each other's, and damage is told."""

import json
import pickle
import pickletools
import random

import numpy as np
import pytest
from scipy import sparse

import costruct

RANDOM = np.random.RandomState(5)
Y = RANDOM.randint(0, 3, 60)
X = RANDOM.randn(60, 4) + 2 * np.eye(4)[Y]
X[RANDOM.rand(60, 4) < 0.1] = 0
WORDS = [["the", "cat", "sees"], ["a", "dog"], ["the", "red", "dog", "sees"], ["a", "red", "cat"]]
TAG = {"the": "D", "a": "D", "red": "A", "cat": "N", "dog": "N", "sees": "V"}
TAGS = [[TAG[word] for word in words] for words in WORDS]


def write_rows(path, rows, labels):
    """A file of the format svmlight with all digits of its numbers."""
    with open(path, "w", encoding="utf-8") as file:
        for row, label in zip(rows.tolist(), labels):
            features = [f"{k + 1}:{value!r}" for k, value in enumerate(row) if value != 0]
            file.write(" ".join([str(label), *features]) + "\n")


def write_config(folder, problem, data, learner, **more):
    (folder / "train.json").write_text(json.dumps(
        {"problem": problem, "data": data, "learner": learner, **more}), encoding="utf-8")
    return folder / "train.json"


ROWS = [
    (costruct.StructuralSVC(C=0.5), {"type": "structural_svm", "C": 0.5}, {}),
    (costruct.StructuralSVC(bias=True), {"type": "structural_svm"}, {"bias": True}),
    (costruct.StructuralSVC(kernel={"type": "gaussian"}),
     {"type": "structural_svm", "kernel": {"type": "gaussian"}}, {}),
    (costruct.MaximumEntropy(C=2.0), {"type": "crf", "C": 2.0}, {}),
    (costruct.StructuredPerceptron(average=True), {"type": "perceptron", "average": True}, {}),
    (costruct.CoSVC(Cu=0.3), {"type": "co_svm", "Cu": 0.3}, {}),
    (costruct.SelfTraining(learner=costruct.StructuralSVC(C=3.0)),
     {"type": "self_training", "learner": {"type": "structural_svm", "C": 3.0}}, {}),
    (costruct.TransductiveSVC(), {"type": "tsvm_ova"}, {}),
]


@pytest.mark.parametrize("estimator, learner, problem", ROWS,
                         ids=[str(number) for number in range(len(ROWS))])
def test_rows_are_the_same_for_the_command_line(tmp_path, command, estimator, learner, problem):
    write_rows(tmp_path / "train.svm", X[:40], Y[:40])
    write_rows(tmp_path / "more.svm", X[40:], ["?"] * 20)
    write_rows(tmp_path / "all.svm", X, Y)
    fitted = estimator.fit(X[:40], Y[:40], X_unlabeled=X[40:])
    fitted.save(tmp_path / "python.model")
    told = command("predict", "--model", "python.model", "--data", "all.svm")
    assert told.split() == [str(label) for label in fitted.predict(X)]
    data = {"format": "svmlight", "train": "train.svm", "unlabeled": "more.svm"}
    config = write_config(tmp_path, {"type": "multiclass", **problem}, data, learner)
    command("train", config, "--model", "file.model")
    loaded = costruct.load(tmp_path / "file.model")
    assert sorted(loaded.weights()) == sorted(fitted.model_.weights())
    assert list(loaded.predict(X)) == told.split()
    assert loaded.predict_details(X, scores=True, k_best=3) == \
        fitted.model_.predict_details(X, scores=True, k_best=3)


def test_numbers_are_the_same_for_the_command_line(tmp_path, command):
    targets = X @ [1.0, 2.0, 3.0, 4.0] + 0.1
    write_rows(tmp_path / "train.svm", X[:40], targets[:40].tolist())
    write_rows(tmp_path / "more.svm", X[40:], ["?"] * 20)
    fitted = costruct.CoRLSR().fit(X[:40], targets[:40], X_unlabeled=X[40:])
    fitted.save(tmp_path / "python.model")
    told = command("predict", "--model", "python.model", "--data", "more.svm")
    assert [float(line) for line in told.split()] == fitted.predict(X[40:]).tolist()
    data = {"format": "svmlight", "train": "train.svm", "unlabeled": "more.svm"}
    config = write_config(tmp_path, {"type": "regression"}, data, {"type": "co_rlsr"})
    command("train", config, "--model", "file.model")
    assert costruct.load(tmp_path / "file.model").predict(X).tolist() == fitted.predict(X).tolist()


def items_of_crfsuite(sequences, labels):
    lines = ["".join(f"{label}\t" + "\t".join(item) + "\n" for item, label in zip(*pair))
             for pair in zip(sequences, labels)]
    return "\n".join(lines)


@pytest.mark.parametrize("learner", ["crf", "structural_svm", "self_training"])
@pytest.mark.parametrize("form", ["names", "tokens", "matrices"])
def test_sequences_are_the_same_for_the_command_line(tmp_path, command, form, learner):
    blank = [["?"] * len(words) for words in WORDS]
    if form == "names":
        items = [[["word=" + word, "last=" + word[-1]] for word in words] for words in WORDS]
        data = {"format": "crfsuite"}
        texts = [items_of_crfsuite(items, labels) for labels in (TAGS, blank)]
    elif form == "tokens":
        items = WORDS
        data = {"format": "conll", "columns": ["word", "label"],
                "features": [{"extractor": "token"}, {"extractor": "affixes"}]}
        texts = ["\n".join("".join(f"{word}\t{label}\n" for word, label in zip(*pair))
                           for pair in zip(WORDS, labels)) for labels in (TAGS, blank)]
    else:
        items = [np.array([[len(word), ord(word[0]) / 7, 1] for word in words])
                 for words in WORDS]
        data = {"format": "svmhmm"}
        texts = ["".join(
            f"{label} qid:{n + 1} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(row)) + "\n"
            for n, matrix in enumerate(items) for row, label in zip(matrix.tolist(), labels[n]))
            for labels in (TAGS, blank)]
    for name, text in zip(("train.txt", "more.txt"), texts):
        (tmp_path / name).write_text(text, encoding="utf-8")
    features = ["token", "affixes"] if form == "tokens" else None
    fitted = costruct.SequenceTagger(learner, features=features).fit(items, TAGS,
                                                                    X_unlabeled=items)
    fitted.save(tmp_path / "python.model")
    told = command("predict", "--model", "python.model", "--data", "train.txt")
    assert told.split() == [label for labels in fitted.predict(items) for label in labels]
    config = write_config(tmp_path, {"type": "sequence", "loss": "hamming"},
                          {**data, "train": "train.txt", "unlabeled": "more.txt"},
                          {"type": learner})
    command("train", config, "--model", "file.model")
    loaded = costruct.load(tmp_path / "file.model")
    assert sorted(loaded.weights()) == sorted(fitted.model_.weights())
    assert loaded.predict(items) == loaded.predict(tmp_path / "train.txt") == \
        fitted.predict(items)


def small_models():
    rows = costruct.StructuralSVC().fit(X, Y)
    tagger = costruct.SequenceTagger(features=["token"]).fit(WORDS, TAGS)
    kernel = costruct.CoRLSR().fit(X[:9], Y[:9])
    return {"rows": (rows, X), "sequences": (tagger, WORDS), "kernel": (kernel, X)}


MODELS = small_models()


@pytest.mark.parametrize("kind", MODELS)
def test_models_load_from_bytes_and_paths(kind, tmp_path):
    fitted, items = MODELS[kind]
    content = fitted.model_.to_bytes()
    fitted.save(tmp_path / "a.model")
    fitted.model_.save(str(tmp_path / "b.model"))
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes() == content
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.model", "b.model"]
    expected = list(fitted.model_.predict(items))
    for source in (content, bytearray(content), memoryview(content), tmp_path / "a.model",
                   str(tmp_path / "a.model")):
        loaded = costruct.load(source)
        assert loaded.to_bytes() == content and list(loaded.predict(items)) == expected
        assert (loaded.format, loaded.problem) == (fitted.model_.format, fitted.model_.problem)
    again = pickle.loads(pickle.dumps(loaded))
    assert again.to_bytes() == content and again.weights() == loaded.weights()


@pytest.mark.parametrize("kind", MODELS)
def test_a_file_cut_anywhere_is_told(kind, tmp_path):
    content = MODELS[kind][0].model_.to_bytes()
    ends = sorted({*range(0, len(content), max(1, len(content) // 60)), 7, 8, 9,
                   len(content) - 1})
    for end in ends:
        with pytest.raises(costruct.DataError):
            costruct.load(content[:end])
    for longer in (content + b"\0", content + content):
        with pytest.raises(costruct.DataError):
            costruct.load(longer)


@pytest.mark.parametrize("kind", MODELS)
def test_damage_anywhere_is_told(kind):
    content = MODELS[kind][0].model_.to_bytes()
    draw = random.Random(3)
    for number in range(120):
        damaged = bytearray(content)
        if number % 2:
            damaged[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        else:
            at = draw.randrange(len(content) - 8)
            damaged[at:at + 8] = bytes(draw.randrange(256) for _ in range(8))
        if bytes(damaged) == content:
            continue
        with pytest.raises(costruct.DataError):
            costruct.load(bytes(damaged))
    assert issubclass(costruct.DataError, ValueError)


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff" * 100, b"\0" * 100, b"no model at all",
                                     b"\xff" * 7 + b"\x7f" + b"{}", pickle.dumps(print)])
def test_what_is_no_model_is_told(content):
    with pytest.raises(costruct.DataError):
        costruct.load(content)


def test_errors_of_a_file_name_the_file(tmp_path):
    path = tmp_path / "mine.model"
    path.write_bytes(b"no model")
    with pytest.raises(costruct.DataError, match="mine.model"):
        costruct.load(path)
    with pytest.raises(FileNotFoundError):
        costruct.load(tmp_path / "nothing")
    with pytest.raises(OSError):
        costruct.load(tmp_path)
    for wrong in (None, 3, 10**6):
        with pytest.raises(TypeError):
            costruct.load(wrong)
        with pytest.raises(TypeError):
            costruct.Model(wrong)
    with pytest.raises(OSError):
        MODELS["rows"][0].save(tmp_path / "no" / "folder")


def test_unpickling_runs_no_code_of_the_file():
    """A pickle names the classes of the package, of NumPy and of Python's own rebuilding alone."""
    content = pickle.dumps(MODELS["rows"][0].model_)
    names, texts = set(), []
    for opcode, argument, _ in pickletools.genops(content):
        if isinstance(argument, str):
            texts.append(argument)
        if opcode.name == "STACK_GLOBAL":
            names.add(tuple(texts[-2:]))
    assert names == {("costruct.models", "Model")}
    damaged = content.replace(b"structural_svm", b"structural_svn")
    assert damaged != content
    with pytest.raises(costruct.DataError):
        pickle.loads(damaged)


@pytest.mark.parametrize("wrong", [None, ["a b"], np.full((2, 4), np.nan), [[["a"]]]])
def test_a_model_tells_rows_that_it_cannot_read(wrong):
    with pytest.raises((TypeError, ValueError)):
        MODELS["rows"][0].model_.predict(wrong)


def test_rows_have_the_columns_of_training(tmp_path):
    fitted = costruct.StructuralSVC().fit(np.hstack([X, np.zeros((len(X), 1))]), Y)
    model = costruct.load(fitted.model_.to_bytes())
    assert model.n_features_in_ == X.shape[1] + 1
    for wrong in (X, sparse.csr_matrix(X), np.hstack([X, X])):
        with pytest.raises(ValueError, match=f"X has {wrong.shape[1]} features, but Model is "
                                             f"expecting {X.shape[1] + 1} features as input"):
            model.predict(wrong)
        with pytest.raises(ValueError, match="expecting"):
            model.predict_details(wrong, scores=True)
    with pytest.raises(ValueError, match=r"1 dimensions.*reshape\(1, -1\)"):
        model.predict(X[0])
    assert len(model.predict(np.hstack([X, np.ones((len(X), 1))]))) == len(X)
    tagger = costruct.SequenceTagger().fit([X[:4], X[4:9]], [Y[:4], Y[4:9]])
    with pytest.raises(ValueError, match="X has 3 features"):
        costruct.load(tagger.model_.to_bytes()).predict([X[:4, :3]])


def structures():
    trees = ["(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"] * 3
    sentence = [("the", "DT"), ("cat", "NN"), ("sleeps", "VBZ")]
    heads = [(2, "det"), (3, "nsubj"), (0, "root")]
    graph = np.eye(3), np.array([[0, 1], [1, 2]])
    pairs = [("HEAGAWGHE", "HEA-AWGHE")] * 3
    mails = ["buy this now", "how are you", "buy that now", "how is she"]
    return {
        "trees": (costruct.Parser().fit(trees), [sentence]),
        "alignments": (costruct.Aligner(data={"model": "simple"}).fit(pairs), [("HEAG", "HAG")]),
        "heads": (costruct.DependencyParser("perceptron").fit([sentence] * 3, [heads] * 3),
                  [sentence, sentence[:2]]),
        "graphs": (costruct.GraphTagger().fit([graph] * 3, [["a", "b", "a"]] * 3), [graph]),
        "clusters": (costruct.Clusterer().fit(mails * 3, [0, 1, 0, 1] * 3), mails),
    }


STRUCTURES = structures()


def plain(outputs):
    return [each.tolist() if hasattr(each, "tolist") else each for each in outputs]


@pytest.mark.parametrize("kind", STRUCTURES)
def test_a_loaded_model_takes_what_its_class_takes(kind):
    fitted, items = STRUCTURES[kind]
    model = costruct.load(fitted.model_.to_bytes())
    expected = plain(fitted.predict(items))
    assert plain(model.predict(items)) == plain(model.predict(iter(items))) == expected
    assert plain(model.predict([])) == []
    assert model.predict_details(items, scores=True)
    with pytest.raises(TypeError):
        model.predict(None)
    with pytest.raises((TypeError, ValueError), match=r"X\[0\]|expected"):
        model.predict([3])


def test_a_loaded_model_of_structures_keeps_what_is_known():
    parser, (sentence, _) = STRUCTURES["heads"]
    model = costruct.load(parser.model_.to_bytes())
    assert model.predict([sentence], known=[[(3, "det"), None, None]])[0][0] == (3, "det")
    tagger, graphs = STRUCTURES["graphs"]
    model = costruct.load(tagger.model_.to_bytes())
    assert list(model.predict(graphs, known=[["b", None, None]])[0])[0] == "b"
    places, scores = model.suggest(graphs, 1)
    assert list(places) == [0] and len(scores) == 1
    with pytest.raises(ValueError, match="known is not taken for trees"):
        STRUCTURES["trees"][0].model_.predict([sentence], known=[None])


def test_a_model_has_names_and_numbers_of_its_weights():
    fitted = MODELS["rows"][0]
    found = {(part, name): weight for _, _, part, name, weight in fitted.model_.weights()}
    for label in range(3):
        for column in range(4):
            assert found[str(label), str(column + 1)] == fitted.coef_[label, column]
    few = fitted.model_.weights(1)
    assert 0 < len(few) < len(found)
    assert fitted.model_.options["type"] == "structural_svm"
    assert "structural_svm" in repr(fitted.model_)
