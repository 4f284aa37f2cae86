"""Around a match of an event: its time is agreed on, its result is reported and ruled on, a team is lined up."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from tests.journeys import ON_THE_SITE, world
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
PHONE = {"width": 390, "height": 844}
SLOTS = "return [...document.querySelectorAll('.slots time')].map((time) => time.textContent)"


def at_match(person: NewPerson, name: str, zone: str, event: int) -> Person:
    """The player on the page of the match's time, with a phone in this zone."""
    player = person(name, signed_in=True, **PHONE)
    player.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": zone})
    player.visit("/account/availability/")
    player.fill(zone=zone)
    for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"):
        player.fill(**{day: "7-23"})
    assert player.width() <= 390
    player.press("Save")
    player.sees("Saved.", "body")
    player.visit(f"/events/{event}/")
    player.sees("Your match times")
    player.ask("document.querySelector('#own-times ~ ul a').click()")
    player.sees("Propose times")
    assert player.width() <= 390
    return player


def test_two_zones_agree_with_taps(person: NewPerson, site: RunningSite) -> None:
    event = site.do(world.open_timed, "ada", "ben")
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
    assert ben.width() <= 390
    ben.tap(ben.all("[value=accept]")[0])
    ben.sees("You both agreed on this time.")
    olivia = person("olivia", signed_in=True, **PHONE)
    olivia.visit(f"/events/{event}/manage/times/")
    olivia.sees("Reschedule")
    assert olivia.width() <= 390


CHOOSE = "[...document.querySelectorAll('.report-choice')].find((one) => one.textContent.trim() === arguments[0]).click()"


def test_a_dispute_is_ruled_with_one_click(person: NewPerson, site: RunningSite) -> None:
    event = site.do(world.open_reported, "ada", "ben")
    ada, ben = (person(name, signed_in=True, **PHONE) for name in ("ada", "ben"))
    for player in (ada, ben):
        player.visit(f"/events/{event}/")
        player.sees("Report result")
    ada.ask(CHOOSE, "I won")
    ada.ask("document.querySelector('.report-panel .btn-primary').click()")
    ada.sees("Result reported.", "body")
    ada.sees("Withdraw report")
    ben.sees("Confirm:")
    assert ada.width() <= 390
    assert ben.width() <= 390
    ben.press("Dispute")
    ben.ask(CHOOSE, "Draw")
    ben.ask("document.querySelector('.report-panel .btn-danger').click()")
    ben.sees("Result disputed.", "body")
    ada.sees("A referee will decide the result.")
    olivia = person("olivia", signed_in=True)
    olivia.visit(f"/events/{event}/manage/results/")
    olivia.sees("Disputed results")
    olivia.ask("document.querySelector('#disputes-title ~ ul a').click()")
    olivia.sees("Decide result", "body")
    olivia.all("#why")[0].send_keys("The score sheet says so", Keys.ENTER)
    olivia.press("Rule: Draw")
    olivia.sees("Ruling saved.", "body")
    ada.sees("drawn", ".own")


def test_a_captain_leads_a_team_on_a_phone(person: NewPerson) -> None:
    ada = person("ada", signed_in=True, touch=True, **PHONE)
    made = ada.site.do(world.open_teams, "ada", "ben")
    team = f"/events/{made['team_event']}/teams/{made['team_id']}/"
    ada.visit(f"/events/{made['team_event']}/")
    ada.press("Your team: Team Ada")
    ada.sees("Not handed in yet")
    ada.fill(username="olivia")
    ada.press("Invite player")
    ada.sees("Player added to the roster.", "body")

    olivia = person("olivia", signed_in=True)
    olivia.visit(team)
    olivia.press("Join team")
    olivia.sees("You have joined the team.", "body")

    ada.visit(team)
    for board, name in (("board-1", "Ada"), ("board-2", "Olivia")):
        Select(ada.driver.find_element(By.ID, board)).select_by_visible_text(name)
    ada.press("Save line-up")
    ada.sees("Your line-up is saved.")
    assert ada.width() <= 390

    olivia.visit(team)  # she organises the event
    olivia.press("Close line-ups now")
    olivia.sees("Line-ups closed.", "body")
    ada.visit(team)
    ada.sees("moves first")
    assert [cell.text.split("\n")[0] for cell in ada.all(".team-match tbody th")][:2] in (
        ["Ada moves first", "Olivia"], ["Ben", "–"], ["Ben moves first", "–"], ["Ada", "Olivia moves first"],
    )  # fmt: skip
    assert ada.width() <= 390
    ada.press("Can't play")
    ada.sees("No player of the team is free to stand in.", "body")
