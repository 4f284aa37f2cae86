"""The quality of a pairing by criterion and bracket (C.04.3, articles 2.4 and 4).

A pair belongs to the bracket of its lower score; a player paired in a lower bracket or given the bye is a downfloater.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from engines.i18n import mark, translate as _
from league.formats.swiss.tournament import BLACK, DOWN, UP, WHITE, PlayerState, Tournament, list_player_states

Value = int | tuple[int, ...]
Board = tuple[int, int]
"""Numbers of White and Black; Black 0 is the bye."""

CRITERION_TEXTS = {
    "C5": mark("Score of the player with the bye"),
    "C6": mark("Players who float down from this score group"),
    "C7": mark("Scores of the downfloaters, highest first"),
    "C8": mark("Number of downfloaters from the next group, then their scores"),
    "C9": mark("Unplayed rounds of the player with the bye"),
    "C10": mark("Top scorers and their opponents with three or more games more in one colour than in the other"),
    "C11": mark("Top scorers and their opponents with the same colour three times in a row"),
    "C12": mark("Players who don't get their colour preference"),
    "C13": mark("Players who don't get their strong colour preference"),
    "C14": mark("Players of the group who float down for the second round in a row"),
    "C15": mark("Opponents of moved-down players who float up for the second round in a row"),
    "C16": mark("Players of the group who float down and did so two rounds ago"),
    "C17": mark("Opponents of moved-down players who float up and did so two rounds ago"),
    "C18": mark("Score differences of moved-down players who floated down in the last round"),
    "C19": mark("Score differences of moved-down players against opponents who floated up in the last round"),
    "C20": mark("Score differences of moved-down players who floated down two rounds ago"),
    "C21": mark("Score differences of moved-down players against opponents who floated up two rounds ago"),
}
ORDER = "order"
ORDER_TEXT = mark("Equally good: the rules choose the pairing that comes first in seed order")


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
        return _(CRITERION_TEXTS.get(self.code, ORDER_TEXT))


def list_brackets(tournament: Tournament, pairing: Iterable[Board]) -> list[Bracket]:
    """Return the brackets of a pairing, highest score first. Each player to be paired must occur exactly once."""
    players = {player.number: player for player in list_player_states(tournament)}
    boards = sorted(pairing)
    # by score of the bracket in which the pair is made; the bye, below all brackets, is -1
    board_score = {board: min(players[number].score for number in board) if board[1] else -1 for board in boards}
    player_score = {number: score for board, score in board_score.items() for number in board}
    scores = sorted({player.score for player in players.values()}, reverse=True)
    bye_player = next((players[white] for white, black in boards if not black), None)
    entries: list[_PairedBracket] = []
    moved: list[PlayerState] = []
    for score in scores:
        residents = _sort_players(player for player in players.values() if player.score == score)
        inside = [board for board in boards if player_score[board[0]] == score and board[1]]
        down = _sort_players(player for player in [*moved, *residents] if player_score[player.number] != score)
        entries.append(
            _PairedBracket(score, moved, residents, [(players[white], players[black]) for white, black in inside], down)
        )
        moved = down
    return [entry.bracket(after, bye_player, tournament.played) for entry, after in zip_longest(entries, entries[1:])]


def find_difference(first: Sequence[Bracket], second: Sequence[Bracket]) -> Difference | None:
    """Return where the second pairing of a round is first worse than the first, or None if it is at least as good."""
    for bracket, other in zip(first, second, strict=True):
        values = [(code, value, other.counts[code]) for code, value in bracket.counts.items()]
        values += [(ORDER, value, other_value) for value, other_value in zip(bracket.order, other.order, strict=True)]
        for code, value, other_value in values:
            if value != other_value:
                better = value < other_value  # type: ignore[operator]  # both are numbers, or both are tuples
                return Difference(code, bracket.score, value, other_value) if better else None
    return None


def _sort_players(players: Iterable[PlayerState]) -> list[PlayerState]:
    return sorted(players, key=lambda player: (-player.score, player.number))


@dataclass(frozen=True, slots=True)
class _PairedBracket:
    score: int
    moved: list[PlayerState]
    residents: list[PlayerState]
    boards: list[tuple[PlayerState, PlayerState]]
    down: list[PlayerState]

    def bracket(self, after: _PairedBracket | None, bye_player: PlayerState | None, played: int) -> Bracket:
        bye_is_decided_here = bye_player is not None and self.down == [bye_player] and bye_player.score == self.score
        values: tuple[Value, ...] = (
            bye_player.score if bye_player else -1,
            len(self.down),
            self._scores(),
            (len(after.down), *after._scores()) if after else (),
            played - bye_player.games if bye_player and bye_is_decided_here else 0,
            *self._colours(),
            *self._repeated_floats(),
        )
        return Bracket(
            self.score,
            tuple(player.number for player in self.moved),
            tuple(player.number for player in self.residents),
            tuple((white.number, black.number) for white, black in self.boards),
            tuple(player.number for player in self.down),
            dict(zip(CRITERION_TEXTS, values, strict=True)),
            _compute_order(self.moved, self.residents, self.boards),
        )

    def _scores(self) -> tuple[int, ...]:
        return tuple(player.score for player in self.down)

    def _colours(self) -> list[Value]:
        pairs = [(member, colour) for board in self.boards for member, colour in zip(board, (WHITE, BLACK), strict=True)]
        top = {member for board in self.boards if any(player.top for player in board) for member in board}
        at_top = [(member, colour) for member, colour in pairs if member in top]
        return [
            sum(abs(member.difference + (1 if colour == WHITE else -1)) > 2 for member, colour in at_top),
            sum(member.colours[-2:] == 2 * colour for member, colour in at_top),
            sum(member.preference not in ("", colour) for member, colour in pairs),
            sum(member.strong and member.preference != colour for member, colour in pairs),
        ]

    def _repeated_floats(self) -> list[Value]:
        stay = [player for player in self.down if player.score == self.score]
        uneven = [(max(board, key=_get_score), min(board, key=_get_score)) for board in self.boards]
        uneven = [(above, below) for above, below in uneven if above.score > below.score]
        numbers: list[Value] = []
        differences: list[Value] = []
        for back in (0, 1):
            numbers.append(sum(player.floats[back] == DOWN for player in stay))
            numbers.append(sum(below.floats[back] == UP for _, below in uneven))
            differences.append(self._repeated_downfloats(back))
            gaps = (above.score - below.score for above, below in uneven if below.floats[back] == UP)
            differences.append(tuple(sorted(gaps, reverse=True)))
        return numbers + differences

    def _repeated_downfloats(self, back: int) -> tuple[int, ...]:
        """Return the score differences of moved-down players who floated before; repeat floaters rank highest."""
        beyond = 1 + max((player.score for player in self.moved), default=0)
        floating = set(self.down)
        gaps = (
            player.score - self.score + (beyond if player in floating else 0)
            for player in self.moved
            if player.floats[back] == DOWN
        )
        return tuple(sorted(gaps, reverse=True))


def _get_score(player: PlayerState) -> int:
    return player.score


def _compute_order(
    moved: Sequence[PlayerState], residents: Sequence[PlayerState], boards: Sequence[tuple[PlayerState, PlayerState]]
) -> tuple[Value, ...]:
    """Return the sort key of equally good pairings of a bracket (articles 3 and 4); the smallest comes first.

    It begins with the moved-down players (which are paired, and with whom), followed by the exchanges and
    transpositions of the residents. Places in the bracket (the rules' BSN) count from 0.
    """
    places = {player.number: place for place, player in enumerate([*moved, *residents])}
    partner = {}
    for player, other in boards:
        partner[places[player.number]], partner[places[other.number]] = places[other.number], places[player.number]
    above = range(len(moved))
    chosen = [place for place in above if place in partner]
    taken = {partner[place] for place in chosen}
    rest = [place for place in range(len(moved), len(places)) if place not in taken]
    return (
        tuple(int(place not in partner) for place in above),
        tuple(partner[place] for place in chosen),
        *_order_residents(rest, {place: partner[place] for place in rest if place in partner}),
    )


def _order_residents(rest: Sequence[int], partner: dict[int, int]) -> tuple[Value, ...]:
    """Return the part for articles 4.2 and 4.3: S1 is the better half, and each pair has one member of S1."""
    pairs = len(partner) // 2
    upper_half = set(rest[:pairs])
    upper = {place for place, other in partner.items() if place < other}
    leaving, entering = sorted(upper_half - upper, reverse=True), sorted(upper - upper_half)
    return (
        len(entering),
        sum(entering) - sum(leaving),
        tuple(-place for place in leaving),
        tuple(entering),
        tuple(partner[place] for place in sorted(upper)),
    )
