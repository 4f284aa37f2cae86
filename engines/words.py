"""Translatable messages: shown in the viewer's language if there is one, otherwise in English as in the code.

Engines know no languages. Callers pass a `Translator` to `use_translator`; without one, nothing is translated. The
result is a `Message` with its source, which `to_stored` stores and `translate_stored` translates for each viewer.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeAlias

Stored: TypeAlias = "str | Mapping[str, Any]"
"""JSON of a message: its `id` and optional `params` (texts, numbers, messages), `context` and `plural`; of joined
messages, those to `join` and the text `between` them. A plain text is not translated.
"""


class Words(Protocol):
    """Translates messages into the active language; returns unknown ones unchanged."""

    def one(self, message: str, context: str = "") -> str: ...

    def many(self, one: str, many: str, n: int) -> str: ...


class Message(str):
    """A translated text with its source, so that it can be translated into another language.

    Slices and concatenations are plain text: use `join`.
    """

    __slots__ = ("source",)
    source: Mapping[str, Any]
    """As `Stored`, but with messages in it."""


_words: ContextVar[Words | None] = ContextVar("words", default=None)


@contextmanager
def speak(words: Words | None) -> Iterator[None]:
    """Translate with this translator inside the context, in this thread or task; None: English."""
    before = _words.set(words)
    try:
        yield
    finally:
        _words.reset(before)


def say(message: str, /, **given: object) -> Message:
    """Return a message in the active language. Arguments replace `{names}`; without any, braces are kept."""
    return message if isinstance(message, Message) else _made({"id": message}, given)


def say_in(context: str, message: str, /, **given: object) -> Message:
    """Return a message like `say`; the `context` distinguishes English words with several meanings."""
    return _made({"id": message, "context": context}, given)


def say_many(one: str, many: str, n: int, /, **given: object) -> Message:
    """Return a message like `say` in singular or plural; `{n}` is the number."""
    return _made({"id": one, "plural": many}, {"n": n, **given})


def join(messages: Iterable[str], between: str = " ") -> Message:
    """Return several messages joined to one."""
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
    """An exception with a translatable message, like `say`."""

    def __init__(self, message: str, /, **given: object) -> None:
        super().__init__(say(message, **given))


def marked(message: str, /) -> str:
    """Return the message unchanged, marked for translation later by `told`."""
    return message


told = say
"""Translate a message that was marked elsewhere."""


def marked_in(context: str, message: str, /) -> str:
    """Mark a message with a context, which `told_in` needs again."""
    return message


told_in = say_in


def marked_all(*messages: str) -> tuple[str, ...]:
    """Mark several messages."""
    return messages


def marked_all_in(context: str, /, *messages: str) -> dict[str, str]:
    """Mark several messages with a context; return the context of each, for `told_in`."""
    return dict.fromkeys(messages, context)


def stored(message: str) -> Stored:
    """Return the JSON from which `retell` can translate a message into any language."""
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
    """Return a stored message in the active language."""
    if isinstance(kept, str):
        return kept
    if "join" in kept:
        return join(map(retell, kept["join"]), kept["between"])
    params: Mapping[str, Any] = kept.get("params", {})
    given = {name: retell(value) if isinstance(value, dict) else value for name, value in params.items()}
    return _made({key: kept[key] for key in ("id", "context", "plural") if key in kept}, given)
