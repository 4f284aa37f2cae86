"""What the desk does for the journeys: opens a match of another game or pace, with a shorter clock or some moves made, plays
on for its people, signs somebody in without a form."""

import time
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django.test import Client

from engines import bots, play, registry
from league.api_tokens.actions import issue_token
from league.drafts.actions.lifecycle import create_draft
from league.drafts.models import Draft
from league.events.actions.event_lifecycle import Plan, cancel_event, create_event
from league.events.models import Event
from league.leagues.actions import SeasonDetails, create_season
from league.leagues.models import League
from league.people.actions.bots import get_free_bot, get_house_bot
from league.people.models import Player
from league.registration.actions.entries import join_event
from league.seasons.actions.franchises import create_franchise
from league.seasons.actions.pool import fill_pool
from league.seasons.actions.settings import change_phase, enable_franchises
from matches.actions.adjudication import adjudicate
from matches.actions.creation import SeatPlan, create_match
from matches.actions.submission import submit
from matches.clock import TimeControl
from matches.models import Match, Status, Submission
from matches.queries.board_view import get_board
from matches.queries.position import load_position
from matches.queries.seats import get_seats
from matches.server_time import now
from tests.journeys.world import give_up, list_people
from tests.league.people.authenticator_app import switched_on

PATIENCE_S = 300
DRAFTING_PACE_MS = 150


def open_match(
    seats: Sequence[str], *, moves: Sequence[str] | None = None, game: str = "field-tactics", turn_ms: int = 180_000,
    reserve_ms: int = 300_000, options: Any = None,
) -> int:  # fmt: skip
    """Return the id of a new match; a seat is a username, or a kind of bot as in "bot:level-1".

    People still have to say that they are ready, unless a bot is the opponent or `moves` are given.
    """
    alone, taken, at = moves is not None or any(name.startswith("bot:") for name in seats), list[int](), now()
    match_id = create_match(
        game=game, options=options or {}, seats=[_seat(name, taken, ready=alone) for name in seats],
        control=TimeControl(turn_ms, reserve_ms), at=at, start_by=at + timedelta(minutes=10),
    )  # fmt: skip
    make_moves(match_id, *moves or ())
    return match_id


def _seat(name: str, taken: list[int], *, ready: bool) -> SeatPlan:
    """A seat's plan. The first bot of a kind is the house's; others of the same match are accounts of their own."""
    if not name.startswith("bot:"):
        return SeatPlan(Player.objects.get(username=name).pk, ready=ready)
    kind = name.removeprefix("bot:")
    bot = get_house_bot(kind=kind, at=now())
    bot = get_free_bot(kind=kind, taken=taken, at=now()) if bot in taken else bot
    taken.append(bot)
    return SeatPlan(bot, bot=kind)


def make_moves(match_id: int, *moves: str) -> None:
    """The side to move makes each of them."""
    for text in moves:
        match = Match.objects.get(pk=match_id)
        (seat,) = match.to_act
        _submit(match, seat, text)


def _submit(match: Match, seat: int, text: str) -> None:
    player, key = match.seats.get(number=seat).player_id or 0, f"{match.last_entry}-{text}"[:60]
    sent = submit(match_id=match.pk, player_id=player, turn=match.turns[seat], text=text, key=key, received_at=now())
    adjudicate(match_id=match.pk, at=now())
    judged = Submission.objects.get(pk=sent.pk)
    assert judged.entry is not None, f"{text} was refused: {judged.refusal}"


def play_on(match_id: int, *, phase: str = "", offers: str = "") -> str:
    """Play for the people at a match as a greedy bot would, while its bots play for themselves.

    Stops before an action that ends the match and returns its notation; "" if it is over already. Stops also when a
    person is to act in a `phase`, or may do an action that begins with `offers`: then it returns that action.
    """
    rng, ends = Random(1), time.monotonic() + PATIENCE_S
    while (match := Match.objects.get(pk=match_id)).status == Status.PLAYING:
        assert time.monotonic() < ends, f"the match was not over after {PATIENCE_S} s"
        sitter = next((one for one in get_seats(match) if not one.bot and one.number in match.to_act), None)
        if sitter is None:
            time.sleep(0.02)
            continue
        seat, shown = sitter.number, get_board(match.pk, sitter.player_id)
        assert shown is not None
        view, legal = shown["view"], shown["legal"] or []
        if phase and view["phase"] == phase:
            return ""
        if found := [text for text in legal if offers and text.startswith(offers)]:
            return found[0]
        text = bots.choose_action("greedy", match.game, seat, view, legal, str, rng)
        engine = registry.get(match.game, match.engine_version)
        if play.advance(engine, load_position(match), seat, text).outcome is not None:
            return text
        _submit(match, seat, text)
    return ""


def sign_in(username: str) -> str:
    """The key of a session of this person."""
    client = Client()
    client.force_login(Player.objects.get(username=username))
    return client.cookies["sessionid"].value


def sign_up(username: str) -> None:
    """Make an account that nobody has met."""
    Player.objects.create_user(username=username, display_name=username.title())


def agree(organiser: str, *players: str) -> None:
    """Let these people have agreed to an event of the organiser, who can enter them at once from then on."""
    people, at = list_people(), now()
    plan = Plan(name="An earlier evening", game="field-tactics", control=TimeControl())
    event_id = create_event(by=people[organiser], plan=plan, at=at)
    for name in players:
        join_event(event_id=event_id, player_id=people[name], at=at)
    cancel_event(event_id=event_id, by=people[organiser], at=at)


def guard(username: str) -> None:
    """Make an account that asks for a second factor, with the usual password."""
    assert switched_on(Player.objects.create_user(username=username, password="league-zero"), password="league-zero")


def token(username: str) -> str:
    """A new token of this person, to play and to organise."""
    return issue_token(username=username, name="journey", scopes=("play", "organise"), days=7, at=now())


def calm() -> None:
    """Let the bots rest in all matches: the demo's fill the first page, and together they take a quarter of a core."""
    Event.objects.update(bot_pace_ms=3_600_000)
    Match.objects.filter(bot_due_at__isnull=False).update(bot_due_at=now() + timedelta(hours=1))


def resign_all(*players: str) -> None:
    """Let these people resign their running matches, of which an account can have ten at most."""
    for player in Player.objects.filter(username__in=players):
        for match in Match.objects.filter(seats__player=player, status=Status.PLAYING):
            give_up(match.pk, player.pk)


def open_draft(owners: Sequence[str], terms: dict[str, Any], kind: str, **settings: Any) -> int:
    """The id of a draft that waits for its start, in a new season of the demo league with franchises of these owners."""
    at, people = now(), list_people()
    league, by = League.objects.get(slug="demo-league"), people["olivia"]
    days = SeasonDetails(f"Season by {kind}", at.date(), at.date() + timedelta(days=30))
    season = create_season(league_id=league.pk, by=by, days=days, at=at)
    enable_franchises(season_id=season, by=by, data={"salaries_paid": False, **terms}, at=at)
    fill_pool(season_id=season, by=by, default=True, at=at)
    for name in owners:
        create_franchise(season_id=season, by=people[name], name=f"The {name}s", at=at)
    change_phase(season_id=season, by=by, to="draft", at=at)
    made = create_draft(season_id=season, by=by, data={"order": "hand", "kind": kind, **settings}, at=at)
    Draft.objects.filter(pk=made).update(bot_pace_ms=DRAFTING_PACE_MS)
    return made
