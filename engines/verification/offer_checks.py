"""Whether a record tells of nothing as agreed on that not all had agreed to, and of no move in a pause."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from engines import offer_notation, referee_notation
from engines.contract import Seat
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
    """Follows a record from its first entry on. `open` holds, by what was asked, who asked and who has agreed."""

    paused: bool = False
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def follow(self, by: Seat | None, do: str, still_in: Callable[[], Collection[Seat]]) -> str | None:
        """Take the next entry; why it cannot be, or None. `still_in`: the seats that have not left before it."""
        if by is not None:
            return self._moved(by)
        if (word := offer_notation.read(by, do)) is not None:
            return self._done(word, still_in) if word.verb == "done" else self._said(word)
        said = referee_notation.read(by, do)
        if said is not None and said.word in (referee_notation.STOP, "continue"):
            self.open.pop("resume", None)
            self.paused = self.paused and said.word == referee_notation.STOP
        return None

    def _moved(self, by: Seat) -> str | None:
        """A move answers what others had asked; the mover's own wishes stay, but not for the move before."""
        if self.paused:
            return say("seat {seat} acts while the match is paused by agreement", seat=by)
        self.open = {kind: one for kind, one in self.open.items() if one[0] == by and kind != "takeback"}
        return None

    def _said(self, word: offer_notation.Word) -> str | None:
        question = self.open.get(word.what)
        if word.verb == "offer":
            if question is not None:
                return told(_ASKED_ALREADY[word.what], seat=word.seat)
            self.open[word.what] = word.seat, set()
            return None
        if question is None or (word.verb == "withdraw") != (word.seat == question[0]) or word.seat in question[1]:
            return told(_NOT_ASKED[word.what], seat=word.seat)
        if word.verb == "agree":
            question[1].add(word.seat)
        else:
            del self.open[word.what]
        return None

    def _done(self, word: offer_notation.Word, still_in: Callable[[], Collection[Seat]]) -> str | None:
        if word.what == "resume":  # agreed on, or the time of the pause was over
            was, self.paused = self.paused, False
            self.open.pop("resume", None)
            return None if was else say("the match goes on that was not paused")
        if word.what not in _NOT_ALL:
            return None
        asker, agreed = self.open.pop(word.what, (-1, set()))
        if asker < 0 or word.seat not in (-1, asker) or not agreed >= set(still_in()) - {asker}:
            return told(_NOT_ALL[word.what])
        self.paused = self.paused or word.what == "pause"
        return None
