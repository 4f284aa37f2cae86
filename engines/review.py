"""Review of a finished match: who was ahead, and the moves that lost most. Pure, in small reproducible steps.

A review looks twice: a coarse pass judges every decision, a deep pass those that lost most in the coarse one. Each
judgement (`judge`) stands by itself and depends on nothing but the match, so that a review can be continued anywhere.
Both passes spend a fixed number of iterations in all, whatever the length of the match (`coarse_budget`, `deep_budget`).

Each decision is judged by what its seat could know (`engines.analysis.analyse`) and, in games with hidden information,
separately by what was true (`analyse_truth`). The graph shows the values of all seats with everything known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from engines import analysis, play
from engines.action_previews import preview_action
from engines.analysis import Analysis, Candidate, analyse, analyse_truth
from engines.contract import AnyEngine, Json, Seat
from engines.i18n import to_stored
from engines.referee_notation import parse_word
from engines.search_adapter import SearchAdapter

VERSION = f"1.{analysis.VERSION}"
"""Changes whenever results of earlier versions are not comparable."""
MAX_DECISIONS = 400
"""Of a longer match, decisions at even distances are judged."""
MOVES_PER_SEAT = 5
"""The moves that lost most, for each seat and each way to judge."""
MIN_LOSS = 0.02
"""A move that lost less is not reported."""
_LOOKED_AT = 7  # Moves of a seat that the deep pass judges, for each way to judge.
_PASS = 50  # Iterations of a pass, in units of the game's usual search.
_MIN_ITERATIONS = 24
_FINALISTS = (2, 5)  # in the coarse and the deep pass, besides the played action


class Decision(NamedTuple):
    """An action that a seat chose among several, and that was not undone."""

    n: int  # number of its entry in the log
    seat: Seat
    do: str
    state: Any  # before it


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision was worth, by what its seat could know and by what was true (the same if nothing is hidden)."""

    decision: Decision
    known: Candidate
    known_best: Candidate
    true: Candidate
    true_best: Candidate
    values: tuple[float, ...]


def list_decisions(
    engine: AnyEngine,
    adapter: SearchAdapter,
    options: Mapping[str, Json],
    seats: int,
    entries: Iterable[tuple[int, Seat | None, str]],
) -> list[Decision]:
    """Return the decisions of a match to judge, from its entries (n, by, do).

    Left out are the referee's actions, actions without an alternative, those that were undone or taken back, and
    set-ups, which the search doesn't judge either.
    """
    position = play.begin(engine, options, seats)
    line = list[tuple[Any, Decision | None]]()
    for n, by, do in entries:
        before = position.state
        position = play.advance(engine, position, by, do)
        if parse_word(by, do) is not None:
            at = next((at for at, (state, _) in enumerate(line) if state is position.state), len(line))
            del line[at:]
            continue
        decision = None if by is None else Decision(n, by, engine.encode(engine.decode(do)), before)
        line.append((before, decision))
    found = [decision for _, decision in line if decision is not None and _is_judged(engine, adapter, decision)]
    step = max(1.0, len(found) / MAX_DECISIONS)
    return [found[int(number * step)] for number in range(int(len(found) / step))]


def _is_judged(engine: AnyEngine, adapter: SearchAdapter, decision: Decision) -> bool:
    legal = _list_legal(engine, decision)
    if legal is not None and len(legal) < 2:
        return False
    view = engine.view(decision.state, decision.seat)
    return adapter.shortcut is None or adapter.shortcut(decision.seat, view, legal, Random(0)) is None


def _list_legal(engine: AnyEngine, decision: Decision) -> list[str] | None:
    listed = engine.legal(decision.state, decision.seat)
    return None if listed is None else [engine.encode(action) for action in listed]


def is_open(engine: AnyEngine, adapter: SearchAdapter) -> bool:
    """Return whether nothing is hidden in what is judged, so that the two ways to judge are one."""
    return engine.is_open or adapter.settings.open_state


def coarse_budget(engine: AnyEngine, adapter: SearchAdapter, decisions: int) -> int:
    """Return the iterations for each of so many decisions in the coarse pass."""
    return _share(engine, adapter, decisions)


