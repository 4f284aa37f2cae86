"""The available tie-breaks with their texts, and validation of an organiser's choice."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.i18n import marked, say, told
from league.formats.tables import format_quarters

DECISIVE = ("LOTS", "SEED")
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

    def format_figure(self, figure: int | None) -> str:
        """Format a figure, "" for none.

        >>> TIE_BREAKS["SB"].show(13), TIE_BREAKS["BH"].show(25), TIE_BREAKS["WIN"].show(3), TIE_BREAKS["DE"].show(None)
        ('3¼', '12½', '3', '')
        """
        if figure is None:
            return ""
        return str(figure) if self.parts == 1 else format_quarters(figure * 4 // self.parts)


class BadTieBreaks(ValueError):
    """Raised for an unusable choice; str() is a sentence for the organiser."""

    field = "tie_breaks"

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


_UNPLAYED = marked(
    "An unplayed round counts as a game against a dummy opponent with your own score, capped at a draw in "
    "every round or at the score of your scheduled opponent. Requested byes at the end of an opponent's event "
    "count as half a point."
)
_CUT = marked("Rounds you chose not to play are dropped first.")


def _buchholz(key: str, title: str, description: str, article: str, note: str = _CUT) -> TieBreak:
    return TieBreak(key, title, description, article, parts=2, everybody_meets=False, more=note)


_DEFINITIONS = (
    _buchholz("BH", marked("Buchholz"), marked("The points of all your opponents."), "8.1", _UNPLAYED),
    _buchholz("BH-C1", marked("Buchholz, cut 1"), marked("Buchholz without the lowest score."), "8.1, 14.1"),
    _buchholz("BH-C2", marked("Buchholz, cut 2"), marked("Buchholz without the two lowest scores."), "8.1, 14.2"),
    _buchholz(
        "BH-M1", marked("Median Buchholz 1"), marked("Buchholz without the lowest and the highest score."), "8.1, 14.3"
    ),
    _buchholz(
        "BH-M2",
        marked("Median Buchholz 2"),
        marked("Buchholz without the two lowest and the two highest scores."),
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
        marked("Sonneborn-Berger without the opponent with the fewest points."),
        "9.1, 14.1",
        4,
        more=_CUT,
    ),
    TieBreak(
        "DE",
        marked("Direct encounter"),
        marked(
            "Your rank among the players still tied, counting only the matches between you. If you haven't all "
            "met, you are ranked only where the missing matches couldn't change it."
        ),
        "6",
        low=True,
    ),
    TieBreak(
        "WIN", marked("Wins"), marked("Rounds that scored as many points as a win, including forfeits and byes."), "7.1"
    ),
    TieBreak("WON", marked("Games won"), marked("Games you won, without forfeits and byes."), "7.2"),
    TieBreak("BPG", marked("Games moving second"), marked("Games you played as the side that moves second."), "7.3"),
    TieBreak(
        "BWG",
        marked("Wins moving second"),
        marked("Games you won as the side that moves second, without forfeits."),
        "7.4",
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
        marked("Rounds in which you neither requested a bye nor were absent."),
        "7.6",
    ),
    TieBreak(
        "KS",
        marked("Koya"),
        marked("Your points against all opponents with at least half of the possible points."),
        "9.2",
        2,
        swiss=False,
    ),
    TieBreak(
        "ARO",
        marked("Average rating of opponents"),
        marked("Average rating of the rated opponents you played, rounded."),
        "10.1",
    ),
    TieBreak(
        "ARO-C1",
        marked("Average rating of opponents, cut 1"),
        marked("The average without the lowest-rated opponent."),
        "10.1, 14.1",
    ),
    TieBreak(
        "ARO-C2",
        marked("Average rating of opponents, cut 2"),
        marked("The average without the two lowest-rated opponents."),
        "10.1, 14.2",
    ),
    TieBreak(
        "TPR",
        marked("Performance rating"),
        marked(
            "Average rating of the opponents you played, plus the value in FIDE's table for your share of the points."
        ),
        "10.2",
    ),
    TieBreak(
        "PTP",
        marked("Perfect performance"),
        marked("The lowest rating whose expected score against your opponents is at least the points you made."),
        "10.3",
    ),
    TieBreak(
        "APRO",
        marked("Average performance of opponents"),
        marked("The average performance rating of the opponents you played."),
        "10.4",
    ),
    TieBreak(
        "APPO",
        marked("Average perfect performance of opponents"),
        marked("The average perfect performance of the opponents you played."),
        "10.5",
    ),
    TieBreak("RTNG", marked("Rating"), marked("Your own rating, highest first."), "10.6"),
    TieBreak("SEED", marked("Seed"), marked("Your seed, best first."), "7.8", low=True),
    TieBreak(
        "LOTS",
        marked("Random draw"),
        marked(
            "Each entrant draws a random number, and the lowest comes first. The numbers come from a secret "
            "seed that was fixed before the event and is published afterwards, so anyone can verify them."
        ),
        "4.2",
        low=True,
    ),
)
TIE_BREAKS: dict[str, TieBreak] = {row.key: row for row in _DEFINITIONS}
"""Every tie-break by key (FIDE's acronym, LOTS or SEED), in display order."""


def check_tie_breaks(tie_breaks: Sequence[object], *, everybody_meets: bool = False) -> tuple[TieBreak, ...]:
    """Return the chosen tie-breaks in order; points precede them all. Raises BadTieBreaks if they don't combine."""
    chosen = []
    for place, key in enumerate(tie_breaks):
        if not isinstance(key, str) or key not in TIE_BREAKS:
            text = say("Unknown tie-break {key}. Choose one of {known}.", key=repr(key), known=", ".join(TIE_BREAKS))
            raise BadTieBreaks("unknown-tie-break", text)
        tie_break = TIE_BREAKS[key]
        if key in tie_breaks[:place]:
            text = say("{name} ({key}) is listed twice. Use each tie-break once.", name=tie_break.name, key=key)
            raise BadTieBreaks("twice-the-same", text)
        if key in DECISIVE and place < len(tie_breaks) - 1:
            text = say("{name} ({key}) breaks every tie, so it must come last.", name=tie_break.name, key=key)
            raise BadTieBreaks("nothing-left", text)
        if everybody_meets and not tie_break.everybody_meets:
            text = say(
                "{name} ({key}) is the same for all tied players if all entrants play each other. Remove it.",
                name=tie_break.name,
                key=key,
            )
            raise BadTieBreaks("not-here", text)
        if not everybody_meets and not tie_break.swiss:
            text = say(
                "{name} ({key}) is only available if all entrants play each other. Remove it.", name=tie_break.name, key=key
            )
            raise BadTieBreaks("not-here", text)
        chosen.append(tie_break)
    return tuple(chosen)
