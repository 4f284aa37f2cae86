"""Rounds and their boards, a page at a time; the table of who beat whom; the first page of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from engines.words import say
from league.event_pages.queries.standing import StandingsPage, standings_page
from league.event_pages.queries.view import View, own_pairings
from league.events.models import Event, EventStatus
from league.paging import Paging, cut
from league.pairings.queries.rounds import RoundBlock
from league.standings.history import pairings_of
from league.standings.rows import PairingRow, RoundRow, StageRows
from league.standings.tables import TableLine, table_line
from matches.clock import Control
from matches.refusals import Refused
from matches.time_control import time_text

SIZE = 64
MOST_LISTED = 96
"""Boards of a bracket's list that are not left to be fetched."""
MOST_CROSSED = 32
"""A cross-table of more than these is too wide to read."""
MOST_LEADERS = 10
MOST_BOARDS = 16
MOST_LIVE = 6
MOST_ON = 3


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round in the list of all. `state` is planned, running, finished, or draft (for the organiser alone)."""

    number: int
    name: str
    state: str
    boards: int
    open: int
    """Boards that are not decided yet."""
    at: datetime | None
    """When it began, or is to begin; None where that depends on the round before."""


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round in a list that can be opened; `block` is None where its boards are fetched then."""

    link: RoundLink
    block: RoundBlock | None
    open: bool


@dataclass(frozen=True, slots=True)
class RoundPage:
    block: RoundBlock
    links: tuple[RoundLink, ...]
    paging: Paging
    state: str
    explained: bool
    """Whether its pairings can be explained."""

    @property
    def dated(self) -> bool:
        """Whether a round that is still to come has its day."""
        return any(link.state == "planned" and link.at for link in self.links)


def round_page(view: View, number: int | None, page: int) -> RoundPage:
    """A round by its number, without one the round that is on. Code: not-found."""
    every = view.rounds()
    found = next(((rows, row) for rows, row in every if row.number == number), None) if number else _on(every)
    if found is None:
        raise Refused("not-found", say("There is no such round yet."))
    rows, row = found
    shown, paging = cut(boards_of(rows, row), page, SIZE)
    view.need([*shown, *(found[2] for found in own_pairings(view))])
    return RoundPage(
        view.block(rows, row, shown),
        round_links(view),
        paging,
        state_of(rows, row),
        rows.stage.traits.explained and row.started_at is not None,
    )


def round_links(view: View) -> tuple[RoundLink, ...]:
    """Those of a bracket in which everybody has passed for want of an opponent are left out."""
    links = (_link(rows, row) for rows, row in view.rounds())
    return tuple(link for link in links if link.boards)


def listed_rounds(view: View, rows: StageRows) -> list[ListedRound]:
    """The rounds of a bracket. Of a small one all boards stand in the list; of a large one those of the rounds that are
    on, as far as they are few, and the others are fetched when they are opened."""
    links = {link.number: link for link in round_links(view)}
    every = [row for row in rows.rounds if row.number in links]
    first = [row for row in every if state_of(rows, row) == "running"]
    room, chosen = MOST_LISTED, set()
    for row in [*first, *(row for row in every if row not in first)]:
        if links[row.number].boards <= room:
            room -= links[row.number].boards
            chosen.add(row.number)
    shown = [row for row in every if row.number in chosen]
    view.need([*(one for row in shown for one in boards_of(rows, row)), *(found[2] for found in own_pairings(view))])
    return [
        ListedRound(
            links[row.number],
            view.block(rows, row, boards_of(rows, row)) if row.number in chosen else None,
            state_of(rows, row) == "running",
        )
        for row in every
    ]


def boards_of(rows: StageRows, row: RoundRow) -> list[PairingRow]:
    """Those to be shown: of a bracket without the places that somebody passes for want of an opponent."""
    needed = [one for one in row.pairings if one.needed]
    return [one for one in needed if not any(side.nobody for side in one.sides)] if _is_bracket(rows) else needed


def state_of(rows: StageRows, row: RoundRow) -> str:
    if row.finished_at or (_is_bracket(rows) and not _open(row)):
        return "finished"
    if row.started_at:
        return "running"
    return "draft" if rows.stage.traits.drafted else "planned"


def running_rounds(view: View) -> list[tuple[StageRows, RoundRow]]:
    """The rounds that are on, with a board that is still open; else the round that was on last."""
    started = [(rows, row) for rows, row in view.rounds() if row.started_at]
    on = [(rows, row) for rows, row in started if not row.finished_at and _open(row)]
    return on or started[-1:]


