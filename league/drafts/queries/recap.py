"""The recap of a finished draft: prices and values, grades, the history of picks and the rosters."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import itemgetter
from typing import Any

from engines.i18n import translate as _, translate_in
from league.drafts.formats.state import DraftState
from league.drafts.grades import Grade, GradedPick, Rate, fit_going_rate, grade_picks, grade_teams, root_mean_square
from league.drafts.models import Draft, DraftStatus
from league.drafts.queries.board import SOURCES
from league.drafts.queries.states import get_state
from league.tables import BARS, DOTS, LINE, MOMENT, NUMBER, PERCENT, TEXT, Cell, Column, Row, Table
from matches.errors import ActionError

MAX_EXTREMES = 5
HISTORY = "history"
TEXTS = ("franchise_name", "grade", "handle", "genre", "how", "needs", "held", "fate", "lots", "check")
COLUMN_KINDS = {**dict.fromkeys(TEXTS, TEXT), "at": MOMENT, "first": PERCENT}
"""The kinds of the columns that are not numbers."""


def build_tables(state: DraftState, picks: Sequence[GradedPick], grades: Sequence[Grade]) -> Iterator[Table]:
    """Yield the tables of the recap, the history last. `picks` must be in order."""
    rows = [_build_row(entry) for entry in picks]
    yield build_table(
        "grades", _("Grades"), "franchise_name grade surplus picks spent value expected",
        [{**asdict(entry), "franchise_name": entry.team, "grade": entry.letter or None} for entry in grades],
        BARS, ("surplus",), _("Value of a franchise's picks minus the average value for their prices."),
    )  # fmt: skip
    yield build_table(
        "prices", _("Value against price"), "price handle value expected franchise_name",
        sorted(rows, key=itemgetter("price", "pick")), DOTS, ("value", "expected"),
        _("Each dot is a pick; the line is the going rate. Dots above it were bargains."),
    )  # fmt: skip
    if "opening" in state.setup.settings:
        yield _build_salaries_table(sorted(rows, key=itemgetter("salary", "pick")))
    yield build_table("picks", _("Price from pick to pick"), "pick handle price salary franchise_name", rows, LINE, ("price",))
    ranked = sorted(picks, key=lambda entry: (-entry.surplus, entry.pick.number))
    above = [_build_row(entry) for entry in ranked if entry.surplus > 0][:MAX_EXTREMES]
    below = [_build_row(entry) for entry in reversed(ranked) if entry.surplus < 0][:MAX_EXTREMES]
    names = "handle franchise_name surplus price value pick"
    description = _("The picks furthest above the going rate for their price.")
    yield build_table("bargains", _("Best bargains"), names, above, about=description)
    description = _("The picks with the least value for their price, worst first.")
    yield build_table("reaches", _("Reaches"), names, below, about=description)
    yield _build_needs_table(state)
    yield _build_budgets_table(state)
    names = "pick round franchise_name handle genre salary price value surplus how at"
    yield build_table(HISTORY, _("Pick history"), names, rows)


def describe_source(graded: GradedPick) -> str:
    """Return how a pick came about, as a translated phrase."""
    return _("drawn from its deck") if graded.pick.drawn else _(SOURCES[graded.pick.how])


def _build_row(graded: GradedPick) -> dict[str, Any]:
    pick, card = graded.pick, graded.card
    return {
        "pick": pick.number, "round": pick.turn.round if pick.turn else None, "franchise_name": graded.team,
        "handle": card.handle, "genre": card.genre, "salary": card.salary, "price": pick.price, "value": card.value,
        "expected": graded.expected, "surplus": graded.surplus, "how": describe_source(graded), "at": pick.at,
    }  # fmt: skip


def build_table(
    key: str, title: str, names: str, rows: Iterable[Mapping[str, Any]], plot: str = "", series: tuple[str, ...] = (),
    /, about: str = "", **labels: str,
) -> Table:  # fmt: skip
    """Return the table with these columns of the rows; `labels` overrides column labels."""
    default_labels = {
        "franchise_name": _("Franchise"), "grade": _("Grade"), "surplus": _("Above going rate"),
        "picks": _("Picks"), "spent": _("Spent"), "value": _("Value"), "expected": _("Going rate"),
        "price": _("Price"), "handle": _("Gamer"), "salary": _("Salary"), "average": _("Average price"),
        "pick": translate_in("of a draft", "Pick"), "round": _("Round"), "genre": _("Genre"),
        "how": translate_in("of a pick", "How"), "at": _("When"), "left": translate_in("money", "Left"),
        "before": _("Already under contract"), "cap": _("Salary cap"), **labels,
    }  # fmt: skip
    columns = tuple(Column(name, default_labels[name], COLUMN_KINDS.get(name, NUMBER)) for name in names.split())
    cells = (tuple(_round_cell(row[column.key], column.kind) for column in columns) for row in rows)
    return Table(key, title, columns, tuple(map(Row, cells)), plot, series, about)


def _build_salaries_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """Return the table of bids against salaries, for drafts with bids."""
    rate = fit_going_rate([(row["salary"], float(row["price"])) for row in rows])
    return build_table(
        "salaries", _("Price against salary"), "salary handle price average franchise_name",
        [{**row, "average": rate.at(row["salary"])} for row in rows], DOTS, ("price", "average"),
        _("What was bid for each Gamer. The line is the average price for a salary (linear fit over all picks)."),
        salary=_("Salary on the card"),
    )  # fmt: skip


def _build_needs_table(state: DraftState) -> Table:
    """Return the table of rosters against the season's minimum size and genres."""
    rules, books = state.setup.rules, state.books
    labels = {genre.lower(): _("{genre} (min {least})", genre=genre, least=n) for genre, n in rules.genres.items()}
    rows = []
    for team in state.setup.teams:
        sheet, demand = books.sheets[team.id], books.demands[team.id]
        lacking = ", ".join(f"{count} {genre}" for genre, count in demand.genres.items())
        met = _("{places} missing", places=demand.places) if demand.places else _("met")
        if demand.places and lacking:
            met = _("{places} missing ({genres})", places=demand.places, genres=lacking)
        rows.append({
            "franchise_name": team.name, "gamers": len(sheet.held), "least": rules.roster_min,
            "most": rules.roster_max, **{genre.lower(): sheet.genres.get(genre, 0) for genre in rules.genres},
            "needs": met,
        })  # fmt: skip
    return build_table(
        "needs", _("Roster needs"), " ".join(["franchise_name gamers least most", *labels, "needs"]), rows,
        about=_("Full rosters, including Gamers under contract before the draft."), **labels, gamers=_("Gamers"),
        least=translate_in("number", "Min"), most=translate_in("number", "Max"), needs=_("Needs"),
    )  # fmt: skip


