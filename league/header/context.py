"""Context of the header of every page; what asks the database is evaluated only where a page shows it."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from league.header.queries import Header, OwnMatch, get_header
from league.notifications.inbox import build_bell
from league.people.models import Player
from league.people.sessions import find_viewer
from league.people.views.authentication import get_next_url


def header(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the bell, of the live bar and of the links to sign in and to sign up."""
    context = SimpleLazyObject(lambda: _build_context(request, find_viewer(request)))
    return {
        "bell": SimpleLazyObject(lambda: context["bell"]),
        "live_bar": SimpleLazyObject(lambda: context["live_bar"]),
        "sign_in_query": _build_sign_in_query(request),
    }


def _build_sign_in_query(request: HttpRequest) -> str:
    """Return the query with which signing in or up leads back to this page, on their own pages to where they lead."""
    url = get_next_url(request) if request.path.startswith("/accounts/") else request.get_full_path()
    return "" if url in ("", "/") else f"?{urlencode({'next': url}, safe='/')}"


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
