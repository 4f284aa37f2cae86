"""Somebody who has never been here."""

import time
from typing import Any

import pytest

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.boards import Ring
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.table import Table
from tests.thorough import WHOLE

pytestmark = ON_THE_SITE
PAUSE_S = 15
"""Between two rounds of the demo league."""
PHONE = {"width": 390, "height": 844, "touch": True}
MOST_MOVED_AT_A_BOARD = 0.05
MOST_MOVED = 0.1
"""How much of the window may move, by Chromium's layout shift score: what https://web.dev/articles/cls calls good."""
_MOVED = """
const [done] = arguments;
let moved = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) moved += value;
}).observe({ type: "layout-shift", buffered: true });
setTimeout(() => done(moved), 300);
"""
_BOARD_END = "return Math.floor(document.querySelector('.match-board').getBoundingClientRect().bottom)"
_PROMPT_START = "return document.querySelector('.match-status').getBoundingClientRect().top"
_PICTURES = "return [...document.querySelectorAll('.mini')].map((one) => one.innerHTML).join()"


def test_a_first_visitor_sees_boards_that_move_a_table_and_a_free_seat(person: NewPerson, site: RunningSite) -> None:
    for words in (f"League Zero is running at {site.address}/", "olivia", "Password: league-zero"):
        assert words in site.printed(), "whoever starts the site is told where it is and whose accounts it has"
    visitor = person()
    visitor.visit("/")
    visitor.until(lambda: len(visitor.all(".mini .ft-piece")) > 10, "live boards", PAUSE_S + 15)
    before = visitor.ask(_PICTURES)
    visitor.until(lambda: visitor.ask(_PICTURES) != before, "a board to move", 8)
    assert "Demo League" in visitor.text("main")
    assert len(visitor.all(".table tbody tr")) == 6 + 4  # of the two events that began last
    visitor.sees("Open challenge")
    visitor.sees("Take seat")


@pytest.mark.prove
@pytest.mark.parametrize("size", [{}, {"width": 390, "height": 844}] if WHOLE else [{"width": 390, "height": 844}])
def test_nothing_moves_when_the_boards_of_ones_matches_arrive(
    person: NewPerson, site: RunningSite, size: dict[str, int]
) -> None:
    for game in ("order-and-chaos", "zero-day"):
        site.do(acts.open_match, game=game, seats=["ada", "bot:level-1"])
    player = person("ada", **size, signed_in=True)
    player.visit("/")
    player.until(lambda: len(player.all(".own-match .mini")) == len(player.all(".own-match")) >= 2, "the boards")
    assert player.driver.execute_async_script(_MOVED) < MOST_MOVED
    site.do(acts.resign_all, "ada")


@pytest.mark.parametrize("size", [{"width": 1400}, PHONE] if WHOLE else [PHONE])
def test_nothing_moves_when_a_match_loads_and_nothing_covers_its_board(
    person: NewPerson, site: RunningSite, size: dict[str, Any]
) -> None:
    player = person("ada", **size, signed_in=True)
    for game in STEPS | {"order-and-chaos": ()}:
        match_id = site.do(acts.open_match, game=game, seats=["ada", "ben"], moves=[])
        player.visit(f"/matches/{match_id}/")
        player.until(lambda: player.all(".match-ready"), "the board")
        assert player.driver.execute_async_script(_MOVED) < MOST_MOVED_AT_A_BOARD, game
        assert player.ask(_BOARD_END) <= player.ask(_PROMPT_START), game
    site.do(acts.resign_all, "ada")


def test_three_clicks_lead_from_the_first_page_to_a_move_on_a_board(person: NewPerson) -> None:
    visitor = person()
    visitor.visit("/")
    visitor.all("#play-order-and-chaos .quick .btn")[0].click()  # one
    ring = Ring(visitor)
    ring.comes()
    visitor.until(ring.my_turn, "the turn")
    ring.click(ring.marked("own")[0])  # two
    ring.logs("the move", lambda: ring.click((ring.marked("move") or ring.marked("kill"))[0]))  # three


MOST_CLICKS = 5
LOST_S = 15
"""A click that has changed nothing after so long is repeated, as a person would."""


STEPS = {
    "field-tactics": ("Move first", "Submit set-up", "[data-square][data-mark=own]", "[data-mark=move], [data-mark=battle]"),
    "zero-order": ("Submit team", "Fill the rest", ".zo-cell[data-mark=own]", ".zo-cell[data-mark=move]"),
    "incursion-point-zero": ("Submit squad", "Fill the rest", ".ip-cell[data-mark=move], .ip-acts button"),
    "zero-day": ("Name four at random", ".zd-spot[data-mark=go]", "Fill the rest", "[data-id=tile], .zd-spot[data-mark=go]"),
}
"""What is clicked after *Play a bot*, in its order; what a side has no need of is left out."""
SET_UP = frozenset(
    {"choose", "setup", "team", "map", "deploy", "squad", "place", "drop", "lay", "credentials", "initiative", "tokens"}
)
"""The phases before the game proper."""
_NEXT = """
  const [steps] = arguments;
  const seen = (one) => !one.disabled && one.checkVisibility();
  const buttons = [...document.querySelectorAll("main button")].filter(seen);
  for (const [at, step] of steps.entries()) {
    const found = step.includes("[") ? [...document.querySelectorAll(step)].find(seen)
      : buttons.find((one) => one.textContent.trim().startsWith(step));
    if (!found) continue;
    found.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return at + 1;
  }
  return 0;
"""


@pytest.mark.prove
def test_five_clicks_lead_from_the_first_page_to_an_own_move_in_every_game(person: NewPerson) -> None:
    """The move is one of the game proper: the set-up before it is proposed, filled in or drawn."""
    visitor = person()
    for game, steps in STEPS.items():
        assert count_clicks(visitor, game, list(steps)) <= MOST_CLICKS, game


def count_clicks(visitor: Person, game: str, steps: list[str]) -> int:
    """Start a match from the first page and click until an own move after the set-up is stored; return how often it took."""
    visitor.visit("/")
    visitor.all(f"#play-{game} .quick .btn")[0].click()
    visitor.until(lambda: visitor.all(".match-ready"), "the match")
    # Places that are marked after the last button belong to the game proper.
    set_up = max((at for at, step in enumerate(steps) if "[" not in step), default=-1) + 1
    table, clicks, done, begun, last = Table(visitor), 1, 0, None, (0, -1, 0.0)

    def has_moved() -> bool:
        nonlocal clicks, done, begun, last
        board = table.board()
        if board["view"]["phase"] not in SET_UP and begun is None:
            begun = board["entry"]
        if last[1] == board["entry"] and time.monotonic() > last[2] + LOST_S:
            clicks, done, last = clicks - 1, last[0], (0, -1, 0.0)  # it fell on a page that was being drawn anew
        if found := visitor.ask(_NEXT, steps[done:] if begun is not None else steps[done:set_up]):
            last = (done, board["entry"], time.monotonic())
            clicks, done = clicks + 1, done + found
        own = board["viewer"]["seat"]
        return begun is not None and any(line["by"] == own and line["n"] > begun for line in board["log"])

    visitor.until(has_moved, f"a move in {game}", 90)
    return clicks
