"""The second factor: a code of an app at sign-in, recovery codes, and no way around them."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from league.people.actions import second_factor
from league.people.known_browsers import Source
from league.people.models import Player
from league.people.views.authentication import SECOND_STEP_TIMEOUT
from matches.errors import ActionError
from matches.server_time import now
from tests.factories import NOON, PASSWORD, PlayerFactory

pytestmark = pytest.mark.django_db
SIGN_IN, STEP = "/accounts/sign-in/", "/accounts/second-step/"
ELSEWHERE = Source("198.51.100.1")
LIMITS = {kind: limit for kind, (limit, _) in settings.RATE_LIMITS.items()}


@pytest.fixture
def ada() -> Player:
    made: Player = PlayerFactory(username="ada")
    return made


def code_of(player: Player, steps: int = 0) -> str:
    """What the app shows now, or so many half minutes later."""
    device = TOTPDevice.objects.get(user=player)
    shown = TOTP(device.bin_key, device.step, device.t0, device.digits)
    shown.time = time.time() + steps * 30
    return f"{shown.token():06}"


def wrong_code(player: Player) -> str:
    right = {code_of(player, steps) for steps in (-2, -1, 0, 1, 2)}
    return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in right)


def switched_on(player: Player) -> list[str]:
    """The recovery codes."""
    second_factor.begin_setup(player_id=player.pk)
    return second_factor.confirm_setup(player_id=player.pk, password=PASSWORD, code=code_of(player), at=NOON)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def give_password(client: Client, then: str = "") -> None:
    answer = client.post(f"{SIGN_IN}?next={then}", {"username": "ada", "password": PASSWORD, "next": then})
    assert answer.headers["Location"] == STEP
    assert not signed_in(client)


def test_it_is_set_up_by_the_pages_and_asked_for_from_then_on(client: Client, ada: Player) -> None:
    client.force_login(ada)
    page = client.get("/accounts/second-factor/new/").content.decode()
    assert "<svg" in page
    assert "style=" not in page
    [key] = re.findall(r'<code class="wrap">([A-Z2-7 ]+)</code>', page)
    assert f"secret={key.replace(' ', '')}" in page
    new = "/accounts/second-factor/new/"
    assert "Incorrect code" in client.post(new, {"code": wrong_code(ada), "password": PASSWORD}).content.decode()
    assert not second_factor.has_second_factor(ada.pk)
    codes = client.post(new, {"code": code_of(ada), "password": PASSWORD}).content.decode()
    assert len(re.findall(r"<li>[a-z2-9]{5}-[a-z2-9]{5}</li>", codes)) == 10
    assert "10 recovery codes left" in client.get("/accounts/").content.decode()
    client.post("/accounts/sign-out/")
    give_password(client, then="/events/")
    page = client.post(STEP, {"code": code_of(ada)})
    assert page.status_code == 422  # the code that switched it on has been used
    assert client.post(STEP, {"code": f" {code_of(ada, 1)} "}).headers["Location"] == "/events/"
    assert signed_in(client)


@pytest.mark.parametrize("password", ["", "wrong"])
def test_whoever_finds_a_browser_open_does_not_lock_its_owner_out(client: Client, ada: Player, password: str) -> None:
    client.force_login(ada)
    client.get("/accounts/second-factor/new/")
    answer = client.post("/accounts/second-factor/new/", {"code": code_of(ada), "password": password})
    assert answer.status_code == 422
    assert not second_factor.has_second_factor(ada.pk)


def test_a_recovery_code_signs_in_once(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    give_password(client)
    client.post(STEP, {"code": codes[0].upper()})
    assert signed_in(client)
    with pytest.raises(ActionError, match="Incorrect code"):
        second_factor.check_code(player_id=ada.pk, code=codes[0])
    assert StaticToken.objects.filter(device__user=ada).count() == 9


def test_recovery_codes_are_not_kept_as_they_are(ada: Player) -> None:
    kept = set(StaticToken.objects.values_list("token", flat=True))
    codes = {code.replace("-", "") for code in switched_on(ada)}
    kept = set(StaticToken.objects.values_list("token", flat=True))
    assert len(kept) == 10
    assert not kept & codes


def test_after_wrong_codes_a_guesser_waits_even_with_the_right_one(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    for code in [wrong_code(ada), "aaaaa-aaaaa", *[wrong_code(ada)] * (LIMITS["code_here"] - 2)]:
        with pytest.raises(ActionError, match="Incorrect code"):
            second_factor.check_code(player_id=ada.pk, code=code, source=ELSEWHERE)
    for code in (code_of(ada, 1), codes[0]):
        with pytest.raises(ActionError) as refusal:
            second_factor.check_code(player_id=ada.pk, code=code, source=ELSEWHERE)
        assert refusal.value.code == "too-many"
    assert StaticToken.objects.filter(device__user=ada).count() == 10
    second_factor.check_code(player_id=ada.pk, code=codes[0], source=Source("203.0.113.7"))


def test_wrong_codes_from_everywhere_do_not_lock_out_a_known_browser(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    give_password(client)
    client.post(STEP, {"code": codes[0]})
    client.post("/accounts/sign-out/")
    for number in range(LIMITS["code"]):
        with pytest.raises(ActionError, match="Incorrect code"):
            second_factor.check_code(player_id=ada.pk, code=wrong_code(ada), source=Source(f"198.51.100.{number}"))
    stranger = Client()
    give_password(stranger)
    assert "Too many wrong codes" in stranger.post(STEP, {"code": codes[1]}).content.decode()
    give_password(client)
    client.post(STEP, {"code": codes[1]})
    assert signed_in(client)


@pytest.mark.parametrize("code", ["", "0", "x" * 21, "1234567", "\x00", "ÄÖÜ", "１２３４５６", "-----"])
def test_nonsense_is_refused_with_a_sentence(client: Client, ada: Player, code: str) -> None:
    switched_on(ada)
    give_password(client)
    answer = client.post(STEP, {"code": code})
    assert (answer.status_code, signed_in(client)) == (422, False)
    assert "errorlist" in answer.content.decode()


def test_the_second_step_opens_only_after_the_first(client: Client, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = switched_on(ada)
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == SIGN_IN
    give_password(client)
    late = now() + SECOND_STEP_TIMEOUT + timedelta(seconds=1)
    monkeypatch.setattr("league.people.views.authentication.now", lambda: late)
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == SIGN_IN
    assert not signed_in(client)


def test_a_password_that_was_changed_meanwhile_ends_the_second_step(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    give_password(client)
    ada.set_password("another one entirely")
    ada.save(update_fields=["password"])
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == SIGN_IN
    assert not signed_in(client)


def test_where_to_go_next_stays_on_the_site(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    give_password(client, then="https://evil.example/")
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == "/"


def test_the_admin_pages_are_no_way_around_it(client: Client) -> None:
    boss = PlayerFactory(username="ada", is_staff=True, is_superuser=True)
    switched_on(boss)
    answer = client.post("/admin/login/?next=/admin/", {"username": "ada", "password": PASSWORD})
    assert answer.headers["Location"] == f"{SIGN_IN}?next=/admin/"
    assert not signed_in(client)
    give_password(client, then="/admin/")


def test_switching_off_and_new_codes_need_the_password(client: Client, ada: Player) -> None:
    old = switched_on(ada)
    client.force_login(ada)
    for button in ("off", "codes"):
        page = client.post(f"/accounts/second-factor/{button}/", {"password": "wrong"}, follow=True)
        assert "Incorrect password" in page.content.decode()
    assert second_factor.has_second_factor(ada.pk)
    page = client.post("/accounts/second-factor/codes/", {"password": PASSWORD})
    assert "no-store" in page.headers["Cache-Control"]
    with pytest.raises(ActionError, match="Incorrect code"):
        second_factor.check_code(player_id=ada.pk, code=old[0])
    client.post("/accounts/second-factor/off/", {"password": PASSWORD})
    assert not second_factor.has_second_factor(ada.pk)
    client.post("/accounts/sign-out/")
    client.post(SIGN_IN, {"username": "ada", "password": PASSWORD})
    assert signed_in(client)


def test_a_key_that_was_begun_stays_until_it_is_switched_on(ada: Player) -> None:
    second_factor.begin_setup(player_id=ada.pk)
    key = TOTPDevice.objects.get().key
    second_factor.begin_setup(player_id=ada.pk)
    assert TOTPDevice.objects.get().key == key
    assert not second_factor.has_second_factor(ada.pk)
    switched_on(ada)
    with pytest.raises(ActionError, match="already on"):
        second_factor.begin_setup(player_id=ada.pk)
    with pytest.raises(ActionError, match="Set up two-factor authentication"):
        second_factor.confirm_setup(player_id=ada.pk, password=PASSWORD, code=code_of(ada, 1), at=NOON)
