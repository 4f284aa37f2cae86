"""`manage.py pair`, `check_trf` and `generate_trf`: what they print, or one line about the fault."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.league.formats.trf.sample import ROUNDS, player, text

Output = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Five players, whose third round is still to be paired."""
    made = tmp_path / "open.trf"
    made.write_text(text(player(5, points="0.0")))
    return made


def test_the_pairs_are_printed_and_the_paired_round_is_written_without_results(file: Path, capsys: Output) -> None:
    new = file.with_name("new.trf")
    call_command("pair", str(file), "--write", str(new))
    assert capsys.readouterr().out == "3\n3 2\n1 5\n4 0\n"
    cells = {int(line[4:8]): (line[80:84], line[111:119]) for line in new.read_text().splitlines() if line.startswith("001")}
    assert cells == {
        1: (" 1.5", "   5 w"), 2: (" 1.5", "   3 b"), 3: (" 1.0", "   2 w"), 4: (" 1.0", "0000 - U"), 5: (" 0.0", "   1 b")
    }  # fmt: skip
    assert new.read_text().splitlines()[:3] == ["012 Spring Open", "022 Bern", "### made by hand"]


def test_it_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text().encode("latin-1"))))
    call_command("pair", "-")
    assert capsys.readouterr().out.splitlines()[0] == "2"


@pytest.mark.parametrize(
    ("data", "line"), [(b"", 1), (b"\x7fELF\x02\x01\x00\x00", 1), (text("XXP 1 9").encode(), 10), (b"001 hello\n", 1)]
)
def test_a_malformed_file_gets_one_line_with_its_number(data: bytes, line: int, file: Path, capsys: Output) -> None:
    file.write_bytes(data)
    with pytest.raises(SystemExit) as end:
        call_command("pair", str(file))
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{file}:{line}: ")


def test_missing_files_and_players_who_cannot_be_paired_are_named(file: Path, capsys: Output) -> None:
    nowhere = file.with_name("nowhere") / "new.trf"
    stuck = file.with_name("stuck.trf")
    stuck.write_text(text("XXP 1 4", "XXP 2 3"))
    for arguments, said in (
        ((nowhere,), "No such file"), ((file, "--write", nowhere), "Can't write the file"),
        ((stuck,), "player 1 has no possible opponent left"),
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            call_command("pair", *map(str, arguments))
        assert said in capsys.readouterr().err


def test_a_generated_tournament_passes_the_check(file: Path, capsys: Output) -> None:
    call_command("generate_trf", "--players=14", "--rounds=5", "--seed=7")
    file.write_text(capsys.readouterr().out)
    call_command("check_trf", str(file))
    assert capsys.readouterr().out == "Pairings, points and ranks agree with the rules.\n"


@pytest.mark.parametrize("wrong", ["--players=1", "--players=2001", "--rounds=0", "--rounds=31", "--players=x"])
def test_impossible_sizes_are_refused(wrong: str) -> None:
    with pytest.raises(CommandError, match="must be a whole number from"):
        call_command("generate_trf", wrong)


def test_each_difference_is_a_line_with_exit_status_1_and_what_cannot_be_checked_has_2(file: Path, capsys: Output) -> None:
    for source, more, status, message in (
        (text(p1=player(1, *ROUNDS[1], points="2.5")), (), 1, f"{file}:5: Player 1 has 2.5 points"),
        (text(p4=player(4, "   2 w 0", "   2 b 0")), (), 2, ":7: Round 2 of player 3"),
        (text(), ("--tie-breaks=KS",), 2, "--tie-breaks: "),
    ):
        file.write_text(source)
        with pytest.raises(SystemExit) as end:
            call_command("check_trf", str(file), *more)
        printed = capsys.readouterr()
        assert (end.value.code, message in (printed.err if status == 2 else printed.out)) == (status, True)
