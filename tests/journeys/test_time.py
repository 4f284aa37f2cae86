"""Losing on time."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
# Keeps every status and clock that the page shows, because they may be gone when the test comes to look.
_WRITE_DOWN = """
window.written = "";
const shown = ["[data-part=status]", "[data-part=bottom] .clock"];
const write = () => shown.forEach((css) => (window.written += document.querySelector(css)?.innerText + "\\n"));
new MutationObserver(write).observe(document.body, { childList: true, subtree: true, characterData: true });
"""


def test_whoever_lets_the_clock_run_out_loses_and_both_pages_say_so(person: NewPerson, site: RunningSite) -> None:
    """The shortest time that the lobby offers lasts 70 s, so this match gets a shorter one."""
    match = site.open_match(seats=["ada", "ben"], turn_ms=5000, reserve_ms=2000, options={"advantage": "red"})
    tables = []
    for name in ("ada", "ben"):
        one = person(name)
        one.sign_in(name)
        one.visit(f"/matches/{match}/")
        tables.append(Table(one))
    ada, ben = tables
    ada.person.ask(_WRITE_DOWN)
    ada.sends_its_seed(2)
    for table in tables:
        table.person.press("Ready")
    for words in ("You have the advantage", "Low time", " bank"):
        ada.person.until(lambda words=words: words in ada.person.ask("return window.written"), words, 40)
    for table, verdict, clock in ((ada, "You lost to Ben.", "bottom"), (ben, "You won.", "top")):
        table.person.sees(verdict, "[data-part=verdict]", 40)
        table.person.sees("0:00.0", f"[data-part={clock}] [data-turn]")
        table.person.sees("Red ran out of time.", "[data-part=reason]")
