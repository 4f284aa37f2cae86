"""Tables for pages, plots, CSV and JSON, from one value so that they cannot differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from rest_framework import serializers

from engines.i18n import translate as _, translate_in
from matches.api.dataclass_schemas import get_serializer_class

TEXT, NUMBER, PERCENT, DAY, MOMENT = "text", "number", "percent", "day", "moment"
LINE, BARS, DOTS = "line", "bars", "dots"
Cell = str | int | float | date | datetime | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    key: str
    label: str
    kind: str = NUMBER


@dataclass(frozen=True, slots=True)
class Row:
    """A row. `url` is the link of the first cell, if any."""

    cells: tuple[Cell, ...]
    url: str = ""


@dataclass(frozen=True, slots=True)
class FormattedCell:
    """A cell for the page: `value` is the unformatted number, or the time in ISO 8601; templates format a `day`."""

    text: str
    kind: str
    value: str
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `plot` is its plot type ("" for none): the first column against those in `series`.

    In dot plots the first column is an increasing number, the second the label, and every series but the first a line.
    """

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    plot: str = ""
    series: tuple[str, ...] = ()
    about: str = ""

    @property
    def body(self) -> Iterator[tuple[str, list[FormattedCell]]]:
        """Yield each row's link and cells."""
        for row in self.rows:
            yield row.url, [_format(cell, column.kind) for cell, column in zip(row.cells, self.columns, strict=True)]

    @property
    def header(self) -> list[str]:
        return [column.key for column in self.columns]

    def dump(self) -> dict[str, Any]:
        rows = [dict(zip(self.header, row.cells, strict=True)) for row in self.rows]
        columns = [{"key": column.key, "label": column.label, "kind": column.kind} for column in self.columns]
        return {"key": self.key, "title": self.title, "columns": columns, "rows": rows}


def record_columns() -> tuple[Column, ...]:
    """Return the columns for the cells of `record_cells`."""
    return (
        Column("matches", _("Matches")),
        Column("won", translate_in("matches", "Won")),
        Column("drawn", translate_in("matches", "Drawn")),
        Column("lost", translate_in("matches", "Lost")),
        Column("share", translate_in("share of points", "Score"), PERCENT),
    )


def record_cells(counts: Mapping[str, int]) -> tuple[Cell, ...]:
    """Return the cells of `record_columns`. A draw is half a win.

    >>> record_cells({"matches": 4, "won": 2, "drawn": 1, "lost": 1})
    (4, 2, 1, 1, 62.5)
    """
    matches, won, drawn = counts["matches"], counts["won"], counts["drawn"]
    return matches, won, drawn, counts["lost"], percentage(won + drawn / 2, matches)


def format_percent(number: object) -> str:
    """Return a percentage as the language writes it: English without a space."""
    return _("{number}%", number=number)


def percentage(part: float, whole: float) -> float | None:
    """Return a percentage rounded to one place; None if the whole is 0."""
    return round(100 * part / whole, 1) if whole else None


def _format(cell: Cell, kind: str) -> FormattedCell:
    if cell is None:
        return FormattedCell("–", TEXT, "")
    if isinstance(cell, datetime):
        return FormattedCell("", MOMENT, cell.isoformat(), cell)
    if isinstance(cell, date):
        return FormattedCell("", DAY, cell.isoformat(), cell)
    # Group digits from five up, because ratings are never grouped.
    is_long = kind == NUMBER and isinstance(cell, int) and abs(cell) >= 10_000
    text = format_percent(cell) if kind == PERCENT else f"{cell:,}" if is_long else str(cell)
    if kind in (NUMBER, PERCENT):
        text = text.replace("-", "\N{MINUS SIGN}")
    return FormattedCell(text, kind, str(cell))


class TableSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A table with its columns and rows."""

    key = serializers.CharField()
    title = serializers.CharField()
    columns = get_serializer_class(Column, "Column")(many=True)
    rows = serializers.ListField(child=serializers.DictField(), help_text="Rows as objects by column key.")
