"""What the tests of the Python package share."""

import os
import signal
import subprocess
import threading
import time

import pytest


@pytest.fixture
def command(tmp_path):
    """Runs the program in the folder of the test. Returns what it writes to stdout."""
    program = os.environ.get("COSTRUCT")
    if not program:
        pytest.skip("COSTRUCT names no program")

    def run(*arguments):
        done = subprocess.run([program, *map(str, arguments)], cwd=tmp_path, capture_output=True,
                              text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def interrupted():
    """Sends SIGINT to a call after half a second. Returns the seconds until its exception."""
    def seconds_of(call):
        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        sent, ended, timer = [], [], threading.Timer(0.5, send)
        timer.start()
        try:
            with pytest.raises(KeyboardInterrupt):
                call()
                ended.append(True)
                time.sleep(1)  # A call that ends too early gets the signal here.
            assert not ended, "the call ended before the signal"
            return time.monotonic() - sent[0]
        finally:
            timer.join()

    return seconds_of
