"""An event as one viewer may see it, with each part fetched once, and the viewer's own status."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from engines.i18n import translate as _
from league.events.models import Entrant, EntrantStatus, Event, EventStatus, SeriesMatch, Stage
from league.events.queries import SCORE, annotate_counts, can_manage, get_visible_event
from league.leagues.queries.roles import get_rights
from league.pairings.queries.rounds import GameLine, PairingLine, RoundBlock, build_block, build_pairing, list_games
from league.people.models import Player
from league.ratings.elo import Rule
from league.ratings.queries.expected_scores import to_percentages
from league.standings.rows import PairingRow, RoundRow, StageRows, load_all_rows
from league.standings.standings_calculation import Line, compute_lines
from league.standings.steps import Log, load_logs
from league.standings.tables import Person, load_rated_people
from league.teams.queries.own import are_lineups_closed


class ViewerEvent:
    """An event as its `reader` may see it (None: an anonymous visitor), and whether that reader manages it.

    `stages` contain unpublished rounds only for organisers.
    """

    def __init__(self, event: Event, viewer: Player | None) -> None:
        self.event = event
        self.reader = viewer
        self.manages = can_manage(event, viewer)
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
        stages = load_all_rows(self.begun) if self.begun else []
        return [
            replace(rows, rounds=tuple(row for row in rows.rounds if row.started_at))
            if rows.stage.traits.drafted and not self.manages
            else rows
            for rows in stages
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

    @cached_property
    def may_score(self) -> bool:
        """Return whether the viewer does not manage the event but may enter its results."""
        if self.manages or self.own or self.reader is None or self.event.league_id is None:
            return False
        return get_rights(self.reader.pk, self.event.league_id).may(SCORE)

    @property
    def may_simulate(self) -> bool:
        """Return whether the viewer organises or has entered the event."""
        return self.manages or self.own_id is not None

    def rounds(self) -> list[tuple[StageRows, RoundRow]]:
        return [(rows, row) for rows in self.stages for row in rows.rounds]

    @cached_property
    def own_pairings(self) -> list[tuple[RoundRow, PairingRow]]:
        """Return the viewer's last decided pairing and the next one, if any."""
        own_id = self.own_id
        pairings = [
            (row, pairing)
            for rows, row in self.rounds()
            if own_id and (row.started_at or rows.stage.traits.is_bracket)
            for pairing in row.pairings
            if pairing.needed and any(side.entrant == own_id for side in pairing.sides)
        ]
        decided = [entry for entry in pairings if entry[1].counted_at is not None]
        waiting = [entry for entry in pairings if entry[1].counted_at is None]
        return [*decided[-1:], *waiting[:1]]

    def lines(self, rows: StageRows) -> Sequence[Line]:
        number = rows.stage.number
        if number not in self._lines:
            log = self.log_of(rows) if rows.stage.traits.continuous else None
            self._lines[number] = compute_lines(rows, log=log)
        return self._lines[number]

    def log_of(self, rows: StageRows) -> Log:
        """Return the log of a stage without rounds."""
        if self._log is None:
            self._log = load_logs([rows])[rows.stage.pk]
        return self._log

    def prefetch(self, pairings: Iterable[PairingRow] = (), entrants: Iterable[int] = ()) -> None:
        """Fetch the people and matches of these and of the viewer's own pairings, in two queries.

        Data already fetched is not fetched again.
        """
        own_rows = [pairing for _, pairing in self.own_pairings]
        unfetched = [row for row in (*pairings, *own_rows) if row.id not in self._games]
        entrant_ids = {side.entrant for row in unfetched for side in row.sides if side.entrant} | set(entrants)
        if missing := entrant_ids - self._people.keys():
            people, ratings, self._rule = load_rated_people(missing, self.event.rating_pool)
            self._people |= people
            self._ratings |= ratings
        if unfetched:
            games = list_games(SeriesMatch.objects.filter(pairing__in=[row.id for row in unfetched]))
            self._games |= {row.id: games.get(row.id, []) for row in unfetched}
        for row in unfetched:  # expected scores of open pairings with known sides
            known = [self._ratings[side.entrant] for side in row.sides if side.entrant]
            if row.counted_at is None and len(known) == len(row.sides) > 1:
                self._expected[row.id] = to_percentages(self._rule, known)

    def people(self, entrants: Collection[int]) -> Mapping[int, Person]:
        """Return a mapping that contains at least these entrants."""
        self.prefetch(entrants=entrants)
        return self._people

    def person(self, entrant: int) -> Person:
        self.prefetch(entrants=[entrant])
        return self._people[entrant]

    def line(self, pairing: PairingRow) -> PairingLine:
        """Return a pairing with its people and matches."""
        self.prefetch([pairing])
        return build_pairing(pairing, self._people, self._games[pairing.id], self._expected.get(pairing.id, ()))

    def block(self, rows: StageRows, row: RoundRow, pairings: Sequence[PairingRow]) -> RoundBlock:
        """Return a round with these of its pairings."""
        self.prefetch(pairings)
        return build_block(rows.stage.number, row, [self.line(pairing) for pairing in pairings if pairing.needed])


