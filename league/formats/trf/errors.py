"""What is said of a file that cannot be used."""

from __future__ import annotations


class BadTrf(ValueError):
    """`text` is a sentence about a line; `line` counts from 1, and is 1 where the file as a whole is meant."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(f"Line {line}: {text}")
        self.line = line
        self.text = text
