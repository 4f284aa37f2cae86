"""What a figure is made of, term by term, in words for the page that opens it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.events.formats.tie_breaks import own_record, ratings, schedule_strength
from league.events.formats.tie_breaks.figures import Book, Figures
from league.events.formats.tie_breaks.ledger import Cell
from league.events.formats.tie_breaks.results import Kind
from league.events.formats.tie_breaks.schedule_strength import Cuts, Part
from league.events.rules.figures import halves_text


@dataclass(frozen=True, slots=True)
class Term:
    """One term of a figure. `counted` is False for what was left out; `why` says how the value came about, or why it
    was left out. `opponent` is a contender's id, or None in a round without one."""

    round: int
    opponent: int | None
    value: int
    counted: bool
    why: str


Terms = tuple[list[Term], str]
"""The terms, and how the figure is made of them."""

_UNPLAYED = {
    Kind.PAIRING_BYE: "bye by the pairing",
    Kind.BYE: "bye asked for",
    Kind.ABSENT: "absent",
    Kind.UNDER_WAY: "still being played",
}


def opponent(book: Book, cell: Cell) -> int | None:
    """The id of who was due in a round."""
    return None if cell.opponent is None else book.ledger.contenders[cell.opponent].id


def happened(book: Book, cell: Cell) -> str:
    """A round in a word or two: "won", "drew", "lost by forfeit", "absent"."""
    if cell.kind in _UNPLAYED:
        return _UNPLAYED[cell.kind]
    rules = book.ledger.rules
    made = "won" if cell.halves >= rules.win else "drew" if cell.halves == rules.draw else "lost"
    return f"{made} by forfeit" if cell.kind is Kind.FORFEIT else made


def _score(book: Book, number: int, part: Part) -> str:
    """Where the score of an opponent or dummy comes from."""
    ledger, cell = book.ledger, part[3]
    if cell.counts:
        points = ledger.points[cell.opponent or 0]
        if part[0] == points:
            return f"{halves_text(points)} points"
        return f"{halves_text(points)} points, {halves_text(part[0])} with the byes they left with as draws"
    own = f"{happened(book, cell)}: a dummy with your own {halves_text(ledger.points[number])}"
    if part[0] == ledger.points[number]:
        return own
    if cell.opponent is None:
        return f"{own}, but no more than {halves_text(part[0])}, a draw in every round"
    return f"{own}, but no more than the {halves_text(part[0])} of who was due"


def buchholz(lowest: int, highest: int) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        row = book.parts[number]
        cuts = schedule_strength.buchholz_cuts(row, lowest, highest)
        found = [_part(book, part, part[0], _score(book, number, part), cuts) for part in row]
        return found, "The sum of your opponents' points."

    return terms


def sonneborn(*, cut: bool) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        row = book.parts[number]
        cuts = schedule_strength.sonneborn_cuts(row) if cut else {}
        found = []
        for part in row:
            words = f"{halves_text(part[1])} × {halves_text(part[0])} ({_score(book, number, part)})"
            found.append(_part(book, part, part[0] * part[1], words, cuts))
        return found, "The sum, over your rounds, of the points you made times the points of your opponent."

    return terms


def _part(book: Book, part: Part, value: int, words: str, cuts: Cuts) -> Term:
    at = part[3].round
    why = f"{words}; {cuts[at]}" if at in cuts else words
    return Term(at, opponent(book, part[3]), value, at not in cuts, why)


def counted(rounds: Callable[[Sequence[Cell], int], list[Cell]]) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        row = book.ledger.cells[number]
        counting = {cell.round for cell in rounds(row, book.ledger.rules.win)}
        found = [
            Term(cell.round, opponent(book, cell), 1, cell.round in counting, happened(book, cell)) for cell in row
        ]
        return found, "The number of rounds that count."

    return terms


def progressive(cut: int) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        found = [
            Term(
                at, None, score, at > cut, "score after the round" if at > cut else "cut: first round" + "s" * (cut > 1)
            )
            for at, score in enumerate(own_record.scores(book.ledger, number), 1)
        ]
        return found, "The sum of your scores after each round."

    return terms


def koya(book: Book, number: int) -> Terms:
    ledger, line = book.ledger, schedule_strength.koya_line(book.ledger)
    found = []
    for cell in ledger.cells[number]:
        if cell.opponent is None:
            continue
        points = ledger.points[cell.opponent]
        counts = 2 * points >= line
        words = f"{happened(book, cell)}; opponent has {halves_text(points)}" + ("" if counts else ": less than half")
        found.append(Term(cell.round, opponent(book, cell), cell.halves, counts, words))
    return found, f"Your points against all who have at least {halves_text(-(-line // 2))}, half of what was possible."


