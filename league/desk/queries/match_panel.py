"""The referee panel of a match page: calls, answers, and (after the match) revealed information."""

from dataclasses import dataclass
from datetime import datetime

from engines import registry
from engines.words import say
from league.desk.models import Call, Look
from league.desk.queries.access import access
from league.desk.rules import CALL_AFTER
from league.people.models import Player
from matches.models import Match, Seat, Status
from matches.refusals import Refused

OVER = (Status.CLOSED, Status.VOID)


@dataclass(frozen=True, slots=True)
class ToldCall:
    """A call; `text` and `answer` are empty for viewers who may not read them."""

    seat: int
    seat_name: str
    own: bool
    text: str
    at: datetime
    answered: bool
    answer: str


@dataclass(frozen=True, slots=True)
class ToldLook:
    """A referee's view of hidden information."""

    by: str
    username: str
    at: datetime
    entry: int
    why: str


@dataclass(frozen=True, slots=True)
class OnMatch:
    """The referee panel for one viewer."""

    match_id: int
    calls: tuple[ToldCall, ...]
    looks: tuple[ToldLook, ...]
    """Empty while the match runs, and for viewers who are neither players nor referees of it."""
    may_call: bool
    may_referee: bool


def on_match(match_id: int, person: Player | None, at: datetime) -> OnMatch:
    """Return the panel. Only the caller and referees can read a call; after the match, all players can."""
    match = Match.objects.defer("state", "behind", "clock").filter(pk=match_id).first() if match_id < 1 << 63 else None
    if match is None:
        raise Refused("not-found", say("Match not found."))
    over = match.status in OVER
    reader = person.pk if person is not None else None
    seats = dict(Seat.objects.filter(match=match, bot="", player__isnull=False).values_list("player", "number"))
    may_referee = person is not None and access(person.pk, match_id).may
    names = registry.get(match.game, match.engine_version).seat_names
    calls = tuple(
        _call(call, names[call.seat], reader, all_words=may_referee or (over and reader in seats))
        for call in Call.objects.filter(match=match)
    )
    looks = (
        Look.objects.filter(match=match_id).select_related("by") if over and (reader in seats or may_referee) else ()
    )
    told = tuple(ToldLook(str(one.by), one.by.username, one.at, one.entry, one.why) for one in looks)
    waiting = any(call.own and not call.answered for call in calls)
    in_time = not over or (match.closed_at is not None and at - match.closed_at <= CALL_AFTER)
    may_call = reader in seats and not waiting and in_time and not match.learn
    return OnMatch(match_id, calls, told, may_call, may_referee)


def _call(call: Call, name: str, reader: int | None, *, all_words: bool) -> ToldCall:
    own = call.player_id == reader
    told = own or all_words
    return ToldCall(
        call.seat, name, own, call.text if told else "", call.at, call.answered_at is not None,
        call.answer if told else "",
    )  # fmt: skip
