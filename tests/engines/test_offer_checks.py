"""A record cannot tell of a draw, a pause or a move taken back to which not all had agreed."""

from collections.abc import Sequence
from random import Random

import pytest

from engines.verification import checks
from engines.verification.offer_checks import OfferChecker
from matches.clock import TimeControl
from tests.engines.clocked import Table

Said = Sequence[tuple[int | None, str]]
R = None
REVIEW = "outage 1-2"


def fault(said: Said, seats: int = 2) -> str | None:
    agreements, found = OfferChecker(), None
    for by, do in said:
        assert found is None, found
        note = "review" if do == REVIEW else "overload"
        found = agreements.process_entry(by, do, lambda: range(seats), note)
    return found


@pytest.mark.parametrize(
    "said",
    [
        [(R, "offer-draw 0"), (R, "agree-draw 1"), (R, "draw")],
        [(R, "offer-draw 0"), (0, "x"), (R, "agree-draw 1"), (R, "draw")],
        [(R, "offer-draw 0"), (R, "decline-draw 1"), (R, "offer-draw 1"), (R, "agree-draw 0"), (R, "draw")],
        [(R, "offer-takeback 1"), (R, "agree-takeback 0"), (R, "takeback 1"), (0, "x")],
        [(R, "offer-pause 1"), (R, "agree-pause 0"), (R, "pause"), (R, "offer-resume 0"), (R, "agree-resume 1"),
         (R, "resume"), (0, "x")],
        [(R, "offer-pause 1"), (R, "agree-pause 0"), (R, "pause"), (R, "resume"), (0, "resign")],
        [(R, "offer-pause 1"), (R, "agree-pause 0"), (R, "pause"), (R, "stop"), (R, "continue"), (1, "x")],
        [(R, "offer-pause 1"), (R, "withdraw-pause 1"), (0, "x"), (R, "gone-draw 1")],
        [(R, "stop"), (R, "credit 0 5"), (R, "continue"), (0, "x"), (R, REVIEW), (R, "credit 0 5"), (R, "continue"), (0, "x")],
    ],
)  # fmt: skip
def test_what_the_site_writes_down_is_found_agreed(said: Said) -> None:
    assert fault(said) is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ([(R, "draw")], "not all players accepted it"),
        ([(R, "offer-draw 0"), (R, "draw")], "not all players accepted it"),
        ([(R, "offer-draw 0"), (1, "x"), (R, "agree-draw 1")], "has none to answer"),
        ([(R, "offer-draw 0"), (R, "agree-draw 0")], "has none to answer"),
        ([(R, "offer-draw 0"), (R, "withdraw-draw 1")], "has none to answer"),
        ([(R, "offer-draw 0"), (R, "decline-draw 0")], "has none to answer"),
        ([(R, "offer-draw 0"), (R, "offer-draw 1")], "while a draw offer is open"),
        ([(R, "offer-draw 0"), (R, "decline-draw 1"), (R, "draw")], "not all players accepted it"),
        ([(R, "offer-takeback 1"), (R, "agree-takeback 0"), (R, "takeback 0")], "not all players accepted it"),
        ([(R, "offer-takeback 1"), (1, "x"), (R, "agree-takeback 0")], "has none to answer"),
        ([(R, "offer-pause 0"), (R, "agree-pause 1"), (R, "pause"), (0, "x")], "while the match is paused"),
        ([(R, "resume")], "The match resumes, but it was not paused."),
        ([(R, "continue")], "neither paused nor under review"),
        ([(R, "stop"), (R, "continue"), (R, "continue")], "neither paused nor under review"),
        ([(R, REVIEW), (0, "x"), (R, "outage 3-4"), (R, "continue")], "neither paused nor under review"),
    ],
)  # fmt: skip
def test_what_nobody_agreed_to_is_found(said: Said, told: str) -> None:
    assert told in str(fault(said))


def test_at_a_larger_table_all_who_are_left_must_agree() -> None:
    asked = [(R, "offer-pause 0"), (R, "agree-pause 2")]
    assert "not all players accepted it" in str(fault([*asked, (R, "pause")], seats=3))
    assert fault([*asked, (R, "agree-pause 1"), (R, "pause")], seats=3) is None


@pytest.mark.parametrize(("agreed", "sound"), [(("offer-draw 0", "agree-draw 1"), True), (("offer-draw 0",), False)])
def test_a_forged_agreement_makes_the_record_unsound(agreed: tuple[str, ...], sound: bool) -> None:
    table = Table("order-and-chaos", TimeControl(), Random(1))
    table.move(after=1_000)
    for text in (*agreed, "draw"):
        table.do(None, text, at=table.at)
    found = checks.find_fault(table.text())
    assert found is None if sound else "not all players accepted it" in str(found)
