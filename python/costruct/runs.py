"""Experiments: what ``costruct run`` computes, as tables and a page."""

import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import shutil
import tempfile

from . import _core
from .messages import of_dictionary, progress_bar, tables_to_stdout, warnings_of_call
from .tables import csv_text
from .training import is_missing, plain


class Run:
    """The results of an experiment in a folder.

    Attributes
    ----------
    folder : pathlib.Path
    curves, cells, claims : pandas.DataFrame
        What curves.csv, cells.csv and ``costruct claims --csv`` have. The results of a collection
        are in ``collection``.
    report_html : pathlib.Path, the report
    """

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        if not self.report_html.exists():
            raise ValueError(f"{folder}: has no report.html; expected the folder of a run")

    def _table(self, name):
        import pandas
        return pandas.read_csv(self.folder / name)

    @property
    def curves(self):
        return self._table("curves.csv")

    @property
    def cells(self):
        return self._table("cells.csv")

    @property
    def collection(self):
        if not (self.folder / "collection.csv").exists():
            raise ValueError(f"{self.folder}: is the run of one experiment, not of a collection; "
                             "its results are in curves, cells and claims")
        return self._table("collection.csv")

    @property
    def claims(self):
        import pandas
        with tempfile.TemporaryDirectory() as folder:
            table = os.path.join(folder, "claims.csv")
            _core.claims([str(self.folder)], table)
            return pandas.read_csv(table)

    @property
    def report_html(self):
        return self.folder / "report.html"

    def __repr__(self):
        return f"<costruct.Run: {self.folder}; curves, cells, claims, report_html, plot()>"

    def _repr_html_(self):
        import html
        page = html.escape(self.report_html.read_text(encoding="utf-8"), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="800"></iframe>'

    def plot(self, metric=None, ax=None):
        """Draws the learning curves with bands of one standard error; one panel for each number of
        unlabeled examples. Returns the axes. Needs Matplotlib.

        Parameters
        ----------
        metric : str or None
            None: the first metric of the experiment.
        ax : None, or as many Matplotlib axes as panels
        """
        import matplotlib.pyplot as plt
        from matplotlib.ticker import NullFormatter
        curves = self.curves
        metric = metric or curves["metric"].iloc[0]
        curves = curves[curves["metric"] == metric]
        if curves.empty:
            raise ValueError(f"metric = {metric!r}: expected one of "
                             f"{sorted(self.curves['metric'].unique())}")
        sizes = sorted(curves["unlabeled"].unique())
        if ax is None:
            _, ax = plt.subplots(1, len(sizes), sharey=True, squeeze=False,
                                 figsize=(4 * len(sizes), 3.2))
            ax = list(ax[0])
        axes = list(ax) if hasattr(ax, "__len__") else [ax]
        if len(axes) != len(sizes):
            raise ValueError(f"ax has {len(axes)} axes, expected {len(sizes)}: one for each number "
                             "of unlabeled examples")
        colours = dict(zip(curves["learner"].unique(), itertools.cycle(_core.learner_colours())))
        for panel, size in zip(axes, sizes):
            shown = curves[curves["unlabeled"] == size]
            for name, rows in shown.groupby("learner", sort=False):
                panel.plot(rows["labeled"], rows["mean"], marker="o", label=name,
                           color=colours[name])
                error = rows["standard_error"]
                panel.fill_between(rows["labeled"], rows["mean"] - error, rows["mean"] + error,
                                   color=colours[name], alpha=0.2)
            panel.set_title(f"{size:,} unlabeled")
            panel.set_xlabel("labeled examples")
            if shown["labeled"].nunique() > 1:
                panel.set_xscale("log")
            panel.set_xticks(sorted(shown["labeled"].unique()))
            panel.xaxis.set_major_formatter("{x:,.0f}")
            panel.xaxis.set_minor_formatter(NullFormatter())
        axes[0].set_ylabel(metric)
        axes[0].legend()
        return axes


def _name_in(config):
    """The name of a config. The library tells what is wrong with a config that has none."""
    try:
        name = json.loads(pathlib.Path(config).read_text(encoding="utf-8"))["name"]
    except (KeyError, OSError, TypeError, ValueError):
        return "experiment"
    return name if isinstance(name, str) and name else "experiment"


def _with_name(content):
    """The content of a config. Without a name it gets one of its own, so that other configs have
    other folders."""
    if content.get("name"):
        return content
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return {**content, "name": f"experiment_{digest[:8]}"}


def _field(text, what, i):
    """A field of a line of the format `conll`."""
    if not isinstance(text, str) or not text or any(c.isspace() for c in text):
        raise ValueError(f"{what}[{i}]: found {text!r}, expected a text without blanks that is not "
                         "empty")
    return text


def _conll_text(sentences, tags, what, mark):
    """Sentences as lines of words, with the label at the end; without labels it is `mark`."""
    sentences = list(sentences)
    tags = [None] * len(sentences) if tags is None else list(tags)
    if len(tags) != len(sentences):
        raise ValueError(f"{what} has {len(sentences)} sentences, but labels of {len(tags)}")
    lines = []
    for i, (words, labels) in enumerate(zip(sentences, tags)):
        if isinstance(words, str) or not hasattr(words, "__iter__"):
            raise TypeError(f"{what}[{i}] is {words!r}, expected a list of words")
        words = [word if isinstance(word, tuple) else (word,) for word in words]
        labels = [None] * len(words) if labels is None else list(labels)
        if len(labels) != len(words):
            raise ValueError(f"{what}[{i}] has {len(words)} words, but {len(labels)} labels")
        lines += ["\t".join(_field(field, what, i) for field in
                            (*word, mark if is_missing(label) else str(label)))
                  for word, label in zip(words, labels)]
        lines.append("")
    return "\n".join(lines) + "\n"


def _text_of(given, key, block):
    """The text of a file with the examples that stand in place of a path; None for paths."""
    what = f"data.{key}"
    if hasattr(given, "columns") and hasattr(given, "iloc"):
        if block.setdefault("format", "csv") != "csv":
            raise _core.ConfigError(f"{what} is a DataFrame, which is read as the format csv, but "
                                    f"data.format is {block['format']!r}")
        return csv_text(given, what, block.get("separator") or ",")
    are_paths = isinstance(given, (list, tuple)) and \
        all(isinstance(each, (str, os.PathLike)) for each in given)
    if given is None or isinstance(given, (str, os.PathLike)) or are_paths:
        return None
    mark = block.get("unknown") or "?"
    if block.get("format") == "conll" and key == "unlabeled" and isinstance(given, list):
        return _conll_text(given, None, what, mark)
    if block.get("format") == "conll" and isinstance(given, tuple) and len(given) == 2:
        return _conll_text(*given, what, mark)
    raise _core.ConfigError(
        f"{what} is of type {type(given).__name__}: expected the path of a file, a DataFrame for "
        "the format csv, or for the format conll a pair (sentences, tags), as data.unlabeled a "
        "list of sentences; write files of other formats (docs/formats.md), and name their paths")


def _with_files(content):
    """The content of a config with names of files in place of examples, and their texts by
    name."""
    if not isinstance(content.get("data"), dict):
        return content, {}
    block, texts = dict(content["data"]), {}
    for key in ("train", "unlabeled", "test"):
        text = _text_of(block.get(key), key, block)
        if text is not None:
            digest = hashlib.sha256(text.encode()).hexdigest()
            block[key] = f"{key}_{digest[:8]}.{'csv' if block['format'] == 'csv' else 'txt'}"
            texts[block[key]] = text
        elif isinstance(block.get(key), os.PathLike):
            block[key] = os.fspath(block[key])
    return {**content, "data": block}, texts


def run(config, data=None, out=None, jobs=1, overrides=(), fresh=False, show=True):
    """Runs an experiment, or continues it, and returns its results.

    Parameters
    ----------
    config : path of a config, or a dictionary with its content. Paths in a dictionary are relative
        to the current folder. Without `name` it gets a name of its own, experiment_ and eight
        digits, which other dictionaries do not have. Its data.train, data.unlabeled and data.test
        may be DataFrames, or for the format conll pairs (sentences, tags), and lists of sentences
        as data.unlabeled. They are kept in the folder `data` of the run.
    data : None, a folder or a list of folders, in which files of the config are looked up
    out : None or a folder; None is runs/NAME
    jobs : int, cells at the same time
    overrides : strings as ``"sweep.repetitions=5"``
    fresh : bool, whether finished cells are computed again
    show : bool, whether the table of results is printed, and a bar of progress if tqdm is installed

    Raises ConfigError and DataError. Ctrl-C ends the run; the same call continues it.
    """
    if not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise ValueError(f"jobs = {jobs!r}: expected a whole number from 1 to 1024")
    if isinstance(overrides, str):
        overrides = [overrides]
    folders = [] if data is None else [data] if isinstance(data, (str, os.PathLike)) else data
    is_dictionary = isinstance(config, dict)
    with tempfile.TemporaryDirectory() as temporary, contextlib.ExitStack() as stack:
        if is_dictionary:
            content, texts = _with_files(config)
            try:
                text = json.dumps(_with_name(plain(content)))
            except TypeError as error:
                raise _core.ConfigError(f"config: {error}; examples in memory stand in data.train, "
                                        "data.unlabeled and data.test alone") from None
            config = os.path.join(temporary, "config.json")
            pathlib.Path(config).write_text(text, encoding="utf-8")
            for name, text in texts.items():
                pathlib.Path(temporary, name).write_text(text, encoding="utf-8", newline="")
            folders = [*([temporary] if texts else []), *folders, os.getcwd()]
        if out is None:
            out = os.path.join("runs", _name_in(config))
        arguments = (os.fspath(config), [str(o) for o in overrides],
                     [os.fspath(f) for f in folders], os.fspath(out), jobs, bool(fresh),
                     not is_dictionary)
        if is_dictionary:
            stack.callback(_keep_files, temporary, texts, out)
            stack.enter_context(of_dictionary(temporary))
        stack.enter_context(warnings_of_call())
        if show:
            stack.enter_context(tables_to_stdout())
            stack.enter_context(progress_bar())
        _core.run(*arguments)
    return Run(out)


def _keep_files(folder, names, out):
    """Keeps examples from memory in the folder of the run, if it has begun."""
    if names and os.path.isdir(out):
        os.makedirs(os.path.join(out, "data"), exist_ok=True)
        for name in names:
            shutil.copy(os.path.join(folder, name), os.path.join(out, "data", name))
