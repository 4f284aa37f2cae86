"""What the client keeps of matches, so that nobody can change them later unnoticed: running hashes and signed receipts."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any


class ChainBroken(UserWarning):
    """The site shows another log of a match than it did before: something in it was changed afterwards."""


class Kept:
    """Running hashes by match and entry, and the receipts of your own moves. Warns with ChainBroken at a difference."""

    def __init__(self) -> None:
        self.hashes: dict[int, dict[int, str]] = {}
        self.receipts: dict[int, dict[int, Any]] = {}

    def note(self, answer: Any) -> None:
        """Keep what an answer or an event of a stream tells of a match; anything else is passed over."""
        if isinstance(answer, str) and '"format":"league-zero/' in answer.partition("\n")[0]:
            self._note_record(answer)
        elif isinstance(answer, dict) and isinstance(answer.get("receipt"), dict):
            receipt = answer["receipt"]
            self.receipts.setdefault(receipt["match_id"], {})[receipt["n"]] = receipt
            self._note_hash(receipt["match_id"], receipt["n"], receipt["hash"])
        elif isinstance(answer, dict) and "match_id" in answer and isinstance(answer.get("log"), list):
            for line in answer["log"]:
                if "hash" in line:
                    self._note_hash(answer["match_id"], line["n"], line["hash"])
            if answer.get("hash"):
                self._note_hash(answer["match_id"], answer["entry"], answer["hash"])

    def save_receipts(self, match: int, path: str | Path) -> None:
        """Write the receipts of a match for `python -m engines verify RECORD --receipts PATH`."""
        kept = self.receipts.get(match, {})
        Path(path).write_text("".join(json.dumps(kept[n]) + "\n" for n in sorted(kept)))

    def _note_record(self, text: str) -> None:
        head, *lines = map(json.loads, text.splitlines())
        for line in lines:
            if "n" in line:
                self._note_hash(int(head["match"]), line["n"], line["hash"])

    def _note_hash(self, match: int, n: int, hash_: str) -> None:
        known = self.hashes.setdefault(match, {}).setdefault(n, hash_)
        if known != hash_:
            warnings.warn(f"match {match} was changed: entry {n} is not the one shown before", ChainBroken, stacklevel=5)
