"""What the players of a match agree on, as the referee writes it down: words that every game shares.

`offer-draw 0`, `agree-draw 1`, `decline-draw 1` and `withdraw-draw 0` (so too for `takeback`, `pause` and `resume`) and
`abort 0` only tell; `pause` and `resume` stop the clocks and start them; `draw` and `gone-draw 1` (drawn because
seat 1 was away) end the match; `takeback 0` goes back to before seat 0's last action. All are the referee's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from engines.contract import IllegalAction, Outcome, Seat
from engines.referee_notation import ABORT, STOP
from engines.referee_notation import read as read_ruling
from engines.registry import AnyEngine
from engines.words import Message, marked, say, told

if TYPE_CHECKING:
    from engines.play import Position

MOST_BACK = 8
"""How many actions may be given back one after another."""
REASONS: Mapping[str, str] = {
    "agreed": marked("The players agreed on a draw."),
    "gone": marked("One side was away for too long."),
    "gone-draw": marked("One side was away for too long, and the other took a draw."),
}
"""Of outcomes that no game's own rules bring."""
_TOLD = re.compile(r"(offer|agree|decline|withdraw)-(draw|takeback|pause|resume) ([0-9]{1,2})")
_DONE = re.compile(r"(draw|pause|resume)|(takeback|gone-draw|abort) ([0-9]{1,2})")
_SAID: Mapping[str, Mapping[str, str]] = {
    "offer": {
        "draw": marked("{side} offers a draw."),
        "takeback": marked("{side} asks to take the last move back."),
        "pause": marked("{side} asks for a pause."),
        "resume": marked("{side} asks to go on."),
    },
    "agree": {
        "draw": marked("{side} agrees to a draw."),
        "takeback": marked("{side} lets the move be taken back."),
        "pause": marked("{side} agrees to a pause."),
        "resume": marked("{side} agrees to go on."),
    },
    "decline": {
        "draw": marked("{side} declines the draw."),
        "takeback": marked("{side} does not let the move be taken back."),
        "pause": marked("{side} declines the pause."),
        "resume": marked("{side} does not want to go on yet."),
    },
    "withdraw": {
        "draw": marked("{side} withdraws the offer of a draw."),
        "takeback": marked("{side} no longer asks to take a move back."),
        "pause": marked("{side} no longer asks for a pause."),
        "resume": marked("{side} no longer asks to go on."),
    },
}
_CAME = {
    "draw": marked("The match is drawn by agreement."),
    "pause": marked("The match is paused by agreement; no clock runs."),
    "resume": marked("The match goes on."),
    "takeback": marked("{side}'s last move and all after it are taken back."),
    "gone-draw": marked("{side} was away for too long; the match is drawn."),
    "abort": marked("{side} calls the match off."),
}
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


class Word(NamedTuple):
    """`verb` is offer, agree, decline, withdraw or done, `what` what it is about; `seat` is -1 where none is named."""

    verb: str
    what: str
    seat: Seat = -1

    @property
    def text(self) -> str:
        """The canonical notation."""
        named = self.what if self.verb == "done" else f"{self.verb}-{self.what}"
        return named if self.seat < 0 else f"{named} {self.seat}"

    def describe(self, seat_names: Sequence[str]) -> Message:
        """Return the log line."""
        side = told(seat_names[self.seat]) if self.seat >= 0 else ""
        return told(_CAME[self.what] if self.verb == "done" else _SAID[self.verb][self.what], side=side)


def read(by: Seat | None, do: str) -> Word | None:
    """The word of the referee's that a text stands for, or None."""
    if by is not None:
        return None
    if said := _TOLD.fullmatch(do):
        return Word(said[1], said[2], int(said[3]))
    if said := _DONE.fullmatch(do):
        return Word("done", said[1]) if said[1] else Word("done", said[2], int(said[3]))
    return None


def apply(engine: AnyEngine, position: Position[Any], word: Word) -> Position[Any]:
    """The position after it; IllegalAction where the game knows no such thing, or there is nothing to give back."""
    if not -1 <= word.seat < len(engine.seat_names):
        raise IllegalAction("not-a-seat", say("There is no seat {seat}.", seat=word.seat))
    if word.verb != "done":
        return position
    if word.what in ("draw", "gone-draw"):
        if not may_draw(engine):
            raise IllegalAction("no-draws", say("{game} has no draws.", game=engine.name))
        reason = "agreed" if word.what == "draw" else "gone-draw"
        return position._replace(outcome=Outcome((1,) * max(engine.seat_counts), reason), behind=(), undone=0, back=())
    if word.what == "abort":
        return position._replace(held=ABORT, behind=(), undone=0, back=(), stood=None)
    return _given_back(position, word.seat) if word.what == "takeback" else position


def may_draw(engine: AnyEngine) -> bool:
    """Return whether the game's rules know a draw, so that one can be agreed on."""
    return engine.draws


def back_after(
    engine: AnyEngine, position: Position[Any], by: Seat | None, after: Any
) -> tuple[tuple[Seat, Position[Any] | None], ...]:
    """What may be given back after an action: nothing at all from before one that has told somebody something."""
    open_to_all = getattr(engine, "may_give_back", None)
    if by is None or open_to_all is None or not open_to_all(position.state, by, after):
        return ()
    return (*position.back, (by, position._replace(back=())))[-MOST_BACK:]


def may_give_back(position: Position[Any], seat: Seat) -> bool:
    """Return whether the seat's last action, and all after it, could be given back."""
    return position.outcome is None and any(by == seat for by, _ in position.back)


def _given_back(position: Position[Any], seat: Seat) -> Position[Any]:
    if not may_give_back(position, seat):
        raise IllegalAction("nothing-to-give-back", say("No move can be taken back without telling secrets."))
    last = max(at for at, (by, _) in enumerate(position.back) if by == seat)
    before = position.back[last][1]
    if before is None:
        raise LookupError("a position that was read without its log cannot go back")
    return before._replace(back=position.back[:last])


@dataclass
class OfferChecker:
    """Check that a record tells of nothing as agreed on that not all had agreed to, and of no move in a pause.

    It follows the record from its first entry on. `open` holds, by what was asked, who asked and who has agreed."""

    paused: bool = False
    open: dict[str, tuple[Seat, set[Seat]]] = field(default_factory=dict)

    def follow(self, by: Seat | None, do: str, still_in: Callable[[], Collection[Seat]]) -> str | None:
        """Take the next entry; why it cannot be, or None. `still_in`: the seats that have not left before it."""
        if by is not None:
            return self._moved(by)
        if (word := read(by, do)) is not None:
            return self._done(word, still_in) if word.verb == "done" else self._said(word)
        said = read_ruling(by, do)
        if said is not None and said.word in (STOP, "continue"):
            self.open.pop("resume", None)
            self.paused = self.paused and said.word == STOP
        return None

    def _moved(self, by: Seat) -> str | None:
        """A move answers what others had asked; the mover's own wishes stay, but not for the move before."""
        if self.paused:
            return say("seat {seat} acts while the match is paused by agreement", seat=by)
        self.open = {kind: one for kind, one in self.open.items() if one[0] == by and kind != "takeback"}
        return None

    def _said(self, word: Word) -> str | None:
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

    def _done(self, word: Word, still_in: Callable[[], Collection[Seat]]) -> str | None:
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
