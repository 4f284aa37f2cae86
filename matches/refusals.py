"""A refusal that a person can read. Nothing has been changed when one is raised."""

from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Refused(Exception):
    """`code` is stable, `text` a sentence for people, `field` the input at fault, if one is."""

    def __init__(self, code: str, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.field = field


def raise_refusal(refusal: tuple[str, str] | None) -> None:
    """Raise Refused with this code and sentence; do nothing for None."""
    if refusal is not None:
        raise Refused(*refusal)


class Rows(Protocol[T_co]):
    """What of a QuerySet `get_or_refuse` needs."""

    def first(self) -> T_co | None: ...


def get_or_refuse(rows: Rows[T], code: str, text: str, field: str | None = None) -> T:
    """Return the first of these rows. Raises Refused if there is none."""
    row = rows.first()
    if row is None:
        raise Refused(code, text, field)
    return row
