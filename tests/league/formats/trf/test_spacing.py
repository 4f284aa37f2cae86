"""Files of other programs: what is off its columns is read where it can be read in one way only."""

from __future__ import annotations

import pytest

from league.formats.trf import BadTrf, parse_report
from league.formats.trf.next_round import parse_next_round
from tests.league.formats.trf import sample

PLAIN = parse_next_round(parse_report(sample.text()))


@pytest.mark.parametrize(
    "odd",
    [
        sample.text().replace("\n", "\r\n"),
        sample.text().replace("\n", "\r"),
        "\ufeff" + sample.text(),
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
    ids=["CRLF", "CR", "BOM", "trailing", "rounds", "142", "letters", "zeros", "right", "left", "tabs", "comma", "close"],
)
def test_odd_spacing_says_the_same(odd: str) -> None:
    assert parse_next_round(parse_report(odd)) == PLAIN


def test_small_letters_of_results_are_read() -> None:
    byes = sample.text(p4=sample.player(4, "   2 w 0", "   3 b 0", "0000 - z"))
    assert parse_next_round(parse_report(byes.replace("- z", "- Z"))) == parse_next_round(parse_report(byes))


def test_a_round_off_its_columns_behind_an_empty_one_is_not_guessed() -> None:
    line = sample.player(4, "        ", "   3 b 0").replace("Dietz, Di ", "Dietz, Di")
    with pytest.raises(BadTrf, match="round before it may be empty") as bad:
        parse_report(sample.text(p4=line.replace("1990/01/01", "\t")))
    assert bad.value.line == 8


def test_what_cannot_be_read_is_named_by_its_round() -> None:
    with pytest.raises(BadTrf, match="Round 2 has the result “X”; expected one of") as bad:
        parse_report(sample.text(p3=sample.player(3, "   1 b 0", "   4 w x")))
    assert bad.value.line == 7
