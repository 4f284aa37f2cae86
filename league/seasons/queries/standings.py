"""The standings of a season's franchises, the best-value Gamers, and the awards."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.words import retell, say
from league.seasons.models import Franchise, FranchiseResult, LineupGamer, Outcome, Payment, PaymentKind, SeasonTerms
from league.seasons.queries.franchises import franchises_of
from league.seasons.rules.results import BEST_VALUE, shared
from matches.models import Entry, Seat

HALVES = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0, Outcome.ABSENT: 0}
KEY = "prize."


@dataclass(frozen=True, slots=True)
class Standing:
    """A franchise's record over all events of the season. Absence from a match counts as a loss."""

    franchise_id: int
    name: str
    place: int
    """The rank, shared on equal points and wins."""
    won: int
    drawn: int
    lost: int
    halves: int
    """Half points: 2 for a win, 1 for a draw."""
    earned: int
    """The payments of its matches by their current results."""
    balance: int
    payroll: int

    @property
    def matches(self) -> int:
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Value:
    """A Gamer's record in the matches that it played."""

    handle: str
    franchise: str
    salary: int
    matches: int
    halves: int

    @property
    def per_salary(self) -> float:
        """Return the points per thousand of salary."""
        return round(self.halves / 2 / self.salary, 2)


Result = tuple[int, int, str, int]
"""The match, the franchise, its outcome, and the payment."""


def results_of(season_id: int) -> list[Result]:
    """Return the results of all franchises of a season."""
    rows = FranchiseResult.objects.filter(franchise__season=season_id)
    return list(rows.values_list("match_id", "franchise", "outcome", "pays"))


def standings(terms: SeasonTerms, results: Sequence[Result] | None = None) -> list[Standing]:
    """Return the standings: by points, then wins; then the lower payroll, then the name."""
    made: defaultdict[int, Counter[str]] = defaultdict(Counter)
    earned: Counter[int] = Counter()
    for _, franchise, outcome, pays in results_of(terms.pk) if results is None else results:
        made[franchise][outcome] += 1
        earned[franchise] += pays
    found = []
    for line in franchises_of(terms):
        has = made[line.franchise_id]
        halves = sum(HALVES[Outcome(outcome)] * many for outcome, many in has.items())
        lost = has[Outcome.LOSS] + has[Outcome.ABSENT]
        found.append(
            Standing(
                line.franchise_id, line.name, 0, has[Outcome.WIN], has[Outcome.DRAW], lost, halves,
                earned[line.franchise_id], line.balance, line.payroll,
            )
        )  # fmt: skip
    found.sort(key=lambda one: (-one.halves, -one.won, one.payroll, one.name))
    better = [sum((other.halves, other.won) > (one.halves, one.won) for other in found) for one in found]
    return [replace(one, place=count + 1) for one, count in zip(found, better, strict=True)]


def best_values(season_id: int, results: Sequence[Result] | None = None) -> list[Value]:
    """Return every Gamer who played in a counted match, the best points per salary first.

    If the match named a squad, only its Gamers are credited; else the whole line-up.
    """
    counted = results_of(season_id) if results is None else results
    known = {(match, franchise): outcome for match, franchise, outcome, _ in counted if outcome != Outcome.ABSENT}
    if not known:
        return []
    matches: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    about: dict[int, tuple[str, str, int]] = {}
    rows = LineupGamer.objects.filter(lineup__franchise__season=season_id, lineup__match_id__isnull=False)
    fielded = fielded_in({match for match, _ in known})
    for gamer, handle, name, salary, match, franchise, owner in rows.order_by("pk").values_list(
        "contract__gamer", "contract__gamer__gamer__handle", "lineup__franchise__name", "contract__salary",
        "lineup__match_id", "lineup__franchise", "lineup__franchise__owner",
    ):  # fmt: skip
        outcome = known.get((match or 0, franchise))
        played = fielded.get((match or 0, owner))
        if outcome is not None and (played is None or handle.lower() in played):
            matches[gamer] += 1
            halves[gamer] += HALVES[Outcome(outcome)]
            about[gamer] = (handle, name, salary)
    found = [Value(*about[one], matches[one], halves[one]) for one in about]
    return sorted(found, key=lambda one: (-one.per_salary, -one.halves, one.salary, one.handle))


def fielded_in(matches: Collection[int]) -> dict[tuple[int, int], set[str]]:
    """Return the lower-case handles of the squads named in these matches, by match and player."""
    seats = {
        (match, number): player
        for match, number, player in Seat.objects.filter(match__in=matches).values_list("match", "number", "player")
    }
    found: dict[tuple[int, int], set[str]] = {}
    squads = Entry.objects.filter(match__in=matches, by__isnull=False, do__startswith="squad ")
    for match, seat, text in squads.order_by("match", "n").values_list("match", "by", "do"):
        player = None if seat is None else seats.get((match, seat))
        if player is not None:
            members = (member.partition(":")[2] for member in text.split()[1:])
            found[match, player] = {handle.lower() for handle in members if handle}
    return found


@dataclass(frozen=True, slots=True)
class Award:
    """An award. Its `key` is unique in a season, so a prize is paid once even if the standings change."""

    key: str
    title: str
    franchise_id: int
    franchise_name: str
    amount: int
    """The prize in thousands: proposed, or as paid."""
    paid: bool


def awards(terms: SeasonTerms) -> list[Award]:
    """Return the paid awards as paid, the others as the standings propose them, the best first."""
    paid, proposed = _paid(terms), {one.key: one for one in _proposed(terms)}
    return list({**proposed, **paid}.values())


def _proposed(terms: SeasonTerms) -> list[Award]:
    lines = [one for one in standings(terms) if one.matches]
    prizes = shared([one.place for one in lines], terms.purse)
    found = [
        Award(f"place.{at}", say("Rank {place}", place=line.place), line.franchise_id, line.name, prize, paid=False)
        for at, (line, prize) in enumerate(zip(lines, prizes, strict=True), 1)
        if prize
    ]
    if best := best_values(terms.pk)[:1]:
        owner = Franchise.objects.filter(season=terms.pk, name=best[0].franchise).get()
        title = say(
            "Best value: {handle}, {per_salary} points per thousand",
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
