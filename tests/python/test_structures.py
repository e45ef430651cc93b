"""Parsers and aligners: forms of their examples, and the command line."""

import os
import pickle
import subprocess
import sys

import pytest
from sklearn.base import clone

import costruct
from costruct.structures import tree_of


def tree(subject, verb, thing=None):
    phrase = ("VP", ("V", verb)) if thing is None else ("VP", ("V", verb),
                                                        ("NP", ("D", "a"), ("N", thing)))
    return ("S", ("NP", ("D", "the"), ("N", subject)), phrase)


TREES = [tree(subject, verb, thing) for subject in ("cat", "dog") for verb in ("sees", "likes")
         for thing in ("fish", "bird", None)]


def leaves(node):
    if len(node) == 2 and isinstance(node[1], str):
        return [(node[1], node[0])]
    return [leaf for child in node[1:] for leaf in leaves(child)]


def text(node):
    return node if isinstance(node, str) else "(" + " ".join(map(text, node)) + ")"


SENTENCES = [leaves(each) for each in TREES]


def test_a_class_of_the_user_does_not_read_other_models():
    before = costruct.Parser.__doc__

    class Own(costruct.Parser):  # it has no docstring
        def __init__(self, grammar):
            super().__init__()
            self.grammar = grammar

        def _outputs(self, lines, brackets=False):
            return ["own"] * len(lines)

    assert "learner : str" in Own.__doc__ and costruct.Parser.__doc__ == before
    model = costruct.Parser("pcfg").fit(TREES).model_
    assert model.predict(SENTENCES) == TREES
    assert costruct.load(model.to_bytes()).predict(SENTENCES) == TREES
    assert Own("g").fit(TREES).predict(SENTENCES[:2]) == ["own"] * 2


def test_the_package_is_imported_without_docstrings():
    done = subprocess.run([sys.executable, "-OO", "-c", "import costruct"], capture_output=True,
                          text=True, env=os.environ)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("learner", ["structural_svm", "pcfg", "perceptron", "self_training"])
def test_a_small_grammar_is_learned(learner):
    parser = costruct.Parser(learner).fit(TREES[:8], X_unlabeled=SENTENCES[8:])
    assert parser.predict(SENTENCES) == TREES
    assert parser.predict(SENTENCES[:2], brackets=True) == [text(each) for each in TREES[:2]]
    assert pickle.loads(pickle.dumps(parser)).predict(SENTENCES) == TREES
    assert parser.predict([]) == []


def test_trees_have_several_forms():
    tuples = costruct.Parser("pcfg").fit(TREES)
    texts = costruct.Parser("pcfg").fit([text(each) for each in TREES])
    lists = costruct.Parser("pcfg").fit([["\n(S (NP (D the)\n (N cat)) (VP (V sees)))"][0], *TREES])
    assert sorted(tuples.model_.weights()) == sorted(texts.model_.weights())
    assert lists.predict(SENTENCES) == TREES
    assert tree_of("(A (B b) (C c))") == ("A", ("B", "b"), ("C", "c"))


def test_words_alone_and_sentences_without_a_parse():
    parser = costruct.Parser("pcfg", data={"input": "words"}).fit(TREES)
    words = [[word for word, _ in sentence] for sentence in SENTENCES]
    assert parser.predict(words) == TREES
    assert costruct.Parser("pcfg").fit(TREES).predict([[("x", "UNKNOWN")]]) == [None]
    assert costruct.Parser("pcfg").fit(TREES).predict([[], SENTENCES[0]]) == [None, TREES[0]]


def test_parameters_and_wrong_input():
    parser = clone(costruct.Parser("structural_svm", C=3.0)).set_params(gap=0.1)
    assert parser.fit(TREES).model_.options["C"] == 3.0
    for wrong, error in ((["(S (A b)"], ValueError), ([("S", ("A", "b c"))], ValueError),
                         ([("S", ("A", "("))], ValueError), ([("S", ("A", 1))], TypeError),
                         ([7], TypeError), ([], ValueError)):
        with pytest.raises(error):
            costruct.Parser().fit(wrong)
    with pytest.raises(TypeError, match="split it"):
        parser.predict(["the cat"])
    with pytest.raises(costruct.ConfigError, match="horizntal"):
        costruct.Parser(data={"horizntal": 1}).fit(TREES)


