"""What each endpoint of the API answers is what the schema says: no part is missing, and none is untold."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import UploadedFile
from django.http import JsonResponse
from django.test import Client
from django.urls import Resolver404, resolve
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.permissions.addresses import addresses
from tests.permissions.asking import YES, taken_back
from tests.permissions.sending import SENDING, Sent, path_of
from tests.permissions.table import rules
from tests.permissions.world import ROLES, World

pytestmark = pytest.mark.django_db
SCHEMA = json.loads(Path("docs/openapi.json").read_text())
UNTOLD = {"format", "readOnly", "description", "title", "default"}


def strict(value: Any) -> Any:
    """The schema without its remarks; an object has what is told of it and nothing else."""
    if isinstance(value, list):
        return [strict(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {name: strict(one) for name, one in value.items() if name not in UNTOLD or isinstance(one, dict)}
    if "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


PARTS = strict(SCHEMA["components"])
REGISTRY: Any = Registry().with_resource("urn:api", Resource(contents={"components": PARTS}, specification=DRAFT202012))


def operations() -> dict[str, dict[str, Any]]:
    return {one["operationId"]: one for methods in SCHEMA["paths"].values() for one in methods.values()}


def faults(operation: dict[str, Any], answer: Any) -> Iterator[str]:
    told = operation["responses"].get(str(answer.status_code))
    if told is None and answer.status_code < 400:
        yield f"answers {answer.status_code}, of which the schema says nothing"
        return
    told = told or SCHEMA["components"]["responses"]["Refused"]
    if not told.get("content"):
        if answer.content.strip():
            yield "answers something where the schema has nothing"
        return
    kind = answer["Content-Type"].partition(";")[0]
    if kind not in told["content"]:
        yield f"answers {kind}"
    elif kind == "application/json":
        wanted = json.loads(json.dumps(strict(told["content"][kind]["schema"])).replace('"#/', '"urn:api#/'))
        for error in Draft202012Validator(wanted, registry=REGISTRY).iter_errors(answer.json()):
            yield f"{error.json_path}: {error.message[:160]}"


def test_every_endpoint_answers_what_the_schema_says(world: World) -> None:
    clients, known, wrong, good = {role: world.client(role) for role in ROLES}, operations(), list[str](), 0
    found = {one.endpoint: one for one in addresses()}
    for rule in rules():
        for endpoint in rule.endpoints:
            address, sent = found[endpoint.partition(":")[0]], SENDING.get(endpoint, Sent())
            if not address.api:
                continue
            method, name = address.method.lower(), address.name.removeprefix("api-").replace("-", "_")
            operation = known.get(f"{method}_{name}")
            if operation is None:
                continue
            path, body = path_of(address, world, sent), sent.body(world) if sent.body else None
            may = next((one for one in ROLES if rule.cells[one] == YES and one != "nobody"), "player")
            for role in (may, "nobody"):
                answer = asked(clients[role], method, path, body)
                good += answer.status_code < 300
                wrong += [f"{endpoint} as {role}: {fault}" for fault in faults(operation, answer)]
                if answer.status_code == 201 and not is_address(answer.headers.get("Location", "")):
                    wrong.append(f"{endpoint} as {role}: does not say where what it created is")
    assert not wrong, "\n".join(wrong)
    assert good > 150


def is_address(path: str) -> bool:
    """Whether the API has an operation at this path."""
    try:
        return path.startswith("/api/v1/") and resolve(path).url_name != "api-nowhere"
    except Resolver404:
        return False


def asked(client: Client, method: str, path: str, body: Any) -> Any:
    has_file = any(isinstance(value, UploadedFile) for value in (body or {}).values())
    sent = {} if method == "get" or has_file else {"content_type": "application/json"}
    cookies = dict(client.cookies)
    with taken_back():
        answer = getattr(client, method)(path, body or {}, **sent)
    client.cookies.clear()
    client.cookies.update(cookies)
    return answer


def test_a_part_that_is_missing_or_untold_would_be_found() -> None:
    operation = operations()["get_drafts"]
    line = {"draft_id": 1, "name": "Mock draft", "kind": "snake", "kind_name": "", "status": "over", "status_name": ""}

    def told(**parts: Any) -> list[str]:
        answer = JsonResponse({"drafts": [{name: part for name, part in (line | parts).items() if part is not None}]})
        answer.json = lambda: json.loads(answer.content)  # type: ignore[attr-defined]
        return list(faults(operation, answer))

    kinds = SCHEMA["components"]["schemas"]
    line["kind"], line["status"] = kinds["DraftKind"]["enum"][0], kinds["DraftStatus"]["enum"][0]
    assert told() == []
    assert ["'kind' is a required property" in one for one in told(kind=None)] == [True]
    assert ["'more' was unexpected" in one for one in told(more=1)] == [True]
    assert len(told(draft_id="1")) == 1