def _build_budgets_table(state: DraftState) -> Table:
    cap, sheets = state.setup.rules.cap, state.books.sheets
    rows = [
        {"franchise_name": team.name, "left": cap - sheets[team.id].payroll, "before": team.cap_used, "cap": cap,
         "spent": sheets[team.id].payroll - team.cap_used}
        for team in state.setup.teams
    ]  # fmt: skip
    return build_table("budgets", _("Budgets left"), "franchise_name left spent before cap", rows, BARS, ("left",))


def _round_cell(value: Cell, kind: str) -> Cell:
    """Return a fraction rounded to two places, without trailing zeros; other values unchanged."""
    if not isinstance(value, float) or kind == PERCENT:
        return value
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


@dataclass(frozen=True, slots=True)
class Recap:
    """A draft's recap. `spread` is the typical difference of a value from the going rate; the history table is last."""

    picks: int
    spent: int
    rate: Rate
    spread: float
    dearest: GradedPick | None
    best: GradedPick | None
    grades: tuple[Grade, ...]
    """Grades, the best first."""
    tables: tuple[Table, ...]
    rounds: Mapping[str, list[tuple[GradedPick, str]]]
    """Picks by round title, each with how it came about if its franchise did not choose it."""


def get_recap(row: Draft) -> Recap:
    """Return the recap. Raises ActionError("not-over") unless the draft was completed."""
    if row.status == DraftStatus.CANCELLED:
        raise ActionError("not-over", _("The draft was cancelled, so there is no recap."))
    if row.status != DraftStatus.FINISHED:
        raise ActionError("not-over", _("The draft isn't over yet. The recap is available after the last pick."))
    state = get_state(row)
    rate = fit_going_rate([(entry.price, state.setup.by_id[entry.card].value) for entry in state.picks])
    picks = grade_picks(state, rate)
    spread = root_mean_square([entry.surplus for entry in picks])
    grades = grade_teams(state, picks, spread)
    best = max(picks, key=lambda entry: (entry.surplus, -entry.pick.number), default=None)
    return Recap(
        len(picks), sum(entry.pick.price for entry in picks), rate, spread,
        max(picks, key=lambda entry: (entry.pick.price, -entry.pick.number), default=None),
        best if best is not None and best.surplus > 0 else None, grades,
        tuple(build_tables(state, picks, grades)) if picks else (), _group_by_round(state, picks),
    )  # fmt: skip


def _group_by_round(state: DraftState, picks: Sequence[GradedPick]) -> dict[str, list[tuple[GradedPick, str]]]:
    """Return the picks by round; without rounds, in groups of as many as there are franchises."""
    groups: dict[str, list[tuple[GradedPick, str]]] = {}
    size, to = len(state.setup.teams), translate_in("range", "to")
    for index, entry in enumerate(picks):
        first = index // size * size + 1
        no_round = f"{first} {to} {min(first + size - 1, len(picks))}"
        title = _("Round {round}", round=entry.pick.turn.round) if entry.pick.turn else no_round
        groups.setdefault(title, []).append((entry, describe_source(entry)))
    return groups
