"""Where the match page puts things: what a player acts with is in sight, at every size, in every phase of every game."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from selenium.webdriver import Keys

from tests.journeys import ON_THE_SITE, acts
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.table import Table
from tests.thorough import WHOLE

pytestmark = ON_THE_SITE
DESKTOPS = ((1024, 700), (1400, 900), (2560, 1440)) if WHOLE else ((1024, 700),)
PHONES = ((360, 640), (390, 844)) if WHOLE else ((360, 640),)
ALWAYS = ".strip .clock, [data-part=status], .match-board, .match-board > :not(.zo-team, .ip-choice)"
ACTED_WITH = (
    ".match-acts :is(button, a), .match-controls :is(button, select), .match-tabs > .tabs > button, .match-now .typed input,"
    ".match-now :is([name=action], [name=move]), .result .btn, .replay :is(button, [type=range]), .match-actions button"
)
PANELS = {
    "field-tactics": ".ft-setup .btn, .ft-tray-piece, .ft-report",
    "order-and-chaos": ".oc-note, .oc-facts-head, .oc-fact:nth-of-type(-n+3) summary",
    "zero-day": ".zd-about, .zd-keys button, .zd-desk :is(button, h2), .zd-tabs button, .zd-hack button",
    "zero-order": ".zo-card, .zo-team button",
    "incursion-point-zero": ".ip-chips button, .ip-rounds, .ip-choice button, .ip-fight:first-child",
}
_UNSEEN = """
const [css] = arguments;
const spots = (box) => [0.5, 0.15, 0.85].map((part) => [box.left + part * box.width, box.top + part * box.height]);
const isSeen = (one) => {
  const box = one.getBoundingClientRect();
  if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) return false;
  const around = one.closest(".match-board") ?? one;
  return spots(box).every(([x, y]) => around.contains(document.elementFromPoint(x, y)));
};
const name = (one) => `${one.className.baseVal ?? one.className} ${one.textContent.trim().slice(0, 25)}`;
return [...document.querySelectorAll(css)].filter((one) => one.checkVisibility() && !isSeen(one))
  .map((one) => `${name(one)} at ${JSON.stringify(one.getBoundingClientRect())}`);
