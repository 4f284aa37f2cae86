"""Organisers: an evening of sixteen names, a club's Swiss, an event filled with bots and its bracket, the console of a cup."""

from typing import Any

from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivan", "Jo", "Kim", "Lea", "Max", "Nora", "Otto", "Pia"]


def test_sixteen_names_become_a_bracket_with_a_link_in_ten_clicks(person: NewPerson) -> None:
    olivia = person("olivia", signed_in=True)
    olivia.visit("/")
    olivia.press("Events")
    olivia.press("Create event")
    fields = {"name": "Chess evening", "game": "Chess", "names": "\n".join(NAMES)}
    olivia.fill(**fields)
    olivia.all(".format-card:has([value=single-elimination])")[0].click()
    olivia.press("Publish and start")
    olivia.sees("Chess evening", "h1")
    link = olivia.until(lambda: olivia.all("#share"), "the link")[0].get_attribute("value")
    clicks = 2 + len(fields) + 2  # into each field, the format, and the button
    assert clicks <= 10
    assert len(fields) <= 3
    assert link
    assert link.startswith(olivia.address)
    visitor = person(width=390, height=844)
    visitor.visit(str(link).removeprefix(olivia.address))
    visitor.sees("Round 1 of 4", "main")
    visitor.press("Bracket")
    visitor.sees("Anna", "main")
    visitor.sees("Pia", "main")


def test_an_event_is_opened_filled_and_started_and_its_bracket_is_read_by_keyboard_and_on_a_phone(person: NewPerson) -> None:
    olivia = person("olivia")
    olivia.fill_in_to_sign_in("olivia")
    olivia.visit("/events/")
    olivia.press("Create event")
    olivia.fill(name="Drawn Cup", game="Field Tactics")
    olivia.all(".format-card:has([value=double-elimination])")[0].click()
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="4")
    olivia.press("Publish event")
    olivia.sees("Drawn Cup", "h1")
    olivia.sees("Open for registration")
    for count, kind in enumerate(("level-1", "level-1", "level-5"), 1):
        olivia.fill(kind=kind)
        olivia.press("Add bot")
        olivia.sees(f"{count} of 4", ".facts")
    olivia.press("Join")
    olivia.sees("4 of 4", ".facts")
    olivia.press("Start event")
    olivia.sees("Take seat")
    olivia.until(lambda: len(olivia.all("[data-mini-match] .ft-piece")) > 10, "the live boards of its matches", 60)
    olivia.press("Bracket")
    olivia.until(lambda: olivia.all("[data-drawn] .bracket-match"), "the drawing")
    olivia.ask("document.getElementById('bracket').focus()")
    olivia.keys(Keys.ARROW_RIGHT)
    first = olivia.until(lambda: olivia.ask("return document.getElementById('bracket').dataset.chosen"), "a match")
    assert first.startswith("W1.")
    assert olivia.ask("return document.querySelector('.bracket-lit').getAttribute('d')")
    olivia.sees("Winners round 1", "#bracket [role=status]")
    olivia.keys(Keys.ARROW_RIGHT)
    assert olivia.ask("return document.getElementById('bracket').dataset.chosen") == "W2.1"
    wide = _width(olivia)
    olivia.keys("+")
    olivia.until(lambda: _width(olivia) < wide, "a nearer look")
    path = olivia.path()

    visitor = person(width=360, height=740, touch=True)
    visitor.visit(path)
    visitor.sees("Winners round 1")
    assert len(visitor.all(".bracket-round")) >= 5
    assert "olivia" in visitor.text(".bracket-round[open]").lower()
    assert visitor.width() <= 360


def _width(one: Person) -> float:
    """Of the part of the drawing that is in sight, in its own units."""
    return float(one.ask("return document.querySelector('.bracket-picture').viewBox.baseVal.width"))


def names(person: Person) -> list[str]:
    return [one.text for one in person.all("ol.order > li .order-main")]


def test_an_organiser_seeds_by_keyboard_and_by_dragging_starts_and_overturns_a_result(person: NewPerson) -> None:
    olivia = person("olivia", signed_in=True)
    olivia.visit("/events/new/?format=single-elimination")
    olivia.fill(name="Night Cup", game="Field Tactics")
    olivia.press("More")
    olivia.fill(preset="quick", max_entrants="4")
    olivia.press("Publish event")
    olivia.press("Manage")
    olivia.press("Entrants")
    for count in range(1, 5):
        olivia.press("Add bot")
        olivia.sees(f"{count} of 4 spots taken")
    olivia.press("Seeding")
    olivia.sees("Seeding method")
    before = olivia.until(lambda: found if len(found := names(olivia)) == 4 else [], "four entrants")

    last = olivia.all("ol.order > li")[3].find_element(By.CSS_SELECTOR, "button[value^=up]")
    last.send_keys(Keys.ENTER)
    last.send_keys(Keys.ENTER)
    by_keys = [before[0], before[3], before[1], before[2]]
    assert names(olivia) == by_keys
    olivia.sees("is now number 2", "[data-order-said]")

    handle, first = olivia.all(".order-handle")[2], olivia.all("ol.order > li")[0]
    ActionChains(olivia.driver).click_and_hold(handle).move_to_element_with_offset(
        first, 0, -first.size["height"] // 2 + 2
    ).release().perform()
    ordered = [by_keys[2], by_keys[0], by_keys[1], by_keys[3]]
    assert names(olivia) == ordered
    olivia.press("Save order")
    olivia.sees("In the order below")
    assert names(olivia) == ordered

    olivia.press("Start event")
    olivia.sees("Event started.")
    rule(olivia, "0F-1F", "The first one did not come")
    rule(olivia, "1-0", "He came after all", sees="Final, match 1")
    olivia.press("Activity log")
    olivia.sees("Result overridden")


