"""Catalogues: brought in line with the code, filled in, checked and compiled."""

import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from gettext import c2py
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.messages.areas import CATALOGUES, part_of, sources
from tests.messages.finding import Found, found_in

PLACE = re.compile(r"\{(\w+)[^{}]*\}|%\((\w+)\)[sd]")
HEADER = "# Messages of League Zero, found by `make messages`. Translations alone are written here."


def file_of(area: str, language: str, ending: str = "po") -> Path:
    return CATALOGUES / area / language / "LC_MESSAGES" / f"django.{ending}"


@cache
def found_messages(area: str) -> tuple[Found, ...]:
    return tuple(one for path, _ in sources(area) for one in found_in(path))


def kept(area: str, language: str) -> Catalog:
    file = file_of(area, language)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def renewed(area: str, language: str, found: Iterable[Found]) -> Catalog:
    """The messages of the code with the translations that there are; what has gone from the code goes."""
    before = kept(area, language)
    fresh = Catalog(locale=language, header_comment=HEADER, charset="utf-8")
    paths: dict[tuple[str, str | None], set[str]] = defaultdict(set)
    plurals: dict[tuple[str, str | None], str] = {}
    for one in found:
        paths[one.message, one.context].add(one.path)
        if one.many is not None:
            plurals[one.message, one.context] = one.many
    for key in sorted(paths, key=lambda key: (min(paths[key]), key[0], key[1] or "")):
        message, context = key
        old = before.get(message, context)
        many = plurals.get(key)
        told = old.string if old is not None and bool(many) == isinstance(old.id, tuple) else None
        fresh.add((message, many) if many else message, told or (("",) * fresh.num_plurals if many else ""),
                  locations=[(path, None) for path in sorted(paths[key])], context=context)  # fmt: skip
    return fresh


def written(catalogue: Catalog) -> bytes:
    """As a .po without moments and line numbers, so that it changes only when its messages do."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=True, include_lineno=False)
    plural = f'"Plural-Forms: {catalogue.plural_forms}\\n"'
    kind = '"Content-Type: text/plain; charset=utf-8\\n"'
    head = f'{HEADER}\nmsgid ""\nmsgstr ""\n"Language: {catalogue.locale}\\n"\n{kind}\n{plural}\n\n'
    return head.encode() + out.getvalue().lstrip(b"\n")


def is_told(message: Message) -> bool:
    told = message.string
    return all(told) if isinstance(told, tuple | list) else bool(told)


def compiled(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    never = datetime(2026, 1, 1, tzinfo=UTC)  # the same messages make the same file
    plain = Catalog(locale=catalogue.locale, charset="utf-8", creation_date=never, revision_date=never)
    for one in catalogue:
        if one.id and is_told(one):
            plain.add(one.id, one.string, context=one.context)
    write_mo(out, plain)
    return out.getvalue()


def script_words(catalogue: Catalog) -> dict[str, bytes]:
    """The words of the scripts, by part of the site, as the pages fetch them.

    Under "" of the whole site stands the form for each number up to 199, a digit each: no rule of plurals looks at more
    than the last two digits of a greater one.
    """
    form = c2py(catalogue.plural_expr)
    parts: dict[str, dict[str, object]] = defaultdict(dict, {"site": {"": "".join(str(form(n)) for n in range(200))}})
    for one in catalogue:
        if not one.id or not is_told(one):
            continue
        single = one.id[0] if isinstance(one.id, tuple | list) else one.id
        key = f"{one.context}\x04{single}" if one.context else single
        wanted = {part_of(path) for path, _ in one.locations}
        for part in {"site"} if "site" in wanted else wanted:
            parts[part][key] = list(one.string) if isinstance(one.string, tuple | list) else one.string
    return {
        part: (json.dumps(words, ensure_ascii=False, sort_keys=True, indent=0) + "\n").encode() for part, words in parts.items()
    }


def files_of(area: str, language: str, catalogue: Catalog) -> dict[Path, bytes]:
    """Every file that follows from a catalogue, itself included."""
    files = {file_of(area, language): written(catalogue)}
    if area != "scripts":
        return {**files, file_of(area, language, "mo"): compiled(catalogue)}
    folder = CATALOGUES / area / language
    return {**files, **{folder / f"{part}.json": words for part, words in script_words(catalogue).items()}}


def store(area: str, language: str, catalogue: Catalog) -> None:
    files = files_of(area, language, catalogue)
    for stale in (CATALOGUES / area / language).glob("*.json"):
        if stale not in files:
            stale.unlink()
    for file, content in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_bytes() != content:
            file.write_bytes(content)


def places(text: str) -> list[str]:
    return sorted({found[1] or found[2] for found in PLACE.finditer(text)})


def fault(catalogue: Catalog, message: Message, told: list[str]) -> str | None:
    """What is wrong with a translation, as a sentence; None where nothing is."""
    sources_ = list(message.id) if isinstance(message.id, tuple | list) else [message.id]
    if len(sources_) > 1:  # the last forms of a language with more than two are all of many
        sources_ += sources_[-1:] * (catalogue.num_plurals - len(sources_))
    if len(told) != len(sources_):
        return f"{sources_[0]!r} needs {len(sources_)} forms, not {len(told)}."
    wanted = set(places(sources_[-1]))
    for source, text in zip(sources_, told, strict=True):
        here = set(places(text))
        if here - wanted - set(places(source)):
            return f"{text!r} has {sorted(here - wanted)}, which {source!r} does not give."
        if set(places(source)) - here - ({"n"} if len(sources_) > 1 else set()):
            return f"{text!r} lacks {sorted(set(places(source)) - here)} of {source!r}."
        if (source[:1].isspace(), source[-1:].isspace()) != (text[:1].isspace(), text[-1:].isspace()):
            return f"{text!r} begins or ends otherwise than {source!r}: spaces must stay."
    return None
