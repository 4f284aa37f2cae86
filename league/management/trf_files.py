"""Reading of tournament reports by commands."""

import sys
from pathlib import Path
from typing import NoReturn

from django.core.management.base import BaseCommand

from league.formats.trf import BadTrf, decode, parse_report
from league.formats.trf.report import Report


def read_trf(command: BaseCommand, name: str, *, status: int = 1) -> Report:
    """Return the report of a file, or of standard input for "-". Exits with the fault and `status`."""
    try:
        return parse_report(decode(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()))
    except OSError as error:
        fail(command, f"{name}:1: Can't read the file: {error.strerror}.", status=status)
    except BadTrf as error:
        fail(command, f"{name}:{error.line}: {error.text}", status=status)


def fail(command: BaseCommand, sentence: str, *, status: int = 1) -> NoReturn:
    """Print the sentence to standard error and exit."""
    command.stderr.write(sentence)
    sys.exit(status)
