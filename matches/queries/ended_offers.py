"""Offers that came to nothing, as the players of a match are told."""

from typing import NamedTuple, cast

from engines import registry
from engines.i18n import mark, translate as _
from matches.models import Match
from matches.offers import DECLINED, DRAW, LAPSED, PAUSE, TAKEBACK, WITHDRAWN, EndedOffer, Offers
from matches.queries.board_types import BoardEndedOffer, EndOfOffer, QuestionKind
from matches.queries.seats import Seats


class EndTexts(NamedTuple):
    """How an offer ended: for its player, for the player who ended it, and for others."""

    to_offerer: str
    to_ender: str
    to_others: str


TEXTS = {
    (DRAW, DECLINED): EndTexts(
        mark("{by} declined your draw offer."),
        mark("You declined {name}’s draw offer."),
        mark("{by} declined {name}’s draw offer."),
    ),
    (DRAW, LAPSED): EndTexts(
        mark("Your draw offer ended: {by} moved."),
        mark("{name}’s draw offer ended with your move."),
        mark("{name}’s draw offer ended with {by}’s move."),
    ),
    (DRAW, WITHDRAWN): EndTexts(
        mark("You cancelled your draw offer."), mark("You cancelled your draw offer."), mark("{name} cancelled the draw offer.")
    ),
    (TAKEBACK, DECLINED): EndTexts(
        mark("{by} declined your takeback request."),
        mark("You declined {name}’s takeback request."),
        mark("{by} declined {name}’s takeback request."),
    ),
    (TAKEBACK, LAPSED): EndTexts(
        mark("Your takeback request ended: {by} moved."),
        mark("{name}’s takeback request ended with your move."),
        mark("{name}’s takeback request ended with {by}’s move."),
    ),
    (TAKEBACK, WITHDRAWN): EndTexts(
        mark("You cancelled your takeback request."),
        mark("You cancelled your takeback request."),
        mark("{name} cancelled the takeback request."),
    ),
    (PAUSE, DECLINED): EndTexts(
        mark("{by} declined your pause request."),
        mark("You declined {name}’s pause request."),
        mark("{by} declined {name}’s pause request."),
    ),
    (PAUSE, LAPSED): EndTexts(
        mark("Your pause request ended: {by} moved."),
        mark("{name}’s pause request ended with your move."),
        mark("{name}’s pause request ended with {by}’s move."),
    ),
    (PAUSE, WITHDRAWN): EndTexts(
        mark("You cancelled your pause request."),
        mark("You cancelled your pause request."),
        mark("{name} cancelled the pause request."),
    ),
}


def list_ended_offers(match: Match, seats: Seats, viewer: int) -> list[BoardEndedOffer]:
    """Return the last offers of each kind that came to nothing, as the player of the seat `viewer` is told."""
    side_names = registry.get_or_missing(match.game, match.engine_version).seat_names
    names = [seat.name or _(side_names[seat.number]) for seat in seats]
    return [
        {
            "kind": cast(QuestionKind, offer.kind), "seat": offer.seat, "how": cast(EndOfOffer, offer.how),
            "by": offer.by, "n": offer.n, "text": _describe(offer, names, viewer),
        }
        for offer in Offers.load(match.asked).ended
        if not (offer.how == LAPSED and offer.seat == offer.by)  # The own move after a takeback request is no news.
    ]  # fmt: skip


def _describe(offer: EndedOffer, names: list[str], viewer: int) -> str:
    texts = TEXTS[offer.kind, offer.how]
    text = {offer.by: texts.to_ender, offer.seat: texts.to_offerer}.get(viewer, texts.to_others)
    return _(text, by=names[offer.by], name=names[offer.seat])
