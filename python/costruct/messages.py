"""Messages of the library: warnings, and notes of trouble, become Python warnings. All others go to
``logging``."""

import atexit
import collections
import contextlib
import logging
import os
import re
import sys
import threading
import warnings

from . import _core

logger = logging.getLogger("costruct")
_OPTION = re.compile(r"unknown key (?:learner\.)?([\w.]+\w)|"
                     r"(?:^|: )(?:learner\.)?([A-Za-z_][\w.]*)(?: = | is missing)")


def _option(error):
    """The option that the first line of the message is about, as "C"; None where it is none."""
    found = _OPTION.search(str(error).split("\n")[0])
    return found and (found[1] or found[2])


_core.ConfigError.option = property(_option)
# Notes that name trouble with what was given, by what all of their kind say.
TROUBLE = ("are not used: ", "has no effect", "have no effect", "makes them alike",
           "rounding decides", " examples have no", "changed since the model was trained",
           "says nothing of the outputs", "no output agrees with", "training does not have",
           "training has not seen")
_CELLS = re.compile(r"(.+) (\d+)/(\d+)\b")
_runs_that_print = _runs_of_dictionaries = 0
_bars = []
_warnings = collections.deque()


def warn(text, category=UserWarning):
    """A Python warning at the line of the first caller outside of this package."""
    frame, level, inner = sys._getframe(), 1, (os.path.dirname(__file__), contextlib.__file__)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(inner):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, category, stacklevel=level)


@contextlib.contextmanager
def warnings_of_call():
    """A call of the library: its warnings, which come from threads, become Python warnings here."""
    try:
        yield
    finally:
        while _warnings:
            warn(_warnings.popleft())


@contextlib.contextmanager
def tables_to_stdout():
    """Within it, tables of the library are printed; otherwise they are logged."""
    global _runs_that_print
    _runs_that_print += 1
    try:
        yield
    finally:
        _runs_that_print -= 1


@contextlib.contextmanager
def without_commands():
    """Within it, advice on commands is dropped, which would name a file that is soon deleted."""
    global _runs_of_dictionaries
    _runs_of_dictionaries += 1
    try:
        yield
    finally:
        _runs_of_dictionaries -= 1


class _Bar:
    """A bar of tqdm, from the first count of cells on."""

    def __init__(self, tqdm):
        self.tqdm, self.bar, self.lock = tqdm, None, threading.Lock()

    def show(self, what, done, total):
        with self.lock:
            if self.bar is None:
                self.bar = self.tqdm(total=total, initial=done, unit="cell")
            self.bar.set_description(what, refresh=False)
            self.bar.total, self.bar.n = total, done
            self.bar.refresh()

    def close(self, is_done):
        with self.lock:
            if self.bar is not None:
                self.bar.n = self.bar.total if is_done else self.bar.n
                self.bar.close()


@contextlib.contextmanager
def progress_bar():
    """Within it, counts of finished cells move a bar of tqdm, if it is installed."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield
        return
    bar = _Bar(tqdm)
    _bars.append(bar)
    is_done = False
    try:
        yield
        is_done = True
    finally:
        _bars.remove(bar)
        bar.close(is_done)


def _take(channel, text):
    if _runs_of_dictionaries and text.startswith("to train "):
        return
    if channel == "stdout":
        if _runs_that_print:
            print(text, end="" if text.endswith("\n") else "\n", file=sys.stdout)
        else:
            logger.info("%s", text)
        return
    for front, level in (("costruct: warning: ", None), ("costruct: note: ", logging.INFO),
                         ("costruct: error: ", logging.ERROR)):
        if text.startswith(front):
            text = text[len(front):]
            if level is None or (level == logging.INFO and any(map(text.__contains__, TROUBLE))):
                _warnings.append(text)
            if level is not None:
                logger.log(level, "%s", text)
            return
    logger.debug("%s", text)
    count = _CELLS.match(text) if _bars else None
    if count:
        _bars[-1].show(count[1], int(count[2]), int(count[3]))


def set_verbosity(verbosity):
    """Sets how much the library says: "quiet" (warnings only), "normal" or "verbose".

    Warnings are Python warnings. Notes are logged by ``logging.getLogger("costruct")`` as INFO,
    progress as DEBUG.
    """
    if verbosity not in ("quiet", "normal", "verbose"):
        raise ValueError(f'verbosity = {verbosity!r}: expected "quiet", "normal" or "verbose"')
    _core.set_voice(verbosity)


def set_memory_limit(limit):
    """Limits the memory of the process while files and examples are read.

    Reading then ends with DataError, which names the place, instead of filling the machine. The
    limit is for all memory of the process, which is looked at now and then.

    Parameters
    ----------
    limit : int or float, bytes; None: no limit
    """
    if limit is not None and not limit > 0:
        raise ValueError(f"limit = {limit!r}: expected a number of bytes above 0, or None")
    _core.set_heap_allowance(2**63 - 1 if limit is None else int(limit))


def give_back_messages():
    """Messages and tables go to stderr and stdout, as those of the program."""
    _core.set_sink(None)


_core.set_sink(_take)
atexit.register(_core.set_sink, None)
atexit.register(_core.stop_all)  # called first: Python ends daemon threads wherever they are
