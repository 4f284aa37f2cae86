"""Games and challenges for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.games import Game, games
from league.lobby import actions, serializers
from league.lobby.offers import ANYONE, ME, Offer, Wanted, Who, bot, player
from league.lobby.presets import PRESETS
from league.lobby.queries import Offered, lobby
from league.people.sessions import reader
from matches.clock import Control
from matches.moment import now
from matches.refusals import Refused

LONGEST_MS = 14 * 86_400_000


class GamesView(APIView):
    @extend_schema(responses=serializers.GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The games that can be played here: seats, bots, and options with their defaults."""
        return Response([_game(one) for one in games()])


class ChallengesView(APIView):
    @extend_schema(responses=serializers.LobbySerializer)
    def get(self, request: Request) -> Response:
        """What waits for anyone, for you, and because of you."""
        shown = lobby(request.user.pk)
        return Response(
            {
                "open": [_offered(one) for one in shown.open],
                "for_you": [_offered(one) for one in shown.invitations],
                "yours": [_offered(one) for one in shown.mine],
            }
        )

    @extend_schema(request=serializers.ChallengeSerializer, responses={201: serializers.OpenedSerializer})
    def post(self, request: Request) -> Response:
        """Offer a match. It begins when every seat is taken; with bots alone, at once."""
        match_id = actions.challenge(by=_player(request), offer=_offer(request.data), at=now())
        return Response({"match": match_id, "url": f"/matches/{match_id}/"}, status=201)


class AcceptView(APIView):
    @extend_schema(request=serializers.AcceptSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a free seat of a challenge, or the one that is kept for you."""
        given = _object(request.data)
        seat = given.get("seat")
        if seat is not None and not _is_whole(seat):
            raise Refused("bad-seat", "Name a seat by its number.", "seat")
        actions.accept(match_id=match_id, player_id=_player(request), at=now(), seat=seat)
        return Response({"match": match_id, "url": f"/matches/{match_id}/"})


class CancelView(APIView):
    @extend_schema(request=None, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a challenge back, decline it, or give its seat back."""
        actions.withdraw(match_id=match_id, by=_player(request), at=now())
        return Response({"match": match_id, "url": f"/matches/{match_id}/"})


def _offer(data: Any) -> Offer:
    given = _object(data)
    if unknown := sorted(set(given) - {"game", "seats", "lot", "rated", "options", "time", "delay_s"}):
        raise Refused("unknown-field", f"There is no field {unknown[0][:40]!r} here.", unknown[0][:40])
    game, seats, options = given.get("game"), given.get("seats"), given.get("options", {})
    if not isinstance(game, str):
        raise Refused("unknown-game", "Name a game by its key.", "game")
    if not isinstance(seats, list) or not 1 <= len(seats) <= 10:
        raise Refused("bad-seats", "Say who plays each seat, as a list.", "seats")
    if not isinstance(options, dict):
        raise Refused("bad-option", "Give options by name.", "options")
    for name in ("lot", "rated"):
        if not isinstance(given.get(name, False), bool):
            raise Refused("malformed", f"`{name}` is true or false.", name)
    delay = given.get("delay_s", 0)
    if not isinstance(delay, int) or isinstance(delay, bool):
        raise Refused("bad-delay", "`delay_s` is a whole number of seconds, 0 to 1800.", "delay_s")
    wanted = tuple(_wanted(one, at) for at, one in enumerate(seats))
    return Offer(
        game,
        _control(given.get("time", "standard")),
        wanted,
        given.get("lot", False),
        given.get("rated", False),
        options,
        delay_s=delay,
    )


def _wanted(one: Any, at: int) -> Wanted:
    if one == "me":
        return ME
    if one == "anyone":
        return ANYONE
    if isinstance(one, dict) and len(one) == 1:
        [(who, name)] = one.items()
        if isinstance(name, str) and name and name.isprintable() and who in (Who.BOT, Who.PLAYER):
            return bot(name) if who == Who.BOT else player(name)
    text = 'Each seat is "me", "anyone", {"player": name} or {"bot": kind}.'
    raise Refused("bad-seats", text, f"seat_{at}")


def _control(time: Any) -> Control:
    if isinstance(time, str) and time in PRESETS:
        return PRESETS[time]
    names = {"turn_ms", "reserve_ms", "increment_ms"}
    if isinstance(time, dict) and set(time) <= names and all(_is_time(value) for value in time.values()):
        try:
            return Control(**{"turn_ms": 0, "reserve_ms": 0, **time})
        except ValueError as bad:
            raise Refused("bad-time", str(bad), "time") from bad
    text = f"`time` is one of {', '.join(PRESETS)}, or turn_ms, reserve_ms and increment_ms, at most 14 days each."
    raise Refused("bad-time", text, "time")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100


def _is_time(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LONGEST_MS


def _object(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Refused("malformed", "Send a JSON object.")
    return data


def _player(request: Request) -> int:
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", "Sign in first.")
    return int(person.pk)


def _game(one: Game) -> dict[str, Any]:
    return {
        "key": one.key,
        "name": one.name,
        "about": one.about,
        "seats": list(one.sides),
        "players": list(one.counts),
        "bots": list(one.bots),
        "options": [
            {
                "name": choice.name,
                "kind": choice.kind,
                "label": choice.label,
                "text": choice.text,
                "default": choice.default,
                "least": choice.least if choice.kind == "number" else None,
                "most": choice.most if choice.kind == "number" else None,
                "values": [value.value for value in choice.values] or None,
            }
            for choice in one.choices
        ],
    }


def _offered(one: Offered) -> dict[str, Any]:
    match = one.match
    return {
        "match": match.match_id,
        "url": f"/matches/{match.match_id}/",
        "game": match.game,
        "options": match.options,
        "rated": one.rated,
        "time": {"turn_ms": match.turn_ms, "reserve_ms": match.reserve_ms},
        "seats": [
            {"number": s.number, "name": s.name, "player": s.username or None, "bot": s.bot or None, "ready": s.ready}
            for s in match.seats
        ],
    }
