"""A report is read from text and written from values."""

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings, strategies as st

from league.formats.trf import BadTrf, decode, format_report, parse_report
from league.formats.trf.next_round import parse_next_round
from league.formats.trf.records import (
    Acceleration,
    Byes,
    Cell,
    Fictitious,
    Field,
    Listed,
    Person,
    PlayerLine,
    Prohibited,
    Record,
)
from tests.league.formats.playing import examples
from tests.league.formats.trf import sample

starts = st.integers(1, 9999)
tenths = st.integers(0, 999)
words = st.text(string.ascii_letters + "éüß,.-'", min_size=1, max_size=8)


people = st.builds(
    Person, sex=st.sampled_from(["", "m", "w"]), title=st.sampled_from(["", "GM", "WIM", "c"]),
    name=st.text(string.ascii_letters + "éüß,' ", max_size=33).map(str.strip),
    rating=st.one_of(st.just(""), st.integers(1, 9999).map(str)), federation=st.sampled_from(["", "SUI", "NOR"]),
    number=st.one_of(st.just(""), st.integers(1, 10**11 - 1).map(str)), birth=st.sampled_from(["", "1990/01/31", "1990"]),
)  # fmt: skip
games = st.builds(Cell, starts, st.sampled_from("wb"), st.sampled_from("1=0+-WDL"))
byes = st.builds(Cell, st.just(0), st.sampled_from(["-", ""]), st.sampled_from("UHFZ"))
rows = st.lists(st.one_of(games, byes, st.just(Cell())), max_size=5).map(
    lambda row: tuple(row) if not row or not row[-1].blank else (*row, Cell(9, "w", "1"))
)
groups = st.lists(starts, min_size=2, max_size=5).map(tuple)
codes = st.sampled_from(["001", "001    1 ", "013 ", "132", "240 H 1 ", "250", "260", "XXA    1 ", "XXP 1 2", "XXR"])
records: st.SearchStrategy[Record] = st.one_of(
    st.builds(PlayerLine, starts, people, st.none() | tenths, st.none() | starts, rows),
    st.builds(Field, st.sampled_from(["012", "102", "142", "162", "222", "XXC", "XXR", "BBW"]), words),
    st.builds(Fictitious, starts, st.lists(tenths, min_size=1, max_size=9).map(tuple)),
    st.builds(Prohibited, st.just(1), st.integers(1, 9), groups),
)


def recorded(text: str) -> list[Record]:
    return [line.record for line in parse_report(text).lines if line.record is not None]


@settings(max_examples=examples(25))
@given(st.lists(records, max_size=6), st.sampled_from(["\n", "\r", "\r\n"]))
def test_values_written_and_read_are_the_same_values(given_records: list[Record], end: str) -> None:
    text = format_report(given_records).replace("\n", end)
    assert recorded(text) == given_records
    assert recorded("\ufeff" + text) == given_records


@settings(max_examples=examples(25))
@given(st.lists(st.text() | st.builds("{}{}{}".format, codes, st.text(" 1"), st.text()), max_size=5).map("\n".join))
def test_every_text_is_read_or_refused_with_its_line(text: str) -> None:
    with suppress(BadTrf):
        assert len(parse_report(text).lines) >= 1


def test_a_player_line_says_all_that_trf16_has_columns_for() -> None:
    line = "001   12 wWGM Muster, Mia                       2305 SUI     1300001 1999/12/24  1.5    3     4 w 1  0000 - H"
    (found,) = recorded(line)
    assert found == PlayerLine(
        12,
        Person("w", "WGM", "Muster, Mia", "2305", "SUI", "1300001", "1999/12/24"),
        15,
        3,
        (Cell(4, "w", "1"), Cell(0, "-", "H")),
    )
    assert format_report([found]) == line + "\n"
    with pytest.raises(ValueError, match="longer than 33"):
        format_report([PlayerLine(1, Person(name="x" * 34))])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("240 H 003  026  047", Byes("H", 3, (26, 47))),
        ("250      01.0 001 003 0001 0090", Acceleration(10, 1, 3, 1, 90)),
        ("250 00.0 02.0 001 003 0001 0090", Acceleration(20, 1, 3, 1, 90)),
        ("260 001 002  125  180  184", Prohibited(1, 2, (125, 180, 184))),
        ("XXA    3  1.0  1.0  0.5", Fictitious(3, (10, 10, 5))),
        ("XXA    3            0.5", Fictitious(3, (0, 0, 5))),
        ("XXP 13 68", Listed("XXP", (13, 68))),
        ("142 9", Field("142", "9")),
    ],
)
def test_lines_of_trf26_and_of_other_programs_are_understood(line: str, found: Record) -> None:
    assert recorded(line) == [found]


def test_utf_8_and_latin_1_are_told_apart_and_what_is_no_text_is_refused_with_its_line() -> None:
    assert decode("Müller\n".encode()) == decode("Müller\n".encode("latin-1")) == "Müller\n"
    with pytest.raises(BadTrf) as bad:
        decode(b"012 Open\nXX\x00\x01")
    assert bad.value.line == 2


PLAIN = parse_next_round(parse_report(sample.text()))


@pytest.mark.parametrize(
    "odd",
    [
        "\n".join(line + "    " for line in sample.lines()),
        sample.text().replace("XXR 3", "XXR    3  "),
        sample.text().replace("XXR 3", "142 3"),
        sample.text(p1=sample.player(1, "   3 W 1", "   2 B =")),
        sample.text(p1=sample.player(1, "3    w 1", "0002 b =")),
        "\n".join(line.replace(" 1990/01/01", "  1990/01/01") for line in sample.lines()),
        "\n".join(line.replace("Ada  ", "Ada ") for line in sample.lines()),
        "\n".join("\t".join(line.split()) if line.startswith("001") else line for line in sample.lines()),
        sample.text().replace(" 1.5 ", " 1,5 "),
        sample.text().replace("   3 w 1", "   3w1"),
    ],
)
def test_what_is_off_its_columns_is_read_where_it_can_be_read_in_one_way_only(odd: str) -> None:
    assert parse_next_round(parse_report(odd)) == PLAIN


def test_a_round_off_its_columns_behind_an_empty_one_is_not_guessed() -> None:
    line = sample.player(4, "        ", "   3 b 0").replace("Dietz, Di ", "Dietz, Di")
    with pytest.raises(BadTrf, match="round before it may be empty") as bad:
        parse_report(sample.text(p4=line.replace("1990/01/01", "\t")))
    assert bad.value.line == 8


def test_what_cannot_be_read_is_named_by_its_round() -> None:
    with pytest.raises(BadTrf, match="Round 2 has the result “X”; expected one of") as bad:
        parse_report(sample.text(p3=sample.player(3, "   1 b 0", "   4 w x")))
    assert bad.value.line == 7
