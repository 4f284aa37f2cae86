"""Long lists a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)
Paging = Page[Any]
"""Which page of how many is shown."""


def cut(found: Sequence[Any] | QuerySet[Any, Any], page: int, size: int) -> tuple[Any, Paging]:
    """A page of a list or of a query. A number beyond either end gives the page at that end.

    >>> lines, paging = cut("abcde", 2, 2)
    >>> lines, paging.number, paging.paginator.num_pages, paging.start_index(), paging.end_index()
    ('cd', 2, 3, 3, 4)
    >>> cut("abc", 9, 5)[0], cut("", 1, 5)[1].paginator.count
    ('abc', 0)
    """
    paging = Paginator(found, size).get_page(max(page, 1))
    return paging.object_list, paging


@dataclass(frozen=True, slots=True)
class Older(Generic[T]):
    """A page of a list, the newest first, that goes on with older lines."""

    lines: list[T]
    before: int | None
    """The row to read on before; None on the last page."""


def rows_before(rows: QuerySet[Row], before: int | None, limit: int) -> tuple[list[Row], int | None]:
    """Return a page of rows in falling order of their ids, and the row to read on before; None on the last page."""
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: limit + 1])
    return found[:limit], found[limit - 1].pk if len(found) > limit else None


@dataclass(frozen=True, slots=True)
class Recent(Generic[T]):
    """A numbered page of a list, the newest first, whose length nobody counts."""

    lines: list[T]
    page: int
    more: bool

    @property
    def next(self) -> int | None:
        """The number of the page behind this one, None behind the last."""
        return self.page + 1 if self.more else None


def recent(rows: QuerySet[Row], page: int, size: int) -> Recent[Row]:
    first = (page - 1) * size
    found = list(rows[first : first + size + 1])
    return Recent(found[:size], page, len(found) > size)


def page_of(place: int, size: int) -> int:
    """The page on which the line at this place (from 0) stands."""
    return place // size + 1
