"""Tables as files to keep."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponse

from league.csv_cells import safe_cell


def csv_answer(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """A CSV file (RFC 4180, UTF-8). Text that a spreadsheet would run as a formula gets an apostrophe in front."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([safe_cell(value) for value in row] for row in rows)
    return _file(text.getvalue(), "text/csv; charset=utf-8", f"{name}.csv")


def json_answer(name: str, content: object) -> HttpResponse:
    return _file(json.dumps(content, cls=DjangoJSONEncoder, indent=1), "application/json", f"{name}.json")


def _file(text: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
