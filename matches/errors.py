"""Refusals with a message for the user. When one is raised, nothing has been changed."""

from typing import TypeVar

T = TypeVar("T")


class ActionError(Exception):
    """A refusal: a stable `code`, a sentence (`text`), and the `field` at fault, if any."""

    def __init__(self, code: str, text: str, field: str | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.field = field


def raise_refusal(refusal: tuple[str, str] | None) -> None:
    """Raise ActionError with this code and sentence; do nothing for None."""
    if refusal is not None:
        raise ActionError(*refusal)


def get_or_refuse(found: T | None, code: str, text: str, field: str | None = None) -> T:
    """Return what was looked up. Raises ActionError if it is None."""
    if found is None:
        raise ActionError(code, text, field)
    return found
