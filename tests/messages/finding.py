"""The marked messages of a file: Python, templates, scripts and TOML, each in its own way."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from babel.messages.jslexer import Token, tokenize, unquote_string
from django.utils.translation.template import templatize

from tests.messages.areas import ROOT, keys_of

MARKS: dict[str, tuple[bool, int]] = {
    "say": (False, 1), "marked": (False, 1), "english": (False, 1), "told": (False, 1),
    "say_in": (True, 1), "marked_in": (True, 1), "told_in": (True, 1),
    "say_many": (False, 2),
    "gettext": (False, 1), "gettext_lazy": (False, 1), "gettext_noop": (False, 1),
    "pgettext": (True, 1), "pgettext_lazy": (True, 1), "npgettext": (True, 2),
    "ngettext": (False, 2), "ngettext_lazy": (False, 2),
}  # fmt: skip
"""By function: whether its first argument is a context, and how many messages follow."""
MODULES = ("engines.words", "django.utils.translation")
SCRIPT_MARKS = {"spoken": (False, 1), "marked": (False, 1), "spokenMany": (False, 2), "spokenIn": (True, 1)}
CALL = re.compile(rf"(?<![\w.])(?:{'|'.join(SCRIPT_MARKS)})\(\s*\"")


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
    if not any(module in content for module in MODULES):
        return
    tree = ast.parse(content, path)
    given = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for alias in node.names
        if alias.name in MARKS
    }
    names = {name: MARKS[mark] for name, mark in given.items()}
    later = {name for name, mark in given.items() if mark in ("told", "told_in")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            contextual, count = names[node.func.id]
            wanted = node.args[: contextual + count]
            texts = [one.value for one in wanted if isinstance(one, ast.Constant) and isinstance(one.value, str)]
            if len(texts) == contextual + count:
                message, *more = texts[contextual:]
                yield Found(message, more[0] if more else None, texts[0] if contextual else None, path, node.lineno)
            elif node.func.id not in later:
                raise Unclear(f"{path}:{node.lineno}: {node.func.id} needs plain texts, no f-string and no variable")


_CALL = re.compile(r"\b(gettext|pgettext|ngettext|npgettext|_)\(")


def _template(path: str, content: str) -> Iterator[Found]:
    if "i18n" not in content:
        return
    code = templatize(content, origin=path)
    for call in _CALL.finditer(code):
        tree = _parsed(code, call.start())
        if tree is None:
            raise Unclear(f"{path}: cannot read {code[call.start() : call.start() + 60]!r}")
        texts = [one.value for one in tree.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        contextual = call[1] in ("pgettext", "npgettext")
        message, *more = texts[contextual:]
        line = code.count("\n", 0, call.start()) + 1
        yield Found(message, more[0] if more else None, texts[0] if contextual else None, path, line)


def _parsed(code: str, start: int) -> ast.Call | None:
    """The call that begins there: the shortest text that is one."""
    end = start
    while (end := code.find(")", end) + 1) > 0:
        try:
            node: Any = ast.parse(code[start:end].strip(), mode="eval")
        except SyntaxError:
            continue
        return node.body if isinstance(node.body, ast.Call) else None
    return None


def _script(path: str, content: str) -> Iterator[Found]:
    if keys := keys_of(path):
        printed = json.loads(content.partition(" = ")[2].rstrip().removesuffix(";"))
        for text in filter(None, _texts(printed, keys, inside=False)):
            yield Found(text, None, None, path, 0)
    if "words.js" not in content:
        return
    found = list(_spoken(path, content))
    if len(found) < len(CALL.findall(content)):
        raise Unclear(f"{path}: a call is hidden, perhaps by a bare / in brackets of a regular expression")
    yield from found


def _spoken(path: str, content: str, above: int = 0) -> Iterator[Found]:
    tokens = [one for one in tokenize(content, jsx=False) if one.type not in ("linecomment", "multilinecomment")]
    for token in tokens:
        if token.type == "template_string":
            for code in _filled_in(token.value):
                yield from _spoken(path, code, above + token.lineno - 1)
    for at, token in enumerate(tokens[:-1]):
        if token.type != "name" or token.value not in SCRIPT_MARKS or tokens[at + 1].value != "(":
            continue
        contextual, count = SCRIPT_MARKS[token.value]
        texts = _leading_texts(tokens[at + 2 :])[: contextual + count]
        if len(texts) == contextual + count:
            message, *more = texts[contextual:]
            yield Found(
                message, more[0] if more else None, texts[0] if contextual else None, path, above + token.lineno
            )
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
