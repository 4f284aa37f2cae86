"""The derivation of one figure of one contender."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engines.i18n import translate as _
from league.formats.protocol import History
from league.formats.tables import format_halves, format_quarters
from league.formats.tie_breaks.definitions import TIE_BREAKS, check_tie_breaks
from league.formats.tie_breaks.figures import LOT_BYTES, LedgerCache, get_lots_purpose
from league.formats.tie_breaks.ledger import Cell, Contender, Ledger, Rules
from league.formats.tie_breaks.standings import Order, compute_order, list_encounter_standings
from league.formats.tie_breaks.terms import TERMS, Term, describe_round, find_opponent_id


@dataclass(frozen=True, slots=True)
class EncounterLine:
    """A contender still tied at a direct encounter. `missing` counts tied opponents not met; `place` is the figure."""

    contender: int
    points: str
    missing: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Derivation:
    """A figure, its terms, and a sentence about the calculation.

    `shown` is the formatted figure, `how` the sentence. `lines` are for direct encounters only, best first.
    """

    key: str
    contender: int
    figure: int | None
    shown: str
    how: str
    terms: tuple[Term, ...] = ()
    lines: tuple[EncounterLine, ...] = ()

    def format_figure(self, term: Term) -> str:
        """Format the value of a term.

        >>> Derivation("DE", 7, 1, "1", "").format_figure(Term(1, 8, 1, True, "drew"))
        '½'
        """
        return format_halves(term.value) if self.key == "DE" else TIE_BREAKS[self.key].format_figure(term.value)


def derive_figure(
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
    chosen = check_tie_breaks(tie_breaks, everybody_meets=rules.everybody_meets, teams=rules.boards > 0)
    cache = LedgerCache(Ledger(contenders, rounds, rules))
    result = compute_order(cache, chosen)
    number, figure = cache.ledger.number[contender], result.figures[key][cache.ledger.number[contender]]
    terms: Sequence[Term] = ()
    lines: Sequence[EncounterLine] = ()
    if key == "DE":
        terms, explanation, lines = _derive_encounter(cache, number, result)
    elif key in TERMS:
        terms, explanation = TERMS[key](cache, number)
    else:
        explanation = _explain_plain(cache, number, key)
    return Derivation(key, contender, figure, TIE_BREAKS[key].format_figure(figure), explanation, tuple(terms), tuple(lines))


def _explain_plain(cache: LedgerCache, number: int, key: str) -> str:
    contender, lots = cache.ledger.contenders[number], cache.ledger.rules.lots
    if key == "LOTS":
        if lots is None:
            return _("The random draw takes place when the event is over and its seed is published.")
        return _(
            "The last {bytes} of the first 16 bytes of HMAC-SHA256, with the published seed {secret} as key, "
            "over {over}. The lowest number is first.",
            bytes=LOT_BYTES,
            secret=lots.seed.hex(),
            over=f'["draw",{json.dumps(get_lots_purpose(lots))},[],{contender.id},0]',
        )
    if key == "RTNG" and contender.rating is None:
        return _("No rating: ranked below all players with one.")
    if key != "RTNG" and contender.seed is None:
        return _("No seed: ranked below all players with one.")
    return TIE_BREAKS[key].text


def _derive_encounter(cache: LedgerCache, number: int, result: Order) -> tuple[list[Term], str, list[EncounterLine]]:
    group = next(group for group in result.groups["DE"] if number in group)
    if len(group) < 2:
        return [], _("No other player is tied before this tie-break."), []
    figures = result.figures["DE"]
    table = list_encounter_standings(cache.ledger, group)
    table.sort(key=lambda entry: (figures[entry.number] or 0, -entry.made))
    contenders = cache.ledger.contenders
    lines = [
        EncounterLine(contenders[entry.number].id, _format_points(entry.made), entry.missing, figures[entry.number])
        for entry in table
    ]
    terms = [
        Term(cell.round, find_opponent_id(cache, cell), cell.halves, cell.counts, _explain_cell(cache, cell))
        for cell in cache.ledger.cells[number]
        if cell.opponent in group
    ]
    return (
        terms,
        _explain_encounter(len(group), all(not entry.missing for entry in table), figures[number] is not None),
        lines,
    )


def _explain_cell(cache: LedgerCache, cell: Cell) -> str:
    return describe_round(cache, cell) if cell.counts else _("{happened}: not counted", happened=describe_round(cache, cell))


def _explain_encounter(equal: int, all_met: bool, decided: bool) -> str:
    if all_met and decided:
        return _(
            "The {equal} tied players are ranked by the matches between them. Players still tied are ranked "
            "again by the matches among themselves.",
            equal=equal,
        )
    if all_met:
        return _("The {equal} tied players scored the same against each other, so this tie-break decides nothing.", equal=equal)
    if decided:
        return _(
            "Not all {equal} tied players have met. A player who is ahead for every possible outcome of the "
            "missing matches comes first, then the next in the same way. The matches among the rest are then "
            "counted again.",
            equal=equal,
        )
    return _(
        "Not all {equal} tied players have met, and no player is ahead for every possible outcome of the missing matches.",
        equal=equal,
    )


def _format_points(halves: int | Fraction) -> str:
    """Format half points or a fraction of them.

    >>> _format_points(3), _format_points(Fraction(3, 2)), _format_points(Fraction(2, 3))
    ('1½', '¾', '0.33')
    """
    quarters = Fraction(halves) * 2
    return format_quarters(int(quarters)) if quarters.denominator == 1 else f"{float(quarters) / 4:.2f}"
