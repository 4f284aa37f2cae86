"""The available tie-breaks with their texts, and validation of an organiser's choice."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.words import marked, say, told
from league.formats.tables import quarters_text

ALONE = ("LOTS", "SEED")
"""Keys that leave no tie, so no tie-break can follow them."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break. Figures are integers, `parts` to the displayed 1; higher is better unless `low`."""

    key: str
    title: str
    about: str
    article: str
    parts: int = 1
    low: bool = False
    swiss: bool = True
    """Available where pairings depend on results."""
    everybody_meets: bool = True
    """Available in round robins."""
    more: str = ""
    """Text that follows `about`."""

    @property
    def name(self) -> str:
        return told(self.title)

    @property
    def text(self) -> str:
        """Return the explanation in plain words."""
        return f"{told(self.about)} {told(self.more)}" if self.more else told(self.about)

    @property
    def short(self) -> str:
        return self.key

    def show(self, figure: int | None) -> str:
        """Format a figure, "" for none.

        >>> TIE_BREAKS["SB"].show(13), TIE_BREAKS["BH"].show(25), TIE_BREAKS["WIN"].show(3), TIE_BREAKS["DE"].show(None)
        ('3¼', '12½', '3', '')
        """
        if figure is None:
            return ""
        return str(figure) if self.parts == 1 else quarters_text(figure * 4 // self.parts)


class BadTieBreaks(ValueError):
    """Raised for an unusable choice; str() is a sentence for the organiser."""

    field = "tie_breaks"

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


_UNPLAYED = marked(
    "A round that you did not play counts as one against somebody with your own points, but no more than half a point "
    "for each round, or than the one has who should have come. A bye that an opponent asked for and did not come back "
    "from counts half a point for them."
)
_CUT = marked("Rounds that you chose not to play are left out first.")


def _buchholz(key: str, title: str, about: str, article: str, more: str = _CUT) -> TieBreak:
    return TieBreak(key, title, about, article, parts=2, everybody_meets=False, more=more)


_ALL = (
    _buchholz("BH", marked("Buchholz"), marked("The points of all your opponents."), "8.1", _UNPLAYED),
    _buchholz("BH-C1", marked("Buchholz, cut 1"), marked("Buchholz without its lowest part."), "8.1, 14.1"),
    _buchholz("BH-C2", marked("Buchholz, cut 2"), marked("Buchholz without its two lowest parts."), "8.1, 14.2"),
    _buchholz(
        "BH-M1", marked("Median Buchholz 1"), marked("Buchholz without its lowest and its highest part."), "8.1, 14.3"
    ),
    _buchholz(
        "BH-M2",
        marked("Median Buchholz 2"),
        marked("Buchholz without its two lowest and two highest parts."),
        "8.1, 14.4",
    ),
    TieBreak(
        "SB",
        marked("Sonneborn-Berger"),
        marked("The points of everyone you beat, and half the points of everyone you drew with."),
        "9.1",
        4,
        more=_UNPLAYED,
    ),
    TieBreak(
        "SB-C1",
        marked("Sonneborn-Berger, cut 1"),
        marked("Sonneborn-Berger without the opponent who has fewest points."),
        "9.1, 14.1",
        4,
        more=_CUT,
    ),
    TieBreak(
        "DE",
        marked("Direct encounter"),
        marked(
            "Your place among those still equal by the matches between you alone. If you have not all met, you are "
            "placed only where missing matches could not change it."
        ),
        "6",
        low=True,
    ),
    TieBreak(
        "WIN", marked("Wins"), marked("Rounds that brought you a win's points, forfeits and byes included."), "7.1"
    ),
    TieBreak("WON", marked("Games won"), marked("Games you won by playing them."), "7.2"),
    TieBreak("BPG", marked("Games as second mover"), marked("Games you played as the one who moves second."), "7.3"),
    TieBreak(
        "BWG", marked("Wins as second mover"), marked("Games you won by playing as the one who moves second."), "7.4"
    ),
    TieBreak(
        "PS",
        marked("Progressive score"),
        marked("Your points after each round, added up: early points count more often."),
        "7.5",
        2,
    ),
    TieBreak(
        "PS-C1",
        marked("Progressive score, cut 1"),
        marked("Progressive score without the first round."),
        "7.5, 14.1",
        2,
    ),
    TieBreak(
        "PS-C2",
        marked("Progressive score, cut 2"),
        marked("Progressive score without the first two rounds."),
        "7.5, 14.2",
        2,
    ),
    TieBreak(
        "REP",
        marked("Rounds elected to play"),
        marked("Rounds in which you neither asked for a bye, nor stayed away."),
        "7.6",
    ),
    TieBreak(
        "KS",
        marked("Koya"),
        marked("Your points against all who made at least half of the points possible."),
        "9.2",
        2,
        swiss=False,
    ),
    TieBreak(
        "ARO", marked("Average rating of opponents"), marked("Of those you played who have a rating, rounded."), "10.1"
    ),
    TieBreak(
        "ARO-C1",
        marked("Average rating of opponents, cut 1"),
        marked("The average without the lowest rated opponent."),
        "10.1, 14.1",
    ),
    TieBreak(
        "ARO-C2",
        marked("Average rating of opponents, cut 2"),
        marked("The average without the two lowest rated opponents."),
        "10.1, 14.2",
    ),
    TieBreak(
        "TPR",
        marked("Performance rating"),
        marked(
            "Average rating of the opponents you played, plus what FIDE's table gives for your share of the points."
        ),
        "10.2",
    ),
    TieBreak(
        "PTP",
        marked("Perfect performance"),
        marked("The lowest rating that would let you expect the points you made against those you played."),
        "10.3",
    ),
    TieBreak(
        "APRO",
        marked("Average performance of opponents"),
        marked("The average performance rating of those you played."),
        "10.4",
    ),
    TieBreak(
        "APPO",
        marked("Average perfect performance of opponents"),
        marked("The average perfect performance of those you played."),
        "10.5",
    ),
    TieBreak("RTNG", marked("Rating"), marked("Your own rating, the highest first."), "10.6"),
    TieBreak("SEED", marked("Seed"), marked("Your seed, the best first."), "7.8", low=True),
    TieBreak(
        "LOTS",
        marked("Drawing of lots"),
        marked(
            "Every contender draws a number, and the lowest is first. The numbers follow from a secret "
            "that was sealed before the event and is published afterwards, so that everybody can draw them again."
        ),
        "4.2",
        low=True,
    ),
)
TIE_BREAKS: dict[str, TieBreak] = {one.key: one for one in _ALL}
"""Every tie-break by key (FIDE's acronym, LOTS or SEED), in display order."""


def check(tie_breaks: Sequence[object], *, everybody_meets: bool = False) -> tuple[TieBreak, ...]:
    """Return the chosen tie-breaks in order; points precede them all. Raises BadTieBreaks if they don't combine."""
    chosen = []
    for place, key in enumerate(tie_breaks):
        if not isinstance(key, str) or key not in TIE_BREAKS:
            text = say("There is no tie-break {key}. Known: {known}.", key=repr(key), known=", ".join(TIE_BREAKS))
            raise BadTieBreaks("unknown-tie-break", text)
        one = TIE_BREAKS[key]
        if key in tie_breaks[:place]:
            text = say("{name} ({key}) is there twice. Each can be used once.", name=one.name, key=key)
            raise BadTieBreaks("twice-the-same", text)
        if key in ALONE and place < len(tie_breaks) - 1:
            text = say("{name} ({key}) leaves no tie, so it must come last.", name=one.name, key=key)
            raise BadTieBreaks("nothing-left", text)
        if everybody_meets and not one.everybody_meets:
            text = say(
                "{name} ({key}) is the same for all who are tied where everybody meets everybody.",
                name=one.name,
                key=key,
            )
            raise BadTieBreaks("not-here", text)
        if not everybody_meets and not one.swiss:
            text = say("{name} ({key}) is for events in which everybody meets everybody.", name=one.name, key=key)
            raise BadTieBreaks("not-here", text)
        chosen.append(one)
    return tuple(chosen)
