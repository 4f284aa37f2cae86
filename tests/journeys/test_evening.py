"""An organiser's evening with a Swiss of eight: check-in, a late arrival, a round taken back, the grid, the next round."""

from typing import Any

from selenium.webdriver.common.keys import Keys

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person

pytestmark = ON_THE_SITE
POST = """const request = new XMLHttpRequest();
request.open("POST", `/api/v1/${arguments[0]}`, false);
request.setRequestHeader("Content-Type", "application/json");
request.setRequestHeader("X-CSRFToken", document.querySelector('meta[name="csrf-token"]').content);
request.send(JSON.stringify(arguments[1]));
return JSON.parse(request.responseText);"""


def post(olivia: Person, endpoint: str, **data: Any) -> Any:
    answer = olivia.ask(POST, endpoint, data)
    assert "code" not in answer, answer
    return answer


def test_an_evening_of_a_club(person: NewPerson) -> None:
    olivia = person("olivia", width=390, height=844)
    olivia.sign_in("olivia")
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
    assert olivia.ask("return document.documentElement.scrollWidth <= innerWidth")
    olivia.press("Seeding")
    olivia.press("Start event")
    olivia.sees("Event started.")

    olivia.press("Rounds")
    olivia.press("Take back round")
    olivia.press("Yes, take it back")
    olivia.sees("Round taken back.")
    olivia.press("Entrants")
    olivia.fill(names="@ada")
    olivia.press("Add late entries")
    olivia.sees("Players added.")
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
    assert olivia.ask("return document.documentElement.scrollWidth <= innerWidth")
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
