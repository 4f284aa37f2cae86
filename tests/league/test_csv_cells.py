"""Files for spreadsheets hold nothing that one would run, whatever sign it splits lines at."""

import csv
import io
from itertools import product

from league.exports import csv_response, escape_cell, unescape_cell

SEPARATORS = (",", ";", "\t", "|")
FORMULAS = ("=1+1", "+1", "-1+1", "@SUM(A1)", " =1+1", "\u00a0=1", "\uff1d1", '"=1+1', "'\"=1")
TEXTS = [f"{head}{formula}{tail}" for head, formula, tail in product(
    ("", "ada;", "ada\t", "ada|", "a;b;", "ada\n", "ada;\"", "\";"), FORMULAS, ("", ";x", "\""))]  # fmt: skip


def is_formula(cell: str) -> bool:
    return cell.strip().lstrip('"').strip().startswith(tuple("=+-@\uff1d\uff0b\uff0d\uff20"))


def test_no_cell_begins_with_a_formula_at_any_separator_and_every_text_is_read_back_as_it_was() -> None:
    for text in TEXTS:
        file = csv_response("x", ["name", "text"], [["ben", text]]).content.decode()
        for separator in SEPARATORS:
            # A spreadsheet may heed the quotes of a file or not.
            cells = [cell for row in csv.reader(io.StringIO(file, newline=""), delimiter=separator) for cell in row]
            cells += [cell for line in file.splitlines() for cell in line.split(separator)] if separator != "," else []
            assert not [cell for cell in cells if is_formula(cell)], text
    for text in (*TEXTS, "ada", "it's", "a - b", "x;y", ""):
        assert unescape_cell(str(escape_cell(text))) == text
