"""Zero Order in random games: every legal action can be composed step by step, and is told with the names of the log."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from engines.zero_order.engine import ZeroOrder
from engines.zero_order.tokens import UNIT_NAMES

pytestmark = pytest.mark.browser
BOARD = "/static/matches/boards/zero-order"
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


def test_every_legal_action_can_be_chosen_step_by_step(page: WebDriver) -> None:
    lists = _legal_lists(games=60)
    verbs = {text.split()[0] for legal in lists for text in legal if ":" in text}
    assert len(verbs) >= 16, f"only {sorted(verbs)}"
    assert page.execute_async_script(_COMPOSE, f"{BOARD}/composer.js", lists) == []


def test_the_last_action_is_told_with_every_name_that_the_log_has(page: WebDriver) -> None:
    views, lines = _told(games=60)
    told = page.execute_async_script(_TELL, f"{BOARD}/log-lines.js", views)
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
