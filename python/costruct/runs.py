"""Experiments: what ``costruct run`` computes, as tables and a page."""

import contextlib
import hashlib
import itertools
import json
import os
import pathlib
import tempfile

from . import _core
from .messages import progress_bar, tables_to_stdout, warnings_of_call, without_commands
from .training import plain


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


def run(config, data=None, out=None, jobs=1, overrides=(), fresh=False, show=True):
    """Runs an experiment, or continues it, and returns its results.

    Parameters
    ----------
    config : path of a config, or a dictionary with its content. Paths in a dictionary are relative
        to the current folder. Without `name` it gets a name of its own, experiment_ and eight
        digits, which other dictionaries do not have.
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
    with tempfile.TemporaryDirectory() as temporary:
        if is_dictionary:
            content, config = _with_name(plain(config)), os.path.join(temporary, "config.json")
            with open(config, "w", encoding="utf-8") as file:
                json.dump(content, file)
            folders = [*folders, os.getcwd()]
        if out is None:
            out = os.path.join("runs", _name_in(config))
        arguments = (os.fspath(config), [str(o) for o in overrides],
                     [os.fspath(f) for f in folders], os.fspath(out), jobs, bool(fresh))
        with contextlib.ExitStack() as stack:
            stack.enter_context(warnings_of_call())
            if is_dictionary:
                stack.enter_context(without_commands())
            if show:
                stack.enter_context(tables_to_stdout())
                stack.enter_context(progress_bar())
            _core.run(*arguments)
    return Run(out)
