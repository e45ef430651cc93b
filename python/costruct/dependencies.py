"""A parser that finds the heads of words."""

import numbers

from .file_estimators import OfFiles, each, paired

_SENTENCE = ("a sentence is a list of words, of (word, tag), (word, UPOS, XPOS) or "
             "(word, UPOS, XPOS, FEATS)")


class DependencyParser(OfFiles):
    """Predicts a dependency tree: for each word of a sentence its head and relation.

    A sentence is a list of words (str), of pairs (word, tag), of triples (word, UPOS, XPOS), or of
    (word, UPOS, XPOS, FEATS). FEATS are morphological features, as a dict such as {"Number":
    "Sing"} or as CoNLL-U writes them; they need the group "morphology" in data["features"]. A tree
    has for each word the pair (head, relation), or the head alone. Words are numbered from 1,
    and the head of the root is 0, as in CoNLL-U.
    """

    _problem, _format, _examples = "dependency", "conllu_trees", "X"
    _DATA_OPTIONS = frozenset(
        ("clusters", "features", "non_projective", "relations", "tag", "vectors"))

    def fit(self, X, y, X_unlabeled=None):
        """Fits to sentences with trees, and to sentences without if the learner uses them.

        Parameters
        ----------
        X : list of sentences
        y : list of trees. A word's entry is None where nothing is known; None in place of a tree
            is an unlabeled sentence.
        X_unlabeled : list of sentences, or None

        Returns self. Raises TypeError and ValueError with the place in X.
        """
        pairs = paired(X, y, "sentences")
        entries = [entry for _, tree in pairs if tree is not None for entry in tree
                   if entry is not None]
        if not entries:
            raise ValueError("y has no tree")
        has_relations = {not isinstance(entry, numbers.Integral) for entry in entries}
        if len(has_relations) > 1:
            raise ValueError("y has heads and pairs (head, relation): expected one of both")
        self._has_relations = has_relations.pop()
        labeled = each(lambda pair: _block(*pair), pairs, "X")
        return self._fit(labeled, each(_block, X_unlabeled, "X_unlabeled"))

    def _config(self, data):
        if self._has_relations:
            return super()._config(data)
        config = super()._config({"relations": "none", **data})
        config["problem"].setdefault("loss", "heads")
        return config

    def predict(self, X, known=None):
        """The trees of sentences, as `y` of fit() had them: pairs (head, relation), or heads.

        `known` has for each sentence None, or a tree as in `y`. What it has is kept, and the rest
        is decoded around it. A relation that training did not have raises DataError.
        """
        return self._outputs(self._predicted(X, known))

    def _texts(self, X, known=None):
        return each(_block, X, "X") if known is None else \
            each(lambda pair: _block(*pair), paired(X, known, "sentences"), "X")

    def _outputs(self, lines):
        trees = trees_in(lines)
        return trees if self._has_relations else [[head for head, _ in tree] for tree in trees]

    def _take_facts(self, facts):
        self._has_relations = facts["encoder"]["options"].get("relations") != "none"

    def score(self, X, y):
        """The share of words whose entry in the tree is right; unknown ones are left out."""
        right = total = 0
        for found, tree in zip(self.predict([x for x, _ in paired(X, y, "sentences")]), y):
            known = [(a, b) for a, b in zip(found, tree or ()) if b is not None]
            if any(isinstance(b, numbers.Integral) is self._has_relations for _, b in known):
                raise ValueError("y has pairs (head, relation) where fit() had heads, or the other "
                                 "way round")
            right += sum(a == (b if isinstance(b, numbers.Integral) else tuple(b))
                         for a, b in known)
            total += len(known)
        return right / total if total else float("nan")


def trees_in(lines):
    """The trees in lines of CoNLL-U, of which each ends at an empty line: pairs (head, relation) of
    its words."""
    trees = [[]]
    for line in lines:
        if line:
            fields = line.split("\t")
            trees[-1].append((int(fields[6]), fields[7]))
        else:
            trees.append([])
    return trees if trees[-1] else trees[:-1]


def _field(text, what):
    if not isinstance(text, str):
        raise TypeError(f"a {what} is {type(text).__name__}, expected str: {text!r}; {_SENTENCE}")
    if not text or any(c in "\t\r\n" for c in text):
        raise ValueError(f"a {what} is {text!r}, expected a text without tabs and line breaks")
    return text


def _feats(feats):
    """The column FEATS, whose features CoNLL-U has in the order of their names."""
    if isinstance(feats, dict):
        feats = "|".join(f"{name}={value}" for name, value in
                         sorted(feats.items(), key=lambda item: str(item[0]).lower())) or "_"
    return _field(feats, "word's FEATS")


def _head_and_relation(entry, t, size):
    """The columns HEAD and DEPREL of the word t, from 0."""
    if entry is None:
        return "_", "_"
    head, relation = (entry, "_") if isinstance(entry, numbers.Integral) else entry
    if not isinstance(head, numbers.Integral) or not 0 <= head <= size:
        raise ValueError(f"word {t + 1} has the head {head!r}, expected 0 to {size}")
    if head == t + 1:
        raise ValueError(f"word {t + 1} is its own head: words are numbered from 1, and the root "
                         "has the head 0")
    return str(int(head)), _field(relation, "relation")


def _block(sentence, tree=None):
    """The lines of a sentence in CoNLL-U, with an empty one behind them."""
    if isinstance(sentence, str) or not hasattr(sentence, "__iter__"):
        raise TypeError(f"found {sentence!r}; {_SENTENCE}")
    words = [(word,) if isinstance(word, str) else tuple(word) for word in sentence]
    if not words:
        raise ValueError("the sentence is empty: leave it out, and its tree")
    if tree is not None and len(tree) != len(words):
        raise ValueError(f"the tree has {len(tree)} entries for {len(words)} words")
    lines = []
    for t, word in enumerate(words):
        if len(word) not in (1, 2, 3, 4):
            raise ValueError(f"word {t + 1} is {word!r}; {_SENTENCE}")
        form, upos, xpos = (*(_field(field, "word or tag") for field in word[:3]), "_", "_")[:3]
        feats = _feats(word[3]) if len(word) == 4 else "_"
        head, relation = _head_and_relation(None if tree is None else tree[t], t, len(words))
        columns = (str(t + 1), form, "_", upos, xpos, feats, head, relation, "_", "_")
        lines.append("\t".join(columns))
    return "\n".join(lines) + "\n"
