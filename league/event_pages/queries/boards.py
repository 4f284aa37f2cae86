"""Rounds and their boards by page, the crosstable, and the overview of an event."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engines.i18n import translate as _
from league.event_pages.queries.standings import build_standings_page
from league.event_pages.queries.viewer_event import ViewerEvent
from league.events.models import Event, EventStatus, Stage
from league.formats.tables import format_halves
from league.pagination import paginate
from league.pairings.queries.rounds import RoundBlock
from league.ratings.speeds import format_speed
from league.standings.history import iter_pairings
from league.standings.result_sources import is_reported_result
from league.standings.rows import PairingRow, RoundRow, StageRows
from league.standings.tables import TableLine, to_table_line
from matches.clock import TimeControl
from matches.engine_limits import find_time_limit
from matches.errors import ActionError
from matches.time_control import format_match_timing

PAGE_SIZE = 64
MAX_LISTED_BOARDS = 96
"""Maximum number of bracket boards rendered at once; the others are fetched on demand."""
MAX_CROSSTABLE_ENTRANTS = 32
"""Maximum number of entrants in a crosstable."""
MAX_LEADERS = 10
MAX_BOARDS = 16
MAX_LIVE = 6
MAX_CURRENT_ROUNDS = 3


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


def build_round_page(view: ViewerEvent, number: int | None, page: int) -> dict[str, Any]:
    """Return a round by number, by default the current one. Raises ActionError("not-found").

    `shown` are its boards on the page. `dated`: whether a future round has a date. `explained`: whether its pairings
    can be explained. `printable`: whether it has sheets to print.
    """
    rounds = view.rounds()
    matching = [entry for entry in rounds if entry[1].number == number]
    if not number:
        started = [entry for entry in rounds if entry[1].started_at]
        matching = [entry for entry in started if not entry[1].finished_at] or started[-1:] or rounds
    if not matching:
        raise ActionError("not-found", _("Round not found. It may not have been paired yet."))
    rows, row = matching[0]
    shown, paging = paginate(list_boards(rows, row), page, PAGE_SIZE)
    view.prefetch(shown)
    links = list_round_links(view)
    return {
        "shown": view.block(rows, row, shown),
        "links": links,
        "dated": any(link.state == "planned" and link.at for link in links),
        "paging": paging,
        "state": get_round_state(rows, row),
        "explained": rows.stage.traits.explained and row.started_at is not None,
        "printable": row.started_at is not None and not rows.stage.traits.by_places,
    }


def list_round_links(view: ViewerEvent) -> tuple[RoundLink, ...]:
    """Return the rounds, without bracket rounds that consist of byes only."""
    links = (
        RoundLink(
            row.number, row.name, get_round_state(rows, row), len(list_boards(rows, row)), _count_open(row),
            row.started_at or row.starts_at,
        )
        for rows, row in view.rounds()
    )  # fmt: skip
    return tuple(link for link in links if link.boards)


def list_bracket_rounds(view: ViewerEvent, rows: StageRows) -> list[tuple[RoundLink, RoundBlock | None]]:
    """Return the rounds of a bracket with their boards, or None for boards to be fetched on expansion.

    Small brackets list all boards, large ones those of the current rounds if they are few.
    """
    links = {link.number: link for link in list_round_links(view)}
    listed = [row for row in rows.rounds if row.number in links]
    remaining, shown = MAX_LISTED_BOARDS, dict[int, list[PairingRow]]()
    for row in sorted(listed, key=lambda row: links[row.number].state != "running"):
        if links[row.number].boards <= remaining:
            remaining -= links[row.number].boards
            shown[row.number] = list_boards(rows, row)
    view.prefetch(board for boards in shown.values() for board in boards)
    return [(links[row.number], view.block(rows, row, shown[row.number]) if row.number in shown else None) for row in listed]


def list_boards(rows: StageRows, row: RoundRow) -> list[PairingRow]:
    """Return the boards to show; of a bracket without byes."""
    needed = [pairing for pairing in row.pairings if pairing.needed]
    is_bracket = rows.stage.traits.is_bracket
    return [pairing for pairing in needed if not any(side.nobody for side in pairing.sides)] if is_bracket else needed


def get_round_state(rows: StageRows, row: RoundRow) -> str:
    """Return a round's state as in RoundLink."""
    if row.finished_at or (rows.stage.traits.is_bracket and not _count_open(row)):
        return "finished"
    if row.started_at:
        return "running"
    return "draft" if rows.stage.traits.drafted else "planned"


CrossCell = tuple[str, str, bool]
"""The points of a result, the URL of its match, and whether it is reported."""


