"""Taggers of graphs, dependency parsers and classifiers with several labels: forms of their
examples, known labels, and the command line."""

import json
import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

import costruct
from costruct import DependencyParser, GraphTagger, MultiLabelClassifier


def graphs_of(count, seed, noise=0.3):
    """Rings whose nodes agree with one neighbour on the side where the edge has its feature."""
    random = np.random.RandomState(seed)
    X, y = [], []
    for _ in range(count):
        n = random.randint(4, 9)
        labels = np.repeat(random.randint(0, 2, n), 3)
        seen = np.where(random.rand(3 * n) < noise, 1 - labels, labels)
        edges = np.array([(i, (i + 1) % (3 * n)) for i in range(3 * n)])
        within = [[float(i % 3 != 2)] for i in range(3 * n)]
        X.append((np.eye(2)[seen], edges, np.array(within)))
        y.append(labels)
    return X, y


X, Y = graphs_of(30, 1)


@pytest.mark.parametrize("learner", ["structural_svm", "crf", "perceptron"])
def test_edges_help(learner):
    test, truth = graphs_of(40, 2)
    tagger = GraphTagger(learner).fit(X, Y)
    alone = GraphTagger(learner, problem={"pairs": "none"}).fit(X, Y)
    assert tagger.score(test, truth) > alone.score(test, truth) + .05
    found = tagger.predict(test)
    assert [len(each) for each in found] == [len(each) for each in truth]
    right = sum((a == b).sum() for a, b in zip(found, truth)) / sum(map(len, truth))
    assert tagger.score(test, truth) == pytest.approx(right)
    again = pickle.loads(pickle.dumps(tagger))
    assert all((a == b).all() for a, b in zip(again.predict(test), found))
    assert tagger.predict([]) == []


def test_known_labels_stay_and_change_others():
    tagger = GraphTagger("crf", C=10).fit(X, Y)
    graph = (np.ones((3, 2)), [(0, 1), (1, 2)], np.ones((2, 1)))
    for label in (0, 1):
        assert list(tagger.predict([graph], known=[[label, None, None]])[0]) == [label] * 3
    p = tagger.predict_marginals([graph], known=[[1, None, {0, 1}]])[0]
    assert p[0] == pytest.approx([0, 1]) and p.sum(axis=1) == pytest.approx(np.ones(3))
    assert p[1, 1] > .5


def test_one_graph_of_which_some_labels_are_known():
    labels = np.repeat(["a", "b"], 10)
    features = np.eye(2)[[0] * 10 + [1] * 10]
    features[3] = .5, .5
    edges = [(i, j) for k in (0, 10) for i in range(k, k + 10) for j in range(i + 1, k + 10)]
    known = [label if i % 4 == 0 else None for i, label in enumerate(labels)]
    tagger = GraphTagger(problem={"pairs": "equal"}).fit([(features, edges)], [known])
    assert (tagger.predict([(features, edges)], known=[known])[0] == labels).all()


def test_forms_of_matrices_give_the_same_weights():
    one = GraphTagger("crf").fit(X, Y)
    two = GraphTagger("crf").fit([(sparse.csr_matrix(a), b.tolist(), sparse.csc_matrix(c))
                                  for a, b, c in X], [list(map(int, y)) for y in Y])
    assert one.model_.weights() == two.model_.weights()
    assert clone(GraphTagger(C=3.0)).set_params(gap=.1).fit(X, Y).model_.options["C"] == 3.0


def test_equal_numbers_are_one_label():
    graph = (np.eye(2), [(0, 1)])
    tagger = GraphTagger("crf").fit([graph] * 2, [np.array([0, 1]), np.array([0., np.nan])])
    assert tagger.predict([graph])[0].tolist() == [0, 1]
    tagger = GraphTagger("crf").fit([graph] * 2, [[1, 2.5], [1.0, 2.5]])
    assert tagger.predict_marginals([graph])[0].sum(axis=1) == pytest.approx([1, 1])
    assert tagger.predict([graph], known=[[2.5, None]])[0][0] == 2.5
    with pytest.raises(ValueError, match="empty set"):
        GraphTagger().fit([graph], [[set(), 1]])


