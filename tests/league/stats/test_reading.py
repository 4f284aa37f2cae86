"""What the records of finished matches tell of pieces, functions and places."""

from __future__ import annotations

import doctest
import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, strategies as st

from engines import registry, usage
from engines.field_tactics import stats as field_tactics
from engines.field_tactics.pieces import COUNTS, KIND_OF
from engines.usage import LogLine, Usage
from league import tables
from league.stats.queries import game, player_tables
from league.stats.rules import match_tallies
from league.stats.rules.match_tallies import get_reader
from matches.clock import Clock, TimeControl
from tests.league.stats.played import lines_of, records


@pytest.mark.parametrize("module", [match_tallies, game, player_tables, usage, tables])
def test_the_examples_in_the_words_are_true(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)


def read(game: str, number: int) -> Usage:
    one = records(game)[number]
    return get_reader(game).read(lines_of(one), one.options, one.seats)


def test_every_game_has_a_reader() -> None:
    assert all(get_reader(key).topics for key in registry.keys())  # noqa: SIM118


@pytest.mark.parametrize("game", registry.keys())
def test_every_line_has_a_table_and_every_place_is_on_the_board(game: str) -> None:
    one = get_reader(game)
    topics = {topic.key: topic for topic in one.topics}
    cells = {cell.key for cell in one.board().cells} if one.board else set()
    seen = Counter(use.topic for number in range(50) for use in read(game, number).of)
    assert set(seen) == {*topics, *({"square"} if cells else set())}
    for number in range(50):
        for use in read(game, number).of:
            if use.topic == "square":
                assert use.key in cells
            else:
                assert topics[use.topic].name(use.key)


@pytest.mark.parametrize(
    ("game", "opening"),
    [
        ("field-tactics", r"[A-F]D?\d-[A-F]D?\d"), ("order-and-chaos", r"[A-Z]\d+[sb]?-[A-Z]\d+"),
        ("zero-order", r"[A-Z]{2}( [A-Z]{2})*"),
        ("zero-day", r"(stack \w+|[a-z-]+)"), ("incursion-point-zero", r"[A-Z]\w+( [A-Z]\w+){3}"),
    ],
)  # fmt: skip
def test_each_side_opens_once_with_something_of_its_own(game: str, opening: str) -> None:
    seen = [read(game, number).openings for number in range(50)]
    assert all(re.fullmatch(opening, text) for openings in seen for text in openings.values())
    assert sum(len(openings) for openings in seen) >= 80
    assert len({text for openings in seen for text in openings.values()}) > 3


def test_an_opening_that_was_taken_back_is_none() -> None:
    lines = [LogLine(0, "S1-W1"), LogLine(None, "takeback 0"), LogLine(0, "S2-W2"), LogLine(1, "S4-W4"), LogLine(0, "W2-W3")]
    assert get_reader("order-and-chaos").read(lines, {}, 2).openings == {0: "S2-W2", 1: "S4-W4"}


@pytest.mark.parametrize("number", range(50))
def test_pieces_are_followed_to_the_squares_where_the_record_says_they_fell(number: int) -> None:
    """The record names each destroyed piece; the reader must have had that very piece there."""
    lines = lines_of(records("field-tactics")[number])
    told: Counter[str] = Counter()
    for line in lines:
        note = re.fullmatch(r"(?:duel )?\S+[ox=-] ?(.*)", line.note)
        told.update(code for code in (note[1].split(",") if note else []) if code)
    found: Counter[str] = Counter()
    for use, figures in read("field-tactics", number).of.items():
        if use.topic == "piece":
            found[use.key] += figures["bad"]
            assert figures["bad"] <= COUNTS[KIND_OF[use.key]]
    assert +found == told


def test_a_set_up_lies_from_the_back_row_forward() -> None:
    assert field_tactics.list_home_squares(0)[:6] == ["A1", "B1", "CD1", "E1", "F1", "A2"]
    assert field_tactics.list_home_squares(1)[:6] == ["A8", "B8", "CD8", "E8", "F8", "A7"]


def test_deaths_of_chessmen_are_those_in_the_record() -> None:
    for number in range(50):
        killed = sum(line.note.split("+")[0].count("x") for line in lines_of(records("order-and-chaos")[number]))
        figures = [one for use, one in read("order-and-chaos", number).of.items() if use.topic == "chessman"]
        assert sum(one["bad"] for one in figures) == sum(one["good"] for one in figures) == killed


def test_operations_of_zero_order_are_counted_for_their_function() -> None:
    log = [LogLine(0, "team DE PU TO TW SP GL"), LogLine(0, "split C4: C3-off C5-off"), LogLine(1, "delete B4: B5")]
    of = get_reader("zero-order").read(log, {}, 2).of
    told = {(use.key, use.seat): (one["uses"], one["good"]) for use, one in of.items()}
    assert told["SP", 0] == (1, 2)
    assert told["DE", 0] == (0, 0)
    assert told["DE", 1] == (1, 1)


def test_what_was_taken_back_does_not_count() -> None:
    log = [
        LogLine(0, "squad Assault Medic"),
        LogLine(0, "move Assault Z1-5 Z2-5"),
        LogLine(0, "undo"),
        LogLine(0, "pass Assault"),
    ]
    of = get_reader("incursion-point-zero").read(log, {}, 2).of
    assert {use.key for use in of} == {"Assault", "Medic"}
    assert sum(one["uses"] for one in of.values()) == 0


def test_a_seasons_own_gamer_counts_once_however_its_handle_was_typed() -> None:
    options = {"rosters": {"strike": [{"handle": "Nova"}, "Panzord"], "terrorists": []}}
    log = [LogLine(0, "squad Assault:nOVA Medic:Panzord"), LogLine(0, "attack Assault Gunner")]
    of = get_reader("incursion-point-zero").read(log, options, 2).of
    assert {use.key: one["good"] for use, one in of.items() if use.topic == "gamer"} == {"Nova": 1, "Panzord": 0}


@given(st.lists(st.integers(0, 400_000), min_size=1, max_size=30))
def test_the_time_a_seat_took_is_read_from_the_clocks_of_the_log(thinking: list[int]) -> None:
    """Two seats in turns on the clock that matches use; whatever each thought must come out again."""
    control, at = TimeControl(turn_ms=180_000, reserve_ms=100_000_000), datetime(2026, 3, 1, tzinfo=UTC)
    clock, log, took = Clock.create(control, 2).start([0], at), [], [0, 0]
    began = at
    for n, ms in enumerate(thinking):
        seat = n % 2
        at += timedelta(milliseconds=ms)
        left = [clock.remaining(one, at) for one in range(2)]
        log.append(LogLine(seat, "x", "", (at - began) // timedelta(milliseconds=1), [(o.turn, o.reserve) for o in left]))
        clock = clock.pause(seat, at).settle(at).start([1 - seat], at)
        took[seat] += ms
    found = match_tallies.measure_time(log, 2, control.dump())
    assert [one.used for one in found] == took


def test_a_limit_for_the_whole_match_is_nobodys_time() -> None:
    assert [
        one.used for one in match_tallies.measure_time([LogLine(0, "x", "", 0, [(0, 9), (0, 9)])], 2, {}, limited=True)
    ] == [None, None]
