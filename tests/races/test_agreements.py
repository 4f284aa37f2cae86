"""Races about what players and organisers agree on: match times, reported results, claimed places, linked accounts."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from league.claims.actions import claim_place, create_claim_link
from league.discord.actions import create_code, link_user
from league.discord.models import DiscordLink
from league.events.models import EventLogEntry, Pairing, SeriesMatch
from league.match_times.actions.deadlines import apply_deadline
from league.notifications.models import Notification
from league.pairings.actions.match_times import open_timed_match, set_match_time
from league.pairings.actions.rounds import create_next_round, publish_round_manually
from league.people.models import Player
from league.ratings.actions.rating_updates import apply_rated_match
from league.ratings.actions.recalculation import compare_pool
from league.ratings.models import Rating
from league.registration.actions.placeholders import create_placeholders
from league.result_reports.actions.rulings import rule, settle_report
from league.result_reports.models import ResultReport
from league.results.actions.event_start import start_event
from league.results.actions.result_entry import enter_results
from matches.models import Seat
from tests.factories import NOON, PlayerFactory, ended_match
from tests.league.claims.test_claims import link, place, token
from tests.league.match_times.test_agreeing import DAY, FRIDAY, HOUR, Duel
from tests.league.result_reports.reporting import LOSS, WIN, Pair, pair
from tests.league.results.test_trf_import import chess
from tests.league.test_races import THREADS, codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TIMES = 2
DUE = NOON + 48 * HOUR


def proposed(**plan: Any) -> Duel:
    duel = Duel(**plan)
    duel.propose(duel.one, FRIDAY, FRIDAY + DAY)
    return duel


def set_time(duel: Duel) -> Any:
    ids = {"event_id": duel.event.pk, "pairing_id": duel.pairing.pk, "by": duel.event.organiser_id}
    return partial(set_match_time, **ids, starts_at=FRIDAY - DAY, at=NOON)


def test_times_that_are_accepted_at_once_are_agreed_once() -> None:
    duel = proposed()
    accepts = [partial(duel.accept, duel.other, slot) for slot in (FRIDAY, FRIDAY + DAY)] * (THREADS // 2)
    assert codes(race(*accepts)) == ["answered"] * (len(accepts) - 1)
    assert duel.starts_at in (FRIDAY, FRIDAY + DAY)
    assert (duel.pairing.time_changes, EventLogEntry.objects.filter(act="pairing.agreed").count()) == (1, 1)
    assert duel.told(duel.one).count("agreed") == 1


def test_an_acceptance_and_a_counter_proposal_at_once_leave_an_agreed_time_or_the_proposal() -> None:
    for _ in range(TIMES):
        duel = proposed()
        moved = FRIDAY + 2 * HOUR
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY), partial(duel.propose, duel.one, moved)))
        agreement = duel.agreement
        if refused:
            assert (refused, duel.starts_at, agreement.slots) == (["answered"], None, [moved.isoformat()])
        else:
            assert (duel.starts_at, agreement.slots) == (FRIDAY, [moved.isoformat()]), "a change is proposed, the time holds"


def test_an_acceptance_and_an_organisers_time_at_once_end_with_one_of_both() -> None:
    for _ in range(TIMES):
        duel = proposed()
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY), set_time(duel)))
        assert set(refused) <= {"answered"}
        assert duel.starts_at == FRIDAY - DAY, "who comes last counts, and an acceptance can't come last"
        assert (duel.agreement.status, duel.agreement.slots, duel.agreement.opens_at) == ("organiser", [], FRIDAY - DAY)


def test_the_policy_and_an_acceptance_at_once_give_one_time() -> None:
    for _ in range(TIMES):
        duel = proposed()
        assert apply_deadline(pairing_id=duel.pairing.pk, at=NOON + DAY)
        policy = [partial(apply_deadline, pairing_id=duel.pairing.pk, at=DUE)] * 2
        refused = codes(race(partial(duel.accept, duel.other, FRIDAY, DUE), *policy))
        expected = ("default", duel.agreement.default_at) if refused == ["answered"] else ("agreed", FRIDAY)
        assert (duel.agreement.status, duel.starts_at, duel.pairing.time_changes) == (*expected, 1)
        known = Notification.objects.filter(player=duel.one, case__in=["default", "agreed"]).count()
        assert known == 1


def test_a_match_is_opened_once_and_not_moved_while_it_opens() -> None:
    for _ in range(TIMES):
        duel = Duel()
        duel.agree()
        opening = [partial(open_timed_match, pairing_id=duel.pairing.pk, at=FRIDAY)] * 3
        late = partial(duel.propose, duel.one, FRIDAY + DAY, at=FRIDAY - timedelta(seconds=1))
        assert set(codes(race(*opening, late))) <= {"already-started"}
        assert SeriesMatch.objects.filter(pairing=duel.pairing).count() == 1
        assert duel.starts_at == FRIDAY


REPORT_DUE = NOON + timedelta(hours=24)


def entered() -> int:
    return EventLogEntry.objects.filter(act="result.entered").count()


def enter(made: Pair, result: str = "0-1") -> Any:
    rows = [{"pairing_id": made.pairing.pk, "result": result}]
    return partial(enter_results, event_id=made.event.pk, number=1, results=rows, by=made.event.organiser_id, at=NOON)


def test_both_sides_who_report_at_once_agree_or_dispute() -> None:
    same, different = pair(), pair()
    assert codes(race(same.report, partial(same.report, same.second))) == []
    assert (same.statuses, same.halves, entered()) == (["confirmed"], [2, 0], 1)
    assert codes(race(different.report, partial(different.report, different.second, LOSS))) == []
    assert (different.statuses, different.halves, entered()) == (["disputed", "disputed"], [None, None], 1)


def test_a_side_that_reports_many_times_at_once_has_one_report_which_counts_once() -> None:
    made = pair()
    assert codes(race(*[made.report] * THREADS)) == ["already-reported"] * (THREADS - 1)
    assert made.statuses == ["reported"]
    report = ResultReport.objects.get(pairing=made.pairing).pk
    assert codes(race(*[partial(made.confirm, report)] * THREADS)) == ["has-result"] * (THREADS - 1)
    assert (made.statuses, made.halves, entered()) == (["confirmed"], [2, 0], 1)


def test_a_report_and_an_entry_by_staff_at_once_leave_the_entry() -> None:
    for _ in range(TIMES):
        made = pair()
        assert set(codes(race(made.report, enter(made)))) <= {"has-result"}
        for row in ResultReport.objects.filter(pairing=made.pairing):
            settle_report(report_id=row.pk, at=NOON)
        assert made.halves == [0, 2]
        assert set(made.statuses) <= {"superseded"}


def test_a_confirmation_and_an_entry_by_staff_at_once_give_one_result() -> None:
    for _ in range(TIMES):
        made = pair()
        report, before = made.report(), entered()
        assert codes(race(partial(made.confirm, report), enter(made))) in (["has-result"], ["named-twice"])
        assert entered() == before + 1
        settle_report(report_id=report, at=NOON)
        assert (made.statuses, made.halves) in ((["confirmed"], [2, 0]), (["superseded"], [0, 2]))


def test_the_deadline_and_a_confirmation_at_once_give_one_result() -> None:
    for _ in range(TIMES):
        made = pair()
        report, before = made.report(), entered()
        acts = [partial(settle_report, report_id=report, at=REPORT_DUE)] * 3
        assert set(codes(race(partial(made.confirm, report), *acts))) <= {"has-result"}
        assert (made.statuses, made.halves, entered()) == (["confirmed"], [2, 0], before + 1)


def test_the_deadline_and_a_dispute_at_once_leave_a_result_or_a_dispute() -> None:
    for _ in range(TIMES):
        made = pair()
        report = made.report()
        race(partial(made.dispute, report), partial(settle_report, report_id=report, at=REPORT_DUE))
        assert (made.statuses, made.halves) in ((["confirmed"], [2, 0]), (["disputed", "disputed"], [None, None]))


def test_two_referees_who_rule_at_once_give_one_result() -> None:
    made = pair()
    own = made.dispute(made.report())
    act = partial(rule, event_id=made.event.pk, pairing_id=made.pairing.pk, by=made.event.organiser_id, why="Seen", at=NOON)
    told = codes(race(partial(act, report_id=own), partial(act, claim=WIN)))
    assert told == ["has-result"]
    assert (made.statuses, made.halves) in ((["rejected", "upheld"], [0, 2]), (["upheld", "rejected"], [2, 0]))
    assert entered() == 1


def test_of_two_who_claim_one_place_at_once_one_gets_it() -> None:
    made, anna = place()
    key = token(link(made, anna))
    people = PlayerFactory.create_batch(4)
    results = race(*(partial(claim_place, token=key, player_id=person.pk, at=NOON) for person in people))
    assert codes(results) == ["link-over"] * 3
    assert made.entrants.filter(player__in=people).count() == 1
    assert not Player.objects.filter(pk=anna.pk).exists()


def test_a_round_that_is_paired_during_a_claim_has_the_account_in_it() -> None:
    for _ in range(TIMES):
        made = chess(settings={"rounds": 2})
        create_placeholders(event_id=made.pk, by=made.organiser_id, names=["Anna", "Ben", "Cleo", "Dora"], at=NOON)
        start_event(event_id=made.pk, by=made.organiser_id, at=NOON)
        boards = Pairing.objects.filter(round__event=made).values_list("pk", flat=True)
        results = [{"pairing_id": pk, "result": "1-0"} for pk in boards]
        enter_results(event_id=made.pk, number=1, results=results, by=made.organiser_id, at=NOON)
        entrant, account = made.entrants.order_by("seed")[0], PlayerFactory()
        path = create_claim_link(event_id=made.pk, by=made.organiser_id, entrant_id=entrant.pk, at=NOON)
        claim = partial(claim_place, token=token(path), player_id=account.pk, at=NOON)
        pair = partial(create_next_round, event_id=made.pk, by=made.organiser_id, at=NOON)
        publish = partial(publish_round_manually, event_id=made.pk, number=2, by=made.organiser_id, at=NOON)
        assert codes(race(claim, lambda pair=pair, publish=publish: (pair(), publish()))) == []
        seated = Seat.objects.filter(
            match__series_match__pairing__round__event=made, match__series_match__pairing__round__number=2
        )
        assert seated.filter(player=account).count() == 1
        assert seated.count() == 4
        assert not seated.filter(player__display_name="Anna").exists()


def test_a_match_that_is_counted_during_a_claim_counts_for_the_account_once() -> None:
    for _ in range(TIMES):
        made, anna = place()
        account, rival = PlayerFactory(), PlayerFactory()
        apply_rated_match(match_id=ended_match(anna, rival).pk, at=NOON)
        later = ended_match(rival, anna, at=NOON + timedelta(hours=1)).pk
        claim = partial(claim_place, token=token(link(made, anna)), player_id=account.pk, at=NOON)
        race(claim, partial(apply_rated_match, match_id=later, at=NOON))
        if Player.objects.filter(pk=anna.pk).exists():
            claim()
        apply_rated_match(match_id=later, at=NOON)  # what the sweep does
        rating = Rating.objects.get(player=account)
        assert (rating.games, rating.wins, rating.losses) == (2, 1, 1)
        assert compare_pool(pool=rating.pool).first == ""
        assert Seat.objects.filter(player=account).count() == 2


def test_of_several_users_with_one_code_and_of_several_codes_of_one_user_one_links() -> None:
    ada, others = PlayerFactory(), PlayerFactory.create_batch(3)
    code = create_code(player_id=ada.pk, at=NOON)
    results = race(*(partial(link_user, code=code, user_id=str(n), name="x", at=NOON) for n in range(3)))
    assert codes(results) == ["bad-code"] * 2
    assert DiscordLink.objects.filter(player=ada).count() == 1
    given = [create_code(player_id=player.pk, at=NOON) for player in others]
    results = race(*(partial(link_user, code=one, user_id="9", name="x", at=NOON) for one in given))
    assert codes(results) == ["already-linked"] * 2
    assert DiscordLink.objects.filter(user_id="9").count() == 1
