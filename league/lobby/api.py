"""Games and challenges for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.words import say
from league.drafts.queries.drafts import draft_of_match
from league.games import Game, games
from league.lobby import challenges, invitations, rematches, serializers
from league.lobby.challenge_options import ANYONE, BOT_PACE_MS, LINK, ME, Offer, Wanted, Who, bot, player
from league.lobby.queries import Offered, lobby
from league.people.sessions import reader
from league.quotas import origin_of
from league.time_controls.forms import read_time
from matches.api.idempotency import creates
from matches.api.serializers import NonceSerializer
from matches.moment import now
from matches.refusals import Refused

OFFER_FIELDS = {
    "game", "seats", "lot", "rated", "options", "time", "delay_s", "bot_pace_ms", "draws_gamers",
}  # fmt: skip


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
    @creates("matches/{match_id}/")
    def post(self, request: Request) -> Response:
        """Offer a match. It begins when every seat is taken; with bots alone, at once."""
        match_id = challenges.challenge(
            by=_player(request), offer=_offer(request.data), at=now(), origin=origin_of(request.META)
        )
        return Response(_opened(match_id), status=201)


class AcceptView(APIView):
    @extend_schema(request=serializers.AcceptSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a free seat of a challenge, or the one that is kept for you."""
        given = _object(request.data)
        seat = given.get("seat")
        if seat is not None and not _is_whole(seat):
            raise Refused("bad-seat", say("Name a seat by its number."), "seat")
        nonce = given.get("nonce", "")
        challenges.accept(match_id=match_id, player_id=_player(request), at=now(), seat=seat, nonce=nonce)
        return Response(_opened(match_id))


class CancelView(APIView):
    @extend_schema(request=None, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Take a challenge back, decline it, or give its seat back."""
        challenges.withdraw(match_id=match_id, by=_player(request), at=now())
        return Response(_opened(match_id))


class LinksView(APIView):
    @extend_schema(responses=serializers.LinkSerializer(many=True))
    def get(self, request: Request, match_id: int) -> Response:
        """The links to seats of your own challenge that lead somewhere."""
        return Response([_link(one) for one in invitations.own_links(match_id=match_id, by=_player(request), at=now())])

    @extend_schema(request=serializers.LinkSeatSerializer, responses={201: serializers.LinkSerializer})
    @creates("challenges/{match_id}/links/")
    def post(self, request: Request, match_id: int) -> Response:
        """Make a new link to a seat that is kept for one; the one before leads nowhere any more."""
        who, seat = _player(request), _seat(request)
        return Response(_link(invitations.make_link(match_id=match_id, by=who, seat=seat, at=now())), status=201)

    @extend_schema(request=serializers.LinkSeatSerializer, responses={204: None})
    def delete(self, request: Request, match_id: int) -> Response:
        """Revoke the link to a seat."""
        invitations.revoke_link(match_id=match_id, by=_player(request), seat=_seat(request), at=now())
        return Response(status=204)


class InvitationView(APIView):
    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, token: str) -> Response:
        """Take the seat that an invitation link leads to. Guests open the link's page instead."""
        nonce = _object(request.data).get("nonce", "")
        match_id = invitations.use_link(token=token, player_id=_player(request), at=now(), nonce=nonce)
        return Response(_opened(match_id))


class RematchView(APIView):
    @extend_schema(request=NonceSerializer, responses=serializers.OpenedSerializer)
    def post(self, request: Request, match_id: int) -> Response:
        """Offer the others of a finished match another one with the sides swapped, or accept theirs."""
        nonce = _object(request.data).get("nonce", "")
        made = rematches.rematch(
            match_id=match_id, by=_player(request), at=now(), nonce=nonce, origin=origin_of(request.META)
        )
        return Response(_opened(made))


def _opened(match_id: int) -> dict[str, Any]:
    return {"match_id": match_id, "url": f"/matches/{match_id}/", "draft_id": draft_of_match(match_id)}


def _link(one: invitations.Link) -> dict[str, Any]:
    return {
        "match_id": one.match_id, "seat": one.seat, "token": one.token, "url": f"/invitations/{one.token}/",
        "expires_at": one.expires_at,
    }  # fmt: skip


def _seat(request: Request) -> int:
    seat = _object(request.data).get("seat")
    if not _is_whole(seat):
        raise Refused("bad-seat", say("Name a seat by its number."), "seat")
    return int(seat)  # type: ignore[arg-type]


def _offer(data: Any) -> Offer:
    given = _object(data)
    if unknown := sorted(set(given) - OFFER_FIELDS):
        raise Refused(
            "unknown-field", say("There is no field {unknown} here.", unknown=repr(unknown[0][:40])), unknown[0][:40]
        )
    game, seats, options = given.get("game"), given.get("seats"), given.get("options", {})
    if not isinstance(game, str):
        raise Refused("unknown-game", say("Name a game by its key."), "game")
    if not isinstance(seats, list) or not 1 <= len(seats) <= 10:
        raise Refused("bad-seats", say("Say who plays each seat, as a list."), "seats")
    if not isinstance(options, dict):
        raise Refused("bad-option", say("Give options by name."), "options")
    for name in ("lot", "rated"):
        if not isinstance(given.get(name, False), bool):
            raise Refused("malformed", say("`{name}` is true or false.", name=name), name)
    draws = given.get("draws_gamers")
    if draws is not None and not isinstance(draws, bool):
        raise Refused("malformed", say("`draws_gamers` is true, false or null."), "draws_gamers")
    delay = given.get("delay_s", 0)
    if not isinstance(delay, int) or isinstance(delay, bool):
        raise Refused("bad-delay", say("`delay_s` is a whole number of seconds, 0 to 1800."), "delay_s")
    pace = given.get("bot_pace_ms", BOT_PACE_MS)
    if not isinstance(pace, int) or isinstance(pace, bool):
        raise Refused(
            "bad-pace", say("`bot_pace_ms` must be a whole number of milliseconds, 0 to 60000."), "bot_pace_ms"
        )
    wanted = tuple(_wanted(one, at) for at, one in enumerate(seats))
    return Offer(
        game,
        read_time(given.get("time", "standard")),
        wanted,
        given.get("lot", False),
        given.get("rated", False),
        options,
        delay_s=delay,
        bot_pace_ms=pace,
        draws_gamers=draws,
    )


def _wanted(one: Any, at: int) -> Wanted:
    if one == "me":
        return ME
    if one in ("anyone", "link"):
        return ANYONE if one == "anyone" else LINK
    if isinstance(one, dict) and len(one) == 1:
        [(who, name)] = one.items()
        if isinstance(name, str) and name and name.isprintable() and who in (Who.BOT, Who.PLAYER):
            return bot(name) if who == Who.BOT else player(name)
    text = say('Each seat is "me", "anyone", "link", {"player": name} or {"bot": kind}.')
    raise Refused("bad-seats", text, f"seat_{at}")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100


def _object(data: Any) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Refused("malformed", say("Send a JSON object."))
    return data


def _player(request: Request) -> int:
    person = reader(request._request)
    if person is None:
        raise Refused("sign-in-needed", say("Sign in first."))
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
        "match_id": match.match_id,
        "url": f"/matches/{match.match_id}/",
        "draft_id": one.draft_id,
        "game": match.game,
        "options": match.options,
        "rated": one.rated,
        "draws_gamers": one.draws_gamers,
        "time": match.control.dump(),
        "seats": [
            {"number": s.number, "name": s.name, "player": s.username or None, "bot": s.bot or None, "ready": s.ready}
            for s in match.seats
        ],
    }
