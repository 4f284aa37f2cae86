"""After a password reset, the owner sees what else signs in, which somebody else may have added, and removes it at once."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from league.account.ways_in import remove_other_ways_in
from league.discord.models import DiscordLink
from league.people.models import Player
from tests.factories import NOON, PASSWORD, PlayerFactory
from tests.league.events.playing import refused

pytestmark = pytest.mark.django_db


def test_a_reset_leads_to_the_other_ways_in_which_one_button_removes(client: Client) -> None:
    ada: Player = PlayerFactory(username="ada", email="ada@example.org")
    Authenticator.objects.create(user=ada, type="webauthn", data={"name": "Phone"})
    SocialAccount.objects.create(user=ada, provider="club", uid="4711", extra_data={"label": "ada@club.example"})
    DiscordLink.objects.create(player=ada, user_id="1", name="ada", made_at=NOON)
    link = f"/accounts/reset/{urlsafe_base64_encode(force_bytes(ada.pk))}/{default_token_generator.make_token(ada)}/"
    new = {"new_password1": "vermilion fish", "new_password2": "vermilion fish"}
    answer = client.post(client.get(link).headers["Location"], new)
    page = client.post(answer.headers["Location"], {"username": "ada", "password": "vermilion fish"}, follow=True)
    shown = page.content.decode()
    assert all(one in shown for one in ("Passkey: Phone", "ada@club.example", "Discord user: ada", "Remove all"))
    path = page.redirect_chain[-1][0]
    assert "Incorrect password" in client.post(path, {"password": PASSWORD}).content.decode()
    assert DiscordLink.objects.exists()
    removed = client.post(path, {"password": "vermilion fish"}, follow=True).content.decode()
    assert "Only your password signs you in now." in removed
    assert not any(model.objects.exists() for model in (Authenticator, SocialAccount, DiscordLink))
    assert "Only your password signs you in." in client.get(path, follow=True).content.decode()


def test_without_a_password_the_last_way_in_stays() -> None:
    ada: Player = PlayerFactory()
    ada.set_unusable_password()
    ada.save()
    with refused("sign-in-again"):
        remove_other_ways_in(player_id=ada.pk, at=NOON)
