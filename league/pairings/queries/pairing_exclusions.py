"""Pairing exclusions of a stage, and swaps of entrants in an unpublished round."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engines.i18n import mark, translate as _
from league.events.models import Entrant, Event, Round, Side, Stage
from league.formats.registry import keys_with
from league.formats.swiss.format import EXCLUSION_KEYS, Exclusion, parse_exclusions
from league.pairings.queries.draft_states import list_draft_states, list_side_and_score_faults
from league.standings.rows import load_rows
from league.standings.tables import Person

EXCLUSION_TEXTS = {"forbidden": mark("{one} and {other} must not meet."), "avoided": mark("{one} and {other} should not meet.")}
Boards = Sequence[Sequence[int]]
"""Entrants by side, board by board."""


@dataclass(frozen=True, slots=True)
class ExclusionLine:
    """An exclusion; without `must` it is avoided if possible. Rounds are those of the Swiss; `last` None: no end."""

    one_id: int
    one: str
    other_id: int
    other: str
    must: bool
    first: int
    last: int | None


def get_pairing_settings(stage: Stage) -> dict[str, Any]:
    """Return the stage's settings, with the exclusions that follow from clubs."""
    settings = dict(stage.settings)
    rules = stage.event.team_rules
    if rules is not None and stage.traits.exclusions:
        settings["win"] = 2 * rules.win
    if settings.get("clubs_apart"):
        settings["forbidden"] = [*settings.get("forbidden", ()), *(sorted(pair) for pair in get_club_mates(stage))]
    return settings


def get_club_mates(stage: Stage) -> dict[frozenset[int], str]:
    """Return the club of every two members of the same club, if the stage keeps them apart."""
    if not stage.settings.get("clubs_apart"):
        return {}
    clubs: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for entrant, club in stage.places.exclude(entrant__club="").values_list("entrant", "entrant__club"):
        clubs[club.casefold()].append((entrant, club))
    return {
        frozenset((first, second)): club
        for members in clubs.values()
        for (first, club), (second, _) in combinations(sorted(members), 2)
    }


def find_swiss_stage(event: Event) -> Stage | None:
    """Return the current or next Swiss stage."""
    return event.stages.filter(format__in=keys_with("exclusions"), finished_at=None).order_by("number").first()


def read_exclusions(settings: Mapping[str, Any], key: str) -> list[Exclusion]:
    """Return the pairs of one of a Swiss stage's exclusion settings."""
    return list(parse_exclusions(settings.get(key, ()), key))


def list_exclusions(event: Event, people: Mapping[int, Person]) -> tuple[ExclusionLine, ...]:
    """Return the organiser's exclusions in the current or next Swiss; the event's stages must be prefetched."""
    stages = [item for item in event.stages.all() if item.traits.exclusions and item.finished_at is None]
    stage = min(stages, key=lambda item: item.number, default=None)
    pairs = (
        [(key == "forbidden", item) for key in EXCLUSION_KEYS for item in read_exclusions(stage.settings, key)] if stage else []
    )
    names = {entrant: item.name for entrant, item in people.items()}
    return tuple(
        ExclusionLine(item, names[item], other, names[other], must, apart.first, apart.last)
        for must, apart in pairs
        for item, other in [sorted(apart.pair)]
        if apart.pair <= names.keys()
    )


def list_swap_faults(row: Round, entrant_id: int, other_id: int) -> list[str]:
    """Return a sentence for everything that this swap would break: excluded or repeated pairs, sides, score groups."""
    boards = _read_boards(row)
    after = apply_swaps(boards, [(entrant_id, other_id)])
    new = [board for before, board in zip(boards, after, strict=True) if len(board) > 1 and set(board) != set(before)]
    ids = {entrant for board in (*boards, *after) for entrant in board}
    names = {entry.pk: str(entry.player) for entry in Entrant.objects.filter(pk__in=ids).select_related("player")}
    faults = [fault for board in new for pair in combinations(board, 2) for fault in _list_faults(row, pair, names)]
    rows = load_rows(row.stage)
    states = list_draft_states(rows, next(item for item in rows.rounds if item.number == row.number))
    if states:
        changed = [(old, board) for old, board in zip(boards, after, strict=True) if old != board]
        faults += list_side_and_score_faults(states, names, [old for old, _ in changed], [board for _, board in changed])
    return faults


def apply_swaps(boards: Boards, swaps: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the boards after these swaps, applied in order.

    >>> apply_swaps([[1, 2], [3, 4]], [(2, 3), (3, 4)])
    [[1, 4], [2, 3]]
    """
    result = [list(board) for board in boards]
    for first, second in swaps:
        places = {first: second, second: first}
        result = [[places.get(entrant, entrant) for entrant in board] for board in result]
    return result


def undo_swaps(boards: Boards, swaps: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the boards as generated, before swaps by hand."""
    return apply_swaps(boards, [(pair[0], pair[1]) for pair in reversed(swaps)])


def _list_faults(row: Round, players: tuple[int, int], names: Mapping[int, str]) -> list[str]:
    """Return the reasons why these two should not meet."""
    faults: list[str] = []
    first, second = players
    params = {"one": names[first], "other": names[second]}
    meetings = Side.objects.filter(round__stage=row.stage, entrant=first, pairing__sides__entrant=second)
    earlier = meetings.filter(round__number__lt=row.number, pairing__forfeit=False)
    if earlier.exists() and row.stage.traits.meets_once:
        faults.append(_("{one} and {other} have already met.", **params))
    first_round = row.stage.rounds.order_by("number").values_list("number", flat=True).first() or row.number
    number = row.number - first_round + 1
    settings = get_pairing_settings(row.stage)
    for key, text in EXCLUSION_TEXTS.items():
        if any(pair.pair == {first, second} and pair.holds(number) for pair in read_exclusions(settings, key)):
            faults.append(_(text, **params))
    return faults


def _read_boards(row: Round) -> list[list[int]]:
    boards: dict[int, list[int]] = {}
    sides = Side.objects.filter(round=row, entrant__isnull=False).order_by("pairing__board", "number")
    for pairing, entrant in sides.values_list("pairing", "entrant"):
        boards.setdefault(pairing, []).append(entrant or 0)
    return list(boards.values())
