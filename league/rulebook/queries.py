"""Rules of the games as pages, made from the project's own texts."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"


@cache
def rules_html(game: str) -> str | None:
    """The rules of a game as HTML, None where they have not been written. Raw HTML in the text is shown, not obeyed."""
    file = FOLDER / f"{game}.md"
    if not file.is_file():
        return None
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(file.read_text(encoding="utf-8")))
