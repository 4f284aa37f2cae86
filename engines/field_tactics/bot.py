"""The greedy bot: looks one move ahead from its seat's view, and considers what the unseen pieces can still be."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engines.data_files import load_toml
from engines.field_tactics import heuristics, squares
from engines.field_tactics.actions import MOVE_OF, SEATS, Move
from engines.field_tactics.heuristics import VALUES, Knowledge
from engines.field_tactics.pieces import KIND_OF, LEADER, MOVABLE

PRESETS = [setup["rows"] for setup in load_toml(Path(__file__).parent / "data" / "setups.toml")["setup"]]
_EQUALS = [pair.split() for pair in ("C3 C2", "C2 C1", "F3 F2", "F2 F1", "PL TK", "EN C1", "CV C2", "G2 G1")]
_WIN = 100_000.0
_ALARM = 40.0  # For an attack on a piece that comes near the own base.
_CONQUEST = 400.0  # For a leader's chance to win the battle for the enemy base.
_RISK = 0.35  # Share of a piece's worth that counts if it may be attacked next.
_PULL = 12.0  # For a leader's step toward the enemy base.
_CARE = 2.0  # How much more a leader's loss counts than its worth.


def choose(seat: int, view: Mapping[str, Any], legal: list[str] | None, rng: Random) -> str:
    """Return a good action for the seat, in notation; `legal` is None for a set-up."""
    if view["phase"] == "choose":
        return f"first {SEATS[seat]}"
    if legal is None:
        return choose_setup(rng)
    knowledge = heuristics.read_view(view, seat)
    if view["phase"] == "duel":
        chances = {text: knowledge.chances(knowledge.own[squares.CELL_OF[text]], knowledge.movable) for text in legal}
        return max(legal, key=lambda text: (chances[text][0] - chances[text][1], rng.random()))
    scorer = _TurnScorer(knowledge)
    return max(legal, key=lambda text: scorer.score(MOVE_OF[text]) + rng.random())


def choose_setup(rng: Random) -> str:
    """Return one of the presets, perhaps mirrored, with a few pieces of similar worth swapped."""
    rows = [row.split() for row in rng.choice(PRESETS)]
    if rng.random() < 0.5:
        rows = [row[::-1] for row in rows]
    places = [(row, column) for row, codes in enumerate(rows) for column in range(len(codes))]
    for first, second in rng.sample(_EQUALS, 3):
        (a, b), (c, d) = (rng.choice([at for at in places if rows[at[0]][at[1]] == code]) for code in (first, second))
        rows[a][b], rows[c][d] = second, first
    return " / ".join(" ".join(row) for row in rows)


class _TurnScorer:
    """Scores the moves of one turn, with distances and threats computed once."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        walls = {square for square, kind in knowledge.own.items() if not MOVABLE[kind]}
        self.goal = squares.BASES[1 - knowledge.seat]
        self.home = squares.BASES[knowledge.seat]
        self.to_goal = heuristics.distances(self.goal, walls)
        self.to_home = heuristics.distances(self.home, set())
        self.threats = {
            square: distance for square in knowledge.enemy if (distance := self.to_home[square]) <= 3 and knowledge.movable
        }
        self.alarm = min(self.threats.values(), default=9)

    def score(self, move: Move) -> float:
        knowledge, kind = self.knowledge, self.knowledge.own[move.src]
        if move.dst in knowledge.enemy:
            return self._attack(move, kind)
        if move.dst == self.goal and LEADER[kind]:
            return _WIN
        worth = self._progress(move, kind) - self._risk(move.dst, kind, move.src)
        return worth + self._guard(move, kind)

    def _attack(self, move: Move, kind: int) -> float:
        knowledge = self.knowledge
        win, loss = knowledge.chances(kind, knowledge.guess(move.dst))
        worth = knowledge.gain(kind, move.dst, _CARE if LEADER[kind] else 1.0) + 25.0 * knowledge.impatience
        worth -= win * 0.5 * self._risk(move.dst, kind, move.src)
        if move.dst == self.goal and LEADER[kind]:
            worth += win * _CONQUEST
        if move.dst in self.threats:
            worth += (1.0 - 2.0 * loss) * _ALARM / max(1, self.threats[move.dst]) ** 2
        return worth + 0.5 * self._progress(move, kind) + self._guard(move, kind)

    def _progress(self, move: Move, kind: int) -> float:
        """Score progress: leaders approach the enemy base, the strongest first; the others clear the way."""
        nearer = self.to_goal[move.src] - self.to_goal[move.dst]
        pull = _PULL * (1.0 + VALUES[kind] / 150.0) if LEADER[kind] else 1.5
        return nearer * pull

    def _risk(self, square: int, kind: int, leaving: int) -> float:
        """Return the expected loss on a square to the worst adjacent enemy."""
        worst = 0.0
        for near in heuristics.NEIGHBOURS[square]:
            if near in self.knowledge.enemy and near != leaving:
                moves = sum(chance for other, chance in self.knowledge.guess(near) if MOVABLE[other])
                worst = max(worst, moves * self.knowledge.chances(kind, self.knowledge.movable)[1])
        return _RISK * worst * VALUES[kind]

    def _guard(self, move: Move, kind: int) -> float:
        """Score guarding the base with a valuable piece when enemies come near."""
        if self.alarm > 2:
            return 0.0
        press = 120.0 if self.alarm == 1 else 30.0
        strong = 0.5 + VALUES[kind] / 200.0
        return press * strong * ((move.dst == self.home) - (move.src == self.home))


assert all(code in KIND_OF for rows in PRESETS for row in rows for code in row.split())
