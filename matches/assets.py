"""For templates: the files that a page needs, so that a browser asks for everything at once."""

import hashlib
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from engines import registry

register = template.Library()
R = TypeVar("R")
_IMPORTED = re.compile(r'^(?:import|export|\})[^"\n]*?"(\.[^"]+)";$', re.MULTILINE)
_STYLED = re.compile(r"^\s*(?:await )?styles\(([^)]*)\);$", re.MULTILINE)
NAMES = (
    "site", "layout", "head", "parts", "forms", "board", "match", "sides", "panels", "mini", "chat", "notices", "pages",
    "touch",
)  # fmt: skip
"""In this order: what comes later wins."""


def _once(find: Callable[..., R]) -> Callable[..., R]:
    """Files do not change while a process lives that serves them to others. A page of a match names seventy."""
    kept = cache(find)
    return wraps(find)(lambda *given: find(*given) if settings.DEBUG else kept(*given))


def needed(name: str) -> tuple[str, ...]:
    """Return the module itself and all that is loaded with it, in the order in which it is found."""
    seen: dict[str, None] = {}

    def walk(module: str) -> None:
        if module not in seen:
            seen[module] = None
            for imported in _read(module)[0]:
                walk(imported)

    walk(name)
    return tuple(seen)


def sheets(modules: Iterable[str]) -> tuple[str, ...]:
    """The stylesheets that these modules load."""
    found = (re.findall(r'"([^"]+)"', words) for name in modules for words in _read(name)[1])
    return tuple(dict.fromkeys(f"site/boards/{name}.css" for names in found for name in names))


@register.simple_tag(takes_context=True)
def modules(context: template.Context, *names: str) -> SafeString:
    """The scripts of these names, and links to what they import and nothing on this page has named yet."""
    _named(context).update(names)
    tags = format_html_join("\n", '<script type="module" src="{}"></script>', ((static(name),) for name in names))
    return format_html("{}{}", _links(context, names), tags)


@register.simple_tag(takes_context=True)
def board_of(context: template.Context, game: str) -> SafeString:
    """Links to the board of a game, which a script loads later: its modules, styles and, except in English, words."""
    board = f"matches/boards/{game}.js"
    words: Mapping[str, str] = context.get("words") or {}
    spoken = format_html('<link rel="preload" href="{}" as="fetch" crossorigin>', words[game]) if game in words else ""
    addresses = ((static(name),) for name in sheets(needed(board)))
    styles = format_html_join("\n", '<link rel="stylesheet" href="{}">', addresses)
    return format_html("{}{}{}", styles, spoken, _links(context, (board,)))


def _named(context: template.Context) -> set[str]:
    """What this page has named."""
    rendering: Any = context.render_context
    named: set[str] = rendering.setdefault("scripts", set())
    return named


def _links(context: template.Context, names: tuple[str, ...]) -> SafeString:
    """Links to all that is loaded with these modules and nothing on this page has named yet."""
    named = _named(context)
    fresh = dict.fromkeys(one for name in names for one in needed(name) if one not in named)
    named.update(fresh)
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(one),) for one in fresh))


@_once
def _read(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a module imports, and the calls by which it loads its styles."""
    text, folder = _text_of(name), posixpath.dirname(name)
    found = (posixpath.normpath(posixpath.join(folder, path)) for path in _IMPORTED.findall(text))
    return tuple(found), tuple(_STYLED.findall(text))


@_once
def sheet() -> tuple[bytes, str]:
    """Return the styles of every page, joined in one file, and its fingerprint, which its address names.

    A browser draws nothing before it has all of them, and each file that it asks for costs it time, most of all on a
    slow device. What only some pages have, and what is for paper, stays beside it.
    """
    content = "\n".join(f"/* site/{name}.css */\n{_text_of(f'site/{name}.css')}" for name in NAMES).encode()
    return content, hashlib.sha256(content).hexdigest()[:16]


@register.simple_tag
def site_styles() -> str:
    """Return the address of the joined styles."""
    return reverse("styles", args=[sheet()[1]])


@cache
def playable() -> tuple[str, ...]:
    """Return the keys of the games that have a board, in order. The others are for programs."""
    return tuple(key for key in registry.keys() if finders.find(f"matches/boards/{key}.js"))  # noqa: SIM118


def _text_of(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise ValueError(f"There is no script {name!r}.")
    return Path(path).read_text(encoding="utf-8")