def deep_budget(engine: AnyEngine, adapter: SearchAdapter, moves: int) -> int:
    """Return the iterations for each of so many moves in the deep pass."""
    return _share(engine, adapter, max(moves, 2 * _LOOKED_AT))


def _share(engine: AnyEngine, adapter: SearchAdapter, number: int) -> int:
    ways = 1 if is_open(engine, adapter) else 2
    return max(_MIN_ITERATIONS, _PASS * adapter.settings.iterations // max(1, number * ways))


def judge(
    engine: AnyEngine, adapter: SearchAdapter, decision: Decision, *, seed: str, budget: int, deep: bool = False
) -> Judgement:
    """Return the judgement of a decision; the same `seed`, `budget` and pass give the same one."""
    rng = Random(f"{seed} {decision.n} {deep}")
    options: dict[str, Any] = {"include": (decision.do,), "finalists": _FINALISTS[deep]}
    if is_open(engine, adapter):
        view, legal = engine.view(decision.state, decision.seat), _list_legal(engine, decision)
        known = true = analyse(engine, adapter, decision.seat, view, legal, rng, budget, **options)
    else:
        view, legal = engine.view(decision.state, decision.seat), _list_legal(engine, decision)
        known = analyse(engine, adapter, decision.seat, view, legal, rng, budget, **options)
        true = analyse_truth(engine, adapter, decision.seat, decision.state, rng, budget, **options)
    return Judgement(decision, _played(known, decision), known.best, _played(true, decision), true.best, true.values)


def _played(judged: Analysis, decision: Decision) -> Candidate:
    found = judged.find(decision.do)
    assert found is not None, "the played action is always judged"
    return found


class Row(NamedTuple):
    """The coarse judgement of a decision, as it is stored while a review runs and afterwards for its graph."""

    n: int
    seat: Seat
    known_loss: float
    true_loss: float
    values: Sequence[float]


def build_row(judgement: Judgement) -> Row:
    """Return what is kept of a coarse judgement."""
    decision = judgement.decision
    values = [round(value, 3) for value in judgement.values]
    return Row(decision.n, decision.seat, round(judgement.known.loss, 3), round(judgement.true.loss, 3), values)


def select_moves(rows: Sequence[Row]) -> list[int]:
    """Return the entries that the deep pass judges, in the order of the match."""
    chosen = set[int]()
    for seat in {row.seat for row in rows}:
        for way in ("known_loss", "true_loss"):
            own = [row for row in rows if row.seat == seat and getattr(row, way) > 0.0]
            chosen |= {row.n for row in sorted(own, key=lambda row: -float(getattr(row, way)))[:_LOOKED_AT]}
    return sorted(chosen)


def build_move(engine: AnyEngine, adapter: SearchAdapter, judgement: Judgement) -> dict[str, Any]:
    """Return the deep judgement of a move as JSON; `true` is null where nothing is hidden."""
    decision = judgement.decision

    def describe(text: str) -> Any:
        return to_stored(preview_action(engine, decision.state, decision.seat, text))

    def build(played: Candidate, best: Candidate) -> dict[str, Any]:
        return {
            "better": best.action, "words": describe(best.action), "value": round(played.value, 3),
            "best_value": round(best.value, 3), "loss": round(played.loss, 3), "error": round(played.loss_error, 3),
            "is_certain": played.is_clearly_worse,
        }  # fmt: skip

    known = build(judgement.known, judgement.known_best)
    true = None if is_open(engine, adapter) else build(judgement.true, judgement.true_best)
    return {
        "n": decision.n, "seat": decision.seat, "played": decision.do, "words": describe(decision.do), "known": known,
        "true": true,
    }  # fmt: skip


def pick_worst(moves: Iterable[Mapping[str, Any]], seat: Seat, way: str) -> list[Mapping[str, Any]]:
    """Return the seat's moves that lost most, judged by `known` or `true`, the worst first."""
    lost = [
        move
        for move in moves
        if move["seat"] == seat and (found := move[way]) and found["loss"] >= MIN_LOSS and found["is_certain"]
    ]
    return sorted(lost, key=lambda move: (-move[way]["loss"], move["n"]))[:MOVES_PER_SEAT]
