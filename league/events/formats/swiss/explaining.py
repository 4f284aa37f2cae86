"""Why did these two not meet? The answer of the event page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.words import marked, say, told
from league.events.formats.swiss.conflict import conflict
from league.events.formats.swiss.counting import ORDER, Board, Difference, brackets, worse
from league.events.formats.swiss.pairing import NoPairing, pair
from league.events.formats.swiss.standing import standings
from league.events.formats.swiss.tournament import BLACK, WHITE, Tournament
from league.events.formats.swiss.weights import clash

_BOTH_DUE = {
    WHITE: marked("{one} and {other} both have to have White."),
    BLACK: marked("{one} and {other} both have to have Black."),
}


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
    if clash(mine) and clash(mine) == clash(theirs):
        return Reason("C3", told(_BOTH_DUE[mine.preference], one=one, other=other))
    return None


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
        text = f"{found.text}."
    return Reason(found.code, text, found)


def _with_pair(tournament: Tournament, one: int, other: int) -> Tournament:
    """The tournament in which these two may meet nobody else."""
    numbers = [player.number for player in tournament.players]
    closed = {frozenset((mine, number)) for mine in (one, other) if mine for number in numbers if number != mine}
    return replace(tournament, forbidden=tournament.forbidden | (closed - {frozenset((one, other))}))
