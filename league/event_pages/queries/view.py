"""An event as one viewer may see it, with each part fetched once, and the viewer's own status."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from engines.words import say
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, SeriesMatch, Stage
from league.events.queries import counted, get_visible, manages
from league.pairings.queries.rounds import GameLine, PairingLine, RoundBlock, block, games_of, pairing_line
from league.people.models import Player
from league.ratings.elo import Rule
from league.ratings.pools import pool_of
from league.ratings.queries.expected_scores import percent
from league.standings.rows import PairingRow, RoundRow, StageRows, rows_of_all
from league.standings.standings_calculation import Line, lines_of
from league.standings.steps import Log, logs_of
from league.standings.tables import Person, people_rated


class View:
    """An event as its `reader` may see it (None: an anonymous visitor), and whether that reader manages it.

    `stages` contain unpublished rounds only for organisers.
    """

    def __init__(self, event: Event, reader: Player | None) -> None:
        self.event = event
        self.reader = reader
        self.manages = manages(event, reader)
        self._people: dict[int, Person] = {}
        self._games: dict[int, list[GameLine]] = {}
        self._ratings: dict[int, float] = {}
        self._rule = Rule()
        self._expected: dict[int, tuple[int, ...]] = {}
        self._log: Log | None = None
        self._lines: dict[int, Sequence[Line]] = {}

    @cached_property
    def begun(self) -> list[Stage]:
        """Return every started stage, first stage first."""
        begun = [stage for stage in self.event.stages.all() if stage.started_at]
        for stage in begun:
            stage.event = self.event
        return begun

    @cached_property
    def stages(self) -> list[StageRows]:
        """Return the rows of `begun`."""
        found = rows_of_all(self.begun) if self.begun else []
        return [
            replace(rows, rounds=tuple(row for row in rows.rounds if row.started_at))
            if rows.stage.traits.drafted and not self.manages
            else rows
            for rows in found
        ]

    @property
    def current(self) -> StageRows | None:
        """Return the current or last stage."""
        return self.stages[-1] if self.stages else None

    def stage(self, number: int | None) -> StageRows | None:
        """Return the stage with this number, by default the current one."""
        if number is None:
            return self.current
        return next((rows for rows in self.stages if rows.stage.number == number), None)

    @cached_property
    def own(self) -> Entrant | None:
        """Return the viewer's own entry."""
        if self.reader is None:
            return None
        return Entrant.objects.filter(event=self.event, player=self.reader).first()

    @property
    def own_id(self) -> int | None:
        return self.own.pk if self.own and self.own.status != EntrantStatus.INVITED else None

    def rounds(self) -> list[tuple[StageRows, RoundRow]]:
        return [(rows, row) for rows in self.stages for row in rows.rounds]

    @cached_property
    def own_pairings(self) -> list[tuple[RoundRow, PairingRow]]:
        """Return the viewer's last decided pairing and the next one, if any."""
        own = self.own_id
        mine = [
            (row, pairing)
            for rows, row in self.rounds()
            if own and (row.started_at or rows.stage.traits.is_bracket)
            for pairing in row.pairings
            if pairing.needed and any(side.entrant == own for side in pairing.sides)
        ]
        decided = [found for found in mine if found[1].counted_at is not None]
        waiting = [found for found in mine if found[1].counted_at is None]
        return [*decided[-1:], *waiting[:1]]

    def lines(self, rows: StageRows) -> Sequence[Line]:
        number = rows.stage.number
        if number not in self._lines:
            log = self.log_of(rows) if rows.stage.traits.continuous else None
            self._lines[number] = lines_of(rows, log=log)
        return self._lines[number]

    def log_of(self, rows: StageRows) -> Log:
        """Return the log of a stage without rounds."""
        if self._log is None:
            self._log = logs_of([rows])[rows.stage.pk]
        return self._log

    def need(self, pairings: Iterable[PairingRow] = (), entrants: Iterable[int] = ()) -> None:
        """Fetch the people and matches of these and of the viewer's own pairings, in two queries.

        Data already fetched is not fetched again.
        """
        own = [pairing for _, pairing in self.own_pairings]
        asked = [one for one in (*pairings, *own) if one.id not in self._games]
        who = {side.entrant for one in asked for side in one.sides if side.entrant} | set(entrants)
        if missing := who - self._people.keys():
            people, ratings, self._rule = people_rated(missing, pool_of(self.event.game, self.event.pool))
            self._people |= people
            self._ratings |= ratings
        if asked:
            found = games_of(SeriesMatch.objects.filter(pairing__in=[one.id for one in asked]))
            self._games |= {one.id: found.get(one.id, []) for one in asked}
        for one in asked:  # expected scores of open pairings with known sides
            known = [self._ratings[side.entrant] for side in one.sides if side.entrant]
            if one.counted_at is None and len(known) == len(one.sides) > 1:
                self._expected[one.id] = percent(self._rule, known)

    def people(self, entrants: Collection[int]) -> Mapping[int, Person]:
        """Return a mapping that contains at least these entrants."""
        self.need(entrants=entrants)
        return self._people

    def person(self, entrant: int) -> Person:
        self.need(entrants=[entrant])
        return self._people[entrant]

    def line(self, pairing: PairingRow) -> PairingLine:
        """Return a pairing with its people and matches."""
        self.need([pairing])
        return pairing_line(pairing, self._people, self._games[pairing.id], self._expected.get(pairing.id, ()))

    def block(self, rows: StageRows, row: RoundRow, pairings: Sequence[PairingRow]) -> RoundBlock:
        """Return a round with these of its pairings."""
        self.need(pairings)
        return block(rows.stage.number, row, [self.line(one) for one in pairings if one.needed])


