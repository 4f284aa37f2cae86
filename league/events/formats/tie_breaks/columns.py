"""The tie-breaks an organiser may choose from, in words, and the check of a choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from league.events.rules.figures import quarters_text

ALONE = ("LOTS", "SEED")
"""Keys that leave no tie: nothing can follow them."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One column. Figures are whole numbers, `parts` of them to the 1 that is shown; the highest is best, or if `low`
    the lowest."""

    key: str
    name: str
    text: str
    article: str
    parts: int = 1
    low: bool = False
    swiss: bool = True
    """May be chosen where the pairings follow the results."""
    everybody_meets: bool = True
    """May be chosen where everybody meets everybody."""

    @property
    def short(self) -> str:
        return self.key

    def show(self, figure: int | None) -> str:
        """The figure as people write it, "" for none.

        >>> TIE_BREAKS["SB"].show(13), TIE_BREAKS["BH"].show(25), TIE_BREAKS["WIN"].show(3), TIE_BREAKS["DE"].show(None)
        ('3¼', '12½', '3', '')
        """
        if figure is None:
            return ""
        return str(figure) if self.parts == 1 else quarters_text(figure * 4 // self.parts)


class BadTieBreaks(ValueError):
    """A choice that cannot be used; str() is a sentence for the organiser."""

    field = "tie_breaks"

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


_UNPLAYED = (
    "A round that you did not play counts as one against somebody with your own points, but no more than half a point "
    "for each round, or than the one has who should have come. A bye that an opponent asked for and did not come back "
    "from counts half a point for them."
)
_CUT = "Rounds that you chose not to play are left out first."

_ALL = (
    TieBreak("BH", "Buchholz", f"The points of all your opponents. {_UNPLAYED}", "8.1", 2, everybody_meets=False),
    TieBreak(
        "BH-C1", "Buchholz, cut 1", f"Buchholz without its lowest part. {_CUT}", "8.1, 14.1", 2, everybody_meets=False
    ),
    TieBreak(
        "BH-C2",
        "Buchholz, cut 2",
        f"Buchholz without its two lowest parts. {_CUT}",
        "8.1, 14.2",
        2,
        everybody_meets=False,
    ),
    TieBreak(
        "BH-M1",
        "Median Buchholz 1",
        f"Buchholz without its lowest and its highest part. {_CUT}",
        "8.1, 14.3",
        2,
        everybody_meets=False,
    ),
    TieBreak(
        "BH-M2",
        "Median Buchholz 2",
        f"Buchholz without its two lowest and two highest parts. {_CUT}",
        "8.1, 14.4",
        2,
        everybody_meets=False,
    ),
    TieBreak(
        "SB",
        "Sonneborn-Berger",
        f"The points of everyone you beat, and half the points of everyone you drew with. {_UNPLAYED}",
        "9.1",
        4,
    ),
    TieBreak(
        "SB-C1",
        "Sonneborn-Berger, cut 1",
        f"Sonneborn-Berger without the opponent who has fewest points. {_CUT}",
        "9.1, 14.1",
        4,
    ),
    TieBreak(
        "DE",
        "Direct encounter",
        "Your place among those still equal by the matches between you alone. If you have not all met, you are placed "
        "only where missing matches could not change it.",
        "6",
        low=True,
    ),
    TieBreak("WIN", "Wins", "Rounds that brought you a win's points, forfeits and byes included.", "7.1"),
    TieBreak("WON", "Games won", "Games you won by playing them.", "7.2"),
    TieBreak("BPG", "Games as second mover", "Games you played as the one who moves second.", "7.3"),
    TieBreak("BWG", "Wins as second mover", "Games you won by playing as the one who moves second.", "7.4"),
    TieBreak(
        "PS", "Progressive score", "Your points after each round, added up: early points count more often.", "7.5", 2
    ),
    TieBreak("PS-C1", "Progressive score, cut 1", "Progressive score without the first round.", "7.5, 14.1", 2),
    TieBreak("PS-C2", "Progressive score, cut 2", "Progressive score without the first two rounds.", "7.5, 14.2", 2),
    TieBreak("REP", "Rounds elected to play", "Rounds in which you neither asked for a bye, nor stayed away.", "7.6"),
    TieBreak(
        "KS", "Koya", "Your points against all who made at least half of the points possible.", "9.2", 2, swiss=False
    ),
    TieBreak("ARO", "Average rating of opponents", "Of those you played who have a rating, rounded.", "10.1"),
    TieBreak(
        "ARO-C1", "Average rating of opponents, cut 1", "The average without the lowest rated opponent.", "10.1, 14.1"
    ),
    TieBreak(
        "ARO-C2",
        "Average rating of opponents, cut 2",
        "The average without the two lowest rated opponents.",
        "10.1, 14.2",
    ),
    TieBreak(
        "TPR",
        "Performance rating",
        "Average rating of the opponents you played, plus what FIDE's table gives for your share of the points.",
        "10.2",
    ),
    TieBreak(
        "PTP",
        "Perfect performance",
        "The lowest rating that would let you expect the points you made against those you played.",
        "10.3",
    ),
    TieBreak("APRO", "Average performance of opponents", "The average performance rating of those you played.", "10.4"),
    TieBreak(
        "APPO",
        "Average perfect performance of opponents",
        "The average perfect performance of those you played.",
        "10.5",
    ),
    TieBreak("RTNG", "Rating", "Your own rating, the highest first.", "10.6"),
    TieBreak("SEED", "Seed", "Your seed, the best first.", "7.8", low=True),
    TieBreak(
        "LOTS",
        "Drawing of lots",
        "Every contender draws a number, and the lowest is first. The numbers follow from a secret that was sealed "
        "before the event and is published afterwards, so that everybody can draw them again.",
        "4.2",
        low=True,
    ),
)

TIE_BREAKS: dict[str, TieBreak] = {one.key: one for one in _ALL}
"""Every tie-break by its key (FIDE's acronym, or LOTS or SEED), in the order in which a page should offer them."""


def check(tie_breaks: Sequence[object], *, everybody_meets: bool = False) -> tuple[TieBreak, ...]:
    """The tie-breaks chosen, in order; points come before them all. BadTieBreaks if they cannot be used together."""
    chosen = []
    for place, key in enumerate(tie_breaks):
        if not isinstance(key, str) or key not in TIE_BREAKS:
            raise BadTieBreaks("unknown-tie-break", f"There is no tie-break {key!r}. Known: {', '.join(TIE_BREAKS)}.")
        one = TIE_BREAKS[key]
        if key in tie_breaks[:place]:
            raise BadTieBreaks("twice-the-same", f"{one.name} ({key}) is there twice. Each can be used once.")
        if key in ALONE and place < len(tie_breaks) - 1:
            raise BadTieBreaks("nothing-left", f"{one.name} ({key}) leaves no tie, so it must come last.")
        if everybody_meets and not one.everybody_meets:
            raise BadTieBreaks(
                "not-here", f"{one.name} ({key}) is the same for all who are tied where everybody meets everybody."
            )
        if not everybody_meets and not one.swiss:
            raise BadTieBreaks("not-here", f"{one.name} ({key}) is for events in which everybody meets everybody.")
        chosen.append(one)
    return tuple(chosen)
