"""The derivation of one figure of one contender."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines.words import say
from league.formats.protocol import History
from league.formats.tables import halves_text, quarters_text
from league.formats.tie_breaks.columns import TIE_BREAKS, check
from league.formats.tie_breaks.figures import BYTES, Book, lots_text
from league.formats.tie_breaks.ledger import Cell, Contender, Ledger, Rules
from league.formats.tie_breaks.standings import Order, among, order
from league.formats.tie_breaks.terms import TERMS, Term, happened, opponent


@dataclass(frozen=True, slots=True)
class Line:
    """A contender still tied at a direct encounter. `missing` counts tied opponents not met; `place` is the figure."""

    contender: int
    points: str
    missing: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Derivation:
    """A figure, its terms, and a sentence about the calculation.

    `shown` is the formatted figure, and `show` formats the value of a term. `lines` are for direct encounters only,
    best first.
    """

    key: str
    contender: int
    figure: int | None
    shown: str
    how: str
    terms: tuple[Term, ...] = ()
    lines: tuple[Line, ...] = ()

    def show(self, term: Term) -> str:
        """Format the value of a term.

        >>> Derivation("DE", 7, 1, "1", "").show(Term(1, 8, 1, True, "drew"))
        '½'
        """
        return halves_text(term.value) if self.key == "DE" else TIE_BREAKS[self.key].show(term.value)


def derivation(
    contenders: Sequence[Contender],
    rounds: History,
    tie_breaks: Sequence[str],
    rules: Rules | None = None,
    *,
    contender: int,
    key: str,
) -> Derivation:
    """Return the derivation of a contender's figure; `key` is one of `tie_breaks`. Raises KeyError otherwise."""
    rules = rules or Rules()
    chosen = check(tie_breaks, everybody_meets=rules.everybody_meets)
    book = Book(Ledger(contenders, rounds, rules))
    found = order(book, chosen)
    number, figure = book.ledger.number[contender], found.figures[key][book.ledger.number[contender]]
    terms: Sequence[Term] = ()
    lines: Sequence[Line] = ()
    if key == "DE":
        terms, how, lines = _encounter(book, number, found)
    elif key in TERMS:
        terms, how = TERMS[key](book, number)
    else:
        how = _plain(book, number, key)
    return Derivation(key, contender, figure, TIE_BREAKS[key].show(figure), how, tuple(terms), tuple(lines))


def _plain(book: Book, number: int, key: str) -> str:
    one, drawn = book.ledger.contenders[number], book.ledger.rules.lots
    if key == "LOTS":
        if drawn is None:
            return say("The random draw takes place when the event is over and its seed is published.")
        return say(
            "The last {bytes} of the first 16 bytes of HMAC-SHA256, with the published seed {secret} as key, "
            "over {over}. The lowest number is first.",
            bytes=BYTES,
            secret=drawn.seed.hex(),
            over=f'["draw",{json.dumps(lots_text(drawn))},[],{one.id},0]',
        )
    if key == "RTNG" and one.rating is None:
        return say("No rating: ranked below all players with one.")
    if key != "RTNG" and one.seed is None:
        return say("No seed: ranked below all players with one.")
    return TIE_BREAKS[key].text


def _encounter(book: Book, number: int, found: Order) -> tuple[list[Term], str, list[Line]]:
    group = next(group for group in found.groups["DE"] if number in group)
    if len(group) < 2:
        return [], say("No other player is tied before this tie-break."), []
    figures = found.figures["DE"]
    table = among(book.ledger, group)
    table.sort(key=lambda one: (figures[one.number] or 0, -one.made))
    contenders = book.ledger.contenders
    lines = [Line(contenders[one.number].id, _points(one.made), one.missing, figures[one.number]) for one in table]
    terms = [
        Term(cell.round, opponent(book, cell), cell.halves, cell.counts, _why(book, cell))
        for cell in book.ledger.cells[number]
        if cell.opponent in group
    ]
    return terms, _sentence(len(group), all(not one.missing for one in table), figures[number] is not None), lines


def _why(book: Book, cell: Cell) -> str:
    return happened(book, cell) if cell.counts else say("{happened}: not counted", happened=happened(book, cell))


def _sentence(equal: int, all_met: bool, decided: bool) -> str:
    if all_met and decided:
        return say(
            "The {equal} tied players are ranked by the matches between them. Players still tied are ranked "
            "again by the matches among themselves.",
            equal=equal,
        )
    if all_met:
        return say(
            "The {equal} tied players scored the same against each other, so this tie-break decides nothing.",
            equal=equal,
        )
    if decided:
        return say(
            "Not all {equal} tied players have met. A player who is ahead for every possible outcome of the "
            "missing matches comes first, then the next in the same way. The matches among the rest are then "
            "counted again.",
            equal=equal,
        )
    return say(
        "Not all {equal} tied players have met, and no player is ahead for every possible outcome of the "
        "missing matches.",
        equal=equal,
    )


def _points(halves: int | Fraction) -> str:
    """Format half points or a fraction of them.

    >>> _points(3), _points(Fraction(3, 2)), _points(Fraction(2, 3))
    ('1½', '¾', '0.33')
    """
    quarters = Fraction(halves) * 2
    return quarters_text(int(quarters)) if quarters.denominator == 1 else f"{float(quarters) / 4:.2f}"
