"""Who takes part, a page at a time, or those whose name holds some letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q

from league.event_pages.queries.view import View, own_pairings
from league.events.models import Entrant, EntrantStatus
from league.paging import Paging, cut
from league.ratings.queries import values
from league.standings.tables import Person

SIZE = 100
INSIDE = (EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class EntrantLine:
    person: Person
    rating: int


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """`queue` are those who asked for a place, were invited or wait for one."""

    entered: tuple[EntrantLine, ...]
    queue: tuple[EntrantLine, ...]
    paging: Paging
    wanted: str
    club: bool


def entrants_page(view: View, page: int, wanted: str = "") -> EntrantsPage:
    """By seed, before the start by the order of joining."""
    rows = Entrant.objects.filter(event=view.event)
    if wanted:
        rows = rows.filter(Q(player__username__icontains=wanted) | Q(player__display_name__icontains=wanted))
    order = rows.order_by(F("seed").asc(nulls_last=True), "joined_at", "pk").values_list("pk", "status", "rating")
    found = list(order)
    entered, paging = cut([one for one in found if one[1] in INSIDE], page, SIZE)
    queue = [one for one in found if one[1] not in INSIDE][:SIZE]
    view.need([one[2] for one in own_pairings(view)], [one[0] for one in (*entered, *queue)])
    return EntrantsPage(
        _lines(view, entered), _lines(view, queue), paging, wanted,
        club=any(view.person(one[0]).club for one in entered),
    )  # fmt: skip


def _lines(view: View, found: Sequence[tuple[int, str, float | None]]) -> tuple[EntrantLine, ...]:
    """With the rating at the start; before, with the one of today."""
    people = [view.person(pk) for pk, _, _ in found]
    unknown = [person.player_id for person, one in zip(people, found, strict=True) if one[2] is None]
    now = values(unknown, view.event.game) if unknown else {}
    return tuple(
        EntrantLine(person, round(rating if rating is not None else now[person.player_id]))
        for person, (_, _, rating) in zip(people, found, strict=True)
    )
