"""Parsers of sentences and aligners of sequences."""

from .file_estimators import OfFiles, each, refuse_known

_SENTENCE = ('a sentence is a list of pairs (word, tag), or with data={"input": "words"} a list of '
             "words (str)")


class Parser(OfFiles):
    """Predicts the trees of sentences.

    A tree is a text in brackets, as ``"(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"`` (also an
    ``nltk.Tree``, by its ``pformat``), or nested tuples: ``("S", ("NP", ("DT", "the"), ...))``.
    """

    _problem, _format, _examples = "parsing", "ptb", "trees"

    def fit(self, trees, y=None, X_unlabeled=None):
        """Fits to trees, and to sentences without trees if the learner uses them.

        Parameters
        ----------
        trees : list of trees
        y : ignored
        X_unlabeled : list of sentences, as predict() takes them, or None

        Returns self. Raises TypeError and ValueError for wrong trees.
        """
        return self._fit(self._labeled_texts(trees, None),
                         each(_sentence, X_unlabeled, "X_unlabeled"))

    def predict(self, X, brackets=False):
        """The trees of sentences, as nested tuples; None for a sentence without a parse.

        Parameters
        ----------
        X : list of sentences: lists of (word, tag), or with data={"input": "words"} of words
        brackets : bool, whether trees are texts in brackets
        """
        return self._outputs(self._predicted(X), brackets)

    def _labeled_texts(self, trees, y):
        _refuse_y(y, "trees")
        return each(_brackets, trees, "trees")

    def _texts(self, X, known=None):
        refuse_known(known, "trees")
        return each(_sentence, X, "X")

    def _outputs(self, lines, brackets=False):
        return [None if line == "()" or line.startswith("(?") else
                line if brackets else tree_of(line) for line in lines]


class Aligner(OfFiles):
    """Aligns pairs of protein sequences.

    An alignment is a pair of texts of equal length with ``-`` for gaps, as ``("HEAGAW",
    "HE-GAW")``.
    """

    _problem, _format, _examples = "alignment", "fasta_pairs", "alignments"

    def fit(self, alignments, y=None, X_unlabeled=None):
        """Fits to alignments, and to pairs of sequences if the learner uses them.

        Parameters
        ----------
        alignments : list of pairs of aligned texts
        y : ignored
        X_unlabeled : list of pairs of sequences, or None

        Returns self. Raises TypeError and ValueError for wrong alignments.
        """
        return self._fit(self._labeled_texts(alignments, None),
                         each(_pair, X_unlabeled, "X_unlabeled"))

    def predict(self, X):
        """The alignments of pairs of sequences: pairs of texts of equal length."""
        return self._outputs(self._predicted(X))

    def _labeled_texts(self, alignments, y):
        _refuse_y(y, "alignments")
        return each(_pair, alignments, "alignments")

    def _texts(self, X, known=None):
        refuse_known(known, "alignments")
        return each(_pair, X, "X")

    def _outputs(self, lines):
        return alignments_in(lines)


def alignments_in(lines):
    """The pairs of rows in lines of FASTA."""
    rows = [line for line in lines if line and not line.startswith(">")]
    return list(zip(rows[::2], rows[1::2]))


def _pair(pair):
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or \
            not all(isinstance(row, str) for row in pair):
        raise TypeError(f"expected a pair of texts, found {pair!r}")
    for row in pair:
        if not row or not all(c.isalpha() or c in "-.*" for c in row):
            raise ValueError(f"a sequence is {row!r}, expected letters and - for gaps")
    return f">1\n{pair[0]}\n>2\n{pair[1]}"


def _refuse_y(y, outputs):
    """Raises ValueError for outputs that stand twice."""
    if y is not None:
        raise ValueError(f"y is given, but {outputs} hold their inputs: write "
                         f"evaluate({outputs}, metrics=...)")


def tree_of(text):
    """The nested tuples of a tree in brackets. Raises ValueError for wrong brackets."""
    inner, stack = [], []
    for piece in text.replace("(", " ( ").replace(")", " ) ").split():
        if piece == "(":
            stack.append(inner)
            inner = []
        elif piece == ")":
            if not stack:
                raise ValueError(f"a bracket is closed that is not open: {text!r}")
            stack[-1].append(tuple(inner))
            inner = stack.pop()
        else:
            inner.append(piece)
    if stack or len(inner) != 1:
        raise ValueError(f"expected one tree: {text!r}")
    return inner[0]


def _checked(text):
    if not isinstance(text, str):
        raise TypeError(f"a word, tag or label is {type(text).__name__}, expected str: {text!r}")
    if not text or any(c.isspace() or c in "()" for c in text):
        raise ValueError(f"a word, tag or label is {text!r}, expected a text without blanks and "
                         "brackets; treebanks write -LRB- and -RRB-")
    return text


def _brackets(tree):
    if hasattr(tree, "pformat"):  # of nltk
        tree = tree.pformat(margin=10**9)
    if isinstance(tree, str):
        tree_of(tree)
        return " ".join(tree.split())
    if not isinstance(tree, (tuple, list)):
        raise TypeError(f"a tree is {type(tree).__name__}, expected a text in brackets or tuples")
    parts = [part if isinstance(part, (tuple, list)) else _checked(part) for part in tree]
    return "(" + " ".join(_brackets(p) if isinstance(p, (tuple, list)) else p for p in parts) + ")"


def _word(item):
    """A word, or a pair of word and tag, in brackets as a treebank writes it."""
    if isinstance(item, str):
        return _checked(item)
    if not isinstance(item, (tuple, list)) or len(item) != 2:
        raise TypeError(f"the item {item!r} ({type(item).__name__}) is no word; {_SENTENCE}")
    return f"({_checked(item[1])} {_checked(item[0])})"


def _sentence(items):
    if isinstance(items, str):
        raise TypeError(f"the sentence is the string {items!r}: split it into words; {_SENTENCE}")
    if not hasattr(items, "__iter__"):
        raise TypeError(f"found {items!r} ({type(items).__name__}); {_SENTENCE}")
    words = [_word(item) for item in items]
    return "(? " + " ".join(words) + ")" if words else "()"
