"""SequenceTagger over all forms of items: what it predicts, and what it says of wrong input."""

import pickle

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score

import costruct
from costruct import SequenceTagger

WORDS = [["the", "cat", "sees"], ["a", "dog"], ["the", "red", "dog", "sees"], ["a", "red", "cat"],
         ["the", "big", "dog"], ["a", "big", "red", "cat", "sees"]]
TAG = {"the": "D", "a": "D", "red": "A", "big": "A", "cat": "N", "dog": "N", "sees": "V"}
TAGS = [[TAG[word] for word in words] for words in WORDS]
ITEMS = {
    "tokens": WORDS,
    "arrays of tokens": [np.array(words) for words in WORDS],
    "tuples": [[(word, word[-1]) for word in words] for words in WORDS],
    "dictionaries": [[{"word": word, "last": {"one": word[-1], "two": word[-2:]},
                       "all": sorted(set(word)), "long": len(word) > 3} for word in words]
                     for words in WORDS],
    "names": [[[word, "last=" + word[-1]] for word in words] for words in WORDS],
    "matrices": [np.eye(7)[[list(TAG).index(word) for word in words]] for words in WORDS],
}
ITEMS["sparse"] = [sparse.csr_matrix(matrix) for matrix in ITEMS["matrices"]]
MATRICES = ITEMS["matrices"]


def fitted(form="tokens", learner="structural_svm", **options):
    columns = ["word", "last"] if form == "tuples" else None
    return SequenceTagger(learner, columns=columns, **options).fit(ITEMS[form], TAGS)


@pytest.mark.parametrize("form", ITEMS)
@pytest.mark.parametrize("learner", ["crf", "structural_svm", "hmm"])
def test_predictions_marginals_and_lists_of_the_best_agree(form, learner):
    if learner == "hmm" and form in ("matrices", "sparse"):
        pytest.skip("The events of an HMM are names.")
    tagger = fitted(form, learner)
    found = tagger.predict(ITEMS[form])
    assert [len(labels) for labels in found] == [len(labels) for labels in TAGS]
    assert found == TAGS and tagger.score(ITEMS[form], TAGS) == 1
    for items, labels, best in zip(ITEMS[form], found, tagger.predict_k_best(ITEMS[form], k=5)):
        scores = [score for _, score in best]
        assert scores == sorted(scores, reverse=True) and best[0][0] == labels
        assert len({tuple(output) for output, _ in best}) == 5
        assert all(len(output) == len(labels) for output, _ in best)
        assert tagger.predict_k_best([items], k=1)[0] == best[:1]
    for labels, marginals in zip(found, tagger.predict_marginals(ITEMS[form])):
        assert len(marginals) == len(labels)
        for each in marginals:
            assert set(each) == {"A", "D", "N", "V"} and sum(each.values()) == pytest.approx(1)
    again = pickle.loads(pickle.dumps(tagger))
    assert again.predict(ITEMS[form]) == found
    assert again.model_.to_bytes() == tagger.model_.to_bytes()


def test_forms_that_say_the_same_have_the_same_weights():
    dense, thin = fitted("matrices"), fitted("sparse")
    assert dense.model_.to_bytes() == thin.model_.to_bytes()
    rows = SequenceTagger().fit([list(matrix) for matrix in MATRICES], TAGS)
    assert rows.model_.to_bytes() == dense.model_.to_bytes()
    names = SequenceTagger("crf").fit([[[word] for word in words] for words in WORDS], TAGS)
    flags = SequenceTagger("crf").fit([[{word: True} for word in words] for words in WORDS], TAGS)
    ones = SequenceTagger("crf").fit([[{word: 1.0} for word in words] for words in WORDS], TAGS)
    assert names.model_.to_bytes() == flags.model_.to_bytes() == ones.model_.to_bytes()
    tokens, arrays = fitted("tokens"), fitted("arrays of tokens")
    assert tokens.model_.to_bytes() == arrays.model_.to_bytes()


def test_attributes_are_named_as_in_crfsuite():
    item = {"text": "x", "yes": True, "no": False, "number": 2.0, "whole": np.int64(3),
            "list": ["p", "q"], "in": {"a": "b", "c": {"d": 1.5}}, "set": {"s"}}
    tagger = SequenceTagger("crf", gap=1e-9).fit([[item, {}]], [["D", "N"]])
    names = {name for name, _ in tagger.state_features_}
    assert names == {"text=x", "yes", "number", "whole", "list=p", "list=q", "in:a=b", "in:c:d",
                     "set=s"}
    weights = tagger.state_features_
    assert weights["number", "D"] == pytest.approx(2 * weights["yes", "D"], rel=1e-3)


