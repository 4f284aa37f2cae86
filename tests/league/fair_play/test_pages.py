"""The figures of players: what they say, who may look, and that looking is recorded."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

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
from matches.errors import ActionError
from matches.models import Entry, Match, Status
from tests.factories import NOON, PASSWORD, PlayerFactory, ended_match, league, staff

pytestmark = pytest.mark.django_db
GAME, WHY = "zero-day", "A player reported it."
PAGE = "/desk/fair-play/"


def refused(code: str) -> Any:
    return pytest.raises(ActionError, check=lambda refusal: refusal.code == code)


def score(player: Player, value: float, number: int = 10, partner: Player | None = None, **more: Any) -> list[Match]:
    """Give a player this score in so many matches, the last one an hour ago."""
    made = []
    for hours in range(number, 0, -1):
        match = ended_match(game=GAME, at=NOON - timedelta(hours=hours))
        Entry.objects.bulk_create([Entry(match=match, n=900, by=1, do="hack 0 1 2 3", texts={}, at=NOON, left=[])])
        FitScore.objects.create(
            match=match, game=GAME, version=registry.get(GAME).version, seat=1, player=player, score=value, decisions=6,
            partner=partner, partner_seat=None if partner is None else 2, weightiest=[[900, 1, 2.5]],
            closed_at=NOON - timedelta(hours=hours), **more,
        )  # fmt: skip
        made.append(match)
    return made


@pytest.fixture
def admin() -> Player:
    admin: Player = PlayerFactory(is_superuser=True)
    return admin


def test_who_fits_hidden_cards_again_and_again_stands_out_and_honest_players_do_not(admin: Player) -> None:
    cheat, honest = PlayerFactory(), PlayerFactory()
    score(cheat, 4.0, 20)
    score(honest, 0.3, 20)
    [figure] = list_figures(admin.pk, NOON)
    assert (figure.username, figure.matches, figure.honest_below) == (cheat.username, 20, 9999)
    assert "better than at least 9,999 in 10,000 honest players" in figure.words


def test_few_matches_are_not_shown(admin: Player) -> None:
    cheat = PlayerFactory()
    score(cheat, 6.0, MIN_MATCHES - 1)
    assert list_figures(admin.pk, NOON) == []


def test_only_the_last_matches_count(admin: Player) -> None:
    player = PlayerFactory()
    score(player, 4.0, 10)
    FitScore.objects.update(closed_at=NOON - timedelta(days=1))
    score(player, 0.0, WINDOW)
    assert list_figures(admin.pk, NOON) == []
    [part] = get_evidence(player.pk, GAME, without=admin.pk).parts
    assert (part.figure.matches, len(part.lines)) == (WINDOW, WINDOW)


def test_annulled_matches_and_older_rules_do_not_count(admin: Player) -> None:
    cheat, other = PlayerFactory(), PlayerFactory()
    matches = score(cheat, 4.0, 10)
    Match.objects.filter(pk__in=[match.pk for match in matches[:6]]).update(status=Status.VOID)
    score(other, 4.0, 10)
    FitScore.objects.filter(player=other).update(version=0)
    assert list_figures(admin.pk, NOON) == []


def test_admins_do_not_see_their_own_figures(admin: Player) -> None:
    score(admin, 4.0, 20)
    assert list_figures(admin.pk, NOON) == []
    with refused("own-figures"):
        look_into(player_id=admin.pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    assert [figure.username for figure in list_figures(PlayerFactory(is_superuser=True).pk, NOON)] == [admin.username]


def test_who_looks_and_why_is_in_the_audit_log(admin: Player) -> None:
    cheat = PlayerFactory()
    score(cheat, 4.0, 20)
    with refused("why-needed"):
        look_into(player_id=cheat.pk, game=GAME, by=admin.pk, why=" ", at=NOON)
    with refused("not-found"):
        look_into(player_id=PlayerFactory().pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    with refused("not-found"):
        look_into(player_id=1 << 70, game=GAME, by=admin.pk, why=WHY, at=NOON)
    assert not AuditEntry.objects.exists()
    evidence = look_into(player_id=cheat.pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    [entry] = AuditEntry.objects.all()
    assert (entry.act, entry.by, entry.subject_id, entry.why) == ("fair-play.looked-at", admin, cheat.pk, WHY)
    assert "score" not in str(entry.after)
    assert len(evidence.parts[0].lines) == 20


def test_only_admins_of_the_site_may_look() -> None:
    cheat, of = PlayerFactory(), league()
    score(cheat, 4.0, 20)
    for other in (cheat, staff(of, "referee"), staff(of, "owner"), PlayerFactory(is_staff=True)):
        with refused("not-allowed"):
            look_into(player_id=cheat.pk, game=GAME, by=other.pk, why=WHY, at=NOON)
        client = Client()
        client.force_login(other)
        assert client.get(PAGE).status_code == 403
        assert client.post(f"{PAGE}{cheat.pk}/{GAME}/", {"why": WHY}).status_code == 403
    assert not AuditEntry.objects.filter(act="fair-play.looked-at").exists()


def test_the_page_says_that_it_is_no_proof_and_the_matches_open_before_the_decision(admin: Player, client: Client) -> None:
    cheat = PlayerFactory()
    [*_, last] = score(cheat, 4.0, 20)
    FitScore.objects.update(closed_at=last.closed_at)
    client.force_login(admin)
    FitScore.objects.update(closed_at=NOON + timedelta(days=4000))  # Recent whenever the test runs.
    page = client.get(PAGE).content.decode()
    assert "not proof" in page
    assert cheat.username in page
    told = client.post(f"{PAGE}{cheat.pk}/{GAME}/", {"why": WHY}).content.decode()
    assert f"/matches/{last.pk}/?at=899" in told
    assert "900: hack 0 1 2 3" in told
    assert "not proof" in told


def test_looking_needs_a_reason_and_has_no_address(admin: Player, client: Client) -> None:
    cheat = PlayerFactory()
    score(cheat, 4.0, 20)
    client.force_login(admin)
    answer = client.post(f"{PAGE}{cheat.pk}/{GAME}/", {"why": ""})
    assert answer.status_code == 422
    assert b"errorlist" in answer.content
    assert client.get(f"{PAGE}{cheat.pk}/{GAME}/").status_code == 405
    assert client.post(f"{PAGE}{cheat.pk}/no-such-game/", {"why": WHY}).status_code == 404
    assert client.post(f"{PAGE}99999999999999999999/{GAME}/", {"why": WHY}).status_code == 404


def test_partners_stand_out_as_a_pair_once(admin: Player) -> None:
    first, second = sorted([PlayerFactory(), PlayerFactory()], key=lambda player: player.pk)
    calibrated = score(first, 4.0, 20, partner=second)
    assert calibrated
    figures = list_figures(admin.pk, NOON)
    assert [(figure.username, figure.partner_username) for figure in figures] == [(first.username, second.username)]
    assert "honest pairs" in figures[0].words
    for player in (first, second):
        assert get_evidence(player.pk, GAME, without=admin.pk).parts[0].figure.partner == str(second)
    with refused("not-found"):
        get_evidence(first.pk, GAME, without=second.pk)


def test_nobody_is_notified(admin: Player) -> None:
    cheat = PlayerFactory()
    score(cheat, 4.0, 20)
    list_figures(admin.pk, NOON)
    look_into(player_id=cheat.pk, game=GAME, by=admin.pk, why=WHY, at=NOON)
    assert not Notification.objects.exists()


def test_the_figures_go_with_the_account() -> None:
    cheat, partner = PlayerFactory(), PlayerFactory()
    score(cheat, 4.0, 2)
    score(partner, 4.0, 2, partner=cheat)
    delete_account(player_id=cheat.pk, password=PASSWORD, at=NOON)
    assert not FitScore.objects.exists()
