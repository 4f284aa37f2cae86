"""`make lint`: the rules of this project that no linter knows."""

import sys
from itertools import chain

from tests.lint import files, format_names, loops


def main() -> int:
    faults = list(chain(files.find_faults(), format_names.find_faults(), loops.find_faults()))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
