"""Pagination of long lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)
PageInfo = Page[Any]
"""The position of a page in its list."""


def paginate(items: Sequence[Any] | QuerySet[Any, Any], page: int, size: int) -> tuple[Any, PageInfo]:
    """Return a page of a list or queryset; a page number out of range is clamped.

    >>> lines, paging = paginate("abcde", 2, 2)
    >>> lines, paging.number, paging.paginator.num_pages, paging.start_index(), paging.end_index()
    ('cd', 2, 3, 3, 4)
    >>> paginate("abc", 9, 5)[0], paginate("", 1, 5)[1].paginator.count
    ('abc', 0)
    """
    page_info = Paginator(items, size).get_page(max(page, 1))
    return page_info.object_list, page_info


@dataclass(frozen=True, slots=True)
class CursorPage(Generic[T]):
    """A page of a list, newest first, continued by cursor."""

    lines: list[T]
    before: int | None
    """The cursor of the next page; None on the last page."""


def paginate_before(rows: QuerySet[Row], before: int | None, limit: int) -> tuple[list[Row], int | None]:
    """Return a page of rows by descending id, and the cursor of the next page; None on the last page."""
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows[: limit + 1])
    return page[:limit], page[limit - 1].pk if len(page) > limit else None


@dataclass(frozen=True, slots=True)
class UncountedPage(Generic[T]):
    """A numbered page of a list, newest first, without a total count."""

    lines: list[T]
    page: int
    more: bool

    @property
    def next(self) -> int | None:
        """Return the number of the next page; None on the last."""
        return self.page + 1 if self.more else None


def paginate_without_count(rows: QuerySet[Row], page: int, size: int) -> UncountedPage[Row]:
    """Return a numbered page of the queryset."""
    first = (page - 1) * size
    page_rows = list(rows[first : first + size + 1])
    return UncountedPage(page_rows[:size], page, len(page_rows) > size)


def get_page_number(index: int, size: int) -> int:
    """Return the page of the line at this position (from 0)."""
    return index // size + 1
