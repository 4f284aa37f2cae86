"""The terms of a figure, in words for the explanation page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from engines.i18n import mark, translate as _
from league.formats.protocol import Kind
from league.formats.tables import format_halves
from league.formats.tie_breaks import ratings, schedule_strength, teams
from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.figures import AVERAGE_CUTS, COUNTED, PROGRESSIVE_CUTS, Figures, LedgerCache
from league.formats.tie_breaks.ledger import Cell
from league.formats.tie_breaks.schedule_strength import PART_TIE_BREAKS, Part, product


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a figure. `counted` is False if it was left out; `why` explains the value or the omission.

    `opponent` is a contender's id, or None in a round without one.
    """

    round: int
    opponent: int | None
    value: int
    counted: bool
    why: str


Terms = tuple[list[Term], str]
"""The terms, and a sentence that explains the calculation."""

_UNPLAYED = {
    Kind.PAIRING_BYE: mark("pairing bye"),
    Kind.BYE: mark("requested bye"),
    Kind.ABSENT: mark("absent"),
    Kind.UNDER_WAY: mark("still being played"),
}
_PLAYED = {"won": mark("won"), "drew": mark("drew"), "lost": mark("lost")}
_BY_FORFEIT = {"won": mark("won by forfeit"), "drew": mark("drew by forfeit"), "lost": mark("lost by forfeit")}


def find_opponent_id(cache: LedgerCache, cell: Cell) -> int | None:
    """Return the id of a round's scheduled opponent."""
    return None if cell.opponent is None else cache.ledger.contenders[cell.opponent].id


def _iter_scheduled(cache: LedgerCache, number: int) -> Iterator[tuple[Cell, int]]:
    """Yield the rounds with a scheduled opponent, with its number."""
    return ((cell, cell.opponent) for cell in cache.ledger.cells[number] if cell.opponent is not None)


def describe_round(cache: LedgerCache, cell: Cell) -> str:
    """Describe a round in a word or two: "won", "drew", "lost by forfeit", "absent"."""
    if cell.kind in _UNPLAYED:
        return _(_UNPLAYED[cell.kind])
    rules = cache.ledger.rules
    outcome = "won" if cell.halves >= rules.win else "drew" if cell.halves == rules.draw else "lost"
    return _(_BY_FORFEIT[outcome] if cell.kind is Kind.FORFEIT else _PLAYED[outcome])


def _describe_score(cache: LedgerCache, number: int, part: Part) -> str:
    """Describe where the score of an opponent or dummy comes from."""
    ledger, cell = cache.ledger, part[3]
    if cell.counts:
        points = ledger.points[cell.opponent or 0]
        if part[0] == points:
            return _("Score: {points}", points=format_halves(points))
        return _(
            "Score: {points}; {more} with the requested byes at the end counted as draws",
            points=format_halves(points),
            more=format_halves(part[0]),
        )
    text = _(
        "{happened}: dummy opponent with your own score of {points}",
        happened=describe_round(cache, cell),
        points=format_halves(ledger.points[number]),
    )
    if part[0] == ledger.points[number]:
        return text
    if cell.opponent is None:
        return _("{own}, capped at {most} (a draw in every round)", own=text, most=format_halves(part[0]))
    return _("{own}, capped at the scheduled opponent's {most}", own=text, most=format_halves(part[0]))


