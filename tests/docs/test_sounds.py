"""The sounds of the match page are what their script makes, and small."""

from pathlib import Path

from docs.sounds.make_sounds import FOLDER, SOUNDS, main

LARGEST = 16_000
"""Bytes of one sound, which is fetched when it is first heard."""


def test_the_sounds_are_made_by_their_script(tmp_path: Path) -> None:
    main(tmp_path)
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.wav" for name in SOUNDS}
    for name in SOUNDS:
        kept = (FOLDER / f"{name}.wav").read_bytes()
        assert kept == (tmp_path / f"{name}.wav").read_bytes()
        assert len(kept) <= LARGEST