def get_viewer_event(event_id: int, viewer: Player | None) -> ViewerEvent:
    """Return the event as this viewer sees it. Raises ActionError("not-found"), also for drafts of other organisers."""
    rows = Event.objects.filter(pk=event_id).select_related("season__league")
    return ViewerEvent(get_visible_event(annotate_counts(rows), viewer), viewer)


def build_own_summary(view: ViewerEvent) -> dict[str, Any] | None:
    """Return the viewer's next pairing `now` and `last` decided one; `said` explains a missing match.

    None if the viewer does not take part or nothing has been paired.
    """
    if view.own_id is None or not view.stages:
        return None
    pairings = [_build_own_pairing(view, row, pairing) for row, pairing in view.own_pairings]
    upcoming = next((entry for entry in pairings if not entry["pairing"].counted), None)
    latest = next((entry for entry in pairings if entry["pairing"].counted), None)
    return {"now": upcoming, "last": latest, "said": _explain_missing_match(view, upcoming)}


def _build_own_pairing(view: ViewerEvent, row: RoundRow, pairing: PairingRow) -> dict[str, Any]:
    """Return one of the viewer's pairings; `score` and `result` (a word) are "" until counted.

    `url` is the match to open, `share` the expected share of the points in percent, None if not shown.
    """
    line = view.line(pairing)
    index = next(number for number, side in enumerate(pairing.sides) if side.entrant == view.own_id)
    own_side, opponents = line.sides[index], [side for number, side in enumerate(line.sides) if number != index]
    result = line.note
    if opponents:
        drawn = any(side.won for side in opponents)
        result = (_("drawn") if drawn else _("won")) if own_side.won else _("lost")
    return {
        "round_name": row.name,
        "started": row.started_at is not None,
        "pairing": line,
        "opponents": opponents,
        "url": line.games[-1].url if line.games else "",
        "share": line.expected[index] if line.expected else None,
        "score": " – ".join(side.shown for side in (own_side, *opponents)) if own_side.points else "",
        "result": result,
    }


def _explain_missing_match(view: ViewerEvent, upcoming: Mapping[str, Any] | None) -> str:
    if view.own and view.own.status == EntrantStatus.WITHDRAWN:
        return _("You have withdrawn from this event.")
    if view.event.status != EventStatus.RUNNING:
        return _("The event is over.")
    if upcoming is None:
        return _("No match to play right now.")
    if any(side.person is None for side in upcoming["opponents"]):
        return _("Your opponent is not known yet.")
    if view.event.teams is not None:
        closed = are_lineups_closed(upcoming["pairing"].pairing_id)
        return "" if closed else _("Hand in your line-up on the page of your team.")
    if upcoming["url"]:
        return ""
    if upcoming["pairing"].starts_at:
        return _("Your match opens at its agreed time.")
    if view.event.play_days and upcoming["started"]:
        return _("Your match opens once you have agreed on a time.")
    return _("Your match opens when the round starts.")
