"""The Gamers of a draft as cards, and the bands of their salaries."""

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from league.drafts.models import Draft
from league.gamers.models import STATS, Gamer, SeasonGamer

MAX_BANDS = 4


def list_cards(row: Draft) -> list[dict[str, Any]]:
    """Return every Gamer in the pool, the most expensive first."""
    if row.season_id is None:
        gamers = Gamer.objects.filter(league=None).order_by("-salary", "handle")
        return [_build_card(entry.pk, entry, entry.salary) for entry in gamers]
    rows = SeasonGamer.objects.filter(season=row.season_id).select_related("gamer")
    return [_build_card(entry.pk, entry.gamer, entry.salary) for entry in rows.order_by("-salary", "gamer__handle")]


def get_card(row: Draft, card: int) -> dict[str, Any]:
    """Return one Gamer of the pool."""
    if row.season_id is None:
        gamer = Gamer.objects.get(pk=card)
        return _build_card(card, gamer, gamer.salary)
    entry = SeasonGamer.objects.select_related("gamer").get(pk=card)
    return _build_card(card, entry.gamer, entry.salary)


def _build_card(card: int, gamer: Gamer, salary: int) -> dict[str, Any]:
    return {
        "card": card, "handle": gamer.handle, "name": gamer.name, "genre": gamer.genre, "salary": salary,
        "stats": tuple(getattr(gamer, stat) for stat in STATS), "talent": gamer.talent,
    }  # fmt: skip


def list_bands(salaries: Iterable[int]) -> list[tuple[int, int]]:
    """Return the lowest and highest salary of each band, the highest band first.

    Bands have about as many Gamers each; equal salaries stay together.

    >>> list_bands([9, 9, 7, 5, 5, 5, 2, 1])
    [(9, 9), (5, 7), (1, 2)]
    """
    ranked = sorted(salaries, reverse=True)
    size = ceil(len(ranked) / MAX_BANDS)
    bands: list[list[int]] = []
    for salary in ranked:
        if not bands or (len(bands[-1]) >= size and salary < bands[-1][-1]):
            bands.append([])
        bands[-1].append(salary)
    return [(band[-1], band[0]) for band in bands]


def find_band(bands: Sequence[tuple[int, int]], salary: int) -> int:
    """Return the number of a salary's band, counted from 1."""
    return next(number for number, (lowest, _) in enumerate(bands, 1) if salary >= lowest)
