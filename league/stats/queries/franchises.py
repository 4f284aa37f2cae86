"""Tables of a season's franchises: standings with money, payroll and results, Gamers and their salaries."""

from django.urls import reverse

from engines.i18n import translate as _, translate_in
from league.seasons.models import SeasonSettings
from league.seasons.queries.standings import ResultRow, StandingsRow, compute_standings, list_best_values, list_results
from league.tables import DOTS, TEXT, Column, Row, Table

MAX_GAMERS = 40


def franchise_tables(terms: SeasonSettings | None, slug: str) -> list[Table]:
    """Return the tables, empty before the first match; none for a season without franchises."""
    if terms is None:
        return []
    results = list_results(terms.pk)
    lines = [line for line in compute_standings(terms, results) if line.matches]
    return [_standings_table(lines, terms.pk, slug), _payroll_table(lines), _values_table(terms.pk, results)]


def _standings_table(lines: list[StandingsRow], season_id: int, slug: str) -> Table:
    columns = (
        Column("franchise_name", _("Franchise"), TEXT),
        Column("place", translate_in("in an order", "Rank")),
        Column("matches", _("Matches")),
        Column("won", translate_in("matches", "Won")),
        Column("drawn", translate_in("matches", "Drawn")),
        Column("lost", translate_in("matches", "Lost")),
        Column("points", _("Points")),
        Column("earned", _("Match earnings")),
        Column("money", _("Money")),
    )
    rows = tuple(
        Row(
            (
                row.name, row.place, row.matches, row.won, row.drawn, row.lost, to_points(row.halves), row.earned,
                row.balance,
            ),
            reverse("franchise", args=[slug, season_id, row.franchise_id]),
        )
        for row in lines
    )  # fmt: skip
    note = _("All event matches of the season. A win is 1 point, a draw half a point. Money in thousands.")
    return Table("franchises", _("Franchise standings"), columns, rows, about=note)


def _payroll_table(lines: list[StandingsRow]) -> Table:
    columns = (
        Column("payroll", _("Payroll")), Column("franchise_name", _("Franchise"), TEXT),
        Column("points", _("Points")),
        Column("per-point", _("Payroll per point")),
    )  # fmt: skip
    rows = []
    for row in sorted(lines, key=lambda row: (row.payroll, row.name)):
        per_point = round(2 * row.payroll / row.halves, 1) if row.halves else None
        rows.append(Row((row.payroll, row.name, to_points(row.halves), per_point)))
    note = _("Roster payroll and points earned.")
    return Table("payroll", _("Payroll vs results"), columns, tuple(rows), DOTS, ("points",), note)


def _values_table(season_id: int, results: list[ResultRow]) -> Table:
    columns = (
        Column("handle", _("Gamer"), TEXT),
        Column("franchise_name", _("Franchise"), TEXT),
        Column("salary", _("Salary")),
        Column("matches", _("Matches")),
        Column("points", _("Points")),
        Column("value", _("Points per thousand")),
    )
    rows = tuple(
        Row((row.handle, row.franchise, row.salary, row.matches, to_points(row.halves), row.per_salary))
        for row in list_best_values(season_id, results)[:MAX_GAMERS]
    )
    note = _("Based on the results of the matches they were fielded in. Top {limit}.", limit=MAX_GAMERS)
    return Table("values", _("Gamers by value"), columns, rows, about=note)


def to_points(halves: int) -> int | float:
    """Return half points as points, as an integer if whole."""
    return halves // 2 if halves % 2 == 0 else halves / 2
