"""What translators work with: the messages that lack a translation, and writing theirs into the catalogues."""

from collections.abc import Mapping, Sequence
from typing import Any

from babel.messages.catalog import Message

from tests.messages.catalogues import fault, found_messages, is_told, kept, renewed, store


def name_of(message: Message) -> str:
    """How a file of translations names a message."""
    single = message.id[0] if isinstance(message.id, tuple | list) else message.id
    return f"{message.context}|{single}" if message.context else single


def missing(area: str, language: str) -> list[dict[str, Any]]:
    return [
        {
            "message": name_of(one),
            **({"many": one.id[1]} if isinstance(one.id, tuple | list) else {}),
            "in": [path for path, _ in one.locations][:3],
        }
        for one in renewed(area, language, found_messages(area))
        if one.id and not is_told(one)
    ]


def fill(given: Mapping[str, str | Sequence[str]], language: str, areas: Sequence[str]) -> tuple[int, list[str]]:
    """How many were written, and a sentence for each that was refused. One message may stand in several areas."""
    faults: list[str] = []
    met: set[str] = set()
    for area in areas:
        catalogue = kept(area, language)
        for one in catalogue:
            name = name_of(one) if one.id else ""
            if name not in given:
                continue
            met.add(name)
            told = [given[name]] if isinstance(given[name], str) else list(given[name])
            if found := fault(catalogue, one, told):
                faults.append(found)
            else:
                one.string = tuple(told) if isinstance(one.id, tuple | list) else told[0]
        store(area, language, catalogue)
    faults += [f"{name!r} is no message: run `python -m tests.messages` first?" for name in given.keys() - met]
    return len(met), sorted(set(faults))
