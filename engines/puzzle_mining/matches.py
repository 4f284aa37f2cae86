"""The matches from which puzzles are mined: played by bots for it, or read from records."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engines import bots, play, record, record_packing
from engines.contract import AnyEngine, Json, Seat
from engines.puzzle_files import PuzzleMatch
from engines.puzzle_mining.candidates import FEWEST_ACTIONS, Candidate, find_puzzles, screen
from engines.puzzle_mining.position_search import search_position
from engines.search_adapter import SearchAdapter

_OPENING = 4
_TEAMS = (("search", "search"), ("search", "greedy"), ("greedy", "search"))
_LONGEST = 400
"""Entries after which positions of a match are no longer screened."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """Iterations to screen a position, and to confirm a candidate."""

    screen: int
    confirm: int

    @classmethod
    def of(cls, adapter: SearchAdapter) -> "Budgets":
        """Return the budgets of a game, as parts of what its search bot uses for a move."""
        return cls(max(40, adapter.settings.iterations // 20), max(300, adapter.settings.iterations // 3))


def mine_bot_match(
    engine: AnyEngine, adapter: SearchAdapter, seed: str, number: int, budgets: Budgets, options: Mapping[str, Json]
) -> PuzzleMatch:
    """Play a match of bots and return it with its puzzles.

    The first actions are random. The bot that searches plays by the search that screens the position.
    """
    counts = tuple(engine.seat_counts)
    seats = counts[number % len(counts)]
    team = _TEAMS[number % len(_TEAMS)]
    policies = [team[seat % len(team)] for seat in range(seats)]
    opening = Random(f"{seed} opening").randrange(_OPENING + 1)
    candidates: list[Candidate] = []
    made = 0

    def choose(engine: AnyEngine, position: play.Position[Any], seat: Seat, policy: str, rng: Random) -> str:
        nonlocal made
        made += 1
        if made <= opening:
            return bots.bot_action(engine, position, seat, "random", rng)
        found = (
            search_position(engine, adapter, position, seat, rng, (budgets.screen,), least_actions=FEWEST_ACTIONS)
            if entries < _LONGEST
            else None
        )
        if (candidate := screen(engine, entries, seat, position, found)) is not None:
            candidates.append(candidate)
        if policy == "search" and found is not None:
            return found.best.do
        return bots.bot_action(engine, position, seat, "greedy", rng)

    lines, entries = [], 0
    for line in bots.simulate(engine, options, policies, seed, choose):
        lines.append(line)
        entries = len(lines) - 1
    packed = record_packing.pack("".join(record.format_lines(lines)))
    return PuzzleMatch(packed, tuple(find_puzzles(engine, adapter, candidates, budgets.confirm, f"{engine.key} {seed}")))


def mine_record(parsed: record.Record, packed: str, adapter: SearchAdapter, budgets: Budgets) -> PuzzleMatch:
    """Return a finished match that was played elsewhere, with its puzzles."""
    engine, match = parsed.engine, str(parsed.header["match"])
    candidates = []
    for entry, position in enumerate(parsed.positions()):
        if entry >= _LONGEST or position.outcome is not None:
            break
        for seat in sorted(play.to_act(engine, position)):
            found = search_position(
                engine,
                adapter,
                position,
                seat,
                Random(f"{match} {entry} {seat}"),
                (budgets.screen,),
                least_actions=FEWEST_ACTIONS,
            )
            if (candidate := screen(engine, entry, seat, position, found)) is not None:
                candidates.append(candidate)
    return PuzzleMatch(packed, tuple(find_puzzles(engine, adapter, candidates, budgets.confirm, match)))
