"""Files of puzzles: bounded, checked, and played again from their matches."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from engines import analysis, record, record_packing, registry
from engines.data_files import BadData
from engines.puzzle_files import MAX_PUZZLES, PuzzleSet, format_puzzle, format_puzzles, load_puzzles, parse_puzzles
from engines.puzzle_mining.candidates import hash_position
from engines.puzzles import find_position, list_faults
from tests.thorough import WHOLE

GAMES = [key for key in registry.keys() if registry.get_package(key).puzzles is not None]  # noqa: SIM118
SAMPLE = 6 if WHOLE else 3
"""Puzzles of each game that the analysis is asked about again."""
BUDGET = 400 if WHOLE else 200
PUZZLE = {
    "id": "0123456789ab", "entry": 3, "seat": 0, "answer": "A1-A2", "value": 0.7, "second": 0.5, "rating": 1500,
    "wrong": [{"do": "A1-B1", "value": 0.5, "reply": "B2-B1", "by": 1}],
}  # fmt: skip


@cache
def shipped(game: str) -> PuzzleSet:
    file = registry.get_package(game).puzzles
    assert file is not None
    return load_puzzles(file, game)


def text_of(*rows: Any) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_found_in_finished_matches_have_legal_answers_and_are_choices(game: str) -> None:
    """Of some matches; of all in `make prove`. No position is shipped twice."""
    puzzles, seen = shipped(game), set()
    some = puzzles.matches if WHOLE else puzzles.matches[:: max(1, len(puzzles.matches) // 4)]
    chosen = parse_puzzles(format_puzzles(some), game)
    assert chosen.puzzles
    assert list(list_faults(chosen, game)) == []
    for match in some:
        assert record.parse_record(record_packing.unpack(match.record)).closing is not None
        for puzzle in match.puzzles:
            found = find_position(match, puzzle)
            seen.add(hash_position(found.engine, found.position, puzzle.seat))
            assert len(found.legal) >= 3
            assert puzzle.value - puzzle.second >= 0.059
            assert puzzle.second <= 0.9
    assert len(seen) == len(chosen.puzzles)


@pytest.mark.parametrize("game", GAMES)
def test_a_cheap_analysis_with_other_dice_still_prefers_most_of_the_answers(game: str) -> None:
    puzzles, adapter = shipped(game), registry.get_package(game).search
    assert adapter is not None
    rng = Random("sample")
    sample = rng.sample(sorted(puzzles.puzzles), min(SAMPLE, len(puzzles.puzzles)))
    agreed = 0
    for id in sample:
        puzzle = puzzles.puzzles[id]
        found = find_position(puzzles.homes[id], puzzle)
        view = found.engine.view(found.position.state, puzzle.seat)
        judged = analysis.analyse(found.engine, adapter, puzzle.seat, view, list(found.legal), Random(id), BUDGET)
        agreed += judged.best.action == puzzle.answer
    assert agreed >= 0.6 * len(sample)


def test_a_file_is_read_as_it_was_written() -> None:
    text = text_of(
        {"record": "league-zero-packed/1\n"}, PUZZLE, {"record": "other"}, {**PUZZLE, "id": "ba9876543210", "wrong": []}
    )
    puzzles = parse_puzzles(text, "x")
    assert [match.record for match in puzzles.matches] == ["league-zero-packed/1\n", "other"]
    assert puzzles.homes["ba9876543210"].record == "other"
    assert parse_puzzles(format_puzzles(puzzles.matches), "x") == puzzles


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"id": "A!"}, "id"), ({"id": 7}, "id"), ({"entry": -1}, "entry"), ({"entry": True}, "entry"),
        ({"seat": "0"}, "seat"), ({"answer": ""}, "answer"), ({"answer": "x" * 301}, "answer"), ({"value": 1.5}, "value"),
        ({"value": float("nan")}, "value"), ({"rating": 99_999}, "rating"), ({"wrong": {}}, "wrong"),
        ({"wrong": [{"do": "A1-B1"}]}, "wrong"),
        ({"wrong": [{"do": "A1-B1", "value": 0.1, "reply": "B2-B1", "by": -1}]}, "by"),
        ({"wrong": [{"do": "A1-B1", "value": 0.1}] * 61}, "wrong"), ({"more": 1}, "unknown field"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_with_its_line(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(BadData, match=f"x:2: .*{told}"):
        parse_puzzles(text_of({"record": "r"}, {**PUZZLE, **changed}), "x")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (text_of(PUZZLE), "the first line must be a record"),
        ("{", "invalid JSON"),
        ("[" * 100_000, "invalid JSON"),
        ("[]", "must be an object"),
        (text_of({"record": 7}), "must be a text"),
        (text_of({"record": "r"}, PUZZLE, PUZZLE), "another puzzle has it"),
        (text_of({"record": "r"}, {key: value for key, value in PUZZLE.items() if key != "answer"}), "answer: missing"),
    ],
)
def test_a_file_of_another_shape_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadData, match=told):
        parse_puzzles(text, "x")


def test_a_file_with_too_many_puzzles_is_refused() -> None:
    rows = [{**PUZZLE, "id": f"{number:012}"} for number in range(MAX_PUZZLES + 1)]
    with pytest.raises(BadData, match="at most"):
        parse_puzzles(text_of({"record": "r"}, *rows), "x")


def test_a_puzzle_that_its_match_does_not_lead_to_is_a_fault() -> None:
    match = shipped("order-and-chaos").matches[0]
    wrong = {**PUZZLE, "entry": 90_000}
    puzzles = parse_puzzles(text_of({"record": match.record}, wrong), "x")
    assert "fewer entries" in next(list_faults(puzzles, "order-and-chaos"))
    puzzles = parse_puzzles(text_of({"record": match.record}, {**PUZZLE, "entry": 6, "seat": 0}), "x")
    assert next(list_faults(puzzles, "order-and-chaos"))
    first = format_puzzle(match.puzzles[0])
    puzzles = parse_puzzles(text_of({"record": match.record}, {**first, "wrong": first["wrong"][1:]}), "x")
    assert f"wrong: lacks {first['wrong'][0]['do']}" in next(list_faults(puzzles, "order-and-chaos"))
    puzzles = parse_puzzles(text_of({"record": "no record"}, PUZZLE), "x")
    assert next(list_faults(puzzles, "order-and-chaos"))
