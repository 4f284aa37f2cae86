"""A finished draft looked back at: what prices bought, who did well, who went when, what rosters came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engines.words import say, say_in, told
from league.drafts.formats.state import DraftState
from league.drafts.grades import Grade, Judged, Rate, going_rate, graded, judged, typical
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries.board import HOW
from league.drafts.queries.states import state_of
from league.tables import BARS, DOTS, LINE, TEXT, Cell, Column, Row, Table
from matches.refusals import Refused

EXTREMES = 5
HISTORY = "history"


def tables(state: DraftState, picks: Sequence[Judged], grades: Sequence[Grade]) -> Iterator[Table]:
    """`picks` in their order; the history comes last."""
    yield _grades(grades)
    yield _prices(picks)
    if "opening" in state.setup.settings:
        yield _salaries(picks)
    yield _by_pick(picks)
    ranked = sorted(picks, key=lambda one: (-one.surplus, one.pick.number))
    above = [one for one in ranked if one.surplus > 0][:EXTREMES]
    below = [one for one in reversed(ranked) if one.surplus < 0][:EXTREMES]
    yield _extremes(
        "bargains", say("Best bargains"), above, say("The picks that made most above the going rate of their price.")
    )
    yield _extremes(
        "reaches", say("Reaches"), below, say("The picks that made least for their price, the furthest below first.")
    )
    yield _needs(state)
    yield _budgets(state)
    yield _history(picks)


def how_of(one: Judged) -> str:
    return say("drawn from its deck") if one.pick.drawn else told(HOW[one.pick.how])


def _grades(grades: Sequence[Grade]) -> Table:
    rows = tuple(
        Row((
            one.team, one.letter or None, _number(one.surplus), one.picks, one.spent, _number(one.value),
            _number(one.expected),
        ))
        for one in grades
    )  # fmt: skip
    columns = (
        Column("franchise_name", say("Franchise"), TEXT),
        Column("grade", say("Grade"), TEXT),
        Column("surplus", say("Above the rate")),
        Column("picks", say("Picks")),
        Column("spent", say("Spent")),
        Column("value", say("Value")),
        Column("expected", say("Going rate")),
    )
    about = say("Value of a franchise's picks, less what their prices bought on average.")
    return Table("grades", say("Grades"), columns, rows, BARS, ("surplus",), about)


def _prices(picks: Sequence[Judged]) -> Table:
    ordered = sorted(picks, key=lambda one: (one.pick.price, one.pick.number))
    rows = tuple(
        Row((one.pick.price, one.card.handle, _number(one.card.value), _number(one.expected), one.team))
        for one in ordered
    )
    columns = (
        Column("price", say("Price")), Column("handle", say("Gamer"), TEXT), Column("value", say("Value")),
        Column("expected", say("Going rate")), Column("franchise_name", say("Franchise"), TEXT),
    )  # fmt: skip
    about = say("A dot is a pick; the line is the going rate. Dots above it were bargains.")
    return Table("prices", say("Value against price"), columns, rows, DOTS, ("value", "expected"), about)


def _salaries(picks: Sequence[Judged]) -> Table:
    """What was bid against the salary on the card, where money was bid."""
    ordered = sorted(picks, key=lambda one: (one.card.salary, one.pick.number))
    rate = going_rate([(one.card.salary, float(one.pick.price)) for one in ordered])
    rows = tuple(
        Row((one.card.salary, one.card.handle, one.pick.price, _number(rate.at(one.card.salary)), one.team))
        for one in ordered
    )
    columns = (
        Column("salary", say("Salary on the card")), Column("handle", say("Gamer"), TEXT),
        Column("price", say("Price")),
        Column("average", say("Average price")), Column("franchise_name", say("Franchise"), TEXT),
    )  # fmt: skip
    about = say("What was bid for whom; the line is the average price for a salary, drawn straight through all picks.")
    return Table("salaries", say("Price against salary"), columns, rows, DOTS, ("price", "average"), about)


def _by_pick(picks: Sequence[Judged]) -> Table:
    rows = tuple(Row((one.pick.number, one.card.handle, one.pick.price, one.card.salary, one.team)) for one in picks)
    columns = (
        Column("pick", say_in("of a draft", "Pick")),
        Column("handle", say("Gamer"), TEXT),
        Column("price", say("Price")),
        Column("salary", say("Salary")),
        Column("franchise_name", say("Franchise"), TEXT),
    )
    return Table("picks", say("Price from pick to pick"), columns, rows, LINE, ("price",))


def _extremes(key: str, title: str, found: Sequence[Judged], about: str) -> Table:
    rows = tuple(
        Row((
            one.card.handle, one.team, _number(one.surplus), one.pick.price, _number(one.card.value), one.pick.number
        ))
        for one in found
    )  # fmt: skip
    columns = (
        Column("handle", say("Gamer"), TEXT),
        Column("franchise_name", say("Franchise"), TEXT),
        Column("surplus", say("Above the rate")),
        Column("price", say("Price")),
        Column("value", say("Value")),
        Column("pick", say_in("of a draft", "Pick")),
    )
    return Table(key, title, columns, rows, about=about)


def _needs(state: DraftState) -> Table:
    """Every roster against the least size and the genres that the season asks for."""
    rules, books = state.setup.rules, state.books
    rows = []
    for team in state.setup.teams:
        sheet, demand = books.sheets[team.id], books.demands[team.id]
        cells: list[Cell] = [team.name, len(sheet.held), rules.roster_min, rules.roster_max]
        cells += [sheet.genres.get(genre, 0) for genre in rules.genres]
        lacking = ", ".join(f"{count} {genre}" for genre, count in demand.genres.items())
        if not demand.places:
            met = say("met")
        elif lacking:
            met = say("{places} missing ({genres})", places=demand.places, genres=lacking)
        else:
            met = say("{places} missing", places=demand.places)
        rows.append(Row((*cells, met)))
    columns = (
        Column("franchise_name", say("Franchise"), TEXT),
        Column("gamers", say("Gamers")),
        Column("least", say_in("number", "Least")),
        Column("most", say_in("number", "Most")),
        *(
            Column(genre.lower(), say("{genre} (least {least})", genre=genre, least=least))
            for genre, least in rules.genres.items()
        ),
        Column("needs", say("Needs"), TEXT),
    )
    about = say("Whole rosters, with the Gamers under contract before the draft.")
    return Table("needs", say("Roster needs"), columns, tuple(rows), about=about)


def _budgets(state: DraftState) -> Table:
    cap = state.setup.rules.cap
    spent: defaultdict[int, int] = defaultdict(int)
    for pick in state.picks:
        spent[pick.team] += pick.price
    rows = tuple(
        Row((team.name, cap - team.cap_used - spent[team.id], spent[team.id], team.cap_used, cap))
        for team in state.setup.teams
    )
    columns = (
        Column("franchise_name", say("Franchise"), TEXT),
        Column("left", say_in("money", "Left")),
        Column("spent", say("Spent")),
        Column("before", say("Under contract before")),
        Column("cap", say("Salary cap")),
    )
    return Table("budgets", say("Budgets left"), columns, rows, BARS, ("left",))


def _history(picks: Sequence[Judged]) -> Table:
    rows = tuple(
        Row((
            one.pick.number, one.pick.turn.round if one.pick.turn else None, one.team, one.card.handle, one.card.genre,
            one.card.salary, one.pick.price, _number(one.card.value), _number(one.surplus), how_of(one), one.pick.at,
        ))
        for one in picks
    )  # fmt: skip
    columns = (
        Column("pick", say_in("of a draft", "Pick")),
        Column("round", say("Round")),
        Column("franchise_name", say("Franchise"), TEXT),
        Column("handle", say("Gamer"), TEXT),
        Column("genre", say("Genre"), TEXT),
        Column("salary", say("Salary")),
        Column("price", say("Price")),
        Column("value", say("Value")),
        Column("surplus", say("Above the rate")),
        Column("how", say_in("of a pick", "How"), TEXT),
        Column("at", say("When"), "moment"),
    )
    return Table(HISTORY, say("Pick history"), columns, rows)


def _number(value: float) -> float | int:
    """To two places, without a point where there is nothing behind it."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


