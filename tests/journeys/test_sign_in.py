"""Signing in with another site and with a passkey, in a browser: its policies and its keys are part of it."""

import pytest
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from tests.journeys.conftest import NewPerson

pytestmark = pytest.mark.browser


def test_a_member_of_a_club_comes_in_by_its_site_and_from_then_on_by_a_passkey(person: NewPerson) -> None:
    ada = person()
    ada.address = ada.address.replace("127.0.0.1", "localhost")  # passkeys need a name
    ada.driver.add_virtual_authenticator(
        VirtualAuthenticatorOptions(has_resident_key=True, has_user_verification=True, is_user_verified=True)
    )
    ada.visit("/accounts/sign-in/?next=/lobby/")
    ada.press("Continue with The Club")
    ada.until(lambda: ada.path() == "/accounts/with/new/", "being back from the other site")
    ada.fill(username="club-ada", email="")
    ada.submit()
    ada.until(lambda: ada.path() == "/lobby/", "being signed in")
    ada.visit("/accounts/passkeys/")
    ada.fill(name="Phone")
    ada.press("Add passkey")
    ada.sees("Passkey added")
    ada.driver.delete_all_cookies()
    ada.visit("/accounts/sign-in/?next=/lobby/")
    ada.press("Sign in with a passkey")
    ada.until(lambda: ada.path() == "/lobby/", "being signed in again")
    ada.sees("club-ada", "header")
    ada.driver.remove_virtual_authenticator()
