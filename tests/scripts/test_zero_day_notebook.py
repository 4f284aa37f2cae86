"""The notebook of Zero Day reckons in the browser; here a slow reckoning of our own checks it on many games."""

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from engines import bots, play, registry
from engines.randomness import CommittedRandom

pytestmark = pytest.mark.browser
BOARD = "/static/matches/boards/zero-day"
ENGINE = registry.get("zero-day")
CARDS = [*"0123456789", "X"]
Set = frozenset[str]
_RECKON = """
const [folder, games, done] = arguments;
const load = (name) => import(`${folder}/${name}.js`);
Promise.all([load("deduction"), load("memory")]).then(([deduction, { Memory }]) => done(games.map((views, game) => {
  const memory = new Memory(`test-${game}`, views[0].viewer);
  return views.map((view) => {
    memory.learn(view, view.viewer);
    const sets = deduction.findPossibleSets(view, view.viewer, memory.kept);
    const asked = deduction.filterSets(sets, view.asked);
    const told = deduction.estimateSetsLeft(sets, deduction.toBits(view.asked.keys));
    const counts = deduction.countByKey(sets);
    return { sets: sets.map(deduction.toCards), counts, asked: asked.length, numbers: told.numbers };
  });
}))).catch((error) => done(String(error)))
"""


def test_the_possible_sets_are_those_that_a_slow_reckoning_finds_and_hold_the_true_one(page: WebDriver) -> None:
    games = [list(_told(seed)) for seed in range(24)]
    games = [game for game in games if game]
    answered = page.execute_async_script(_RECKON, BOARD, [[view for view, _, _ in game] for game in games])
    assert isinstance(answered, list), answered
    checked = narrowed = later = 0
    for game, reckoned in zip(games, answered, strict=True):
        for (view, true, own), found in zip(game, reckoned, strict=True):
            expected = _possible(view, own)
            sets = {frozenset(cards) for cards in found["sets"]}
            assert sets == expected
            assert true in sets
            assert found["counts"] == {card: sum(card in one for one in expected) for card in CARDS}
            assert found["asked"] == sum(_fits(one, view["asked"]) for one in expected)
            numbers = [len(one & {str(key) for key in view["asked"]["keys"]}) for one in expected]
            assert found["numbers"] == [[number, numbers.count(number)] for number in sorted(set(numbers))]
            checked, narrowed, later = checked + 1, narrowed + (len(expected) < 100), later + (view["era"] > 1)
    assert min(checked, narrowed, later) > 20, (checked, narrowed, later)


def test_hacks_that_the_view_no_longer_shows_are_remembered(page: WebDriver) -> None:
    """Three Hackers soon make more than the twelve hacks that a view goes back to."""
    game = next(game for seed in range(100, 140) if (game := list(_told(seed, seats=4))) and _forgotten(game[-1]))
    [reckoned] = page.execute_async_script(_RECKON, BOARD, [[view for view, _, _ in game]])
    view, true, own = game[-1]
    sets = {frozenset(cards) for cards in reckoned[-1]["sets"]}
    assert sets == _possible(view, own)
    assert true in sets


def _forgotten(last: tuple[dict[str, Any], Set, list[dict[str, Any]]]) -> bool:
    view, _, own = last
    return len(own) > sum(made["by"] == view["viewer"] for made in view["hacks"])


def _told(seed: int, seats: int = 0) -> Iterator[tuple[dict[str, Any], Set, list[dict[str, Any]]]]:
    """A game of a wayward Admin against greedy Hackers: after each hack or glimpse of the first Hacker its view, the
    true set, and all that Hacker's hacks and cards so far."""
    rng = Random(f"notebook {seed}")
    options = {"advanced": bool(seed % 2), "round_limit": 14}
    position = play.begin(ENGINE, options, seats or 2 + seed % 3)
    own: list[dict[str, Any]] = []
    for n in range(1500):
        before = ENGINE.view(position.state, 1)
        due = play.referee_action(ENGINE, position, CommittedRandom(b"n" * 32, str(seed), ("",), n))
        if due is not None:
            position = play.advance(ENGINE, position, None, due)
        else:
            seat = min(play.to_act(ENGINE, position))
            position = play.advance(ENGINE, position, seat, _choice(position, seat, rng))
        if position.outcome is not None:
            return
        view: Any = ENGINE.view(position.state, 1)
        if view["hacks"] == before["hacks"] and view["seen"] == before["seen"]:  # type: ignore[index, call-overload]
            continue
        own += [made for made in (view["hacks"][-1:] + view["seen"][-1:]) if made["by"] == 1 and made not in own]
        true = frozenset(ENGINE.open_view(position.state)["credentials"])  # type: ignore[index, call-overload, arg-type]
        told = {"told": rng.randrange(5), "token": rng.random() < 0.5, "unused": rng.random() < 0.2}
        asked = {"keys": rng.sample(range(10), 4), **told}
        shown = {key: view[key] for key in ("viewer", "era", "advanced", "hacks", "seen")}
        yield {**shown, "asked": asked}, true, list(own)


def _choice(position: Any, seat: int, rng: Random) -> str:
    legal = [ENGINE.encode(action) for action in ENGINE.legal(position.state, seat) or ()]
    if not seat:
        scrambling = [text for text in legal if text in ("resolve Scramble", "stack Scramble 1")]
        return rng.choice(scrambling or legal)
    hacks = [text for text in legal if text.startswith(("hack", "repeat"))]
    denials = [text for text in legal if text.startswith("deny")]
    aiming = [text for text in legal if text.startswith("install Mallory") and rng.random() < 0.2]
    if hacks or denials or aiming:
        return rng.choice(hacks or denials or aiming)
    return bots.choose_action("greedy", "zero-day", seat, ENGINE.view(position.state, seat), legal, str, rng)  # type: ignore[arg-type]


def _possible(view: dict[str, Any], own: list[dict[str, Any]]) -> set[Set]:
    """Every set for which a history of namings exists that agrees with all that is known."""
    at_end: set[Set] | None = None
    for era in range(1, view["era"] + 1):
        cards = CARDS if view["advanced"] and era > 1 else CARDS[:10]
        found = {
            named
            for named in map(frozenset, combinations(cards, 4))
            if _agrees(named, [fact for fact in own if fact["era"] == era])
            and all(_public(named, made) for made in view["hacks"] if made["era"] == era)
        }
        if at_end is not None:
            found = {named for named in found if any(named.isdisjoint(old) for old in at_end)}
        at_end = found
    return at_end or set()


def _agrees(named: Set, facts: list[dict[str, Any]]) -> bool:
    return all(named.isdisjoint(fact["cards"]) if "cards" in fact else _fits(named, fact) for fact in facts)


def _fits(named: Set, made: dict[str, Any]) -> bool:
    """Whether an Admin who holds the set could have told the number: try every true number and every use of a token."""
    keys = {str(key) for key in made["keys"]}
    most = len(keys - named)
    true_numbers = range(most + 1) if made["unused"] else [len(keys & named)]
    shifts = (0, 1, -1) if made["token"] else (0,)
    return any(max(0, true + shift) == made["told"] for true in true_numbers for shift in shifts)


def _public(named: Set, made: dict[str, Any]) -> bool:
    """A number told to anybody needs so many credentials that have a key."""
    most = len(named - {"X"})
    shifts = (0, 1, -1) if made["token"] else (0,)
    return made["unused"] or any(max(0, true + shift) == made["told"] for true in range(most + 1) for shift in shifts)
