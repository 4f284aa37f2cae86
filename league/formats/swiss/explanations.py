"""Explanations of why two players did not meet or why a round cannot be paired, for the event page and `pair`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from engines.common import format_list
from engines.i18n import join, mark, translate as _
from league.formats.protocol import CannotPair
from league.formats.swiss.graphs import Graph, bits, mask_of
from league.formats.swiss.pairing import pair_next_round
from league.formats.swiss.pairing_quality import ORDER, Board, Difference, find_difference, list_brackets
from league.formats.swiss.pool import list_allowed_opponents
from league.formats.swiss.tournament import BLACK, WHITE, Tournament, list_player_states

_BOTH_DUE = {WHITE: mark("{one} and {other} must both have White."), BLACK: mark("{one} and {other} must both have Black.")}
BYE = 0
_MAX_EXACT_PLAYERS = 64
"""Maximum number of players for the exact search, which computes a matching for each player."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair was not made: C1 to C21, `forbidden`, `order`, or `paired` if it was. `difference` is for C5 on."""

    code: str
    text: str
    difference: Difference | None = None


def explain_unpaired(tournament: Tournament, pairing: Sequence[Board], player: int, other: int) -> Reason:
    """Return the first criterion that would be worse if `one` met `other` (0: if `one` had the bye).

    The round is paired again with that pair fixed, and compared with `pairing` bracket by bracket, as in the rules.
    `pairing` must be the pairing by the rules. Raises KeyError for a player who is not in the round.
    """
    players = {state.number: state for state in list_player_states(tournament)}
    numbers = {player, other} - {0}
    missing = numbers - players.keys()
    if missing:
        raise KeyError(min(missing))
    if any(set(board) == {player, other} for board in pairing):
        return Reason("paired", _("They are paired in this round."))
    if other and (absolute := find_absolute_reason(tournament, player, other)):
        return absolute
    if not other and (len(players) % 2 == 0 or not players[player].may_have_bye):
        if len(players) % 2 == 0:
            return Reason("C2", _("There is no bye in this round."))
        return Reason("C2", _("{one} has already had a bye or a forfeit win.", one=player))
    return _compare_with_pair(tournament, pairing, player, other)


def find_absolute_reason(tournament: Tournament, player: int, other: int) -> Reason | None:
    """Return which of C1, C3 and forbidden pairs keeps two players apart in any pairing, or None."""
    players = {state.number: state for state in list_player_states(tournament)}
    player_state, opponent_state = players[player], players[other]
    if other in player_state.opponents:
        return Reason("C1", _("{one} and {other} have already played each other.", one=player, other=other))
    if frozenset((player, other)) in tournament.forbidden:
        return Reason("forbidden", _("The organiser excluded the pairing of {one} and {other}.", one=player, other=other))
    if player_state.clash and player_state.clash == opponent_state.clash:
        return Reason("C3", _(_BOTH_DUE[player_state.preference], one=player, other=other))
    return None


def _compare_with_pair(tournament: Tournament, pairing: Sequence[Board], player: int, other: int) -> Reason:
    forced = _force_pair(tournament, player, other)
    try:
        forced_pairing = [(board.white, board.black) for board in pair_next_round(forced)]
    except CannotPair:
        stuck = find_conflict(forced)
        return Reason("C4", stuck.text({}) if stuck else _("The other players couldn't all be paired."))
    difference = find_difference(list_brackets(tournament, pairing), list_brackets(tournament, forced_pairing))
    if difference is None:
        return Reason("paired", _("That pairing would be just as good, so the given pairing isn't the one the rules require."))
    is_count = isinstance(difference.better, int) and difference.code not in ("C5", ORDER)
    if is_count:
        text = _(
            "{criterion}: {better} now, {worse} with this pair.",
            criterion=difference.text,
            better=difference.better,
            worse=difference.worse,
        )
    else:
        text = join([difference.text, "."], "")
    return Reason(difference.code, text, difference)


