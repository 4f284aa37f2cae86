"""The name and the scopes of each operation, the scopes from the same table that is asked at the door."""

from __future__ import annotations

import re
from typing import Any

from django.urls import resolve
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.permissions import SAFE_METHODS

from league.tokens.doors import EITHER, READING, WRITING
from league.tokens.rules import ORGANISE, PLAY, READ
from matches.api.schema import TOKEN

NUMBERED = ("id", "number", "gamer")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "league.tokens.authentication.TokenAuthentication"
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
    if method in SAFE_METHODS:
        return [READING.get(door, READ)]
    scope = WRITING[door]
    return [PLAY, ORGANISE] if scope == EITHER else [scope]


def _example(path: str) -> str:
    """An address that this path of the schema stands for."""
    return re.sub(r"\{\w+\}", lambda named: "1" if named[0][1:-1].endswith(NUMBERED) else "some-one", path)
