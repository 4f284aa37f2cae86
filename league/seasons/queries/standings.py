"""The standings of a season's franchises, the best-value Gamers, and the awards."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from engines.i18n import translate as _, translate_stored
from league.seasons.models import Franchise, FranchiseResult, LineupGamer, Outcome, Payment, PaymentKind, SeasonSettings
from league.seasons.queries.franchises import list_franchises
from league.seasons.rules.results import BEST_VALUE_PERCENTAGE, split_prizes
from matches.models import Entry, Seat

HALF_POINTS = {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.LOSS: 0, Outcome.ABSENT: 0}
PRIZE_KEY = "prize."


@dataclass(frozen=True, slots=True)
class StandingsRow:
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
class GamerValue:
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


ResultRow = tuple[int, int, str, int]
"""The match, the franchise, its outcome, and the payment."""


def list_results(season_id: int) -> list[ResultRow]:
    """Return the results of all franchises of a season."""
    rows = FranchiseResult.objects.filter(franchise__season=season_id)
    return list(rows.values_list("match_id", "franchise", "outcome", "pays"))


def compute_standings(terms: SeasonSettings, results: Sequence[ResultRow] | None = None) -> list[StandingsRow]:
    """Return the standings: by points, then wins; then the lower payroll, then the name."""
    outcomes: defaultdict[int, Counter[str]] = defaultdict(Counter)
    earned: Counter[int] = Counter()
    for _unused, franchise, outcome, pays in list_results(terms.pk) if results is None else results:
        outcomes[franchise][outcome] += 1
        earned[franchise] += pays
    rows = []
    for line in list_franchises(terms):
        counts = outcomes[line.franchise_id]
        halves = sum(HALF_POINTS[Outcome(outcome)] * times for outcome, times in counts.items())
        lost = counts[Outcome.LOSS] + counts[Outcome.ABSENT]
        rows.append(
            StandingsRow(
                line.franchise_id, line.name, 0, counts[Outcome.WIN], counts[Outcome.DRAW], lost, halves,
                earned[line.franchise_id], line.balance, line.payroll,
            )
        )  # fmt: skip
    rows.sort(key=lambda row: (-row.halves, -row.won, row.payroll, row.name))
    better_counts = [sum((other.halves, other.won) > (row.halves, row.won) for other in rows) for row in rows]
    return [replace(row, place=count + 1) for row, count in zip(rows, better_counts, strict=True)]


def list_best_values(season_id: int, results: Sequence[ResultRow] | None = None) -> list[GamerValue]:
    """Return every Gamer who played in a counted match, the best points per salary first.

    If the match named a squad, only its Gamers are credited; else the whole line-up.
    """
    counted = list_results(season_id) if results is None else results
    outcome_by_side = {(match, franchise): outcome for match, franchise, outcome, _ in counted if outcome != Outcome.ABSENT}
    if not outcome_by_side:
        return []
    matches: Counter[int] = Counter()
    halves: Counter[int] = Counter()
    details: dict[int, tuple[str, str, int]] = {}
    rows = LineupGamer.objects.filter(lineup__franchise__season=season_id, lineup__match_id__isnull=False)
    named_squads = get_named_squads({match for match, _ in outcome_by_side})
    for gamer, handle, name, salary, match, franchise, owner in rows.order_by("pk").values_list(
        "contract__gamer", "contract__gamer__gamer__handle", "lineup__franchise__name", "contract__salary",
        "lineup__match_id", "lineup__franchise", "lineup__franchise__owner",
    ):  # fmt: skip
        outcome = outcome_by_side.get((match or 0, franchise))
        played = named_squads.get((match or 0, owner))
        if outcome is not None and (played is None or handle.lower() in played):
            matches[gamer] += 1
            halves[gamer] += HALF_POINTS[Outcome(outcome)]
            details[gamer] = (handle, name, salary)
    values = [GamerValue(*details[item], matches[item], halves[item]) for item in details]
    return sorted(values, key=lambda item: (-item.per_salary, -item.halves, item.salary, item.handle))


def get_named_squads(matches: Collection[int]) -> dict[tuple[int, int], set[str]]:
    """Return the lower-case handles of the squads named in these matches, by match and player."""
    seats = {
        (match, number): player
        for match, number, player in Seat.objects.filter(match__in=matches).values_list("match", "number", "player")
    }
    squad_handles: dict[tuple[int, int], set[str]] = {}
    squads = Entry.objects.filter(match__in=matches, by__isnull=False, do__startswith="squad ")
    for match, seat, text in squads.order_by("match", "n").values_list("match", "by", "do"):
        player = None if seat is None else seats.get((match, seat))
        if player is not None:
            members = (member.partition(":")[2] for member in text.split()[1:])
            squad_handles[match, player] = {handle.lower() for handle in members if handle}
    return squad_handles


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


def list_awards(terms: SeasonSettings) -> list[Award]:
    """Return the paid awards as paid, the others as the standings propose them, the best first."""
    paid, proposed = _get_paid_awards(terms), {award.key: award for award in _list_proposed_awards(terms)}
    return list({**proposed, **paid}.values())


def _list_proposed_awards(terms: SeasonSettings) -> list[Award]:
    lines = [row for row in compute_standings(terms) if row.matches]
    prizes = split_prizes([row.place for row in lines], terms.purse)
    proposed = [
        Award(f"place.{number}", _("Rank {place}", place=line.place), line.franchise_id, line.name, prize, paid=False)
        for number, (line, prize) in enumerate(zip(lines, prizes, strict=True), 1)
        if prize
    ]
    if best := list_best_values(terms.pk)[:1]:
        owner = Franchise.objects.filter(season=terms.pk, name=best[0].franchise).get()
        title = _(
            "Best value: {handle}, {per_salary} points per thousand", handle=best[0].handle, per_salary=best[0].per_salary
        )
        prize = terms.purse * BEST_VALUE_PERCENTAGE // 100
        proposed.append(Award("best-value", title, owner.pk, owner.name, prize, paid=False))
    return proposed


def _get_paid_awards(terms: SeasonSettings) -> dict[str, Award]:
    rows = Payment.objects.filter(season=terms.pk, kind=PaymentKind.PRIZE, key__startswith=PRIZE_KEY).order_by("pk")
    paid = {}
    for row in rows.select_related("payee"):
        assert row.payee is not None
        key = row.key.removeprefix(PRIZE_KEY)
        paid[key] = Award(key, translate_stored(row.why), row.payee.pk, row.payee.name, row.amount, paid=True)
    return paid
