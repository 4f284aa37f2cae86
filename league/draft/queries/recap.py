"""A finished draft looked back at: what prices bought, who did well, who went when, what rosters came to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.draft.formats.state import DraftState
from league.draft.formats.values import Card, Pick
from league.draft.models import Draft, DraftStatus
from league.draft.queries.board import HOW
from league.draft.queries.states import state_of
from league.draft.rules.grades import Rate, going_rate, letter, typical
from league.stats.rules.tables import BARS, LINE, POINTS, TEXT, Cell, Column, Row, Table
from matches.refusals import Refused

EXTREMES = 5
HISTORY = "history"


@dataclass(frozen=True, slots=True)
class Judged:
    """A pick, and the value it made above the going rate of its price."""

    pick: Pick
    card: Card
    team: str
    expected: float
    surplus: float

    @property
    def how(self) -> str:
        return "drawn from its deck" if self.pick.drawn else HOW[self.pick.how]


@dataclass(frozen=True, slots=True)
class Round:
    title: str
    picks: tuple[Judged, ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """`spread` is the typical difference of a pick's value from the going rate. `tables` has the history last."""

    picks: int
    spent: int
    rate: Rate
    spread: float
    dearest: Judged | None
    best: Judged | None
    tables: tuple[Table, ...]
    rounds: tuple[Round, ...]


def recap_of(row: Draft) -> Recap:
    """Refused (not-over) unless the draft was played to its end."""
    if row.status == DraftStatus.CANCELLED:
        raise Refused("not-over", "The draft was called off, so there is nothing to look back at.")
    if row.status != DraftStatus.FINISHED:
        raise Refused("not-over", "The draft is not over yet. Its recap comes with the last pick.")
    state = state_of(row)
    by_id, names = state.setup.by_id, {team.id: team.name for team in state.setup.teams}
    rate = going_rate([(one.price, by_id[one.card].value) for one in state.picks])
    judged = tuple(
        Judged(one, by_id[one.card], names[one.team], rate.at(one.price), by_id[one.card].value - rate.at(one.price))
        for one in state.picks
    )
    spread = typical([one.surplus for one in judged])
    ranked = sorted(judged, key=lambda one: (-one.surplus, one.pick.number))
    return Recap(
        len(judged), sum(one.pick.price for one in judged), rate, spread,
        max(judged, key=lambda one: (one.pick.price, -one.pick.number), default=None),
        ranked[0] if ranked and ranked[0].surplus > 0 else None,
        tuple(_tables(state, judged, ranked, spread)) if judged else (), tuple(_rounds(state, judged)),
    )  # fmt: skip


def _tables(state: DraftState, judged: Sequence[Judged], ranked: Sequence[Judged], spread: float) -> Iterator[Table]:
    yield _grades(state, judged, spread)
    yield _prices(judged)
    if "opening" in state.setup.settings:
        yield _salaries(judged)
    yield _by_pick(judged)
    above = [one for one in ranked if one.surplus > 0][:EXTREMES]
    below = [one for one in reversed(ranked) if one.surplus < 0][:EXTREMES]
    yield _extremes("bargains", "Best bargains", above, "The picks that made most above the going rate of their price.")
    yield _extremes("reaches", "Reaches", below, "The picks that made least for their price, the furthest below first.")
    yield _needs(state)
    yield _budgets(state)
    yield _history(judged)


def _grades(state: DraftState, judged: Sequence[Judged], spread: float) -> Table:
    made: defaultdict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        made[one.team].append(one)
    totals = {team.name: sum(one.surplus for one in made[team.name]) for team in state.setup.teams}
    rows = tuple(
        Row((
            name, letter(totals[name] / len(mine), spread) if mine else None, len(mine),
            sum(one.pick.price for one in mine), _number(sum(one.card.value for one in mine)),
            _number(sum(one.expected for one in mine)), _number(totals[name]),
        ))
        for name in sorted(totals, key=lambda name: (-totals[name], name))
        for mine in [made[name]]
    )  # fmt: skip
    columns = (
        Column("franchise", "Franchise", TEXT), Column("grade", "Grade", TEXT), Column("picks", "Picks"),
        Column("spent", "Spent"), Column("value", "Value"), Column("expected", "Going rate"),
        Column("surplus", "Above the rate"),
    )  # fmt: skip
    about = "Value of a franchise's picks, less what their prices bought on average."
    return Table("grades", "Grades", columns, rows, BARS, ("surplus",), about)


def _prices(judged: Sequence[Judged]) -> Table:
    ordered = sorted(judged, key=lambda one: (one.pick.price, one.pick.number))
    rows = tuple(
        Row((one.pick.price, one.card.handle, _number(one.card.value), _number(one.expected), one.team))
        for one in ordered
    )
    columns = (
        Column("price", "Price"), Column("gamer", "Gamer", TEXT), Column("value", "Value"),
        Column("expected", "Going rate"), Column("franchise", "Franchise", TEXT),
    )  # fmt: skip
    about = "A point is a pick; the line is the going rate. Points above it were bargains."
    return Table("prices", "Value against price", columns, rows, POINTS, ("value", "expected"), about)


