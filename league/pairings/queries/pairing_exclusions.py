"""Pairing exclusions of a stage, and swaps of entrants in an unpublished round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engines.words import marked, say, told
from league.events.models import Entrant, Event, Round, Side, Stage
from league.formats.registry import keys_with
from league.formats.swiss.format import APART, Apart, read_apart
from league.standings.tables import Person

KEPT_APART = {
    "forbidden": marked("{one} and {other} must not meet."),
    "avoided": marked("{one} and {other} should not meet."),
}
Boards = Sequence[Sequence[int]]
"""Entrants by side, board by board."""


@dataclass(frozen=True, slots=True)
class ApartLine:
    """An exclusion; without `must` it is avoided if possible. Rounds are those of the Swiss; `last` None: no end."""

    one_id: int
    one: str
    other_id: int
    other: str
    must: bool
    first: int
    last: int | None


def settings_of(stage: Stage) -> dict[str, Any]:
    """Return the stage's settings, with the exclusions that follow from clubs."""
    settings = dict(stage.settings)
    if settings.get("clubs_apart"):
        settings["forbidden"] = [*settings.get("forbidden", ()), *(sorted(pair) for pair in club_mates(stage))]
    return settings


def club_mates(stage: Stage) -> dict[frozenset[int], str]:
    """Return the club of every two members of the same club, if the stage keeps them apart."""
    if not stage.settings.get("clubs_apart"):
        return {}
    clubs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for entrant, club in stage.places.exclude(entrant__club="").values_list("entrant", "entrant__club"):
        clubs[club.casefold()].append((entrant, club))
    return {
        frozenset((one, other)): club
        for members in clubs.values()
        for (one, club), (other, _) in combinations(sorted(members), 2)
    }


def swiss_of(event: Event) -> Stage | None:
    """Return the current or next Swiss stage."""
    return event.stages.filter(format__in=keys_with("exclusions"), finished_at=None).order_by("number").first()


def apart_in(settings: Mapping[str, Any], key: str) -> list[Apart]:
    """Return the pairs of one of a Swiss stage's exclusion settings."""
    return list(read_apart(settings.get(key, ()), key))


def apart_of(event: Event, people: Mapping[int, Person]) -> tuple[ApartLine, ...]:
    """Return the organiser's exclusions in the current or next Swiss; the event's stages must be prefetched."""
    swiss = [one for one in event.stages.all() if one.traits.exclusions and one.finished_at is None]
    stage = min(swiss, key=lambda one: one.number, default=None)
    found = [(key == "forbidden", one) for key in APART for one in apart_in(stage.settings, key)] if stage else []
    names = {entrant: one.name for entrant, one in people.items()}
    return tuple(
        ApartLine(one, names[one], other, names[other], must, apart.first, apart.last)
        for must, apart in found
        for one, other in [sorted(apart.pair)]
        if apart.pair <= names.keys()
    )


def exchange_faults(row: Round, one: int, other: int) -> list[str]:
    """Return a sentence for each excluded or repeated pair that this swap would create."""
    boards = _boards(row)
    after = swapped(boards, [(one, other)])
    new = [board for before, board in zip(boards, after, strict=True) if len(board) > 1 and set(board) != set(before)]
    ids = [entrant for board in new for entrant in board]
    names = {found.pk: str(found.player) for found in Entrant.objects.filter(pk__in=ids).select_related("player")}
    return [fault for board in new for pair in combinations(board, 2) for fault in _faults(row, pair, names)]


def swapped(boards: Boards, exchanges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the boards after these swaps, applied in order.

    >>> apply_swaps([[1, 2], [3, 4]], [(2, 3), (3, 4)])
    [[1, 4], [2, 3]]
    """
    made = [list(board) for board in boards]
    for one, other in exchanges:
        places = {one: other, other: one}
        made = [[places.get(entrant, entrant) for entrant in board] for board in made]
    return made


def before_exchanges(boards: Boards, exchanged: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the boards as generated, before swaps by hand."""
    return swapped(boards, [(pair[0], pair[1]) for pair in reversed(exchanged)])


def _faults(row: Round, players: tuple[int, int], names: Mapping[int, str]) -> list[str]:
    """Return the reasons why these two should not meet."""
    found: list[str] = []
    one, other = players
    called = {"one": names[one], "other": names[other]}
    both = Side.objects.filter(round__stage=row.stage, entrant=one, pairing__sides__entrant=other)
    earlier = both.filter(round__number__lt=row.number, pairing__forfeit=False)
    if earlier.exists() and row.stage.traits.meets_once:
        found.append(say("{one} and {other} have already met.", **called))
    first_round = row.stage.rounds.order_by("number").values_list("number", flat=True).first() or row.number
    number = row.number - first_round + 1
    settings = settings_of(row.stage)
    for key, text in KEPT_APART.items():
        if any(pair.pair == {one, other} and pair.holds(number) for pair in apart_in(settings, key)):
            found.append(told(text, **called))
    return found


def _boards(row: Round) -> list[list[int]]:
    found: dict[int, list[int]] = {}
    sides = Side.objects.filter(round=row, entrant__isnull=False).order_by("pairing__board", "number")
    for pairing, entrant in sides.values_list("pairing", "entrant"):
        found.setdefault(pairing, []).append(entrant or 0)
    return list(found.values())
