"""The name and the scopes of each operation, the scopes from the same table that is asked at the door."""

import re
from typing import Any
from uuid import UUID

from django.urls import resolve
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.permissions import SAFE_METHODS

from league.api_schema import TOKEN
from league.api_tokens.rules import READ
from league.api_tokens.scopes import READING, TWO, WRITING

NUMBERED = ("_id", "number", "stage")
UNIQUE = ("id", "delivery")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "league.api_tokens.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return TOKEN


def with_scopes(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular."""
    for path, methods in result["paths"].items():
        door = resolve(_example(path)).url_name or ""
        for method, operation in methods.items():
            scopes = _scopes(door, method.upper())
            operation["security"] = [{"token": []}, {"cookieAuth": []}, *([{}] if method == "get" else [])]
            operation["x-scopes"] = scopes
            operation["operationId"] = f"{method}_{door.removeprefix('api-').replace('-', '_')}"
    return result


def _scopes(door: str, method: str) -> list[str]:
    """Return the scopes of an operation; `organise` after another one holds only where it is a league's."""
    scope = READING.get(door, READ) if method in SAFE_METHODS else WRITING[door]
    return list(TWO.get(scope, (scope,)))


def _example(path: str) -> str:
    """Return an address that this path of the schema stands for."""

    def part(match: re.Match[str]) -> str:
        if match[1] in UNIQUE:
            return str(UUID(int=0))
        return "1" if match[1].endswith(NUMBERED) else "some-one"

    return re.sub(r"\{(\w+)\}", part, path)