@pytest.mark.parametrize("features", [
    ["token"], [{"extractor": "token", "window": 1}, "affixes"],
    ["surface", {"extractor": "token"}, {"extractor": "distribution", "dimensions": 3}]])
def test_features_are_extractors(features):
    tagger = SequenceTagger(features=features).fit(WORDS, TAGS, X_unlabeled=WORDS)
    block = tagger.model_.facts["encoder"]["options"]["features"]
    assert [each["extractor"] for each in block] == [
        each if isinstance(each, str) else each["extractor"] for each in features]
    assert tagger.predict(WORDS) == TAGS


def test_vectors_are_learned_from_unlabeled_words():
    features = [{"extractor": "distribution", "dimensions": 3}]
    more = [[word] * 3 for word in TAG] + WORDS
    apart = SequenceTagger("crf", features=features).fit(WORDS[:2], TAGS[:2])
    taught = SequenceTagger("crf", features=features).fit(WORDS[:2], TAGS[:2], X_unlabeled=more)
    assert apart.predict_marginals(WORDS) != taught.predict_marginals(WORDS)


@pytest.mark.parametrize("form", ITEMS)
def test_unlabeled_sequences_are_apart_or_inside(form):
    items, columns = ITEMS[form], ["word", "last"] if form == "tuples" else None
    apart = SequenceTagger("self_training", columns=columns)
    apart.fit(items[:3], TAGS[:3], X_unlabeled=items[3:])
    inside = SequenceTagger("self_training", columns=columns)
    inside.fit(items, TAGS[:3] + [None] * 3)
    counts = {"labeled": 3, "unlabeled": 3}
    assert apart.model_.facts["origin"]["examples"] == counts
    assert inside.model_.facts["origin"]["examples"] == counts
    assert sorted(inside.model_.weights()) == sorted(apart.model_.weights())
    assert inside.predict(items) == apart.predict(items)
    none = SequenceTagger("self_training", columns=columns).fit(items, TAGS, X_unlabeled=[])
    assert none.predict(items) == TAGS


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_missing_label_of_an_item_is_no_label(missing):
    labels = [list(each) for each in TAGS]
    labels[0][1] = missing
    try:
        tagger = SequenceTagger("crf").fit(WORDS, labels)
    except ValueError as error:
        assert "sequence 0" in str(error) or "unlabeled" in str(error)
    else:
        assert tagger.classes_ == ["A", "D", "N", "V"]
        assert all(set(p) == set("ADNV") for s in tagger.predict_marginals(WORDS) for p in s)


@pytest.mark.parametrize("labels", [
    ["a b", "c\td", "e\rf", "g"], ["?", "??", "???", "????"], ["é", "日本", "😀", "ß"],
    ["#", "##", "# x", "{"], [" ", "  ", "   ", "    "], ["\x0b", "\x0c", "\x1c", "\x1f"],
    ["\x85", "\u2028", "\u2029", "\xa0"], ["\u3000", "\xa0", "\u2003", "\u2009"],
    ["a -> b", "b", "a", " -> "], ["1", "2.0", "-3", "+4"]])
def test_labels_are_any_texts_of_one_line(labels):
    to = dict(zip("DANV", labels))
    y = [[to[tag] for tag in tags] for tags in TAGS]
    tagger = SequenceTagger("crf", C=100.0).fit(WORDS, y)
    assert tagger.classes_ == sorted(labels)
    assert tagger.predict(WORDS) == y
    assert costruct.load(tagger.model_.to_bytes()).predict(WORDS) == y
    assert [each[0][0] for each in tagger.predict_k_best(WORDS, k=2)] == y
    assert all(set(p) == set(labels) for s in tagger.predict_marginals(WORDS) for p in s)
    assert set(tagger.transition_features_) <= {(a, b) for a in labels for b in labels}
    assert {label for _, label in tagger.state_features_} == set(labels)
    # A model with one label alone reads and writes it too.
    one = [[labels[0]] * len(words) for words in WORDS]
    assert SequenceTagger().fit(WORDS, one).predict(WORDS) == one


