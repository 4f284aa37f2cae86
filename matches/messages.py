"""The messages of a language's catalogues, made ready so that sentences made of them are found again."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PLACE = re.compile(r"\{(\w+)(?:![rsa])?(?::[^{}]*)?\}")
_OF_A_TEMPLATE = re.compile(r"%\(\w+\)[sd]")
"""What a template says is never stored."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_ENDS = "\x00"
_CONTEXT = "\x04"
PART = "part"
"""The context of messages that stand only within others, such as `{unit} on {grid}`: they would fit far too much, so
they are looked for only there, each name stands for one word (or several with `or`), and `{grid}` for a letter and a
digit."""
_IN_PART = dict.fromkeys(("grid", "dst"), "[A-Z]{1,2}[0-9]")
_ONE_WORD = r"[\w-]+(?: or [\w-]+)*"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A message with names in it: what fits its shape is told by one of its forms (one, many; or a single one)."""

    shape: re.Pattern[str]
    forms: Sequence[str]
    letters: int

    def tell(self, given: Mapping[str, str], n: str | None) -> str:
        one = len(self.forms) == 1 or n is None or n == "1"
        return PLACE.sub(lambda found: given.get(found[1], found[0]), self.forms[0 if one else 1])


@dataclass(frozen=True, slots=True)
class Messages:
    exact: Mapping[str, str]
    by_word: Mapping[str, Sequence[Pattern]]
    """By the longest word of each that stands in it. One without a word would fit anything, and is left out."""
    parts: Sequence[Pattern]

    def candidates(self, text: str) -> Iterator[Pattern]:
        """Those that may fit, the most literal ones first."""
        words = dict.fromkeys(_WORD.findall(text))
        found = [pattern for word in words for pattern in self.by_word.get(word, ())]
        yield from sorted(found, key=lambda pattern: -pattern.letters)


def messages_of(language: str, paths: Sequence[str]) -> Messages:
    exact: dict[str, str] = {}
    by_word: dict[str, list[Pattern]] = {}
    parts: list[Pattern] = []
    for path in paths:
        file = Path(path) / language / "LC_MESSAGES" / "django.mo"
        for context, source, forms in read_mo(file.read_bytes()) if file.is_file() else ():
            for text in source:
                if _OF_A_TEMPLATE.search(text):
                    continue
                if context == PART:
                    parts.append(_pattern(text, source, forms, part=True))
                elif not PLACE.search(text):
                    exact.setdefault(text, forms[0] if text is source[0] else forms[-1])
                elif word := _longest_word(text):
                    by_word.setdefault(word, []).append(_pattern(text, source, forms))
    return Messages(exact, by_word, sorted(parts, key=lambda pattern: -pattern.letters))


def read_mo(content: bytes) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each message of a compiled catalogue: its context, its forms, and those of its translation."""
    _, _, count, sources, translations = struct.unpack_from("<5I", content)
    for at in range(count):
        source, told = (
            content[start : start + size].decode()
            for size, start in (struct.unpack_from("<2I", content, table + 8 * at) for table in (sources, translations))
        )
        if source:
            context, _, message = source.rpartition(_CONTEXT)
            yield context, message.split(_ENDS), told.split(_ENDS)


def _longest_word(text: str) -> str:
    """Of those that no name touches, for only these are words of the sentence too."""
    pieces = PLACE.sub(lambda found: "\x01", text)
    whole = (word[0] for word in re.finditer(r"(?<![\w\x01])[^\W\d_]{2,}(?![\w\x01])", pieces))
    return max(whole, key=len, default="")


def _pattern(text: str, source: Sequence[str], forms: Sequence[str], *, part: bool = False) -> Pattern:
    shape, at, seen = "", 0, set[str]()
    for found in PLACE.finditer(text):
        name = found[1]
        anything = _IN_PART.get(name, _ONE_WORD) if part else ".+?"
        shape += re.escape(text[at : found.start()]) + (f"(?P={name})" if name in seen else f"(?P<{name}>{anything})")
        seen.add(name)
        at = found.end()
    shape += re.escape(text[at:])
    told = forms if len(source) == 1 or "n" in seen else [forms[0 if text is source[0] else -1]]
    return Pattern(re.compile(shape, re.DOTALL), told, len(PLACE.sub("", text)))
