"""The command that measures fair play."""

import json
from pathlib import Path

import pytest

from engines.__main__ import main


def measure(ledger: Path, matches: int) -> int:
    only = ["--only", "greedy", "--matches", str(matches), "--ledger", str(ledger)]
    return main(["fair-play", "zero-day", "--measure", *only])


def test_a_stopped_measurement_continues_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "zero-day.jsonl"
    assert main(["fair-play", "zero-day", "--ledger", str(ledger)]) == 0
    assert "0 matches" in capsys.readouterr().out
    assert measure(ledger, 1) == 0
    ledger.write_bytes(ledger.read_bytes() + b'{"line_up": "gre')
    assert measure(ledger, 1) == 0
    lines = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert [(line["line_up"], line["number"]) for line in lines] == [("greedy", 0), ("greedy", 1)]


@pytest.mark.parametrize("text", ["nonsense\n", "[1]\n", '{"line_up": "greedy"}\n'])
def test_a_bad_results_file_is_named_with_its_line(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ledger = tmp_path / "bad.jsonl"
    ledger.write_text(text)
    assert main(["fair-play", "zero-day", "--ledger", str(ledger)]) == 2
    assert "bad.jsonl:1" in capsys.readouterr().err
