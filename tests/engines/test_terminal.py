"""Playing in a terminal: every phase of every game is drawn in so many columns and can be played by number."""

import io
from itertools import product
from random import Random
from typing import Any

import pytest

from engines import registry, terminal
from engines.__main__ import main
from engines.contract_checks.subjects import play_match
from tests.engines import games
from tests.engines.games import GAMES
from tests.thorough import WHOLE

COLUMNS = 100


@pytest.mark.parametrize("key", registry.keys())
def test_every_position_is_drawn_for_every_seat_in_a_hundred_columns_and_shows_nothing_that_a_view_hides(key: str) -> None:
    """A drawing is made from the view alone: two worlds that a seat cannot tell apart are drawn alike."""
    phases, compared = set(), 0
    for number in range(12 if WHOLE else 3):
        random_match = games.random_match(key, number, "terminal")
        for at, (before, _, _, after) in enumerate(play_match(random_match, random_match.rng)):
            if at % (3 if WHOLE else 15) and at > 8:
                continue
            for position, seat in product((before, after), range(random_match.seats)):
                drawn = terminal._render_board(random_match.engine, position, seat)
                assert max(map(len, drawn.splitlines())) <= COLUMNS, drawn
                assert len(drawn.splitlines()) <= 50
                view: Any = random_match.engine.view(position.state, seat)
                phases.add(view.get("phase"))
                other = GAMES[key].another(position.state, seat, Random(number))
                if other is not None and other != position.state:
                    assert terminal._render_board(random_match.engine, position._replace(state=other), seat) == drawn
                    compared += 1
    assert len(phases) > 2 or registry.get(key).is_open
    assert compared >= 2 or not GAMES[key].hidden


def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: str, *argv: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert main(["play", *argv]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


@pytest.mark.parametrize(("seat", "key"), list(enumerate(registry.keys())))
def test_a_whole_match_is_played_by_numbers_and_chance(
    key: str, seat: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "help\n?\n!\nboard\n1\n! \n" + "nonsense\n1\n!\n" * 1500
    out = played(monkeypatch, capsys, lines, key, "--seed", "5", "--seat", str(seat % 2), "--bot", "random")
    engine = registry.get(key)
    assert played(monkeypatch, capsys, "", key), "it stops when the input does"
    assert "play a random legal action" in out
    assert any(sentence in out for sentence in engine.reasons.values())
    assert max(map(len, out.splitlines())) < 400


def test_three_hackers_and_an_admin_sit_down(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = played(monkeypatch, capsys, "!\n" * 3000, "zero-day", "--seats", "4", "--seat", "hacker 3", "--seed", "1")
    assert "You are" in out
    assert "H3" in out
    assert main(["play", "zero-day", "--seats", "5"]) == 2
    assert "2, 3 or 4 seats" in capsys.readouterr().err


def test_the_list_has_pages_and_can_be_searched() -> None:
    legal = [f"move {n}" for n in range(70)] + ["end"]
    first = terminal._format_page(legal, "")
    assert "   1 move 0" in first
    assert "Page 1 of 3, 71 actions" in first
    assert "  71 end" in terminal._format_page(legal, "3")
    assert terminal._format_page(legal, "99") == terminal._format_page(legal, "3")
    assert terminal._format_page(legal, "END") == "  71 end"
    assert terminal._format_page(legal, "xyz") == "No legal action contains 'xyz'."
    assert max(map(len, first.splitlines())) <= COLUMNS
