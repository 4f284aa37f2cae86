"""The marked messages of a file: Python and templates by Babel's extractor, scripts by its lexer, TOML by its keys.

Babel's extractor for scripts loses messages within calls within messages.
"""

import ast
import io
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from babel.messages.extract import extract_python
from babel.messages.jslexer import Token, tokenize, unquote_string
from django.utils.translation.template import templatize

from tests.messages.areas import ROOT, keys_of

ALL = 0
"""Every argument that follows is a message of its own."""
MARKS: dict[str, tuple[bool, int]] = {
    "translate": (False, 1), "mark": (False, 1),
    "translate_in": (True, 1), "mark_in": (True, 1),
    "mark_all_in": (True, ALL),
    "translate_n": (False, 2),
    "gettext": (False, 1), "gettext_lazy": (False, 1), "gettext_noop": (False, 1),
    "pgettext": (True, 1), "pgettext_lazy": (True, 1), "npgettext": (True, 2),
    "ngettext": (False, 2), "ngettext_lazy": (False, 2),
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
SCRIPT_MARKS = {
    "translate": (False, 1), "mark": (False, 1), "translateMany": (False, 2), "translateIn": (True, 1),
}  # fmt: skip
IMPORT = re.compile(r"^from (?:engines\.i18n|django\.utils\.translation) import (\([^)]*\)|.*)", re.MULTILINE)
NAME = re.compile(r"(\w+)(?: as (\w+))?")
CALL = re.compile(r"(?<![\w.])(?:translate|mark|translateMany|translateIn)\(\s*\"")


class Found(NamedTuple):
    message: str
    many: str | None
    context: str | None
    path: str
    line: int


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
    imported = " ".join(found[1] for found in IMPORT.finditer(content))
    called = {other or name: name for name, other in NAME.findall(imported) if name in MARKS}
    direct: set[object] = set()  # Babel also finds the key of `_(row["title"])`
    for call in ast.walk(ast.parse(content)):
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else None
        if name in called and any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:2]):
            raise Unclear(f"{path}:{call.lineno}: {name} needs plain texts, no f-string and no sum")
        if name in called:
            direct |= {argument.value for argument in call.args if isinstance(argument, ast.Constant)}
    extracted = list(extract_python(io.BytesIO(content.encode()), dict.fromkeys((*called, *RAISED)), (), {}))
    calls = [one for one in extracted if one[1] in called]
    found = [one for one in _read(path, calls, called) if one.message in direct]
    raised = list(_raised(path, (one for one in extracted if one[1] in RAISED)))
    if called and len(calls) < len(re.findall(rf"(?<![\w.`])(?:{'|'.join(called)})\(\s*\"", content)):
        raise Unclear(f"{path}: a call is hidden, perhaps in an f-string")
    return iter(sorted([*found, *raised], key=lambda one: one.line))


def _raised(path: str, extracted: Any) -> Iterator[Found]:
    for line, name, given, _ in extracted:
        texts = given if isinstance(given, tuple) else (given,)
        if len(texts) > RAISED[name] and texts[RAISED[name]] is not None:
            yield Found(texts[RAISED[name]], None, None, path, line)


def _template(path: str, content: str) -> Iterator[Found]:
    if "i18n" not in content:
        return iter(())
    lines = [line.lstrip() for line in templatize(content, origin=path).split("\n")]  # indented text is no Python
    names = ("gettext", "pgettext", "ngettext", "npgettext", "_")
    return _read(path, extract_python(io.BytesIO("\n".join(lines).encode()), dict.fromkeys(names), (), {}))


def _script(path: str, content: str) -> Iterator[Found]:
    if keys := keys_of(path):
        printed = json.loads(content.partition(" = ")[2].rstrip().removesuffix(";"))
        for text in filter(None, _texts(printed, keys, inside=False)):
            yield Found(text, None, None, path, 0)
    if "words.js" not in content:
        return
    found = list(_script_messages(path, content))
    if len(found) < len(CALL.findall(content)):
        raise Unclear(f"{path}: a call is hidden, perhaps by a bare / in brackets of a regular expression")
    yield from found


def _read(path: str, extracted: Any, called: Mapping[str, str] = MappingProxyType({})) -> Iterator[Found]:
    """`called` are the names that a file has for marks of other names."""
    for line, name, given, _ in extracted:
        contextual, count = MARKS.get(called.get(name, name), (False, 1))
        texts = list(given) if isinstance(given, tuple | list) else [given]
        if count == ALL and texts[-1] is None:  # a comma at the end
            texts.pop()
        wanted = texts if count == ALL else texts[: contextual + count]
        if None in wanted and called.get(name) in OF_MARKED:
            continue
        if len(wanted) < contextual + max(count, 1) or None in wanted:
            raise Unclear(f"{path}:{line}: {name} needs plain texts, no f-string and no variable")
        context, messages = wanted[0] if contextual else None, wanted[contextual:]
        if count == ALL:
            yield from (Found(message, None, context, path, line) for message in messages)
        else:
            yield Found(messages[0], messages[1] if count > 1 else None, context, path, line)


def _script_messages(path: str, content: str, above: int = 0) -> Iterator[Found]:
    tokens = [one for one in tokenize(content, jsx=False) if one.type not in ("linecomment", "multilinecomment")]
    for token in tokens:
        if token.type == "template_string":
            for code in _filled_in(token.value):
                yield from _script_messages(path, code, above + token.lineno - 1)
    for at, token in enumerate(tokens[:-1]):
        if token.type != "name" or token.value not in SCRIPT_MARKS or tokens[at + 1].value != "(":
            continue
        if at and tokens[at - 1].value == ".":  # a method, as `grid.mark`
            continue
        contextual, count = SCRIPT_MARKS[token.value]
        texts = _leading_texts(tokens[at + 2 :])[: contextual + count]
        if len(texts) == contextual + count:
            message, *more = texts[contextual:]
            yield Found(message, more[0] if more else None, texts[0] if contextual else None, path, above + token.lineno)
        elif texts or tokens[at + 2].type == "template_string":
            raise Unclear(f"{path}:{above + token.lineno}: {token.value} needs plain texts")


def _filled_in(text: str) -> Iterator[str]:
    """The code that a template string is filled with: what stands in each `${...}`."""
    start = text.find("${")
    while start >= 0:
        end, depth = start + 2, 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        yield text[start + 2 : end - (depth == 0)]
        start = text.find("${", end)


def _leading_texts(tokens: Sequence[Token]) -> list[str]:
    """The plain texts with which the arguments of a call begin; `"one " + "two"` is one of them."""
    texts: list[str] = []
    joining = False
    for token in tokens:
        if token.type == "string" or (token.type == "template_string" and "${" not in token.value):
            text = unquote_string(token.value)
            texts[-1:] = [texts[-1] + text] if joining else [*texts[-1:], text]
        elif token.value not in ("+", ","):
            break
        joining = token.value == "+"
    return texts


def _toml(path: str, content: str) -> Iterator[Found]:
    keys = keys_of(path)
    for text in _texts(tomllib.loads(content), keys, inside="*" in keys):
        yield Found(" ".join(text.split()), None, None, path, 0)


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
