"""A second reading of the rules that no pairing may break (C.04.3, C1 to C4, articles 1.4 to 1.8 and 5).

It shares no code with the pairing, so that an error in one shows against the other.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from league.formats.swiss.pairing_quality import Board
from league.formats.swiss.tournament import BLACK, WHITE, Kind, Player, Round, Tournament


@dataclass(frozen=True, slots=True)
class History:
    """`due` is the colour preferred; `strength` 3 absolute, 2 strong, 1 mild, 0 none; `balance` Whites less Blacks."""

    number: int
    place: int
    """Among the pairing numbers of those who take or took part, from 1."""
    score: int
    met: frozenset[int]
    played: tuple[str, ...]
    unplayed: int
    balance: int
    due: str
    strength: int
    fell: tuple[bool, bool]
    """Floated down in the last round, and in that before it."""
    rose: tuple[bool, bool]
    barred_from_bye: bool
    top: bool


def histories(tournament: Tournament) -> dict[int, History]:
    """All who are to be paired, by number."""
    reader = _Reader(tournament)
    return {player.number: reader.history(player) for player in tournament.players if not player.absent}


class _Reader:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.players = {player.number: player for player in tournament.players}
        ranked = sorted(player.number for player in tournament.players if not player.absent or self._was_paired(player))
        self.places = {number: place for place, number in enumerate(ranked, 1)}

    def history(self, player: Player) -> History:
        rounds = player.rounds[: self.tournament.played]
        games = [one for one in rounds if one.kind is Kind.GAME]
        colours = tuple(one.colour for one in games)
        balance = colours.count(WHITE) - colours.count(BLACK)
        due, strength = _preference(colours, balance)
        score = self._score(player, self.tournament.played)
        floats = [self._float(player, back) for back in (1, 2)]
        return History(
            number=player.number, place=self.places[player.number], score=score,
            met=frozenset(one.opponent for one in games), played=colours, unplayed=self.tournament.played - len(games),
            balance=balance, due=due, strength=strength, fell=(floats[0] < 0, floats[1] < 0),
            rose=(floats[0] > 0, floats[1] > 0), barred_from_bye=any(self._bars_bye(one) for one in rounds),
            top=self._last_round() and score * 2 > self.tournament.win * self.tournament.played,
        )  # fmt: skip

    def _was_paired(self, player: Player) -> bool:
        return any(one.kind in (Kind.GAME, Kind.FORFEIT, Kind.PAIRING_BYE) for one in player.rounds)

    def _last_round(self) -> bool:
        return self.tournament.played + 1 >= self.tournament.rounds

    def _bars_bye(self, one: Round) -> bool:
        free = one.kind is not Kind.GAME and one.points >= self.tournament.win
        return free or one.kind is Kind.PAIRING_BYE

    def _score(self, player: Player, before: int) -> int:
        gained = sum(one.points for one in player.rounds[:before])
        fictitious = self.tournament.extra.get(player.number, ())
        return gained + (fictitious[before] if before < len(fictitious) else 0)

    def _float(self, player: Player, back: int) -> int:
        """-1 down, 1 up."""
        at = self.tournament.played - back
        if at < 0 or at >= len(player.rounds):
            return 0
        one = player.rounds[at]
        if one.kind is Kind.GAME:
            mine, theirs = self._score(player, at), self._score(self.players[one.opponent], at)
            return (theirs > mine) - (mine > theirs)
        return -1 if one.kind is Kind.PAIRING_BYE or one.points > self.tournament.loss else 0


def _preference(colours: tuple[str, ...], balance: int) -> tuple[str, int]:
    """Article 1.7: absolute by a difference over one or two of a colour in a row, strong by one, mild to alternate."""
    if not colours:
        return "", 0
    fewer = BLACK if balance > 0 else WHITE
    last_but = BLACK if colours[-1] == WHITE else WHITE
    if abs(balance) > 1:
        return fewer, 3
    if colours[-2:] in ((WHITE, WHITE), (BLACK, BLACK)):
        return last_but, 3
    return (fewer, 2) if balance else (last_but, 1)


def faults(tournament: Tournament, pairing: Iterable[Board]) -> list[str]:
    """The code of every breach of a rule: C1 to C4, `forbidden` or `colour`. None means legal, not that it is the best."""
    people = histories(tournament)
    boards = list(pairing)
    times = Counter(number for board in boards for number in board if number)
    byes = [white for white, black in boards if not black]
    if times.keys() != people.keys() or max(times.values()) > 1:
        return ["C4"]
    if len(byes) > 1:
        return ["C2"]
    found = []
    for white, black in boards:
        if not black:
            if people[white].barred_from_bye:
                found.append("C2")
            continue
        found += pair_faults(tournament, people, white, black)
        if due_white(tournament, people[white], people[black]) != white:
            found.append("colour")
    return found


def pair_faults(tournament: Tournament, people: Mapping[int, History], one: int, other: int) -> list[str]:
    """C1, C3 and forbidden pairs: why two players may not meet."""
    mine, theirs = people[one], people[other]
    found = []
    if other in mine.met:
        found.append("C1")
    if frozenset((one, other)) in tournament.forbidden:
        found.append("forbidden")
    if mine.strength == theirs.strength == 3 and mine.due == theirs.due and not (mine.top or theirs.top):
        found.append("C3")
    return found


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
