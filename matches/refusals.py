"""A refusal that a person can read. Nothing has been changed when one is raised."""

from typing import TypeVar

T = TypeVar("T")


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


def get_or_refuse(found: T | None, code: str, text: str, field: str | None = None) -> T:
    """Return what was looked up. Raises Refused if nothing was found."""
    if found is None:
        raise Refused(code, text, field)
    return found
