"""The terms of a figure, in words for the explanation page."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from engines.words import marked, say, told
from league.formats.protocol import Kind
from league.formats.tables import halves_text
from league.formats.tie_breaks import ratings, schedule_strength
from league.formats.tie_breaks.figures import AVERAGE_CUTS, COUNTED, PROGRESSIVE_CUTS, Book, Figures
from league.formats.tie_breaks.ledger import Cell
from league.formats.tie_breaks.schedule_strength import MADE_OF_PARTS, Part, product


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
    Kind.PAIRING_BYE: marked("pairing bye"),
    Kind.BYE: marked("requested bye"),
    Kind.ABSENT: marked("absent"),
    Kind.UNDER_WAY: marked("still being played"),
}
_PLAYED = {"won": marked("won"), "drew": marked("drew"), "lost": marked("lost")}
_BY_FORFEIT = {"won": marked("won by forfeit"), "drew": marked("drew by forfeit"), "lost": marked("lost by forfeit")}


def opponent(book: Book, cell: Cell) -> int | None:
    """Return the id of a round's scheduled opponent."""
    return None if cell.opponent is None else book.ledger.contenders[cell.opponent].id


def _due(book: Book, number: int) -> Iterator[tuple[Cell, int]]:
    """Yield the rounds with a scheduled opponent, with its number."""
    return ((cell, cell.opponent) for cell in book.ledger.cells[number] if cell.opponent is not None)


def happened(book: Book, cell: Cell) -> str:
    """Describe a round in a word or two: "won", "drew", "lost by forfeit", "absent"."""
    if cell.kind in _UNPLAYED:
        return told(_UNPLAYED[cell.kind])
    rules = book.ledger.rules
    made = "won" if cell.halves >= rules.win else "drew" if cell.halves == rules.draw else "lost"
    return told(_BY_FORFEIT[made] if cell.kind is Kind.FORFEIT else _PLAYED[made])


def _score(book: Book, number: int, part: Part) -> str:
    """Describe where the score of an opponent or dummy comes from."""
    ledger, cell = book.ledger, part[3]
    if cell.counts:
        points = ledger.points[cell.opponent or 0]
        if part[0] == points:
            return say("{points} points", points=halves_text(points))
        return say(
            "{points} points; {more} with the requested byes at the end counted as draws",
            points=halves_text(points),
            more=halves_text(part[0]),
        )
    own = say(
        "{happened}: dummy opponent with your own score of {points}",
        happened=happened(book, cell),
        points=halves_text(ledger.points[number]),
    )
    if part[0] == ledger.points[number]:
        return own
    if cell.opponent is None:
        return say("{own}, capped at {most} (a draw in every round)", own=own, most=halves_text(part[0]))
    return say("{own}, capped at the scheduled opponent's {most}", own=own, most=halves_text(part[0]))


def made_of_parts(book: Book, number: int, key: str) -> Terms:
    """Explain a Buchholz or Sonneborn-Berger figure."""
    value, cut = MADE_OF_PARTS[key]
    cuts = {part[3].round: why for part, why in cut(book.parts[number])}
    found = []
    for part in book.parts[number]:
        words, cell = _score(book, number, part), part[3]
        if value is product:
            words = f"{halves_text(part[1])} × {halves_text(part[0])} ({words})"
        if cell.round in cuts:
            words = f"{words}; {told(cuts[cell.round])}"
        found.append(Term(cell.round, opponent(book, cell), value(part), cell.round not in cuts, words))
    if value is product:
        return found, say("The sum, over your rounds, of your points times your opponent's points.")
    return found, say("The sum of your opponents' points.")


def counted(book: Book, number: int, key: str) -> Terms:
    """Explain a figure that counts rounds, such as the number of wins."""
    row, win, counts = book.ledger.cells[number], book.ledger.rules.win, COUNTED[key]
    found = [Term(cell.round, opponent(book, cell), 1, counts(cell, win), happened(book, cell)) for cell in row]
    return found, say("The number of rounds that count.")


def progressive(book: Book, number: int, key: str) -> Terms:
    """Explain a progressive score."""
    cut = PROGRESSIVE_CUTS[key]
    kept, left_out = say("score after the round"), say("cut: first rounds") if cut > 1 else say("cut: first round")
    found = [
        Term(at, None, score, at > cut, kept if at > cut else left_out)
        for at, score in enumerate(book.scores[number], 1)
    ]
    return found, say("The sum of your scores after each round.")


