"""Every address of the site with the methods that it answers, as Django's resolver has them."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
ADMIN = "admin/"
"""The framework's own pages have one rule for all of them."""


@dataclass(frozen=True, slots=True)
class Address:
    """`endpoint` is a method and the name of an address, as in `POST event-join`."""

    method: str
    name: str
    path: str
    """With its parameters in angle brackets."""
    fixed: frozenset[str] = frozenset()
    """What the address itself says, and nobody can choose."""

    @property
    def endpoint(self) -> str:
        return f"{self.method} {self.name}"

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(name for name in PARAMETER.findall(self.path) if name not in self.fixed)

    @property
    def api(self) -> bool:
        return self.path.startswith("api/")


def addresses() -> list[Address]:
    """All but the admin pages and the API's answer to addresses that do not exist."""
    found = [one for one in _walk(get_resolver().url_patterns, "") if not one.path.startswith(ADMIN + "<")]
    return [one for one in found if one.name]


def admin_paths() -> list[str]:
    """The admin pages, with 1 for whatever they ask."""
    found = {one.path for one in _walk(get_resolver().url_patterns, "", admin=True) if one.path.startswith(ADMIN)}
    return sorted("/" + PARAMETER.sub("1", path) for path in found if "(" not in path)


def _walk(patterns: Iterable[URLPattern | URLResolver], before: str, *, admin: bool = False) -> Iterator[Address]:
    for one in patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if admin or one.namespace != "admin":
                yield from _walk(one.url_patterns, path, admin=admin)
        else:
            fixed = frozenset(one.default_args)
            for method in ("GET",) if admin else methods(one.callback):
                yield Address(method, one.name or "", path, fixed)


def methods(view: Callable[..., Any]) -> tuple[str, ...]:
    """What a view answers; LookupError for a function that does not say."""
    of = getattr(view, "cls", None) or getattr(view, "view_class", None)
    if of is not None:
        return tuple(name for name in METHODS if name.lower() in of.http_method_names and hasattr(of, name.lower()))
    said = _said(view)
    if said is None:
        raise LookupError(f"{view.__module__}.{view.__qualname__} answers any method: give it `require_http_methods`.")
    return tuple(name for name in METHODS if name in said)


def _said(view: Any) -> list[str] | None:
    """The list that `require_http_methods` keeps in its closure."""
    while view is not None:
        code = getattr(view, "__code__", None)
        if code is not None and "request_method_list" in code.co_freevars:
            return list(view.__closure__[code.co_freevars.index("request_method_list")].cell_contents)
        view = getattr(view, "__wrapped__", None)
    return None
