"""Why did these two not meet? The answer of the event page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.words import join, say
from league.events.formats.swiss.checking import pair_faults
from league.events.formats.swiss.conflict import conflict
from league.events.formats.swiss.counting import ORDER, Board, Difference, brackets, worse
from league.events.formats.swiss.history import histories
from league.events.formats.swiss.pairing import NoPairing, pair
from league.events.formats.swiss.tournament import Tournament


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
    people = histories(tournament)
    wanted = {one, other} - {0}
    missing = wanted - people.keys()
    if missing:
        raise KeyError(min(missing))
    if any(set(board) == {one, other} for board in pairing):
        return Reason("paired", say("They do meet in this round."))
    if other and (broken := pair_faults(tournament, people, one, other)):
        return Reason(broken[0].code, broken[0].text)
    if not other and (len(people) % 2 == 0 or people[one].barred_from_bye):
        if len(people) % 2 == 0:
            return Reason("C2", say("Nobody has a bye in this round."))
        return Reason("C2", say("{one} has had a bye or a free win before.", one=one))
    return _compared(tournament, pairing, one, other)


def _compared(tournament: Tournament, pairing: Sequence[Board], one: int, other: int) -> Reason:
    forced = _with_pair(tournament, one, other)
    try:
        instead = [(board.white, board.black) for board in pair(forced)]
    except NoPairing:
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