def test_labels_come_back_as_they_were_given():
    numbers = [[len(tag) + ord(tag) for tag in tags] for tags in TAGS]
    tagger = SequenceTagger("crf").fit(WORDS, [np.array(each) for each in numbers])
    assert tagger.predict(WORDS) == numbers and tagger.score(WORDS, numbers) == 1
    assert tagger.classes_ == sorted(set(sum(numbers, [])), key=str)
    assert tagger.predict_k_best(WORDS, 1)[0][0][0] == numbers[0]
    assert set(tagger.predict_marginals(WORDS)[0][0]) == set(tagger.classes_)
    known = [[None] * len(words) for words in WORDS]
    known[0][1] = numbers[0][0]
    assert tagger.predict(WORDS, known)[0][1] == numbers[0][0]
    assert costruct.load(tagger.model_.to_bytes()).predict(WORDS)[0] == list(map(str, numbers[0]))


@pytest.mark.parametrize("word", ["", " ", "a b", "a\tb", "a\nb", "\n", "\0", "a=b:c", "日本",
                                  "\u2028", "?", "-DOCSTART-"])
def test_words_are_any_texts(word):
    words = [[word if each == "cat" else each for each in words] for words in WORDS]
    tagger = SequenceTagger("crf", C=100.0).fit(words, TAGS)
    assert tagger.predict(words) == TAGS
    assert costruct.load(tagger.model_.to_bytes()).predict(words) == TAGS
    items = [[{"word": each, each: 1.0} for each in sentence] for sentence in words]
    named = SequenceTagger("crf", C=100.0).fit(items, TAGS)
    assert named.predict(items) == TAGS
    assert ("word=" + word, "N") in named.state_features_ and (word, "N") in named.state_features_


def test_weights_have_names():
    tagger = fitted("names", "crf")
    assert set(tagger.transition_features_) <= {(a, b) for a in "ADNV" for b in "ADNV"}
    assert tagger.transition_features_["D", "A"] > tagger.transition_features_["D", "V"]
    assert tagger.state_features_["red", "A"] > tagger.state_features_.get(("red", "N"), 0)
    assert {name for name, _ in tagger.state_features_} == {
        name for items in ITEMS["names"] for item in items for name in item}


def test_parameters_are_read_set_and_cloned():
    tagger = SequenceTagger("crf", C=3.0, features=["token"], random_state=4)
    params = tagger.get_params()
    assert params["C"] == 3.0 and params["learner"] == "crf" and params["features"] == ["token"]
    copy = clone(tagger)
    assert copy.get_params() == params and "C=3.0" in repr(copy)
    copy.set_params(C=5.0, gap=0.01, n_jobs=2)
    assert (copy.C, copy.gap, tagger.C) == (5.0, 0.01, 3.0) and not hasattr(tagger, "gap")
    options = copy.fit(WORDS, TAGS).model_.options
    assert (options["C"], options["gap"], options["type"]) == (5.0, 0.01, "crf")
    assert clone(copy).get_params() == copy.get_params()


def test_it_is_searched_and_cross_validated():
    search = GridSearchCV(SequenceTagger("crf", C=1.0), {"C": [1e-6, 10.0]}, cv=2)
    search.fit(WORDS, TAGS)
    assert search.best_params_ == {"C": 10.0}
    assert cross_val_score(SequenceTagger(), WORDS, TAGS, cv=2).mean() > 0.5


def test_threads_change_no_bit():
    for learner in ("co_svm", "crf", "self_training"):
        one, two = (SequenceTagger(learner, n_jobs=jobs).fit(WORDS, TAGS, X_unlabeled=WORDS)
                    for jobs in (1, 2))
        assert one.model_.to_bytes() == two.model_.to_bytes()


def test_a_weight_counts_as_copies():
    heavy = SequenceTagger("crf", gap=1e-8).fit(WORDS[:2], TAGS[:2], sample_weight=[2, 1])
    copied = SequenceTagger("crf", gap=1e-8).fit(WORDS[:1] + WORDS[:2], TAGS[:1] + TAGS[:2])
    for key, weight in heavy.state_features_.items():
        assert copied.state_features_[key] == pytest.approx(weight, abs=1e-3)


@pytest.mark.parametrize("weights", [[1, 2], [1] * 7, [1, 1, 1, 1, 1, -1],
                                     [1, 1, 1, 1, 1, float("nan")], list("abcdef")])
