"""Write the part of docs/views/<game>.md from "## Fields" on, and the examples of the API's schema: `make api`.

Fields, types and meanings come from `engines/<game>/view_types.py`; the examples from matches that bots play.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NotRequired, Union, get_args, get_origin, is_typeddict

from engines import play, registry, typed_dicts
from engines.bots import simulate
from engines.data_files import load_toml
from engines.package_files import EXAMPLE
from matches.api import typed_fields

HERE = Path(__file__).parent
HEADING = "\n## Fields\n"
WORDS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null", Any: "anything"}
LONGEST = 8
"""Numbers and texts of an array that an example shows."""
WIDTH = 98
"""Characters of a line of a page."""


class Source(NamedTuple):
    """The moment of a match between bots that a game's example shows, and to which seat."""

    bots: str
    at: int
    viewer: int


def load_source(key: str) -> Source | None:
    """Return the moment that a game's example shows; None if the game has none."""
    file = registry.get_package(key).find_site_file("example.toml")
    return None if file is None else Source(**load_toml(file))


SOURCES = {key: source for key in registry.keys() if (source := load_source(key)) is not None}  # noqa: SIM118


def main() -> None:
    """Write the examples, then the pages."""
    for key in SOURCES:
        site = registry.get_package(key).site
        assert site is not None
        (site / EXAMPLE).write_text(json.dumps(made_example(key), indent=1) + "\n")
    typed_fields.load_example.cache_clear()
    for key in SOURCES:
        page = HERE / f"{key}.md"
        page.write_text(page_text(key, page.read_text()))


def page_text(key: str, before: str) -> str:
    """Return the text of a page: what is written by hand above the fields stays as it is."""
    written = before.partition(HEADING)[0]
    shown = f"```json\n{_json(typed_fields.load_example(key))}\n```"
    return "\n".join([f"{written}{HEADING}", *sections(key), f"## Example\n\n{_origin(key)}\n{shown}\n"])


def sections(key: str) -> list[str]:
    """Return a section for each TypedDict of a view, in the order in which they are named."""
    found, waiting = dict[str, Any](), [registry.get(key).view_type]
    while waiting:
        kind: Any = waiting.pop(0)
        if kind.__name__ not in found:
            found[kind.__name__] = kind
            waiting += [one for hint in typed_dicts.get_hints(kind).values() for one in typed_dicts.iter_typed_dicts(hint)]
    return [_section(kind) for kind in found.values()]


def _section(kind: Any) -> str:
    texts = typed_dicts.get_descriptions(kind)
    fields = [_wrapped(f"- `{name}` ({_words(hint)}): {texts[name]}") for name, hint in typed_dicts.get_hints(kind).items()]
    return "\n".join([f"### {kind.__name__}\n", f"{_wrapped(typed_dicts.get_description(kind))}\n", *fields, ""])


def _wrapped(text: str) -> str:
    """Return a paragraph, or an item of a list, in lines. Code stays on one line."""
    kept = re.sub(r"`[^`]*`", lambda code: code[0].replace(" ", "\0"), text)
    hanging = "  " if text.startswith("- ") else ""
    lines = textwrap.wrap(kept, WIDTH, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\0", " ")


def _words(hint: Any) -> str:
    """Return a type in words."""
    if get_origin(hint) is NotRequired:
        return f"{_words(get_args(hint)[0])}; optional"
    hint = typed_dicts.unwrap(hint)
    origin, inside = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return f"[{hint.__name__}](#{hint.__name__.lower()})"
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in inside)
    if origin in (Union, UnionType):
        return " or ".join(map(_words, inside))
    if origin is tuple:
        return f"[{', '.join(map(_words, inside))}]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object of {_grouped(inside[1])} by name"
    return f"array of {_grouped(inside[0])}" if inside else WORDS[hint]


def _grouped(hint: Any) -> str:
    words = _words(hint)
    return f"({words})" if get_origin(typed_dicts.unwrap(hint)) in (Union, UnionType, Literal) else words


def made_example(key: str) -> Any:
    """Return the view of the moment that `SOURCES` names, cut short."""
    engine, source = registry.get(key), SOURCES[key]
    lines = list(simulate(engine, {}, [source.bots] * engine.seat_counts[0], "1"))[1 : source.at + 1]
    position = play.begin(engine, engine.options({}), engine.seat_counts[0])
    for line in lines:
        position = play.advance(engine, position, line["by"], line["do"])  # type: ignore[arg-type]
    return _cut(json.loads(json.dumps(engine.view(position.state, source.viewer))), engine.view_type)


def _cut(value: Any, hint: Any) -> Any:
    """Return the value with two entries at most of each object by name and of each array of parts."""
    hint = typed_dicts.unwrap(hint)
    origin, inside = get_origin(hint), get_args(hint)
    if value is None or not isinstance(value, dict | list):
        return value
    if is_typeddict(hint):
        kinds = typed_dicts.get_hints(hint)
        return {name: _cut(part, kinds[name]) for name, part in value.items()}
    if origin in (Union, UnionType):
        return _cut(value, next(part for part in inside if part is not NoneType))
    if origin is tuple:
        return value
    if isinstance(value, dict):
        return {name: _cut(value[name], inside[1]) for name in list(value)[:2]}
    most = 2 if any(isinstance(part, dict | list) for part in value) else LONGEST
    return [_cut(part, inside[0]) for part in value[:most]]


def _origin(key: str) -> str:
    bots, at, viewer = SOURCES[key]
    python = ".venv/bin/python -m engines"
    return (
        "This command prints the whole view:\n\n```sh\n"
        f"{python} simulate {key} --bots {bots} --seed 1 |\n"
        f"  {python} replay - --at {at} --viewer {viewer}\n```\n\n"
        + _wrapped(
            "Here the view is shortened: objects by name and arrays of objects or arrays have at most two entries,"
            f" other arrays at most {LONGEST}."
        )
        + "\n"
    )


def _json(value: Any, indent: str = "", before: int = 0) -> str:
    """Return JSON with one line for what fits on it. `before` counts the characters before it on its line."""
    flat = json.dumps(value)
    if max(before, len(indent)) + len(flat) + len(",") <= WIDTH or not isinstance(value, dict | list):
        return flat
    deeper = indent + "  "
    if isinstance(value, dict):
        names = [f"{deeper}{json.dumps(name)}: " for name in value]
        parts = [f"{name}{_json(part, deeper, len(name))}" for name, part in zip(names, value.values(), strict=True)]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    return "[\n" + ",\n".join(deeper + _json(part, deeper) for part in value) + f"\n{indent}]"


if __name__ == "__main__":
    main()
