"""Somebody who reads figures."""

from __future__ import annotations

from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson

pytestmark = ON_THE_SITE
POINT = """
const over = document.querySelector("#weeks .u-over"), box = over.getBoundingClientRect();
const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
over.dispatchEvent(new MouseEvent("mouseenter", at));
over.dispatchEvent(new MouseEvent("mousemove", at));
"""


def test_a_finished_match_is_drawn_and_the_plot_says_what_it_shows(person: NewPerson) -> None:
    visitor = person(width=360, height=780, touch=True)
    visitor.site.open_match(game="order-and-chaos", seats=["ada", "ben"], moves=["B3-W3", "B4-W4", "resign"])

    def drawn() -> bool:
        visitor.visit("/games/order-and-chaos/stats/")
        return len(visitor.all("#weeks .plot canvas")) == 1

    visitor.until(drawn, "the plot of the weeks", 40)
    visitor.ask("document.querySelector('#weeks').scrollIntoView()")
    visitor.ask(POINT)
    visitor.until(lambda: "–" not in visitor.text("#weeks .u-legend"), "the figures under the pointer")
    assert visitor.ask("return document.documentElement.scrollWidth") <= 360
    visitor.ask("document.querySelector('#weeks details').open = true")
    matches = visitor.text("#weeks tbody tr td:nth-child(2)")
    assert matches in visitor.text("#weeks .u-legend")
    visitor.sees("W3", ".heat")