def test_wrong_weights_are_told(weights):
    with pytest.raises((TypeError, ValueError), match="weight"):
        SequenceTagger().fit(WORDS, TAGS, sample_weight=weights)


@pytest.mark.parametrize("at", [0, 1, 6])
def test_a_sequence_without_items_is_predicted_or_told(at):
    for form, nothing in (("tokens", []), ("dictionaries", []), ("matrices", np.zeros((0, 7)))):
        tagger = fitted(form)
        items = ITEMS[form][:at] + [nothing] + ITEMS[form][at:]
        try:
            found = tagger.predict(items)
        except ValueError as error:
            assert str(at) in str(error) or str(at + 1) in str(error), form
        else:
            assert found == TAGS[:at] + [[]] + TAGS[at:], form


def test_a_matrix_without_rows_is_told_by_fit_or_kept():
    items, labels = [*MATRICES[:1], np.zeros((0, 7)), *MATRICES[1:]], [*TAGS[:1], [], *TAGS[1:]]
    try:
        tagger = SequenceTagger().fit(items, labels)
    except ValueError as error:
        assert "1" in str(error) or "2" in str(error)
    else:
        assert sorted(tagger.model_.weights()) == sorted(fitted("matrices").model_.weights())


def test_no_sequences_give_no_predictions():
    for form in ITEMS:
        tagger = fitted(form, "crf")
        assert tagger.predict([]) == [] and tagger.predict_marginals([]) == []
        assert tagger.predict_k_best([], k=2) == [] and tagger.model_.predict([]) == []


@pytest.mark.parametrize("width", [3, 9])
def test_matrices_of_another_width_are_told(width):
    wrong = [np.ones((2, width))]
    with pytest.raises(ValueError, match="columns|features"):
        fitted("matrices").predict(wrong)
    with pytest.raises(ValueError, match="columns|features"):
        SequenceTagger("co_svm").fit(MATRICES, TAGS, X_unlabeled=wrong)
    with pytest.raises(ValueError, match="columns"):
        SequenceTagger().fit(MATRICES[:1] + wrong, [TAGS[0], ["D", "N"]])


@pytest.mark.parametrize("items, labels, error, message", [
    ("the cat", ["D"] * 7, TypeError, "string 't'|split"),
    (["the cat"], [["D", "N"]], TypeError, "the cat.*split it"),
    ([["a", None]], [["D", "N"]], TypeError, "sequence 0, item 1"),
    ([["a"], [{"b": 1}]], [["D"], ["N"]], TypeError, "sequence 1, item 0"),
    ([[{"b": 1}], ["a"]], [["D"], ["N"]], TypeError, "sequence 1, item 0"),
    ([[b"a"]], [["D"]], TypeError, "bytes"),
    ([["a"], "b"], [["D"], ["N"]], TypeError, r"X\[1\] is the string"),
    ([["a"], 3], [["D"], ["N"]], TypeError, "sequence 1"),
    ([[{"k": object()}]], [["D"]], TypeError, 'sequence 0, item 0, "k"'),
    ([[{"k": None}]], [["D"]], TypeError, 'sequence 0, item 0, "k"'),
    ([[{}, {"k": [1]}]], [["D", "N"]], TypeError, 'sequence 0, item 1, "k'),
    ([[{"k": np.ones(2)}]], [["D"]], (TypeError, ValueError), 'sequence 0, item 0, "k"'),
    ([[{"k": 10**400}]], [["D"]], (OverflowError, ValueError), 'sequence 0, item 0, "k"|large'),
    ([[{"k": {1, "x"}}]], [["D"]], TypeError, 'sequence 0, item 0, "k'),
    ([[{3: 1}]], [["D"]], TypeError, "sequence 0, item 0"),
    ([[{"k": float("inf")}]], [["D"]], ValueError, "example 1|sequence 0"),
    ([np.array([[np.nan]])], [["D"]], ValueError, "example 1|sequence 0"),
    ([np.ones((2, 2))], [["D"]], ValueError, "sequence 0: 1 labels for 2 items"),
    ([["a", "b"], ["a"]], [["D", "N"], ["D", "N"]], ValueError, "sequence 1: 2 labels for 1"),
    ([["a"]], [["D"], ["N"]], ValueError, "1 sequences, but y has 2"),
    ([["a"]], [None], ValueError, "no label"),
    ([["a"]], [[""]], ValueError, "label ''"),
    ([["a"]], [["x\ny"]], ValueError, "line break"),
    ([["a"]], [["\ud800"]], ValueError, "surrogate"),
    ([["\ud800"]], [["D"]], ValueError, "surrogate"),
    ([["a"]], [3], (TypeError, ValueError), "y|sequence 0|label"),
    ([], [], ValueError, "no label|no sequence"),
    ([[]], [[]], ValueError, "no label|no sequence"),
    ([[("a", "b"), ("c",)]], [["D", "N"]], (TypeError, ValueError), "columns|item 1"),
])
def test_wrong_sequences_are_told_with_their_place(items, labels, error, message):
    with pytest.raises(error, match=message):
        SequenceTagger().fit(items, labels)


