"""The common parts of all operations in the OpenAPI schema: names, groups, scopes, the error shape, ETags."""

import re
from typing import Any
from uuid import UUID

from django.urls import resolve
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.permissions import SAFE_METHODS

from league.api_tokens.rules import READ
from league.api_tokens.scopes import READ_SCOPES, SCOPE_PAIRS, WRITE_SCOPES
from matches.api import typed_fields

Json = dict[str, Any]

GROUPS = {
    "matches": "Matches: boards, moves, chat, replays and records.",
    "challenges": "Games, and challenges to play them.",
    "events": "Tournaments, arenas and ladders: reading, entering and organising.",
    "desk": "Referee dashboard: matches that need attention, and rulings.",
    "drafts": "Drafts of a season, and mock drafts.",
    "leagues": "Leagues, their staff, seasons, reported messages and audit log.",
    "seasons": "Seasons with franchises: settings, Gamers, trades, money.",
    "players": "Players, their matches, ratings and stats.",
    "search": "Search for players, leagues, events, Gamers, games and help.",
    "ratings": "Leaderboards.",
    "puzzles": "Puzzles, attempts at them and your puzzle ratings.",
    "account": "Your account: sessions, calendar, export, deletion.",
    "tokens": "Your API tokens.",
    "notifications": "Your notifications and their settings.",
    "webhooks": "Webhooks of your account and of leagues.",
}
_GROUP_BY_PREFIX = {
    "games": "challenges", "invitations": "challenges", "quick-pairing": "challenges", "leaderboard": "ratings",
    "record-keys": "matches", "set-ups": "matches", "reports": "leagues", "following": "players",
    "result-reports": "events", "availability": "events", "match-times": "events",
}  # fmt: skip
ERROR_SCHEMA = {
    "type": "object",
    "description": "An error response. The request changed nothing.",
    "properties": {
        "code": {"type": "string", "description": "Stable error code for programs."},
        "text": {"type": "string", "description": "Error message for people."},
        "field": {"type": ["string", "null"], "description": "The invalid field, if it was only one."},
    },
    "required": ["code", "text", "field"],
}
ERROR_RESPONSE = {
    "description": "Error: 400 invalid input, 401 not signed in, 403 not allowed, 404 not found, 405 method not allowed,"
    " 409 not possible now, 410 gone, 412 ETag doesn't match, 413 too large, 415 not JSON, 429 too many requests; 5xx"
    " server error.",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
}
NOT_MODIFIED_RESPONSE = {"description": "Not modified: the ETag in If-None-Match is still current."}
IDEMPOTENCY_KEY = {
    "in": "header", "name": "Idempotency-Key", "schema": {"type": "string", "maxLength": 64},
    "description": "A unique key for this request. Repeating it within a day creates nothing new and returns the first"
    " response, with `Idempotency-Replayed`.",
}  # fmt: skip
NULL = {"type": "null"}
LOCATION_HEADER = {"description": "Path of the created object.", "schema": {"type": "string"}}
IF_NONE_MATCH = {
    "in": "header", "name": "If-None-Match", "schema": {"type": "string"},
    "description": "ETag of a response that you have cached.",
}  # fmt: skip
TOKEN_SCHEME = {
    "type": "http", "scheme": "bearer",
    "description": "A token from your account page. Scopes: read, play, organise, webhooks, account. Reading needs only"
    " `read`; `x-scopes` of an operation lists the scopes it needs.",
}  # fmt: skip


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Security scheme of bearer tokens."""

    target_class = "league.api_tokens.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> Json:
        return TOKEN_SCHEME


def complete_schema(result: Json, **_: Any) -> Json:
    """Complete the schema, as a postprocessing hook of drf-spectacular."""
    result = _simplify_nulls(result)
    components, typed_components = result["components"], typed_fields.build_components()
    components["schemas"].pop("NullEnum", None)
    components["schemas"]["Error"] = ERROR_SCHEMA
    if duplicates := sorted(typed_components.keys() & components["schemas"].keys()):
        raise ValueError(f"Duplicate schema component: {duplicates[0]}.")
    components["schemas"].update(typed_components)
    components["responses"] = {"Refused": ERROR_RESPONSE, "Known": NOT_MODIFIED_RESPONSE}
    components["parameters"] = {"IfNoneMatch": IF_NONE_MATCH, "IdempotencyKey": IDEMPOTENCY_KEY}
    result["tags"] = [{"name": name, "description": description} for name, description in GROUPS.items()]
    for path, methods in result["paths"].items():
        endpoint = resolve(_build_example_url(path)).url_name or ""
        for method, operation in methods.items():
            _complete_operation(operation, path, method, endpoint)
    return result


def _complete_operation(operation: Json, path: str, method: str, endpoint: str) -> None:
    """Add the common parts to an operation. The second of two scopes is needed only for a league's objects."""
    scope = READ_SCOPES.get(endpoint, READ) if method.upper() in SAFE_METHODS else WRITE_SCOPES[endpoint]
    operation["x-scopes"] = list(SCOPE_PAIRS.get(scope, (scope,)))
    operation["security"] = [{"token": []}, {"cookieAuth": []}, *([{}] if method == "get" else [])]
    operation["operationId"] = f"{method}_{endpoint.removeprefix('api-').replace('-', '_')}"
    operation["tags"] = [_get_group(path)]
    operation["responses"]["default"] = {"$ref": "#/components/responses/Refused"}
    if "201" in operation["responses"]:
        operation["responses"]["201"]["headers"] = {"Location": LOCATION_HEADER}
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
    if method == "get":
        operation["responses"]["304"] = {"$ref": "#/components/responses/Known"}
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IfNoneMatch"})


def _build_example_url(path: str) -> str:
    """Return an example URL of this path of the schema."""

    def fill_parameter(match: re.Match[str]) -> str:
        if match[1] in ("id", "delivery"):
            return str(UUID(int=0))
        return "1" if match[1].endswith(("_id", "number", "stage")) else "some-one"

    return re.sub(r"\{(\w+)\}", fill_parameter, path)


def _simplify_nulls(value: Any) -> Any:
    """Return the schema with simpler nulls: "anything or null" becomes anything, and null needs no component."""
    if isinstance(value, list):
        return [_simplify_nulls(item) for item in value]
    if not isinstance(value, dict):
        return value
    if value == {"$ref": "#/components/schemas/NullEnum"}:
        return NULL
    value = {name: _simplify_nulls(item) for name, item in value.items()}
    if value.get("oneOf") == [{}, NULL]:
        del value["oneOf"]
    return value


def _get_group(path: str) -> str:
    parts = path.removeprefix("/api/v1/").split("/")
    if parts[0] == "leagues" and "seasons" in parts and len(parts) > 5:
        return "drafts" if "draft" in parts else "seasons"
    return _GROUP_BY_PREFIX.get(parts[0], parts[0])
