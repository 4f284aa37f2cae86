"""What an event format or a kind of draft can do it declares: nothing outside its package branches on its name.

Found are code and templates that name one: a comparison, a key of a table, a query.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from league.drafts.formats.registry import KINDS
from league.formats.registry import FORMATS

ROOT = Path(__file__).resolve().parents[2]
DATA = ("league/demo/", "/migrations/")
"""What makes events of a certain format: demo data, and tables as they once were."""
STORED = ("league/drafts/models.py", "league/leagues/log_words.py")
"""The database's constraint on kinds of draft, and the words of logs that name them."""
PLAIN_WORDS = frozenset({"arena", "groups", "ladder", "league", "auction", "blind", "deck", "linear"})
"""Names that also mean other things: they count beside something called a format or a kind, or two together."""
_ABOUT = re.compile(r"format|kind")
_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
_TEXT = re.compile(r"(\"|')(.*?)\1")


def find_faults() -> Iterator[str]:
    for place in _branches(FORMATS, "league/formats/", *DATA):
        yield f"{place}: names a format of events. Declare it in Traits, and ask for that."
    for place in _branches(KINDS, "league/drafts/formats/", *DATA, *STORED):
        yield f"{place}: names a kind of draft. Declare it in Kind, and ask for that."


def _branches(names: Collection[str], *allowed: str) -> Iterator[str]:
    for file in _files(ROOT / "league", ".py", allowed):
        yield from (f"{file.relative_to(ROOT)}:{line}" for line in in_python(file.read_text(), names))
    for file in _files(ROOT / "templates", ".html", allowed):
        yield from (f"{file.relative_to(ROOT)}:{line}" for line in in_template(file.read_text(), names))


def _files(root: Path, suffix: str, but: Collection[str]) -> Iterator[Path]:
    for file in sorted(root.rglob(f"*{suffix}")):
        if not any(part in file.as_posix() for part in but):
            yield file


def in_python(source: str, names: Collection[str]) -> Iterator[int]:
    """Yield the lines of the expressions that name one."""
    known = frozenset(names)
    for node in ast.walk(ast.parse(source)):
        if _names_one(node, known):
            yield getattr(node, "lineno", 0)


def _names_one(node: ast.AST, names: frozenset[str]) -> bool:
    if isinstance(node, ast.Dict):
        return _tells({text for key in node.keys if key for text in _texts(key)} & names, "")
    if isinstance(node, ast.Call) and _in_call(node, names):
        return True
    return _in_group(_together(node), names) or bool(_alone(node) & names - PLAIN_WORDS)


def _in_call(node: ast.Call, names: frozenset[str]) -> bool:
    """Whether a named argument is one, or a text is asked for the beginning or end of one."""
    how = getattr(node.func, "attr", "")
    if how in ("startswith", "endswith"):
        return any(getattr(name, how)(text) for one in node.args for text in _texts(one) for name in names)
    return any(_ABOUT.search(one.arg or "") and _texts(one.value) & names for one in node.keywords)


def _together(node: ast.AST) -> Sequence[ast.expr]:
    """The expressions that stand beside each other in this one."""
    match node:
        case ast.Compare(left, _, others):
            return [left, *others]
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts) | ast.Call(_, parts):
            return parts
        case ast.Subscript(value, key):
            return [value, key]
    return []


def _alone(node: ast.AST) -> set[str]:
    """Texts that are given a name, or are matched."""
    match node:
        case ast.MatchValue(value) | ast.Assign(_, value) | ast.AnnAssign(_, _, ast.expr() as value):
            return _texts(value)
        case ast.FunctionDef(args=ast.arguments(defaults=first, kw_defaults=others)):
            return {text for one in (*first, *others) if one for text in _texts(one)}
    return set()


def in_template(source: str, names: Collection[str]) -> Iterator[int]:
    """Yield the lines of the tags that name one."""
    for tag in _TAG.finditer(source):
        texts = {found[1] for found in _TEXT.findall(tag.group())} & set(names)
        if tag.group().startswith(("{% if", "{% elif", "{% with")) and _tells(texts, _TEXT.sub("", tag.group())):
            yield source.count("\n", 0, tag.start()) + 1


def _in_group(nodes: Collection[ast.expr], names: Collection[str]) -> bool:
    """Whether these expressions, which stand together, name one."""
    texts = {text for node in nodes for text in _texts(node)}
    return _tells(texts & set(names), " ".join(_called(node) for node in nodes))


def _tells(texts: Collection[str], beside: str) -> bool:
    plain = [text for text in texts if text in PLAIN_WORDS]
    return len(texts) > len(plain) or len(plain) > 1 or bool(plain and _ABOUT.search(beside))


def _texts(node: ast.AST) -> set[str]:
    """The texts that stand here by themselves, or in a tuple, list or set."""
    match node:
        case ast.Constant(str(text)):
            return {text}
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            return {text for part in parts for text in _texts(part)}
    return set()


def _called(node: ast.AST) -> str:
    """What an expression is called: its names, attributes and keys."""
    names = [getattr(one, "id", None) or getattr(one, "attr", None) or getattr(one, "value", "") for one in ast.walk(node)]
    return " ".join(name for name in names if isinstance(name, str))