@pytest.mark.parametrize("items, labels, error, message", [
    ([["a"], []], [["D"], []], ValueError, r"X\[1\] is an empty sequence.*leave it out"),
    ([[1, 2]], [["D", "N"]], TypeError, r"X\[0\] has the item 1 \(int\); a sequence is a list of "
                                        r"words \(str\).*as str\(number\)"),
    ([[3.5]], [["D"]], TypeError, r"X\[0\] has the item 3.5 \(float\)"),
    ([["a", 1]], [["D", "N"]], TypeError, r"item 1: .*found int; a sentence is a list of words"),
    ([7], [["D"]], TypeError, r"X\[0\] is 7 \(int\); a sequence is a list of words"),
    (7, [["D"]], TypeError, "X is the int 7, expected a list of sequences"),
    (np.ones((2, 3)), [["D"], ["N"]], ValueError, r"X\[0\] is an array of shape \(3,\)"),
])
def test_messages_say_what_a_sentence_is(items, labels, error, message):
    with pytest.raises(error, match=message):
        SequenceTagger().fit(items, labels)


def test_empty_sequences_are_told_by_their_name():
    for form, nothing in (("tokens", []), ("dictionaries", []), ("matrices", np.zeros((0, 7)))):
        with pytest.raises(ValueError, match=r"X\[1\] is an empty sequence"):
            fitted(form).predict([ITEMS[form][0], nothing])
        with pytest.raises(ValueError, match=r"X_unlabeled\[0\] is an empty sequence"):
            SequenceTagger("co_svm").fit(ITEMS[form], TAGS, X_unlabeled=[nothing])


def test_generators_are_lists():
    tagger = SequenceTagger("self_training").fit((iter(words) for words in WORDS), iter(TAGS),
                                                 X_unlabeled=(words for words in WORDS))
    expected = SequenceTagger("self_training").fit(WORDS, TAGS, X_unlabeled=WORDS)
    assert tagger.model_.to_bytes() == expected.model_.to_bytes()
    assert tagger.predict(iter(WORDS)) == TAGS and tagger.score(iter(WORDS), iter(TAGS)) == 1
    assert len(tagger.predict_k_best(iter(WORDS), k=1)) == len(WORDS)
    assert len(fitted("tokens", "crf").predict_marginals(iter(WORDS))) == len(WORDS)


@pytest.mark.parametrize("learner", ["rlsr", "no", {"type": "co_rlsr"}])
def test_only_learners_of_sequences_are_suggested(learner):
    with pytest.raises(ValueError, match="learner = .*expected one of") as caught:
        SequenceTagger(learner).fit(WORDS, TAGS)
    suggested = str(caught.value).split("expected one of")[1]
    assert "'crf'" in suggested and "'self_training'" in suggested
    for other in ("rlsr", "pcfg", "tsvm_ova", "sequential_svm"):
        assert other not in suggested


def test_features_are_added_to_those_by_default():
    plain = SequenceTagger().fit(WORDS, TAGS)
    same = SequenceTagger(features=SequenceTagger.DEFAULT_FEATURES).fit(WORDS, TAGS)
    assert same.model_.to_bytes() == plain.model_.to_bytes()
    more = SequenceTagger(features=[*SequenceTagger.DEFAULT_FEATURES, "distribution"])
    block = more.fit(WORDS, TAGS, X_unlabeled=WORDS).model_.facts["encoder"]["options"]["features"]
    assert [each["extractor"] for each in block] == ["token", "affixes", "surface", "distribution"]


