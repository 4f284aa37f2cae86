"""Translatable messages: shown in the viewer's language if there is one, otherwise in English as in the code.

Engines know no languages. Callers pass a `Translator` to `use_translator`; without one, nothing is translated. The
result is a `Message` with its source, which `to_stored` stores and `translate_stored` translates for each viewer.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol, TypeAlias

StoredMessage: TypeAlias = "str | Mapping[str, Any]"
"""JSON of a message: its `id` and optional `params` (texts, numbers, messages), `context` and `plural`; of joined
messages, those to `join` and the text `between` them. A plain text is not translated.
"""


class Translator(Protocol):
    """A translator of messages into the active language; it returns unknown ones unchanged."""

    def translate(self, message: str, context: str = "") -> str: ...

    def translate_plural(self, singular: str, plural: str, n: int) -> str: ...


class Message(str):
    """A translated text with its source, so that it can be translated into another language.

    Slices and concatenations are plain text: use `join`.
    """

    __slots__ = ("source",)
    source: Mapping[str, Any]
    """As `StoredMessage`, but with messages in it."""


_translator: ContextVar[Translator | None] = ContextVar("words", default=None)


@contextmanager
def use_translator(translator: Translator | None) -> Iterator[None]:
    """Translate with this translator inside the context, in this thread or task; None: English."""
    previous = _translator.set(translator)
    try:
        yield
    finally:
        _translator.reset(previous)


def translate(message: str, /, **params: object) -> Message:
    """Return a message in the active language. Arguments replace `{names}`; without any, braces are kept."""
    return message if isinstance(message, Message) else _build_message({"id": message}, params)


def translate_in(context: str, message: str, /, **params: object) -> Message:
    """Return a message like `translate`; the `context` distinguishes English words with several meanings."""
    return _build_message({"id": message, "context": context}, params)


def translate_n(one: str, many: str, n: int, /, **params: object) -> Message:
    """Return a message like `translate` in singular or plural; `{n}` is the number."""
    return _build_message({"id": one, "plural": many}, {"n": n, **params})


def join(messages: Iterable[str], between: str = " ") -> Message:
    """Return several messages joined to one."""
    parts = list(messages)
    message = Message(between.join(parts))
    message.source = {"join": parts, "between": between}
    return message


def _build_message(source: dict[str, Any], params: Mapping[str, Any]) -> Message:
    text, plural = source["id"], source.get("plural")
    translator = _translator.get() if text else None
    if plural is not None:
        n = int(params["n"])
        text = translator.translate_plural(text, plural, n) if translator is not None else text if n == 1 else plural
    elif translator is not None:
        text = translator.translate(text, source.get("context", ""))
    message = Message(text.format_map(params) if params else text)
    if params:
        source["params"] = params
    message.source = source
    return message


class TranslatedError(Exception):
    """An exception with a translatable message, like `translate`."""

    def __init__(self, message: str, /, **params: object) -> None:
        super().__init__(translate(message, **params))


def mark(message: str, /) -> str:
    """Return the message unchanged, marked for translation later by `translate`."""
    return message


def mark_in(context: str, message: str, /) -> str:
    """Mark a message with a context, which `translate_in` needs again."""
    return message


def mark_all_in(context: str, /, *messages: str) -> dict[str, str]:
    """Mark several messages with a context; return the context of each, for `translate_in`."""
    return dict.fromkeys(messages, context)


def to_stored(message: str) -> StoredMessage:
    """Return the JSON from which `translate_stored` can translate a message into any language."""
    if not isinstance(message, Message):
        return message
    source = message.source
    if "join" in source:
        return {**source, "join": [to_stored(part) for part in source["join"]]}
    if "params" not in source:
        return source
    texts = {name: raw if isinstance(raw, int | float | str) else str(raw) for name, raw in source["params"].items()}
    return {**source, "params": {name: to_stored(text) if isinstance(text, str) else text for name, text in texts.items()}}


def translate_stored(stored: StoredMessage) -> str:
    """Return a stored message in the active language."""
    if isinstance(stored, str):
        return stored
    if "join" in stored:
        return join(map(translate_stored, stored["join"]), stored["between"])
    params: Mapping[str, Any] = stored.get("params", {})
    translated = {name: translate_stored(value) if isinstance(value, dict) else value for name, value in params.items()}
    return _build_message({key: stored[key] for key in ("id", "context", "plural") if key in stored}, translated)
