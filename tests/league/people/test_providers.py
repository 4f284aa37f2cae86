import html
import re
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.test import Client

from deploy.settings.sign_in import KNOWN_PROVIDERS, build_providers
from league.audit.models import AuditEntry
from league.people.actions.accounts import create_guest
from league.people.actions.linked_accounts import link_identity
from league.people.models import Player
from league.people.providers import Identity
from league.people.views.providers import ProviderAdapter
from matches.errors import ActionError
from tests.factories import NOON, PASSWORD, PlayerFactory, match
from tests.league.clients import client_of, program_of, signed_in
from tests.league.people.authenticator_app import switched_on
from tests.league.people.fake_provider import AUTHORIZE, VARIABLES, FakeProvider

pytestmark = pytest.mark.django_db
NEW, LINKED, SIGN_IN = "/accounts/with/new/", "/accounts/linked/", "/accounts/sign-in/"
ALL = [*KNOWN_PROVIDERS, "club"]


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch) -> FakeProvider:
    """The providers are configured, and answer."""
    settings.SIGN_IN_PROVIDERS, settings.SOCIALACCOUNT_PROVIDERS = build_providers(ALL, VARIABLES)
    fake = FakeProvider()

    def session(_: object) -> requests.Session:
        made = requests.Session()
        made.mount("https://", fake)
        return made

    monkeypatch.setattr(ProviderAdapter, "get_requests_session", session)
    return fake


def leave(client: Client, name: str = "club", to: str = "", path: str = "/accounts/with/{}/", **body: str) -> str:
    """The address at the provider to which the page leads."""
    page = client.post(path.format(name), {"next": to, **body}).content.decode()
    [url] = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
    assert url.startswith(AUTHORIZE[name])
    return html.unescape(url)


def come_back(client: Client, url: str, **changes: str) -> Any:
    parts = urlsplit(url)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()} | changes
    return client.get(f"{parts.path}?{urlencode(query)}")


def go(client: Client, provider: FakeProvider, name: str = "club", **how: str) -> Any:
    return come_back(client, provider.authorize(leave(client, name, **how)))


def link(client: Client, provider: FakeProvider, name: str = "club", **body: str) -> str:
    go(client, provider, name, path=f"{LINKED}{{}}/", **({"password": PASSWORD} | body))
    return client.get(LINKED).content.decode()


def shown(client: Client, answer: Any) -> str:
    return html.unescape(client.get(answer["Location"]).content.decode())


@pytest.mark.parametrize("name", ALL)
def test_a_provider_opens_an_account_and_signs_in_until_it_is_closed(client: Client, provider: FakeProvider, name: str) -> None:
    assert f"/accounts/with/{name}/" in client.get(SIGN_IN).content.decode()
    answer = go(client, provider, name, to="/events/")
    assert (answer["Location"], signed_in(client)) == (NEW, "")
    assert 'value="ada@mail.example"' in client.get(NEW).content.decode()
    answer = client.post(NEW, {"username": "ada", "email": "ada@mail.example"})
    assert (answer["Location"], signed_in(client)) == ("/events/", "ada")
    ada = Player.objects.get()
    assert (ada.has_usable_password(), ada.email, ada.pending_email) == (False, "", "ada@mail.example")
    assert SocialAccount.objects.get().extra_data == {"label": "ada@mail.example" if name == "google" else "ada"}
    assert not SocialToken.objects.exists()
    for wish, goal in (
        ("/lobby/", "/lobby/"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("javascript:alert(1)", "/"),
        ("/\\evil.example", "/"),
    ):  # fmt: skip
        client.post("/accounts/sign-out/")
        assert (go(client, provider, name, to=wish)["Location"], signed_in(client)) == (goal, "ada"), wish
    client.post("/accounts/sign-out/")
    Player.objects.update(is_active=False)
    assert "This account is closed" in shown(client, go(client, provider, name))
    assert (signed_in(client), Player.objects.count()) == ("", 1)


def test_without_configuration_nothing_is_offered(client: Client) -> None:
    assert "/accounts/with/" not in client.get(SIGN_IN).content.decode()
    for name in ("discord", "club"):
        assert client.post(f"/accounts/with/{name}/").status_code == 404
        assert client.get(f"/accounts/with/{name}/callback/?state=x&code=y").status_code == 404


@pytest.mark.parametrize(("name", "verified"), [*((name, True) for name in ALL), ("club", False)])
def test_an_address_at_a_provider_opens_no_account(client: Client, provider: FakeProvider, name: str, verified: bool) -> None:
    """An existing account with that address, the same address at a second provider, an unverified one: all the same."""
    owner = PlayerFactory(username="owner", email="ada@mail.example")
    link_identity(Identity("discord" if name != "discord" else "github", "1", "first"), player_id=owner.pk, at=NOON)
    provider.person |= {"verified": verified}
    assert go(client, provider, name)["Location"] == NEW
    client.post(NEW, {"username": "mallory", "email": "ada@mail.example"})
    assert signed_in(client) == "mallory"
    owner.refresh_from_db()
    assert (owner.email, Player.objects.get(username="mallory").email) == ("ada@mail.example", "")
    assert owner.socialaccount_set.count() == 1


def test_a_guest_becomes_the_account_and_keeps_its_matches(client: Client, provider: FakeProvider, at: datetime) -> None:
    guest = Player.objects.get(pk=create_guest(at=at))
    played = match(guest, PlayerFactory())
    client.force_login(guest)
    go(client, provider)
    assert "keep all the matches" in client.get(NEW).content.decode()
    client.post(NEW, {"username": "ada", "email": ""})
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, signed_in(client)) == ("ada", False, "ada")
    assert played.seats.filter(player=guest).exists()
    # Another guest of another browser gets neither the account nor its identity.
    stranger = client_of(Player.objects.get(pk=create_guest(at=at)))
    assert stranger.post(NEW, {"username": "eve"})["Location"] == SIGN_IN
    go(stranger, provider)
    assert signed_in(stranger) == "ada"
    assert SocialAccount.objects.count() == 1


