"""The first page of an event: what it is, what is on now, who leads."""

from __future__ import annotations

from dataclasses import dataclass

from engines.words import say
from league.event_pages.queries.boards import boards_of, running_rounds, state_of
from league.event_pages.queries.my_matches import own_pairings
from league.event_pages.queries.standing import StandingsPage, standings_page
from league.event_pages.queries.view import View
from league.events.models import EventStatus
from league.pairings.queries.rounds import RoundBlock
from matches.clock import Control
from matches.time_control import time_text

MOST_LEADERS = 10
MOST_BOARDS = 16
MOST_LIVE = 6
MOST_ON = 3


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
    about: str
    registration: str
    start_by_min: int
    delay_s: int
    bot_accounts: bool
    check_in_min: int
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
        about=event.about,
        registration=event.registration,
        start_by_min=event.start_by_min,
        delay_s=event.delay_s,
        bot_accounts=event.bot_accounts,
        check_in_min=event.check_in_min,
        time=time_text(event.game, event.options, Control(**event.control)),
        live=tuple(game.match_id for game in games if game.status == "playing")[:MOST_LIVE],
        on=on,
        top=standings_page(view, view.current, 1, size=MOST_LEADERS) if view.current else None,
        todo=_todo(view),
    )


def _todo(view: View) -> str:
    event = view.event
    if event.status == EventStatus.RUNNING:
        if event.paused_at:
            return say("The event is paused: matches that have begun go on, and no new one begins.")
        return ""
    return {
        EventStatus.DRAFT: say("Only you see this event. Open it for registration when it is ready."),
        EventStatus.REGISTRATION: _register(view),
        EventStatus.CHECK_IN: say("Check-in is open: who does not check in does not play."),
        EventStatus.SEEDING: say("Registration is closed; the organiser is ordering the entrants."),
        EventStatus.CANCELLED: say("This event was cancelled."),
    }.get(EventStatus(event.status), "")


def _register(view: View) -> str:
    if view.event.registration == "invite":
        return say("Entry is by invitation of the organiser.")
    if view.event.registration == "approval":
        return say("Ask for a place with Join; the organiser admits who plays.")
    return say("Everybody with an account may join until it starts.")
