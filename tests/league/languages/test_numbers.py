"""Numbers in the language of whoever reads them."""

from engines.numbers import digits
from matches.wording import speaking


def test_a_german_reads_a_point_between_thousands_and_a_comma_before_decimals() -> None:
    assert digits("1,234,567.8") == "1,234,567.8"
    with speaking("de"):
        assert digits("1,234,567.8") == "1.234.567,8"
        assert digits("-62.5") == "-62,5"
