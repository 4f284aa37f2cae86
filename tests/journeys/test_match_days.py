"""Around a match of an event: its time is agreed on, its result is reported and ruled on, a team is lined up."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
FITS = "return document.documentElement.scrollWidth <= innerWidth"
SLOTS = "return [...document.querySelectorAll('.slots time')].map((time) => time.textContent)"


def at_match(person: NewPerson, name: str, zone: str, event: int) -> Person:
    """The player on the page of the match's time, with a phone in this zone."""
    player = person(name, width=390, height=844)
    player.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    player.sign_in(name)
    player.visit("/account/availability/")
    player.fill(zone=zone)
    for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"):
        player.fill(**{day: "7-23"})
    assert player.ask(FITS)
    player.press("Save")
    player.sees("Saved.", "body")
    player.visit(f"/events/{event}/")
    player.sees("Your match times")
    player.ask("document.querySelector('#own-times ~ ul a').click()")
    player.sees("Propose times")
    assert player.ask(FITS)
    return player


def test_two_zones_agree_with_taps(person: NewPerson) -> None:
    first = person("ada", width=390, height=844)
    event = first.site.timed("ada", "ben")
    ada = at_match(person, "ada", "America/New_York", event)
    ben = at_match(person, "ben", "Asia/Kolkata", event)
    ours, theirs = ada.ask(SLOTS), ben.ask(SLOTS)
    assert len(ours) == len(theirs) > 3
    assert not set(ours) & set(theirs), "each reads the same moments in their own zone"
    for label in ada.all(".slots label")[:3]:
        ada.tap(label)
    ada.tap_on("Propose")
    ada.sees("You proposed")
    ben.visit(ben.path())
    ben.sees("Your opponent proposes")
    assert ben.ask(FITS)
    ben.tap(ben.all("[value=accept]")[0])
    ben.sees("You both agreed on this time.")
    olivia = person("olivia", width=390, height=844)
    olivia.sign_in("olivia")
    olivia.visit(f"/events/{event}/manage/times/")
    olivia.sees("Reschedule")
    assert olivia.ask(FITS)


CHOOSE = "[...document.querySelectorAll('.report-choice')].find((one) => one.textContent.trim() === arguments[0]).click()"


def at_event(person: NewPerson, name: str, event: int) -> Person:
    player = person(name, width=390, height=844)
    player.sign_in(name)
    player.visit(f"/events/{event}/")
    player.sees("Report result")
    return player


def test_a_dispute_is_ruled_with_one_click(person: NewPerson) -> None:
    first = person("ada", width=390, height=844)
    event = first.site.reported("ada", "ben")
    ada, ben = at_event(person, "ada", event), at_event(person, "ben", event)
    ada.ask(CHOOSE, "I won")
    ada.ask("document.querySelector('.report-panel .btn-primary').click()")
    ada.sees("Result reported.", "body")
    ada.sees("Withdraw report")
    ben.sees("Confirm:")
    assert ada.ask(FITS)
    assert ben.ask(FITS)
    ben.press("Dispute")
    ben.ask(CHOOSE, "Draw")
    ben.ask("document.querySelector('.report-panel .btn-danger').click()")
    ben.sees("Result disputed.", "body")
    ada.sees("A referee will decide the result.")
    olivia = person("olivia")
    olivia.sign_in("olivia")
    olivia.visit(f"/events/{event}/manage/results/")
    olivia.sees("Disputed results")
    olivia.ask("document.querySelector('#disputes-title ~ ul a').click()")
    olivia.sees("Decide result", "body")
    olivia.all("#why")[0].send_keys("The score sheet says so", Keys.ENTER)
    olivia.press("Rule: Draw")
    olivia.sees("Ruling saved.", "body")
    ada.sees("drawn", ".own")


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