@pytest.mark.parametrize("more", [["the cat"], "the cat", [[{"word": "a"}]], [[]], [[3]]])
def test_wrong_unlabeled_sequences_are_told(more):
    with pytest.raises((TypeError, ValueError), match="sequence 0|example 1|X_unlabeled"):
        SequenceTagger("co_svm").fit(WORDS, TAGS, X_unlabeled=more)


@pytest.mark.parametrize("options, message", [
    ({"learner": "none"}, "none"), ({"learner": None}, "learner"), ({"C": -1}, "C = -1"),
    ({"C": float("nan")}, "C"), ({"CC": 1}, "CC"), ({"features": ["none"]}, "none"),
    ({"features": []}, "features"), ({"features": "token"}, "features"),
    ({"problem": {"oder": 2}}, "oder"), ({"views": {"split": "none_such"}}, "none_such"),
    ({"kernel": {"type": "none_such"}}, "none_such"), ({"n_jobs": 0}, "n_jobs"),
    ({"random_state": -1}, "random_state"), ({"columns": ["a", "b"]}, "columns"),
    ({"columns": ["label"]}, "label")])
def test_wrong_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        SequenceTagger(**options).fit(WORDS, TAGS)


def test_wrong_details_are_told():
    tagger = fitted()
    for k in (0, -1, 1.5):
        with pytest.raises((TypeError, ValueError), match="k"):
            tagger.predict_k_best(WORDS, k=k)
    with pytest.raises(ValueError, match="sequences|6"):
        tagger.score(WORDS, TAGS[:2])
    with pytest.raises((TypeError, ValueError), match="sequence 0, item 0"):
        tagger.predict([[{"word": "a"}]])


def test_a_fit_that_fails_leaves_the_tagger_as_it_was():
    tagger = fitted()
    with pytest.raises(ValueError):
        tagger.set_params(C=-1).fit(ITEMS["dictionaries"], [["X"] * len(y) for y in TAGS])
    assert tagger.classes_ == ["A", "D", "N", "V"] and tagger.predict(WORDS) == TAGS


@pytest.mark.parametrize("form", ITEMS)
def test_suggestions_are_those_of_margins(form):
    tagger = fitted(form)
    places, scores = tagger.suggest(ITEMS[form], 4)
    margins = [line["margin"] * len(line["output"])
               for line in tagger.model_.predict_details(ITEMS[form], scores=True)]
    assert places.tolist() == sorted(range(6), key=lambda i: margins[i])[:4]
    assert scores == pytest.approx([margins[i] for i in places])
    assert [len(part) for part in tagger.suggest([], 4)] == [0, 0]
    diverse, _ = tagger.suggest(ITEMS[form] * 2, 6, diverse=True)
    assert sorted({i % 6 for i in diverse}) == list(range(6))


def test_suggestions_by_entropy_are_those_of_marginals():
    tagger = fitted(learner="crf")
    places, scores = tagger.suggest(WORDS, 2, by="entropy")
    entropies = [-sum(p * np.log(p) for item in marginals for p in item.values() if p > 0)
                 for marginals in tagger.predict_marginals(WORDS)]
    assert scores == pytest.approx(sorted(entropies, reverse=True)[:2])
    assert scores == pytest.approx([entropies[i] for i in places])
    assert len(tagger.suggest(WORDS, 3, by="expected_change")[0]) == 3
    with pytest.raises(costruct.ConfigError, match="by is luck, expected margin, entropy"):
        tagger.suggest(WORDS, 2, by="luck")
    with pytest.raises(costruct.ConfigError, match='^by="disagreement": the model has one view'):
        tagger.suggest(WORDS, 2, by="disagreement")
    with pytest.raises(ValueError, match="count is 0, expected at least 1"):
        tagger.suggest(WORDS, 0)
    with pytest.raises(TypeError):
        tagger.suggest(WORDS, 1.5)


