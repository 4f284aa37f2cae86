"""The command line: what it prints, what it refuses, and with which exit code."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.__main__ import main
from engines.verification import checks

RECORDS = Path(__file__).parent / "records"
BASE = str(RECORDS / "base.jsonl")
ENTRIES = len((RECORDS / "base.jsonl").read_text("utf-8").splitlines()) - 2
RESIGNED = str(RECORDS / "resigned.jsonl")
KEY = json.loads(Path(RESIGNED).read_text("utf-8").splitlines()[-1])["public_key"]
REPO = Path(__file__).parents[2]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Run a command in this process: (exit code, lines of output, error text)."""

    def command(*argv: str) -> tuple[int, list[str], str]:
        code = main(argv)
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err

    return command


def test_list_prints_a_game_a_line(run: Any) -> None:
    code, lines, _ = run("list")
    games = {game["key"]: game for game in map(json.loads, lines)}
    assert code == 0
    assert games["field-tactics"]["seats"] == ["Red", "Blue"]
    assert games["field-tactics"]["options"]["quiet_turn_limit"] == 100


def test_simulate_prints_as_many_sound_records_as_asked_the_same_for_the_same_seed(run: Any) -> None:
    options = ("--games", "2", "--bots", "greedy,random", "--options", '{"advantage":"red","quiet_turn_limit":5}')
    code, lines, _ = run("simulate", "field-tactics", "--seed", "5", *options)
    assert code == 0
    assert checks.find_fault("\n".join([*lines, ""])) is None
    heads = [json.loads(line) for line in lines if '"format"' in line]
    assert len({head["commitment"] for head in heads}) == 2
    assert heads[0]["options"]["advantage"] == "red"
    assert run("simulate", "field-tactics", "--seed", "5", *options)[1] == lines
    assert run("simulate", "field-tactics", "--seed", "6", *options)[1] != lines
    assert run("simulate", "field-tactics", "--games", "0") == (0, [], "")


def test_legal_tells_who_is_to_act_and_what_is_legal(run: Any) -> None:
    code, lines, _unused = run("legal", BASE, "--every")
    told = [json.loads(line) for line in lines]
    assert code == 0
    assert [line["n"] for line in told] == list(range(ENTRIES + 1))
    assert told[1]["legal"] in ({"0": ["first red", "first blue"]}, {"1": ["first red", "first blue"]})
    assert told[2] == {"n": 2, "to_act": [0, 1], "legal": {"0": None, "1": None}, "outcome": None}
    assert told[-1]["legal"] == {}
    assert told[-1]["outcome"]["reason"] == "base"
    entries = [json.loads(line) for line in Path(BASE).read_text("utf-8").splitlines()[1:-1]]
    played = [(told[n]["legal"][str(made["by"])], made["do"]) for n, made in enumerate(entries) if n >= 4]
    assert len(played) > 5
    assert all(do in legal for legal, do in played)


@pytest.mark.parametrize(
    ("viewer", "shown"), [("red", {0}), ("0", {0}), ("Blue", {1}), ("1", {1}), ("all", {0, 1}), ("spectator", set())]
)
def test_replay_shows_what_a_viewer_sees(run: Any, viewer: str, shown: set[int]) -> None:
    _, lines, _ = run("replay", BASE, "--at", "8", "--viewer", viewer)
    squares = json.loads(lines[0])["squares"].values()
    assert {seat for seat, code in squares if code is not None} == shown
    assert {seat for seat, code in squares if code is None} == {0, 1} - shown


def test_replay_is_for_spectators_unless_said_otherwise(run: Any) -> None:
    lines = run("replay", BASE, "--every")[1]
    assert lines == run("replay", BASE, "--every", "--viewer", "spectator")[1]
    assert len(lines) == ENTRIES + 1


