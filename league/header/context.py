"""Context of the header of every page; evaluated only where a page shows it."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.header.queries import Header, OwnMatch, get_header
from league.notifications.inbox import build_bell
from league.people.models import Player
from league.people.sessions import find_viewer


def header(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the bell and of the live bar."""
    context = SimpleLazyObject(lambda: _build_context(request, find_viewer(request)))
    return {"bell": SimpleLazyObject(lambda: context["bell"]), "live_bar": SimpleLazyObject(lambda: context["live_bar"])}


def _build_context(request: HttpRequest, viewer: Player | None) -> dict[str, Any]:
    return build_context(viewer, get_header(viewer.pk), request.path) if viewer else {"bell": {}, "live_bar": {}}


def build_context(viewer: Player, content: Header, path: str) -> dict[str, Any]:
    """Return the bell and the live bar on the page at `path`."""
    live = [match for match in content.live if not _is_page_of(path, match)]
    bar = {"match": live[0], "more": len(live) - 1} if live else {}
    return {"bell": build_bell(viewer.pk, content.unread), "live_bar": bar}


def _is_page_of(path: str, match: OwnMatch) -> bool:
    """Return whether the path is a page of this match, such as its board or its text version."""
    return path.startswith(f"/matches/{match.match_id}/")
