"""Catalogues: brought in line with the code, filled in, checked and compiled."""

import io
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Any

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
    found = (one for path in sources(area) for one in found_in(path))
    return tuple(sorted(found, key=lambda one: (one.path, one.message, one.context or "")))


def kept(area: str, language: str) -> Catalog:
    file = file_of(area, language)
    if not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as opened:
        return read_po(opened, locale=language)


def renewed(area: str, language: str) -> Catalog:
    """The messages of the code with the translations that there are; what has gone from the code goes."""
    catalogue, fresh = kept(area, language), Catalog(locale=language)
    for one in found_messages(area):
        fresh.add((one.message, one.many) if one.many else one.message, locations=[(one.path, None)], context=one.context)
    catalogue.update(fresh, no_fuzzy_matching=True)
    for message in catalogue:
        if message.id and message.fuzzy:  # It has gained or lost its plural: the old translation no longer fits.
            message.flags.discard("fuzzy")
            message.string = ("",) * catalogue.num_plurals if message.pluralizable else ""
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """As a .po without moments and line numbers, so that it changes only when its messages do."""
    out = io.BytesIO()
    write_po(out, catalogue, width=120, omit_header=True, include_lineno=False, ignore_obsolete=True)
    plural = f'"Plural-Forms: {catalogue.plural_forms}\\n"'
    kind = '"Content-Type: text/plain; charset=utf-8\\n"'
    head = f'{HEADER}\nmsgid ""\nmsgstr ""\n"Language: {catalogue.locale}\\n"\n{kind}\n{plural}\n\n'
    return head.encode() + out.getvalue().lstrip(b"\n")


def ids_of(message: Message) -> list[str]:
    return list(message.id) if isinstance(message.id, tuple | list) else [message.id]


def told_of(message: Message) -> list[str]:
    """The forms of its translation; empty if one is missing."""
    told = list(message.string) if isinstance(message.string, tuple | list) else [message.string]
    return told if message.id and all(told) else []


def name_of(message: Message) -> str:
    """How a file of translations names a message."""
    return f"{message.context}|{ids_of(message)[0]}" if message.context else ids_of(message)[0]


def compiled(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    never = datetime(2026, 1, 1, tzinfo=UTC)  # the same messages make the same file
    plain = Catalog(locale=catalogue.locale, charset="utf-8", creation_date=never, revision_date=never)
    for one in catalogue:
        if told_of(one):
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
        if not (told := told_of(one)):
            continue
        key = f"{one.context}\x04{ids_of(one)[0]}" if one.context else ids_of(one)[0]
        wanted = {part_of(path) for path, _ in one.locations}
        for part in {"site"} if "site" in wanted else wanted:
            parts[part][key] = told if one.pluralizable else told[0]
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


def places(text: str) -> set[str]:
    return {found[1] or found[2] for found in PLACE.finditer(text)}


def fault(catalogue: Catalog, message: Message, told: list[str]) -> str | None:
    """What is wrong with a translation, as a sentence; None where nothing is."""
    sources_ = ids_of(message)
    if len(sources_) > 1:  # the last forms of a language with more than two are all of many
        sources_ += sources_[-1:] * (catalogue.num_plurals - len(sources_))
    if len(told) != len(sources_):
        return f"{sources_[0]!r} needs {len(sources_)} forms, not {len(told)}."
    wanted = places(sources_[-1])
    for source, text in zip(sources_, told, strict=True):
        if strange := places(text) - wanted - places(source):
            return f"{text!r} has {sorted(strange)}, which {source!r} does not give."
        if lost := places(source) - places(text) - ({"n"} if len(sources_) > 1 else set()):
            return f"{text!r} lacks {sorted(lost)} of {source!r}."
        if (source[:1].isspace(), source[-1:].isspace()) != (text[:1].isspace(), text[-1:].isspace()):
            return f"{text!r} begins or ends otherwise than {source!r}: spaces must stay."
    return None


def missing(area: str, language: str) -> list[dict[str, Any]]:
    return [
        {"message": name_of(one), "forms": ids_of(one), "in": [path for path, _ in one.locations][:3]}
        for one in renewed(area, language)
        if one.id and not told_of(one)
    ]


def fill(given: Mapping[str, str | Sequence[str]], language: str, areas: Sequence[str]) -> tuple[int, list[str]]:
    """How many were written, and a sentence for each that was refused. One message may stand in several areas."""
    faults: list[str] = []
    met: set[str] = set()
    for area in areas:
        catalogue = kept(area, language)
        for one in catalogue:
            if one.id and (name := name_of(one)) in given:
                met.add(name)
                told = [given[name]] if isinstance(given[name], str) else list(given[name])
                if found := fault(catalogue, one, told):
                    faults.append(found)
                else:
                    one.string = tuple(told) if one.pluralizable else told[0]
        store(area, language, catalogue)
    faults += [f"{name!r} is no message: run `python -m tests.messages` first?" for name in given.keys() - met]
    return len(met), sorted(set(faults))
