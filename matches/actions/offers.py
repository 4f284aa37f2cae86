"""Offers to the other players and their answers: draw, takeback, pause, resume."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.words import say
from matches.actions.locked_match import active_seats, lock_for_player
from matches.actions.sitting import Sitting
from matches.lifecycle import Message
from matches.offers import DRAW, KINDS, RESUME
from matches.queries.offers import why_not_ask
from matches.queries.position import replayed
from matches.refusals import Refused, raise_refusal

PAUSE_LASTS = timedelta(minutes=15)
"""An agreed pause ends after this time, so that nobody can delay a match for ever."""
OFFER, ACCEPT, DECLINE, WITHDRAW = ANSWERS = ("offer", "accept", "decline", "withdraw")


@transaction.atomic
def agree(*, match_id: int, player_id: int, kind: str, do: str, at: datetime) -> None:
    """Make an offer of this `kind`, or accept, decline or withdraw one (`do`). Written to the log.

    Making an offer that another player has made accepts it. It takes effect as soon as all others have accepted. Bots
    accept everything except draws.
    """
    if kind not in KINDS:
        raise Refused("bad-kind", say("The offer must be one of {kinds}.", kinds=", ".join(KINDS)), "kind")
    if do not in ANSWERS:
        raise Refused("bad-answer", say("`do` must be one of {answers}.", answers=", ".join(ANSWERS)), "do")
    sitting, seat = lock_for_player(Message(kind), match_id=match_id, player_id=player_id, at=at)
    question = sitting.asked.open.get(kind)
    if do == OFFER and (question is None or question.seat == seat):
        _ask(sitting, kind, seat, at)
    elif question is None:
        raise Refused("nothing-asked", say("There is no open offer. It may have expired after a move."))
    elif do == WITHDRAW:
        _close(sitting, do, kind, seat, at)
    elif question.seat == seat:
        raise Refused("own-question", say("Only the other players can answer this offer. You can cancel it."))
    elif do == DECLINE:
        _close(sitting, do, kind, seat, at)
    else:
        _accept(sitting, kind, seat, at)
    sitting.write(at)


def _ask(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    raise_refusal(why_not_ask(kind, sitting.match, sitting.position, sitting.asked, seat))
    sitting.asked = sitting.asked.ask(kind, seat, sitting.match.turns[seat])
    sitting.enter(None, f"offer-{kind} {seat}", at=at)
    for bot in (other.number for other in sitting.seats if other.bot):
        if bot not in sitting.asked.waits_for(kind, active_seats(sitting)):
            continue
        if kind == DRAW:
            _close(sitting, "decline", kind, bot, at)
        else:
            _accept(sitting, kind, bot, at)


def _close(sitting: Sitting, verb: str, kind: str, seat: int, at: datetime) -> None:
    """Decline or withdraw the open offer."""
    if verb == WITHDRAW and sitting.asked.open[kind].seat != seat:
        raise Refused("not-your-question", say("Another player made this offer. You can accept or decline it."))
    if kind == RESUME:
        raise Refused(
            "not-answered-so",
            say("You can't decline this. Accept when you're back; otherwise the pause ends automatically."),
            "do",
        )
    sitting.asked = sitting.asked.close(kind)
    sitting.enter(None, f"{verb}-{kind} {seat}", at=at)


def _accept(sitting: Sitting, kind: str, seat: int, at: datetime) -> None:
    if seat in sitting.asked.open[kind].agreed:
        raise Refused("agreed-already", say("You've already accepted. Waiting for the other players."))
    sitting.asked = sitting.asked.agree(kind, seat)
    sitting.enter(None, f"agree-{kind} {seat}", at=at)
    if sitting.asked.waits_for(kind, active_seats(sitting)):
        return
    asker = sitting.asked.open[kind].seat
    sitting.asked = sitting.asked.close(kind)
    match kind:
        case "draw":
            sitting.enter(None, "draw", at=at)
        case "pause":
            sitting.enter(None, "pause", at=at)
            sitting.stop(at, at + PAUSE_LASTS)
        case "resume":
            sitting.go_on(at)
        case "takeback":
            sitting.position = replayed(sitting.match, sitting.fresh)
            sitting.enter(None, f"takeback {asker}", at=at)
