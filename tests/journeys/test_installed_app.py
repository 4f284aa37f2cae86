"""The site as an installed app, and an overlay in streaming software."""

import io
import json
from base64 import b64decode
from typing import Any

from PIL import Image

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.line import Line
from tests.journeys.person import Person
from tests.journeys.site import RunningSite

pytestmark = ON_THE_SITE
REGISTER = """
const [done] = arguments;
navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready).then(() => done(true));
"""
"""As the app does once it is installed, which this browser can't be."""


def test_a_browser_can_install_the_site_and_shows_its_page_without_a_connection(person: NewPerson, site: RunningSite) -> None:
    ada = person("ada", clumsy=True)
    with Line(site.port) as line:
        ada.address = line.address
        ada.visit("/events/")
        assert cdp(ada, "Page.getInstallabilityErrors")["installabilityErrors"] == []
        found = cdp(ada, "Page.getAppManifest")
        assert (found["errors"], json.loads(found["data"])["name"]) == ([], "League Zero")
        assert ada.driver.execute_async_script(REGISTER)
        ada.visit("/leagues/")
        ada.sees("Leagues", "h1")
    ada.visit("/events/")
    ada.sees("No connection", "h1")
    assert ada.ask("return getComputedStyle(document.querySelector('.btn')).display") == "flex"


def test_an_overlay_is_live_and_nothing_is_painted_beside_its_panels(person: NewPerson, site: RunningSite) -> None:
    match = site.open_match(seats=["ada", "ben"], options={"advantage": "blue"}, moves=[])
    caster = person("ada", width=1920, height=1080)
    caster.sign_in("ada")
    cdp(caster, "Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    caster.visit(f"/matches/{match}/overlay/")
    caster.until(lambda: caster.all("[data-drawn] .match-board > *"), "the board")
    assert "your" not in caster.text("main").lower()
    picture = Image.open(io.BytesIO(b64decode(cdp(caster, "Page.captureScreenshot", format="png")["data"]))).convert("RGBA")
    assert [picture.getpixel((x, 540))[3] for x in (5, 960, 1915)] == [0, 255, 0]  # type: ignore[index]
    site.open_match(match=match, moves=["resign"])
    caster.sees("won.", "[data-part=status]")


def cdp(one: Person, command: str, **given: Any) -> dict[str, Any]:
    answer: dict[str, Any] = one.driver.execute_cdp_cmd(command, given)
    return answer
