"""`manage.py pair`: the next round on standard output, or one line about the fault."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.league.formats.trf.sample import player, text


def pair(file: Path | str) -> None:
    call_command("pair", str(file))


def test_it_prints_the_number_of_pairs_then_white_and_black(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "open.trf"
    file.write_text(text(player(5, points="0.0")))
    pair(file)
    assert capsys.readouterr().out == "3\n3 2\n1 5\n4 0\n"


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text().encode("latin-1"))))
    pair("-")
    assert capsys.readouterr().out.splitlines()[0] == "2"


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"\x7fELF\x02\x01\x00\x00", 1),
        (b"\xff\xfe0\x000\x001\x00", 1),
        (text("XXP 1 9").encode(), 10),
        (text(p4=player(4, "   2 w 0", "   3 b 0", points="3.0")).encode(), 8),
        (b"001 hello\n", 1),
        (b"001\n", 1),
    ],
)
def test_a_malformed_file_gets_one_line_with_its_number(
    data: bytes, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.trf"
    file.write_bytes(data)
    with pytest.raises(SystemExit) as end:
        pair(file)
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{file}:{line}: ")


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        pair(tmp_path / "nowhere.trf")
    assert "No such file" in capsys.readouterr().err


def test_who_stands_in_the_way_of_a_pairing_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "stuck.trf"
    file.write_text(text("XXP 1 4", "XXP 2 3"))
    with pytest.raises(SystemExit):
        pair(file)
    assert "player 1 has no possible opponent left" in capsys.readouterr().err
