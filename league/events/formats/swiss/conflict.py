"""Why the players of a round cannot all be paired: the smallest reason that the theory of matchings gives.

By Gallai and Edmonds: take every player whom some best attempt leaves over, and all whom those may meet. The former
fall into groups that pair off inside except for one, and there are more such groups than players outside to take one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engines.words import say
from league.events.formats.swiss.criteria import may_meet
from league.events.formats.swiss.matching import heaviest
from league.events.formats.swiss.standing import standings
from league.events.formats.swiss.tournament import Tournament

BYE = 0
_MOST = 64
"""Players up to whom the exact reason is looked for; it takes a matching for each of them."""

Graph = dict[int, set[int]]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Of each of `groups` somebody is left over who may only meet one of `others`; 0 stands for the bye.

    Not `exact`: the round is too big to look for the reason, and the one group is whom a best attempt leaves over.
    """

    groups: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]
    exact: bool = True

    def text(self, starts: Mapping[int, int]) -> str:
        """A sentence with the numbers that `starts` gives to those of the tournament."""
        named = [_players([starts.get(one, one) for one in group]) for group in self.groups]
        if all(len(group) == 1 for group in self.groups):
            named = [_players([starts.get(one, one) for group in self.groups for one in group])]
        who = named[0] if len(named) == 1 else "; ".join(named)
        if not self.exact:
            return say("The players cannot all be paired: even the best attempt leaves {who} over.", who=who)
        if len(named) > 1:
            who = say("{who} (each of these groups has one player too many)", who=who)
        if not self.others and len(self.groups[0]) == 1:
            return say("The players cannot all be paired: {who} has nobody left to meet.", who=who)
        if not self.others:
            return say("The players cannot all be paired: {who} may only meet one another: an odd number.", who=who)
        few = _players([starts.get(one, one) for one in self.others])
        return say(
            "The players cannot all be paired: {who} need more opponents than {few}, whom alone they may meet.",
            who=who,
            few=few,
        )


def conflict(tournament: Tournament) -> Conflict | None:
    """The players who stand in the way of a pairing, None where there is one."""
    graph = _graph(tournament)
    left = graph.keys() - _matched(graph)
    if not left:
        return None
    if len(graph) > _MOST:
        return Conflict((tuple(sorted(left)),), (), exact=False)
    spare = _spare(graph)
    others = {near for one in spare for near in graph[one]} - spare
    found = []
    for part in _components(graph, spare | others, others):
        groups = tuple(sorted(tuple(sorted(group)) for group in _components(graph, part & spare, set())))
        if len(groups) > len(part - spare):
            found.append(Conflict(groups, tuple(sorted(part - spare))))
    return min(found, key=lambda one: sum(map(len, one.groups)))


def _graph(tournament: Tournament) -> Graph:
    players = standings(tournament)
    graph: Graph = {one.number: set() for one in players}
    if len(players) % 2:
        graph[BYE] = {one.number for one in players if one.may_have_bye}
        for number in graph[BYE]:
            graph[number].add(BYE)
    for one, other in combinations(players, 2):
        if may_meet(one, other, tournament.forbidden):
            graph[one.number].add(other.number)
            graph[other.number].add(one.number)
    return graph


def _matched(graph: Graph, without: int = -1) -> set[int]:
    edges = {(a, b): 1 for a, near in graph.items() for b in near if a < b and without not in (a, b)}
    return set(heaviest(edges))


def _spare(graph: Graph) -> set[int]:
    """Whom some best attempt leaves over: without such a player as many can be paired as with."""
    most = len(_matched(graph))
    return {one for one in graph if len(_matched(graph, one)) == most}


def _components(graph: Graph, nodes: set[int], others: set[int]) -> Iterator[set[int]]:
    """The connected parts of the nodes; pairs inside `others` do not connect."""
    waiting = set(nodes)
    while waiting:
        part: set[int] = set()
        border = {min(waiting)}
        while border:
            one = border.pop()
            part.add(one)
            near = graph[one] - others if one in others else graph[one]
            border |= (near & waiting) - part
        waiting -= part
        yield part


def _players(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers if number != BYE]
    named = ""
    if words:
        named = (
            say("player {number}", number=words[0])
            if len(words) == 1
            else say("players {numbers}", numbers=_list(words))
        )
    return _list([word for word in (named, say("the bye") if BYE in numbers else "") if word])


def _list(words: Sequence[str]) -> str:
    return say("{most} and {last}", most=", ".join(words[:-1]), last=words[-1]) if len(words) > 1 else words[0]
