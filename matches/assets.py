"""Template tags for the scripts and styles of a page, which let browsers load all files at once."""

import hashlib
import logging
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

logger = logging.getLogger(__name__)
register = template.Library()
R = TypeVar("R")
_IMPORT = re.compile(r'^(?:import|export|\})[^"\n]*?"(\.[^"]+)";$', re.MULTILINE)
_STYLES_CALL = re.compile(r"^\s*(?:await )?loadStyles\(([^)]*)\);$", re.MULTILINE)
STYLESHEETS = (
    "site", "layout", "head", "parts", "forms", "board", "match", "match-side", "strips", "result", "display", "sides",
    "panels", "mini", "chat", "notices", "pages", "home", "wide", "touch",
)  # fmt: skip
"""Stylesheets in cascade order."""


def _cache_unless_debug(function: Callable[..., R]) -> Callable[..., R]:
    """Cache the function's result per argument, except with DEBUG: files do not change while a process runs."""
    cached = cache(function)
    return wraps(function)(lambda *args: function(*args) if settings.DEBUG else cached(*args))


def list_modules(name: str) -> tuple[str, ...]:
    """Return the module and everything it imports, in order of discovery."""
    seen: dict[str, None] = {}

    def walk(module: str) -> None:
        if module not in seen:
            seen[module] = None
            for imported in _parse_module(module)[0]:
                walk(imported)

    walk(name)
    return tuple(seen)


def list_stylesheets(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the stylesheets that these modules load."""
    calls = (re.findall(r'"([^"]+)"', arguments) for name in modules for arguments in _parse_module(name)[1])
    return tuple(dict.fromkeys(f"site/boards/{name}.css" for names in calls for name in names))


@register.simple_tag(takes_context=True)
def modules(context: template.Context, *names: str) -> SafeString:
    """Return script tags for the modules and preload links for their imports that are new on this page."""
    _get_linked_modules(context).update(names)
    tags = format_html_join("\n", '<script type="module" src="{}"></script>', ((static(name),) for name in names))
    return format_html("{}{}", _render_preloads(context, names), tags)


@register.simple_tag(takes_context=True)
def board_of(context: template.Context, game: str) -> SafeString:
    """Return links to the board of a game, loaded later by a script: modules, styles and, except in English, words."""
    board = f"matches/boards/{game if game in list_playable_games() else 'generic'}.js"
    words: Mapping[str, str] = context.get("words") or {}
    catalogue = format_html('<link rel="preload" href="{}" as="fetch" crossorigin>', words[game]) if game in words else ""
    urls = ((static(name),) for name in list_stylesheets(list_modules(board)))
    styles = format_html_join("\n", '<link rel="stylesheet" href="{}">', urls)
    return format_html("{}{}{}", styles, catalogue, _render_preloads(context, (board,)))


def _get_linked_modules(context: template.Context) -> set[str]:
    """Return the modules that this page already refers to."""
    rendering: Any = context.render_context
    linked: set[str] = rendering.setdefault("scripts", set())
    return linked


def _render_preloads(context: template.Context, names: tuple[str, ...]) -> SafeString:
    """Return preload links for everything that these modules import and that is new on this page."""
    linked = _get_linked_modules(context)
    new_modules = dict.fromkeys(module for name in names for module in list_modules(name) if module not in linked)
    linked.update(new_modules)
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(module),) for module in new_modules))


@_cache_unless_debug
def _parse_module(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what a module imports, and the names in its calls that load styles. Missing files are left out and logged."""
    text, folder = _read_text(name), posixpath.dirname(name)
    imports = (posixpath.normpath(posixpath.join(folder, path)) for path in _IMPORT.findall(text))
    return tuple(path for path in imports if _is_found(path, name)), tuple(_STYLES_CALL.findall(text))


def _is_found(name: str, importer: str) -> bool:
    is_found = finders.find(name) is not None
    if not is_found:
        logger.error("%s imports %s, which is missing.", importer, name)
    return is_found


@_cache_unless_debug
def get_stylesheet_bundle() -> tuple[bytes, str]:
    """Return the stylesheets of every page and the games' styles of seats, joined, and the fingerprint for their URL.

    Browsers render nothing before all of them are loaded, and each file costs time, most of all on slow devices. Styles
    of single pages and for print stay separate.
    """
    names = [f"site/{name}.css" for name in STYLESHEETS]
    names += [name for key in list_playable_games() if finders.find(name := f"site/boards/{key}-sides.css")]
    content = "\n".join(f"/* {name} */\n{_read_text(name)}" for name in names).encode()
    return content, hashlib.sha256(content).hexdigest()[:16]


@register.simple_tag
def site_styles() -> str:
    """Return the URL of the joined stylesheet."""
    return reverse("styles", args=[get_stylesheet_bundle()[1]])


@cache
def list_playable_games() -> tuple[str, ...]:
    """Return the keys of the games that have a board, in order. The others are for programs only."""
    return tuple(key for key in registry.keys() if finders.find(f"matches/boards/{key}.js"))  # noqa: SIM118


def _read_text(name: str) -> str:
    path = finders.find(name)
    if not isinstance(path, str):
        raise ValueError(f"Script not found: {name!r}.")
    return Path(path).read_text(encoding="utf-8")
