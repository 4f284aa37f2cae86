"""The quality of a pairing by criterion and bracket (C.04.3, articles 2.4 and 4).

A pair belongs to the bracket of its lower score; a player paired in a lower bracket or given the bye is a downfloater.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engines.words import marked
from engines.words import told as tell
from league.formats.swiss.tournament import BLACK, DOWN, UP, WHITE, Standing, Tournament, standings

Value = int | tuple[int, ...]
Board = tuple[int, int]
"""Numbers of White and Black; Black 0 is the bye."""

TEXTS = {
    "C5": marked("Score of the player with the bye"),
    "C6": marked("Players who float down from this score group"),
    "C7": marked("Scores of the downfloaters, highest first"),
    "C8": marked("Number of downfloaters from the next group, then their scores"),
    "C9": marked("Unplayed rounds of the player with the bye"),
    "C10": marked("Top scorers and their opponents with three or more games more in one colour than in the other"),
    "C11": marked("Top scorers and their opponents with the same colour three times in a row"),
    "C12": marked("Players who don't get their colour preference"),
    "C13": marked("Players who don't get their strong colour preference"),
    "C14": marked("Players of the group who float down for the second round in a row"),
    "C15": marked("Opponents of moved-down players who float up for the second round in a row"),
    "C16": marked("Players of the group who float down and did so two rounds ago"),
    "C17": marked("Opponents of moved-down players who float up and did so two rounds ago"),
    "C18": marked("Score differences of moved-down players who floated down in the last round"),
    "C19": marked("Score differences of moved-down players against opponents who floated up in the last round"),
    "C20": marked("Score differences of moved-down players who floated down two rounds ago"),
    "C21": marked("Score differences of moved-down players against opponents who floated up two rounds ago"),
}
ORDER = "order"
ORDER_TEXT = marked("Equally good: the rules choose the pairing that comes first in seed order")


Counts = dict[str, Value]
"""The values of C5 to C21 in order; smaller is better. C5 is -1 without a bye."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A paired bracket: `moved` came from above, `boards` were made here, `down` float on; `order` breaks ties."""

    score: int
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    boards: tuple[Board, ...]
    down: tuple[int, ...]
    counts: Counts
    order: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first point in which a pairing is worse than another: a criterion's code, or `order`."""

    code: str
    score: int
    """Score of the bracket."""
    better: Value
    worse: Value

    @property
    def text(self) -> str:
        return tell(TEXTS.get(self.code, ORDER_TEXT))


def brackets(tournament: Tournament, pairing: Iterable[Board]) -> list[Bracket]:
    """Return the brackets of a pairing, highest score first. Each player to be paired must occur exactly once."""
    people = {one.number: one for one in standings(tournament)}
    boards = sorted(pairing)
    # by score of the bracket in which the pair is made; the bye, below all brackets, is -1
    made_in = {board: min(people[one].score for one in board) if board[1] else -1 for board in boards}
    home = {number: score for board, score in made_in.items() for number in board}
    scores = sorted({one.score for one in people.values()}, reverse=True)
    byed = next((people[white] for white, black in boards if not black), None)
    found: list[_Draft] = []
    moved: list[Standing] = []
    for score in scores:
        residents = _ranked(one for one in people.values() if one.score == score)
        here = [board for board in boards if home[board[0]] == score and board[1]]
        down = _ranked(one for one in [*moved, *residents] if home[one.number] != score)
        found.append(_Draft(score, moved, residents, [(people[white], people[black]) for white, black in here], down))
        moved = down
    return [draft.bracket(after, byed, tournament.played) for draft, after in zip_longest(found, found[1:])]


def worse(first: Sequence[Bracket], second: Sequence[Bracket]) -> Difference | None:
    """Return where the second pairing of a round is first worse than the first, or None if it is at least as good."""
    for one, other in zip(first, second, strict=True):
        told = [(code, mine, other.counts[code]) for code, mine in one.counts.items()]
        told += [(ORDER, mine, theirs) for mine, theirs in zip(one.order, other.order, strict=True)]
        for code, mine, theirs in told:
            if mine != theirs:
                better = mine < theirs  # type: ignore[operator]  # both are numbers, or both are tuples
                return Difference(code, one.score, mine, theirs) if better else None
    return None


def _ranked(people: Iterable[Standing]) -> list[Standing]:
    return sorted(people, key=lambda one: (-one.score, one.number))