def test_a_record_may_come_from_standard_input(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(Path(BASE).read_bytes())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert run("legal", "-") == run("legal", BASE, "--at", str(ENTRIES)), "without a place it is the last position"


def test_verify_says_that_no_key_is_pinned_and_that_times_without_a_control_were_not_checked(run: Any) -> None:
    code, lines, error = run("verify", BASE)
    assert (code, error) == (0, "")
    assert lines[0].startswith("No key given: who signed was not checked.")
    assert [line.startswith("The rest was checked and is sound: ") and line[-1] for line in lines[1:]] == ["."]
    assert run("verify", BASE, "--explain")[1][0] == lines[0]
    assert run("verify", RESIGNED)[1][1].endswith(", except for this:")
    code, (line,), error = run("verify", RESIGNED, "--key", KEY)
    assert (code, error) == (0, "")
    assert "no time control" in line
    assert "not checked" in line
    assert any("not checked" in line for line in run("verify", RESIGNED, "--explain")[1])


def test_verify_tells_the_first_fault_in_one_line(run: Any, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(Path(BASE).read_text("utf-8").replace('"n":4', '"n":5', 1), "utf-8")
    code, lines, error = run("verify", str(broken))
    assert (code, error) == (1, "Line 5: The entry has number 5; expected 4.\n")
    assert [line[:13] for line in lines] == ["No key given:"]
    assert run("verify", BASE, "--key", "ab")[0] == 1


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        ((), "required"), (("fly",), "fly"), (("legal",), "record"),
        (("legal", "no-such-file"), "no-such-file: No such file"), (("legal", "."), "directory"),
        (("legal", BASE, "--at", "9999"), f"0 to {ENTRIES}"), (("replay", BASE, "--at", "-1"), f"0 to {ENTRIES}"),
        (("replay", BASE, "--at", "1", "--every"), "not allowed with"),
        (("replay", BASE, "--viewer", "green"), "unknown seat: 'green'"), (("replay", __file__), "Line 1: "),
        (("simulate", "chess"), "Unknown game: 'chess'"), (("simulate", "field-tactics", "--options", "{"), "invalid JSON"),
        (("simulate", "field-tactics", "--options", "[]"), "a JSON object"),
        (("simulate", "field-tactics", "--options", '{"speed":1}'), "no option 'speed'"),
        (("simulate", "field-tactics", "--seats", "3"), "2 seats"),
        (("simulate", "field-tactics", "--bots", "clever"), "unknown bot 'clever'"),
        (("simulate", "field-tactics", "--bots", "random,random,random"), "got 3"),
        (("simulate", "field-tactics", "--games", "-1"), "--games"),
        (("play", "field-tactics", "--bot", "clever"), "unknown bot 'clever'"),
        (("play", "field-tactics", "--seat", "7"), "unknown seat: '7'"), (("check", "no-such-game"), "no-such-game"),
        (("check", "zero-day", "--matches", "0"), "--matches"), (("arena", "zero-day", "--pairs", "greedy"), "--pairs"),
        (("arena", "zero-day", "--pairs", "clever:random"), "--pairs"),
        (("arena", "zero-day", "--seconds", "-1"), "--seconds"),
        (("balance", "zero-day", "--iterations", "0"), "--iterations"), (("levels", "--jobs", "0"), "--jobs"),
        (("levels", "--games", "-1"), "--games"), (("levels", "--seed", "a.b"), "--seed"),
        (("train", "field-tactics", "--games", "0"), "--games: must be 1 or more"),
        (("train", "field-tactics", "--trace", "1.5"), "--trace: must be from 0 to 1"),
        (("train", "field-tactics", "--penalty", "0"), "--penalty: must be more than 0"),
        (("fair-play", "order-and-chaos"), "does not declare fair play"),
        (("fair-play", "zero-day", "--matches", "0"), "--matches: must be 1 or more"),
        (("fair-play", "--ledger", "x"), "--ledger: name a game too"),
        (("puzzles", "order-and-chaos", "--games", "-1"), "--games"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line_and_exit_2_and_leaves_nothing_behind(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, lines, error = run(*argv)
    assert (code, lines, list(tmp_path.iterdir())) == (2, [], [])
    assert told in error
    assert error.count("\n") == 1


def test_bench_prints_its_figures(run: Any) -> None:
    code, lines, _ = run("bench", "field-tactics", "--seconds", "0.05")
    figures = [json.loads(line) for line in lines]
    assert code == 0
    assert {"cpu", "cores", "python"} <= set(figures[0])
    assert all(figure["actions_per_cpu_second"] > 0 for figure in figures if "actions_per_cpu_second" in figure)


def test_a_reader_in_a_shell_that_stops_early_causes_no_noise() -> None:
    script = f"set -o pipefail; {sys.executable} -m engines simulate field-tactics --games 5 | head -n 1"
    done = subprocess.run(["bash", "-c", script], cwd=REPO, capture_output=True, text=True, timeout=120, check=False)
    assert (done.stderr, json.loads(done.stdout)["game"]) == ("", "field-tactics")
