"""What everybody may see of a draft, for its page: made from a spectator's `formats.visibility.view`, so what that
hides cannot get here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import marked, marked_in, say, told, told_in
from league.drafts.formats.entities import Setup
from league.drafts.formats.registry import kind_of
from league.drafts.formats.visibility import view
from league.drafts.models import Draft, DraftStatus, DraftTeam
from league.drafts.queries.states import state_of

HOW = {"team": "", "auto": marked("autopick"), "force": marked("given by the organiser"), "fill": marked("filled up")}
FATES = {
    "won": marked_in("fate of a bid", "won"),
    "outbid": marked_in("fate of a bid", "outbid"),
    "taken": marked_in("fate of a bid", "taken"),
    "full": marked_in("fate of a bid", "full"),
    "too-low": marked_in("fate of a bid", "too low"),
    "cap": marked_in("fate of a bid", "cap"),
    "reserve": marked_in("fate of a bid", "reserve"),
    "genres": marked_in("fate of a bid", "genres"),
    "too-few": marked_in("fate of a bid", "too few"),
    "incompletable": marked_in("fate of a bid", "incompletable"),
    "others": marked_in("fate of a bid", "others"),
}


@dataclass(frozen=True, slots=True)
class PickLine:
    number: int
    round: int | None
    team: str
    card: int
    handle: str
    genre: str
    price: int
    how: str
    drawn: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class TeamLine:
    number: int
    name: str
    cap: int
    spent: int
    left: int
    held: int
    most: int
    needs: int
    genres: tuple[tuple[str, int], ...]
    auto: bool
    acting: bool
    reserve_s: int
    money: int | None = None
    """What is left of its money, where picks are paid."""


@dataclass(frozen=True, slots=True)
class Cell:
    team: str
    picks: tuple[PickLine, ...]
    turns: int
    """Turns of this round that the team still has."""
    running: bool


@dataclass(frozen=True, slots=True)
class GridRow:
    number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Bidding:
    team: str
    amount: int


@dataclass(frozen=True, slots=True)
class LotLine:
    number: int
    card: int
    handle: str
    genre: str
    salary: int
    high: Bidding
    least: int
    bids: tuple[Bidding, ...]
    """Newest first."""
    passed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckLine:
    number: int
    undrawn: tuple[str, ...]
    """In alphabetical order: the order in the deck is nobody's to know."""
    open: tuple[tuple[int, str], ...]
    usable: bool


@dataclass(frozen=True, slots=True)
class OpenedLine:
    team: str
    handle: str
    amount: int
    won: bool
    fate: str


@dataclass(frozen=True, slots=True)
class OpeningLine:
    round: int
    bids: tuple[OpenedLine, ...]


@dataclass(frozen=True, slots=True)
class Status:
    status: str
    words: str
    kind: str
    acting: tuple[str, ...]
    deadline_ms: int | None
    overdue: bool
    sealed_round: int | None
    ready: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    mark: int
    status: Status
    teams: tuple[TeamLine, ...]
    rows: tuple[GridRow, ...]
    picks: tuple[PickLine, ...]
    """Newest first."""
    lot: LotLine | None = None
    decks: tuple[DeckLine, ...] = ()
    openings: tuple[OpeningLine, ...] = ()


def mark_of(last_act: int, status: str) -> int:
    """A number that grows with everything that everybody can see."""
    if status == DraftStatus.SETUP:
        return 0
    return last_act + (1 if status in (DraftStatus.RUNNING, DraftStatus.PAUSED) else 2)


def board_of(row: Draft) -> Board:
    mark = mark_of(row.last_act, row.status)
    if row.started_at is None:
        return _empty(row, mark)
    state = state_of(row)
    seen, setup = view(state, None), state.setup
    picks = tuple(_pick(setup, one) for one in seen["picks"])
    table = seen["table"]
    names = {team.id: team.name for team in setup.teams}
    return Board(
        mark, _status(row, seen, names), tuple(_team(setup, one, seen) for one in seen["teams"]),
        _grid(setup, picks, seen), picks[::-1], _lot(setup, table.get("lot"), names),
        tuple(_deck(setup, number, one, table["usable"]) for number, one in enumerate(table.get("decks", ()))),
        tuple(_opening(setup, one, names) for one in reversed(table.get("openings", ()))),
    )  # fmt: skip