def seen_by(event_id: int, reader: Player | None) -> View:
    """Return the event as this viewer sees it. Code: not-found, also for drafts of other organisers."""
    rows = Event.objects.filter(pk=event_id).select_related("season__league")
    return View(get_visible(counted(rows), reader), reader)


def own_strip(view: View) -> dict[str, Any] | None:
    """Return the viewer's next pairing `now` and `last` decided one; `said` explains a missing match.

    None if the viewer does not take part or nothing has been paired.
    """
    if view.own_id is None or not view.stages:
        return None
    mine = [_own_pairing(view, row, pairing) for row, pairing in view.own_pairings]
    now = next((one for one in mine if not one["pairing"].counted), None)
    last = next((one for one in mine if one["pairing"].counted), None)
    return {"now": now, "last": last, "said": _said(view, now)}


def _own_pairing(view: View, row: RoundRow, pairing: PairingRow) -> dict[str, Any]:
    """Return one of the viewer's pairings; `score` and `result` (a word) are "" until counted.

    `url` is the match to open, `share` the expected share of the points in percent, None if not shown.
    """
    line = view.line(pairing)
    at = next(number for number, side in enumerate(pairing.sides) if side.entrant == view.own_id)
    own, opponents = line.sides[at], [side for number, side in enumerate(line.sides) if number != at]
    result = line.note
    if opponents:
        drawn = any(side.won for side in opponents)
        result = (say("drawn") if drawn else say("won")) if own.won else say("lost")
    return {
        "round_name": row.name,
        "pairing": line,
        "opponents": opponents,
        "url": line.games[-1].url if line.games else "",
        "share": line.expected[at] if line.expected else None,
        "score": " – ".join(side.points for side in (own, *opponents)) if own.points else "",
        "result": result,
    }


def _said(view: View, now: Mapping[str, Any] | None) -> str:
    if view.own and view.own.status == EntrantStatus.WITHDRAWN:
        return say("You have withdrawn from this event.")
    if view.event.status != EventStatus.RUNNING:
        return say("The event is over.")
    if now is None:
        return say("No match to play right now.")
    if any(side.person is None for side in now["opponents"]):
        return say("Your opponent is not known yet.")
    return "" if now["url"] else say("Your match opens when the round starts.")
