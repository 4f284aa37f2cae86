"""Downloads of tables, with cells that spreadsheets do not run as formulas."""

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpResponse

from engines.i18n import translate as _
from league.tables import Table

_FORMULA = "[=+\\-@\uff1d\uff0b\uff0d\uff20]"
"""The first characters of formulas, including full-width ones of East Asian keyboards."""
_CELL_START = "(^|[;|\t\r\n])"
"""The start of a cell, also in spreadsheets that split at other characters than the comma despite quotes."""
_FORMULA_CELL = re.compile(rf"{_CELL_START}(?=[\s\"']*{_FORMULA})")
_ESCAPED_CELL = re.compile(rf"{_CELL_START}'(?=[\s\"']*{_FORMULA})")
_LEADING_CONTROL = re.compile(r"^(?=[\t\r])")


def escape_cell(value: object) -> object:
    """Put an apostrophe before each part of a text that a spreadsheet could run as a formula.

    >>> escape_cell("=1+1"), escape_cell("ada;=1+1"), escape_cell("ada"), escape_cell(-3), escape_cell(None)
    ("'=1+1", "ada;'=1+1", 'ada', -3, '')
    """
    if value is None:
        return ""
    return _LEADING_CONTROL.sub("'", _FORMULA_CELL.sub(r"\1'", value)) if isinstance(value, str) else value


def unescape_cell(cell: str) -> str:
    """Return a cell without the apostrophes of `escape_cell`.

    >>> unescape_cell("ada;'=1+1")
    'ada;=1+1'
    """
    return _ESCAPED_CELL.sub(r"\1", cell)


def csv_response(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a CSV file (RFC 4180, UTF-8), with its cells passed through `escape_cell`."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(header)
    writer.writerows([escape_cell(value) for value in row] for row in rows)
    return file_response(buffer.getvalue(), "text/csv; charset=utf-8", f"{name}.csv")


def json_response(name: str, content: object) -> HttpResponse:
    """Return a JSON file."""
    return file_response(json.dumps(content, cls=DjangoJSONEncoder, indent=1), "application/json", f"{name}.json")


def table_response(name: str, tables: Iterable[Table], key: str, format_name: str) -> HttpResponse:
    """Return one of these tables as JSON or CSV. Raises Http404 if the key is unknown."""
    table = next((table for table in tables if table.key == key), None)
    if table is None:
        raise Http404(_("Table not found."))
    if format_name == "json":
        return json_response(f"{name}-{key}", table.dump())
    return csv_response(f"{name}-{key}", table.header, (row.cells for row in table.rows))


def file_response(content: str | bytes, kind: str, name: str, *, disposition: str = "attachment") -> HttpResponse:
    """Return a download of this media type and name."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'{disposition}; filename="{name}"'})
