"""A second computation of a report's standings: it reads the columns itself and shares no code with the site.

Points, Buchholz cut 1, Buchholz and Sonneborn-Berger with the unplayed rounds of C.07, article 16.
"""

from typing import NamedTuple

WINS, DRAWS = "1+UF", "=H"
CHOSEN = "-HZ "
"""Forfeit losses and requested byes: rounds that a player chose not to play."""


class Entry(NamedTuple):
    opponent: int
    result: str
    points: float

    @property
    def was_played(self) -> bool:
        return self.opponent > 0 and self.result in "10="


def read(text: str, win: float, draw: float) -> dict[int, list[Entry]]:
    values = {**dict.fromkeys(WINS, win), **dict.fromkeys(DRAWS, draw)}
    rows = {}
    for line in text.splitlines():
        if line.startswith("001"):
            cells = [line[at : at + 10].ljust(10) for at in range(91, len(line), 10)]
            rows[int(line[4:8])] = [Entry(int(cell[:4].strip() or 0), cell[7], values.get(cell[7], 0.0)) for cell in cells]
    paired = [at for row in rows.values() for at, entry in enumerate(row, 1) if entry.opponent or entry.result == "U"]
    rounds = max(paired, default=0)  # what follows are byes announced for a round that isn't paired
    return {start: (row + [Entry(0, "Z", 0.0)] * rounds)[:rounds] for start, row in rows.items()}


def ranks(text: str, win: float = 1.0, draw: float = 0.5) -> dict[int, int]:
    """The rank of each player; those with the same figures share one."""
    rows = read(text, win, draw)
    adjusted = {start: _adjusted(row, draw) for start, row in rows.items()}
    figures = {start: _figures(row, adjusted, draw) for start, row in rows.items()}
    return {start: 1 + sum(other > own for other in figures.values()) for start, own in figures.items()}


def _adjusted(row: list[Entry], draw: float) -> float:
    """Article 16.3: requested byes after the last round that the player meant to play are draws."""
    points = sum(entry.points for entry in row)
    for entry in reversed(row):
        if entry.result not in CHOSEN:
            break
        if not entry.opponent:
            points += draw - entry.points
    return points


def _figures(row: list[Entry], adjusted: dict[int, float], draw: float) -> tuple[float, ...]:
    points = sum(entry.points for entry in row)
    scores: list[tuple[bool, float, float]] = []
    for entry in row:
        if entry.was_played:
            score = adjusted[entry.opponent]
        else:  # article 16.4: a dummy with the player's own score, at most the opponent's or draws in all rounds
            score = min(points, adjusted[entry.opponent] if entry.opponent else len(row) * draw)
        scores.append((entry.result not in CHOSEN, score, entry.points))
    buchholz = sum(score for _, score, _ in scores)
    lowest = min(scores, default=(True, 0.0, 0.0))[1]  # article 14: rounds that the player chose not to play are cut first
    return points, buchholz - lowest, buchholz, sum(score * made for _, score, made in scores)
