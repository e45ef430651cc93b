"""What the tests of the Python package share."""

import os
import subprocess

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