def rule(olivia: Person, result: str, why: str, sees: str = "2. Changes caused by") -> None:
    """Rule on the first board, after a look at what it would change."""
    olivia.press("Results")
    olivia.ask("document.querySelector('#main a.btn-small').click()")
    olivia.sees("1. Result")
    olivia.ask(f"document.querySelector('[name=result][value=\"{result}\"]').click()")
    olivia.press("Preview changes")
    olivia.sees(sees, "#preview")
    olivia.fill(why=why)
    olivia.press("Confirm ruling")
    olivia.sees("Ruling saved.")
    olivia.sees(why)


def post(olivia: Person, endpoint: str, **data: Any) -> Any:
    answer = olivia.post(f"/api/v1/{endpoint}", data)
    assert "code" not in answer, answer
    return answer


def test_an_evening_of_a_club(person: NewPerson) -> None:
    olivia = person("olivia", width=390, height=844, signed_in=True)
    olivia.visit("/events/")
    title = post(olivia, "leagues/demo-league/titles/", name="Chess at night", outcome="win", least_sides=2, most_sides=2)[
        "key"
    ]
    made = post(
        olivia, "events/", name="Thursday Swiss", league="demo-league", game=title, preset="quick", max_entrants=16,
        auto_advance=False,
        stages=[{"format": "swiss", "settings": {"rounds": 3}}],
    )["event_id"]  # fmt: skip
    olivia.visit(f"/events/{made}/manage/")
    olivia.press("Entrants")
    olivia.fill(names="Ann\nBob\nCleo\nDan\nEve\nFay\nGus")
    olivia.press("Add players")
    olivia.sees("7 of 16 spots taken")
    olivia.press("Overview")
    olivia.press("Open check-in")
    olivia.sees("Check-in opened.", "body")
    for number in range(1, 8):
        olivia.ask("document.querySelector('form[action$=\"/check-in/\"]:not(:has([name=present])) button').click()")
        olivia.sees(f"{number} of 7 have checked in")
    assert olivia.width() <= 390
    olivia.press("Seeding")
    olivia.press("Start event")
    olivia.sees("Event started.")

    olivia.press("Rounds")
    olivia.press("Take back round")
    olivia.press("Yes, take it back")
    olivia.sees("Round taken back.")
    olivia.press("Entrants")
    olivia.site.do(acts.sign_up, "nora")
    olivia.fill(names="@nora")
    olivia.press("Add late entries")
    olivia.sees("Players added or invited.")
    nora = person("nora", signed_in=True)
    nora.visit(f"/events/{made}/")
    nora.press("Accept invitation")
    nora.sees("Round 0 of 3")
    olivia.press("Rounds")
    olivia.press("Generate pairings")
    olivia.sees("4 pairings")
    olivia.press("Publish Round 1")
    olivia.sees("Round published.")

    olivia.press("Results")
    fields = olivia.all(".grid-fields input")
    assert len(fields) == 4
    fields[0].send_keys("1", Keys.ENTER)
    for typed in ("=", "0", "+"):
        olivia.ask("return document.activeElement").send_keys(typed, Keys.ENTER)
    assert olivia.ask("return document.activeElement.textContent") == "Enter results"
    olivia.ask("return document.activeElement").send_keys(Keys.ENTER)
    olivia.sees("4 results saved.")

    olivia.press("Rounds")
    olivia.press("Generate pairings")
    olivia.sees("Beside each name")
    assert len(olivia.all(".draft-state")) == 8
    assert olivia.width() <= 390
    olivia.press("Publish Round 2")
    olivia.sees("Round published.")
    olivia.press("Results")
    olivia.ask("document.querySelector('a[href$=\"#time\"]').click()")
    olivia.sees("Match time", "#time h2")
    olivia.ask(
        "const field = document.querySelector('#starts-at'); const soon = new Date(Date.now() + 864e5); soon.setSeconds(0, 0);"
        "field.value = new Date(soon - soon.getTimezoneOffset() * 6e4).toISOString().slice(0, 16)"
    )
    olivia.press("Save time")
    olivia.sees("Match time saved.")