def koya(book: Book, number: int) -> Terms:
    """Explain a Koya figure."""
    ledger, line = book.ledger, schedule_strength.koya_line(book.ledger)
    found = []
    for cell, other in _due(book, number):
        points = ledger.points[other]
        counts = 2 * points >= line
        happening, has = happened(book, cell), halves_text(points)
        if counts:
            words = say("{happened}; opponent has {points}", happened=happening, points=has)
        else:
            words = say("{happened}; opponent has {points}: less than half", happened=happening, points=has)
        found.append(Term(cell.round, opponent(book, cell), cell.halves, counts, words))
    return found, say(
        "Your points against all opponents with at least {points}, half of the possible points.",
        points=halves_text(-(-line // 2)),
    )


def rating_average(book: Book, number: int, key: str) -> Terms:
    """Explain an average of the opponents' ratings (ARO)."""
    found, row, cut = _rated(book, number), book.games[number], AVERAGE_CUTS[key]
    lowest = sorted(row)[:cut] if len(row) > cut else row
    out = {game[2] for game in lowest}
    cuts = [
        Term(one.round, one.opponent, one.value, False, say("cut: lowest")) if one.round in out else one
        for one in found
    ]
    return cuts, say("The average of the ratings that count, rounded half up.")


def _rated(book: Book, number: int) -> list[Term]:
    """Return the terms of the rounds with an opponent, by article 10."""
    found = []
    for cell, other in _due(book, number):
        rating = book.ledger.contenders[other].rating
        if cell.kind is not Kind.GAME:
            why: str = say("{happened}: not counted", happened=happened(book, cell))
        else:
            why = say("no rating: not counted") if rating is None else happened(book, cell)
        counts = cell.kind is Kind.GAME and rating is not None
        found.append(Term(cell.round, opponent(book, cell), rating or 0, counts, why))
    return found


def performance(book: Book, number: int) -> Terms:
    """Explain a tournament performance rating (TPR)."""
    row, win = book.games[number], book.ledger.rules.win
    if not row:
        return _rated(book, number), say("No game against a rated opponent.")
    made = sum(game[1] for game in row)
    share = min(100, ratings.rounded(100 * made, win * len(row)))
    return _rated(book, number), say(
        "The average rating {average}, adjusted by {difference} from FIDE's table for {share} % of the points "
        "({made} of {possible}).",
        average=ratings.average(row),
        difference=f"{ratings.difference(share):+}",
        share=share,
        made=halves_text(made),
        possible=halves_text(win * len(row)),
    )


def perfect(book: Book, number: int) -> Terms:
    """Explain a perfect tournament performance (PTP)."""
    figure, row = book.perfect[number], book.games[number]
    terms = _rated(book, number)
    if figure is None:
        return terms, say("No game against a rated opponent.")
    made, win = sum(game[1] for game in row), book.ledger.rules.win
    if not made:
        return terms, say("No points: 800 below the lowest-rated opponent.")
    found = [
        Term(one.round, one.opponent, one.value, True, _expected(figure - one.value))
        if one.counted else one
        for one in terms
    ]  # fmt: skip
    here, below = (sum(ratings.expected(rating - game[0]) for game in row) / 100 for rating in (figure, figure - 1))
    return found, say(
        "You scored the equivalent of {games} wins. A rating of {figure} has an expected score of {here}, one "
        "of {lower} only {below}.",
        games=f"{float(Fraction(made, win)):g}",
        figure=figure,
        here=f"{here:.2f}",
        lower=figure - 1,
        below=f"{below:.2f}",
    )


def _expected(difference: int) -> str:
    return say("expected {points}", points=f"{ratings.expected(difference) / 100:.2f}")


def of_opponents(book: Book, number: int, theirs: Figures, name: str) -> Terms:
    """Explain an average of the opponents' own figures (APRO, APPO)."""
    found = []
    for cell, other in _due(book, number):
        figure = theirs[other] if cell.kind is Kind.GAME else None
        why = (
            told(name)
            if figure is not None
            else say("no rated game: not counted")
            if cell.kind is Kind.GAME
            else say("not played")
        )
        found.append(Term(cell.round, opponent(book, cell), figure or 0, figure is not None, why))
    return found, say("The average of the values that count, rounded half up.")


TERMS: dict[str, Callable[[Book, int], Terms]] = {
    **{key: partial(made_of_parts, key=key) for key in MADE_OF_PARTS},
    **{key: partial(counted, key=key) for key in COUNTED},
    **{key: partial(progressive, key=key) for key in PROGRESSIVE_CUTS},
    **{key: partial(rating_average, key=key) for key in AVERAGE_CUTS},
    "KS": koya,
    "TPR": performance,
    "PTP": perfect,
    "APRO": lambda book, at: of_opponents(book, at, book.performances, marked("their performance rating")),
    "APPO": lambda book, at: of_opponents(book, at, book.perfect, marked("their perfect performance")),
}
"""Every column made of rounds, except direct encounter."""
