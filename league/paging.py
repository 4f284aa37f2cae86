"""Long lists a page at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, overload

from django.db.models import Model, QuerySet

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Paging:
    """Which page of how many is shown; `first` and `last` count the lines from 1."""

    number: int
    pages: int
    first: int
    last: int
    total: int

    @property
    def numbers(self) -> range:
        return range(1, self.pages + 1)


@overload
def cut(found: Sequence[T], page: int, size: int) -> tuple[Sequence[T], Paging]: ...
@overload
def cut(found: QuerySet[Row], page: int, size: int) -> tuple[QuerySet[Row], Paging]: ...
def cut(found: Sequence[T] | QuerySet[Any, T], page: int, size: int) -> tuple[Any, Paging]:
    """A page of a list or of a query. A number beyond either end gives the page at that end.

    >>> cut("abcde", 2, 2)
    ('cd', Paging(number=2, pages=3, first=3, last=4, total=5))
    >>> cut("abc", 9, 5)[0], cut("", 1, 5)[1].total
    ('abc', 0)
    """
    total = found.count() if isinstance(found, QuerySet) else len(found)
    pages = max(1, -(-total // size))
    number = min(max(page, 1), pages)
    first = (number - 1) * size
    last = min(first + size, total)
    return found[first : first + size], Paging(number, pages, first + 1, last, total)


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