def _force_pair(tournament: Tournament, player: int, other: int) -> Tournament:
    """Return the tournament in which these two can only meet each other."""
    numbers = [member.number for member in tournament.players]
    excluded = {frozenset((kept, number)) for kept in (player, other) if kept for number in numbers if number != kept}
    return replace(tournament, forbidden=tournament.forbidden | (excluded - {frozenset((player, other))}))


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why a round cannot be paired: each of `groups` leaves a player over who can only meet `others` (0: the bye).

    If not `exact`, the round was too large for the exact search, and the one group is what the best attempt left over.
    """

    groups: tuple[tuple[int, ...], ...]
    others: tuple[int, ...]
    exact: bool = True

    def text(self, starts: Mapping[int, int]) -> str:
        """Return a sentence that uses the numbers from `starts` for the tournament's numbers."""
        group_names = [_format_players([starts.get(number, number) for number in group]) for group in self.groups]
        if all(len(group) == 1 for group in self.groups):
            group_names = [_format_players([starts.get(number, number) for group in self.groups for number in group])]
        players = group_names[0] if len(group_names) == 1 else "; ".join(group_names)
        if not self.exact:
            return _("Not all players can be paired: even the best attempt leaves {who} without an opponent.", who=players)
        if len(group_names) > 1:
            players = _("{who} (each of these groups has one player too many)", who=players)
        if not self.others and len(self.groups[0]) == 1:
            return _("Not all players can be paired: {who} has no possible opponent left.", who=players)
        if not self.others:
            return _("Not all players can be paired: {who} can only play each other, but their number is odd.", who=players)
        opponents = _format_players([starts.get(number, number) for number in self.others])
        return _(
            "Not all players can be paired: {who} need more opponents than they have. They can only play {few}.",
            who=players,
            few=opponents,
        )


def find_conflict(tournament: Tournament) -> Conflict | None:
    """Return the players who prevent a pairing, or None if the round can be paired."""
    players = list_player_states(tournament)
    near, nodes, bye = ([*list_allowed_opponents(players, tournament.forbidden), 0], (1 << len(players)) - 1, len(players))
    if bye % 2:
        nodes |= 1 << bye
        near[bye] = mask_of([node for node, player in enumerate(players) if player.may_have_bye])
        for node in bits(near[bye]):
            near[node] |= 1 << bye
    numbers = [*(player.number for player in players), BYE]

    def named(mask: int) -> tuple[int, ...]:
        return tuple(sorted(numbers[node] for node in bits(mask)))

    unmatched = Graph(near, nodes).match()
    if not unmatched:
        return None
    if nodes.bit_count() > _MAX_EXACT_PLAYERS:
        return Conflict((named(unmatched),), (), exact=False)
    without = {node: Graph(near, nodes & ~(1 << node)).match() for node in bits(nodes)}
    spare = mask_of(
        [node for node in bits(nodes) if without[node].bit_count() < unmatched.bit_count()]
    )  # nodes that some maximum matching leaves out
    others = nodes & ~spare & reduce(or_, (near[node] for node in bits(spare)))
    conflicts = []
    for component in _iter_components(near, spare | others, others):
        groups = tuple(sorted(named(group) for group in _iter_components(near, component & spare, 0)))
        if len(groups) > (component & others).bit_count():
            conflicts.append(Conflict(groups, named(component & others)))
    return min(conflicts, key=lambda conflict: (sum(map(len, conflict.groups)), conflict.groups))


def _iter_components(near: Sequence[int], nodes: int, others: int) -> Iterator[int]:
    """Yield the connected components of the nodes; edges inside `others` don't count."""
    while nodes:
        component, border = 0, nodes & -nodes
        while border:
            node = next(bits(border))
            component |= 1 << node
            around = near[node] & ~others if others >> node & 1 else near[node]
            border = (border | around & nodes) & ~component
        nodes &= ~component
        yield component


def _format_players(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers if number != BYE]
    named = [_("player {number}", number=words[0])] if len(words) == 1 else []
    if len(words) > 1:
        named = [_("players {numbers}", numbers=format_list(words))]
    return format_list([*named, *([_("the bye")] if BYE in numbers else [])])
