"""Somebody who runs an event."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE


def test_an_organiser_opens_an_event_fills_it_with_bots_and_starts_it(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.fill_in_to_sign_in("olivia")
    olivia.visit("/events/")
    olivia.press("Create event")
    olivia.fill(name="Evening Cup", game="Field Tactics")
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="4")
    olivia.press("Publish event")
    olivia.sees("Evening Cup", "h1")
    olivia.sees("Open for registration")
    for count, kind in enumerate(("level-1", "level-1", "level-5"), 1):
        olivia.fill(kind=kind)
        olivia.press("Add bot")
        olivia.sees(f"{count} of 4", ".facts")
    olivia.press("Join")
    olivia.sees("4 of 4", ".facts")
    olivia.press("Start event")
    olivia.sees("Round 1 of 3")
    olivia.sees("Standings")
    assert len(olivia.all(".board-row")) == 2
    olivia.until(lambda: len(olivia.all("[data-mini-match] .ft-piece")) > 10, "the live boards of its matches", 60)


def test_leaderboard_players_and_rules_can_be_read_without_an_account(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/leaderboard/field-tactics/")
    visitor.sees("Leaderboard", "h1")
    visitor.visit("/players/bot-magpie/")
    visitor.sees("Magpie", "h1")
    visitor.sees("Matches")
    visitor.visit("/rules/field-tactics/")
    visitor.sees("Field Tactics", "h1")


def test_a_guest_is_asked_to_sign_in_before_organising(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/events/")
    visitor.press("Create event")
    visitor.sees("Sign in", "h1")
    visitor.fill(username="olivia", password="not-this-one")
    visitor.ask("document.querySelector('main form button').click()")
    visitor.until(lambda: visitor.all("main .errorlist, main [role=alert]"), "a word about the wrong password")