def cross_rows(view: View, rows: StageRows) -> list[tuple[TableLine, list[list[tuple[str, str]] | None]]] | None:
    """Return each line of the standings with its matches against every line, None for itself.

    Matches are (points, address). None where the stage has too many entrants for a table of all.
    """
    lines = view.lines(rows)
    if len(lines) > MOST_CROSSED:
        return None
    order = [line.entrant for line in lines]
    view.need(pairings_of(rows), order)
    met: dict[tuple[int, int], list[tuple[str, str]]] = defaultdict(list)
    for pairing in (view.line(one) for one in pairings_of(rows) if one.needed):
        if pairing.counted and pairing.home and pairing.away and len(pairing.sides) == 2:
            home, away = pairing.home.entrant_id, pairing.away.entrant_id
            url = pairing.games[0].url if pairing.games else ""
            met[home, away].append((pairing.sides[0].points, url))
            met[away, home].append((pairing.sides[1].points, url))
    return [
        (
            table_line(line, view.person(line.entrant)),
            [None if other == line.entrant else met[line.entrant, other] for other in order],
        )
        for line in lines
    ]


def _on(every: Sequence[tuple[StageRows, RoundRow]]) -> tuple[StageRows, RoundRow] | None:
    started = [found for found in every if found[1].started_at]
    running = [found for found in started if not found[1].finished_at]
    return next(iter(running or started[-1:] or every[:1]), None)


def _link(rows: StageRows, row: RoundRow) -> RoundLink:
    boards, begins = boards_of(rows, row), row.started_at or row.starts_at
    return RoundLink(row.number, row.name, state_of(rows, row), len(boards), _open(row), begins)


def _is_bracket(rows: StageRows) -> bool:
    return rows.stage.traits.is_bracket


def _open(row: RoundRow) -> int:
    return sum(one.needed and one.counted_at is None for one in row.pairings)


@dataclass(frozen=True, slots=True)
class OnNow:
    """A round that is on, or was last, with its first open boards; `more` are not shown."""

    block: RoundBlock
    state: str
    more: int

    @property
    def total(self) -> int:
        return self.more + len(self.block.pairings)


@dataclass(frozen=True, slots=True)
class Overview:
    event: Event
    time: str
    live: tuple[int, ...]
    """Matches that are being played."""
    on: tuple[OnNow, ...]
    top: StandingsPage | None
    todo: str
    """What there is to do now, in a sentence."""


def overview(view: View) -> Overview:
    event = view.event
    chosen = []
    for rows, row in running_rounds(view)[-MOST_ON:]:
        needed = boards_of(rows, row)
        open_first = sorted(needed, key=lambda one: one.counted_at is not None)[:MOST_BOARDS]
        chosen.append((rows, row, sorted(open_first, key=lambda one: one.board), len(needed)))
    lines = view.lines(view.current)[:MOST_LEADERS] if view.current else ()
    view.need(
        [*(one for _, _, shown, _ in chosen for one in shown), *(found[2] for found in own_pairings(view))],
        [line.entrant for line in lines],
    )
    on = tuple(
        OnNow(view.block(rows, row, shown), state_of(rows, row), total - len(shown))
        for rows, row, shown, total in chosen
    )
    games = (game for one in on for pairing in one.block.pairings for game in pairing.games)
    return Overview(
        event=event,
        time=time_text(event.game, event.options, Control(**event.control)),
        live=tuple(game.match_id for game in games if game.status == "playing")[:MOST_LIVE],
        on=on,
        top=standings_page(view, view.current, 1, size=MOST_LEADERS) if view.current else None,
        todo=_todo(view),
    )


def _todo(view: View) -> str:
    event = view.event
    if event.status == EventStatus.RUNNING and event.paused_at:
        return say("The event is paused: matches that have begun go on, and no new one begins.")
    return {
        EventStatus.DRAFT: say("Only you see this event. Open it for registration when it is ready."),
        EventStatus.REGISTRATION: {
            "invite": say("Entry is by invitation of the organiser."),
            "approval": say("Ask for a place with Join; the organiser admits who plays."),
        }.get(event.registration, say("Everybody with an account may join until it starts.")),
        EventStatus.CHECK_IN: say("Check-in is open: who does not check in does not play."),
        EventStatus.SEEDING: say("Registration is closed; the organiser is ordering the entrants."),
        EventStatus.CANCELLED: say("This event was cancelled."),
    }.get(EventStatus(event.status), "")
