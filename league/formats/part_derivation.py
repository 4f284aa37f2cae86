"""The derivations of the figures of groups and divisions: Sonneborn-Berger and direct encounter."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.i18n import mark, translate as _
from league.formats.protocol import History, Kind, Pairing, contests
from league.formats.tables import Worth, format_halves, format_quarters
from league.formats.tie_breaks.derivation import Derivation, EncounterLine
from league.formats.tie_breaks.terms import Term

OUTCOMES = (mark("lost"), mark("drew"), mark("won"))
FORFEITS = (mark("lost by forfeit"), mark("drew by forfeit"), mark("won by forfeit"))


@dataclass(frozen=True, slots=True)
class Part:
    """A group or division whose results are counted. `points` are those of the table.

    `tiers` are what entrants are compared by before the direct encounter, which with `all_met` decides only between
    those who have all met. `worth` is what a pairing counts for an entrant, against another.
    """

    history: History
    points: Mapping[int, int]
    tiers: Mapping[int, tuple[int, ...]]
    all_met: bool
    worth: Worth

    def list_results(self, entrant: int) -> list[tuple[int, Pairing, int, int]]:
        """Return round, pairing, opponent and half points of the decided pairings with others in the table."""
        return [
            (number, pairing, other, self.worth(pairing, entrant, other))
            for number, pairings in enumerate(self.history, 1)
            for pairing in contests([pairings])
            if entrant in pairing.entrants and pairing.decided
            for other in pairing.entrants
            if other != entrant and other in self.points
        ]

    def derive_sonneborn(self, entrant: int, how: str) -> Derivation:
        """Derive the sum of the entrant's points times the opponents'."""
        terms = []
        for number, pairing, other, halves in self.list_results(entrant):
            text = _(
                "{happened}: {own} × {points} points of the opponent", happened=_describe(pairing, entrant, other),
                own=format_halves(halves), points=format_halves(self.points[other]),
            )  # fmt: skip
            terms.append(Term(number, other, halves * self.points[other], True, text))
        total = sum(term.value for term in terms)
        return Derivation("SB", entrant, total, format_quarters(total), how, tuple(terms))

    def derive_encounter(self, entrant: int) -> Derivation:
        """Derive the points from the matches between those tied before."""
        tied = [other for other in self.points if self.tiers[other] == self.tiers[entrant]]
        if len(tied) < 2:
            return Derivation("DE", entrant, 0, format_halves(0), _("No other player is tied before this tie-break."))
        made = {one: [row for row in self.list_results(one) if row[2] in tied] for one in tied}
        missing = {one: len(tied) - 1 - len({row[2] for row in rows}) for one, rows in made.items()}
        counts = not self.all_met or not any(missing.values())
        points = {one: sum(row[3] for row in rows) for one, rows in made.items()}
        decided = counts and len(set(points.values())) > 1
        lines = [
            EncounterLine(
                one, format_halves(points[one]), missing[one],
                1 + sum(other > points[one] for other in points.values()) if decided else None,
            )
            for one in sorted(tied, key=lambda one: -points[one])
        ]  # fmt: skip
        terms = [
            Term(number, other, halves, counts, _describe(pairing, entrant, other))
            for number, pairing, other, halves in made[entrant]
        ]
        figure = points[entrant] if counts else 0
        explanation = _explain_encounter(len(tied), counts, decided)
        return Derivation("DE", entrant, figure, format_halves(figure), explanation, tuple(terms), tuple(lines))


def _describe(pairing: Pairing, entrant: int, other: int) -> str:
    own, opponent = pairing.made(entrant), pairing.made(other)
    outcome = 2 if own > opponent else 1 if own == opponent and own else 0
    return _((FORFEITS if pairing.kind is Kind.FORFEIT else OUTCOMES)[outcome])


def _explain_encounter(equal: int, counts: bool, decided: bool) -> str:
    if not counts:
        return _("Not all {equal} tied players have met, so this tie-break decides nothing.", equal=equal)
    if not decided:
        return _("The {equal} tied players scored the same against each other, so this tie-break decides nothing.", equal=equal)
    return _("The {equal} tied players are ordered by their points from the matches between them.", equal=equal)


def get_made(pairing: Pairing, entrant: int, _other: int) -> int:
    """Return the half points of a pairing as its format has scored it."""
    return pairing.made(entrant)
