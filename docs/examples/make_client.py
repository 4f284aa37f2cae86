"""Makes league_zero/shapes.py and league_zero/client.py of docs/openapi.json: `make api`."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

HERE = Path(__file__).parent
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
MADE = '"""{}. Made by make_client.py from docs/openapi.json: do not edit."""\n'

Json = dict[str, Any]


def main() -> None:
    schema = json.loads((HERE.parent / "openapi.json").read_text())
    for name, text in files(schema).items():
        (HERE / "league_zero" / name).write_text(text)


def files(schema: Json) -> dict[str, str]:
    """By name, the text of the two modules."""
    return {"shapes.py": "".join(_shapes(schema)), "client.py": "".join(_client(schema))}


def _shapes(schema: Json) -> Iterator[str]:
    yield MADE.format("What the API takes and answers")
    yield "\nfrom __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict\n"
    shapes: Json = schema["components"]["schemas"]
    for name, shape in shapes.items():
        if "enum" in shape:
            yield f"\n{name} = {_type(shape)}\n"
    for name, shape in shapes.items():
        if "enum" not in shape:
            yield _shape(name, shape)


def _shape(name: str, shape: Json) -> str:
    needed = set(shape.get("required", ()))
    lines = []
    for key, value in shape.get("properties", {}).items():
        kind = _type(value)
        lines.append((key, kind if key in needed else f"NotRequired[{kind}]"))
    if all(key.isidentifier() and not keyword.iskeyword(key) for key, _ in lines):
        body = "".join(f"    {key}: {kind}\n" for key, kind in lines) or "    pass\n"
        return f"\n\nclass {name}(TypedDict):\n{body}"
    body = "".join(f'        "{key}": "{kind}",\n' for key, kind in lines)
    return f'\n\n{name} = TypedDict(\n    "{name}",\n    {{\n{body}    }},\n)\n'


def _type(value: Json) -> str:
    if isinstance(value.get("type"), list):
        return " | ".join(_type({**value, "type": kind}) for kind in value["type"])
    return "None" if value.get("type") == "null" else _bare(value)


def _bare(value: Json) -> str:
    if "$ref" in value:
        return str(value["$ref"].rpartition("/")[2])
    for joined in ("allOf", "oneOf", "anyOf"):
        if joined in value:
            return " | ".join(_type(one) for one in value[joined])
    if "enum" in value:
        return f"Literal[{', '.join(repr(one) for one in value['enum'] if one is not None)}]"
    if "prefixItems" in value:  # a list whose places mean different things: a type cannot say which is which
        kinds = dict.fromkeys(kind for one in value["prefixItems"] for kind in _type(one).split(" | "))
        return f"list[{' | '.join(sorted(kinds, key='None'.__eq__))}]"
    if value.get("type") == "array":
        return f"list[{_type(value['items'])}]"
    if value.get("type") == "object":
        inside = value.get("additionalProperties")
        return f"dict[str, {_type(inside) if isinstance(inside, dict) else 'Any'}]"
    return PLAIN.get(str(value.get("type")), "Any")


def _client(schema: Json) -> Iterator[str]:
    yield MADE.format("Every operation of the API as a method")
    yield dedent("""
        from __future__ import annotations

        from typing import Any, Literal

        from docs.examples.league_zero import shapes
        from docs.examples.league_zero.sending import Sender, part


        class Client(Sender):
        """)[:-1]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield _method(path, method, operation)


def _method(path: str, method: str, operation: Json) -> str:
    named = [one for one in operation.get("parameters", ()) if "$ref" not in one]
    kinds = {one["name"]: _named(one["schema"]) for one in named if one["in"] == "path"}
    inside = {name: kinds[name] for name in re.findall(r"\{(\w+)\}", path)}
    asked = {one["name"]: one for one in named if one["in"] == "query"}
    words = ["self", *(f"{name}: {kind}" for name, kind in inside.items())]
    body = next(iter(operation.get("requestBody", {}).get("content", {}).values()), None)
    if body is not None:
        words.append(f"body: {_named(body['schema'])}")
    if asked:
        words += ["*", *(_asked(name, one) for name, one in asked.items())]
    address = re.sub(r"\{(\w+)\}", r"{part(\1)}", path)
    sent = [f'"{method.upper()}"', f'f"{address}"' if inside else f'"{path}"']
    if asked:
        sent.append("{" + ", ".join(f'"{name}": {name}' for name in asked) + "}")
    if body is not None:
        sent.append("body=body")
    about = re.sub(r"\n(?=[^\n])", "\n        ", dedent(operation["description"]).replace("\\", "\\\\"))
    scopes = " and ".join(f"`{scope}`" for scope in operation["x-scopes"])
    give = f"answer: {_answer(operation)} = self.ask({', '.join(sent)})\n        return answer"
    return (
        f"\n    def {operation['operationId']}({', '.join(words)}) -> {_answer(operation)}:\n"
        f'        """{about}\n\n        Needs the scope {scopes}.\n        """\n        {give}\n'
    )


def _asked(name: str, one: Json) -> str:
    kind = _named(one["schema"])
    return f"{name}: {kind}" if one.get("required") else f"{name}: {kind} | None = None"


def _answer(operation: Json) -> str:
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            for kind, content in answer.get("content", {}).items():
                return _named(content["schema"]) if kind == "application/json" else "str"
    return "None"


def _named(value: Json) -> str:
    """A type as it is called outside of shapes.py."""
    return re.sub(r"\b(?!Any\b|None\b|Literal\b)([A-Z]\w+)(?![\w']*')", r"shapes.\1", _type(value))


if __name__ == "__main__":
    main()
