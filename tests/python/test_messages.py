"""Warnings, notes, errors, interrupts and threads."""

import copy
import json
import logging
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

import costruct
from costruct import CoSVC, SequenceTagger, StructuralSVC, messages

RANDOM = np.random.RandomState(2)
NOISE = RANDOM.randn(220, 5)
NOISE_LABELS = RANDOM.randint(0, 2, 20)
LONG_X, LONG_Y = RANDOM.randn(4000, 100), RANDOM.randint(0, 5, 4000)


def overruling():
    """A fit that warns."""
    model = CoSVC(Cu=100, Cu_scale="each", label_shares="free")
    return model.fit(NOISE[:20], NOISE_LABELS, X_unlabeled=NOISE[20:] + 3)


def guarded():
    """A fit with a note."""
    model = costruct.SelfTraining(guard="folds")
    return model.fit(NOISE[:20], NOISE_LABELS, X_unlabeled=NOISE[20:])


@pytest.fixture(autouse=True)
def normal_verbosity():
    yield
    costruct.set_verbosity("normal")


def test_warnings_are_of_python_and_name_the_line_of_the_caller():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fitted = overruling()
    trouble = {note for note in fitted.report_["notes"]
               if any(map(note.__contains__, messages.TROUBLE))}
    assert {str(w.message) for w in caught} == set(fitted.report_["warnings"]) | trouble
    assert caught and all(w.category is UserWarning for w in caught)
    assert all(w.filename == __file__ for w in caught)
    assert len({str(w.message) for w in caught}) == len(caught)


def test_warnings_may_be_errors_and_none_is_left_for_the_next_fit():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="co_svm has one view"):
            overruling()
        StructuralSVC().fit(NOISE[:20], NOISE_LABELS)


def test_notes_go_to_logging(caplog, capfd):
    costruct.set_verbosity("verbose")
    with caplog.at_level(logging.DEBUG, logger="costruct"):
        fitted = guarded()
    assert fitted.report_["notes"]
    of_package = [record for record in caplog.records if record.name == "costruct"]
    assert of_package and {record.levelno for record in of_package} <= {logging.DEBUG, logging.INFO}
    told = "\n".join(record.getMessage() for record in of_package if record.levelno == logging.INFO)
    assert all(note in told for note in fitted.report_["notes"])
    assert "memory:" not in "\n".join(record.getMessage() for record in of_package)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("verbosity", ["quiet", "normal"])
def test_notes_on_the_data_are_in_the_report(verbosity, caplog):
    costruct.set_verbosity(verbosity)
    note = "unlabeled examples are not used: structural_svm learns from labeled ones; the " \
        "learner self_training uses them, and so do features of the extractors distribution (of " \
        "words) and latent (of texts)"
    with caplog.at_level(logging.INFO, logger="costruct"):
        rows = StructuralSVC().fit(NOISE[:20], NOISE_LABELS, X_unlabeled=NOISE[20:])
        tagger = SequenceTagger(features=["token"]).fit([["a", "b"]], [["D", "N"]],
                                                        X_unlabeled=[["c"]])
    for fitted in (rows, tagger):
        assert note in fitted.report_["notes"]
        assert len(set(fitted.report_["notes"])) == len(fitted.report_["notes"])
    zeros = StructuralSVC().fit(NOISE[:20] * (np.arange(20)[:, None] < 3), NOISE_LABELS)
    assert any("the first in train:4:" in note for note in zeros.report_["notes"])
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.INFO]
    assert told.count(note) == (2 if verbosity == "normal" else 0)


@pytest.mark.parametrize("verbosity", ["quiet", "normal", "verbose"])
def test_fits_print_nothing(verbosity, capfd):
    costruct.set_verbosity(verbosity)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        overruling().predict(NOISE)
        guarded()
        tagger = SequenceTagger("crf", learner_is_wrong=1)
        with pytest.raises(costruct.ConfigError):
            tagger.fit([["a"]], [["D"]])
        SequenceTagger("self_training").fit([["a", "b"]], [["D", "N"]], X_unlabeled=[["c"]])
        with pytest.raises(costruct.DataError):
            costruct.load(b"wrong")
    assert capfd.readouterr() == ("", "")


def test_verbosity_is_checked():
    with pytest.raises(ValueError, match="loud"):
        costruct.set_verbosity("loud")


def test_a_handler_that_fails_ends_no_fit():
    class Failing(logging.Handler):
        def emit(self, record):
            raise RuntimeError("mine")

    logger = logging.getLogger("costruct")
    handler, level = Failing(), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert guarded().predict(NOISE).shape == (220,)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


