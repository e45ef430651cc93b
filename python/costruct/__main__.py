"""The command line: ``python3 -m costruct COMMAND``, also with ``--plugin FILE.py``."""

import importlib.util
import os
import sys

from . import _core
from .messages import give_back_messages


def _run_plugin(path):
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))  # as for a script
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(name, module)  # another plug-in may import it
    spec.loader.exec_module(module)


def main():
    give_back_messages()
    sys.exit(_core.command_line(["costruct", *sys.argv[1:]], _run_plugin))


if __name__ == "__main__":
    main()