def explain_parts(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain a Buchholz or Sonneborn-Berger figure."""
    value, cut = PART_TIE_BREAKS[key]
    cuts = {part[3].round: reason for part, reason in cut(cache.parts[number])}
    terms = []
    for part in cache.parts[number]:
        text, cell = _describe_score(cache, number, part), part[3]
        if value is product:
            text = f"{format_halves(part[1])} × {format_halves(part[0])} ({text})"
        if cell.round in cuts:
            text = f"{text}; {_(cuts[cell.round])}"
        terms.append(Term(cell.round, find_opponent_id(cache, cell), value(part), cell.round not in cuts, text))
    if value is product:
        return terms, _("The sum, over your rounds, of your points times your opponent's points.")
    return terms, _("The sum of your opponents' points.")


def explain_count(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain a figure that counts rounds, such as the number of wins."""
    row, win, counts = cache.ledger.cells[number], cache.ledger.rules.win, COUNTED[key]
    terms = [Term(cell.round, find_opponent_id(cache, cell), 1, counts(cell, win), describe_round(cache, cell)) for cell in row]
    return terms, _("The number of rounds that count.")


def explain_progressive(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain a progressive score."""
    cut = PROGRESSIVE_CUTS[key]
    included, left_out = _("score after the round"), _("cut: first rounds") if cut > 1 else _("cut: first round")
    terms = [
        Term(round_number, None, score, round_number > cut, included if round_number > cut else left_out)
        for round_number, score in enumerate(cache.scores[number], 1)
    ]
    return terms, _("The sum of your scores after each round.")


def explain_koya(cache: LedgerCache, number: int) -> Terms:
    """Explain a Koya figure."""
    ledger, threshold = cache.ledger, schedule_strength.get_koya_threshold(cache.ledger)
    terms = []
    for cell, other in _iter_scheduled(cache, number):
        points = ledger.points[other]
        counts = 2 * points >= threshold
        outcome, points_text = describe_round(cache, cell), format_halves(points)
        if counts:
            text = _("{happened}; opponent has {points}", happened=outcome, points=points_text)
        else:
            text = _("{happened}; opponent has {points}: less than half", happened=outcome, points=points_text)
        terms.append(Term(cell.round, find_opponent_id(cache, cell), cell.halves, counts, text))
    return terms, _(
        "Your points against all opponents with at least {points}, half of the possible points.",
        points=format_halves(-(-threshold // 2)),
    )


def explain_rating_average(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain an average of the opponents' ratings (ARO)."""
    terms, row, cut = _list_rated_terms(cache, number), cache.games[number], AVERAGE_CUTS[key]
    lowest = sorted(row)[:cut] if len(row) > cut else row
    cut_rounds = {game[2] for game in lowest}
    cuts = [
        Term(term.round, term.opponent, term.value, False, _("cut: lowest")) if term.round in cut_rounds else term
        for term in terms
    ]
    return cuts, _("The average of the ratings that count, rounded half up.")


def _list_rated_terms(cache: LedgerCache, number: int) -> list[Term]:
    """Return the terms of the rounds with an opponent, by article 10."""
    terms = []
    for cell, other in _iter_scheduled(cache, number):
        rating = cache.ledger.contenders[other].rating
        if cell.kind is not Kind.GAME:
            reason: str = _("{happened}: not counted", happened=describe_round(cache, cell))
        else:
            reason = _("no rating: not counted") if rating is None else describe_round(cache, cell)
        counts = cell.kind is Kind.GAME and rating is not None
        terms.append(Term(cell.round, find_opponent_id(cache, cell), rating or 0, counts, reason))
    return terms


def explain_performance(cache: LedgerCache, number: int) -> Terms:
    """Explain a tournament performance rating (TPR)."""
    row, win = cache.games[number], cache.ledger.rules.win
    if not row:
        return _list_rated_terms(cache, number), _("No game against a rated opponent.")
    points = sum(game[1] for game in row)
    share = min(100, ratings.divide_rounded(100 * points, win * len(row)))
    return _list_rated_terms(cache, number), _(
        "The average rating {average}, adjusted by {difference} from FIDE's table for {share}% of the points "
        "({made} of {possible}).",
        average=ratings.compute_average(row),
        difference=f"{ratings.get_rating_difference(share):+}",
        share=share,
        made=format_halves(points),
        possible=format_halves(win * len(row)),
    )


def explain_perfect_performance(cache: LedgerCache, number: int) -> Terms:
    """Explain a perfect tournament performance (PTP)."""
    figure, row = cache.perfect[number], cache.games[number]
    terms = _list_rated_terms(cache, number)
    if figure is None:
        return terms, _("No game against a rated opponent.")
    points, win = sum(game[1] for game in row), cache.ledger.rules.win
    if not points:
        return terms, _("No points: 800 below the lowest-rated opponent.")
    with_expectation = [
        Term(term.round, term.opponent, term.value, True, _format_expected(figure - term.value))
        if term.counted else term
        for term in terms
    ]  # fmt: skip
    at_figure, below = (
        sum(ratings.get_expected_score(rating - game[0]) for game in row) / 100 for rating in (figure, figure - 1)
    )
    return with_expectation, _(
        "You scored the equivalent of {games} wins. A rating of {figure} has an expected score of {here}, one "
        "of {lower} only {below}.",
        games=f"{float(Fraction(points, win)):g}",
        figure=figure,
        here=f"{at_figure:.2f}",
        lower=figure - 1,
        below=f"{below:.2f}",
    )


def _format_expected(difference: int) -> str:
    return _("expected {points}", points=f"{ratings.get_expected_score(difference) / 100:.2f}")


def explain_opponents_average(cache: LedgerCache, number: int, figures: Figures, name: str) -> Terms:
    """Explain an average of the opponents' own figures (APRO, APPO)."""
    terms = []
    for cell, other in _iter_scheduled(cache, number):
        figure = figures[other] if cell.kind is Kind.GAME else None
        reason = (
            _(name) if figure is not None else _("no rated game: not counted") if cell.kind is Kind.GAME else _("not played")
        )
        terms.append(Term(cell.round, find_opponent_id(cache, cell), figure or 0, figure is not None, reason))
    return terms, _("The average of the values that count, rounded half up.")


def explain_game_points(cache: LedgerCache, number: int) -> Terms:
    """Explain the game points of a team."""
    ledger = cache.ledger
    terms = [
        Term(cell.round, find_opponent_id(cache, cell), teams.get_game_points(ledger, cell), True, describe_round(cache, cell))
        for cell in ledger.cells[number]
    ]
    return terms, _("The sum of the points made on the boards.")


def explain_boards(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain a board count or Berlin score."""
    ledger, value = cache.ledger, teams.count_boards if key == "BC" else teams.weigh_boards
    terms = [
        Term(
            cell.round,
            find_opponent_id(cache, cell),
            value(boards)[0],
            True,
            " + ".join(format_halves(own) for own, _ in boards),
        )
        for cell in ledger.cells[number]
        if (boards := teams.list_boards(ledger, cell))
    ]
    return terms, TIE_BREAKS[key].text


def explain_products(cache: LedgerCache, number: int, key: str) -> Terms:
    """Explain an extended Sonneborn-Berger figure."""
    opponents, own = teams.SONNEBORN[key]
    terms = [
        Term(
            cell.round, find_opponent_id(cache, cell), score * made, True,
            f"{format_halves(score)} × {format_halves(made)} ({describe_round(cache, cell)})",
        )
        for score, made, cell in teams.list_products(cache.ledger, number, opponents_games=opponents, own_games=own)
    ]  # fmt: skip
    return terms, TIE_BREAKS[key].text


TERMS: dict[str, Callable[[LedgerCache, int], Terms]] = {
    **{key: partial(explain_parts, key=key) for key in PART_TIE_BREAKS},
    **{key: partial(explain_count, key=key) for key in COUNTED},
    **{key: partial(explain_progressive, key=key) for key in PROGRESSIVE_CUTS},
    **{key: partial(explain_rating_average, key=key) for key in AVERAGE_CUTS},
    "GP": explain_game_points,
    **{key: partial(explain_boards, key=key) for key in ("BC", "BER")},
    **{key: partial(explain_products, key=key) for key in teams.SONNEBORN},
    "KS": explain_koya,
    "TPR": explain_performance,
    "PTP": explain_perfect_performance,
    "APRO": lambda cache, number: explain_opponents_average(
        cache, number, cache.performances, mark("their performance rating")
    ),
    "APPO": lambda cache, number: explain_opponents_average(cache, number, cache.perfect, mark("their perfect performance")),
}
"""Every column made of rounds, except direct encounter."""
