"""Whether a record tells of nothing as agreed on that not all had agreed to, and of no move in a pause."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from engines import consent, rulings
from engines.api import Seat

_LONG = {"draw": "a draw", "takeback": "a move taken back", "pause": "a pause", "resume": "an end of the pause"}


@dataclass
class Agreements:
    """Follows a record from its first entry on. `open` holds, by what was asked, who asked and who has agreed."""

    paused: bool = False
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def follow(self, by: Seat | None, do: str, still_in: Callable[[], Collection[Seat]]) -> str | None:
        """Take the next entry; why it cannot be, or None. `still_in`: the seats that have not left before it."""
        if by is not None:
            return self._moved(by)
        if (word := consent.read(by, do)) is not None:
            return self._done(word, still_in) if word.verb == "done" else self._said(word)
        said = rulings.read(by, do)
        if said is not None and said.word in (rulings.STOP, "continue"):
            self.open.pop("resume", None)
            self.paused = self.paused and said.word == rulings.STOP
        return None

    def _moved(self, by: Seat) -> str | None:
        """A move answers what others had asked; the mover's own wishes stay, but not for the move before."""
        if self.paused:
            return f"seat {by} acts while the match is paused by agreement"
        self.open = {kind: one for kind, one in self.open.items() if one[0] == by and kind != "takeback"}
        return None

    def _said(self, word: consent.Word) -> str | None:
        question = self.open.get(word.what)
        if word.verb == "offer":
            if question is not None:
                return f"seat {word.seat} asks for {_LONG[word.what]}, which has been asked for already"
            self.open[word.what] = word.seat, set()
            return None
        if question is None or (word.verb == "withdraw") != (word.seat == question[0]) or word.seat in question[1]:
            return f"seat {word.seat} answers for {_LONG[word.what]}, which it has not been asked"
        if word.verb == "agree":
            question[1].add(word.seat)
        else:
            del self.open[word.what]
        return None

    def _done(self, word: consent.Word, still_in: Callable[[], Collection[Seat]]) -> str | None:
        if word.what == "resume":  # agreed on, or the time of the pause was over
            was, self.paused = self.paused, False
            self.open.pop("resume", None)
            return None if was else "the match goes on that was not paused"
        if word.what not in _LONG:
            return None
        asker, agreed = self.open.pop(word.what, (-1, set()))
        if asker < 0 or word.seat not in (-1, asker) or not agreed >= set(still_in()) - {asker}:
            return f"{_LONG[word.what]} is told as agreed on, but not all have agreed"
        self.paused = self.paused or word.what == "pause"
        return None
