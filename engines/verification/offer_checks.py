"""Verification of agreements: draws, pauses, takebacks."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from engines.contract import Seat
from engines.referee_notation import STOP, Word, read_word
from engines.words import marked, say, told

_ASKED_ALREADY = {
    "draw": marked("seat {seat} offers a draw while a draw offer is open"),
    "takeback": marked("seat {seat} requests a takeback while a takeback request is open"),
    "pause": marked("seat {seat} requests a pause while a pause request is open"),
    "resume": marked("seat {seat} requests to resume while such a request is open"),
}
_NOT_ASKED = {
    "draw": marked("seat {seat} answers a draw offer, but has none to answer"),
    "takeback": marked("seat {seat} answers a takeback request, but has none to answer"),
    "pause": marked("seat {seat} answers a pause request, but has none to answer"),
    "resume": marked("seat {seat} answers a request to resume, but has none to answer"),
}
_NOT_ALL = {
    "draw": marked("a draw is recorded as agreed, but not all players accepted it"),
    "takeback": marked("a takeback is recorded as agreed, but not all players accepted it"),
    "pause": marked("a pause is recorded as agreed, but not all players accepted it"),
}


@dataclass
class OfferChecker:
    """Checks that everything agreed on in a record was accepted by all, and that no move was made in a pause.

    It follows the record from its first entry. `open` maps each kind of open offer to its maker and those who accepted.
    """

    paused: bool = False
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def follow(self, by: Seat | None, do: str, still_in: Callable[[], Collection[Seat]]) -> str | None:
        """Process the next entry; return its fault or None. `active_seats`: those that have not left before it."""
        if by is not None:
            if self.paused:
                return say("seat {seat} acts while the match is paused by agreement", seat=by)
            # A move answers the others' offers; the mover's own stay, except for a takeback request.
            self.open = {kind: one for kind, one in self.open.items() if one[0] == by and kind != "takeback"}
        elif (word := read_word(by, do)) is not None:
            verb, _, what = word.name.partition("-")
            if what in _ASKED_ALREADY and verb != "gone":
                return self._said(verb, what, word.numbers[0])
            return self._done(word, still_in)
        return None

    def _said(self, verb: str, what: str, seat: Seat) -> str | None:
        question = self.open.get(what)
        if verb == "offer":
            if question is not None:
                return told(_ASKED_ALREADY[what], seat=seat)
            self.open[what] = seat, set()
            return None
        if question is None or (verb == "withdraw") != (seat == question[0]) or seat in question[1]:
            return told(_NOT_ASKED[what], seat=seat)
        if verb == "agree":
            question[1].add(seat)
        else:
            del self.open[what]
        return None

    def _done(self, word: Word, still_in: Callable[[], Collection[Seat]]) -> str | None:
        was_paused = self.paused
        if word.name in ("resume", STOP, "continue"):  # agreed on, or the pause has expired
            self.open.pop("resume", None)
            self.paused = was_paused and word.name == STOP
            return say("the match resumes, but it was not paused") if word.name == "resume" and not was_paused else None
        if word.name not in _NOT_ALL:
            return None
        asker, agreed = self.open.pop(word.name, (-1, set()))
        if asker < 0 or {*word.numbers} - {asker} or not agreed >= set(still_in()) - {asker}:
            return told(_NOT_ALL[word.name])
        self.paused = was_paused or word.name == "pause"
        return None
