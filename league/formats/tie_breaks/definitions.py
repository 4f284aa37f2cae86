"""The available tie-breaks with their texts, and validation of an organiser's choice."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.i18n import mark, translate as _
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
    teams: bool = False
    """Available only between teams."""
    more: str = ""
    """Text that follows `about`."""

    @property
    def name(self) -> str:
        return _(self.title)

    @property
    def text(self) -> str:
        """Return the explanation in plain words."""
        return f"{_(self.about)} {_(self.more)}" if self.more else _(self.about)

    @property
    def short(self) -> str:
        return self.key

    def format_figure(self, figure: int | None) -> str:
        """Format a figure, "" for none.

        >>> [TIE_BREAKS[key].format_figure(figure) for key, figure in (("SB", 13), ("BH", 25), ("WIN", 3), ("DE", None))]
        ['3¼', '12½', '3', '']
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


_UNPLAYED = mark(
    "An unplayed round counts as a game against a dummy opponent with your own score, capped at a draw in "
    "every round or at the score of your scheduled opponent. Requested byes at the end of an opponent's event "
    "count as half a point."
)
_CUT = mark("Rounds you chose not to play are dropped first.")


_BY_BOARD = mark("It tells teams apart that have the same game points. A pairing bye counts as a win on every board.")


def _team(key: str, title: str, about: str, article: str, parts: int = 4, *, low: bool = False, more: str = "") -> TieBreak:
    return TieBreak(key, title, about, article, parts, low=low, teams=True, more=more)


def _buchholz(key: str, title: str, description: str, article: str, note: str = _CUT) -> TieBreak:
    return TieBreak(key, title, description, article, parts=2, everybody_meets=False, more=note)


_DEFINITIONS = (
    _buchholz("BH", mark("Buchholz"), mark("The points of all your opponents."), "8.1", _UNPLAYED),
    _buchholz("BH-C1", mark("Buchholz, cut 1"), mark("Buchholz without the lowest score."), "8.1, 14.1"),
    _buchholz("BH-C2", mark("Buchholz, cut 2"), mark("Buchholz without the two lowest scores."), "8.1, 14.2"),
    _buchholz("BH-M1", mark("Median Buchholz 1"), mark("Buchholz without the lowest and the highest score."), "8.1, 14.3"),
    _buchholz(
        "BH-M2", mark("Median Buchholz 2"), mark("Buchholz without the two lowest and the two highest scores."), "8.1, 14.4"
    ),
    TieBreak(
        "SB",
        mark("Sonneborn-Berger"),
        mark("The points of each opponent, multiplied by what you scored against them."),
        "9.1",
        4,
        more=_UNPLAYED,
    ),
    TieBreak(
        "SB-C1",
        mark("Sonneborn-Berger, cut 1"),
        mark("Sonneborn-Berger without the opponent with the fewest points."),
        "9.1, 14.1",
        4,
        more=_CUT,
    ),
    TieBreak(
        "DE",
        mark("Direct encounter"),
        mark(
            "Your rank among the players still tied, counting only the matches between you. If you haven't all "
            "met, you are ranked only where the missing matches couldn't change it."
        ),
        "6",
        low=True,
    ),
    TieBreak("WIN", mark("Wins"), mark("Rounds that scored as many points as a win, including forfeits and byes."), "7.1"),
    TieBreak("WON", mark("Games won"), mark("Games you won, without forfeits and byes."), "7.2"),
    TieBreak("BPG", mark("Games moving second"), mark("Games you played as the side that moves second."), "7.3"),
    TieBreak("BWG", mark("Wins moving second"), mark("Games you won as the side that moves second, without forfeits."), "7.4"),
    TieBreak(
        "PS",
        mark("Progressive score"),
        mark("Your points after each round, added up: early points count more often."),
        "7.5",
        2,
    ),
    TieBreak("PS-C1", mark("Progressive score, cut 1"), mark("Progressive score without the first round."), "7.5, 14.1", 2),
    TieBreak(
        "PS-C2", mark("Progressive score, cut 2"), mark("Progressive score without the first two rounds."), "7.5, 14.2", 2
    ),
    TieBreak(
        "REP", mark("Rounds elected to play"), mark("Rounds in which you neither requested a bye nor were absent."), "7.6"
    ),
    TieBreak(
        "KS",
        mark("Koya"),
        mark("Your points against all opponents with at least half of the possible points."),
        "9.2",
        2,
        swiss=False,
    ),
    TieBreak(
        "ARO", mark("Average rating of opponents"), mark("Average rating of the rated opponents you played, rounded."), "10.1"
    ),
    TieBreak(
        "ARO-C1",
        mark("Average rating of opponents, cut 1"),
        mark("The average without the lowest-rated opponent."),
        "10.1, 14.1",
    ),
    TieBreak(
        "ARO-C2",
        mark("Average rating of opponents, cut 2"),
        mark("The average without the two lowest-rated opponents."),
        "10.1, 14.2",
    ),
    TieBreak(
        "TPR",
        mark("Performance rating"),
        mark("Average rating of the opponents you played, plus the value in FIDE's table for your share of the points."),
        "10.2",
    ),
    TieBreak(
        "PTP",
        mark("Perfect performance"),
        mark("The lowest rating whose expected score against your opponents is at least the points you made."),
        "10.3",
    ),
    TieBreak(
        "APRO",
        mark("Average performance of opponents"),
        mark("The average performance rating of the opponents you played."),
        "10.4",
    ),
    TieBreak(
        "APPO",
        mark("Average perfect performance of opponents"),
        mark("The average perfect performance of the opponents you played."),
        "10.5",
    ),
    TieBreak("RTNG", mark("Rating"), mark("Your own rating, highest first."), "10.6"),
    _team("GP", mark("Game points"), mark("The points made on all boards. A pairing bye counts half of them."), "13.1", 2),
    _team(
        "BC",
        mark("Board count"),
        mark("The number of each board times the points made on it; the lowest sum comes first."),
        "12.1",
        2,
        low=True,
        more=_BY_BOARD,
    ),
    _team(
        "BER",
        mark("Berlin score"),
        mark(
            "The points of each board, which count once on the bottom board, twice on the one "
            "above, and so on up to the top board."
        ),
        "",
        2,
        more=_BY_BOARD,
    ),
    _team(
        "EMMSB",
        mark("Sonneborn-Berger by match points"),
        mark("The match points of each opponent times the match points you made against it."),
        "13.2.1",
    ),
    _team(
        "EMGSB",
        mark("Sonneborn-Berger by game points"),
        mark("The match points of each opponent times the game points you made against it."),
        "13.2.2",
    ),
    _team(
        "EGMSB",
        mark("Sonneborn-Berger, opponents' game points"),
        mark("The game points of each opponent times the match points you made against it."),
        "13.2.3",
    ),
    _team(
        "EGGSB",
        mark("Sonneborn-Berger, game points only"),
        mark("The game points of each opponent times the game points you made against it."),
        "13.2.4",
    ),
    TieBreak("SEED", mark("Seed"), mark("Your seed, best first."), "7.8", low=True),
    TieBreak(
        "LOTS",
        mark("Random draw"),
        mark(
            "Each entrant draws a random number, and the lowest comes first. The numbers come from a secret "
            "seed that was fixed before the event and is published afterwards, so anyone can verify them."
        ),
        "4.2",
        low=True,
    ),
)
TIE_BREAKS: dict[str, TieBreak] = {row.key: row for row in _DEFINITIONS}
"""Every tie-break by key (FIDE's acronym, LOTS or SEED), in display order."""