@pytest.mark.parametrize("fit, named", [
    (lambda: StructuralSVC(C=-1).fit(NOISE[:20], NOISE_LABELS), "^C = -1"),
    (lambda: CoSVC(guard="fold").fit(NOISE[:20], NOISE_LABELS), "guard"),
    (lambda: StructuralSVC(solver="newton").fit(NOISE[:20], NOISE_LABELS), "solver"),
    (lambda: SequenceTagger("crf", Cc=1).fit([["a"]], [["D"]]), "^unknown option Cc"),
    (lambda: SequenceTagger(problem={"order": 99}).fit([["a"]], [["D"]]), "problem.order"),
    (lambda: costruct.fit(object(), [1], [1], zzz=1), "zzz"),
])
def test_errors_of_configs_name_the_option(fit, named):
    with pytest.raises(costruct.ConfigError, match=named) as caught:
        fit()
    assert isinstance(caught.value, ValueError) and "memory:" not in str(caught.value)
    option = named.removeprefix("^").removeprefix("unknown option ")
    assert caught.value.option == option.split(" = ")[0]


@pytest.mark.parametrize("make", [
    lambda: StructuralSVC(gap=1e-12, C=1e6),
    lambda: CoSVC(gap=1e-12, C=1e6),
    lambda: costruct.SelfTraining(learner=StructuralSVC(gap=1e-12, C=1e6)),
], ids=["StructuralSVC", "CoSVC", "SelfTraining"])
def test_ctrl_c_ends_a_fit(interrupted, make):
    model = make()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        taken = interrupted(lambda: model.fit(LONG_X, LONG_Y))
    assert taken < 5
    if hasattr(model, "model_"):
        assert model.predict(LONG_X[:3]).shape == (3,) and model.report_["interrupted"]
        assert any(w.category is costruct.InterruptedFitWarning for w in caught)
    # The next fit is a usual one.
    again = StructuralSVC().fit(NOISE[:20], NOISE_LABELS)
    assert again.report_["interrupted"] is False


@pytest.mark.parametrize("learner", ["structural_svm", "crf"])
def test_ctrl_c_ends_a_fit_of_a_tagger(interrupted, learner):
    words = [[f"w{RANDOM.randint(300)}" for _ in range(20)] for _ in range(200)]
    tags = [[f"t{RANDOM.randint(8)}" for _ in range(20)] for _ in range(200)]
    tagger = SequenceTagger(learner, gap=1e-12, C=1e6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert interrupted(lambda: tagger.fit(words, tags)) < 5
    if hasattr(tagger, "model_"):
        assert len(tagger.predict(words[:1])[0]) == 20


def test_ctrl_c_without_a_model_leaves_the_former_fit(interrupted):
    model = StructuralSVC(gap=1e-12, C=1e6)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        interrupted(lambda: model.fit(LONG_X, LONG_Y))
    names = set(model.classes_.tolist()) if hasattr(model, "model_") else set()
    assert names <= set(range(5))


def test_a_handler_of_ones_own_is_called():
    """A signal handler that raises its own exception ends the fit with it."""
    def raise_own(*_):
        raise TimeoutError("own")

    former = signal.signal(signal.SIGALRM, raise_own)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises((TimeoutError, KeyboardInterrupt)) as caught:
            StructuralSVC(gap=1e-12, C=1e6).fit(LONG_X, LONG_Y)
        assert caught.type is TimeoutError
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)


