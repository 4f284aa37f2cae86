"""Whether a pairing keeps the rules that no pairing may break (C.04.3, C1 to C4 and article 5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engines.words import marked, say, told
from league.formats.swiss.counting import Board
from league.formats.swiss.history import History, histories
from league.formats.swiss.tournament import BLACK, WHITE, Tournament

_BOTH_DUE = {
    WHITE: marked("{one} and {other} both have to have White."),
    BLACK: marked("{one} and {other} both have to have Black."),
}


@dataclass(frozen=True, slots=True)
class Fault:
    """`code` is C1 to C4, `forbidden` or `colour`."""

    code: str
    players: tuple[int, ...]
    text: str


def faults(tournament: Tournament, pairing: Iterable[Board]) -> list[Fault]:
    """Every breach of a rule; none means that the pairing is legal, not that it is the best."""
    people = histories(tournament)
    boards = list(pairing)
    found = _everybody_once(people, boards)
    if found:
        return found
    for white, black in boards:
        if not black:
            found += _bye(people[white])
        else:
            found += pair_faults(tournament, people, white, black)
            found += _colours(tournament, people[white], people[black])
    return found


def pair_faults(tournament: Tournament, people: Mapping[int, History], one: int, other: int) -> list[Fault]:
    """C1, C3 and forbidden pairs: why two players may not meet."""
    found = []
    mine, theirs = people[one], people[other]
    both = (one, other)
    if other in mine.met:
        found.append(Fault("C1", both, say("{one} and {other} have played each other before.", one=one, other=other)))
    if frozenset(both) in tournament.forbidden:
        found.append(
            Fault("forbidden", both, say("{one} and {other} are kept apart by the organiser.", one=one, other=other))
        )
    if mine.strength == theirs.strength == 3 and mine.due == theirs.due and not (mine.top or theirs.top):
        text = _BOTH_DUE[mine.due]
        found.append(Fault("C3", both, told(text, one=one, other=other)))
    return found


def _everybody_once(people: Mapping[int, History], boards: Sequence[Board]) -> list[Fault]:
    times = Counter(number for board in boards for number in board if number)
    byes = [white for white, black in boards if not black]
    found = [
        Fault("C4", (one,), say("{one} is not to be paired in this round.", one=one))
        for one in times
        if one not in people
    ]
    found += [Fault("C4", (one,), say("{one} is left out.", one=one)) for one in people if one not in times]
    found += [
        Fault("C4", (one,), say("{one} is paired {count} times.", one=one, count=count))
        for one, count in times.items()
        if count > 1
    ]
    if len(byes) > 1:
        found.append(Fault("C2", tuple(byes), say("More than one player has the bye.")))
    return found


def _bye(one: History) -> list[Fault]:
    if not one.barred_from_bye:
        return []
    return [Fault("C2", (one.number,), say("{one} has had a bye, or a win without playing, before.", one=one.number))]


def _colours(tournament: Tournament, white: History, black: History) -> list[Fault]:
    if due_white(tournament, white, black) == white.number:
        return []
    both = (white.number, black.number)
    return [
        Fault("colour", both, say("{black} has to have White against {white}.", black=black.number, white=white.number))
    ]


def due_white(tournament: Tournament, one: History, other: History) -> int:
    """Who has White by article 5.2: the first of its rules that tells the two apart."""
    first, second = sorted((one, other), key=lambda player: (-player.score, player.number))
    return first.number if _colour_of(tournament, first, second) == WHITE else second.number


def _colour_of(tournament: Tournament, higher: History, lower: History) -> str:
    opposite = {WHITE: BLACK, BLACK: WHITE}
    if higher.due != lower.due and higher.due + lower.due:
        return higher.due or opposite[lower.due]
    if higher.due:
        mine, theirs = (_weight(one) for one in (higher, lower))
        if mine != theirs:
            return higher.due if mine > theirs else opposite[lower.due]
        for own, opponents in zip(reversed(higher.played), reversed(lower.played), strict=False):
            if own != opponents:
                return opponents
        return higher.due
    return tournament.first_colour if higher.place % 2 else opposite[tournament.first_colour]


def _weight(one: History) -> tuple[int, int]:
    """Of two absolute preferences the wider difference weighs more; of others only the kind."""
    return one.strength, abs(one.balance) if one.strength == 3 else 0