def _empty(row: Draft, mark: int) -> Board:
    teams = DraftTeam.objects.filter(draft=row).order_by("number").values_list("number", "name")
    lines = tuple(TeamLine(number, name, 0, 0, 0, 0, 0, 0, (), False, False, 0) for number, name in teams)
    words = say("Called off") if row.status == DraftStatus.CANCELLED else say("Not begun yet")
    status = Status(row.status, words, told(kind_of(row.kind).name), (), None, False, None, ())
    return Board(mark, status, lines, (), ())


def _status(row: Draft, seen: Mapping[str, Any], names: Mapping[int, str]) -> Status:
    due, table = seen["deadline"], seen["table"]
    over = row.status in (DraftStatus.FINISHED, DraftStatus.CANCELLED, DraftStatus.REVIEW)
    return Status(
        row.status, str(DraftStatus(row.status).label), told(kind_of(row.kind).name),
        () if over else tuple(names[team] for team in seen["to_act"]),
        None if over or due is None else int(datetime.fromisoformat(due).timestamp() * 1000), seen["overdue"],
        table.get("round"), tuple(names[team] for team in table.get("ready", ())),
    )  # fmt: skip


def _pick(setup: Setup, one: Mapping[str, Any]) -> PickLine:
    card = setup.by_id[one["card"]]
    return PickLine(
        one["number"], one["round"], setup.team_of[one["team"]].name, card.id, card.handle, card.genre, one["price"],
        told(HOW[one["how"]]), one["drawn"], datetime.fromisoformat(one["at"]),
    )  # fmt: skip


def _team(setup: Setup, one: Mapping[str, Any], seen: Mapping[str, Any]) -> TeamLine:
    number = one["team"]
    return TeamLine(
        number, setup.team_of[number].name, setup.rules.cap, one["payroll"], one["left"],
        len(one["roster"]), setup.rules.roster_max, one["needs"], tuple(one["genres"].items()), one["auto"],
        number in seen["to_act"], one["reserve_ms"] // 1000, one["money"],
    )  # fmt: skip


def _grid(setup: Setup, picks: Sequence[PickLine], seen: Mapping[str, Any]) -> tuple[GridRow, ...]:
    """Rounds x teams; where there are no rounds, a team's first Gamer in the first row, and so on."""
    order = [setup.team_of[team].name for team in setup.order]
    turns: dict[tuple[int, str], int] = {}
    for turn in seen["table"].get("turns", ()):
        key = turn["round"], setup.team_of[turn["team"]].name
        turns[key] = turns.get(key, 0) + 1
    placed: dict[tuple[int, str], list[PickLine]] = {}
    had: dict[str, int] = {}
    for one in picks:
        had[one.team] = had.get(one.team, 0) + 1
        placed.setdefault((one.round or had[one.team], one.team), []).append(one)
    rounds = max((number for number, _ in [*turns, *placed]), default=0)
    first = seen["table"].get("turns") or [None]
    running = first[0] and (first[0]["round"], setup.team_of[first[0]["team"]].name)
    return tuple(
        GridRow(number, tuple(
            Cell(team, tuple(placed.get((number, team), ())), turns.get((number, team), 0), (number, team) == running)
            for team in order
        ))
        for number in range(1, rounds + 1)
    )  # fmt: skip


def _lot(setup: Setup, lot: Mapping[str, Any] | None, names: Mapping[int, str]) -> LotLine | None:
    if lot is None:
        return None
    card = setup.by_id[lot["card"]]
    bids = tuple(Bidding(names[one["team"]], one["amount"]) for one in reversed(lot["bids"]))
    high = Bidding(names[lot["high"]["team"]], lot["high"]["amount"])
    passed = tuple(names[team] for team in lot["passed"])
    return LotLine(lot["number"], card.id, card.handle, card.genre, card.salary, high, lot["least"], bids, passed)


def _deck(setup: Setup, number: int, one: Mapping[str, Any], usable: Sequence[int]) -> DeckLine:
    undrawn = tuple(sorted(setup.by_id[card].handle for card in one["undrawn"]))
    shown = tuple((card, setup.by_id[card].handle) for card in one["open"])
    return DeckLine(number, undrawn, shown, number in usable)


def _opening(setup: Setup, one: Mapping[str, Any], names: Mapping[int, str]) -> OpeningLine:
    bids = tuple(
        OpenedLine(names[bid["team"]], setup.by_id[bid["card"]].handle, bid["amount"], bid["fate"] == "won",
                   told_in("fate of a bid", FATES.get(bid["fate"], bid["fate"])))
        for bid in one["bids"]
    )  # fmt: skip
    return OpeningLine(one["round"], bids)
