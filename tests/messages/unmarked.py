"""Text that people may read and that is not marked. Told for somebody to judge: some of it is right as it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.template.base import Lexer, TokenType

from tests.messages.areas import ROOT, area_of
from tests.messages.finding import MARKS, RAISED

SENTENCE = re.compile(r"[A-Za-z]{2,}[^\n]* |^[A-Z][a-z]+$")
OURS = {*MARKS, *RAISED, "getLogger"}
LOGS = {"debug", "info", "warning", "error", "exception", "execute", "raw", "RawSQL", "compile", "add_argument"}
SQL = re.compile(r"\b(SELECT|UPDATE|INSERT|DELETE|WITH|CREATE|ALTER|LOCK|WHERE)\b")
TOLD_ATTRIBUTES = r"(?:alt|title|placeholder|aria-label|aria-description|content|data-[a-z-]*(?:text|label|words))"
ATTRIBUTE = re.compile(rf'\b{TOLD_ATTRIBUTES}="([^"]*)"')
TAG = re.compile(r"<!--.*?-->|<(script|style|code)\b.*?</\1>|<[^>]*>", re.DOTALL)
SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|(?<!\w)\'((?:[^\'\\\n]|\\.)*)\'')
SCRIPT_MARK = re.compile(r"\b(?:translate|translateIn|translateMany|mark)\($")


def listed(path: Path) -> Iterator[str]:
    """`file:line: text`, for every file below."""
    whole = path if path.is_absolute() else ROOT / path
    for file in sorted(whole.rglob("*")) if whole.is_dir() else [whole]:
        name = file.relative_to(ROOT).as_posix()
        if file.suffix in (".py", ".js", ".html", ".txt") and area_of(name):
            content = file.read_text(encoding="utf-8")
            reader = {".py": in_python, ".js": in_script}.get(file.suffix, in_template)
            for line, text in reader(content):
                yield f"{name}:{line}: {' '.join(text.split())}"


def in_template(content: str) -> Iterator[tuple[int, str]]:
    """What is left of a template without its tags, variables and marked blocks."""
    pieces, marked = [], False
    for token in Lexer(content).tokenize():
        shown = token.contents
        if token.token_type == TokenType.BLOCK:
            word = shown.split()[0]
            marked = word in ("blocktranslate", "blocktrans") or (marked and word not in ("endblocktranslate", "endblocktrans"))
        is_text = token.token_type == TokenType.TEXT and not marked
        whole = shown if token.token_type == TokenType.TEXT else " " + "\n" * shown.count("\n")
        pieces.append(whole if is_text else re.sub(r"[^\n]", " ", whole))
    rest = "".join(pieces)
    texts = TAG.sub(lambda found: " \x00" + "\n" * found[0].count("\n"), rest)
    for at, line in enumerate(texts.split("\n"), 1):
        for text in line.split("\x00"):
            if re.search(r"[A-Za-z]{2,}", text):
                yield at, text.strip()
    for found in ATTRIBUTE.finditer(rest):
        if re.search(r"[A-Za-z]{2,}", found[1]) and not re.search(r"width=|^[a-z-]+$|^#", found[1]):
            yield rest.count("\n", 0, found.start()) + 1, found[0]


def in_python(content: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(content)
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))  # a docstring
        elif (isinstance(node, ast.Call) and _name(node.func) in OURS | LOGS) or (
            isinstance(node, ast.Raise | ast.Assert) and _is_for_developers(node)
        ):
            passed.update(id(below) for below in ast.walk(node))
        elif isinstance(node, ast.JoinedStr) and id(node) not in passed:
            passed.update(id(below) for below in node.values)
            yield from _told(node, "".join(_shown(one) for one in node.values))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield from _told(node, node.value)


def _is_for_developers(node: ast.Raise | ast.Assert) -> bool:
    if isinstance(node, ast.Assert):
        return True
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return _name(raised) in ("ValueError", "TypeError", "RuntimeError", "AssertionError", "KeyError", "CommandError")


def _told(node: ast.expr, text: str) -> Iterator[tuple[int, str]]:
    if SENTENCE.search(text) and not SQL.search(text) and not text.startswith(("/", "<", "--")):
        yield node.lineno, text


def _shown(value: ast.expr) -> str:
    if isinstance(value, ast.FormattedValue):
        return "{" + ast.unparse(value.value) + "}"
    return str(value.value) if isinstance(value, ast.Constant) else ""


def _name(node: ast.AST | None) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_class(text: str) -> bool:
    """Names of classes for styles: `btn btn-primary`."""
    first, *others = text.split()
    return all("-" in one or one.startswith("$") for one in [first, *others]) or any(
        one.startswith((f"{first}-", f"{first.partition('-')[0]}-")) for one in others
    )


def in_script(content: str) -> Iterator[tuple[int, str]]:
    code = re.sub(r"^\s*(//|\*|/\*\*).*$|\s// .*$", "", content, flags=re.MULTILINE)
    for found in SCRIPT_TEXT.finditer(code):
        text = found[1] or found[2] or found[3] or ""
        before = code[max(0, found.start() - 60) : found.start()].rstrip()
        of_many = re.search(r"translate(In|Many)\([^()]*,$", before)
        marked = of_many or SCRIPT_MARK.search(before)
        if SENTENCE.search(text) and not marked and not text.startswith(("./", "<", ".", "[")) and not _is_class(text):
            yield code.count("\n", 0, found.start()) + 1, text
