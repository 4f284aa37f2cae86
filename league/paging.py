"""Pagination of long lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)
Paging = Page[Any]
"""The position of a page in its list."""


def cut(found: Sequence[Any] | QuerySet[Any, Any], page: int, size: int) -> tuple[Any, Paging]:
    """Return a page of a list or queryset; a page number out of range is clamped.

    >>> lines, paging = paginate("abcde", 2, 2)
    >>> lines, paging.number, paging.paginator.num_pages, paging.start_index(), paging.end_index()
    ('cd', 2, 3, 3, 4)
    >>> paginate("abc", 9, 5)[0], paginate("", 1, 5)[1].paginator.count
    ('abc', 0)
    """
    paging = Paginator(found, size).get_page(max(page, 1))
    return paging.object_list, paging


@dataclass(frozen=True, slots=True)
class Older(Generic[T]):
    """A page of a list, newest first, continued by cursor."""

    lines: list[T]
    before: int | None
    """The cursor of the next page; None on the last page."""


def rows_before(rows: QuerySet[Row], before: int | None, limit: int) -> tuple[list[Row], int | None]:
    """Return a page of rows by descending id, and the cursor of the next page; None on the last page."""
    if before is not None:
        rows = rows.filter(pk__lt=before)
    found = list(rows[: limit + 1])
    return found[:limit], found[limit - 1].pk if len(found) > limit else None


@dataclass(frozen=True, slots=True)
class Recent(Generic[T]):
    """A numbered page of a list, newest first, without a total count."""

    lines: list[T]
    page: int
    more: bool

    @property
    def next(self) -> int | None:
        """Return the number of the next page; None on the last."""
        return self.page + 1 if self.more else None


def recent(rows: QuerySet[Row], page: int, size: int) -> Recent[Row]:
    """Return a numbered page of the queryset."""
    first = (page - 1) * size
    found = list(rows[first : first + size + 1])
    return Recent(found[:size], page, len(found) > size)


def page_of(place: int, size: int) -> int:
    """Return the page of the line at this position (from 0)."""
    return place // size + 1
