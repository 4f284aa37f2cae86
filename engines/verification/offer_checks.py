"""Verification of agreements and stops: draws, pauses, takebacks, and what resumes a match."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from engines.contract import Seat
from engines.i18n import mark, translate as _
from engines.referee_notation import STOP, Word, parse_word

_ALREADY_OFFERED = {
    "draw": mark("Seat {seat} offers a draw while a draw offer is open."),
    "takeback": mark("Seat {seat} requests a takeback while a takeback request is open."),
    "pause": mark("Seat {seat} requests a pause while a pause request is open."),
    "resume": mark("Seat {seat} requests to resume while such a request is open."),
}
_NOT_OFFERED = {
    "draw": mark("Seat {seat} answers a draw offer, but has none to answer."),
    "takeback": mark("Seat {seat} answers a takeback request, but has none to answer."),
    "pause": mark("Seat {seat} answers a pause request, but has none to answer."),
    "resume": mark("Seat {seat} answers a request to resume, but has none to answer."),
}
_NOT_AGREED = {
    "draw": mark("A draw is recorded as agreed, but not all players accepted it."),
    "takeback": mark("A takeback is recorded as agreed, but not all players accepted it."),
    "pause": mark("A pause is recorded as agreed, but not all players accepted it."),
}


@dataclass
class OfferChecker:
    """A check that everything agreed on was accepted by all, that nobody moved in a pause, and that only a held match resumes.

    It follows the record from its first entry. `open` maps each kind of open offer to its maker and those who accepted.
    """

    paused: bool = False
    stopped: bool = False
    """Whether a referee has stopped the match, or the server has put it under review, and nothing was played since."""
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def process_entry(
        self, by: Seat | None, do: str, active_seats: Callable[[], Collection[Seat]], note: str = ""
    ) -> str | None:
        """Process the next entry; return its fault or None. `active_seats`: those that have not left before it."""
        word = parse_word(by, do)
        if by is not None:
            if self.paused:
                return _("Seat {seat} acts while the match is paused by agreement.", seat=by)
            # A move answers the others' offers; the mover's own stay, except for a takeback request.
            self.open = {kind: offer for kind, offer in self.open.items() if offer[0] == by and kind != "takeback"}
        elif word is not None:
            if word.name == "continue" and not (self.stopped or self.paused):
                return _("The referee resumes the match, but it was neither paused nor under review.")
            if word.name == "outage":  # A review is logged when it ends; older records have no causes.
                self.stopped |= note in ("", "review")
            self.stopped = word.name in (STOP, "reinstate") or (self.stopped and word.name != "continue")
            verb, _unused, topic = word.name.partition("-")
            if topic in _ALREADY_OFFERED and verb != "gone":
                return self._process_offer(verb, topic, word.numbers[0])
            return self._done(word, active_seats)
        self.stopped = False
        return None

    def _process_offer(self, verb: str, topic: str, seat: Seat) -> str | None:
        offer = self.open.get(topic)
        if verb == "offer":
            if offer is not None:
                return _(_ALREADY_OFFERED[topic], seat=seat)
            self.open[topic] = seat, set()
            return None
        if offer is None or (verb == "withdraw") != (seat == offer[0]) or seat in offer[1]:
            return _(_NOT_OFFERED[topic], seat=seat)
        if verb == "agree":
            offer[1].add(seat)
        else:
            del self.open[topic]
        return None

    def _done(self, word: Word, active_seats: Callable[[], Collection[Seat]]) -> str | None:
        was_paused = self.paused
        if word.name in ("resume", STOP, "continue"):  # agreed on, or the pause has expired
            self.open.pop("resume", None)
            self.paused = was_paused and word.name == STOP
            return _("The match resumes, but it was not paused.") if word.name == "resume" and not was_paused else None
        if word.name not in _NOT_AGREED:
            return None
        asker, agreed = self.open.pop(word.name, (-1, set()))
        if asker < 0 or {*word.numbers} - {asker} or not agreed >= set(active_seats()) - {asker}:
            return _(_NOT_AGREED[word.name])
        self.paused = was_paused or word.name == "pause"
        return None