TEAM_DEFAULTS = ("GP", "DE", "EMMSB", "BC")
"""The tie-breaks of team events whose organiser chooses none."""


def check_tie_breaks(
    tie_breaks: Sequence[object], *, everybody_meets: bool = False, teams: bool = False
) -> tuple[TieBreak, ...]:
    """Return the chosen tie-breaks in order; points precede them all. Raises BadTieBreaks if they don't combine."""
    chosen = []
    for place, key in enumerate(tie_breaks):
        if not isinstance(key, str) or key not in TIE_BREAKS:
            text = _("Unknown tie-break {key}. Choose one of {known}.", key=repr(key), known=", ".join(TIE_BREAKS))
            raise BadTieBreaks("unknown-tie-break", text)
        tie_break = TIE_BREAKS[key]
        if tie_break.teams and not teams:
            text = _("{name} ({key}) is only available in team events. Remove it.", name=tie_break.name, key=key)
            raise BadTieBreaks("not-here", text)
        if key in tie_breaks[:place]:
            text = _("{name} ({key}) is listed twice. Use each tie-break once.", name=tie_break.name, key=key)
            raise BadTieBreaks("twice-the-same", text)
        if key in DECISIVE and place < len(tie_breaks) - 1:
            text = _("{name} ({key}) breaks every tie, so it must come last.", name=tie_break.name, key=key)
            raise BadTieBreaks("nothing-left", text)
        if everybody_meets and not tie_break.everybody_meets:
            text = _(
                "{name} ({key}) is the same for all tied players if all entrants play each other. Remove it.",
                name=tie_break.name,
                key=key,
            )
            raise BadTieBreaks("not-here", text)
        if not everybody_meets and not tie_break.swiss:
            text = _(
                "{name} ({key}) is only available if all entrants play each other. Remove it.", name=tie_break.name, key=key
            )
            raise BadTieBreaks("not-here", text)
        chosen.append(tie_break)
    return tuple(chosen)
