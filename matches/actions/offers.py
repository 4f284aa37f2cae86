"""Offers to the other players and their answers: draw, takeback, pause, resume."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import translate as _
from matches.actions.conditional_answers import drop_conditional_moves
from matches.actions.locked_match import active_seats, lock_for_player
from matches.actions.match_session import MatchSession
from matches.errors import ActionError, raise_refusal
from matches.lifecycle import MatchAction
from matches.offers import DECLINED, DRAW, OFFER_KINDS, RESUME, WITHDRAWN
from matches.queries.offers import find_offer_refusal
from matches.queries.position import replay_position

PAUSE_DURATION = timedelta(minutes=15)
"""An agreed pause ends after this time, so that nobody can delay a match for ever."""
OFFER, ACCEPT, DECLINE, WITHDRAW = ANSWERS = ("offer", "accept", "decline", "withdraw")


@transaction.atomic
def respond_to_offer(*, match_id: int, player_id: int, kind: str, do: str, at: datetime) -> None:
    """Make an offer of this `kind`, or accept, decline or withdraw one (`do`). Written to the log.

    Making an offer that another player has made accepts it. It takes effect as soon as all others have accepted. Bots
    accept everything except draws.
    """
    if kind not in OFFER_KINDS:
        raise ActionError("bad-kind", _("The offer must be one of {kinds}.", kinds=", ".join(OFFER_KINDS)), "kind")
    if do not in ANSWERS:
        raise ActionError("bad-answer", _("`do` must be one of {answers}.", answers=", ".join(ANSWERS)), "do")
    session, seat = lock_for_player(MatchAction(kind), match_id=match_id, player_id=player_id, at=at)
    offer = session.offers.open.get(kind)
    if do == OFFER and (offer is None or offer.seat == seat):
        _make_offer(session, kind, seat, at)
    elif offer is None:
        raise ActionError("nothing-asked", _("There is no open offer. It may have expired after a move."))
    elif do == WITHDRAW:
        _close_offer(session, do, kind, seat, at)
    elif offer.seat == seat:
        raise ActionError("own-question", _("Only the other players can answer this offer. You can cancel it."))
    elif do == DECLINE:
        _close_offer(session, do, kind, seat, at)
    else:
        _accept_offer(session, kind, seat, at)
    session.save(at)


def _make_offer(session: MatchSession, kind: str, seat: int, at: datetime) -> None:
    raise_refusal(find_offer_refusal(kind, session.match, session.position, session.offers, seat))
    session.offers = session.offers.ask(kind, seat, session.match.turns[seat])
    session.add_entry(None, f"offer-{kind} {seat}", at=at)
    for bot in (other.number for other in session.seats if other.bot):
        if bot not in session.offers.unanswered_seats(kind, active_seats(session)):
            continue
        if kind == DRAW:
            _close_offer(session, "decline", kind, bot, at)
        else:
            _accept_offer(session, kind, bot, at)


def _close_offer(session: MatchSession, verb: str, kind: str, seat: int, at: datetime) -> None:
    """Decline or withdraw the open offer."""
    if verb == WITHDRAW and session.offers.open[kind].seat != seat:
        raise ActionError("not-your-question", _("Another player made this offer. You can accept or decline it."))
    if kind == RESUME:
        raise ActionError(
            "not-answered-so",
            _("You can't decline this. Accept when you're back; otherwise the pause ends automatically."),
            "do",
        )
    entry = session.add_entry(None, f"{verb}-{kind} {seat}", at=at)
    session.offers = session.offers.end(kind, WITHDRAWN if verb == WITHDRAW else DECLINED, seat, entry.n)


def _accept_offer(session: MatchSession, kind: str, seat: int, at: datetime) -> None:
    if seat in session.offers.open[kind].agreed:
        raise ActionError("agreed-already", _("You've already accepted. Waiting for the other players."))
    session.offers = session.offers.agree(kind, seat)
    session.add_entry(None, f"agree-{kind} {seat}", at=at)
    if session.offers.unanswered_seats(kind, active_seats(session)):
        return
    offering_seat = session.offers.open[kind].seat
    session.offers = session.offers.close(kind)
    match kind:
        case "draw":
            session.add_entry(None, "draw", at=at)
        case "pause":
            session.add_entry(None, "pause", at=at)
            session.stop(at, at + PAUSE_DURATION)
        case "resume":
            session.resume_play(at)
        case "takeback":
            drop_conditional_moves(session.match)
            session.position = replay_position(session.match, session.new_entries)
            session.add_entry(None, f"takeback {offering_seat}", at=at)
