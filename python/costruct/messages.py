"""Messages of the library: warnings, and notes of trouble, become Python warnings. All others go to
``logging``."""

import atexit
import contextlib
import json
import logging
import os
import re
import sys
import threading
import warnings

from . import _core

logger = logging.getLogger("costruct")
_OPTION = re.compile(r"unknown (?:key|option) ([\w.]+\w)|"
                     r"(?:^|: )([A-Za-z_][\w.]*)(?: = | is missing| is an option of )")


def _value(text):
    """A JSON value in Python's words; the text itself if it was shortened."""
    try:
        return repr(json.loads(text))
    except ValueError:
        return text


# Words of the command line and of config files, and how Python has them.
_IN_PYTHON = [(re.compile(pattern, re.M), words) for pattern, words in (
    (r"^costruct: (?!note|warning|error)", ""),
    (r"unknown key (?=learner\.)", "unknown option "),
    (r"(?<![\w.])learner\.(?=\w)((?:learner\.(?=\w))*)",
     lambda found: found[1].replace(".", "__")),
    (r"(?<!\w)(\w+) belongs into the block learner: .*, \"\1\": (.*)\}",
     lambda found: f"{found[1]} is an option of the inner learner: "
                   f"learner__{found[1]}={_value(found[2])}"),
    (r"(?<![\w-])--by (\w+)", r'by="\1"'),
    (r"(?<![\w-])--(scores|marginals|diverse)\b", r"\1=True"),
    (r"(?<![\w-])--k-best\b", "k_best"),
    (r"(?<![\w-])--known\b", "known"),
    (r"(?<![\w-])--metrics (\w+)", r'metrics=["\1"]'),
    (r"\((costruct (?:list|describe) [^()]*)\)", r"(`\1` in a shell)"),
    (r"unlabeled examples are not used: \w+ learns from labeled ones$",
     r"\g<0>; the learner self_training uses them, and so do features of the extractors "
     "distribution (of words) and latent (of texts)"))]


def in_python(text):
    """A message of the library, with Python's words in place of those of the command line."""
    for pattern, words in _IN_PYTHON:
        text = pattern.sub(words, text)
    return text


def _option(error):
    """The option that the first line of the message is about, as "C"; None where it is none."""
    found = _OPTION.search(str(error).split("\n")[0])
    return found and (found[1] or found[2])


_core.ConfigError.option = property(_option)
_core.ConfigError.__str__ = lambda error: in_python(ValueError.__str__(error))
# Notes that name trouble with what was given, by what all of their kind say.
TROUBLE = ("are not used: ", "has no effect", "have no effect", "makes them alike",
           "rounding decides", " examples have no", "changed since the model was trained",
           "says nothing of the outputs", "no output agrees with", "training does not have",
           "not in the training data", "functions without intercept are drawn",
           " has one view and is ", "are not projective, and are ")
_CELLS = re.compile(r"(.+) (\d+)/(\d+)\b")
_runs_that_print = 0
_folders_of_dictionaries = []
_bars = []
_places = []  # of the calls that run, as (file, line, module, registry) of their callers
_refused = []  # warnings that a filter has made errors


def _place_of_caller():
    """The line of the first caller outside of this package."""
    frame, inner = sys._getframe(), (os.path.dirname(__file__), contextlib.__file__)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(inner):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_lineno, frame.f_globals.get("__name__"),
            frame.f_globals.setdefault("__warningregistry__", {}))


def _warn_at(place, text, category=UserWarning):
    file, line, module, registry = place
    warnings.warn_explicit(text, category, file, line, module, registry)


def warn(text, category=UserWarning):
    """A Python warning at the line of the first caller outside of this package."""
    _warn_at(_place_of_caller(), text, category)


@contextlib.contextmanager
def warnings_of_call():
    """A call of the library: its warnings, which come from threads, become Python warnings as they
    come. One that a filter makes an error is raised when the call has ended."""
    place = _place_of_caller()
    _places.append(place)
    try:
        yield
    finally:
        _places.remove(place)
        refused = list(_refused)
        _refused.clear()
        for text in refused:
            _warn_at(place, text)


@contextlib.contextmanager
def tables_to_stdout():
    """Within it, tables of the library are printed; otherwise they are logged."""
    global _runs_that_print
    _runs_that_print += 1
    try:
        yield
    finally:
        _runs_that_print -= 1


def _without_folders(text):
    """A text with "config" for the file of a dictionary, and names of its data without a folder."""
    for folder in _folders_of_dictionaries:
        text = text.replace(os.path.join(folder, "config.json"), "config")
        text = text.replace(folder + os.sep, "")
    return text


@contextlib.contextmanager
def of_dictionary(folder):
    """Within it, messages and errors name no file in this folder, which is soon deleted. Advice on
    commands, which would name one, is dropped."""
    _folders_of_dictionaries.append(folder)
    try:
        yield
    except (_core.ConfigError, _core.DataError) as error:
        raise type(error)(_without_folders(str(error))) from None
    finally:
        _folders_of_dictionaries.remove(folder)


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


class _Lines:
    """Lines of progress on stderr, where tqdm is not installed."""

    def tell(self, text):
        print(text, file=sys.stderr, flush=True)

    def show(self, what, done, total):
        """The line was shown by tell()."""

    def close(self, is_done):
        """Nothing to close."""


def _progress():
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Lines()
    return _Bar(tqdm)


@contextlib.contextmanager
def progress_bar():
    """Within it, counts of finished cells move a bar of tqdm, or are lines if it is not
    installed."""
    bar = _progress()
    _bars.append(bar)
    is_done = False
    try:
        yield
        is_done = True
    finally:
        _bars.remove(bar)
        bar.close(is_done)


def _tell_warning(text):
    if not _places:  # no call runs: a message of the program's end
        return
    try:
        _warn_at(_places[-1], text)
    except Exception:  # raised again when the call has ended, which this thread cannot do
        _refused.append(text)


_CLOSING_COMMANDS = (". This command trains it on all of them: costruct ",
                     "This one then labels new examples: costruct ",
                     "Next: costruct predict --model ", "costruct suggest --model ")


def _take(channel, text):
    if _folders_of_dictionaries:
        if any(map(text.__contains__, _CLOSING_COMMANDS)):  # of a file that is removed
            return
        text = _without_folders(text)
    if channel == "stdout":
        if _runs_that_print:
            print(text, end="" if text.endswith("\n") else "\n", file=sys.stdout)
        else:
            logger.info("%s", text)
        return
    for front, level in (("costruct: warning: ", None), ("costruct: note: ", logging.INFO),
                         ("costruct: error: ", logging.ERROR)):
        if text.startswith(front):
            text = in_python(text[len(front):])
            if level is None or (level == logging.INFO and any(map(text.__contains__, TROUBLE))):
                _tell_warning(text)
            if level is not None:
                logger.log(level, "%s", text)
            return
    logger.debug("%s", text)
    if _bars and isinstance(_bars[-1], _Lines):
        _bars[-1].tell(text)
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
