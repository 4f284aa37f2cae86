"""Rounds and their boards by page, the crosstable, and the overview of an event."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.words import say
from league.event_pages.queries.standing import standings_page
from league.event_pages.queries.view import View
from league.events.models import Event, EventStatus
from league.paging import cut
from league.pairings.queries.rounds import RoundBlock
from league.standings.history import pairings_of
from league.standings.rows import PairingRow, RoundRow, StageRows
from league.standings.tables import TableLine, table_line
from matches.clock import Control
from matches.refusals import Refused
from matches.time_control import time_text

SIZE = 64
MOST_LISTED = 96
"""Maximum number of bracket boards rendered at once; the others are fetched on demand."""
MOST_CROSSED = 32
"""Maximum number of entrants in a crosstable."""
MOST_LEADERS = 10
MOST_BOARDS = 16
MOST_LIVE = 6
MOST_ON = 3


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round in the list of rounds. `state`: planned, running, finished, or draft (only for the organiser)."""

    number: int
    name: str
    state: str
    boards: int
    open: int
    """Number of undecided boards."""
    at: datetime | None
    """Actual or planned start; None if it depends on the previous round."""


def round_page(view: View, number: int | None, page: int) -> dict[str, Any]:
    """Return a round by number, by default the current one. Code: not-found.

    `shown` are its boards on the page. `dated`: whether a future round has a date. `explained`: whether its pairings
    can be explained.
    """
    every = view.rounds()
    found = [one for one in every if one[1].number == number]
    if not number:
        started = [one for one in every if one[1].started_at]
        found = [one for one in started if not one[1].finished_at] or started[-1:] or every
    if not found:
        raise Refused("not-found", say("Round not found. It may not have been paired yet."))
    rows, row = found[0]
    shown, paging = cut(boards_of(rows, row), page, SIZE)
    view.need(shown)
    links = round_links(view)
    return {
        "shown": view.block(rows, row, shown),
        "links": links,
        "dated": any(link.state == "planned" and link.at for link in links),
        "paging": paging,
        "state": state_of(rows, row),
        "explained": rows.stage.traits.explained and row.started_at is not None,
    }


def round_links(view: View) -> tuple[RoundLink, ...]:
    """Return the rounds, without bracket rounds that consist of byes only."""
    links = (
        RoundLink(
            row.number, row.name, state_of(rows, row), len(boards_of(rows, row)), _open(row),
            row.started_at or row.starts_at,
        )
        for rows, row in view.rounds()
    )  # fmt: skip
    return tuple(link for link in links if link.boards)


def listed_rounds(view: View, rows: StageRows) -> list[tuple[RoundLink, RoundBlock | None]]:
    """Return the rounds of a bracket with their boards, or None for boards to be fetched on expansion.

    Small brackets list all boards, large ones those of the current rounds if they are few.
    """
    links = {link.number: link for link in round_links(view)}
    every = [row for row in rows.rounds if row.number in links]
    room, shown = MOST_LISTED, dict[int, list[PairingRow]]()
    for row in sorted(every, key=lambda row: links[row.number].state != "running"):
        if links[row.number].boards <= room:
            room -= links[row.number].boards
            shown[row.number] = boards_of(rows, row)
    view.need(one for boards in shown.values() for one in boards)
    return [
        (links[row.number], view.block(rows, row, shown[row.number]) if row.number in shown else None) for row in every
    ]


def boards_of(rows: StageRows, row: RoundRow) -> list[PairingRow]:
    """Return the boards to show; of a bracket without byes."""
    needed = [one for one in row.pairings if one.needed]
    is_bracket = rows.stage.traits.is_bracket
    return [one for one in needed if not any(side.nobody for side in one.sides)] if is_bracket else needed


def state_of(rows: StageRows, row: RoundRow) -> str:
    """Return a round's state as in RoundLink."""
    if row.finished_at or (rows.stage.traits.is_bracket and not _open(row)):
        return "finished"
    if row.started_at:
        return "running"
    return "draft" if rows.stage.traits.drafted else "planned"


def cross_rows(view: View, rows: StageRows) -> list[tuple[TableLine, list[list[tuple[str, str]] | None]]] | None:
    """Return each line of the standings with its matches against every line, None for itself.

    Matches are (points, URL). Returns None if the stage has too many entrants for a crosstable.
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


def _open(row: RoundRow) -> int:
    return sum(one.needed and one.counted_at is None for one in row.pairings)


def overview(view: View) -> dict[str, Any]:
    """Return the data of the overview page.

    `live` are running matches, `top` the first lines of the standings, `todo` a sentence about the next step, and `on`
    the current or last rounds: first open boards, state, and how many boards there are and are hidden.
    """
    event = view.event
    started = [(rows, row) for rows, row in view.rounds() if row.started_at]
    running = [(rows, row) for rows, row in started if not row.finished_at and _open(row)]
    chosen = []
    for rows, row in (running or started[-1:])[-MOST_ON:]:
        needed = boards_of(rows, row)
        open_first = sorted(needed, key=lambda one: one.counted_at is not None)[:MOST_BOARDS]
        chosen.append((rows, row, sorted(open_first, key=lambda one: one.board), len(needed)))
    lines = view.lines(view.current)[:MOST_LEADERS] if view.current else ()
    view.need((one for _, _, shown, _ in chosen for one in shown), [line.entrant for line in lines])
    on = [
        (view.block(rows, row, shown), state_of(rows, row), total, total - len(shown))
        for rows, row, shown, total in chosen
    ]
    games = [game for block, *_ in on for pairing in block.pairings for game in pairing.games]
    return {
        "time": time_text(event.game, event.options, Control(**event.control)),
        "live": [game.match_id for game in games if game.status == "playing"][:MOST_LIVE],
        "on": on,
        "top": standings_page(view, view.current, 1, size=MOST_LEADERS) if view.current else None,
        "todo": _todo(event),
    }


def _todo(event: Event) -> str:
    if event.status == EventStatus.RUNNING and event.paused_at:
        return say("The event is paused. Running matches continue, but no new ones start.")
    return {
        EventStatus.DRAFT: say("Only you can see this event. Open registration when it is ready."),
        EventStatus.REGISTRATION: {
            "invite": say("This event is invite only."),
            "approval": say("Request to join. The organiser approves entries."),
        }.get(event.registration, say("Open to everyone with an account until the event starts.")),
        EventStatus.CHECK_IN: say("Check-in is open. Players who don't check in are removed."),
        EventStatus.SEEDING: say("Registration is closed. The organiser is seeding the entrants."),
        EventStatus.CANCELLED: say("This event was cancelled."),
    }.get(EventStatus(event.status), "")