def _salaries(judged: Sequence[Judged]) -> Table:
    """What was bid against the salary on the card, where money was bid."""
    ordered = sorted(judged, key=lambda one: (one.card.salary, one.pick.number))
    rate = going_rate([(one.card.salary, float(one.pick.price)) for one in ordered])
    rows = tuple(
        Row((one.card.salary, one.card.handle, one.pick.price, _number(rate.at(one.card.salary)), one.team))
        for one in ordered
    )
    columns = (
        Column("salary", "Salary on the card"), Column("gamer", "Gamer", TEXT), Column("price", "Price"),
        Column("average", "Average price"), Column("franchise", "Franchise", TEXT),
    )  # fmt: skip
    about = "What was bid for whom; the line is the average price for a salary, drawn straight through all picks."
    return Table("salaries", "Price against salary", columns, rows, POINTS, ("price", "average"), about)


def _by_pick(judged: Sequence[Judged]) -> Table:
    rows = tuple(
        Row((one.pick.number, one.card.handle, one.pick.price, one.card.salary, one.team)) for one in _in_order(judged)
    )
    columns = (
        Column("pick", "Pick"), Column("gamer", "Gamer", TEXT), Column("price", "Price"), Column("salary", "Salary"),
        Column("franchise", "Franchise", TEXT),
    )  # fmt: skip
    return Table("picks", "Price from pick to pick", columns, rows, LINE, ("price",))


def _extremes(key: str, title: str, found: Sequence[Judged], about: str) -> Table:
    rows = tuple(
        Row((
            one.card.handle, one.team, one.pick.price, _number(one.card.value), _number(one.surplus), one.pick.number
        ))
        for one in found
    )  # fmt: skip
    columns = (
        Column("gamer", "Gamer", TEXT), Column("franchise", "Franchise", TEXT), Column("price", "Price"),
        Column("value", "Value"), Column("surplus", "Above the rate"), Column("pick", "Pick"),
    )  # fmt: skip
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
        met = "met" if not demand.places else f"{demand.places} missing" + (f" ({lacking})" if lacking else "")
        rows.append(Row((*cells, met)))
    columns = (
        Column("franchise", "Franchise", TEXT), Column("gamers", "Gamers"), Column("least", "Least"),
        Column("most", "Most"),
        *(Column(genre.lower(), f"{genre} (least {least})") for genre, least in rules.genres.items()),
        Column("needs", "Needs", TEXT),
    )  # fmt: skip
    about = "Whole rosters, with the Gamers under contract before the draft."
    return Table("needs", "Roster needs", columns, tuple(rows), about=about)


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
        Column("franchise", "Franchise", TEXT), Column("left", "Left"), Column("spent", "Spent"),
        Column("before", "Under contract before"), Column("cap", "Salary cap"),
    )  # fmt: skip
    return Table("budgets", "Budgets left", columns, rows, BARS, ("left",))


def _history(judged: Sequence[Judged]) -> Table:
    rows = tuple(
        Row((
            one.pick.number, one.pick.turn.round if one.pick.turn else None, one.team, one.card.handle, one.card.genre,
            one.card.salary, one.pick.price, _number(one.card.value), _number(one.surplus), one.how, one.pick.at,
        ))
        for one in _in_order(judged)
    )  # fmt: skip
    columns = (
        Column("pick", "Pick"), Column("round", "Round"), Column("franchise", "Franchise", TEXT),
        Column("gamer", "Gamer", TEXT), Column("genre", "Genre", TEXT), Column("salary", "Salary"),
        Column("price", "Price"), Column("value", "Value"), Column("surplus", "Above the rate"),
        Column("how", "How", TEXT), Column("at", "When", "moment"),
    )  # fmt: skip
    return Table(HISTORY, "Pick history", columns, rows)


def _rounds(state: DraftState, judged: Sequence[Judged]) -> Iterator[Round]:
    """By round; where there are no rounds, as many picks at a time as there are franchises."""
    groups: defaultdict[str, list[Judged]] = defaultdict(list)
    size = len(state.setup.teams)
    for at, one in enumerate(_in_order(judged)):
        if one.pick.turn is not None:
            groups[f"Round {one.pick.turn.round}"].append(one)
        else:
            first = at // size * size + 1
            groups[f"{first} to {min(first + size - 1, len(judged))}"].append(one)
    for title, picks in groups.items():
        yield Round(title, tuple(picks))


def _in_order(judged: Sequence[Judged]) -> list[Judged]:
    """By turn where there are turns: a pick that was taken back and made anew stands in its old place."""
    return sorted(judged, key=lambda one: (one.pick.turn.number if one.pick.turn else 0, one.pick.number))


def _number(value: float) -> float | int:
    """To two places, without a point where there is nothing behind it."""
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded
