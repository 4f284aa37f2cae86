"""`manage.py check_trf` and `generate_trf`, and the file that `pair` writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.league.formats.trf.sample import ROUNDS, player, text

Output = pytest.CaptureFixture[str]


def test_a_generated_tournament_passes_the_check(tmp_path: Path, capsys: Output) -> None:
    call_command("generate_trf", "--players=14", "--rounds=5", "--seed=7")
    file = tmp_path / "random.trf"
    file.write_text(capsys.readouterr().out)
    call_command("check_trf", str(file))
    assert capsys.readouterr().out == "Pairings, points and ranks agree with the rules.\n"


@pytest.mark.parametrize("wrong", ["--players=1", "--players=2001", "--rounds=0", "--rounds=31", "--players=x"])
def test_impossible_sizes_are_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="must be a whole number from"):
        call_command("generate_trf", wrong)


def test_each_difference_is_a_line_and_the_exit_status_is_1(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "open.trf"
    file.write_text(text(p1=player(1, *ROUNDS[1], points="2.5")))
    with pytest.raises(SystemExit) as end:
        call_command("check_trf", str(file))
    assert end.value.code == 1
    assert f"{file}:5: Player 1 has 2.5 points" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "more", "message"),
    [
        (text(p4=player(4, "   2 w 0", "   2 b 0")), (), ":7: Round 2 of player 3"),
        (text(), ("--tie-breaks=KS",), "--tie-breaks: "),
    ],
)
def test_what_cannot_be_checked_exits_with_2(
    source: str, more: tuple[str, ...], message: str, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "bad.trf"
    file.write_text(source)
    with pytest.raises(SystemExit) as end:
        call_command("check_trf", str(file), *more)
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_the_paired_round_is_written_without_results(tmp_path: Path, capsys: Output) -> None:
    file, new = tmp_path / "open.trf", tmp_path / "new.trf"
    file.write_text(text(player(5, points="0.0")))
    call_command("pair", str(file), "--write", str(new))
    assert capsys.readouterr().out == "3\n3 2\n1 5\n4 0\n"
    cells = {int(line[4:8]): (line[80:84], line[111:119]) for line in new.read_text().splitlines() if line.startswith("001")}
    assert cells == {
        1: (" 1.5", "   5 w"), 2: (" 1.5", "   3 b"), 3: (" 1.0", "   2 w"), 4: (" 1.0", "0000 - U"), 5: (" 0.0", "   1 b")
    }  # fmt: skip
    assert new.read_text().splitlines()[:3] == ["012 Spring Open", "022 Bern", "### made by hand"]


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "open.trf"
    file.write_text(text())
    with pytest.raises(SystemExit):
        call_command("pair", str(file), "--write", str(tmp_path / "nowhere" / "new.trf"))
    assert "Can't write the file" in capsys.readouterr().err
