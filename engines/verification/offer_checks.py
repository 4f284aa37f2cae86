"""Verification of agreements: draws, pauses, takebacks."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from engines.contract import Seat
from engines.referee_notation import STOP, Word, read_word
from engines.words import marked, say, told

_ASKED_ALREADY = {
    "draw": marked("seat {seat} asks for a draw, which has been asked for already"),
    "takeback": marked("seat {seat} asks for a move taken back, which has been asked for already"),
    "pause": marked("seat {seat} asks for a pause, which has been asked for already"),
    "resume": marked("seat {seat} asks for an end of the pause, which has been asked for already"),
}
_NOT_ASKED = {
    "draw": marked("seat {seat} answers for a draw, which it has not been asked"),
    "takeback": marked("seat {seat} answers for a move taken back, which it has not been asked"),
    "pause": marked("seat {seat} answers for a pause, which it has not been asked"),
    "resume": marked("seat {seat} answers for an end of the pause, which it has not been asked"),
}
_NOT_ALL = {
    "draw": marked("a draw is told as agreed on, but not all have agreed"),
    "takeback": marked("a move taken back is told as agreed on, but not all have agreed"),
    "pause": marked("a pause is told as agreed on, but not all have agreed"),
}


@dataclass
class OfferChecker:
    """Checks that everything agreed on in a record was accepted by all, and that no move was made in a pause.

    It follows the record from its first entry. `open` maps each kind of open offer to its maker and those who accepted.
    """

    paused: bool = False
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def follow(self, by: Seat | None, do: str, still_in: Callable[[], Collection[Seat]]) -> str | None:
        """Process the next entry; return its fault or None. `still_in`: the seats that have not left before it."""
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
            return say("the match goes on that was not paused") if word.name == "resume" and not was_paused else None
        if word.name not in _NOT_ALL:
            return None
        asker, agreed = self.open.pop(word.name, (-1, set()))
        if asker < 0 or {*word.numbers} - {asker} or not agreed >= set(still_in()) - {asker}:
            return told(_NOT_ALL[word.name])
        self.paused = was_paused or word.name == "pause"
        return None