def rating_average(cut: int) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        found, row = _rated(book, number), book.games[number]
        lowest = sorted(row)[:cut] if len(row) > cut else row
        out = {game[2] for game in lowest}
        cuts = [
            Term(one.round, one.opponent, one.value, False, "cut: lowest") if one.round in out else one for one in found
        ]
        return cuts, "The average of the ratings that count, rounded, a half upwards."

    return terms


def _rated(book: Book, number: int) -> list[Term]:
    """The rounds with an opponent, as article 10 sees them."""
    found = []
    for cell in book.ledger.cells[number]:
        if cell.opponent is None:
            continue
        rating = book.ledger.contenders[cell.opponent].rating
        if cell.kind is not Kind.GAME:
            why = f"{happened(book, cell)}: not counted"
        else:
            why = "no rating: left out" if rating is None else happened(book, cell)
        counts = cell.kind is Kind.GAME and rating is not None
        found.append(Term(cell.round, opponent(book, cell), rating or 0, counts, why))
    return found


def performance(book: Book, number: int) -> Terms:
    row, win = book.games[number], book.ledger.rules.win
    if not row:
        return _rated(book, number), "No game against a rated opponent."
    made = sum(game[1] for game in row)
    share = min(100, ratings.rounded(100 * made, win * len(row)))
    return _rated(book, number), (
        f"The average rating, {ratings.average(row)}, and {ratings.difference(share):+} that FIDE's table gives for "
        f"{share} % of the points ({halves_text(made)} of {halves_text(win * len(row))})."
    )


def perfect(book: Book, number: int) -> Terms:
    figure, row = book.perfect[number], book.games[number]
    terms = _rated(book, number)
    if figure is None:
        return terms, "No game against a rated opponent."
    made, win = sum(game[1] for game in row), book.ledger.rules.win
    if not made:
        return terms, "No point: 800 below the lowest rated opponent."
    found = [
        Term(one.round, one.opponent, one.value, True, f"expected {ratings.expected(figure - one.value) / 100:.2f}")
        if one.counted else one
        for one in terms
    ]  # fmt: skip
    here, below = (sum(ratings.expected(rating - game[0]) for game in row) / 100 for rating in (figure, figure - 1))
    return found, (
        f"You won the worth of {float(Fraction(made, win)):g} games. A rating of {figure} lets expect {here:.2f}, "
        f"one of {figure - 1} only {below:.2f}."
    )


def of_opponents(figures: Callable[[Book], Figures], name: str) -> Callable[[Book, int], Terms]:
    def terms(book: Book, number: int) -> Terms:
        theirs, found = figures(book), []
        for cell in book.ledger.cells[number]:
            if cell.opponent is None:
                continue
            figure = theirs[cell.opponent] if cell.kind is Kind.GAME else None
            why = name if figure is not None else "no rated game: left out" if cell.kind is Kind.GAME else "not played"
            found.append(Term(cell.round, opponent(book, cell), figure or 0, figure is not None, why))
        return found, "The average of the figures that count, rounded, a half upwards."

    return terms


TERMS: dict[str, Callable[[Book, int], Terms]] = {
    "BH": buchholz(0, 0),
    "BH-C1": buchholz(1, 0),
    "BH-C2": buchholz(2, 0),
    "BH-M1": buchholz(1, 1),
    "BH-M2": buchholz(2, 2),
    "SB": sonneborn(cut=False),
    "SB-C1": sonneborn(cut=True),
    "WIN": counted(own_record.wins),
    "WON": counted(own_record.won),
    "BPG": counted(own_record.second_games),
    "BWG": counted(own_record.second_wins),
    "REP": counted(own_record.elected),
    "PS": progressive(0),
    "PS-C1": progressive(1),
    "PS-C2": progressive(2),
    "KS": koya,
    "ARO": rating_average(0),
    "ARO-C1": rating_average(1),
    "ARO-C2": rating_average(2),
    "TPR": performance,
    "PTP": perfect,
    "APRO": of_opponents(lambda book: book.performances, "their performance rating"),
    "APPO": of_opponents(lambda book: book.perfect, "their perfect performance"),
}
"""Every column that is made of rounds, but the direct encounter."""
