"""The sample games are small, keep the contract, have bots that play well, and describe boards that can be drawn."""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from engines import board_description, bots, record, registry
from engines.contract_checks.suite import check_game
from engines.verification import checks
from tests import sample_games
from tests.thorough import WHOLE

MOST_LINES = 150
ROOT = Path(__file__).parents[2]
SAMPLES = sorted(sample_games.packages())
every_sample = pytest.mark.parametrize("key", SAMPLES)


@every_sample
def test_a_sample_is_one_short_file_without_scripts(key: str) -> None:
    files = [path for path in (sample_games.FOLDER / key).rglob("*") if path.suffix in (".py", ".js", ".css")]
    assert len(files) == 1
    assert len(files[0].read_text("utf-8").splitlines()) <= MOST_LINES


@every_sample
def test_a_sample_keeps_the_contract(key: str) -> None:
    with sample_games.installed():
        assert list(check_game(registry.get(key), 25 if WHOLE else 3)) == []


@every_sample
def test_matches_of_all_bots_have_sound_records(key: str) -> None:
    with sample_games.installed():
        assert bots.policies(key) == ("random", "greedy", "search")
        lines = list(bots.simulate(registry.get(key), {}, ["greedy", "search@20"], "sample"))
        assert checks.find_fault("".join(record.format_lines(lines))) is None


@pytest.mark.parametrize("policy", ["greedy", "search@40"])
def test_bots_beat_random_play_in_connect_four(policy: str) -> None:
    with sample_games.installed():
        won = [list(bots.simulate(registry.get("connect-four"), {}, [policy, "random"], str(n)))[-1] for n in range(2)]
    assert [end["outcome"]["ranks"] for end in won] == [[1, 2]] * 2  # type: ignore[index, call-overload]


def test_a_drawing_as_text_shows_rows_pieces_and_counters_but_no_hidden_card() -> None:
    engine = sample_games.packages()["connect-four"].latest
    state = engine.apply(engine.apply(engine.start({}, 2), 0, "d"), 1, "e")
    view: Any = engine.view(state, 0)
    lines = board_description.draw_text(view["board"], ("Red", "Blue")).splitlines()
    assert lines[5] == ". . . x o . ."
    assert lines[6:] == ["d1: Red disc", "e1: Blue disc"]
    engine = sample_games.packages()["kuhn-poker"].latest
    for deal in ("JQ", "JK"):
        state = engine.apply(engine.start({}, 2), None, f"deal {deal}")
        view = engine.view(state, 0)
        text = board_description.draw_text(view["board"], tuple(engine.seat_names))
        assert "Jack" in text
        assert "King" not in text
        assert "Queen" not in text


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"shape": "round"}, "board.shape: must be one of"),
        ({"secret": 1}, "`secret` is unknown"),
        ({"cells": [{"name": "a1"}]}, "`at` is missing"),
        ({"cells": [{"name": "a b", "at": [0, 0]}]}, "letters and digits"),
        ({"cells": 2 * [{"name": "a1", "at": [0, 0]}]}, "two cells"),
        ({"last": ["z9"]}, "there is no cell 'z9'"),
        ({"pieces": [{"cell": "a1", "owner": 7, "label": "", "name": "disc"}]}, "7 is not a seat"),
        ({"pieces": [{"cell": "a1", "owner": 0, "label": "K", "name": "card", "hidden": True}]}, "is hidden, but"),
        ({"pieces": [{"cell": "a1", "owner": 0, "label": "Queen", "name": "card"}]}, "more than 4"),
        ({"dice": [{"owner": None, "value": True}]}, "must be int"),
        ({"log": ["x"] * 401}, "a list of at most 400"),
    ],
)
def test_what_is_wrong_with_a_description_is_named(change: dict[str, Any], fault: str) -> None:
    sound: dict[str, Any] = {"shape": "square", "cells": [{"name": "a1", "at": [0, 0]}]}
    assert board_description.find_fault(sound, 2) is None
    assert fault in str(board_description.find_fault({**sound, **change}, 2))


@pytest.mark.prove
def test_an_installed_sample_is_a_game_of_the_site_with_no_line_changed(tmp_path: Path) -> None:
    """The wheel is built offline and unpacked beside the site, as pip does."""
    for key in SAMPLES:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
        source = tmp_path / "source" / key
        source.mkdir(parents=True)
        for path in (sample_games.FOLDER / key).iterdir():
            if path.is_file():
                (source / path.name).write_bytes(path.read_bytes())
        subprocess.run([*command, "-w", tmp_path, source], check=True, capture_output=True, timeout=120)
    for wheel in tmp_path.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    code = f"""
import sys
sys.path[:0] = [{str(tmp_path / "site")!r}, {str(ROOT)!r}]
from engines.__main__ import main
from engines import registry
assert {SAMPLES!r} == sorted(set(registry.keys()) & set({SAMPLES!r})), registry.REFUSALS
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
import django; django.setup()
from django.contrib.staticfiles import finders
from league.games import find_game
assert [find_game(key).bots for key in {SAMPLES!r}] == [tuple(f"level-{{number}}" for number in range(1, 6))] * 2
from matches.assets import list_playable_games
for name in ("connect-four.js", "kuhn-poker/mini.js", "kuhn-poker.js"):
    assert "boards/generic" in finders.find("matches/boards/" + name)
assert set({SAMPLES!r}) < set(list_playable_games())
sys.exit(main(["check", "kuhn-poker", "--matches", "3"]))
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert (told.returncode, told.stdout) == (0, "kuhn-poker: every check passed in 3 random matches\n"), told.stderr
