"""The marked messages of a file: Python by its syntax tree, templates by Babel, scripts by their calls, TOML by its keys.

Babel's extractors for Python and scripts lose messages within f-strings and within calls within messages.
"""

import ast
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from babel.messages.extract import extract
from babel.messages.jslexer import unquote_string
from django.utils.translation.template import templatize

from tests.messages.areas import ROOT, keys_of

ALL = 1000
"""Every argument that follows is a message of its own."""
MARKS: dict[str, tuple[bool, int]] = {
    "translate": (False, 1), "mark": (False, 1),
    "translate_in": (True, 1), "mark_in": (True, 1),
    "mark_all_in": (True, ALL),
    "translate_n": (False, 2),
    "gettext": (False, 1), "gettext_lazy": (False, 1), "gettext_noop": (False, 1),
    "pgettext": (True, 1), "pgettext_lazy": (True, 1), "npgettext": (True, 2),
    "ngettext": (False, 2), "ngettext_lazy": (False, 2),
    "translateIn": (True, 1), "translateMany": (False, 2),
}  # fmt: skip
"""By function: whether its first argument is a context, and how many messages follow."""
RAISED = {
    "IllegalAction": 1, "BadOption": 1, "BadRecord": 1,
    "malformed": 0, "BadKeys": 0, "BadReceipt": 0, "ClockFault": 0, "UnknownControl": 0, "UnknownGame": 0,
    "UnknownPolicy": 0,
}  # fmt: skip
"""By exception that says its message: which argument that is. It may be a marked one, which is found elsewhere."""
OF_MARKED = ("translate", "translate_in")
"""These take marked messages, too, which are found where they are marked."""
TEXT = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(rf"(?<![\w.])(translate|mark|translateMany|translateIn)\((?:\s*(?:{TEXT}|['`])\s*[+,]?)+(?=(.))", re.DOTALL)
"""A call of a mark in a script with its plain texts, and the sign behind them. A method, as `grid.mark`, is no mark."""


class Found(NamedTuple):
    message: str
    many: str | None
    context: str | None
    path: str


class Unclear(Exception):
    """A mark whose message is no plain text, so that nobody can find it."""


def found_in(path: str) -> list[Found]:
    content = (ROOT / path).read_text(encoding="utf-8")
    ending = path.rpartition(".")[2]
    reader: Callable[[str, str], Iterator[Found]] = {
        "py": _python, "js": _script, "toml": _toml, "html": _template, "txt": _template,
    }[ending]  # fmt: skip
    return [one for one in reader(path, content) if one.message]


def _python(path: str, content: str) -> Iterator[Found]:
    called: dict[str, str] = {}
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("engines.i18n", "django.utils.translation"):
            called |= {one.asname or one.name: one.name for one in node.names if one.name in MARKS}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", "")
        texts = [one.value if isinstance(one, ast.Constant) else one for one in call.args]
        if name in called:
            yield from _marked(f"{path}:{call.lineno}", called[name], texts)
        elif (at := RAISED.get(getattr(call.func, "attr", name))) is not None:
            yield from (Found(text, None, None, path) for text in texts[at : at + 1] if isinstance(text, str))


def _marked(where: str, mark: str, texts: list[Any]) -> Iterator[Found]:
    """The messages of a call with these arguments."""
    contextual, count = MARKS[mark]
    wanted = texts[: contextual + count]
    if any(not isinstance(one, str) for one in wanted) or (len(wanted) < contextual + count and count != ALL):
        if mark in OF_MARKED and not any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in wanted):
            return
        raise Unclear(f"{where}: {mark} needs plain texts, no f-string, sum or variable")
    path = where.rpartition(":")[0]
    context, messages = wanted[0] if contextual else None, wanted[contextual:]
    if count == ALL:
        yield from (Found(one, None, context, path) for one in messages)
    else:
        yield Found(messages[0], messages[1] if count > 1 else None, context, path)


def _template(path: str, content: str) -> Iterator[Found]:
    if "i18n" not in content:
        return
    code = "\n".join(line.lstrip() for line in templatize(content, origin=path).split("\n"))  # indented text is no Python
    for _line, texts, _comments, context in extract("python", io.BytesIO(code.encode())):
        message, *many = (texts,) if isinstance(texts, str) else texts
        yield Found(message, many[0] if many else None, context, path)


def _script(path: str, content: str) -> Iterator[Found]:
    if keys := keys_of(path):
        printed = json.loads(content.partition(" = ")[2].rstrip().removesuffix(";"))
        yield from (Found(text, None, None, path) for text in _texts(printed, keys, inside=False))
    if "words.js" not in content:
        return
    for call in CALL.finditer(content):
        where = f"{path}:{content.count(chr(10), 0, call.start()) + 1}"
        texts: list[Any] = []
        for joint, text in re.findall(rf"([+,(])\s*({TEXT})", call[0]):
            texts[-1:] = [texts[-1] + unquote_string(text)] if joint == "+" else [*texts[-1:], unquote_string(text)]
        if call[0].endswith(("+", "`", "'")) or not texts:
            raise Unclear(f"{where}: {call[1]} needs plain texts in double quotes")
        yield from _marked(where, call[1], texts)


def _toml(path: str, content: str) -> Iterator[Found]:
    keys = keys_of(path)
    for text in _texts(tomllib.loads(content), keys, inside="*" in keys):
        yield Found(" ".join(text.split()), None, None, path)


def _texts(value: Any, keys: tuple[str, ...], *, inside: bool, under: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if inside:
            yield value
    elif isinstance(value, dict):
        for key, below in value.items():
            first, last = under.partition(".")[0], under.rpartition(".")[2]
            wanted = inside or not {key, f"{last}.{key}", f"{first}.*.{key}"}.isdisjoint(keys)
            yield from _texts(below, keys, inside=wanted, under=f"{under}.{key}" if under else key)
    elif isinstance(value, list):
        for below in value:
            yield from _texts(below, keys, inside=inside, under=under)
