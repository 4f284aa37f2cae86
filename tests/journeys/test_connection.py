"""A connection that fails, a web process that dies, and a clock that runs out."""

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.line import Line
from tests.journeys.site import RunningSite
from tests.journeys.table import Table

pytestmark = ON_THE_SITE
_STAMP = "window.stamp = 'not loaded again'"


def test_a_player_catches_up_without_a_reload_and_a_move_on_a_dead_line_arrives_once(
    person: NewPerson, site: RunningSite
) -> None:
    with Line(site.port) as line:
        ada, ben = _two_at_a_table(person, site, line)
        line.cut()
        ada.person.sees("Reconnecting…", "[data-part=connection]")
        ben.move()
        ben.person.until(lambda: len(ben.log()) > len(ada.log()), "Ben's move in his log")
        line.mend()
        _back_and_equal(ada, ben)
        ben.move()
        ada.waits_for("Your turn")
        told = len(ben.log())
        line.cut()
        ada.move()
        ada.person.sees("Resending…", "[data-part=hint]")
        line.mend()
        ben.person.until(lambda: len(ben.log()) > told, "Ada's move on Ben's page")
        _back_and_equal(ada, ben, turn=ben)
        site.kill_web()
        for table in (ada, ben):
            table.person.sees("Reconnecting…", "[data-part=connection]")
        for table in (ada, ben):
            table.person.sees("live", "[data-part=connection]")
        ada.move()
        _back_and_equal(ada, ben, turn=ben)


def _two_at_a_table(person: NewPerson, site: RunningSite, line: Line) -> tuple[Table, Table]:
    """Ada is Red, Ben is Blue and to move. Ada reaches the site over `line`."""
    match = site.do(acts.open_match, ["ada", "ben"], options={"advantage": "blue"})
    people = [person(name, clumsy=True) for name in ("ada", "ben")]
    people[0].address = line.address
    for one in people:
        one.sign_in(one.name)
    ada, ben = tables = [Table(one, match) for one in people]
    for table in tables:
        table.person.press("Ready")
    ben.set_up()
    ada.set_up()
    ben.waits_for("Your turn")
    ada.waits_for("Waiting for Blue")
    ada.person.ask(_STAMP)
    return ada, ben


def _back_and_equal(ada: Table, ben: Table, turn: Table | None = None) -> None:
    """Ada's page is live and shows what Ben's shows, without having been loaded again; then play goes on."""
    ada.person.sees("live", "[data-part=connection]")
    ada.person.until(lambda: ada.log() == ben.log(), "the same log on both pages")
    ada.person.until(lambda: ada.pieces().keys() == ben.pieces().keys(), "the same pieces on both boards")
    told, mover = len(ada.log()), turn or ada
    mover.move()
    for table in (ada, ben):
        table.person.until(lambda table=table: len(table.log()) > told, "the next move on both pages", 5)
    assert ada.person.ask("return window.stamp") == "not loaded again"


# Keeps every status and clock that the page shows, because they may be gone when the test comes to look.
_WRITE_DOWN = """
window.written = "";
const shown = ["[data-part=status]", "[data-part=bottom] .clock"];
const write = () => shown.forEach((css) => (window.written += document.querySelector(css)?.innerText + "\\n"));
new MutationObserver(write).observe(document.body, { childList: true, subtree: true, characterData: true });
"""


def test_whoever_lets_the_clock_run_out_loses_and_both_pages_say_so(person: NewPerson, site: RunningSite) -> None:
    """The shortest time that the lobby offers lasts 70 s, so this match gets a shorter one."""
    match = site.do(acts.open_match, ["ada", "ben"], turn_ms=5000, reserve_ms=2000, options={"advantage": "red"})
    ada, ben = tables = [Table(person(name, signed_in=True), match) for name in ("ada", "ben")]
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
