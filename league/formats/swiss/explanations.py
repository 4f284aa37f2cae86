"""Why did these two not meet, and why can a round not be paired? The answers of the event page and the pair command."""

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
    WHITE: marked("{one} and {other} both have to have White."),
    BLACK: marked("{one} and {other} both have to have Black."),
}
BYE = 0
_MOST = 64
"""Players up to whom the exact reason is looked for; it takes a matching for each of them."""


@dataclass(frozen=True, slots=True)
class Reason:
    """`code`: C1 to C21, `forbidden`, `order`, or `paired` where they do meet. `difference` for C5 and on."""

    code: str
    text: str
    difference: Difference | None = None


def why_not(tournament: Tournament, pairing: Sequence[Board], one: int, other: int) -> Reason:
    """What would be worse if `one` met `other` (0: had the bye): the first criterion that decides.

    The round is paired again with that pair set, and compared with `pairing` bracket by bracket, as the rules do.
    `pairing` has to be what the rules give; KeyError for a player who is not in the round.
    """
    people = {player.number: player for player in standings(tournament)}
    wanted = {one, other} - {0}
    missing = wanted - people.keys()
    if missing:
        raise KeyError(min(missing))
    if any(set(board) == {one, other} for board in pairing):
        return Reason("paired", say("They do meet in this round."))
    if other and (never := why_never(tournament, one, other)):
        return never
    if not other and (len(people) % 2 == 0 or not people[one].may_have_bye):
        if len(people) % 2 == 0:
            return Reason("C2", say("Nobody has a bye in this round."))
        return Reason("C2", say("{one} has had a bye or a free win before.", one=one))
    return _compared(tournament, pairing, one, other)


def why_never(tournament: Tournament, one: int, other: int) -> Reason | None:
    """C1, C3 and forbidden pairs: why two players may not meet, however the others are paired."""
    people = {player.number: player for player in standings(tournament)}
    mine, theirs = people[one], people[other]
    if other in mine.opponents:
        return Reason("C1", say("{one} and {other} have played each other before.", one=one, other=other))
    if frozenset((one, other)) in tournament.forbidden:
        return Reason("forbidden", say("{one} and {other} are kept apart by the organiser.", one=one, other=other))
    if mine.clash and mine.clash == theirs.clash:
        return Reason("C3", told(_BOTH_DUE[mine.preference], one=one, other=other))
    return None


def _compared(tournament: Tournament, pairing: Sequence[Board], one: int, other: int) -> Reason:
    forced = _with_pair(tournament, one, other)
    try:
        instead = [(board.white, board.black) for board in pair(forced)]
    except CannotPair:
        stuck = conflict(forced)
        return Reason("C4", stuck.text({}) if stuck else say("The others could not all be paired."))
    found = worse(brackets(tournament, pairing), brackets(tournament, instead))
    if found is None:
        return Reason("paired", say("That would be as good: the pairing given is not what the rules ask for."))
    counted = isinstance(found.better, int) and found.code not in ("C5", ORDER)
    if counted:
        text = say(
            "{criterion}: {better} as it is, {worse} then.",
            criterion=found.text,
            better=found.better,
            worse=found.worse,
        )
    else:
        text = join([found.text, "."], "")
    return Reason(found.code, text, found)


def _with_pair(tournament: Tournament, one: int, other: int) -> Tournament:
    """The tournament in which these two may meet nobody else."""
    numbers = [player.number for player in tournament.players]
    closed = {frozenset((mine, number)) for mine in (one, other) if mine for number in numbers if number != mine}
    return replace(tournament, forbidden=tournament.forbidden | (closed - {frozenset((one, other))}))


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
    )  # some best attempt's left
    others = nodes & ~spare & reduce(or_, (near[at] for at in bits(spare)))
    found = []
    for part in _components(near, spare | others, others):
        groups = tuple(sorted(named(group) for group in _components(near, part & spare, 0)))
        if len(groups) > (part & others).bit_count():
            found.append(Conflict(groups, named(part & others)))
    return min(found, key=lambda one: (sum(map(len, one.groups)), one.groups))


def _components(near: Sequence[int], nodes: int, others: int) -> Iterator[int]:
    """The connected parts of the nodes; pairs inside `others` do not connect."""
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
