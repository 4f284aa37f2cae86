"""What the records of finished matches tell of pieces, functions and places, and which achievements results bring."""

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
from league.stats.rules.achievements import Result, list_achievements
from league.stats.rules.match_tallies import get_reader
from matches.clock import Clock, TimeControl
from tests.league.stats.played import lines_of, records
from tests.thorough import WHOLE

SOME = range(50) if WHOLE else range(0, 50, 4)
"""Matches of the corpus."""


@pytest.mark.parametrize("module", [match_tallies, game, player_tables, usage, tables])
def test_the_examples_in_the_words_are_true(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)


def read(game: str, number: int) -> Usage:
    one = records(game)[number]
    return get_reader(game).read(lines_of(one), one.options, one.seats)


OPENINGS = {
    "field-tactics": r"[A-F]D?\d-[A-F]D?\d", "order-and-chaos": r"[A-Z]\d+[sb]?-[A-Z]\d+",
    "zero-order": r"[A-Z]{2}( [A-Z]{2})*", "zero-day": r"(stack \w+|[a-z-]+)",
    "incursion-point-zero": r"[A-Z]\w+( [A-Z]\w+){3}",
}  # fmt: skip


@pytest.mark.parametrize("game", registry.keys())
def test_every_line_has_a_table_every_place_is_on_the_board_and_each_side_opens_once(game: str) -> None:
    one = get_reader(game)
    topics = {topic.key: topic for topic in one.topics}
    cells = {cell.key for cell in one.board().cells} if one.board else set()
    usages = [read(game, number) for number in SOME]
    uses = {use for usage in usages for use in usage.of}
    assert {use.topic for use in uses} == {*topics, *({"square"} if cells else set())}
    for use in uses:
        assert use.key in cells if use.topic == "square" else topics[use.topic].name(use.key)
    openings = [text for usage in usages for text in usage.openings.values()]
    assert all(re.fullmatch(OPENINGS[game], text) for text in openings)
    assert len(openings) >= 1.6 * len(SOME)
    assert len(set(openings)) > 3


def test_an_opening_that_was_taken_back_is_none() -> None:
    lines = [LogLine(0, "S1-W1"), LogLine(None, "takeback 0"), LogLine(0, "S2-W2"), LogLine(1, "S4-W4"), LogLine(0, "W2-W3")]
    assert get_reader("order-and-chaos").read(lines, {}, 2).openings == {0: "S2-W2", 1: "S4-W4"}


def test_pieces_are_followed_to_the_squares_where_the_record_says_they_fell() -> None:
    """The record names each destroyed piece; the reader must have had that very piece there."""
    for number in SOME:
        told, found = Counter[str](), Counter[str]()
        for line in lines_of(records("field-tactics")[number]):
            note = re.fullmatch(r"(?:duel )?\S+[ox=-] ?(.*)", line.note)
            told.update(code for code in (note[1].split(",") if note else []) if code)
        for use, figures in read("field-tactics", number).of.items():
            if use.topic == "piece":
                found[use.key] += figures["bad"]
                assert figures["bad"] <= COUNTS[KIND_OF[use.key]]
        assert +found == told


def test_a_set_up_lies_from_the_back_row_forward() -> None:
    assert field_tactics.list_home_squares(0)[:6] == ["A1", "B1", "CD1", "E1", "F1", "A2"]
    assert field_tactics.list_home_squares(1)[:6] == ["A8", "B8", "CD8", "E8", "F8", "A7"]


def test_deaths_of_chessmen_are_those_in_the_record() -> None:
    for number in SOME:
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
    log = [LogLine(0, do) for do in ("squad Assault Medic", "move Assault Z1-5 Z2-5", "undo", "pass Assault")]
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
    log = [LogLine(0, "x", "", 0, [(0, 9), (0, 9)])]
    assert [one.used for one in match_tallies.measure_time(log, 2, {}, limited=True)] == [None, None]


START = datetime(2026, 3, 1, tzinfo=UTC)


def earned(*results: tuple[str, int, int]) -> dict[str, int]:
    """The achievements of (game, seat, result), and the number of the match in which each was earned."""
    listed = (Result(*one, number, START + timedelta(days=number)) for number, one in enumerate(results, 1))
    return {one.key: one.match_id for one in list_achievements(listed)}


def test_the_first_win_is_an_achievement_once_and_a_draw_or_a_loss_is_none() -> None:
    assert earned(("zero-day", 0, -1), ("zero-day", 0, 0)) == {}
    assert earned(("zero-day", 0, -1), ("zero-day", 0, 1), ("zero-day", 0, 1)) == {"first-win": 2}


def test_a_draw_ends_a_winning_streak() -> None:
    won, drawn = ("zero-day", 0, 1), ("zero-day", 0, 0)
    assert earned(won, won, drawn, won, won) == {"first-win": 1}
    assert earned(won, won, drawn, won, won, won)["streak-3"] == 6
    assert earned(*[won] * 10) == {"first-win": 1, "streak-3": 3, "streak-5": 5, "streak-10": 10, "matches-10": 10}


def test_wins_in_several_games_and_with_every_side() -> None:
    games = ("field-tactics", "zero-order", "order-and-chaos")
    assert earned(*((game, 0, 1) for game in games), ("zero-order", 1, -1), ("zero-order", 1, 1)) == {
        "first-win": 1, "streak-3": 3, "games-3": 3, "sides-zero-order": 5,
    }  # fmt: skip


def test_a_game_that_is_not_installed_has_no_sides_to_complete() -> None:
    assert earned(("gone", 0, 1), ("gone", 1, 1)) == {"first-win": 1}
