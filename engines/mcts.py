"""The search bot: information-set Monte Carlo tree search for one observer.

Every iteration draws a complete state consistent with the seat's view (determinization), descends one tree that all
drawn states share, adds a node, rolls out a few plies, evaluates, and backs the values up. Moves are compared by upper
confidence bounds that count how often a move was available (Cowling, Powley, Whitehouse: Information Set Monte Carlo
Tree Search, 2012), and opened one by one as visits grow (progressive widening), best prior first. Every seat maximises
its own value. Seats that act simultaneously do not know each other's choice. The referee's draws are sampled. With the
same Random and a budget of iterations the choice is always the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from types import MappingProxyType
from typing import Any

from engines.best_first_search import BestFirstSearch
from engines.common import compute_shares
from engines.contract import AnyEngine, IllegalAction, Outcome, Seat
from engines.randomness import UnverifiedRandom
from engines.search_adapter import Budget, Group, SearchAdapter

_CHECK_INTERVAL = 32  # Iterations between two checks whether the choice is settled.
_PLY_COST = 0.001  # What each ply deducts from a win: sooner is better.


@dataclass(slots=True, eq=False)
class _Edge:
    """An action of one seat at a node, or a group of actions: then `action` is the one chosen last."""

    action: Any
    prior: float
    visits: int = 0
    offered: int = 0
    total: float = 0.0  # of the acting seat's values
    deep: tuple[float, ...] | None = None  # value at the end of the best line
    key: Any = None  # in its table
    seen: Hashable = None  # what the searching seat sees of it


@dataclass(slots=True, eq=False)
class _Table:
    """The actions of one seat at a node; an action that the adapter left out has no edge."""

    visits: int = 0
    edges: dict[Any, _Edge | None] = field(default_factory=dict)
    order: list[_Edge] = field(default_factory=list)  # best prior first


@dataclass(slots=True, eq=False)
class _Node:
    tables: dict[Seat, _Table] = field(default_factory=dict)
    children: dict[Hashable, _Node] = field(default_factory=dict)
    state: Any = None  # only if nothing is hidden
    deep: tuple[float, ...] | None = None


def choose(
    engine: AnyEngine, adapter: SearchAdapter, seat: Seat, view: Any, legal: list[str] | None, rng: Random, budget: Budget
) -> str | None:
    """Return the notation of the best action found, or None if nothing was found."""
    if legal is not None and len(legal) == 1:
        return legal[0]
    if adapter.shortcut is not None and (action := adapter.shortcut(seat, view, legal, rng)) is not None:
        return action
    search = start_search(engine, adapter, seat, view, legal, rng)
    search.run(budget)
    return search.best()


def start_search(
    engine: AnyEngine, adapter: SearchAdapter, seat: Seat, view: Any, legal: list[str] | None, rng: Random
) -> Search | BestFirstSearch:
    """Return the search that the adapter asks for, before its first iteration."""
    kind = Search if adapter.turns is None else BestFirstSearch
    return kind(engine, adapter, seat, view, legal, rng)


class Search:
    """One search from one view."""

    def __init__(
        self, engine: AnyEngine, adapter: SearchAdapter, seat: Seat, view: Any, legal: list[str] | None, rng: Random
    ) -> None:
        self.engine, self.adapter, self.seat, self.rng, self.settings = engine, adapter, seat, rng, adapter.settings
        self.stream = UnverifiedRandom(rng)
        self.root = _Node()
        self.done = 0
        self._legal = None if legal is None else frozenset(legal)
        self._determinize = adapter.determinizer(seat, view, legal)
        self._open = adapter.settings.open_state

    def run(self, budget: Budget) -> None:
        """Iterate until the budget is used up or the choice is settled."""
        while budget():
            self._iterate()
            self.done += 1
            if not self.done % _CHECK_INTERVAL and self._is_settled(budget):
                return

    def draw_world(self) -> Any:
        """Return a complete state consistent with the view."""
        return self._determinize(self.rng) if self.root.state is None else self.root.state

    def try_action(self, action: Any, world: Any) -> tuple[float, ...]:
        """Do one iteration that starts with this action of the seat in this world; return its values by seat."""
        self.done += 1
        return self._iterate(world, action)

    def best_line_value(self, action: Any) -> float | None:
        """Return the seat's value at the end of the best line after the action; None if the game's search has none."""
        table = self.root.tables.get(self.seat)
        edge = table.edges.get(action) if table else None
        return edge.deep[self.seat] if self.settings.mix and edge is not None and edge.deep is not None else None

    def best(self) -> str | None:
        """Return the most visited legal action, or None."""
        for edge in self._ranked():
            text = self.engine.encode(edge.action)
            if self._legal is None or text in self._legal:
                return text
        return None

    def line(self) -> list[tuple[str, int, float]]:
        """Return the tried actions with visits and mean values, the most visited first."""
        return [(self.engine.encode(edge.action), edge.visits, edge.total / edge.visits) for edge in self._ranked()]

    def _ranked(self) -> list[_Edge]:
        table = self.root.tables.get(self.seat)
        tried = [edge for edge in table.order if edge.visits] if table else []
        return sorted(tried, key=lambda edge: (-edge.visits, -edge.total / edge.visits))

    def _is_settled(self, budget: Budget) -> bool:
        spent = getattr(budget, "spent", None)
        if not spent:
            return False
        ranked = self._ranked()
        second = ranked[1].visits if len(ranked) > 1 else 0
        remaining = self.done * (1.0 - spent) / spent
        return bool(ranked) and ranked[0].visits - second > remaining

    def _iterate(self, world: Any = None, first: Any = None) -> tuple[float, ...]:
        """Do one iteration: determinize, select, expand, roll out, evaluate, back up; return the values by seat.

        `world` replaces the determinization, and `first` the selection of the seat's action at the root.
        """
        engine, node = self.engine, self.root
        state = self.draw_world() if world is None else world
        if self._open:
            node.state = state
        path: list[tuple[_Node, list[tuple[Seat, _Table, _Edge]]]] = []
        depth = 0
        while (outcome := engine.outcome(state)) is None:
            picked = self._pick_actions(node, state, first if node is self.root else None)
            if not picked:
                break
            path.append((node, picked))
            depth += len(picked)
            stepped = self._step(node, state, picked)
            if stepped is None:
                break
            state, node, fresh = stepped
            if fresh:
                outcome = engine.outcome(state)
                break
        values = _compute_values(outcome, depth) if outcome is not None else self._evaluate(node, state, depth)
        if outcome is not None:
            node.deep = values
        self._back_up(path, node, values)
        return values

    def _pick_actions(self, node: _Node, state: Any, forced: Any = None) -> list[tuple[Seat, _Table, _Edge]]:
        """Return an action for every seat to act, `forced` for the searching seat; empty if one of them has none."""
        picked = []
        for seat in sorted(self.engine.to_act(state)):
            table = node.tables.get(seat)
            if table is None:
                table = node.tables[seat] = _Table()
            if forced is not None and seat == self.seat:
                edge: _Edge | None = self._get_edge(table, state, forced)
            else:
                edge = self._pick(table, state, seat)
            if edge is None:
                return []
            picked.append((seat, table, edge))
        return picked

    def _pick(self, table: _Table, state: Any, seat: Seat) -> _Edge | None:
        """Return the edge to follow, with an action that is legal in this state, or None."""
        groups = self._group_actions(state, seat)
        if groups is None:
            offered = self._available_edges(table, state, seat)
            return self._select(table, offered, seat) if offered else None
        offered = self._grouped_edges(table, state, seat, groups)
        if not offered:
            return None
        edge = self._select(table, offered, seat)
        actions = groups[edge.key]
        edge.action = actions[0] if len(actions) == 1 else self.adapter.rollout(state, seat, actions, self.rng)
        return edge

    def _available_edges(self, table: _Table, state: Any, seat: Seat) -> list[_Edge]:
        """Return the edges available in this state, best prior first."""
        edges = table.edges
        if self._open and edges:
            return table.order
        listed = self.engine.legal(state, seat)
        if listed is None:
            if len(table.order) <= self._max_opened(table):
                self._add_edges(table, self.adapter.candidates(state, seat, None, self.rng))
            return table.order
        listed = list(listed)
        fresh = [action for action in listed if action not in edges]
        if fresh:
            self._add_edges(table, self.adapter.candidates(state, seat, fresh, self.rng))
            for action in fresh:
                edges.setdefault(action, None)
        if len(listed) == len(edges):
            return table.order
        offered = [edge for action in listed if (edge := edges[action]) is not None]
        offered.sort(key=_by_prior)
        return offered

    def _group_actions(self, state: Any, seat: Seat) -> dict[Group, list[Any]] | None:
        """Return the actions that are counted together, by group; None if each is counted by itself, as the own ones."""
        if seat == self.seat or self.adapter.groups is None or (listed := self.engine.legal(state, seat)) is None:
            return None
        groups: dict[Group, list[Any]] = {}
        listed = list(listed)
        for action, group in zip(listed, self.adapter.groups(state, seat, listed), strict=True):
            groups.setdefault(group, []).append(action)
        return groups

    def _grouped_edges(self, table: _Table, state: Any, seat: Seat, groups: dict[Group, list[Any]]) -> list[_Edge]:
        """Return the edges of groups available in this state, best prior first."""
        edges = table.edges
        fresh = {action: group for group, actions in groups.items() if group not in edges for action in actions}
        if fresh:
            self._add_edges(table, self.adapter.candidates(state, seat, list(fresh), self.rng), fresh)
            for group in groups:
                edges.setdefault(group, None)
        offered = [edge for group in groups if (edge := edges[group]) is not None]
        offered.sort(key=_by_prior)
        return offered

    def _add_edges(self, table: _Table, candidates: Any, keys: Mapping[Any, Any] = MappingProxyType({})) -> None:
        """Add edges for actions that have none. `keys` maps actions to their keys, by default the action itself."""
        for action, prior in candidates:
            key = keys.get(action, action)
            if table.edges.get(key) is None:
                edge = table.edges[key] = _Edge(action, prior, key=key, seen=key[0] if keys else action)
                table.order.append(edge)
        table.order.sort(key=_by_prior)

    def _get_edge(self, table: _Table, state: Any, action: Any) -> _Edge:
        """Return the edge of a forced action of the searching seat, also if the adapter left it out."""
        if not table.edges:
            self._available_edges(table, state, self.seat)
        if table.edges.get(action) is None:
            self._add_edges(table, [(action, 0.0)])
        edge = table.edges[action]
        assert edge is not None
        edge.offered += 1
        return edge

    def _max_opened(self, table: _Table) -> int:
        return int(self.settings.wide * (table.visits + 1) ** self.settings.narrow) + 1

    def _select(self, table: _Table, offered: list[_Edge], seat: Seat) -> _Edge:
        """Return the opened move with the best bound, or a new one if there is room for it."""
        settings, room = self.settings, self._max_opened(table)
        explore, bias, mix = settings.explore, settings.bias, settings.mix
        best, best_score = offered[0], -1.0
        for opened, edge in enumerate(offered, 1):
            visits = edge.visits
            if not visits:
                if opened <= room:
                    edge.offered += 1
                    return edge
                break
            edge.offered += 1
            mean = edge.total / visits
            if mix and edge.deep is not None:
                mean += mix * (edge.deep[seat] - mean)
            score = mean + explore * sqrt(log(edge.offered) / visits) + bias * edge.prior / (visits + 1)
            if score > best_score:
                best, best_score = edge, score
            if opened >= room:
                break
        return best

    def _step(self, node: _Node, state: Any, picks: list[tuple[Seat, _Table, _Edge]]) -> tuple[Any, _Node, bool] | None:
        """Return the next state, its node, and whether the node is new; None if an action is illegal in this state."""
        key: Hashable = picks[0][2].seen if len(picks) == 1 else tuple(edge.seen for _, _, edge in picks)
        child = node.children.get(key)
        if child is not None and child.state is not None:
            return child.state, child, False
        try:
            for seat, _, edge in picks:
                if seat in self.engine.to_act(state):
                    state = self.engine.apply(state, seat, edge.action)
        except IllegalAction:  # The action is from another determinization and is illegal in this one.
            return None
        state, drawn = self._apply_chance(state)
        if self.adapter.observation is not None:
            key = (key, *drawn, self.adapter.observation(state, self.seat))
        elif drawn:
            key = (key, *drawn)
        child = node.children.get(key)
        if child is not None:
            return state, child, False
        child = node.children[key] = _Node()
        if self._open:
            child.state = state
        return state, child, True

    def _apply_chance(self, state: Any) -> tuple[Any, list[Any]]:
        """Apply the referee's actions until a seat is to act or the match is over; return the state and the actions."""
        engine, drawn = self.engine, []
        while not engine.to_act(state) and engine.outcome(state) is None:
            action = engine.chance(state, self.stream)
            if action is None:
                break
            state = engine.apply(state, None, action)
            drawn.append(action)
        return state, drawn

    def _evaluate(self, node: _Node, state: Any, depth: int) -> tuple[float, ...]:
        """Return the values by seat after a rollout of a few plies."""
        engine, adapter, rng = self.engine, self.adapter, self.rng
        if self.settings.mix:
            node.deep = adapter.evaluate(state)
            if not self.settings.plies:
                return node.deep
        for ply in range(self.settings.plies):
            outcome = engine.outcome(state)
            if outcome is not None:
                return _compute_values(outcome, depth + ply)
            acting = engine.to_act(state)
            if not acting:
                state, drawn = self._apply_chance(state)
                if not drawn:
                    break
                continue
            seat = min(acting)
            listed = engine.legal(state, seat)
            action = adapter.rollout(state, seat, None if listed is None else list(listed), rng)
            state = engine.apply(state, seat, action)
        outcome = engine.outcome(state)
        return adapter.evaluate(state) if outcome is None else _compute_values(outcome, depth + self.settings.plies)

    def _back_up(
        self, path: list[tuple[_Node, list[tuple[Seat, _Table, _Edge]]]], node: _Node, values: tuple[float, ...]
    ) -> None:
        mix = self.settings.mix
        for parent, picked in reversed(path):
            for seat, table, edge in picked:
                table.visits += 1
                edge.visits += 1
                edge.total += values[seat]
            if mix:
                self._back_up_best_line(parent, picked, node)
            node = parent

    def _back_up_best_line(self, parent: _Node, picked: list[tuple[Seat, _Table, _Edge]], child: _Node) -> None:
        """Back the value of the best line up to the parent."""
        if len(picked) > 1 or child.deep is None:
            parent.deep = child.deep
            return
        seat, table, edge = picked[0]
        edge.deep = child.deep
        best = child.deep
        for other in table.order:
            if other.deep is not None and other.deep[seat] > best[seat]:
                best = other.deep
        parent.deep = best


def _by_prior(edge: _Edge) -> float:
    return -edge.prior


def _compute_values(outcome: Outcome, depth: int) -> tuple[float, ...]:
    """Return the value of an outcome for every seat: the share of opponents ranked behind it, ties counting half."""
    ranks = outcome.ranks
    if len(ranks) == 1:
        return (1.0 if ranks[0] == 1 else 0.0,)
    keep = max(0.9, 1.0 - _PLY_COST * depth)
    return tuple(0.5 + keep * (share - 0.5) for share in compute_shares(ranks))
