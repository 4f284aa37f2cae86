"""Creation of the matches of pairings that can be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engines import registry
from engines.contract import Json
from engines.i18n import join, to_stored, translate as _
from league.events.models import Entrant, Event, Pairing, SeriesMatch, Side
from league.events.queries import uses_rosters
from league.lineups.actions import Meeting, Squads, save_squads, select_squads
from league.pairings.queries.due import WAITING_FOR_GAMERS
from league.ratings.actions.rating_updates import mark_all_rated
from league.teams.actions.match_starts import open_team_matches
from league.time_controls.presets import is_preset
from matches.actions.creation import MatchPlan, SeatPlan, create_matches
from matches.catalogues import use_english
from matches.clock import TimeControl
from matches.offers import OfferPolicy
from matches.pubsub import enqueue


@dataclass(frozen=True, slots=True)
class DueMatch:
    """A match to open: the `number`-th of its pairing. `entrants` are by side; side `first` has seat 0."""

    pairing: Pairing
    entrants: Sequence[Entrant]
    number: int = 1
    first: int = 0
    is_alone: bool = False
    """Whether it is opened once even in an event of duplicates."""
    is_second: bool = False
    """Whether it forms a duplicate with the match before it."""

    def split(self) -> tuple[DueMatch, ...]:
        """Return both matches of the duplicate that begins with this one."""
        second = replace(self, number=self.number + 1, first=1 - self.first, is_second=True)
        return (self,) if self.is_alone else (self, second)


def create_due_matches(
    event: Event, due: Sequence[DueMatch], at: datetime, *, berserk: bool = False, notify: bool = True
) -> list[int]:
    """Open these matches and return their ids; with `notify`, the players are notified soon.

    Matches are rated like their event, except matches against bots with a custom time control. `berserk` allows players
    to go berserk (arenas). In an event of duplicates, each match is opened twice. A match for which a franchise has too
    few Gamers is not opened: the event records that, and the sweep retries. Between teams no match is opened yet: their
    captains are asked for line-ups.
    """
    if event.teams is not None:
        open_team_matches(event, [(match.pairing, match.first) for match in due], at)
        return []
    if event.duplicate:
        due = [match for first in due for match in first.split()]
    squads: list[Squads | None] = [None] * len(due)
    if uses_rosters(event):
        due, squads = _select_playable(event, due)
    plans = [_build_plan(event, match, at, teams, berserk) for match, teams in zip(due, squads, strict=True)]
    ids = create_matches(plans, at=at)
    for teams, match_id in zip(squads, ids, strict=True):
        if teams is not None:
            save_squads(event, teams, match_id, at)
    SeriesMatch.objects.bulk_create(
        SeriesMatch(
            pairing=match.pairing, number=match.number, match_id=match_id, first=match.first, notification_pending=notify
        )
        for match, match_id in zip(due, ids, strict=True)
    )
    if notify and ids:
        enqueue("league.tasks.tell_opened")
    # a match of a person against a bot is rated only in a preset time control
    rateable = [
        event.is_reported or is_preset(plan.control) or len({bool(seat.bot) for seat in plan.seats}) < 2 for plan in plans
    ]
    rated = [match_id for match_id, is_rateable in zip(ids, rateable, strict=True) if event.rated and is_rateable]
    mark_all_rated(rated, game=event.game, pool=event.rating_pool)
    return ids


def list_entrants_by_side(pairings: Iterable[Pairing]) -> dict[int, list[Entrant]]:
    """Return the known entrants of each pairing by side, in one query."""
    rows = Side.objects.filter(pairing__in=[pairing.pk for pairing in pairings], entrant__isnull=False)
    entrants: dict[int, list[Entrant]] = {}
    for row in rows.select_related("entrant__player").order_by("pairing", "number"):
        assert row.entrant is not None
        entrants.setdefault(row.pairing_id, []).append(row.entrant)
    return entrants


def _select_playable(event: Event, due: Sequence[DueMatch]) -> tuple[list[DueMatch], list[Squads | None]]:
    """Return the playable matches with their squads; record the reason for the others in the event."""
    meetings = [
        Meeting(tuple(entrant.player_id for entrant in _by_seat(item)), item.pairing.round_id, item.pairing.round.name)
        for item in due
    ]
    selected = select_squads(event, meetings)
    if shortages := [item for item in selected if isinstance(item, str)]:
        event.update(problem=to_stored(join([WAITING_FOR_GAMERS, *dict.fromkeys(shortages)])))
    playable = [(item, squads) for item, squads in zip(due, selected, strict=True) if isinstance(squads, Squads)]
    return [item for item, _ in playable], [squads for _, squads in playable]


def _by_seat(due: DueMatch) -> list[Entrant]:
    """Return the entrants by seat: side `due.first` has seat 0."""
    return [*due.entrants[due.first :], *due.entrants[: due.first]]


def _build_plan(event: Event, due: DueMatch, at: datetime, squads: Squads | None, berserk: bool) -> MatchPlan:
    seated = _by_seat(due)
    options = event.options
    if len(seated) == 2 and not event.duplicate:
        home, away = seated
        options = with_advantage(event.game, event.options, home_seed=home.seed or 0, away_seed=away.seed or 0)
    if squads is not None:
        options = {**options, "rosters": squads.rosters}
    board = due.pairing.board
    with use_english():  # the match record contains it
        round_name = due.pairing.round.name
        place = _("{round}, Board {board}", round=round_name, board=board)
        if due.pairing.best_of > 1:
            place = _("{round}, Board {board}, Game {game}", round=round_name, board=board, game=due.number)
    return MatchPlan(
        game=event.game,
        options=options,
        seats=[
            SeatPlan(entrant.player_id, bot=entrant.player.bot, pace_ms=event.bot_pace_ms if entrant.player.bot else 0)
            for entrant in seated
        ],
        control=TimeControl(**event.control),
        title=to_stored(join([place, event.name], " · ")),
        start_by=get_no_show_limit(event, due.pairing, at),
        berserk=berserk,
        terms=OfferPolicy(draw=event.draw_offers, pause=event.player_pauses),
        delay_ms=event.delay_s * 1000,
        event={"id": str(event.pk), "name": event.name, "place": place},
        keeps_pace=event.demo,
        twin_of_previous=due.is_second,
        served_for=next((entrant.player_id for entrant in seated if not entrant.player.bot), event.organiser_id),
    )


def get_no_show_limit(event: Event, pairing: Pairing, at: datetime) -> datetime | None:
    """Return when players of the pairing who have not appeared forfeit, if its match opens now; None if never."""
    if event.is_reported:
        return None
    return max(at, pairing.starts_at or at) + timedelta(minutes=event.start_by_min)


def with_advantage(game: str, options: Mapping[str, Json], *, home_seed: int, away_seed: int) -> dict[str, Json]:
    """Return the options of one match of an event; seed 1 is the highest."""
    values = registry.get_or_missing(game).advantage_values
    return {**options, "advantage": values[home_seed > away_seed]} if values else dict(options)
