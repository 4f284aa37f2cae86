"""Messages for people: said in the reader's language where there is one, else in English, as they stand in the code.

Engines know no language. Whoever does gives its `Words` to `speak` for as long as somebody is told something; else
nothing is looked up. What is said is a `Message`, which knows what it was made of: that is what is stored (`stored`),
and said again in the language of whoever reads it (`retell`).
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeAlias

Stored: TypeAlias = "str | Mapping[str, Any]"
"""JSON of a message: its `id` and, where it has them, `params` (texts, numbers, messages), `context` and `plural`; of
several in a row, those to `join` and what stands `between` them. A text by itself stays as somebody wrote it."""


class Words(Protocol):
    """Finds messages in the language in which is being told just now; what it does not know it gives back."""

    def one(self, message: str, context: str = "") -> str: ...

    def many(self, one: str, many: str, n: int) -> str: ...


class Message(str):
    """The text that is said now, and the source of it, so that it can be said again in another language.

    What is cut from messages or put together of them by hand is only text: `join` puts them together.
    """

    __slots__ = ("source",)
    source: Mapping[str, Any]
    """As `Stored`, but with messages in it."""


_words: ContextVar[Words | None] = ContextVar("words", default=None)


@contextmanager
def speak(words: Words | None) -> Iterator[None]:
    """Within it, in this thread or task, messages are looked up there; None: English."""
    before = _words.set(words)
    try:
        yield
    finally:
        _words.reset(before)


def say(message: str, /, **given: object) -> Message:
    """A message told now. What it is given stands for `{names}` in it; without any it is taken as it stands."""
    return message if isinstance(message, Message) else _made({"id": message}, given)


def say_in(context: str, message: str, /, **given: object) -> Message:
    """As `say`, of a word that means several things in English: `context` says which, in a word or two."""
    return _made({"id": message, "context": context}, given)


def say_many(one: str, many: str, n: int, /, **given: object) -> Message:
    """As `say`, of so many: `{n}` is the number."""
    return _made({"id": one, "plural": many}, {"n": n, **given})


def join(messages: Iterable[str], between: str = " ") -> Message:
    """Several messages, one after the other."""
    parts = list(messages)
    made = Message(between.join(parts))
    made.source = {"join": parts, "between": between}
    return made


def _made(source: dict[str, Any], given: Mapping[str, Any]) -> Message:
    text, many = source["id"], source.get("plural")
    words = _words.get() if text else None
    if many is not None:
        n = int(given["n"])
        text = words.many(text, many, n) if words is not None else text if n == 1 else many
    elif words is not None:
        text = words.one(text, source.get("context", ""))
    made = Message(text.format_map(given) if given else text)
    if given:
        source["params"] = given
    made.source = source
    return made


class SpokenError(Exception):
    """An exception whose sentence is for people: it is said as `say` says it."""

    def __init__(self, message: str, /, **given: object) -> None:
        super().__init__(say(message, **given))


def marked(message: str, /) -> str:
    """The message itself, for a constant: it is told later, by `told`."""
    return message


told = say
"""A message that was marked elsewhere, told now."""


def marked_in(context: str, message: str, /) -> str:
    """As `marked`, with a context, which `told_in` has to name again."""
    return message


told_in = say_in


def marked_all(*messages: str) -> tuple[str, ...]:
    """As `marked`, of many."""
    return messages


def marked_all_in(context: str, /, *messages: str) -> dict[str, str]:
    """As `marked_in`, of many. Return the context of each, for `told_in`."""
    return dict.fromkeys(messages, context)


def stored(message: str) -> Stored:
    """JSON from which `retell` says a message again, whatever language it was said in."""
    if not isinstance(message, Message):
        return message
    source = message.source
    if "join" in source:
        return {**source, "join": [stored(part) for part in source["join"]]}
    if "params" not in source:
        return source
    texts = {name: one if isinstance(one, int | float | str) else str(one) for name, one in source["params"].items()}
    return {**source, "params": {name: stored(text) if isinstance(text, str) else text for name, text in texts.items()}}


def retell(kept: Stored) -> str:
    """A stored message, said now."""
    if isinstance(kept, str):
        return kept
    if "join" in kept:
        return join(map(retell, kept["join"]), kept["between"])
    params: Mapping[str, Any] = kept.get("params", {})
    given = {name: retell(value) if isinstance(value, dict) else value for name, value in params.items()}
    return _made({key: kept[key] for key in ("id", "context", "plural") if key in kept}, given)
