"""Cells of CSV files that no spreadsheet runs as a formula."""

from __future__ import annotations

import re

_FORMULA = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
"""Also as the wide signs of East Asian keyboards."""
_START = "(^|[;|\t\r\n])"
"""A spreadsheet that splits at another sign than the comma begins a cell there, whatever quotes are around it."""
_RISKY = re.compile(rf"{_START}(?=[\s\"']*{_FORMULA})")
_ESCAPED = re.compile(rf"{_START}'(?=[\s\"']*{_FORMULA})")
_LEADING = re.compile(r"^(?=[\t\r])")


def safe_cell(value: object) -> object:
    """Put an apostrophe before everything in a text that a spreadsheet could take for a formula.

    >>> safe_cell("=1+1"), safe_cell("ada;=1+1"), safe_cell("ada"), safe_cell(-3), safe_cell(None)
    ("'=1+1", "ada;'=1+1", 'ada', -3, '')
    """
    if value is None:
        return ""
    return _LEADING.sub("'", _RISKY.sub(r"\1'", value)) if isinstance(value, str) else value


def original_text(cell: str) -> str:
    """Return a cell without the apostrophes that `safe_cell` has put into it.

    >>> original_text("ada;'=1+1")
    'ada;=1+1'
    """
    return _ESCAPED.sub(r"\1", cell)
