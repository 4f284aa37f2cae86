import re
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import hotp_value
from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client

from league.people.actions import second_factor
from league.people.known_browsers import Source
from league.people.models import Player
from league.people.views.authentication import SECOND_STEP_TIMEOUT
from matches.errors import ActionError
from matches.server_time import now
from tests.factories import PASSWORD, PlayerFactory
from tests.league.events.playing import refused
from tests.league.people.authenticator_app import code_of, codes_left, show_code, switched_on

pytestmark = pytest.mark.django_db
SIGN_IN, STEP = "/accounts/sign-in/", "/accounts/second-step/"
ELSEWHERE = Source("198.51.100.1")
LIMITS = {kind: limit for kind, (limit, _) in settings.RATE_LIMITS.items()}


def wrong_code(player: Player) -> str:
    right = {code_of(player, steps) for steps in (-2, -1, 0, 1, 2)}
    return next(code for code in ("000000", "111111", "222222", "333333", "444444", "555555") if code not in right)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def give_password(client: Client, then: str = "") -> None:
    answer = client.post(f"{SIGN_IN}?next={then}", {"username": "ada", "password": PASSWORD, "next": then})
    assert answer.headers["Location"] == STEP
    assert not signed_in(client)


def test_it_is_set_up_once_with_the_password_and_asked_for_from_then_on(client: Client, ada: Player) -> None:
    client.force_login(ada)
    page = client.get("/accounts/second-factor/new/").content.decode()
    assert "<svg" in page
    assert "style=" not in page
    [key] = re.findall(r'<code class="wrap">([A-Z2-7 ]+)</code>', page)
    assert f"secret={key.replace(' ', '')}" in page
    new = "/accounts/second-factor/new/"
    secret = key.replace(" ", "")
    wrong = next(code for code in ("000000", "111111") if code not in {show_code(secret, step) for step in (-2, -1, 0, 1, 2)})
    assert "Incorrect code" in client.post(new, {"code": wrong, "password": PASSWORD}).content.decode()
    assert key in client.get(new).content.decode()
    for password in ("", "wrong"):
        assert client.post(new, {"code": show_code(secret), "password": password}).status_code == 422
    assert not second_factor.has_second_factor(ada.pk)
    codes = client.post(new, {"code": show_code(secret), "password": PASSWORD}).content.decode()
    assert len(re.findall(r"<li>[a-z2-9]{5}-[a-z2-9]{5}</li>", codes)) == 10
    assert "10 recovery codes left" in client.get("/accounts/").content.decode()
    assert client.get(new).headers["Location"] == "/accounts/second-factor/"
    with pytest.raises(ActionError, match="already on"):
        switched_on(ada)
    client.post("/accounts/sign-out/")
    give_password(client, then="/events/")
    assert client.post(STEP, {"code": code_of(ada)}).status_code == 422  # the code that switched it on has been used
    assert client.post(STEP, {"code": f" {code_of(ada, 1)} "}).headers["Location"] == "/events/"
    assert signed_in(client)


