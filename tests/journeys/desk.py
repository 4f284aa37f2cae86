"""Does what no page offers: opens a match of another game or pace, with a shorter clock or some moves made, plays on
for its people, signs somebody in without a form. Runs apart, in the site's environment: one JSON object a line in, one
out.

    {"match": {"seats": ["ada", "bot:level-1"], "turn_ms": 3000, "reserve_ms": 0}}
    {"match": {"match": 12, "moves": ["B4-B5"]}}                  the side to move makes each of them
    {"session": "ada"}
    {"furnish": {}}                                               one thing of each kind: see tests.journeys.world
    {"guarded": "zoe"}                                            an account that asks for a second factor
    {"token": "ada"}                                              to play and to organise
    {"draft": {"kind": "snake", "owners": ["ada"], "terms": {}}}  a season in its draft: see tests.journeys.drafting
    {"reported": ["ada", "ben"]}                                  an event that is played elsewhere: its id
    {"timed": ["ada", "ben"]}                                     an event with a play window: its id
    {"teams": ["ada", "ben"]}                                     an event between their teams: its id, the first team's id
    {"resigned": ["ada", "ben"]}                                  they have resigned their running matches of before
    {"calm": {}}                                                  bots leave the matches of this moment alone for an hour
    {"play": {"match": 12, "phase": "act"}}   for its people, up to a phase, an offer, or an action that would end it
"""

import json
import sys
import time
import traceback
from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

PATIENCE_S = 300
HOUR_MS = 3_600_000


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What was asked for as `made`, or why not as `wrong`."""
    try:
        ((action, about),) = asked.items()
        return {"made": _ACTIONS[action](about)}
    except Exception:
        return {"wrong": traceback.format_exc()}


def _match(asked: dict[str, Any]) -> int:
    """Its id. People still have to say that they are ready, unless a bot is the opponent or moves are given."""
    match = asked.get("match") or _open(asked)
    for text in asked.get("moves", []):
        _move(match, text)
    return int(match)


def _open(asked: dict[str, Any]) -> int:
    from matches.actions.creation import create_match
    from matches.clock import TimeControl
    from matches.server_time import now

    at = now()
    taken: list[int] = []
    alone = "moves" in asked or any(name.startswith("bot:") for name in asked["seats"])
    return create_match(
        game=asked.get("game", "field-tactics"),
        options=asked.get("options", {}),
        seats=[_seat(name, taken, ready=alone) for name in asked["seats"]],
        control=TimeControl(asked.get("turn_ms", 180_000), asked.get("reserve_ms", 300_000)),
        at=at,
        start_by=at + timedelta(minutes=10),
    )


def _move(match_id: int, text: str) -> None:
    from matches.models import Match

    match = Match.objects.get(pk=match_id)
    (seat,) = match.to_act
    _submit(match, seat, text)


def _submit(match: Any, seat: int, text: str) -> None:
    from matches.actions.adjudication import adjudicate
    from matches.actions.submission import submit
    from matches.models import Submission
    from matches.server_time import now

    player, key = match.seats.get(number=seat).player_id, f"{match.last_entry}-{text}"[:60]
    sent = submit(match_id=match.pk, player_id=player, turn=match.turns[seat], text=text, key=key, received_at=now())
    adjudicate(match_id=match.pk, at=now())
    judged = Submission.objects.get(pk=sent.pk)
    assert judged.entry is not None, f"{text} was refused: {judged.refusal}"


def _play(asked: dict[str, Any]) -> str:
    """Play for the people at a match as a bot of a `policy` would, while its bots play for themselves.

    Stops before an action that ends the match and returns its notation; "" if it is over already. Stops also when a
    person is to act in a `phase`, or may do an action that begins with `offers`: then it returns that action.
    """
    from engines import bots, play, registry
    from matches.models import Match, Status
    from matches.queries.board_view import get_board
    from matches.queries.position import load_position
    from matches.queries.seats import get_seats

    rng, ends = Random(asked.get("seed", 1)), time.monotonic() + PATIENCE_S
    while (match := Match.objects.get(pk=asked["match"])).status == Status.PLAYING:
        assert time.monotonic() < ends, f"the match was not over after {PATIENCE_S} s"
        sitter = next((one for one in get_seats(match) if not one.bot and one.number in match.to_act), None)
        if sitter is None:
            time.sleep(0.02)
            continue
        seat, shown = sitter.number, get_board(match.pk, sitter.player_id)
        assert shown is not None
        legal = shown["legal"] or []
        if "phase" in asked and shown["view"]["phase"] == asked["phase"]:
            return ""
        if found := [text for text in legal if "offers" in asked and text.startswith(asked["offers"])]:
            return found[0]
        text = bots.choose_action(asked.get("policy", "greedy"), match.game, seat, shown["view"], legal, str, rng)
        engine = registry.get(match.game, match.engine_version)
        if play.advance(engine, load_position(match), seat, text).outcome is not None:
            return text
        _submit(match, seat, text)
    return ""


def _seat(name: str, taken: list[int], *, ready: bool) -> Any:
    """A seat's plan. The first bot of a kind is the house's; others of the same match are accounts of their own."""
    from league.people.actions.bots import get_free_bot, get_house_bot
    from league.people.models import Player
    from matches.actions.creation import SeatPlan
    from matches.server_time import now

    if name.startswith("bot:"):
        kind = name.removeprefix("bot:")
        bot = get_house_bot(kind=kind, at=now())
        bot = get_free_bot(kind=kind, taken=taken, at=now()) if bot in taken else bot
        taken.append(bot)
        return SeatPlan(bot, bot=kind)
    return SeatPlan(Player.objects.get(username=name).pk, ready=ready)


def _session(username: str) -> str:
    """The key of a session of this person."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from league.people.models import Player
    from league.people.session_store import SessionStore

    player, session = Player.objects.get(username=username), SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def _guarded(username: str) -> str:
    """The id of a new account with the usual password and a second factor."""
    from league.people.models import Player
    from tests.league.people.authenticator_app import switched_on

    player = Player.objects.create_user(username=username, password="league-zero")
    assert switched_on(player, password="league-zero")
    return str(player.pk)


