"""The players to be paired in a round as graph nodes: possible opponents (C1, C3) and bye candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from league.formats.swiss.graphs import Graph, bits, mask_of
from league.formats.swiss.tournament import BLACK, WHITE, PlayerState


@dataclass(frozen=True)
class Pool:
    """The players of a round, numbered in the handbook's order, then the bye; sets of them are integers.

    `near` has each node's neighbours, including the bye's. `bye_score` is the score of the player who will get the
    pairing-allocated bye (C5), None without a bye.
    """

    players: Sequence[PlayerState]
    near: list[int]
    bye_score: int | None
    able: int
    """Players who may have the bye (C2 and C5)."""
    teams: Sequence[int]
    """Number of each player's large team, whose members must not meet each other; 0 for most players."""

    @property
    def bye(self) -> int:
        return len(self.players)

    def can_pair_all(self, nodes: int, *, apart: int = 0, bye: bool = True) -> bool:
        """Return whether these nodes can all be paired, with a bye if needed; those in `apart` don't meet."""
        if bye and self.bye_score is not None:
            nodes |= 1 << self.bye
        if nodes.bit_count() % 2:
            return False
        near = self.near
        if apart:
            near = [around & ~apart if apart >> node & 1 else around for node, around in enumerate(near)]
        return not Graph(near, nodes).match()


def list_allowed_opponents(players: Sequence[PlayerState], forbidden: frozenset[frozenset[int]]) -> list[int]:
    """Return for each player the opponents allowed by C1 and C3."""
    place = {player.number: node for node, player in enumerate(players)}
    all_players = (1 << len(players)) - 1
    excluded = [1 << node for node in range(len(players))]
    for node, player in enumerate(players):
        for number in player.opponents:
            if (other := place.get(number)) is not None:
                excluded[node] |= 1 << other
                excluded[other] |= 1 << node
    for pair in forbidden:
        nodes = [place[number] for number in pair if number in place]
        for node in nodes:
            excluded[node] |= mask_of(nodes)
    for colour in (WHITE, BLACK):
        clashing = mask_of([node for node, player in enumerate(players) if player.clash == colour])
        for node in bits(clashing):
            excluded[node] |= clashing
    return [all_players & ~mask for mask in excluded]


def build_pool(players: Sequence[PlayerState], forbidden: frozenset[frozenset[int]]) -> Pool | None:
    """Return the pool with the lowest score for the bye (C5), or None if not all players can be paired (C4)."""
    near = [*list_allowed_opponents(players, forbidden), 0]
    teams = _number_large_teams(players, forbidden)
    bye = len(players)
    able = {node: player.score for node, player in enumerate(players) if player.may_have_bye}
    scores: list[int | None] = [*sorted(set(able.values()))] if bye % 2 else [None]
    for score in scores:
        byes = mask_of([node for node, value in able.items() if score is not None and value <= score])
        for node in bits(byes):
            near[node] |= 1 << bye
        near[bye] = byes
        result = Pool(players, near, score, byes, teams)
        if result.can_pair_all((1 << bye) - 1):
            return result
    return None


def _number_large_teams(players: Sequence[PlayerState], forbidden: frozenset[frozenset[int]]) -> list[int]:
    """Return each player's team number from 1; teams with under a twentieth of all players are 0."""
    team_of: dict[int, set[int]] = {player.number: {player.number} for player in players}
    for pair in forbidden:
        for number in pair:
            if number in team_of:
                team_of[number] |= pair
    members: dict[frozenset[int], list[int]] = {}
    for number, team in team_of.items():
        members.setdefault(frozenset(team), []).append(number)
    large = [team for team in members.values() if 20 * len(team) >= len(players) and len(team) > 1]
    team_numbers = {number: index for index, team in enumerate(large, 1) for number in team}
    return [team_numbers.get(player.number, 0) for player in players]


@dataclass(frozen=True)
class PlayerField:
    """The players yet to be paired, as sets of pool nodes.

    They are those `moved` down, the bracket's residents, the next score group, and all `below` the bracket.
    """

    pool: Pool
    moved: int
    residents: int
    next: int
    below: int

    @property
    def top(self) -> int:
        """Return the nodes of the bracket."""
        return self.moved | self.residents

    @cached_property
    def everybody(self) -> int:
        """Return all nodes, including the bye if needed."""
        bye = 0 if self.pool.bye_score is None else 1 << self.pool.bye
        return self.top | self.below | bye

    @cached_property
    def near(self) -> list[int]:
        """Return the possible opponents: by C1 and C3, and not both moved down (article 3.2)."""
        near = list(self.pool.near)
        for node in bits(self.moved):
            near[node] &= ~self.moved
        return near

    @property
    def bye_is_here(self) -> bool:
        """Return whether a player with the residents' score gets the bye."""
        return self.pool.bye_score == self.pool.players[next(bits(self.residents))].score

    @cached_property
    def levels(self) -> dict[int, int]:
        """Return the scores of this bracket and the next, highest first, with their index."""
        scores = sorted({self.pool.players[node].score for node in bits(self.top | self.next)}, reverse=True)
        return {score: index for index, score in enumerate(scores)}

    @cached_property
    def bits(self) -> int:
        """Return the bits of a digit, enough for any count over a matching (at most twice the number of players)."""
        return (2 * (self.top | self.below).bit_count() + 40).bit_length()