def test_the_command_line_reads_the_model(tmp_path, command):
    costruct.Parser().fit(TREES).save(tmp_path / "parser.model")
    (tmp_path / "trees.mrg").write_text("".join(text(each) + "\n" for each in TREES))
    told = command("predict", "--model", "parser.model", "--data", "trees.mrg")
    assert told.splitlines() == [text(each) for each in TREES]


@pytest.mark.parametrize("items, message", [
    ([[("the", "D")], [1, 2]], r"X\[1\]: the item 1 \(int\) is no word; a sentence is a list of"),
    ([7], r"X\[0\]: found 7 \(int\); a sentence is a list of pairs \(word, tag\)"),
    (["the cat"], r"X\[0\]: the sentence is the string 'the cat': split it into words"),
    ([[("the", "D", "x")]], r"X\[0\]: the item \('the', 'D', 'x'\) \(tuple\) is no word"),
    ("the cat", "X is 'the cat', expected a list"), (7, "X is 7, expected a list"),
])
def test_messages_say_what_a_sentence_is(items, message):
    parser = costruct.Parser("pcfg").fit(TREES)
    with pytest.raises(TypeError, match=message):
        parser.predict(items)
    with pytest.raises(TypeError, match=message.replace("X", "X_unlabeled", 1)):
        parser.fit(TREES, X_unlabeled=items)


def test_errors_of_the_library_name_the_example():
    with pytest.raises(costruct.DataError, match=r"^trees\[12\]: the leaf \(S\) has no word"):
        costruct.Parser().fit([*TREES, "(S)"])
    with pytest.raises(costruct.DataError, match=r"^alignments\[1\]: ") as caught:
        costruct.Aligner().fit([("HEA", "HEA"), ("HEA", "HE")])
    assert "/" not in str(caught.value)


def test_generators_are_lists():
    parser = costruct.Parser("self_training").fit(iter(TREES), X_unlabeled=iter(SENTENCES))
    assert parser.predict(map(iter, SENTENCES)) == TREES
    aligner = costruct.Aligner().fit(iter(PAIRS))
    assert len(aligner.predict(iter([("HEA", "HEA")]))) == 1


@pytest.mark.parametrize("cls, examples, fitting, others", [
    (costruct.Parser, TREES, "'pcfg'", ("rlsr", "hmm", "tsvm_ova")),
    (costruct.Aligner, [("A", "A")], "'pair_hmm'", ("rlsr", "'hmm'", "tsvm_ova"))])
def test_only_learners_of_the_problem_are_suggested(cls, examples, fitting, others):
    for learner in ("rlsr", "no"):
        with pytest.raises(ValueError, match="learner = .*expected one of") as caught:
            cls(learner).fit(examples)
        suggested = str(caught.value).split("expected one of")[1]
        assert fitting in suggested and not [name for name in others if name in suggested]


PAIRS = [("HEAGAWGHE", "HEA-AWGHE"), ("PAWHEAE", "PAW-EAE"), ("GHEAAW", "GHE-AW")]


@pytest.mark.parametrize("learner", ["structural_svm", "pair_hmm", "self_training"])
def test_pairs_are_aligned(learner):
    raw = [tuple(row.replace("-", "") for row in pair) for pair in PAIRS]
    aligner = costruct.Aligner(learner).fit(PAIRS, X_unlabeled=raw)
    found = aligner.predict(raw)
    assert len(found) == 3
    for (first, second), pair in zip(found, raw):
        assert len(first) == len(second)
        assert (first.replace("-", ""), second.replace("-", "")) == pair
    assert aligner.predict([]) == []
    assert pickle.loads(pickle.dumps(aligner)).predict(raw) == found


def test_wrong_pairs_are_told():
    for wrong, error, message in (([("HEA", "HE")], ValueError, "columns|length"),
                                  ([("H3A", "HEA")], ValueError, "letters"),
                                  ([7], TypeError, r"alignments\[0\]: .*pair of texts, found 7"),
                                  (["HEA"], TypeError, "pair"), ([("A", 1)], TypeError, "pair")):
        with pytest.raises(error, match=message):
            costruct.Aligner().fit(wrong)
    assert "fasta_pairs" in costruct.Aligner.__doc__ and "ptb" in costruct.Parser.__doc__
