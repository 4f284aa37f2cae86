"""Every figure opens, and its terms make it."""

import hashlib
import hmac

from hypothesis import given, settings, strategies as st

from league.formats.tie_breaks.definitions import TIE_BREAKS
from league.formats.tie_breaks.derivation import Derivation, derive_figure
from league.formats.tie_breaks.ledger import Lots, Rules
from league.formats.tie_breaks.standings import compute_standings
from tests.league.formats.playing import examples
from tests.league.formats.tie_breaks.exercises import ROUND_ROBIN, SWISS, SWISS_RATINGS, table
from tests.league.formats.tie_breaks.tournaments import Event, round_robins, swiss

AVERAGES = ("ARO", "ARO-C1", "ARO-C2", "APRO", "APPO")
NO_SUMS = ("TPR", "PTP", "DE", "RTNG", "SEED", "LOTS")


def opened(key: str, contender: int) -> Derivation:
    return derive_figure(*table(SWISS, SWISS_RATINGS), [key], contender=contender, key=key)


def test_a_half_point_bye_is_a_dummy_that_is_cut_first() -> None:
    found = opened("BH-C1", 4)
    capped = "with your own score of 3½, capped at 2½ (a draw in every round)"
    assert [(term.round, term.opponent, found.format_figure(term), term.counted, term.why) for term in found.terms] == [
        (1, 12, "3", True, "Score: 2; 3 with the requested byes at the end counted as draws"),
        (2, None, "2½", False, f"requested bye: dummy opponent {capped}; cut: unplayed by choice"),
        (3, 13, "1½", True, "Score: 1½"),
        (4, 3, "3½", True, "Score: 3½"),
        (5, 1, "3½", True, "Score: 3½"),
    ]  # fmt: skip
    assert found.shown == "11½"


def test_a_forfeit_is_a_dummy_no_better_than_who_was_due() -> None:
    won = opened("SB", 11).terms[3]
    assert (won.opponent, won.value) == (9, 2 * 3)
    assert won.why == "1 × 1½ (won by forfeit: dummy opponent with your own score of 2½, capped at the scheduled opponent's 1½)"


def test_a_direct_encounter_shows_the_table_of_those_equal() -> None:
    found = derive_figure(*table(ROUND_ROBIN), ["DE"], Rules(everybody_meets=True), contender=4, key="DE")
    assert [(line.contender, line.points, line.missing, line.place) for line in found.lines] == [
        (5, "1½", 0, 1), (6, "1", 0, 2), (4, "½", 0, 3),
    ]  # fmt: skip
    assert [(term.opponent, found.format_figure(term), term.why) for term in found.terms] == [
        (6, "0", "lost"),
        (5, "½", "drew"),
    ]


def test_a_lot_can_be_drawn_again_by_hand() -> None:
    rules = Rules(lots=Lots(b"secret", "event 12"))
    found = derive_figure(*table(SWISS), ["LOTS"], rules, contender=7, key="LOTS")
    mac = hmac.new(b"secret", b'["draw","lots of event 12",[],7,0]', hashlib.sha256).digest()
    assert found.figure == int.from_bytes(mac[10:16], "big")
    assert b"secret".hex() in found.how
    assert '["draw","lots of event 12",[],7,0]' in found.how


@settings(max_examples=examples(15))
@given(st.one_of(swiss(), round_robins()), st.data())
def test_the_terms_of_any_figure_make_it(event: Event, data: st.DataObject) -> None:
    contenders, rounds, keys, rules = event
    places = {place.contender: place for place in compute_standings(contenders, rounds, keys, rules)}
    contender = data.draw(st.sampled_from(contenders)).id
    for key in keys:
        found = derive_figure(contenders, rounds, keys, rules, contender=contender, key=key)
        figure = places[contender].figures[key]
        assert (found.figure, found.shown) == (figure, TIE_BREAKS[key].format_figure(figure))
        assert found.how
        counted = [term.value for term in found.terms if term.counted]
        if key in AVERAGES:
            assert figure == (int(sum(counted) / len(counted) + 0.5) if counted else None)
        elif key not in NO_SUMS:
            assert figure == sum(counted), key