@dataclass(frozen=True, slots=True)
class _Draft:
    score: int
    moved: list[Standing]
    residents: list[Standing]
    boards: list[tuple[Standing, Standing]]
    down: list[Standing]

    def bracket(self, after: _Draft | None, byed: Standing | None, played: int) -> Bracket:
        bye_is_decided_here = byed is not None and self.down == [byed] and byed.score == self.score
        values: tuple[Value, ...] = (
            byed.score if byed else -1,
            len(self.down),
            self._scores(),
            (len(after.down), *after._scores()) if after else (),
            played - byed.games if byed and bye_is_decided_here else 0,
            *self._colours(),
            *self._repeated_floats(),
        )
        return Bracket(
            self.score,
            tuple(one.number for one in self.moved),
            tuple(one.number for one in self.residents),
            tuple((white.number, black.number) for white, black in self.boards),
            tuple(one.number for one in self.down),
            dict(zip(TEXTS, values, strict=True)),
            _order_of(self.moved, self.residents, self.boards),
        )

    def _scores(self) -> tuple[int, ...]:
        return tuple(one.score for one in self.down)

    def _colours(self) -> list[Value]:
        given = [(one, colour) for board in self.boards for one, colour in zip(board, (WHITE, BLACK), strict=True)]
        top = {one for board in self.boards if any(player.top for player in board) for one in board}
        at_top = [(one, colour) for one, colour in given if one in top]
        return [
            sum(abs(one.difference + (1 if colour == WHITE else -1)) > 2 for one, colour in at_top),
            sum(one.colours[-2:] == 2 * colour for one, colour in at_top),
            sum(one.preference not in ("", colour) for one, colour in given),
            sum(one.strong and one.preference != colour for one, colour in given),
        ]

    def _repeated_floats(self) -> list[Value]:
        stay = [one for one in self.down if one.score == self.score]
        uneven = [(max(board, key=_score), min(board, key=_score)) for board in self.boards]
        uneven = [(above, below) for above, below in uneven if above.score > below.score]
        numbers: list[Value] = []
        differences: list[Value] = []
        for back in (0, 1):
            numbers.append(sum(one.floats[back] == DOWN for one in stay))
            numbers.append(sum(below.floats[back] == UP for _, below in uneven))
            differences.append(self._fallen_again(back))
            again = (above.score - below.score for above, below in uneven if below.floats[back] == UP)
            differences.append(tuple(sorted(again, reverse=True)))
        return numbers + differences

    def _fallen_again(self, back: int) -> tuple[int, ...]:
        """Return the score differences of moved-down players who floated before; repeat floaters rank highest."""
        beyond = 1 + max((one.score for one in self.moved), default=0)
        floating = set(self.down)
        gaps = (
            one.score - self.score + (beyond if one in floating else 0)
            for one in self.moved
            if one.floats[back] == DOWN
        )
        return tuple(sorted(gaps, reverse=True))


def _score(one: Standing) -> int:
    return one.score


def _order_of(
    moved: Sequence[Standing], residents: Sequence[Standing], boards: Sequence[tuple[Standing, Standing]]
) -> tuple[Value, ...]:
    """Return the sort key of equally good pairings of a bracket (articles 3 and 4); the smallest comes first.

    It begins with the moved-down players (which are paired, and with whom), followed by the exchanges and
    transpositions of the residents. Places in the bracket (the rules' BSN) count from 0.
    """
    place = {one.number: at for at, one in enumerate([*moved, *residents])}
    partner = {}
    for one, other in boards:
        partner[place[one.number]], partner[place[other.number]] = place[other.number], place[one.number]
    above = range(len(moved))
    chosen = [at for at in above if at in partner]
    taken = {partner[at] for at in chosen}
    rest = [at for at in range(len(moved), len(place)) if at not in taken]
    return (
        tuple(int(at not in partner) for at in above),
        tuple(partner[at] for at in chosen),
        *_below(rest, {at: partner[at] for at in rest if at in partner}),
    )


def _below(rest: Sequence[int], partner: dict[int, int]) -> tuple[Value, ...]:
    """Return the part for articles 4.2 and 4.3: S1 is the better half, and each pair has one member of S1."""
    pairs = len(partner) // 2
    before = set(rest[:pairs])
    upper = {at for at, other in partner.items() if at < other}
    leaving, entering = sorted(before - upper, reverse=True), sorted(upper - before)
    return (
        len(entering),
        sum(entering) - sum(leaving),
        tuple(-at for at in leaving),
        tuple(entering),
        tuple(partner[at] for at in sorted(upper)),
    )