"""
_SCROLLED = """
scrollTo({top: 0, behavior: "instant"});
const {top} = arguments[0].getBoundingClientRect();
if (arguments[1]) scrollBy({top, behavior: "instant"});
return document.documentElement.scrollWidth;
"""


class Stage(NamedTuple):
    """A match: what others play it to, once a player has pressed something first."""

    game: str
    until: Mapping[str, Any] | None
    seats: tuple[str, ...] = ("ada", "bot:level-1")
    options: Mapping[str, Any] = {}
    pressed: tuple[str, ...] = ()


SECOND, FOUR = ("bot:level-1", "ada"), ("bot:level-1", "ada", "bot:level-1", "bot:level-1")
SET_UP, TEAM, SQUAD = ("Steady line", "Submit set-up"), ("Submit team",), ("Submit squad",)
IPZ = "incursion-point-zero"
STAGES = {
    "Field Tactics": (
        Stage("field-tactics", None, ("ada", "ben")),
        Stage("field-tactics", {"phase": "choose"}, options={"advantage": "red"}),
        Stage("field-tactics", {"phase": "setup"}, options={"advantage": "blue"}),
        Stage("field-tactics", {"phase": "play"}, options={"advantage": "blue"}, pressed=SET_UP),
    ),
    "Order & Chaos": (Stage("order-and-chaos", {"phase": "play"}),),
    "Zero Day": (
        Stage("zero-day", {"phase": "credentials"}),
        Stage("zero-day", {"phase": "tokens"}),
        Stage("zero-day", {"phase": "act"}),
        Stage("zero-day", {"phase": "move"}, FOUR),
        Stage("zero-day", {"offers": "hack "}, SECOND),
    ),
    "Zero Order": (
        Stage("zero-order", {"phase": "team"}),
        Stage("zero-order", {"phase": "map"}, pressed=TEAM),
        Stage("zero-order", {"phase": "deploy"}, pressed=TEAM),
        Stage("zero-order", {"phase": "act"}, pressed=TEAM),
    ),
    "Incursion Point: Zero": (
        Stage(IPZ, {"phase": "squad"}, SECOND),
        Stage(IPZ, {"phase": "place"}, SECOND, pressed=SQUAD),
        Stage(IPZ, {"phase": "lay"}, SECOND, pressed=SQUAD),
        Stage(IPZ, {"phase": "play"}, SECOND, pressed=SQUAD),
        Stage(IPZ, {"offers": "attack"}, pressed=SQUAD),
    ),
}


@pytest.mark.parametrize("name", STAGES)
def test_what_a_player_acts_with_is_in_sight_in_every_phase(person: NewPerson, site: RunningSite, name: str) -> None:
    """One phase of each game in `make test`, and the end of one."""
    player = person("ada", signed_in=True)
    stages = STAGES[name] if WHOLE else STAGES[name][-1:]
    faults = [fault for stage in stages for fault in _faults_at(player, site, name, stage)]
    if WHOLE or name == "Order & Chaos":
        player.resize(1280, 900)
        Table(player).resign()
        player.until(lambda: player.text("[data-part=verdict]"), "the verdict")
        player.press("Replay")
        player.until(lambda: player.text("[data-replay=count]"), "the replay")
        faults += _faults(player, "", "the end")
    else:
        site.do(acts.resign_all, "ada")
    assert not faults, f"{len(faults)} out of sight:\n" + "\n".join(faults)


def test_the_board_comes_first_the_move_box_keeps_the_focus_and_a_tab_marks_what_is_new(
    person: NewPerson, site: RunningSite
) -> None:
    player = person("ada", signed_in=True)
    match = come_to(player, site, STAGES["Field Tactics"][-1])
    player.keys(Keys.TAB, Keys.ENTER, Keys.TAB)
    assert player.focused("data-square"), "the first stop after the link that skips to the board"
    table, turn = Table(player), _turn(player, match)
    table.type_move(table.board()["legal"][0])
    player.until(lambda: _turn(player, match) != turn, "the move")
    assert player.focused("name") == "move"
    player.press("Details")
    player.sees("Time control", "#panel-details")
    table.type_move(player.until(lambda: table.board()["legal"], "the next turn")[0])
    player.until(lambda: player.all("#tab-log .tab-new"), "the mark of the log")
    player.all("#tab-details")[0].send_keys(Keys.HOME)
    assert player.focused("id") == "tab-log"
    assert not player.all("#tab-log .tab-new")


def _faults_at(player: Person, site: RunningSite, name: str, stage: Stage) -> Iterator[str]:
    match = come_to(player, site, stage)
    yield from _faults(player, f", {PANELS[stage.game]}", f"{stage.game} {stage.until}")
    if stage.until and stage is not STAGES[name][-1]:
        player.post(f"/api/v1/matches/{match}/resign/", {})


def come_to(player: Person, site: RunningSite, stage: Stage) -> int:
    """Open a match and bring it to its stage; its id."""
    match = site.do(acts.open_match, game=stage.game, seats=list(stage.seats), options=dict(stage.options))
    player.visit(f"/matches/{match}/")
    turn = _turn(player, match)
    for label in stage.pressed:
        player.press(label)
    if stage.pressed:
        player.until(lambda: _turn(player, match) != turn, "what was handed in")
    if stage.until is not None:
        site.do(acts.play_on, match, **stage.until)
        player.visit(f"/matches/{match}/")
    player.until(lambda: player.all(".match-ready [data-part=board] *") and player.text("[data-part=status]"), "the board")
    return match


def _turn(player: Person, match: int) -> int:
    return int(player.fetch(f"/api/v1/matches/{match}/")["viewer"]["turn"])


def _faults(player: Person, panel: str, when: str) -> Iterator[str]:
    for width, height in (*DESKTOPS, *PHONES):
        is_phone = (width, height) in PHONES
        player.resize(width, height)
        wide = player.ask(_SCROLLED, player.all("[data-part=top]")[0], is_phone)
        shown = ALWAYS if is_phone else f"{ALWAYS}, {ACTED_WITH}{panel}"
        for fault in player.ask(_UNSEEN, shown):
            yield f"{when}, {width} x {height}: {fault}"
        if wide > width:
            yield f"{when}: {wide} px wide in {width}"
