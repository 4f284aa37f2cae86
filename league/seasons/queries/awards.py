"""What a season awards: a proposal for its organisers, and what has been paid."""

from __future__ import annotations

from dataclasses import dataclass

from engines.words import retell, say
from league.seasons.models import Franchise, Payment, PaymentKind, SeasonTerms
from league.seasons.queries.standings import best_values, standings
from league.seasons.rules.results import BEST_VALUE, shared

KEY = "prize."


@dataclass(frozen=True, slots=True)
class Award:
    """`key` names it once in a season: the same one is never paid twice, whatever becomes of the standings."""

    key: str
    title: str
    franchise_id: int
    franchise_name: str
    amount: int
    """Proposed, in thousands; what was paid, once it was."""
    paid: bool


def awards(terms: SeasonTerms) -> list[Award]:
    """Those that were paid as they were paid, the others as the standings propose them. Best first."""
    paid, proposed = _paid(terms), {one.key: one for one in _proposed(terms)}
    return list({**proposed, **paid}.values())


def _proposed(terms: SeasonTerms) -> list[Award]:
    lines = [one for one in standings(terms) if one.matches]
    prizes = shared([one.place for one in lines], terms.purse)
    found = [
        Award(f"place.{at}", say("Place {place}", place=line.place), line.franchise_id, line.name, prize, paid=False)
        for at, (line, prize) in enumerate(zip(lines, prizes, strict=True), 1)
        if prize
    ]
    if best := best_values(terms.pk)[:1]:
        owner = Franchise.objects.filter(season=terms.pk, name=best[0].franchise).get()
        title = say(
            "Best value: {handle}, {per_salary} points for a thousand",
            handle=best[0].handle,
            per_salary=best[0].per_salary,
        )
        prize = terms.purse * BEST_VALUE // 100
        found.append(Award("best-value", title, owner.pk, owner.name, prize, paid=False))
    return found


def _paid(terms: SeasonTerms) -> dict[str, Award]:
    rows = Payment.objects.filter(season=terms.pk, kind=PaymentKind.PRIZE, key__startswith=KEY).order_by("pk")
    found = {}
    for row in rows.select_related("payee"):
        assert row.payee is not None
        key = row.key.removeprefix(KEY)
        found[key] = Award(key, retell(row.why), row.payee.pk, row.payee.name, row.amount, paid=True)
    return found
