"""The drawings of the rules with German words: `images/<name>-de.svg` of every drawing that holds English ones.

`python -m tests.docs.drawings` writes them; a test compares them with what is stored.
"""

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

from deploy.settings.env import ROOT

FILES = sorted(ROOT.glob("engines/*/site/rules/images/*.svg"))
SUFFIX = "-de"
_TEXT = re.compile(r"(?<=>)[^<>]*[A-Za-z]{2}[^<>]*(?=</(?:text|tspan|title)>)")

WORDS = {
    english: told
    for words_of_game in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).values()
    for english, told in words_of_game.items()
}
NAMES = {"Armory", "Barracks", "Booster", "Canteen", "Chapel", "Gatehouse", "Launch Silo", "Progress", "Workshop"}
"""What stays as it is in every language; so do codes of capitals and digits."""


def words(svg: str) -> Iterator[str]:
    """The English of a drawing, but for names."""
    for found in _TEXT.findall(svg):
        text = unescape(found).strip()
        if re.search("[a-z]", text) and text not in NAMES:
            yield text


def german(svg: str) -> str:
    def told(found: re.Match[str]) -> str:
        text = unescape(found[0]).strip()
        return escape(WORDS[text], quote=False) if text in WORDS else found[0]

    return _TEXT.sub(told, svg)


def drawings() -> dict[Path, str]:
    """The German copies of the drawings that hold words, by the file in which they are stored."""
    english = [file for file in FILES if not file.stem.endswith(SUFFIX)]
    texts = {file: file.read_text() for file in english}
    return {file.with_stem(file.stem + SUFFIX): german(text) for file, text in texts.items() if any(words(text))}


if __name__ == "__main__":
    for file, svg in drawings().items():
        file.write_text(svg)
