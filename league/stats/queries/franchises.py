"""Tables of a season's franchises: standings with money, payroll and results, Gamers and their salaries."""

from django.urls import reverse

from engines.words import say, say_in
from league.seasons.models import SeasonTerms
from league.seasons.queries.standings import Result, Standing, best_values, results_of, standings
from league.tables import DOTS, TEXT, Column, Row, Table

MOST_GAMERS = 40


def franchise_tables(terms: SeasonTerms | None, slug: str) -> list[Table]:
    """Return the tables, empty before the first match; none for a season without franchises."""
    if terms is None:
        return []
    results = results_of(terms.pk)
    lines = [one for one in standings(terms, results) if one.matches]
    return [_standings(lines, terms.pk, slug), _payroll(lines), _values(terms.pk, results)]


def _standings(lines: list[Standing], season_id: int, slug: str) -> Table:
    columns = (
        Column("franchise_name", say("Franchise"), TEXT),
        Column("place", say_in("in an order", "Rank")),
        Column("matches", say("Matches")),
        Column("won", say_in("matches", "Won")),
        Column("drawn", say_in("matches", "Drawn")),
        Column("lost", say_in("matches", "Lost")),
        Column("points", say("Points")),
        Column("earned", say("Match earnings")),
        Column("money", say("Money")),
    )
    rows = tuple(
        Row(
            (
                one.name, one.place, one.matches, one.won, one.drawn, one.lost, points_of(one.halves), one.earned,
                one.balance,
            ),
            reverse("franchise", args=[slug, season_id, one.franchise_id]),
        )
        for one in lines
    )  # fmt: skip
    about = say("All event matches of the season. A win is 1 point, a draw half a point. Money in thousands.")
    return Table("franchises", say("Franchise standings"), columns, rows, about=about)


def _payroll(lines: list[Standing]) -> Table:
    columns = (
        Column("payroll", say("Payroll")), Column("franchise_name", say("Franchise"), TEXT),
        Column("points", say("Points")),
        Column("per-point", say("Payroll per point")),
    )  # fmt: skip
    rows = []
    for one in sorted(lines, key=lambda one: (one.payroll, one.name)):
        per_point = round(2 * one.payroll / one.halves, 1) if one.halves else None
        rows.append(Row((one.payroll, one.name, points_of(one.halves), per_point)))
    about = say("Roster payroll and points earned.")
    return Table("payroll", say("Payroll vs results"), columns, tuple(rows), DOTS, ("points",), about)


def _values(season_id: int, results: list[Result]) -> Table:
    columns = (
        Column("handle", say("Gamer"), TEXT),
        Column("franchise_name", say("Franchise"), TEXT),
        Column("salary", say("Salary")),
        Column("matches", say("Matches")),
        Column("points", say("Points")),
        Column("value", say("Points per thousand")),
    )
    rows = tuple(
        Row((one.handle, one.franchise, one.salary, one.matches, points_of(one.halves), one.per_salary))
        for one in best_values(season_id, results)[:MOST_GAMERS]
    )
    about = say(
        "Based on the results of the matches they were fielded in. Top {most_gamers}.",
        most_gamers=MOST_GAMERS,
    )
    return Table("values", say("Gamers by value"), columns, rows, about=about)


def points_of(halves: int) -> int | float:
    """Return half points as points, as an integer if whole."""
    return halves // 2 if halves % 2 == 0 else halves / 2