def build_crosstable(view: ViewerEvent, rows: StageRows) -> list[tuple[TableLine, list[list[CrossCell] | None]]] | None:
    """Return each line of the standings with its results against every line, None for itself.

    Returns None if the stage has too many entrants for a crosstable.
    """
    lines = view.lines(rows)
    if len(lines) > MAX_CROSSTABLE_ENTRANTS:
        return None
    order = [line.entrant for line in lines]
    view.prefetch(iter_pairings(rows), order)
    results: dict[tuple[int, int], list[CrossCell]] = defaultdict(list)
    for row, pairing in ((row, view.line(row)) for row in iter_pairings(rows) if row.needed):
        if pairing.counted and pairing.home and pairing.away and len(pairing.sides) == 2:
            home, away = pairing.home.entrant_id, pairing.away.entrant_id
            url = pairing.games[0].url if pairing.games else ""
            is_reported = is_reported_result(row, view.event)
            results[home, away].append((pairing.sides[0].points, url, is_reported))
            results[away, home].append((pairing.sides[1].points, url, is_reported))
    return [
        (
            to_table_line(line, view.person(line.entrant)),
            [None if other == line.entrant else results[line.entrant, other] for other in order],
        )
        for line in lines
    ]


def _count_open(row: RoundRow) -> int:
    return sum(pairing.needed and pairing.counted_at is None for pairing in row.pairings)


def build_overview(view: ViewerEvent) -> dict[str, Any]:
    """Return the data of the overview page.

    `live` are running matches, `top` the first lines of the standings, `todo` a sentence about the next step, and `on`
    the current or last rounds: first open boards, state, and how many boards there are and are hidden.
    """
    event = view.event
    started = [(rows, row) for rows, row in view.rounds() if row.started_at]
    running = [(rows, row) for rows, row in started if not row.finished_at and _count_open(row)]
    selected = []
    for rows, row in (running or started[-1:])[-MAX_CURRENT_ROUNDS:]:
        needed = list_boards(rows, row)
        open_first = sorted(needed, key=lambda board: board.counted_at is not None)[:MAX_BOARDS]
        selected.append((rows, row, sorted(open_first, key=lambda board: board.board), len(needed)))
    lines = view.lines(view.current)[:MAX_LEADERS] if view.current else ()
    view.prefetch((board for _, _, shown, _ in selected for board in shown), [line.entrant for line in lines])
    current = [
        (view.block(rows, row, shown), get_round_state(rows, row), total, total - len(shown))
        for rows, row, shown, total in selected
    ]
    games = [game for block, *_ in current for pairing in block.pairings for game in pairing.games]
    return {
        "time": format_match_timing(find_time_limit(event.game, event.options), TimeControl(**event.control)),
        "speed": format_speed(event.speed),
        "points": "; ".join(dict.fromkeys(filter(None, (_describe_points(event, one) for one in event.stages.all())))),
        "live": [game.match_id for game in games if game.status == "playing"][:MAX_LIVE],
        "on": current,
        "top": build_standings_page(view, view.current, 1, size=MAX_LEADERS) if view.current else None,
        "todo": _describe_next_step(event),
    }


def _describe_points(event: Event, stage: Stage) -> str:
    """Return what a result is worth; empty if results don't add up to the points of the standings."""
    traits = stage.traits
    if traits.is_bracket or traits.continuous or traits.by_places:
        return ""
    if (rules := event.team_rules) is not None:
        return _("win {win}, draw {draw}, loss {loss}", win=rules.win, draw=rules.draw, loss=rules.loss)
    win, draw, loss = (format_halves(traits.score(stage.settings, halves)) for halves in (2, 1, 0))
    return _("win {win}, draw {draw}, loss {loss}", win=win, draw=draw, loss=loss)


def _describe_next_step(event: Event) -> str:
    if event.status == EventStatus.RUNNING and event.paused_at:
        return _("The event is paused. Running matches continue, but no new ones start.")
    return {
        EventStatus.DRAFT: _("Only you can see this event. Open registration when it is ready."),
        EventStatus.REGISTRATION: {
            "invite": _("This event is invite only."),
            "approval": _("Request to join. The organiser approves entries."),
        }.get(event.registration, _("Open to everyone with an account until the event starts.")),
        EventStatus.CHECK_IN: _("Check-in is open. Players who don't check in are removed."),
        EventStatus.SEEDING: _("Registration is closed. The organiser is seeding the entrants."),
        EventStatus.CANCELLED: _("This event was cancelled."),
    }.get(EventStatus(event.status), "")
