"""The states of a report, and which results a match or a series can have."""

from itertools import product

import pytest

from league.result_reports.rules import LIVE, Act, Claim, Contest, ReportStatus, advance, parse_claim
from matches.errors import ActionError

GAME, SERIES = Contest("round-robin", 2), Contest("round-robin", 2, best_of=3)
KNOCKOUT, TABLE = Contest("single-elimination", 2, best_of=3), Contest("heats", 4)
AFTER = {
    "change": "reported", "confirm": "confirmed", "dispute": "disputed", "withdraw": "withdrawn", "expire": "expired",
    "replay": "replayed", "uphold": "upheld", "reject": "rejected", "supersede": "superseded",
}  # fmt: skip


def test_a_report_changes_and_expires_before_any_answer_and_a_decided_one_never_changes_again() -> None:
    for status, act in product(ReportStatus.values, Act.values):
        if status == "reported" or (status in ("disputed", "expired") and act not in ("change", "expire")):
            assert advance(status, Act(act)) == AFTER[act]
            continue
        with pytest.raises(ActionError) as refusal:
            advance(status, Act(act))
        assert refusal.value.code == "answered", (status, act)
    assert set(LIVE) == {"reported", "disputed", "expired"}


@pytest.mark.parametrize(
    ("contest", "claim", "result", "score"),
    [
        (GAME, Claim("1-0"), "1-0", ""), (GAME, Claim(score="3:1"), "1-0", "3-1"), (SERIES, Claim(score="1-2"), "0-1", "1-2"),
        (SERIES, Claim(score="1.5-1.5"), "1/2-1/2", "1.5-1.5"), (SERIES, Claim(games=("11-9", "7-11", "11-5")), "1-0", "2-1"),
        (SERIES, Claim(games=("5-5", "0-1", "0-1")), "0-1", "0.5-2.5"),
        (KNOCKOUT, Claim(games=("1-0", "0-1", "2-2", "1-3")), "0-1", "1.5-2.5"),
        (Contest("round-robin", 2, best_of=4), Claim(score="2-2"), "1/2-1/2", "2-2"),
    ],
)  # fmt: skip
def test_a_result_follows_from_scores_and_a_score_from_games(contest: Contest, claim: Claim, result: str, score: str) -> None:
    parsed = parse_claim(claim, contest)
    assert (parsed.result, parsed.score, parsed.games) == (result, score, claim.games)


@pytest.mark.parametrize(
    ("contest", "claim", "field"),
    [
        (GAME, Claim(), "result"), (GAME, Claim("1F-0F"), "result"), (GAME, Claim("won"), "result"),
        (GAME, Claim("1-0", "1-2"), "score"), (GAME, Claim(score="9999-1"), "score"), (GAME, Claim(score="٣-١"), "score"),
        (GAME, Claim(games=("1-0",)), "games"), (GAME, Claim(places=(1, 2)), "places"),
        (SERIES, Claim(score="1-0"), "score"), (SERIES, Claim(score="3-1"), "score"),
        (SERIES, Claim(score="1.5-1"), "score"), (SERIES, Claim(games=("1-0",)), "games"),
        (SERIES, Claim(games=("1-0", "1-0", "0-1")), "games"), (SERIES, Claim(games=("1-0", "x", "0-1")), "games"),
        (SERIES, Claim(score="2-1", games=("1-0", "1-0")), "score"), (KNOCKOUT, Claim("1/2-1/2"), "halves"),
        (TABLE, Claim("1-0"), "result"), (TABLE, Claim(places=(1, 2, 3, 0)), "places"),
        (TABLE, Claim(places=(1, 3, 3, 4)), "places"),
    ],
)  # fmt: skip
def test_a_result_that_the_match_cannot_have_is_refused_at_its_field(contest: Contest, claim: Claim, field: str) -> None:
    with pytest.raises(ActionError) as refusal:
        parse_claim(claim, contest)
    assert (refusal.value.field, refusal.value.text[-1]) == (field, ".")


@pytest.mark.parametrize(
    ("contest", "scores"),
    [
        (Contest("round-robin", 2, best_of=2), ["2-0", "1-1", "0-2"]),
        (Contest("single-elimination", 2, best_of=5), ["3-0", "3-1", "3-2", "2-3", "1-3", "0-3"]),
    ],
)
def test_the_scores_on_offer_are_those_that_a_series_can_have(contest: Contest, scores: list[str]) -> None:
    assert contest.list_scores() == scores
    for score in scores:
        assert parse_claim(Claim(score=score), contest).score == score


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (Claim("1-0"), Claim("1-0"), True), (Claim("1-0", "2-1"), Claim("1-0"), True),
        (Claim("1-0", "2-1"), Claim("1-0", "2-0"), False), (Claim("1-0"), Claim("0-1"), False), (Claim(), Claim(), False),
        (Claim(places=(1, 2, 3)), Claim(places=(1, 2, 3)), True), (Claim(places=(1, 2, 3)), Claim(places=(1, 3, 2)), False),
    ],
)  # fmt: skip
def test_reports_agree_on_the_result_and_on_the_score_if_both_name_it(one: Claim, other: Claim, agree: bool) -> None:
    assert one.agrees_with(other) == other.agrees_with(one) == agree
