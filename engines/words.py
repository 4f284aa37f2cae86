"""Sentences for people: in the reader's language where somebody offers one, else in English, as they stand in the code.

Engines know no language. Whoever does gives its `Words` to `speak` for as long as somebody is told something; else
nothing is looked up. What is stored is always English (`english`), and told in the reader's language when it is read
(`matches/retelling.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Words(Protocol):
    """Finds messages in the language in which is being told just now; what it does not know it gives back."""

    def one(self, message: str, context: str = "") -> str: ...

    def many(self, one: str, many: str, n: int) -> str: ...


_words: ContextVar[Words | None] = ContextVar("words", default=None)


@contextmanager
def speak(words: Words | None) -> Iterator[None]:
    """Within it, in this thread or task, messages are looked up there; None: English."""
    before = _words.set(words)
    try:
        yield
    finally:
        _words.reset(before)


def say(message: str, /, **given: object) -> str:
    """A message told now. What it is given stands for `{names}` in it; without any it is taken as it stands."""
    if (words := _words.get()) is not None:
        message = words.one(message)
    return message.format_map(given) if given else message


def say_in(context: str, message: str, /, **given: object) -> str:
    """As `say`, of a word that means several things in English: `context` says which, in a word or two."""
    if (words := _words.get()) is not None:
        message = words.one(message, context)
    return message.format_map(given) if given else message


def say_many(one: str, many: str, n: int, /, **given: object) -> str:
    """As `say`, of so many: `{n}` is the number."""
    words = _words.get()
    message = (one if n == 1 else many) if words is None else words.many(one, many, n)
    return message.format_map({"n": n, **given})


def marked(message: str, /) -> str:
    """The message itself, for a constant: it is told later, by `told`."""
    return message


def told(message: str, /, **given: object) -> str:
    """A message that was marked elsewhere, told now."""
    if message and (words := _words.get()) is not None:
        message = words.one(message)
    return message.format_map(given) if given else message


def marked_in(context: str, message: str, /) -> str:
    """As `marked`, with a context, which `told_in` has to name again."""
    return message


def told_in(context: str, message: str, /, **given: object) -> str:
    if message and (words := _words.get()) is not None:
        message = words.one(message, context)
    return message.format_map(given) if given else message


def english(message: str, /, **given: object) -> str:
    """A sentence to be stored: English whoever acts, and retold when it is read."""
    return message.format_map(given) if given else message
