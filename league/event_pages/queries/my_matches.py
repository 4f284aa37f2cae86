"""The reader's own line of an event: the match to play, the opponent, the last result."""

from __future__ import annotations

from dataclasses import dataclass

from engines.words import say
from league.event_pages.queries.view import View
from league.events.models import EntrantStatus, EventStatus
from league.events.models.round import round_title
from league.pairings.queries.rounds import PairingLine, SideLine
from league.standings.queries.rows import PairingRow, RoundRow, StageRows


@dataclass(frozen=True, slots=True)
class OwnPairing:
    """A pairing of the reader's, from the reader's side. `score` "" until it is counted."""

    round_name: str
    pairing: PairingLine
    side: SideLine
    opponents: tuple[SideLine, ...]

    @property
    def url(self) -> str:
        """The match to go to."""
        return self.pairing.games[-1].url if self.pairing.games else ""

    @property
    def share(self) -> int | None:
        """What part of the points the reader should make by the ratings, in percent; None where it is not told."""
        at = next((number for number, one in enumerate(self.pairing.sides) if one == self.side), None)
        return self.pairing.expected[at] if self.pairing.expected and at is not None else None

    @property
    def score(self) -> str:
        return " – ".join(one.points for one in (self.side, *self.opponents)) if self.side.points else ""

    @property
    def result(self) -> str:
        """In a word."""
        if not self.opponents:
            return self.pairing.note
        if not self.side.won:
            return say("lost")
        return say("drawn") if any(one.won for one in self.opponents) else say("won")


@dataclass(frozen=True, slots=True)
class OwnStrip:
    """`now` is to be played, `last` was decided last; `said` is a sentence where there is no match to play."""

    now: OwnPairing | None
    last: OwnPairing | None
    said: str


Found = tuple[StageRows, RoundRow, PairingRow]


def own_pairings(view: View) -> list[Found]:
    """The reader's pairing that was decided last, and the one that is to be played, where there are such."""
    one = view.own_id
    if one is None:
        return []
    mine = [
        (rows, row, pairing)
        for rows, row in view.rounds()
        if row.started_at or rows.stage.traits.is_bracket
        for pairing in row.pairings
        if pairing.needed and any(side.entrant == one for side in pairing.sides)
    ]
    decided = [found for found in mine if found[2].counted_at is not None]
    waiting = [found for found in mine if found[2].counted_at is None]
    return [*decided[-1:], *waiting[:1]]


def own_strip(view: View) -> OwnStrip | None:
    """None for who does not take part, or before anything has been paired."""
    if view.own_id is None or not view.stages:
        return None
    mine = own_pairings(view)
    view.need(found[2] for found in mine)
    told = [_told(view, found) for found in mine]
    now = next((one for one in told if not one.pairing.counted), None)
    last = next((one for one in told if one.pairing.counted), None)
    return OwnStrip(now, last, _said(view, now))


def _told(view: View, found: Found) -> OwnPairing:
    _, row, pairing = found
    line = view.line(pairing)
    at = next(number for number, side in enumerate(pairing.sides) if side.entrant == view.own_id)
    others = tuple(side for number, side in enumerate(line.sides) if number != at)
    return OwnPairing(round_title(row.label, row.number), line, line.sides[at], others)


def _said(view: View, now: OwnPairing | None) -> str:
    if view.own and view.own.status == EntrantStatus.WITHDRAWN:
        return say("You have withdrawn from this event.")
    if view.event.status != EventStatus.RUNNING:
        return say("The event is over.")
    if now is None:
        return say("Nothing to play now.")
    if any(side.person is None for side in now.opponents):
        return say("Your opponent is not known yet.")
    return "" if now.url else say("Your match opens when its round begins.")