@pytest.mark.parametrize("graph, labels, message", [
    ((np.eye(2), [(0, 2)]), [0, 1], r"X\[1\]: edges has the node 2, expected 0 to 1"),
    ((np.eye(2), [(0, -1)]), [0, 1], r"X\[1\]: edges has the node -1"),
    ((np.eye(2), [(0., 1.)]), [0, 1], r"X\[1\]: edges has shape \(1, 2\) and type float64"),
    ((np.eye(2), [(0, 1)], np.ones((2, 1))), [0, 1], "edge_features has 2 rows for 1 edges"),
    ((np.eye(2), []), [0], "1 labels for 2 nodes"),
    ((np.array([[np.nan]]), []), [0], "node_features has NaN"),
    ((np.array([1.]), []), [0], r"node_features has shape \(1,\)"),
    (np.eye(2), [0, 1], "found ndarray; a graph is a pair"),
])
def test_wrong_graphs_are_told_with_their_place(graph, labels, message):
    with pytest.raises((ValueError, TypeError), match=message):
        GraphTagger().fit([X[0], graph], [Y[0], labels])


def test_wrong_labels_of_graphs():
    with pytest.raises(ValueError, match="y has no label"):
        GraphTagger().fit(X, [None] * len(X))
    with pytest.raises(ValueError, match="X has 30 graphs, but y has 1"):
        GraphTagger().fit(X, Y[:1])
    with pytest.raises(ValueError, match="several types"):
        GraphTagger().fit(X[:1], [["a"] + [1] * (len(Y[0]) - 1)])
    with pytest.raises(costruct.DataError, match=r"X\[0\]"):
        GraphTagger().fit(X, Y).predict(X[:1], known=[[7] * len(Y[0])])


@pytest.mark.parametrize("graph, message", [
    ((np.eye(3)[:2], [(0, 1)], [[1.]]), "node_features has 3 columns, but other graphs have 2"),
    ((np.eye(2), [(0, 1)], [[1., 2]]), "edge_features has 2 columns, but other graphs have 1"),
    ((np.eye(2), [(0, 1)]), "some graphs have edge_features, and some have none"),
])
def test_graphs_have_one_number_of_features(graph, message):
    tagger = GraphTagger().fit(X, Y)
    for call in (lambda: tagger.predict([graph]), lambda: GraphTagger().fit([X[0], graph],
                                                                            [Y[0], [0, 1]]),
                 lambda: GraphTagger().fit(X, Y, X_unlabeled=[graph])):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(ValueError, match=r"ravel\(\) makes a list"):
        GraphTagger().fit([(np.eye(4), [])], [np.zeros((2, 2))])


# Dependency trees: a determiner belongs to the noun behind it, nouns to the verb.
def sentence(subject, verb, thing):
    words = [("the", "DET"), (subject, "NOUN"), (verb, "VERB"), ("a", "DET"), (thing, "NOUN")]
    return words, [(2, "det"), (3, "nsubj"), (0, "root"), (5, "det"), (3, "obj")]


PARSED = [sentence(a, b, c) for a in ("cat", "dog") for b in ("sees", "has") for c in ("x", "y")]
SENTENCES, TREES = [list(each) for each in zip(*PARSED)]


@pytest.mark.parametrize("learner", ["perceptron", "structural_svm", "crf", "self_training"])
def test_heads_are_learned(learner):
    parser = DependencyParser(learner).fit(SENTENCES[:6], TREES[:6], X_unlabeled=SENTENCES[6:])
    assert parser.predict(SENTENCES) == TREES
    assert parser.score(SENTENCES, TREES) == 1
    assert pickle.loads(pickle.dumps(parser)).predict(SENTENCES) == TREES
    assert parser.predict([]) == []


def test_heads_alone_and_words_alone():
    heads = [[head for head, _ in tree] for tree in TREES]
    words = [[word for word, _ in each] for each in SENTENCES]
    parser = DependencyParser("perceptron").fit(words, heads)
    assert parser.predict(words) == heads
    three = [[(word, tag, tag.lower()) for word, tag in each] for each in SENTENCES]
    parser = DependencyParser("perceptron", data={"tag": "both"}).fit(three, TREES)
    assert parser.predict(three) == TREES


