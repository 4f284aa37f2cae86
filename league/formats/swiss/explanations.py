"""Explanations of why two players did not meet or why a round cannot be paired, for the event page and `pair`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from engines.common import listed
from engines.words import join, marked, say, told
from league.formats.protocol import CannotPair
from league.formats.swiss.counting import ORDER, Board, Difference, brackets, worse
from league.formats.swiss.graphs import Graph, bits, mask_of
from league.formats.swiss.pairing import pair
from league.formats.swiss.pool import acquainted
from league.formats.swiss.tournament import BLACK, WHITE, Tournament, standings

_BOTH_DUE = {
    WHITE: marked("{one} and {other} must both have White."),
    BLACK: marked("{one} and {other} must both have Black."),
}
BYE = 0
_MOST = 64
"""Maximum number of players for the exact search, which computes a matching for each player."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a pair was not made: C1 to C21, `forbidden`, `order`, or `paired` if it was. `difference` is for C5 on."""

    code: str
    text: str
    difference: Difference | None = None


def why_not(tournament: Tournament, pairing: Sequence[Board], one: int, other: int) -> Reason:
    """Return the first criterion that would be worse if `one` met `other` (0: if `one` had the bye).

    The round is paired again with that pair fixed, and compared with `pairing` bracket by bracket, as in the rules.
    `pairing` must be the pairing by the rules. Raises KeyError for a player who is not in the round.
    """
    people = {player.number: player for player in standings(tournament)}
    wanted = {one, other} - {0}
    missing = wanted - people.keys()
    if missing:
        raise KeyError(min(missing))
    if any(set(board) == {one, other} for board in pairing):
        return Reason("paired", say("They are paired in this round."))
    if other and (never := why_never(tournament, one, other)):
        return never
    if not other and (len(people) % 2 == 0 or not people[one].may_have_bye):
        if len(people) % 2 == 0:
            return Reason("C2", say("There is no bye in this round."))
        return Reason("C2", say("{one} has already had a bye or a forfeit win.", one=one))
    return _compared(tournament, pairing, one, other)


def why_never(tournament: Tournament, one: int, other: int) -> Reason | None:
    """Return which of C1, C3 and forbidden pairs keeps two players apart in any pairing, or None."""
    people = {player.number: player for player in standings(tournament)}
    mine, theirs = people[one], people[other]
    if other in mine.opponents:
        return Reason("C1", say("{one} and {other} have already played each other.", one=one, other=other))
    if frozenset((one, other)) in tournament.forbidden:
        return Reason(
            "forbidden", say("The organiser excluded the pairing of {one} and {other}.", one=one, other=other)
        )
    if mine.clash and mine.clash == theirs.clash:
        return Reason("C3", told(_BOTH_DUE[mine.preference], one=one, other=other))
    return None


def _compared(tournament: Tournament, pairing: Sequence[Board], one: int, other: int) -> Reason:
    forced = _with_pair(tournament, one, other)
    try:
        instead = [(board.white, board.black) for board in pair(forced)]
    except CannotPair:
        stuck = conflict(forced)
        return Reason("C4", stuck.text({}) if stuck else say("The other players couldn't all be paired."))
    found = worse(brackets(tournament, pairing), brackets(tournament, instead))
    if found is None:
        return Reason(
            "paired", say("That pairing would be just as good, so the given pairing isn't the one the rules require.")
        )
    counted = isinstance(found.better, int) and found.code not in ("C5", ORDER)
    if counted:
        text = say(
            "{criterion}: {better} now, {worse} with this pair.",
            criterion=found.text,
            better=found.better,
            worse=found.worse,
        )
    else:
        text = join([found.text, "."], "")
    return Reason(found.code, text, found)


def _with_pair(tournament: Tournament, one: int, other: int) -> Tournament:
    """Return the tournament in which these two can only meet each other."""
    numbers = [player.number for player in tournament.players]
    closed = {frozenset((mine, number)) for mine in (one, other) if mine for number in numbers if number != mine}
    return replace(tournament, forbidden=tournament.forbidden | (closed - {frozenset((one, other))}))


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
        named = [_players([starts.get(one, one) for one in group]) for group in self.groups]
        if all(len(group) == 1 for group in self.groups):
            named = [_players([starts.get(one, one) for group in self.groups for one in group])]
        who = named[0] if len(named) == 1 else "; ".join(named)
        if not self.exact:
            return say(
                "Not all players can be paired: even the best attempt leaves {who} without an opponent.", who=who
            )
        if len(named) > 1:
            who = say("{who} (each of these groups has one player too many)", who=who)
        if not self.others and len(self.groups[0]) == 1:
            return say("Not all players can be paired: {who} has no possible opponent left.", who=who)
        if not self.others:
            return say(
                "Not all players can be paired: {who} can only play each other, but their number is odd.", who=who
            )
        few = _players([starts.get(one, one) for one in self.others])
        return say(
            "Not all players can be paired: {who} need more opponents than they have. They can only play {few}.",
            who=who,
            few=few,
        )


def conflict(tournament: Tournament) -> Conflict | None:
    """Return the players who prevent a pairing, or None if the round can be paired."""
    players = standings(tournament)
    near, nodes, bye = [*acquainted(players, tournament.forbidden), 0], (1 << len(players)) - 1, len(players)
    if bye % 2:
        nodes |= 1 << bye
        near[bye] = mask_of([at for at, one in enumerate(players) if one.may_have_bye])
        for at in bits(near[bye]):
            near[at] |= 1 << bye
    numbers = [*(one.number for one in players), BYE]

    def named(mask: int) -> tuple[int, ...]:
        return tuple(sorted(numbers[at] for at in bits(mask)))

    left = Graph(near, nodes).match()
    if not left:
        return None
    if nodes.bit_count() > _MOST:
        return Conflict((named(left),), (), exact=False)
    without = {at: Graph(near, nodes & ~(1 << at)).match() for at in bits(nodes)}
    spare = mask_of(
        [at for at in bits(nodes) if without[at].bit_count() < left.bit_count()]
    )  # nodes that some maximum matching leaves out
    others = nodes & ~spare & reduce(or_, (near[at] for at in bits(spare)))
    found = []
    for part in _components(near, spare | others, others):
        groups = tuple(sorted(named(group) for group in _components(near, part & spare, 0)))
        if len(groups) > (part & others).bit_count():
            found.append(Conflict(groups, named(part & others)))
    return min(found, key=lambda one: (sum(map(len, one.groups)), one.groups))


def _components(near: Sequence[int], nodes: int, others: int) -> Iterator[int]:
    """Yield the connected components of the nodes; edges inside `others` don't count."""
    while nodes:
        part, border = 0, nodes & -nodes
        while border:
            at = next(bits(border))
            part |= 1 << at
            around = near[at] & ~others if others >> at & 1 else near[at]
            border = (border | around & nodes) & ~part
        nodes &= ~part
        yield part


def _players(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers if number != BYE]
    named = [say("player {number}", number=words[0])] if len(words) == 1 else []
    if len(words) > 1:
        named = [say("players {numbers}", numbers=listed(words))]
    return listed([*named, *([say("the bye")] if BYE in numbers else [])])
