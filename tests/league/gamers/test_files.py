"""Files of Gamers: what is read, and everything that is wrong with one, by row and field."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from engines.incursion_point_zero.cards import GAMERS
from engines.incursion_point_zero.gamers import to_card
from league.gamers.files import COLUMNS, EXAMPLES, MAX_ROWS, decode_file, find_faults, parse_file, to_csv_row, to_toml
from matches.errors import ActionError

HEADER = ",".join(COLUMNS)


def table(*cards: Any) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(to_csv_row(one) for one in cards)
    return text.getvalue()


@pytest.mark.parametrize("write", [table, lambda *cards: to_toml(cards)], ids=["csv", "toml"])
def test_a_file_is_read_as_it_was_written(write: Any) -> None:
    cards = [*EXAMPLES, *map(to_card, GAMERS)]
    assert [entry.card for entry in parse_file(write(*cards))] == cards
    assert find_faults(parse_file(write(*EXAMPLES)), {}) == []


def test_rows_are_lines_of_a_table_and_gamers_of_toml() -> None:
    lines = table(*EXAMPLES).replace("\r\n", "\n").split("\n")
    assert [entry.row for entry in parse_file("\n".join([lines[0], "", lines[1], ",,,,,,,,,,", lines[2]]))] == [3, 5]
    assert [entry.row for entry in parse_file(to_toml(EXAMPLES))] == [1, 2]


def test_every_bad_row_is_named_with_its_field() -> None:
    bad = f"{HEADER}\nNova,Ada,RTS,x,luck,0,1,2,3,,\n_no,,FPS,3,,1,1,1,1,1,\n=x,Ben,FPS,3,,1,1,1,1,9,"
    found = [(one.row, one.handle, one.field, one.code) for one in find_faults(parse_file(bad), {})]
    assert found == [
        (2, "Nova", "genre", "bad-genre"), (2, "Nova", "salary", "bad-salary"), (2, "Nova", "stats.wisdom", "bad-stat"),
        (2, "Nova", "stats.xfactor", "bad-stat"), (2, "Nova", "talent", "unknown-talent"),
        (3, "_no", "handle", "bad-handle"), (3, "_no", "name", "bad-name"), (4, "=x", "handle", "bad-handle"),
        (4, "=x", "stats.xfactor", "bad-stat"),
    ]  # fmt: skip


def test_a_handle_twice_in_the_file_or_taken_is_named_whatever_its_letter_case() -> None:
    nova = EXAMPLES[0]
    entries = parse_file(table(nova, {**nova, "handle": "NOVA"}, {**nova, "handle": "Taken"}))
    taken = {"taken": "The league already has a Gamer TAKEN."}
    assert [(one.row, one.code) for one in find_faults(entries, taken)] == [(3, "handle-twice"), (4, "handle-taken")]


def test_what_is_no_file_of_gamers_is_refused() -> None:
    for text, code in (
        ("", "bad-columns"), (HEADER, "no-gamers"), ("handle,name\nNova,Ada", "bad-columns"),
        (f"{HEADER},colour\n", "bad-columns"), (f"{HEADER},text\n", "bad-columns"), (f"{HEADER}\nNova,Ada", "bad-csv"),
        (f'{HEADER}\n"Nova', "bad-csv"), ("[[gamer]]\nhandle = ", "bad-toml"),
        ("[[gamer]]\nhandle = 'x'\n[other]\n", "bad-toml"), ("gamer = 3", "bad-toml"), ("gamer = " + "[" * 5000, "bad-toml"),
        ("gamer = []", "no-gamers"), (HEADER + "\nNova,Ada,FPS,3,,1,1,1,1,1,x" * (MAX_ROWS + 1), "too-many-gamers"),
        (HEADER + "\n" + "x" * 512_000, "too-long"),
    ):  # fmt: skip
        with pytest.raises(ActionError) as refusal:
            parse_file(text)
        assert (refusal.value.code, refusal.value.text[-1]) == (code, ".")
    assert decode_file("\ufeffhandle".encode()) == "handle"
    for content, code in ((b"\xff\xfe", "not-text"), (b"x" * 512_001, "too-long")):
        with pytest.raises(ActionError) as refusal:
            decode_file(content)
        assert refusal.value.code == code


@settings(max_examples=40, deadline=None)
@given(st.one_of(st.text(max_size=200), st.text(max_size=120).map(lambda text: f"{HEADER}\n{text}"),
                 st.text(max_size=120).map(lambda text: f"[[gamer]]\n{text}")))  # fmt: skip
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    try:
        entries = parse_file(text)
    except ActionError:
        return
    rows = [one.row for one in find_faults(entries, {})]
    assert rows == sorted(rows)
    assert len(entries) <= 1 + text.count("\n") + text.count("\r") + text.count("{") + text.count("[")