def test_morphology_decides_where_words_and_tags_do_not():
    # The noun in the nominative is the subject, whatever its place.
    def parsed(subject_first):
        cases = [{"Number": "Sing", "Case": "Nom"}, "Case=Acc|Number=Sing"]
        relations = ["nsubj", "obj"]
        order = [0, 1] if subject_first else [1, 0]
        words = [("it", "PRON", "P", cases[k]) for k in order]
        return ([words[0], ("sees", "VERB", "V", {}), words[1]],
                [(2, relations[order[0]]), (0, "root"), (2, relations[order[1]])])

    sentences, trees = [list(each) for each in zip(*[parsed(True), parsed(False)] * 4)]
    with_cases = DependencyParser("perceptron", data={"features": ["unigram", "morphology"]})
    assert with_cases.fit(sentences, trees).predict(sentences) == trees
    weights = [feature for _, _, _, feature, _ in with_cases.model_.weights()]
    assert any("mf=Case=Nom|Number=Sing" in feature for feature in weights)
    without = [[word[:3] for word in sentence] for sentence in sentences]
    assert with_cases.fit(without, trees).predict(without) != trees
    with pytest.raises(TypeError, match=r"X\[0\]: a word's FEATS is int"):
        with_cases.fit([[("it", "PRON", "P", 3)]], [[(0, "root")]])


def test_clusters_of_words_from_raw_sentences():
    words = [[word for word, _ in each] for each in SENTENCES]
    parser = DependencyParser("perceptron", data={"tag": "none", "clusters": [3, 5]})
    parser.fit(words[:6], TREES[:6], X_unlabeled=words[6:] * 5)
    assert parser.predict(words) == TREES
    assert pickle.loads(pickle.dumps(parser)).predict(words) == TREES
    assert any("clusters:" in feature for _, _, _, feature, _ in parser.model_.weights())


def test_known_heads_stay():
    parser = DependencyParser("perceptron").fit(SENTENCES, TREES)
    known = [None] * 3 + [(3, "det"), None]
    tree = parser.predict(SENTENCES[:1], known=[known])[0]
    assert tree[3] == (3, "det") and tree[2] == (0, "root")
    with pytest.raises(costruct.DataError, match=r"X\[0\]: the relation .nsubk., which no training "
                                                 "file has: did you mean nsubj"):
        parser.predict(SENTENCES[:1], known=[[None, (3, "nsubk"), None, None, None]])
    partial = [TREES[0][:2] + [None] * 3, *TREES[1:]]
    assert DependencyParser().fit(SENTENCES, partial).predict(SENTENCES) == TREES


@pytest.mark.parametrize("words, tree, message", [
    (["a", "b"], [(2, "x")], r"X\[1\]: the tree has 1 entries for 2 words"),
    (["a"], [(2, "x")], r"X\[1\]: word 1 has the head 2, expected 0 to 1"),
    (["a b\tc"], [(0, "x")], "expected a text without tabs"),
    ([], [], "the sentence is empty"),
    ("a b", [(0, "x")], r"X\[1\]: found 'a b'; a sentence is a list of words"),
    (["a", "b"], [(2, "x"), (1, "x")], r"X\[1\].*cycle"),
    ([("a", "b", "c", "d", "e")], [(0, "x")], "word 1 is"),
])
def test_wrong_sentences_are_told_with_their_place(words, tree, message):
    with pytest.raises((ValueError, TypeError), match=message):
        DependencyParser().fit([SENTENCES[0], words], [TREES[0], tree])


# Several labels: feature k stands for label k.
def sets_of(count, seed):
    random = np.random.RandomState(seed)
    y = (random.rand(count, 3) < [.5, .3, .6]).astype(int)
    return y + .3 * random.randn(count, 3), y


ROWS, CELLS = sets_of(200, 1)


@pytest.mark.parametrize("learner", ["structural_svm", "crf", "perceptron"])
def test_indicators_and_sets_are_the_same(learner):
    matrix = MultiLabelClassifier(learner).fit(ROWS, CELLS)
    sets = [{k for k in range(3) if row[k]} for row in CELLS]
    listed = MultiLabelClassifier(learner).fit(sparse.csr_matrix(ROWS), sets)
    test, truth = sets_of(300, 2)
    found = matrix.predict(test)
    assert (found == truth).mean() > .9
    assert [{int(k) for k in each} for each in listed.predict(test)] == \
        [{k for k in range(3) if row[k]} for row in found]
    assert matrix.score(test, truth) == pytest.approx((found == truth).all(axis=1).mean())
    assert (pickle.loads(pickle.dumps(matrix)).predict(test) == found).all()
    assert clone(matrix).set_params(problem={"pairs": "tree"}).fit(ROWS, CELLS).score(
        test, truth) > .7


