"""Numbers for people, in the reader's language."""

from __future__ import annotations

from engines.words import say_in


def digits(number: str, /) -> str:
    """A number that is written as in English, told now: "1,234.5" is "1.234,5" to a German."""
    signs: dict[str, str | int | None] = {
        ",": say_in("between thousands", ","),
        ".": say_in("before decimals", "."),
    }
    return number.translate(str.maketrans(signs))
