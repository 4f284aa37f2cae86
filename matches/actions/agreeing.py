"""Asking the other players for something, and answering: a draw, a move back, a pause, an end of the pause."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from engines import play
from engines.words import say
from matches.actions.sitting import Sitting
from matches.actions.table import come, still_in
from matches.lifecycle import Message
from matches.models import Entry
from matches.offers import DRAW, KINDS, PAUSE, RESUME, TAKEBACK
from matches.queries.consent import why_not_ask
from matches.refusals import Refused

PAUSE_LASTS = timedelta(minutes=15)
"""An agreed pause ends by itself then, so that nobody holds a match up for ever."""
OFFER, ACCEPT, DECLINE, WITHDRAW = ANSWERS = ("offer", "accept", "decline", "withdraw")


@transaction.atomic
def agree(*, match_id: int, player_id: int, kind: str, do: str, at: datetime) -> None:
    """Offer something (`kind`), or accept, decline or withdraw what has been offered (`do`). The log tells everybody.

    Offering what another has offered accepts it. When all others have accepted it is done at once. Bots accept
    everything but draws.
    """
    if kind not in KINDS:
        raise Refused("bad-kind", say("What is to be agreed on is one of {kinds}.", kinds=", ".join(KINDS)), "kind")
    if do not in ANSWERS:
        raise Refused("bad-answer", say("Say one of {answers}.", answers=", ".join(ANSWERS)), "do")
    sitting, seat = come(Message(kind), match_id=match_id, player_id=player_id, at=at)
    question = sitting.asked.open.get(kind)
    if do == OFFER and (question is None or question.seat == seat):
        _ask(sitting, kind, seat, at)
    elif question is None:
        raise Refused("nothing-asked", say("Nobody has asked for this, or a move has answered it already."))
    elif do == WITHDRAW:
        _withdraw(sitting, kind, seat, at)
    elif question.seat == seat:
        raise Refused("own-question", say("The others have to answer this. You can withdraw it."))
    elif do == DECLINE:
        _decline(sitting, kind, seat, at)
    else:
        _accept(sitting, kind, seat, at)
    sitting.write(at)


def _ask(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    refused = why_not_ask(kind, sitting.match, sitting.position, sitting.asked, seat)
    if refused is not None:
        raise Refused(*refused)
    sitting.asked = sitting.asked.ask(kind, seat, sitting.match.turns[seat])
    _tell(sitting, f"offer-{kind} {seat}", at)
    for one in sitting.seats:
        if one.bot and kind in sitting.asked.open and one.number in sitting.asked.waits_for(kind, still_in(sitting)):
            (_decline if kind == DRAW else _accept)(sitting, kind, one.number, at)


def _withdraw(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    if sitting.asked.open[kind].seat != seat:
        raise Refused("not-your-question", say("Somebody else has asked for this. You can accept or decline it."))
    _check_not_resuming(kind)
    _close(sitting, "withdraw", kind, seat, at)


def _decline(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    _check_not_resuming(kind)
    _close(sitting, "decline", kind, seat, at)


def _check_not_resuming(kind: str) -> None:
    if kind == RESUME:
        raise Refused("not-answered-so", say("Accept when you are back; else the pause ends by itself."), "do")


def _close(sitting: Sitting, verb: str, kind: str, seat: int, at: datetime) -> None:
    sitting.asked = sitting.asked.close(kind)
    _tell(sitting, f"{verb}-{kind} {seat}", at)


def _accept(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    if seat in sitting.asked.open[kind].agreed:
        raise Refused("agreed-already", say("You have agreed already. The others have not answered yet."))
    sitting.asked = sitting.asked.agree(kind, seat)
    _tell(sitting, f"agree-{kind} {seat}", at)
    if not sitting.asked.waits_for(kind, still_in(sitting)):
        asker = sitting.asked.open[kind].seat
        sitting.asked = sitting.asked.close(kind)
        _DONE[kind](sitting, asker, at)


def _tell(sitting: Sitting, word: str, at: datetime) -> None:
    sitting.enter(None, word, at=at, resume_at=at)


def _draw(sitting: Sitting, asker: int, at: datetime) -> None:
    _tell(sitting, "draw", at)


def _pause(sitting: Sitting, asker: int, at: datetime) -> None:
    _tell(sitting, "pause", at)
    sitting.stop(at, at + PAUSE_LASTS)


def _resume(sitting: Sitting, asker: int, at: datetime) -> None:
    sitting.go_on(at)


def _takeback(sitting: Sitting, asker: int, at: datetime) -> None:
    """The log is played through again: what a match keeps in its row is only where it stands."""
    match = sitting.match
    lines = [*Entry.objects.filter(match=match).order_by("n").values_list("by", "do")]
    lines += [(entry.by, entry.do) for entry in sitting.fresh]
    for position in play.replay(sitting.engine, match.options, len(sitting.seats), lines):
        sitting.position = position
    _tell(sitting, f"takeback {asker}", at)


_DONE: dict[str, Callable[[Sitting, int, datetime], None]] = {
    DRAW: _draw, PAUSE: _pause, RESUME: _resume, TAKEBACK: _takeback,
}  # fmt: skip
