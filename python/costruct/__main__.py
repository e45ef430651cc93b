"""The command line: ``python3 -m costruct COMMAND``, also with ``--plugin FILE.py``."""

import sys

from . import _core
from .messages import give_back_messages


def main():
    give_back_messages()
    sys.exit(_core.command_line(["costruct", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