def _furnish(asked: dict[str, Any]) -> dict[str, Any]:
    from tests.journeys.world import furnish

    return furnish()


def _draft(asked: dict[str, Any]) -> int:
    from tests.journeys.drafting import open_draft

    return open_draft(asked)


def _token(username: str) -> str:
    """A token of this person, to play and to organise."""
    from league.api_tokens.actions import issue_token
    from matches.server_time import now

    return issue_token(username=username, name="journey", scopes=("play", "organise"), days=7, at=now())


def _calm(_: dict[str, Any]) -> None:
    from django.utils import timezone

    from league.events.models import Event
    from matches.models import Match

    Event.objects.update(bot_pace_ms=HOUR_MS)
    Match.objects.filter(bot_due_at__isnull=False).update(bot_due_at=timezone.now() + timedelta(milliseconds=HOUR_MS))


def _resigned(players: list[str]) -> None:
    from league.people.models import Player
    from matches.actions.adjudication import adjudicate
    from matches.actions.endings import resign
    from matches.models import Match, Status
    from matches.server_time import now

    for player in Player.objects.filter(username__in=players):
        for match in Match.objects.filter(seats__player=player, status=Status.PLAYING):
            resign(match_id=match.pk, player_id=player.pk, received_at=now())
            adjudicate(match_id=match.pk, at=now())


def _reported(players: list[str]) -> int:
    from matches.server_time import now
    from tests.journeys.world import open_reported

    return open_reported(players, now())


def _timed(players: list[str]) -> int:
    from matches.server_time import now
    from tests.journeys.world import open_timed

    return open_timed(players, now())


def _teams(captains: list[str]) -> dict[str, int]:
    from league.people.models import Player
    from matches.server_time import now
    from tests.journeys.world import open_teams

    return open_teams(dict(Player.objects.values_list("username", "pk")), now(), captains)


_ACTIONS: dict[str, Callable[[Any], Any]] = {
    "match": _match, "session": _session, "token": _token, "play": _play, "furnish": _furnish, "guarded": _guarded,
    "reported": _reported, "timed": _timed, "calm": _calm, "resigned": _resigned, "draft": _draft, "teams": _teams,
}  # fmt: skip

if __name__ == "__main__":
    import django

    django.setup()
    from deploy.celery import app  # noqa: F401

    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()
