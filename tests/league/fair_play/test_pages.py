from datetime import timedelta

import pytest
from django.test import Client

from engines import registry
from engines.fair_play.evidence import WINDOW
from league.account.deletion import delete_account
from league.audit.models import AuditEntry
from league.fair_play.actions import look_into
from league.fair_play.models import FitScore
from league.fair_play.queries import MIN_MATCHES, get_evidence, list_figures
from league.notifications.models import Notification
from league.people.models import Player
from matches.models import Entry, Match, Status
from tests.factories import NOON, PASSWORD, PlayerFactory, ended_match
from tests.league.clients import client_of
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db
GAME, WHY = "zero-day", "A player reported it."
PAGE = "/desk/fair-play/"


@pytest.fixture(scope="module")
def matches(module_rows: None) -> list[Match]:
    """Matches an hour apart until an hour ago, each with an entry that fitted what was hidden."""
    made = [ended_match(game=GAME, at=NOON - timedelta(hours=hours)) for hours in range(10 + WINDOW, 0, -1)]
    Entry.objects.bulk_create(Entry(match=one, n=900, by=1, do="hack 0 1 2 3", texts={}, at=NOON, left=[]) for one in made)
    return made


def score(player: Player, value: float, matches: list[Match], *, seat: int = 1, partner: Player | None = None) -> None:
    FitScore.objects.bulk_create(
        FitScore(
            match=match, game=GAME, version=registry.get(GAME).version, seat=seat, player=player, score=value, decisions=6,
            partner=partner, partner_seat=None if partner is None else 2, weightiest=[[900, 1, 2.5]], closed_at=match.closed_at,
        )
        for match in matches
    )  # fmt: skip


@pytest.fixture
def admin() -> Player:
    return PlayerFactory(is_superuser=True)


@pytest.fixture
def cheat(matches: list[Match]) -> Player:
    """A player whose choices fitted what was hidden, match after match."""
    cheat: Player = PlayerFactory()
    score(cheat, 4.0, matches[-20:])
    return cheat


def test_who_fits_hidden_cards_again_and_again_stands_out(admin: Player, cheat: Player, matches: list[Match]) -> None:
    score(PlayerFactory(), 0.3, matches[-20:], seat=3)
    [figure] = list_figures(admin.pk, NOON)
    assert (figure.username, figure.matches, figure.honest_below) == (cheat.username, 20, 9999)
    assert "better than at least 9,999 in 10,000 honest players" in figure.words


def test_few_annulled_and_long_past_matches_and_older_rules_do_not_count(admin: Player, matches: list[Match]) -> None:
    few, annulled, older, better = PlayerFactory.create_batch(4)
    score(few, 6.0, matches[-MIN_MATCHES + 1 :])
    score(annulled, 4.0, matches[:10], seat=3)
    Match.objects.filter(pk__in=[match.pk for match in matches[:6]]).update(status=Status.VOID)
    score(older, 4.0, matches[-10:], seat=4)
    FitScore.objects.filter(player=older).update(version=0)
    score(better, 4.0, matches[:10], seat=5)
    score(better, 0.0, matches[-WINDOW:], seat=5)
    assert list_figures(admin.pk, NOON) == []
    [part] = get_evidence(better.pk, GAME, without=admin.pk).parts
    assert (part.figure.matches, len(part.lines)) == (WINDOW, WINDOW)
    score(few, 6.0, matches[-MIN_MATCHES : -MIN_MATCHES + 1])
    assert [figure.username for figure in list_figures(admin.pk, NOON)] == [few.username]


def test_admins_do_not_see_their_own_figures(admin: Player, matches: list[Match]) -> None:
    score(admin, 4.0, matches[-20:])
    assert list_figures(admin.pk, NOON) == []
    with refused("own-figures"):
        look_into(player_id=admin.pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    assert [figure.username for figure in list_figures(PlayerFactory(is_superuser=True).pk, NOON)] == [admin.username]


def test_who_looks_and_why_is_in_the_audit_log_and_nobody_is_notified(admin: Player, cheat: Player) -> None:
    other = PlayerFactory()
    for player_id, why, code in ((cheat.pk, " ", "why-needed"), (other.pk, WHY, "not-found"), (1 << 70, WHY, "not-found")):
        with refused(code):
            look_into(player_id=player_id, game=GAME, by=admin.pk, why=why, at=NOON)
    for curious in (cheat, PlayerFactory(is_staff=True)):
        assert client_of(curious).get(PAGE).status_code == 403
        with refused("not-allowed"):
            look_into(player_id=cheat.pk, game=GAME, by=curious.pk, why=WHY, at=NOON)
    assert not AuditEntry.objects.exists()
    evidence = look_into(player_id=cheat.pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    [entry] = AuditEntry.objects.all()
    assert (entry.act, entry.by, entry.subject_id, entry.why) == ("fair-play.looked-at", admin, cheat.pk, WHY)
    assert "score" not in str(entry.after)
    assert len(evidence.parts[0].lines) == 20
    assert not Notification.objects.exists()


def test_the_page_says_that_it_is_no_proof_needs_a_reason_and_opens_the_matches_before_the_decision(
    admin: Player, cheat: Player, matches: list[Match], client: Client
) -> None:
    client.force_login(admin)
    FitScore.objects.update(closed_at=NOON + timedelta(days=4000))  # Recent whenever the test runs.
    page = client.get(PAGE).content.decode()
    assert ("not proof" in page, cheat.username in page) == (True, True)
    address = f"{PAGE}{cheat.pk}/{GAME}/"
    told = client.post(address, {"why": WHY}).content.decode()
    for text in (f"/matches/{matches[-1].pk}/?at=899", "900: hack 0 1 2 3", "not proof"):
        assert text in told
    answer = client.post(address, {"why": ""})
    assert (answer.status_code, b"errorlist" in answer.content) == (422, True)
    assert client.get(address).status_code == 405
    for wrong in (f"{cheat.pk}/no-such-game", f"99999999999999999999/{GAME}"):
        assert client.post(f"{PAGE}{wrong}/", {"why": WHY}).status_code == 404


def test_partners_stand_out_as_a_pair_once(admin: Player, matches: list[Match]) -> None:
    first, second = sorted([PlayerFactory(), PlayerFactory()], key=lambda player: player.pk)
    score(first, 4.0, matches[-20:], partner=second)
    figures = list_figures(admin.pk, NOON)
    assert [(figure.username, figure.partner_username) for figure in figures] == [(first.username, second.username)]
    assert "honest pairs" in figures[0].words
    for player in (first, second):
        assert get_evidence(player.pk, GAME, without=admin.pk).parts[0].figure.partner == str(second)
    with refused("not-found"):
        get_evidence(first.pk, GAME, without=second.pk)
    score(second, 4.0, matches[:2])
    delete_account(player_id=second.pk, password=PASSWORD, at=NOON)
    assert not FitScore.objects.exists(), "the figures go with the account"
