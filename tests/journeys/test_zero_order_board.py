"""Zero Order in a browser: every phase by click, a whole match typed, by keyboard, by touch, a refusal, the replay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.templatetags.static import static
from selenium.webdriver import Keys
from selenium.webdriver.support.ui import Select

from engines.zero_order.engine import ZeroOrder
from engines.zero_order.tokens import UNIT_NAMES
from tests.journeys import ON_THE_SITE
from tests.journeys.conftest import NewPerson
from tests.journeys.person import Person
from tests.journeys.site import RunningSite
from tests.journeys.zero_order_table import ZeroOrderTable

pytestmark = ON_THE_SITE

_COMPOSE = """
const [path, lists, done] = arguments;
const wrong = ({Composer}) => lists.flatMap((legal) => legal.filter((text) => {
  const composer = new Composer(legal);
  const action = composer.all.find((one) => one.text === text);
  if (composer.actor !== action.actor) composer.choose(action.actor);
  if (action.verb === "move") return !composer.moves().includes(action);
  if (action.verb === "release") return composer.release() !== action;
  if (composer.verb !== action.verb) composer.use(action.verb);
  for (const item of action.items) {
    if (!composer.units().includes(item.unit)) return true;
    composer.select(item.unit);
    if (composer.unit !== null) {
      if (!composer.ends().some((end) => end.key === item.key)) return true;
      composer.add(item.key);
    }
  }
  return composer.complete()?.text !== text;
}));
import(path).then((module) => done(wrong(module)));
"""
_TELL = """
const [path, views, done] = arguments;
import(path).then((module) => done(views.map(module.describeLastAction)));
"""
_ON_TOP = """
const box = arguments[0].getBoundingClientRect();
return arguments[0].contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
"""


def _sit_down(player: Person, site: RunningSite, *, bot: str = "level-1", **asked: object) -> ZeroOrderTable:
    player.sign_in("ada")
    match = site.open_match(game="zero-order", seats=["ada", f"bot:{bot}"], **asked)
    player.visit(f"/matches/{match}/")
    player.until(lambda: player.all(".zo-board"), "the board")
    return ZeroOrderTable(player, match)


def test_team_map_deployment_and_a_turn_are_played_by_click(person: NewPerson, site: RunningSite) -> None:
    player = person(lively=True)
    table = _sit_down(player, site, options={"joined_map": True})
    table.waits_for("Choose your team")
    player.press("Clear")
    player.sees("Choose 6 more units", ".zo-dock")
    player.press("Basics")
    player.press("Submit team")
    for phase, most in (("Build the map", 12), ("Deploy a unit", 6)):
        table.waits_for(phase)
        for _ in range(most):
            board = table.turn_comes()
            if phase not in table.status():
                break
            offered = table.marked("place")
            assert set(offered) == {text.split()[2] for text in board["legal"]}, "every grid for a token is marked"
            table.click(table.good(board).split()[2])
            table.goes_on(board)
    board = table.reach(lambda match: match["view"]["phase"] == "move")
    mine = sorted(table.marked("own"))
    assert mine == sorted({text.split("-")[0] for text in board["legal"]})
    table.click(mine[0])
    target = table.marked("move")[0]
    table.click(target)
    table.goes_on(board)
    player.until(lambda: table.units().get(target, "").startswith("0"), "the unit where it went")
    player.press("End turn")
    player.until(lambda: any("White ends the turn" in line for line in _log(player)), "the end of the turn in the log")


def test_a_whole_match_is_typed_to_its_end(person: NewPerson, site: RunningSite) -> None:
    player = person()
    table = _sit_down(player, site, options={"turn_limit": 4, "joined_map": True})
    table.hand_in("DE PU TO TW SP SW")
    table.reach(lambda match: match["view"]["phase"] == "deploy")
    for _ in range(5):
        board = table.turn_comes()
        table.type(table.good(board))
        table.goes_on(board)
    if last := site.play_on(table.match):
        table.turn_comes()
        table.type(last)
    player.until(lambda: player.text("[data-part=verdict]"), "the verdict")
    assert player.text("[data-part=reason]").strip()


def test_a_function_is_composed_step_by_step_with_the_keyboard(person: NewPerson, site: RunningSite) -> None:
    player = person()
    table = _sit_down(player, site, options={"joined_map": True})
    table.hand_in("DE PU TO TW FR SW")
    board = table.reach(lambda match: match["view"]["phase"] == "act" and bool(_for_one_unit(match)))
    functions = _for_one_unit(board)
    text = functions[0]
    unit = text.split(": ")[1].split("-")[0].split()[0]
    _walk_to(table, unit)
    assert "can be selected" in str(player.focused("aria-label"))
    player.keys(Keys.ENTER)
    player.sees(f"{text.split(':')[0]}: {unit}", ".zo-notation")
    player.keys(Keys.ESCAPE)
    player.sees(f"{text.split(':')[0]}: …", ".zo-notation")
    player.keys(Keys.ENTER)
    if "…" in player.text(".zo-notation"):
        ends = [one for one in functions if one.startswith(f"{text.split(':')[0]}: {unit}-")]
        label = player.text(".zo-buttons .btn")
        player.tab_to(label)
        player.keys(Keys.ENTER)
        player.until(lambda: player.text(".zo-notation") in ends, "a whole action")
    whole = player.text(".zo-notation")
    assert whole in functions
    player.tab_to("Confirm")
    player.keys(Keys.ENTER)
    table.goes_on(board)
    player.sees(whole, "[data-part=last-turn]")


def test_a_refusal_is_shown_in_the_referees_words(person: NewPerson, site: RunningSite) -> None:
    player = person()
    table = _sit_down(player, site)
    table.type("team DE PU FR SW LO HI")
    player.sees("at least 3 Shift units", "[data-part=refusal]")
    player.press("Submit team")
    table.waits_for("Build the map")
    table.turn_comes()
    table.click("C8")
    player.sees("C8 is not in your territory", "[data-part=hint]")
    table.type("tile SP A4")
    player.sees("Split", "[data-part=refusal]")
    assert table.board()["view"]["phase"] == "map"


def test_on_a_phone_a_token_is_explained_and_placed_by_touch(person: NewPerson, site: RunningSite) -> None:
    player = person(width=360, height=740, touch=True)
    table = _sit_down(player, site)
    player.tap(player.until(lambda: player.all("[data-code=CO]"), "the tokens")[0])
    player.sees("Does what one of your touching units could do", ".zo-card")
    player.hears_again(table.match)
    assert "Does what one of your touching units could do" in player.text(".zo-card"), "it is still being read"
    player.tap_on("Submit team")
    table.waits_for("Build the map")
    board = table.turn_comes()
    player.tap(player.all(".zo-hand [data-code]")[1])
    code = player.ask("return document.querySelector('.zo-hand [aria-pressed=true]').dataset.code")
    grid = table.marked("place")[0]
    player.tap(table.spot(grid))
    table.goes_on(board)
    assert table.board()["view"]["tiles"][grid] == [0, code]
    table.turn_comes()
    player.tap(table.spot("C5"))
    player.sees("The centre", ".zo-card")
    laid = table.board()["entry"]
    table.reach(lambda match: match["entry"] >= laid + 2)
    assert "The centre" in player.text(".zo-card"), "what happens elsewhere takes nothing away that is being read"
    assert player.ask("return document.documentElement.scrollWidth") <= 360


def test_on_a_phone_the_card_of_a_tapped_token_covers_nothing(person: NewPerson, site: RunningSite) -> None:
    player = person(width=360, height=740, touch=True)
    _sit_down(player, site)
    player.tap_on("Clear")
    player.sees("Choose 6 more units", ".zo-dock")
    token = player.all("[data-code=CO]")[0]
    player.tap(token)
    player.sees("Does what one of your touching units could do", ".zo-card")
    assert token.get_attribute("aria-pressed") == "true"
    assert player.ask(_ON_TOP, token)


def test_a_match_is_replayed_from_both_sides_and_no_team_shows_too_early(person: NewPerson, site: RunningSite) -> None:
    player = person()
    table = _sit_down(player, site, bot="level-7", options={"joined_map": True})
    table.reach(lambda match: match["view"]["phase"] == "act")
    units = table.units()
    player.press("Resign")
    player.sees("can't be undone", "dialog[open]")
    player.press("Resign")
    player.sees("You lost", "[data-part=verdict]")
    player.press("Replay")
    player.until(lambda: player.text("[data-replay=count]"), "the replay")
    assert table.units() == units
    for eyes in ("0", "1", "spectator"):
        Select(player.all("[data-replay=eyes]")[0]).select_by_value(eyes)
        player.until(lambda: table.units() == units, "the same position")
        frames = player.fetch(f"/api/v1/matches/{table.match}/replay/?viewer={eyes}")["frames"]
        choosing = [frame["view"]["teams"] for frame in frames if frame["view"]["phase"] == "team"]
        hidden = [1 - int(eyes)] if eyes.isdigit() else [0, 1]
        assert choosing
        assert all(teams[seat] is None for teams in choosing for seat in hidden)
    player.ask("document.querySelector('[data-replay=first]').click()")
    player.until(lambda: not table.units(), "an empty board at the start")


def test_every_legal_action_can_be_chosen_step_by_step(person: NewPerson) -> None:
    lists = _legal_lists(games=60)
    verbs = {text.split()[0] for legal in lists for text in legal if ":" in text}
    assert len(verbs) >= 16, f"only {sorted(verbs)}"
    player = person()
    player.visit("/")
    assert player.driver.execute_async_script(_COMPOSE, static("matches/boards/zero-order/composer.js"), lists) == []


def test_the_last_action_is_told_with_every_name_that_the_log_has(person: NewPerson) -> None:
    views, lines = _told(games=60)
    player = person()
    player.visit("/")
    told = player.driver.execute_async_script(_TELL, static("matches/boards/zero-order/log-lines.js"), views)
    for line, sentence in zip(lines, told, strict=True):
        names = {word for word in re.findall(r"[A-Z][a-z]+", line) if word in UNIT_NAMES}
        assert names <= set(re.findall(r"[A-Z][a-z]+", sentence)), (line, sentence)


def _told(games: int) -> tuple[list[Any], list[str]]:
    """Views behind functions that random matches brought, some of each verb, and the referee's line for each."""
    engine, rng, views, lines = ZeroOrder(), Random(9), [], []
    seen: Counter[str] = Counter()
    for state, seat, action in _random_play(engine, rng, games):
        if action.verb in ("tile", "unit", "team", "end") or seen[action.verb] == 20:
            continue
        seen[action.verb] += 1
        views.append(engine.view(engine.apply(state, seat, action), seat))
        lines.append(engine.describe(state, seat, action, seat))
    assert len(seen) >= 18, f"only {sorted(seen)}"
    return views, lines


