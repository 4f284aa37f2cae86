"""FIDE's tournament report files (TRF16): reading one for pairing."""

from __future__ import annotations

from collections.abc import Iterator

from league.events.formats.swiss.tournament import BLACK, WHITE, Kind, Player, Round, Tournament

_POINTS = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "D": 1, "L": 0, "H": 1, "F": 2, "U": 2, "Z": 0, " ": 0}
_FORFEIT = "+-"
_BYES = {"U": Kind.PAIRING_BYE, "H": Kind.BYE, "F": Kind.BYE, "Z": Kind.ABSENT, " ": Kind.ABSENT, "-": Kind.ABSENT}


class BadTrf(ValueError):
    """A line that cannot be read; `line` counts from 1."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"Line {line}: {text}")
        self.line = line


def read(text: str) -> Tournament:
    players: list[tuple[int, list[Round]]] = []
    rounds, first = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("001"):
            players.append((int(line[4:8]), list(_rounds(line, number))))
        elif line.startswith("XXR"):
            rounds = int(line[3:])
        elif line.startswith("152"):
            first = WHITE if line[3:].strip() == "W" else BLACK
    played = max(
        (at for _, row in players for at, one in enumerate(row, 1) if one.opponent or one.kind is Kind.PAIRING_BYE),
        default=0,
    )
    made = tuple(Player(start, tuple(row[:played]), len(row) > played) for start, row in players)
    return Tournament(made, rounds, played, first or _first_colour(made))


def _rounds(line: str, number: int) -> Iterator[Round]:
    cells = line[91:].rstrip("\n")
    for at in range(0, len(cells), 10):
        cell = cells[at : at + 8].ljust(8)
        opponent = int(cell[:4].strip() or 0)
        colour, result = cell[5], cell[7]
        if result in _FORFEIT and opponent:
            yield Round(Kind.FORFEIT, _POINTS[result], opponent, colour.strip("-"))
        elif opponent:
            yield Round(Kind.GAME, _POINTS[result], opponent, colour)
        else:
            yield Round(_BYES[result], _POINTS[result])


def _first_colour(players: tuple[Player, ...]) -> str:
    for player in sorted(players, key=lambda one: one.number):
        if player.rounds and player.rounds[0].colour:
            given = player.rounds[0].colour
            return given if player.number % 2 else {WHITE: BLACK, BLACK: WHITE}[given]
    return WHITE
