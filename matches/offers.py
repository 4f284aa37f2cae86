"""The offer policy of a match, and its open offers, as values stored in the match's row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import timedelta
from typing import Any

from matches.clock import TimeControl

DRAW, TAKEBACK, PAUSE, RESUME = OFFER_KINDS = ("draw", "takeback", "pause", "resume")
DECLINED, WITHDRAWN, LAPSED = "declined", "withdrawn", "lapsed"
"""How an offer comes to nothing."""
SHORT_CLAIM_DELAY = timedelta(seconds=60)
LONG_CLAIM_DELAY = timedelta(seconds=180)


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer: the seat that made it, and the other seats that have accepted."""

    seat: int
    agreed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class EndedOffer:
    """An offer that came to nothing: the seat that made it, how it ended and through which seat, and that log entry."""

    kind: str
    seat: int
    how: str
    by: int
    n: int


@dataclass(frozen=True, slots=True)
class Offers:
    """Open offers by kind, and the last one of each kind that came to nothing (`ended`).

    `last` holds by kind and seat how many moves the seat had made when it last offered.
    """

    open: Mapping[str, Offer] = field(default_factory=dict)
    last: Mapping[tuple[str, int], int] = field(default_factory=dict)
    ended: tuple[EndedOffer, ...] = ()

    def ask(self, kind: str, seat: int, moves: int) -> Offers:
        ended = tuple(offer for offer in self.ended if offer.kind != kind)
        return Offers({**self.open, kind: Offer(seat)}, {**self.last, (kind, seat): moves}, ended)

    def agree(self, kind: str, seat: int) -> Offers:
        offer = self.open[kind]
        return replace(self, open={**self.open, kind: replace(offer, agreed=offer.agreed | {seat})})

    def close(self, kind: str) -> Offers:
        """Return the offers without this kind, which was answered or withdrawn."""
        return replace(self, open={name: offer for name, offer in self.open.items() if name != kind})

    def end(self, kind: str, how: str, by: int, n: int) -> Offers:
        """Return the offers without this open one, which came to nothing through the seat `by` at log entry `n`."""
        ended = EndedOffer(kind, self.open[kind].seat, how, by, n)
        return replace(self.close(kind), ended=(*(offer for offer in self.ended if offer.kind != kind), ended))

    def after_move(self, seat: int, n: int) -> Offers:
        """Return the offers after the seat's move, entry `n`: those of others lapse, and its own takeback request."""
        offers = self
        for kind, offer in self.open.items():
            if offer.seat != seat or kind == TAKEBACK:
                offers = offers.end(kind, LAPSED, seat, n)
        return offers

    def unanswered_seats(self, kind: str, seats: Iterable[int]) -> frozenset[int]:
        """Return which of the seats have not answered; empty if there is no such offer."""
        offer = self.open.get(kind)
        return frozenset(seats) - offer.agreed - {offer.seat} if offer else frozenset()

    def dump(self) -> dict[str, Any] | None:
        if not self.open and not self.last:  # An offer that ended was made, so `last` has it.
            return None
        return {
            "open": {kind: {"seat": offer.seat, "agreed": sorted(offer.agreed)} for kind, offer in self.open.items()},
            "last": [[kind, seat, moves] for (kind, seat), moves in self.last.items()],
            "ended": [asdict(offer) for offer in self.ended],
        }

    @classmethod
    def load(cls, data: Mapping[str, Any] | None) -> Offers:
        if not data:
            return cls()
        offers = {kind: Offer(offer["seat"], frozenset(offer["agreed"])) for kind, offer in data["open"].items()}
        ended = tuple(EndedOffer(**offer) for offer in data.get("ended", ()))
        return cls(offers, {(kind, seat): moves for kind, seat, moves in data["last"]}, ended)


@dataclass(frozen=True, slots=True)
class OfferPolicy:
    """What players may agree on. The defaults are those of matches that count: draws only, and absence forfeits."""

    draw: bool = True
    """Draws may be offered if the game has them."""
    takeback: bool = False
    """Takebacks are possible if all agree and the game has no hidden information."""
    pause: bool = False
    abort: bool = False
    """Any player may abort the match before its second move."""
    abort_unplayed: bool = False
    """Abort is only possible before anything was dealt or moved; afterwards players can only resign."""
    claim: bool = True
    """Players may claim the win against a disconnected player."""
    absent_lose: bool = True
    """Players who are not ready in time forfeit; otherwise the match is cancelled."""

    def dump(self) -> dict[str, bool]:
        return asdict(self)

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> OfferPolicy:
        return cls(**{name: data[name] for name in cls.__dataclass_fields__ if name in data})


CASUAL_POLICY = OfferPolicy(takeback=True, pause=True, abort=True, absent_lose=False)
"""The offer policy of casual challenges."""
RATED_POLICY = OfferPolicy(pause=True, abort=True, abort_unplayed=True, absent_lose=False)
"""The offer policy of rated challenges: no takebacks."""


def get_claim_delay(control: TimeControl) -> timedelta | None:
    """Return how long a player must be disconnected before the win can be claimed; None in correspondence.

    One minute; three if turn and time bank exceed an hour; None from half a day.
    """
    total = timedelta(milliseconds=control.turn_ms + control.reserve_ms)
    if total >= timedelta(hours=12):
        return None
    return SHORT_CLAIM_DELAY if total <= timedelta(hours=1) else LONG_CLAIM_DELAY
