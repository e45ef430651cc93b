"""The command line: ``python3 -m costruct COMMAND``, also with ``--plugin FILE.py``."""

import importlib.util
import sys

from . import _core
from .messages import give_back_messages


def _run_plugin(path):
    spec = importlib.util.spec_from_file_location("costruct_plugin", path)
    spec.loader.exec_module(importlib.util.module_from_spec(spec))


def main():
    give_back_messages()
    sys.exit(_core.command_line(["costruct", *sys.argv[1:]], _run_plugin))


if __name__ == "__main__":
    main()