def test_a_new_account_waits_half_an_hour_and_belongs_to_whoever_is_first(
    client: Client, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    second, taken = Client(), PlayerFactory(username="Olivia")
    for browser in (client, second):
        go(browser, provider)
    assert "This username is taken" in client.post(NEW, {"username": "olivia"}).content.decode()
    client.post(NEW, {"username": "ada"})
    assert "already linked" in second.post(NEW, {"username": "eve"}).content.decode()
    assert {player.username for player in Player.objects.all()} == {"ada", taken.username}
    late = datetime.now().astimezone() + timedelta(minutes=31)
    monkeypatch.setattr("league.people.views.providers.now", lambda: late)
    assert second.post(NEW, {"username": "eve"})["Location"] == SIGN_IN


def test_the_second_factor_is_asked_for_after_the_provider(client: Client, provider: FakeProvider) -> None:
    ada = PlayerFactory(username="ada")
    codes = switched_on(ada)
    SocialAccount.objects.create(user=ada, provider="club", uid="4711")
    answer = go(client, provider, to="/lobby/")
    assert (answer["Location"], signed_in(client)) == ("/accounts/second-step/", "")
    assert client.post("/accounts/second-step/", {"code": "000000"}).status_code == 422
    answer = client.post("/accounts/second-step/", {"code": codes[0]})
    assert (answer["Location"], signed_in(client)) == ("/lobby/", "ada")


def test_a_request_cannot_change_what_the_provider_is_asked(client: Client, provider: FakeProvider) -> None:
    wishes = "?scope=everything&auth_params=redirect_uri%3Dhttps://evil.example&process=redirect&action=reauthenticate"
    url = leave(client, "discord", path="/accounts/with/{}/" + wishes)
    assert {**parse_qs(urlsplit(url).query)}["redirect_uri"] == ["http://testserver/accounts/with/discord/callback/"]
    assert "evil" not in url
    assert "everything" not in url


def refused(client: Client, answer: Any) -> None:
    assert "failed or took too long" in shown(client, answer)
    assert signed_in(client) == ""
    assert NEW not in answer["Location"]


@pytest.mark.parametrize("name", ["discord", "club"])
def test_a_tampered_callback_is_refused(client: Client, provider: FakeProvider, name: str) -> None:
    SocialAccount.objects.create(user=PlayerFactory(), provider=name, uid="4711")
    for changes in ({"state": "forged"}, {"state": ""}, {"code": "forged"}, {"error": "server_error"}):
        refused(client, come_back(client, provider.authorize(leave(client, name)), **changes))


def test_a_callback_is_good_once_for_its_browser_and_its_provider_and_ten_minutes(
    client: Client, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    SocialAccount.objects.create(user=PlayerFactory(username="ada"), provider="club", uid="4711")
    url = provider.authorize(leave(client))
    stranger = Client()
    refused(stranger, come_back(stranger, url))
    other = provider.authorize(leave(client, "discord"))
    refused(client, client.get(other.replace("/discord/", "/github/")))
    come_back(client, url)
    assert signed_in(client) == "ada"
    client.post("/accounts/sign-out/")
    refused(client, come_back(client, url))
    url = provider.authorize(leave(client))
    monkeypatch.setattr("allauth.socialaccount.internal.statekit.STATE_TTL", -1)
    refused(client, come_back(client, url))


def test_a_token_for_another_request_site_time_or_person_or_of_another_key_is_refused(provider: FakeProvider) -> None:
    SocialAccount.objects.create(user=PlayerFactory(), provider="club", uid="4711")
    for provider.claims in (
        {"nonce": "another"}, {"nonce": None}, {"aud": "another-site"}, {"iss": "https://evil.example"}, {"exp": 1},
        {"sub": "other"},
    ):  # fmt: skip
        refused(client := Client(), go(client, provider))
    provider.claims, provider.key_number = {}, 1
    refused(client := Client(), go(client, provider))


@pytest.mark.parametrize("name", ALL)
def test_a_provider_that_answers_nonsense_causes_no_error_of_ours(client: Client, provider: FakeProvider, name: str) -> None:
    for answer in (
        (500, 401, [], {}, "x", b"<html>", None, {"sub": 1, "id": None}) if name == "club" else (500, [], {"id": None})
    ):
        provider.spoil = lambda _, told: told
        url = provider.authorize(leave(client, name))
        provider.spoil = lambda _, __, answer=answer: answer  # type: ignore[misc]
        assert come_back(client, url)["Location"] == SIGN_IN, answer
        assert signed_in(client) == ""


def test_a_provider_that_is_away_is_said_to_be(client: Client, provider: FakeProvider) -> None:
    provider.spoil = lambda _, __: 503
    assert "failed or took too long" in shown(client, client.post("/accounts/with/club/"))
    cancelled = provider.authorize(leave(client, "github"))
    answer = come_back(client, cancelled, error="access_denied")
    assert "failed" not in shown(client, answer)


def test_linking_needs_the_password_and_unlinking_too(client: Client, provider: FakeProvider) -> None:
    ada = PlayerFactory(username="ada")
    client.force_login(ada)
    assert "Incorrect password" in client.post(f"{LINKED}club/", {"password": "wrong"}, follow=True).content.decode()
    page = link(client, provider)
    assert ("Unlink The Club" in page, "Link Discord" in page) == (True, True)
    client.post(f"{LINKED}club/unlink/", {"password": "wrong"})
    assert ada.socialaccount_set.count() == 1
    client.post(f"{LINKED}club/unlink/", {"password": PASSWORD})
    assert not ada.socialaccount_set.exists()
    page = client.post(f"{LINKED}club/unlink/", {"password": PASSWORD}, follow=True).content.decode()
    assert "No account of this provider" in page
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", flat=True))
    assert acts == ["provider.linked", "provider.unlinked"]


def test_signing_in_links_nothing_by_itself(client: Client, provider: FakeProvider) -> None:
    """Otherwise a page could make its visitors link an attacker's identity."""
    ada = PlayerFactory(username="ada")
    client.force_login(ada)
    answer = go(client, provider)
    assert "isn't linked yet" in shown(client, answer)
    assert (signed_in(client), SocialAccount.objects.count()) == ("ada", 0)


def test_what_was_begun_for_one_account_is_not_linked_to_another(client: Client, provider: FakeProvider) -> None:
    ada, eve = PlayerFactory(username="ada"), PlayerFactory(username="eve")
    client.force_login(ada)
    url = provider.authorize(leave(client, path=f"{LINKED}{{}}/", password=PASSWORD))
    states = client.session["socialaccount_states"]
    client.force_login(eve)
    session = client.session
    session["socialaccount_states"] = states
    session.save()
    assert "Nothing was linked" in shown(client, come_back(client, url))
    assert not SocialAccount.objects.exists()


def test_an_identity_is_one_accounts_which_has_one_of_each_provider(client: Client, provider: FakeProvider) -> None:
    ada, eve = PlayerFactory(username="ada"), PlayerFactory(username="eve")
    client.force_login(ada)
    link(client, provider)
    other = client_of(eve)
    assert "already linked" in link(other, provider)
    assert not eve.socialaccount_set.exists()
    with pytest.raises(ActionError, match="Unlink it first"):
        link_identity(Identity("club", "other", ""), player_id=ada.pk, at=NOON)
    # Signing in with it as somebody else changes the account, after which nothing of the old one is at hand.
    go(other, provider)
    assert signed_in(other) == "ada"


def test_the_last_way_in_stays(client: Client, provider: FakeProvider, settings: Any) -> None:
    go(client, provider)
    client.post(NEW, {"username": "ada", "email": ""})
    assert "couldn't sign in any more" in html.unescape(client.post(f"{LINKED}club/unlink/", follow=True).content.decode())
    page = link(client, provider, "discord", password="")
    assert "Unlink Discord" in page
    known = settings.SIGN_IN_PROVIDERS
    settings.SIGN_IN_PROVIDERS = {"club": "The Club"}  # a provider that is switched off lets nobody in
    client.post(f"{LINKED}club/unlink/")
    settings.SIGN_IN_PROVIDERS = known
    assert SocialAccount.objects.count() == 2
    client.post(f"{LINKED}club/unlink/")
    assert SocialAccount.objects.get().provider == "discord"


def test_an_account_without_a_password_proves_itself_by_a_recent_sign_in(
    client: Client, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    go(client, provider)
    client.post(NEW, {"username": "ada", "email": ""})
    for page in ("password", "email", "second-factor/new", "export", "delete", "tokens"):
        form = client.get(f"/accounts/{page}/").content.decode()
        assert "Your password" not in form
    late = datetime.now().astimezone() + timedelta(minutes=11)
    new = {"new": "vermilion fish", "again": "vermilion fish"}
    with monkeypatch.context() as later:
        later.setattr("league.people.known_browsers.now", lambda: late)
        for path, body in {
            "password": new, "email": {"email": "x@mail.example"}, "delete": {"sure": "on"},
            "export": {"csrfmiddlewaretoken": ""}, "tokens": {"name": "x", "days": "30"},
            "second-factor/new": {"code": "000000"},
        }.items():  # fmt: skip
            page = client.post(f"/accounts/{path}/", body, follow=True).content.decode()
            assert "sign out and in again" in page, path
        client.post(f"{LINKED}discord/")
    ada = Player.objects.get()
    assert (ada.has_usable_password(), ada.pending_email, ada.is_active) == (False, "", True)
    client.post("/accounts/password/", new)
    ada.refresh_from_db()
    assert ada.check_password("vermilion fish")
    assert "Your password" in client.get("/accounts/email/").content.decode()
    client.post(f"{LINKED}club/unlink/", {"password": "vermilion fish"})
    assert not SocialAccount.objects.exists()


def test_a_token_does_not_borrow_the_recent_sign_in_of_another_account(client: Client, provider: FakeProvider) -> None:
    go(client, provider)
    client.post(NEW, {"username": "ada", "email": ""})
    eve = PlayerFactory(username="eve")
    eve.set_unusable_password()
    eve.save(update_fields=["password"])
    client.defaults |= program_of(eve, "account").defaults
    answer = client.post("/api/v1/account/export/", {"password": ""}, "application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "sign-in-again")


def test_a_provider_is_asked_who_it_is_once_and_an_address_calls_only_so_often(
    client: Client, provider: FakeProvider, settings: Any
) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "providers": (3, 60)}
    asked: list[str] = []
    provider.spoil = lambda url, answer: asked.append(url) or answer  # type: ignore[func-returns-value]
    go(client, provider)
    leave(Client())
    assert len([url for url in asked if "openid-configuration" in url]) == 1
    other = Client()
    assert "Too many requests" in shown(other, other.post("/accounts/with/club/"))
    assert "Too many requests" in shown(other, other.get("/accounts/with/club/callback/?code=invented&state=x"))
