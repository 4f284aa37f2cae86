"""What the schema says of an answer of the API: no part may be missing, and none untold."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.urls import Resolver404, resolve
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.permissions.addresses import Address

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
OPERATIONS: dict[str, dict[str, Any]] = {
    one["operationId"]: one for methods in SCHEMA["paths"].values() for one in methods.values()
}


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


def find_faults(address: Address, answer: Any) -> Iterator[str]:
    """Yield how an answer differs from what the schema says of it, if it says anything of this address."""
    operation = OPERATIONS.get(f"{address.method.lower()}_{address.name.removeprefix('api-').replace('-', '_')}")
    if operation is not None:
        yield from faults(operation, answer)
        if answer.status_code == 201 and not is_address(answer.headers.get("Location", "")):
            yield "does not say where what it created is"


def is_address(path: str) -> bool:
    """Whether the API has an operation at this path."""
    try:
        return path.startswith("/api/v1/") and resolve(path).url_name != "api-nowhere"
    except Resolver404:
        return False
