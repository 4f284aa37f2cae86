"""Every page, on a phone and on a desk, in the light and in the dark: what axe-core finds wrong for people who do not
see, hear, read or point as others do; and that no page asks for more than its share of the line.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.journeys import ON_THE_SITE, addresses
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.weighing import MOST_BYTES, weight
from tests.services import axe

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
_ANSWER = "return performance.getEntriesByType('navigation')[0].responseStatus"


def test_every_address_is_a_page_that_is_looked_at_or_is_none_for_a_reason() -> None:
    assert addresses.unlisted() == []


@pytest.mark.parametrize("site_is_up", [pytest.param(None, marks=ON_THE_SITE)])
def test_no_page_shuts_anybody_out_or_weighs_too_much(person: NewPerson, site_is_up: None) -> None:
    reader = person(width=WIDE, height=HEIGHT)
    faults: list[str] = []
    who = ""
    for name, by, path in addresses.visits(reader.site.furnish()):
        if by != who:
            reader.sign_in(by)
            who = by
        show(reader, dark=False, width=WIDE)
        reader.visit(path)
        faults += [f"{name} {path} ({by or 'signed out'}) {fault}" for fault in found(reader)]
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults)


def found(reader: Person) -> list[str]:
    """What is wrong with the page that is open."""
    reader.driver.execute_async_script(_READY)
    if (answer := reader.ask(_ANSWER)) != 200:
        return [f"answers {answer}"]
    if (bytes_ := weight(reader.driver)) > MOST_BYTES:
        return [f"weighs {bytes_} bytes"]
    axe.bring(reader.driver)
    told = [f"wide and light: {one}" for one in axe.violations(reader.driver)]
    show(reader, dark=True, width=NARROW)
    return told + [f"narrow and dark: {one}" for one in axe.violations(reader.driver)]


def show(reader: Person, *, dark: bool, width: int) -> None:
    """Change colours and size in place, as a device does."""
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    reader.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    metrics: dict[str, Any] = {"width": width, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": width == NARROW}
    reader.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
