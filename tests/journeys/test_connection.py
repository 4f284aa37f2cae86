"""A connection that fails, and a web process that dies."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.line import Line
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
_STAMP = "window.stamp = 'not loaded again'"


def test_a_player_who_was_offline_catches_up_without_a_reload(person: NewPerson, site: RunningSite) -> None:
    with Line(site.port) as line:
        ada, ben = _two_at_a_table(person, site, line)
        line.cut()
        ada.person.sees("Reconnecting…", "[data-part=connection]")
        ben.move()
        ben.person.until(lambda: len(ben.log()) > len(ada.log()), "Ben's move in his log")
        line.mend()
        _back_and_equal(ada, ben)


def test_a_move_that_is_made_on_a_dead_line_arrives_once_when_the_line_is_back(person: NewPerson, site: RunningSite) -> None:
    with Line(site.port) as line:
        ada, ben = _two_at_a_table(person, site, line)
        ben.move()
        ada.waits_for("Your turn")
        told = len(ben.log())
        line.cut()
        ada.move()
        ada.person.sees("Resending…", "[data-part=hint]")
        line.mend()
        ben.person.until(lambda: len(ben.log()) > told, "Ada's move on Ben's page")
        _back_and_equal(ada, ben, turn=ben)


def test_both_pages_survive_the_death_of_the_web_process(person: NewPerson, site: RunningSite) -> None:
    ada, ben = _two_at_a_table(person, site)
    site.kill_web()
    for table in (ada, ben):
        table.person.sees("Reconnecting…", "[data-part=connection]")
    for table in (ada, ben):
        table.person.until(lambda table=table: table.person.text("[data-part=connection]") == "live", "the line", 60)
    ben.move()
    _back_and_equal(ada, ben)


def _two_at_a_table(person: NewPerson, site: RunningSite, line: Line | None = None) -> tuple[Table, Table]:
    """Ada is Red, Ben is Blue and to move. Ada reaches the site over `line`, if there is one."""
    match = site.open_match(seats=["ada", "ben"], options={"advantage": "blue"})
    tables = []
    for name in ("ada", "ben"):
        one = person(name, clumsy=True)
        if line and name == "ada":
            one.address = line.address
        one.sign_in(name)
        one.visit(f"/matches/{match}/")
        one.press("Ready")
        tables.append(Table(one))
    ada, ben = tables
    ben.set_up()
    ada.set_up()
    ben.waits_for("Your turn")
    ada.waits_for("Waiting for Blue")
    ada.person.ask(_STAMP)
    return ada, ben


def _back_and_equal(ada: Table, ben: Table, turn: Table | None = None) -> None:
    """Ada's page is live and shows what Ben's shows, without having been loaded again; then play goes on."""
    ada.person.until(lambda: ada.person.text("[data-part=connection]") == "live", "the line to be back", 60)
    ada.person.until(lambda: ada.log() == ben.log(), "the same log on both pages")
    ada.person.until(lambda: ada.pieces().keys() == ben.pieces().keys(), "the same pieces on both boards")
    told, mover = len(ada.log()), turn or ada
    mover.move()
    for table in (ada, ben):
        table.person.until(lambda table=table: len(table.log()) > told, "the next move on both pages", 5)
    assert ada.person.ask("return window.stamp") == "not loaded again"