@dataclass(frozen=True, slots=True)
class Line:
    """A pick, and how it came about where its franchise did not choose it."""

    judged: Judged
    how: str


@dataclass(frozen=True, slots=True)
class Round:
    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """`spread` is the typical difference of a pick's value from the going rate. `tables` has the history last."""

    picks: int
    spent: int
    rate: Rate
    spread: float
    dearest: Judged | None
    best: Judged | None
    grades: tuple[Grade, ...]
    """The best first."""
    tables: tuple[Table, ...]
    rounds: tuple[Round, ...]


def recap_of(row: Draft) -> Recap:
    """Refused (not-over) unless the draft was played to its end."""
    if row.status == DraftStatus.CANCELLED:
        raise Refused("not-over", say("The draft was called off, so there is nothing to look back at."))
    if row.status != DraftStatus.FINISHED:
        raise Refused("not-over", say("The draft is not over yet. Its recap comes with the last pick."))
    state = state_of(row)
    rate = going_rate([(one.price, state.setup.by_id[one.card].value) for one in state.picks])
    picks = judged(state, rate)
    spread = typical([one.surplus for one in picks])
    grades = graded(state, picks, spread)
    best = max(picks, key=lambda one: (one.surplus, -one.pick.number), default=None)
    return Recap(
        len(picks), sum(one.pick.price for one in picks), rate, spread,
        max(picks, key=lambda one: (one.pick.price, -one.pick.number), default=None),
        best if best is not None and best.surplus > 0 else None, grades,
        tuple(tables(state, picks, grades)) if picks else (), tuple(_rounds(state, picks)),
    )  # fmt: skip


def _rounds(state: DraftState, picks: Sequence[Judged]) -> Iterator[Round]:
    """By round; where there are no rounds, as many picks at a time as there are franchises."""
    groups: defaultdict[str, list[Line]] = defaultdict(list)
    size = len(state.setup.teams)
    for at, one in enumerate(picks):
        first = at // size * size + 1
        to = say_in("range", "to")
        no_round = f"{first} {to} {min(first + size - 1, len(picks))}"
        title = say("Round {round}", round=one.pick.turn.round) if one.pick.turn else no_round
        groups[title].append(Line(one, how_of(one)))
    for title, lines in groups.items():
        yield Round(title, tuple(lines))
