"""Template tags for the scripts and styles of a page, which let browsers load all files at once."""

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
"""Stylesheets in cascade order."""


def _once(find: Callable[..., R]) -> Callable[..., R]:
    """Cache the result of `find` per argument, except with DEBUG: files do not change while a process runs."""
    kept = cache(find)
    return wraps(find)(lambda *given: find(*given) if settings.DEBUG else kept(*given))


def needed(name: str) -> tuple[str, ...]:
    """Return the module and everything it imports, in order of discovery."""
    seen: dict[str, None] = {}

    def walk(module: str) -> None:
        if module not in seen:
            seen[module] = None
            for imported in _read(module)[0]:
                walk(imported)

    walk(name)
    return tuple(seen)


def sheets(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the stylesheets that these modules load."""
    found = (re.findall(r'"([^"]+)"', words) for name in modules for words in _read(name)[1])
    return tuple(dict.fromkeys(f"site/boards/{name}.css" for names in found for name in names))


@register.simple_tag(takes_context=True)
def modules(context: template.Context, *names: str) -> SafeString:
    """Return script tags for the modules and preload links for their imports that are new on this page."""
    _named(context).update(names)
    tags = format_html_join("\n", '<script type="module" src="{}"></script>', ((static(name),) for name in names))
    return format_html("{}{}", _links(context, names), tags)


@register.simple_tag(takes_context=True)
def board_of(context: template.Context, game: str) -> SafeString:
    """Return links to the board of a game, loaded later by a script: modules, styles and, except in English, words."""
    board = f"matches/boards/{game}.js"
    words: Mapping[str, str] = context.get("words") or {}
    spoken = format_html('<link rel="preload" href="{}" as="fetch" crossorigin>', words[game]) if game in words else ""
    addresses = ((static(name),) for name in sheets(needed(board)))
    styles = format_html_join("\n", '<link rel="stylesheet" href="{}">', addresses)
    return format_html("{}{}{}", styles, spoken, _links(context, (board,)))


def _named(context: template.Context) -> set[str]:
    """Return the modules that this page already refers to."""
    rendering: Any = context.render_context
    named: set[str] = rendering.setdefault("scripts", set())
    return named


def _links(context: template.Context, names: tuple[str, ...]) -> SafeString:
    """Return preload links for everything that these modules import and that is new on this page."""
    named = _named(context)
    fresh = dict.fromkeys(one for name in names for one in needed(name) if one not in named)
    named.update(fresh)
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(one),) for one in fresh))


@_once
def _read(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a module imports, and the names in its calls that load styles."""
    text, folder = _text_of(name), posixpath.dirname(name)
    found = (posixpath.normpath(posixpath.join(folder, path)) for path in _IMPORTED.findall(text))
    return tuple(found), tuple(_STYLED.findall(text))


@_once
def sheet() -> tuple[bytes, str]:
    """Return the stylesheets of every page, joined, and the fingerprint for their URL.

    Browsers render nothing before all of them are loaded, and each file costs time, most of all on slow devices. Styles
    of single pages and for print stay separate.
    """
    content = "\n".join(f"/* site/{name}.css */\n{_text_of(f'site/{name}.css')}" for name in NAMES).encode()
    return content, hashlib.sha256(content).hexdigest()[:16]


@register.simple_tag
def site_styles() -> str:
    """Return the URL of the joined stylesheet."""
    return reverse("styles", args=[sheet()[1]])


@cache
def playable() -> tuple[str, ...]:
    """Return the keys of the games that have a board, in order. The others are for programs only."""
    return tuple(key for key in registry.keys() if finders.find(f"matches/boards/{key}.js"))  # noqa: SIM118


def _text_of(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise ValueError(f"There is no script {name!r}.")
    return Path(path).read_text(encoding="utf-8")