def test_probabilities_of_labels():
    crf = MultiLabelClassifier("crf", C=10).fit(ROWS, CELLS)
    p = crf.predict_proba(ROWS)
    assert p.shape == CELLS.shape and ((p > .5).astype(int) == crf.predict(ROWS)).all()


def test_unknown_cells_and_unlabeled_rows():
    partly = CELLS.astype(float)
    partly[::3, 1] = np.nan
    partly[::5] = np.nan
    assert (MultiLabelClassifier().fit(ROWS, partly).predict(ROWS) == CELLS).mean() > .9
    names = np.array(["red", "blue, dark", "[x]"])
    sets = [set(names[row == 1]) if i % 2 else None for i, row in enumerate(CELLS)]
    found = MultiLabelClassifier("self_training").fit(ROWS, sets, X_unlabeled=ROWS[:9])
    assert found.predict(ROWS[1:2])[0] <= set(names)
    assert np.mean([a == set(names[row == 1])
                    for a, row in zip(found.predict(ROWS), CELLS)]) > .7


def test_models_have_the_names_of_labels():
    names = np.array([10, 20, 30])
    sets = [set(names[row == 1].tolist()) for row in CELLS]
    numbers = MultiLabelClassifier().fit(ROWS, sets)
    texts = MultiLabelClassifier().fit(ROWS, [{("?", "b, c", "!x")[k // 10 - 1] for k in each}
                                              for each in sets])
    found = costruct.load(numbers.model_.to_bytes()).predict(ROWS)
    assert [{int(name) for name in each} for each in found] == numbers.predict(ROWS)
    assert [{("?", "b, c", "!x").index(name) for name in each}
            for each in costruct.load(texts.model_.to_bytes()).predict(ROWS)] == \
        [{("?", "b, c", "!x").index(name) for name in each} for each in texts.predict(ROWS)]
    renamed = [{("?", "b, c", "!x")[k // 10 - 1] for k in each} for each in sets]
    assert texts.score(ROWS, renamed) == pytest.approx(numbers.score(ROWS, sets), abs=.02)


def test_scores_leave_out_what_is_unknown():
    topics = MultiLabelClassifier().fit(ROWS, CELLS)
    partly = CELLS.astype(float)
    partly[:, 1] = np.nan
    partly[::2] = np.nan
    found = topics.predict(ROWS)[1::2]
    assert topics.score(ROWS, partly) == (found == CELLS[1::2])[:, [0, 2]].all(axis=1).mean()
    with pytest.raises(ValueError, match="y has shape"):
        topics.score(ROWS, CELLS[:, :2])
    with pytest.raises(ValueError, match="1 dimensions"):
        topics.predict(ROWS[0])
    with pytest.raises(NotFittedError):
        MultiLabelClassifier().predict(ROWS)


@pytest.mark.parametrize("y, message", [
    (np.full((200, 3), 2), r"y\[0, 0\] is 2, expected 0, 1 or NaN"),
    (np.zeros((200, 3)), "no cell is 1"), ([set()] * 200, "all sets are empty or None"),
    (["ab"] * 200, r"y\[0\] is 'ab', expected a set"), ([{1, "1"}] * 200, "several types"),
    ([[0, 1, 1]] * 200, "has a label twice"),
    ([{None}] * 200, r"y\[0\] has None"), (CELLS[:5], "X has 200 rows, but y has 5"),
])
def test_wrong_sets(y, message):
    with pytest.raises((ValueError, TypeError), match=message):
        MultiLabelClassifier().fit(ROWS, y)


def test_the_command_line_reads_the_models(tmp_path, command):
    tagger = GraphTagger().fit(X, Y)
    tagger.save(tmp_path / "graphs.model")
    nodes = [{"features": [1, 0]}, {"features": [0, 1]}]  # as a program writes the same matrix
    (tmp_path / "one.jsonl").write_text(json.dumps({"nodes": nodes, "edges": []}) + "\n")
    told = command("predict", "--model", "graphs.model", "--data", "one.jsonl")
    assert json.loads(told) == [str(k) for k in tagger.predict([(np.eye(2), [])])[0]]
    MultiLabelClassifier().fit(ROWS, CELLS).save(tmp_path / "sets.model")
    (tmp_path / "rows.svm").write_text(" 1:1 3:1\n")
    assert command("predict", "--model", "sets.model", "--data", "rows.svm") == "0,2\n"
