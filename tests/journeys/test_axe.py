"""Every page: what axe-core finds wrong for people who do not see, hear, read or point as others do; and that no page
asks for more than its share of the line.

Each template is looked at once, in turns on a phone in the dark and on a desk in the light: they are made of the same parts.
In `make prove` each page is looked at in both, for each of its readers.
"""

from collections.abc import Sequence

import pytest
from django.template.loader import render_to_string

from tests.journeys import acts, addresses, world
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.weighing import MOST_BYTES, parts
from tests.services import axe
from tests.thorough import WHOLE

WIDE, NARROW, HEIGHT = 1280, 360, 800
_READY = """
const done = arguments[0];
const busy = '.htmx-request, [data-match-page]:not(.match-ready)';
const look = () => {
  if (document.readyState !== 'complete' || document.querySelector(busy)) setTimeout(look, 15);
  else requestAnimationFrame(() => done(true));
};
look();
"""
SIGN_IN = "/accounts/sign-in/"
WEIGHED = ("home", "match", "event", "draft", "puzzle", "manage-seeding")
"""With the most scripts; in `make prove` every page is weighed."""
FRAMED = ("home", "search", "events", "league-edit", "fair-play")
"""One page at least of each who looks."""
_ANSWER = "return performance.getEntriesByType('navigation')[0].responseStatus"


def test_every_address_is_a_page_that_is_looked_at_or_is_none_for_a_reason() -> None:
    assert addresses.unlisted() == []


@pytest.mark.browser
@pytest.mark.processes
def test_no_page_shuts_anybody_out_or_weighs_too_much(person: NewPerson) -> None:
    reader = person(width=WIDE, height=HEIGHT)
    reader.site.do(acts.resign_all, "ada", "ben")
    faults: list[str] = []
    who = ""
    for number, (name, by, path) in enumerate(addresses.visits(reader.site.do(world.furnish), whole=WHOLE)):
        if by != who:
            reader.sign_in(by)
            who = by
        looks = (True, False) if WHOLE else (bool(number % 2),)
        show(reader, narrow=looks[0])
        reader.visit(path)
        faults += [f"{name} {path} ({by or 'signed out'}) {fault}" for fault in found(reader, name, looks)]
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)


@pytest.mark.browser
@pytest.mark.processes
def test_no_page_that_refuses_or_asks_once_more_shuts_anybody_out(person: NewPerson) -> None:
    """What is not there or not allowed, forms from old pages, faults of ours, and the second step of signing in."""
    reader = person(clumsy=True, width=WIDE, height=HEIGHT)
    reader.site.do(acts.guard, "zoe")
    faults: list[str] = []

    def look(name: str, answer: int) -> None:
        faults.extend(f"{name}: {fault}" for fault in found(reader, name, (True, False) if WHOLE else (True,), answer))

    reader.visit("/nowhere/")
    look("404", 404)
    reader.sign_in("ada")
    reader.visit("/audit-log/")
    look("403", 403)
    reader.visit("/leagues/new/")
    reader.ask("document.querySelector('main form [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)")
    reader.ask("document.querySelector('main form').submit()")
    reader.until(lambda: reader.ask(_ANSWER) == 403, "the refusal")
    look("403 of a form", 403)
    reader.driver.delete_all_cookies()
    reader.visit(SIGN_IN)
    reader.fill(username="zoe", password="league-zero")
    reader.submit()
    reader.until(lambda: "second-step" in reader.path(), "the second step")
    look("second-step", 200)
    for failed in ("500.html", "503.html"):  # nothing of the site makes them, so that they are there when it is not
        reader.visit("/nowhere/")
        frame = reader.driver.execute_cdp_cmd("Page.getFrameTree", {})["frameTree"]["frame"]["id"]
        page = {"frameId": frame, "html": render_to_string(failed, {"again": "/nowhere/"})}
        reader.driver.execute_cdp_cmd("Page.setDocumentContent", page)
        look(failed, 404)
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)


def found(reader: Person, name: str, looks: Sequence[bool], expected: int = 200) -> list[str]:
    """What is wrong with the page that is open, looked at narrow (True) or wide, one after the other.

    What frames every page is looked at on some alone.
    """
    reader.driver.execute_async_script(_READY)
    if (answer := reader.ask(_ANSWER)) != expected:
        return [f"answers {answer}"]
    if name != "sign-in" and reader.path().startswith(SIGN_IN):
        return ["asks to sign in: somebody else has to look"]
    if (WHOLE or name in WEIGHED) and (bytes_ := sum(parts(reader.driver).values())) > MOST_BYTES:
        return [f"weighs {bytes_} bytes"]
    axe.bring(reader.driver)
    told = []
    for narrow in looks:
        show(reader, narrow=narrow)
        seen = "narrow and dark" if narrow else "wide and light"
        told += [f"{seen}: {one}" for one in axe.violations(reader.driver, frame=name in FRAMED)]
    return told


def show(reader: Person, *, narrow: bool) -> None:
    """As on a phone in the dark, or as on a desk in the light; changed in place, as a device does."""
    reader.prefers("dark" if narrow else "light")
    reader.resize(NARROW if narrow else WIDE, HEIGHT)
