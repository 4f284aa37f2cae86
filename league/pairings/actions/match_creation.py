"""Creation of the matches of pairings that can be played."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from engines.contract import Json
from engines.words import join, say, stored
from league.events.models import Entrant, Event, Pairing, SeriesMatch, Side
from league.events.queries import by_rosters
from league.lineups.actions import Meeting, Squads, muster, record
from league.pairings.queries.due import WAITS
from league.ratings.actions.rating_updates import rate_all
from league.ratings.pools import pool_of
from league.time_controls.presets import is_preset
from matches.actions.creation import MatchPlan, SeatPlan, open_matches
from matches.announce import wake
from matches.clock import Control
from matches.offers import Terms
from matches.wording import in_english

SIDES = {"field-tactics": ("red", "blue")}
"""Games with an `advantage` option, and its value for each seat."""


@dataclass(frozen=True, slots=True)
class Due:
    """A match to open: the `number`-th of its pairing. `entrants` are by side; side `first` has seat 0."""

    pairing: Pairing
    entrants: Sequence[Entrant]
    number: int = 1
    first: int = 0


def open_due(event: Event, due: Sequence[Due], at: datetime, *, berserk: bool = False, tell: bool = True) -> list[int]:
    """Open these matches and return their ids; with `notify`, the players are notified soon.

    Matches are rated like their event, except matches against bots with a custom time control. `berserk` allows players
    to go berserk (arenas). A match for which a franchise has too few Gamers is not opened: the event records that, and
    the sweep retries.
    """
    squads: list[Squads | None] = [None] * len(due)
    if by_rosters(event):
        due, squads = _mustered(event, due)
    plans = [_plan(event, one, at, both, berserk) for one, both in zip(due, squads, strict=True)]
    ids = open_matches(plans, at=at)
    for both, match_id in zip(squads, ids, strict=True):
        if both is not None:
            record(event, both, match_id, at)
    SeriesMatch.objects.bulk_create(
        SeriesMatch(pairing=one.pairing, number=one.number, match_id=match_id, first=one.first, untold=tell)
        for one, match_id in zip(due, ids, strict=True)
    )
    if tell and ids:
        wake("league.tasks.tell_opened")
    # a match of a person against a bot is rated only in a preset time control
    rateable = [is_preset(plan.control) or len({bool(seat.bot) for seat in plan.seats}) < 2 for plan in plans]
    rated = [match_id for match_id, may in zip(ids, rateable, strict=True) if event.rated and may]
    rate_all(rated, game=event.game, pool=pool_of(event.game, event.pool))
    return ids


def entrants_by_side(pairings: Iterable[Pairing]) -> dict[int, list[Entrant]]:
    """Return the known entrants of each pairing by side, in one query."""
    rows = Side.objects.filter(pairing__in=[one.pk for one in pairings], entrant__isnull=False)
    found: dict[int, list[Entrant]] = {}
    for row in rows.select_related("entrant__player").order_by("pairing", "number"):
        assert row.entrant is not None
        found.setdefault(row.pairing_id, []).append(row.entrant)
    return found


def _mustered(event: Event, due: Sequence[Due]) -> tuple[list[Due], list[Squads | None]]:
    """Return the playable matches with their squads; record the reason for the others in the event."""
    meetings = [
        Meeting(tuple(entrant.player_id for entrant in _seated(one)), one.pairing.round_id, one.pairing.round.name)
        for one in due
    ]
    found = muster(event, meetings)
    if lacking := [one for one in found if isinstance(one, str)]:
        event.update(trouble=stored(join([WAITS, *dict.fromkeys(lacking)])))
    played = [(one, both) for one, both in zip(due, found, strict=True) if isinstance(both, Squads)]
    return [one for one, _ in played], [both for _, both in played]


def _seated(due: Due) -> list[Entrant]:
    """Return the entrants by seat."""
    return [*due.entrants[due.first :], *due.entrants[: due.first]]


def _plan(event: Event, due: Due, at: datetime, squads: Squads | None, berserk: bool) -> MatchPlan:
    seated = _seated(due)
    options = event.options
    if len(seated) == 2:
        home, away = seated
        options = with_advantage(event.game, event.options, home_seed=home.seed or 0, away_seed=away.seed or 0)
    if squads is not None:
        options = {**options, "rosters": squads.rosters}
    board = due.pairing.board
    with in_english():  # the match record contains it
        round_name = due.pairing.round.name
        place = say("{round}, Board {board}", round=round_name, board=board)
        if due.pairing.best_of > 1:
            place = say("{round}, Board {board}, Game {game}", round=round_name, board=board, game=due.number)
    return MatchPlan(
        game=event.game,
        options=options,
        seats=[
            SeatPlan(one.player_id, bot=one.player.bot, pace_ms=event.bot_pace_ms if one.player.bot else 0)
            for one in seated
        ],
        control=Control(**event.control),
        title=stored(join([place, event.name], " · ")),
        start_by=at + timedelta(minutes=event.start_by_min),
        berserk=berserk,
        terms=Terms(draw=event.draw_offers, pause=event.player_pauses),
        delay_ms=event.delay_s * 1000,
        event={"id": str(event.pk), "name": event.name, "place": place},
        keeps_pace=event.demo,
        served_for=next((one.player_id for one in seated if not one.player.bot), event.organiser_id),
    )


def with_advantage(game: str, options: Mapping[str, Json], *, home_seed: int, away_seed: int) -> dict[str, Json]:
    """Return the options of one match of an event; seed 1 is the highest."""
    if game not in SIDES:
        return dict(options)
    return {**options, "advantage": SIDES[game][home_seed > away_seed]}
