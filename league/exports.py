"""Downloads of tables, with cells that spreadsheets do not run as formulas."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpResponse

from engines.words import say
from league.tables import Table

_FORMULA = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
"""The first characters of formulas, including full-width ones of East Asian keyboards."""
_START = "(^|[;|\t\r\n])"
"""The start of a cell, also in spreadsheets that split at other characters than the comma despite quotes."""
_RISKY = re.compile(rf"{_START}(?=[\s\"']*{_FORMULA})")
_ESCAPED = re.compile(rf"{_START}'(?=[\s\"']*{_FORMULA})")
_LEADING = re.compile(r"^(?=[\t\r])")


def safe_cell(value: object) -> object:
    """Put an apostrophe before each part of a text that a spreadsheet could run as a formula.

    >>> escape_cell("=1+1"), escape_cell("ada;=1+1"), escape_cell("ada"), escape_cell(-3), escape_cell(None)
    ("'=1+1", "ada;'=1+1", 'ada', -3, '')
    """
    if value is None:
        return ""
    return _LEADING.sub("'", _RISKY.sub(r"\1'", value)) if isinstance(value, str) else value


def original_text(cell: str) -> str:
    """Return a cell without the apostrophes of `safe_cell`.

    >>> unescape_cell("ada;'=1+1")
    'ada;=1+1'
    """
    return _ESCAPED.sub(r"\1", cell)


def csv_answer(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a CSV file (RFC 4180, UTF-8), with its cells passed through `safe_cell`."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    return file_answer(text.getvalue(), "text/csv; charset=utf-8", f"{name}.csv")


def json_answer(name: str, content: object) -> HttpResponse:
    """Return a JSON file."""
    return file_answer(json.dumps(content, cls=DjangoJSONEncoder, indent=1), "application/json", f"{name}.json")


def table_answer(name: str, tables: Iterable[Table], key: str, kind: str) -> HttpResponse:
    """Return one of these tables as JSON or CSV. Raises Http404 if the key is unknown."""
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404(say("Table not found."))
    if kind == "json":
        return json_answer(f"{name}-{key}", table.dump())
    return csv_answer(f"{name}-{key}", table.header, (row.cells for row in table.rows))


def file_answer(content: str | bytes, kind: str, name: str, *, how: str = "attachment") -> HttpResponse:
    """Return a download of this media type and name."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'{how}; filename="{name}"'})
