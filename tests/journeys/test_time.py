"""Losing on time."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE


def test_whoever_lets_the_clock_run_out_loses_and_both_pages_say_so(person: NewPerson, site: RunningSite) -> None:
    """The shortest time that the lobby offers lasts 70 s, so this match gets a shorter one."""
    match = site.open_match(seats=["ada", "ben"], turn_ms=8000, reserve_ms=8000, options={"advantage": "red"})
    tables = []
    for name in ("ada", "ben"):
        one = person(name)
        one.sign_in(name)
        one.visit(f"/matches/{match}/")
        tables.append(Table(one))
    for table in tables:
        table.person.press("I am ready")
    ada, ben = tables
    ada.waits_for("You hold the advantage")
    ada.person.sees("Time nearly gone", "[data-part=bottom] .clock")
    ada.person.sees("reserve", "[data-part=bottom] .clock")
    for table, verdict, clock in ((ada, "You lost to Ben.", "bottom"), (ben, "You won.", "top")):
        table.person.sees(verdict, "[data-part=verdict]", 40)
        table.person.sees("0:00.0", f"[data-part={clock}] [data-turn]")
        table.person.sees("Time has run out.", "[data-part=reason]")
