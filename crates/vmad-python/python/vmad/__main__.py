"""The command `vmad`: ``python -m vmad decode kernel.cubin``."""

from __future__ import annotations

import sys

from ._native import command


def main() -> None:
    """Run the command with the arguments of the process."""
    sys.exit(command(["vmad", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