def test_threads_fit_at_once_as_one_after_the_other():
    jobs = [lambda c=c: CoSVC(C=c, n_jobs=1).fit(
        NOISE[:20], NOISE_LABELS, X_unlabeled=NOISE[20:]).model_.to_bytes() for c in (0.1, 1.0)]
    jobs += [lambda c=c: SequenceTagger("crf", C=c).fit(
        [["a", "b"], ["b", "c"]], [["x", "y"], ["y", "z"]]).model_.to_bytes() for c in (0.1, 1.0)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [job() for job in jobs]
        found = [None] * len(jobs)

        def run(number):
            found[number] = jobs[number]()

        threads = [threading.Thread(target=run, args=(n,)) for n in range(len(jobs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
    assert found == expected


def in_a_process(code, seconds=60):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          timeout=seconds, check=False)
    return done.returncode, done.stdout, done.stderr


def test_messages_of_many_threads_do_not_deadlock():
    code, out, err = in_a_process("""
import logging, threading, warnings
import numpy as np, costruct
warnings.simplefilter("ignore")
logging.getLogger("costruct").setLevel(logging.DEBUG)
count = []
handler = logging.Handler()
handler.emit = lambda record: count.append(record.getMessage())
logging.getLogger("costruct").addHandler(handler)
costruct.set_verbosity("verbose")
random = np.random.RandomState(2)
X, y = random.randn(120, 5), random.randint(0, 2, 20)
def work():
    for _ in range(5):
        model = costruct.SelfTraining(guard="folds", n_jobs=2)
        model.fit(X[:20], y, X_unlabeled=X[20:])
threads = [threading.Thread(target=work) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("done", len(count) > 0)
""")
    assert (code, out.strip(), err) == (0, "done True", "")


def test_one_model_predicts_in_many_threads():
    model = StructuralSVC().fit(NOISE[:20], NOISE_LABELS)
    expected, found = model.predict(NOISE).tolist(), []
    threads = [threading.Thread(target=lambda: found.append(model.predict(NOISE).tolist()))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found == [expected] * 8


def test_a_process_ends_while_a_daemon_thread_fits():
    code, _, err = in_a_process("""
import threading, time
import numpy as np, costruct
random = np.random.RandomState(0)
X, y = random.randn(3000, 100), random.randint(0, 5, 3000)
fit = lambda: costruct.StructuralSVC(C=1e6, gap=1e-12).fit(X, y)
threading.Thread(target=fit, daemon=True).start()
time.sleep(0.7)
""")
    assert code == 0, err


def test_a_fork_fits_too():
    code, out, err = in_a_process("""
import multiprocessing
import numpy as np, costruct
random = np.random.RandomState(0)
X, y = random.randn(60, 5), random.randint(0, 3, 60)
def fit(_=None):
    return costruct.CoSVC(n_jobs=2).fit(X, y, X_unlabeled=X).model_.to_bytes()
first = fit()
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(pool.map(fit, range(2)) == [first] * 2)
""")
    assert (code, out.strip()) == (0, "True"), err


def test_a_memory_limit_ends_reading_with_its_place(tmp_path):
    file = tmp_path / "many.svm"
    file.write_text("1 1:1\n2 2:1\n" * 5000)
    model = StructuralSVC().fit([[0.0, 1], [1, 0]], [1, 2]).model_
    assert len(model.predict(file)) == 10000
    try:
        costruct.set_memory_limit(1e6)  # less than any process with NumPy has
        with pytest.raises(costruct.DataError, match="not enough memory.*at most 976.6 KiB"):
            model.predict(file)
    finally:
        costruct.set_memory_limit(None)
    assert len(model.predict(file)) == 10000
    with pytest.raises(ValueError, match="limit = 0"):
        costruct.set_memory_limit(0)


def test_notes_of_trouble_are_warnings():
    with pytest.warns(UserWarning, match="unlabeled examples are not used"):
        StructuralSVC().fit([[0.0], [1.0]], [1, 2], X_unlabeled=[[1.0]])
    with pytest.warns(UserWarning, match="co_svm has one view"):
        fitted = CoSVC().fit([[0.0], [1.0]], [1, 2], X_unlabeled=[[1.0]])
    assert any("has one view" in note for note in fitted.report_["notes"])
    with pytest.warns(UserWarning, match="functions without intercept"):
        fitted = costruct.RLSR().fit([[0.0], [1.0]], [100.0, 101.0])
    assert any("without intercept" in note for note in fitted.report_["notes"])
    with pytest.warns(UserWarning, match="1 of 2 training trees are not projective"):
        costruct.DependencyParser("perceptron", data={"non_projective": "leave_out"}).fit(
            [["a", "b", "c", "d"]] * 2, [[3, 4, 0, 3], [0, 1, 2, 3]])
    with pytest.warns(UserWarning, match="has no effect"):
        SequenceTagger(problem={"loss": "hamming", "costs": [[0, 1], [1, 0]]}).fit(
            [["a"], ["b"]], [["1"], ["2"]])


def test_warnings_come_while_the_call_runs():
    """A fit that takes hours says at its begin why, and not at its end."""
    X, begin, came = NOISE[:20] * [1e6, 1, 1, 1, 1], time.monotonic(), []

    def note_time(*_, **__):
        came.append(time.monotonic() - begin)

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = note_time
        StructuralSVC(time_limit=2, iteration_limit=10**9, gap=1e-12).fit(X, NOISE_LABELS)
    assert came[0] < 1 and time.monotonic() - begin > 2


def test_what_is_trouble_is_said_by_the_library():
    """Each phrase stands in a source of the library, so that none is forgotten."""
    root = pathlib.Path(__file__).parents[2]
    sources = "".join(file.read_text("utf8") for folder in ("core", "learners", "data", "experiments")
                      for file in (root / folder).rglob("*.cpp"))
    text = re.sub(r'"\s*\n\s*"', "", sources)
    for phrase in messages.TROUBLE:
        assert phrase in text, phrase


TAGGED = [["a", "b"], ["b", "a"]], [["D", "N"], ["N", "D"]]


@pytest.mark.parametrize("options, message, option", [
    ({"c1": 0.1}, r"unknown option c1: did you mean C\? There is no L1 term", "c1"),
    ({"c2": 0.1}, r"unknown option c2: did you mean C\? .* C = 1 / .2 c2", "c2"),
    ({"max_iterations": 9}, r"unknown option max_iterations: did you mean iteration_limit\?",
     "max_iterations"),
    ({"algorithm": "lbfgs"}, r"unknown option algorithm: did you mean learner\?", "algorithm"),
    ({"learner": "self_training", "learner__tol": 1},
     r"unknown option learner__tol: did you mean gap", "learner__tol"),
    ({"learner": "self_training", "C": 1}, "C is an option of the inner learner: learner__C=1",
     "C"),
    ({"Cc": 1}, r"unknown option Cc: did you mean C\?", "Cc"),
    ({"C": -1}, "C = -1: must be > 0", "C"),
    ({"learner": "self_training", "learner__Cc": 1}, "unknown option learner__Cc", "learner__Cc"),
    ({"learner": "self_training", "learner__C": -1}, "learner__C = -1: must", "learner__C"),
    ({"problem": {"los": 1}}, "unknown key problem.los", "problem.los")])
def test_errors_name_options_as_python_has_them(options, message, option):
    with pytest.raises(costruct.ConfigError, match=f"^{message}") as caught:
        SequenceTagger(**{"learner": "crf", **options}).fit(*TAGGED)
    assert caught.value.option == option


def test_messages_have_words_of_python():
    tagger = SequenceTagger().fit(*TAGGED)
    with pytest.raises(costruct.ConfigError, match='^by="disagreement": the model has one view'):
        tagger.suggest(TAGGED[0], 1, by="disagreement")
    with pytest.warns(UserWarning, match="`costruct list views` in a shell") as caught:
        fitted = SequenceTagger("co_svm").fit(*TAGGED, X_unlabeled=TAGGED[0])
    assert {str(w.message) for w in caught} >= set(fitted.report_["notes"])
    assert messages.in_python("--scores, --marginals, --k-best and --known: learner.C, "
                              "learners.0.learner.C, a learner. It") == \
        "scores=True, marginals=True, k_best and known: C, learners.0.learner.C, a learner. It"
    assert messages.in_python("costruct: note: --by-stream") == "costruct: note: --by-stream"


def test_a_learner_that_is_almost_a_name_gets_a_suggestion():
    with pytest.raises(ValueError, match="did you mean structural_svm"):
        SequenceTagger("struct_svm").fit(*TAGGED)
    with pytest.raises(ValueError) as caught:
        SequenceTagger("zzz").fit(*TAGGED)
    assert "did you mean" not in str(caught.value)


def test_a_report_is_shown_without_the_rows_of_its_history():
    report = SequenceTagger().fit(*TAGGED).report_
    assert len(report["history"]) > 1
    assert f"'history': <{len(report['history'])} rows>" in repr(report)
    assert "'oracle_calls': " in repr(report) and "'dual': " in repr(report)
    again = pickle.loads(pickle.dumps(report))
    assert again == report and repr(again) == repr(report) and copy.copy(report) == report
    assert json.loads(json.dumps(report)) == report


@pytest.mark.parametrize("learner, options", [
    ("self_training", {}), ("hmm", {"unlabeled_weight": 0.1}), ("co_perceptron", {})])
def test_a_guarded_fit_tells_of_each_part_of_its_work(caplog, learner, options):
    words = [[f"w{RANDOM.randint(9)}" for _ in range(5)] for _ in range(60)]
    tags = [[word.replace("w", "t") for word in sentence] for sentence in words[:20]]
    costruct.set_verbosity("verbose")
    caplog.set_level(logging.DEBUG, "costruct")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for guard in ("folds", "none"):
            SequenceTagger(learner, guard=guard, **options).fit(words[:20], tags,
                                                               X_unlabeled=words[20:])
    lines = [record.getMessage() for record in caplog.records if record.levelno == logging.DEBUG]
    for part in [f"guard, fold {fold} of 5" for fold in range(1, 6)] + ["comparison with "]:
        assert any(line.startswith(part) for line in lines), part
