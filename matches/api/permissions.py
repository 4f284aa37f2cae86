"""Permissions that refuse unknown query parameters and ids outside the database's range."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import BasePermission

from engines.i18n import translate as _
from matches.errors import ActionError

ID_LIMIT = 1 << 63


if TYPE_CHECKING:
    from rest_framework.request import Request
    from rest_framework.views import APIView


class KnownQueryParameters(BasePermission):
    """Refusal of unknown query parameters; otherwise a misspelt filter would return everything."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        handler = getattr(view, (request.method or "").lower(), None)
        if handler is None or request.method == "OPTIONS":
            return True
        declared = get_query_parameters(handler.__func__, view)
        for name in request.query_params:
            if name not in declared:
                text = _("Unknown query parameter: {name}.", name=name[:40])
                if declared:
                    allowed = ", ".join(sorted(declared))
                    text = _("Unknown query parameter: {name}. Allowed: {allowed}.", name=name[:40], allowed=allowed)
                raise ActionError("unknown-parameter", text, name[:40])
        return True


def get_query_parameters(handler: Callable[..., Any], view: APIView) -> frozenset[str]:
    """Return the query parameters that `extend_schema` declares of a view's handler."""
    if handler not in _parameters_by_handler:
        schema = getattr(handler, "kwargs", {}).get("schema")
        if schema is None:
            return frozenset()
        inspector = schema()
        inspector.view, inspector.method = view, ""
        names = set[str]()
        for declared in inspector.get_override_parameters():
            if not isinstance(declared, OpenApiParameter):
                names |= set(declared().fields)
            elif declared.location == OpenApiParameter.QUERY:
                names.add(declared.name)
        _parameters_by_handler[handler] = frozenset(names)
    return _parameters_by_handler[handler]


_parameters_by_handler: dict[Callable[..., Any], frozenset[str]] = {}
"""Cache by handler: the schema does not change while a process runs."""


class IdBounds(BasePermission):
    """A 404 response to URLs with ids that no row can have, before a view queries the database."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if any(isinstance(value, int) and value >= ID_LIMIT for value in view.kwargs.values()):
            raise ActionError("not-found", _("Nothing found with this ID."))
        return True