def _random_play(engine: ZeroOrder, rng: Random, games: int) -> Iterator[tuple[Any, int, Any]]:
    """State, seat and action at every step of random matches in which functions are liked."""
    options = engine.options({"joined_map": True})
    for _ in range(games):
        state = engine.start(options, 2)
        for _ in range(150):
            if engine.outcome(state):
                break
            seat = min(engine.to_act(state))
            legal = engine.legal(state, seat) or ()
            acting = [action for action in legal if action.verb not in ("end", "move", "tile", "unit", "build")]
            liked = acting and rng.random() < 0.8
            action = rng.choice(acting) if liked else engine.sample(state, seat, rng)
            yield state, seat, action
            state = engine.apply(state, seat, action)


def _legal_lists(games: int) -> list[list[str]]:
    """What could be done at moments of random matches at which there was a function to use."""
    engine, rng = ZeroOrder(), Random(5)
    found = []
    for state, seat, _ in _random_play(engine, rng, games):
        legal = [engine.encode(action) for action in engine.legal(state, seat) or () if action.verb != "end"]
        if any(":" in text for text in legal):
            found.append(legal)
    return rng.sample(found, 400)


def _for_one_unit(match: dict[str, Any]) -> list[str]:
    """What may be done with a function that selects one unit."""
    return [text for text in match["legal"] if text.split()[0] in ("delete", "push", "toss", "twist")]


def _log(player: Person) -> list[str]:
    script = "return [...document.querySelectorAll('[data-part=log] li > :first-child')].map((one) => one.textContent)"
    return list(player.ask(script))


def _walk_to(table: ZeroOrderTable, name: str) -> None:
    """Press Tab to reach the board, then arrow keys: first along the columns, then up or down."""
    player = table.person
    for _ in range(100):
        if player.focused("data-grid"):
            break
        player.keys(Keys.TAB)
    for _ in range(20):
        at = str(player.focused("data-grid"))
        if at == name:
            return
        if at[0] != name[0]:
            player.keys(Keys.ARROW_RIGHT if at[0] < name[0] else Keys.ARROW_LEFT)
        else:
            player.keys(Keys.ARROW_UP if at < name else Keys.ARROW_DOWN)
    pytest.fail(f"the arrow keys lead to {at}, not to {name}")