@pytest.mark.parametrize("form", ITEMS)
def test_evaluations_count_what_score_counts(form):
    tagger = fitted(form)
    wrong = [["N"] + labels[1:] for labels in TAGS]
    found = tagger.evaluate(ITEMS[form], wrong)
    items = sum(map(len, TAGS))
    assert found["metrics"]["token_error"] == pytest.approx(6 / items)
    assert found["metrics"]["accuracy"] == pytest.approx(tagger.score(ITEMS[form], wrong))
    partly = [[None] + labels[1:] for labels in TAGS]
    assert tagger.evaluate(ITEMS[form], partly, "token_error")["metrics"] == {"token_error": 0}
    with pytest.raises(ValueError, match=r"y\[0\] has 1 labels for 3 items"):
        tagger.evaluate(ITEMS[form], [["N"]] * 6)
    with pytest.raises(costruct.ConfigError, match=r'metrics=\["luck"\]: must be loss'):
        tagger.evaluate(ITEMS[form], TAGS, ["luck"])


def test_chunks_are_evaluated(tmp_path):
    words = [["Ann", "Lee", "saw", "Bob"], ["Bob", "saw", "Ann", "Lee"]]
    tags = [["B-PER", "I-PER", "O", "B-PER"], ["B-PER", "O", "B-PER", "I-PER"]]
    tagger = SequenceTagger().fit(words, tags)
    truth = [["B-PER", "O", "O", "B-PER"], tags[1]]  # 3 of 4 predicted chunks are right, of 4
    found = tagger.evaluate(words, np.array(truth), ["chunk_f1"])
    assert found["metrics"] == {"chunk_f1": 0.75}
    file = tmp_path / "truth.txt"
    file.write_text("\n".join("".join(f"{word} {tag}\n" for word, tag in zip(*sentence))
                              for sentence in zip(words, truth)))
    assert tagger.model_.evaluate(file, metrics=["chunk_f1"]) == found
    with pytest.raises(ValueError, match="y is None, expected the labels of the sequences in X"):
        tagger.model_.evaluate(words)
    with pytest.raises(ValueError, match="X is a file and has labels of its own: leave y out"):
        tagger.model_.evaluate(file, truth)
    for wrong, message in ((None, "y is None, expected a list"), ([3], r"y\[0\] is 3, expected")):
        with pytest.raises(TypeError, match=message):
            tagger.evaluate(words[:1], wrong)
    rows = costruct.StructuralSVC().fit(np.eye(4), ["a", "b"] * 2)
    assert rows.model_.evaluate(np.eye(4), ["a"] * 4)["metrics"]["accuracy"] == .5
    with pytest.raises(ValueError, match="y is None, expected the labels of the rows in X"):
        rows.model_.evaluate(np.eye(4))


def test_rows_are_suggested_too():
    X, y = np.vstack([np.eye(3)] * 4), ["a", "b", "c"] * 4
    model = costruct.StructuralSVC().fit(X, y)
    near = np.array([[1.0, 0, 0], [0.6, 0.5, 0], [0, 0, 2.0]])
    places, scores = model.suggest(near, 2)
    assert places[0] == 1 and scores[0] < scores[1]
    with pytest.raises(ValueError, match="features"):
        model.suggest(near[:, :2], 1)


def test_options_of_the_learner_inside_are_parameters():
    X = [[f"w{(3 * s + t) % 5}" for t in range(3)] for s in range(12)]
    y = [["a" if int(word[1:]) % 2 else "b" for word in words] for words in X]
    named = SequenceTagger("self_training", learner__C=0.3, learner__type="crf", rounds=1)
    block = {"type": "self_training", "rounds": 1, "learner": {"type": "crf", "C": 0.3}}
    listed = SequenceTagger(block)
    assert named.get_params()["learner__C"] == listed.get_params()["learner__C"] == 0.3
    fitted = [tagger.fit(X[:8], y[:8], X_unlabeled=X[8:]) for tagger in (named, clone(named), listed)]
    weights = [tagger.model_.weights() for tagger in fitted]
    assert weights[0] == weights[1] == weights[2]
    listed.set_params(learner__C=5.0)
    assert listed.get_params()["learner__C"] == 5.0
    assert block["learner"]["C"] == 0.3  # the dictionary of the user stays as it was
    assert listed.fit(X[:8], y[:8], X_unlabeled=X[8:]).model_.weights() != weights[0]
    assert listed.model_.options["learner"]["C"] == 5.0
    grid = GridSearchCV(SequenceTagger("self_training", rounds=1), {"learner__C": [1e-6, 1.0]}, cv=2)
    assert grid.fit(X, y).best_params_["learner__C"] in (1e-6, 1.0)
    with pytest.raises(costruct.ConfigError, match="^unknown option learner__Cc"):
        SequenceTagger("self_training", learner__Cc=1).fit(X, y)
