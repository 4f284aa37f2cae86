"""Domain objects with sensible defaults; a test states only what matters to it."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from typing import Any

import factory
from django.contrib.auth.hashers import get_hasher, make_password
from django.db import transaction

from engines.contract import Outcome
from league.drafts.actions.lifecycle import create_draft, start_draft
from league.drafts.models import Draft
from league.events.actions.event_lifecycle import Plan, create_event
from league.events.models import Entrant, Event, SeriesMatch
from league.events.stage_plans import StagePlan
from league.leagues.actions import SeasonDetails, create_league, create_season
from league.leagues.models import League, Season, Staff
from league.people.models import Player
from league.ratings.actions.rating_updates import mark_rated
from league.registration.actions import entries
from league.results.actions import event_start
from league.seasons.actions.franchises import create_franchise
from league.seasons.actions.pool import fill_pool
from league.seasons.actions.settings import add_window, change_phase, enable_franchises
from league.seasons.models import Franchise, SeasonSettings
from league.titles.models import Title
from matches.actions.close import close_match
from matches.actions.creation import SeatPlan, create_match, set_ready
from matches.clock import TimeControl
from matches.models import Match, Status

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PASSWORD = "correct horse"
GAME = "field-tactics"
_hashed = cache(partial(make_password, PASSWORD))


class PlayerFactory(factory.django.DjangoModelFactory):
    """A person with an account, whose password is PASSWORD."""

    class Meta:
        model = Player

    username = factory.Sequence(lambda n: f"player{n}")
    password = factory.LazyFunction(lambda: _hashed(hasher=get_hasher().algorithm))


class GuestFactory(PlayerFactory):
    username = factory.Sequence(lambda n: f"guest-{n:05}")
    display_name = factory.Sequence(lambda n: f"Guest {n}")
    is_guest = True


class BotFactory(PlayerFactory):
    username = factory.Sequence(lambda n: f"bot-{n}")
    bot = "random"


class TitleFactory(factory.django.DjangoModelFactory):
    """A game for two without an engine: of a league, or with `league=None` and an `owner` of one organiser."""

    class Meta:
        model = Title

    league = factory.LazyFunction(lambda: league())
    name = factory.Sequence(lambda n: f"Chess {n}")
    created_at = NOON


def event(
    *players: Player,
    organiser: Player | None = None,
    at: datetime = NOON,
    format: str = "round-robin",
    settings: dict[str, Any] | None = None,
    **plan: Any,
) -> Event:
    """An event open for registration, which these players have joined, a minute apart."""
    organiser = organiser or PlayerFactory()
    made = {"name": "Spring Cup", "game": GAME, "control": TimeControl(), **plan}
    made.setdefault("stages", (StagePlan(format, settings or {}),))
    event_id = create_event(by=organiser.pk, plan=Plan(**made), at=at)
    for minutes, player in enumerate(players, start=1):
        entries.join_event(event_id=event_id, player_id=player.pk, at=at + timedelta(minutes=minutes))
    return Event.objects.get(pk=event_id)


def agree(made: Event, *players: Player) -> None:
    """Make these players members: they have agreed to an earlier event of the same league or organiser."""
    earlier = event(organiser=made.organiser, league=made.league_id)
    rows = [Entrant(event=earlier, player=player, joined_at=NOON, accepted_at=NOON) for player in players]
    Entrant.objects.bulk_create(rows)


def started_event(*players: Player, at: datetime = NOON, **plan: Any) -> Event:
    """An event whose first round has begun; between four new players if none are given."""
    made = event(*(players or PlayerFactory.create_batch(4)), at=at, **plan)
    event_start.start_event(event_id=made.pk, by=made.organiser_id, at=at)
    made.refresh_from_db()
    return made


def match(*players: Player, at: datetime = NOON, rated: bool = False, pool: str = "", game: str = GAME) -> Match:
    """A match between these (new players where two are not given), all ready, so that it is being played."""
    all_ = [*players, *PlayerFactory.create_batch(max(0, 2 - len(players)))]
    seats = [SeatPlan(player.pk, bot=player.bot, ready=True) for player in all_]
    match_id = create_match(game=game, options={}, seats=seats, control=TimeControl(), at=at)
    if rated:
        mark_rated(match_id=match_id, game=game, pool=pool or game)
    return Match.objects.get(pk=match_id)


@transaction.atomic
def end(match_id: int, *, ranks: Sequence[int] = (1, 2), reason: str = "base", at: datetime = NOON) -> None:
    """Close a match with this result; where it still waited for its players, they have come first.

    A no-show and a double forfeit close it as it is.
    """
    row = Match.objects.select_for_update(no_key=True).get(pk=match_id)
    if row.status == Status.OPEN and reason not in ("no-show", "double-forfeit"):
        for player in row.seats.filter(bot="").values_list("player", flat=True):
            set_ready(match_id=match_id, player_id=player or 0, at=at)
        row.refresh_from_db()
    close_match(row, Outcome(tuple(ranks), reason), at=at)
    row.save()


def ended_match(
    *players: Player, ranks: Sequence[int] = (1, 2), rated: bool = True, at: datetime = NOON, pool: str = "", game: str = GAME
) -> Match:
    """A finished match between these, not counted yet."""
    made = match(*players, rated=rated, at=at, pool=pool, game=game)
    end(made.pk, ranks=ranks, at=at)
    made.refresh_from_db()
    return made


def matches_of_round(made: Event, number: int) -> list[int]:
    rows = SeriesMatch.objects.filter(pairing__round__event=made, pairing__round__number=number)
    return list(rows.order_by("pairing__board", "number").values_list("match", flat=True))


def league(*, organiser: Player | None = None, name: str = "Northern League", slug: str = "") -> League:
    organiser = organiser or PlayerFactory()
    made = create_league(by=organiser.pk, name=name, slug=slug or f"league-{League.objects.count() + 1}", at=NOON)
    return League.objects.get(pk=made)


def staff(made: League, role: str) -> Player:
    player: Player = PlayerFactory()
    Staff.objects.create(league=made, player=player, role=role, since=NOON)
    return player


def season(made: League | None = None, *, name: str = "Spring", pool: bool = True, **terms: Any) -> Season:
    """A season with franchises in set-up, the default Gamers its pool and signing free unless told otherwise."""
    terms.setdefault("salaries_paid", False)
    made = made or league()
    by = organiser_of(made)
    days = SeasonDetails(name, date(2026, 3, 1), date(2026, 5, 31))
    season_id = create_season(league_id=made.pk, by=by, days=days, at=NOON)
    enable_franchises(season_id=season_id, by=by, data=terms, at=NOON)
    if pool:
        fill_pool(season_id=season_id, by=by, default=True, at=NOON)
    return Season.objects.select_related("league").get(pk=season_id)


def organiser_of(made: League) -> int:
    return made.staff.filter(role__in=["owner", "organiser"]).order_by("pk").values_list("player", flat=True)[0]


def franchise(of: Season, owner: Player | None = None, name: str = "") -> Franchise:
    owner = owner or PlayerFactory()
    made = create_franchise(season_id=of.pk, by=owner.pk, name=name or f"Team {owner.pk}", at=NOON)
    return Franchise.objects.select_related("owner").get(pk=made)


def rounds_with_window(of: Season, kind: str = "free-agency", *, at: datetime = NOON) -> None:
    """Take a season straight to its rounds, rosters as they are, with a window open around `at`."""
    SeasonSettings.objects.filter(pk=of.pk).update(phase="rounds")
    add_window(
        season_id=of.pk, by=organiser_of(of.league), kind=kind, opens_at=at - timedelta(hours=1),
        closes_at=at + timedelta(hours=1), at=at,
    )  # fmt: skip


def drafted_season(*owners: Player, teams: int = 2, **terms: Any) -> Season:
    """A season in its draft, with a franchise for each of these owners and as many new ones as are lacking."""
    made = season(**terms)
    for owner in [*owners, *PlayerFactory.create_batch(max(0, teams - len(owners)))]:
        franchise(made, owner)
    change_phase(season_id=made.pk, by=organiser_of(made.league), to="draft", at=NOON)
    return made


def draft(of: Season | None = None, *, start: bool = True, at: datetime = NOON, **given: Any) -> Draft:
    """A draft of a season, begun at `at`, in the order in which the franchises were founded."""
    of = of or drafted_season()
    by = organiser_of(of.league)
    made = create_draft(season_id=of.pk, by=by, data={"kind": "snake", "order": "hand", **given}, at=at)
    if start:
        start_draft(draft_id=made, by=by, at=at)
    return Draft.objects.get(pk=made)
