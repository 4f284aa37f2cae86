"""An event as one reader may see it. Each part is fetched once, when a page asks for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from engines.words import say
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, SeriesMatch, Stage
from league.events.queries.lists import counted
from league.events.queries.managing import manages
from league.pairings.queries.rounds import GameLine, PairingLine, RoundBlock, block, games_of, pairing_line
from league.people.models import Player
from league.ratings.elo import Rule
from league.ratings.pools import pool_of
from league.ratings.queries.expected_scores import percent
from league.standings.queries.rows import PairingRow, RoundRow, StageRows, rows_of_all
from league.standings.queries.standings_calculation import Line, lines_of
from league.standings.queries.steps import Log, logs_of
from league.standings.queries.tables import Person, people_rated
from matches.refusals import Refused


class View:
    """`reader` is None for a visitor; `manages` says whether the reader is its organiser.

    Drafts of rounds are in `stages` for the organiser alone.
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
        """Every stage that has begun, first stage first."""
        begun = [stage for stage in self.event.stages.all() if stage.started_at]
        for stage in begun:
            stage.event = self.event
        return begun

    @cached_property
    def stages(self) -> list[StageRows]:
        """The rows of `begun`."""
        found = rows_of_all(self.begun) if self.begun else []
        return found if self.manages else [self._cut(rows) for rows in found]

    def _cut(self, rows: StageRows) -> StageRows:
        if not rows.stage.traits.drafted:
            return rows
        return replace(rows, rounds=tuple(row for row in rows.rounds if row.started_at))

    @property
    def current(self) -> StageRows | None:
        """The stage that is on, or was last."""
        return self.stages[-1] if self.stages else None

    def stage(self, number: int | None) -> StageRows | None:
        """The stage of a number, the current one if none is named."""
        if number is None:
            return self.current
        return next((rows for rows in self.stages if rows.stage.number == number), None)

    @cached_property
    def own(self) -> Entrant | None:
        """The reader's own entry."""
        if self.reader is None:
            return None
        return Entrant.objects.filter(event=self.event, player=self.reader).first()

    @property
    def own_id(self) -> int | None:
        return self.own.pk if self.own and self.own.status != EntrantStatus.INVITED else None

    def rounds(self) -> list[tuple[StageRows, RoundRow]]:
        return [(rows, row) for rows in self.stages for row in rows.rounds]

    def lines(self, rows: StageRows) -> Sequence[Line]:
        number = rows.stage.number
        if number not in self._lines:
            log = self.log_of(rows) if rows.stage.traits.continuous else None
            self._lines[number] = lines_of(rows, log=log)
        return self._lines[number]

    def log_of(self, rows: StageRows) -> Log:
        """The log of a stage without rounds."""
        if self._log is None:
            self._log = logs_of([rows])[rows.stage.pk]
        return self._log

    def need(self, pairings: Iterable[PairingRow] = (), entrants: Iterable[int] = ()) -> None:
        """Fetch the people and the matches of these in two queries; what is known already is not asked for again."""
        asked = [one for one in pairings if one.id not in self._games]
        who = {side.entrant for one in asked for side in one.sides if side.entrant} | set(entrants)
        if missing := who - self._people.keys():
            people, ratings, self._rule = people_rated(missing, pool_of(self.event.game, self.event.pool))
            self._people |= people
            self._ratings |= ratings
        if asked:
            found = games_of(SeriesMatch.objects.filter(pairing__in=[one.id for one in asked]))
            self._games |= {one.id: found.get(one.id, []) for one in asked}
            self._expect(asked)

    def _expect(self, asked: Iterable[PairingRow]) -> None:
        """What is to be expected where the result is open and everybody is known."""
        for one in asked:
            known = [self._ratings[side.entrant] for side in one.sides if side.entrant]
            if one.counted_at is None and len(known) == len(one.sides) > 1:
                self._expected[one.id] = percent(self._rule, known)

    def people(self, entrants: Collection[int]) -> Mapping[int, Person]:
        """Among others, these."""
        self.need(entrants=entrants)
        return self._people

    def person(self, entrant: int) -> Person:
        self.need(entrants=[entrant])
        return self._people[entrant]

    def line(self, pairing: PairingRow) -> PairingLine:
        """A pairing with its people and matches."""
        self.need([pairing])
        made = pairing_line(pairing, self._people, self._games[pairing.id])
        return replace(made, expected=self._expected.get(pairing.id, ()))

    def block(self, rows: StageRows, row: RoundRow, pairings: Sequence[PairingRow]) -> RoundBlock:
        """A round with these of its pairings."""
        self.need(pairings)
        made = block(rows.stage.number, row._replace(pairings=tuple(pairings)), self._people, self._games)
        return replace(
            made, pairings=tuple(replace(one, expected=self._expected.get(one.pairing_id, ())) for one in made.pairings)
        )


def view(event_id: int, reader: Player | None) -> View | None:
    """None where there is no such event, or it is the draft of somebody else."""
    event = counted(Event.objects.filter(pk=event_id)).first()
    if event is None:
        return None
    made = View(event, reader)
    return None if event.status == EventStatus.DRAFT and not made.manages else made


def seen_by(event_id: int, reader: Player | None) -> View:
    """The same; Refused (not-found) where there is nothing to be seen."""
    seen = view(event_id, reader)
    if seen is None:
        raise Refused("not-found", say("There is no such event."))
    return seen
