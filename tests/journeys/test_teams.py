"""A captain on a phone: invites a player, hands in a line-up, and sees the boards once the line-ups are closed."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
FITS = "return document.documentElement.scrollWidth <= innerWidth"


def choose(captain: Person, board: int, name: str) -> None:
    Select(captain.driver.find_element(By.ID, f"board-{board}")).select_by_visible_text(name)


def test_a_captain_leads_a_team_on_a_phone(person: NewPerson) -> None:
    ada = person("ada", width=390, height=844, touch=True)
    made = ada.site.teams("ada", "ben")
    team = f"/events/{made['team_event']}/teams/{made['team_id']}/"
    ada.sign_in("ada")
    ada.visit(f"/events/{made['team_event']}/")
    ada.press("Your team: Team Ada")
    ada.sees("Not handed in yet")
    ada.fill(username="olivia")
    ada.press("Invite player")
    ada.sees("Player added to the roster.", "body")

    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit(team)
    olivia.press("Join team")
    olivia.sees("You have joined the team.", "body")

    ada.visit(team)
    choose(ada, 1, "Ada")
    choose(ada, 2, "Olivia")
    ada.press("Save line-up")
    ada.sees("Your line-up is saved.")
    assert ada.ask(FITS)

    olivia.visit(team)  # she organises the event
    olivia.press("Close line-ups now")
    olivia.sees("Line-ups closed.", "body")
    ada.visit(team)
    ada.sees("moves first")
    assert [cell.text.split("\n")[0] for cell in ada.all(".team-match tbody th")][:2] in (
        ["Ada moves first", "Olivia"], ["Ben", "–"], ["Ben moves first", "–"], ["Ada", "Olivia moves first"],
    )  # fmt: skip
    assert ada.ask(FITS)
    ada.press("Can't play")
    ada.sees("No player of the team is free to stand in.", "body")