def test_a_recovery_code_signs_in_once(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    kept = set(codes_left(ada))
    assert (len(kept), kept & {code.replace("-", "") for code in codes}) == (10, set()), "not kept as they are"
    give_password(client)
    client.post(STEP, {"code": codes[0].upper()})
    assert signed_in(client)
    with pytest.raises(ActionError, match="Incorrect code"):
        second_factor.check_code(player_id=ada.pk, code=codes[0])
    assert len(codes_left(ada)) == 9


def test_after_wrong_codes_a_guesser_waits_even_with_the_right_one(client: Client, ada: Player) -> None:
    codes = switched_on(ada)
    for code in [wrong_code(ada), "aaaaa-aaaaa", *[wrong_code(ada)] * (LIMITS["code_here"] - 2)]:
        with pytest.raises(ActionError, match="Incorrect code"):
            second_factor.check_code(player_id=ada.pk, code=code, source=ELSEWHERE)
    for code in (code_of(ada, 1), codes[0]):
        with refused("too-many"):
            second_factor.check_code(player_id=ada.pk, code=code, source=ELSEWHERE)
    assert len(codes_left(ada)) == 10
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


def test_nonsense_is_refused_with_a_sentence(client: Client, ada: Player) -> None:
    switched_on(ada)
    for number, code in enumerate(("", "0", "x" * 21, "1234567", "\x00", "ÄÖÜ", "１２３４５６", "-----")):
        client.defaults["REMOTE_ADDR"] = f"198.51.100.{number}"
        give_password(client)
        answer = client.post(STEP, {"code": code})
        assert (answer.status_code, signed_in(client)) == (422, False), code
        assert "errorlist" in answer.content.decode()
        assert "Too many" not in answer.content.decode()


def test_the_second_step_opens_only_after_the_first(client: Client, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = switched_on(ada)
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == SIGN_IN
    give_password(client)
    late = now() + SECOND_STEP_TIMEOUT + timedelta(seconds=1)
    with monkeypatch.context() as later:
        later.setattr("league.people.views.authentication.now", lambda: late)
        assert client.post(STEP, {"code": codes[0]}).headers["Location"] == SIGN_IN
    assert not signed_in(client)
    give_password(client, then="https://evil.example/")
    assert client.post(STEP, {"code": codes[0]}).headers["Location"] == "/", "it stays on the site"
    client.post("/accounts/sign-out/")
    give_password(client)
    ada.set_password("another one entirely")
    ada.save(update_fields=["password"])
    assert client.post(STEP, {"code": codes[1]}).headers["Location"] == SIGN_IN, "the password was changed meanwhile"
    assert not signed_in(client)


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
    assert len(switched_on(ada)) == 10


def test_a_code_is_good_once_though_three_are_right_at_any_moment(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the cache has forgotten it: the row has not."""
    switched_on(ada)
    second_factor.check_code(player_id=ada.pk, code=code_of(ada, 1))
    cache.clear()
    for steps in (1, 0, -1):
        with pytest.raises(ActionError, match="Incorrect code"):
            second_factor.check_code(player_id=ada.pk, code=code_of(ada, steps))


def test_second_factors_of_earlier_releases_go_on(ada: Player) -> None:
    """The app shows the same codes, a code is not good again, and the recovery codes that are left are."""
    ben, eve = PlayerFactory(), PlayerFactory()
    digest = second_factor._digest_code(ada.pk, "abcdefghjk")
    statements = [
        "CREATE TABLE otp_totp_totpdevice (id integer, user_id bigint, key varchar(80), last_t bigint, confirmed boolean)",
        "CREATE TABLE otp_static_staticdevice (id integer, user_id bigint, confirmed boolean)",
        "CREATE TABLE otp_static_statictoken (id integer, device_id integer, token varchar(16))",
        f"INSERT INTO otp_totp_totpdevice VALUES (1, {ada.pk}, '{'3132333435363738393031323334353637383930'}', 7, true)",
        f"INSERT INTO otp_totp_totpdevice VALUES (2, {ben.pk}, 'ff00', -1, false)",
        f"INSERT INTO otp_static_staticdevice VALUES (1, {ada.pk}, true), (2, {ben.pk}, true)",
        f"INSERT INTO otp_static_statictoken VALUES (1, 1, '{digest}'), (2, 1, 'other'), (3, 2, 'begun')",
    ]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        copy = import_module("league.migrations.0022_second_factor").copy_second_factors
        for _ in range(2):  # a migration that is repeated changes nothing
            copy(apps, SimpleNamespace(connection=connection))
        for table in ("otp_static_statictoken", "otp_static_staticdevice", "otp_totp_totpdevice"):
            cursor.execute(f"DROP TABLE {table}")
    assert [second_factor.has_second_factor(player.pk) for player in (ada, ben, eve)] == [True, False, False]
    # The key of the examples in RFC 6238, appendix B: 94287082 at 59 s.
    secret = Authenticator.objects.get(user=ada, type="totp").data["secret"]
    assert (secret, hotp_value(secret, 1), codes_left(ada)) == ("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 287082, [digest, "other"])
    second_factor.check_code(player_id=ada.pk, code=code_of(ada))
    second_factor.check_code(player_id=ada.pk, code="ABCDE-FGHJK")
    assert codes_left(ada) == ["other"]
    assert Authenticator.objects.filter(type="recovery_codes").count() == 1
