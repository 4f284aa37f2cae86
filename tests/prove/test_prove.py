"""`make prove` itself, in a minute's time of the night's."""

from argparse import Namespace
from pathlib import Path

import pytest

from engines import registry
from tests.prove import __main__ as prove


@pytest.mark.parametrize("key", registry.keys())
def test_a_random_match_of_every_game_is_proven_and_kept(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "KEPT", tmp_path)
    asked = Namespace(games=1, pairs=0, jobs=1, every=50, fresh=False)
    made = prove._proven(key, asked)
    assert (made["games"], made["faults"]) == (1, [])
    assert prove._kept(key, asked) == made
