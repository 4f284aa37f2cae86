"""What an event format or a kind of draft can do it declares: no code or template outside its package names one."""

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from league.drafts.formats.registry import KINDS
from league.formats.registry import FORMATS

ROOT = Path(__file__).resolve().parents[2]
DATA = ("league/demo/", "/migrations/")
"""What makes events of a certain format: demo data, and tables as they once were."""
STORED = ("league/drafts/models.py", "league/leagues/log_words.py")
"""The database's constraint on kinds of draft, and the words of logs that name them."""
PLAIN_WORDS = frozenset({"arena", "groups", "ladder", "league", "auction", "blind", "deck", "linear"})
"""Names that also mean other things: they count where a format or a kind is compared with them."""
_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)


def find_faults() -> Iterator[str]:
    for names, own in ((FORMATS, ("league/formats/", *DATA)), (KINDS, ("league/drafts/formats/", *DATA, *STORED))):
        for file in [*sorted((ROOT / "league").rglob("*.py")), *sorted((ROOT / "templates").rglob("*.html"))]:
            if not any(part in file.as_posix() for part in own):
                lines = (in_python if file.suffix == ".py" else in_template)(file.read_text(), names)
                yield from (
                    f"{file.relative_to(ROOT)}:{line}: names a format. Declare a trait, and ask for that." for line in lines
                )


def in_python(source: str, names: Collection[str]) -> Iterator[int]:
    for node in ast.walk(ast.parse(source)):
        compared = isinstance(node, ast.Compare) and getattr(node.left, "attr", "") in ("format", "kind")
        known = set(names) if compared else set(names) - PLAIN_WORDS
        for text in ast.walk(node) if compared else [node]:
            if isinstance(text, ast.Constant) and text.value in known:
                yield text.lineno


def in_template(source: str, names: Collection[str]) -> Iterator[int]:
    for tag in _TAG.finditer(source):
        if {text for _unused, text in re.findall(r"(\"|')(.*?)\1", tag.group())} & (set(names) - PLAIN_WORDS):
            yield source.count("\n", 0, tag.start()) + 1
