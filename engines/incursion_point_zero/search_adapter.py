"""The search adapter of Incursion Point: Zero: drawn positions, candidates, rollouts and what a step reveals.

A position agrees with a seat's view; what the seat cannot see is drawn at random (IP-10). The Terrorists know every
card. For Strike the missile, the hidden Soldiers and the other face-down cards are dealt under the spaces that are
left, the missile rather far off and the Soldiers rather near it. What a match was in the midst of when it stopped to
ask is rebuilt by `interrupted_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any

from engines.common import tupled
from engines.incursion_point_zero import game_flow, heuristics, interrupted_state, setup_bot, squads
from engines.incursion_point_zero import state as states
from engines.incursion_point_zero.actions import AS_CLASS, Action
from engines.incursion_point_zero.cards import (
    CARD_OF,
    CLASS_OF,
    COUNTS,
    FIRST_SOLDIER_CARD,
    GAMERS,
    INCURSIONS,
    KIND,
    LOCATION_OF,
    LOCATIONS,
    MISSILE,
    PLAIN,
    SETTING,
    SQUAD,
)
from engines.incursion_point_zero.match_tables import ORDER, Squad
from engines.incursion_point_zero.rosters import numbered, seen
from engines.incursion_point_zero.spaces import ANCHOR, COUNT, DISTANCE, SPACE_OF, ZONE
from engines.incursion_point_zero.state import OFF, PLAY, STRIKE, TERRORISTS, Setup, State
from engines.search_adapter import SearchAdapter, SearchSettings, priors

View = Mapping[str, Any]
_FARTHER = 1.35  # how much likelier each step from the entry makes a space to hide the missile
_NEARER = 1.5  # ... and each step towards the missile to hide a Soldier


def make_determinizer(seat: int, view: View, legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that draws positions with the given view for a seat that is to act."""
    if view["phase"] != PLAY:
        known = states.new(_setup(view), view["phase"])._replace(events=tupled(view["events"]))
        waits = view["phase"] == states.SQUADS and view["ready"][1 - seat]
        return lambda rng: _squad_drawn(known, 1 - seat, rng) if waits else _before(known, seat, rng)
    known = _play(view, legal)
    if seat == TERRORISTS:
        return lambda rng: _opened(known, view, rng)
    return lambda rng: _opened(_hidden(known, view, rng), view, rng)


def _setup(view: View) -> Setup:
    rosters = seen(view)
    sides, invited = numbered(rosters)
    squads_in = _squads(view, {one.handle: number for number, one in enumerate((*GAMERS, *invited))})
    map_, cards = bytearray(COUNT), bytearray(COUNT)
    terrorists = squads_in[TERRORISTS] or ()
    soldiers = {AS_CLASS + at: FIRST_SOLDIER_CARD + number for number, (at, _) in enumerate(terrorists)}
    for name, space in view["spaces"].items():
        at = SPACE_OF[name]
        if space["location"] is not None:
            map_[at] = 1 + LOCATION_OF[space["location"]]
        if space["under"] is not None:
            under = space["under"]
            cards[at] = CARD_OF[under] if under in CARD_OF else soldiers[AS_CLASS + CLASS_OF[under]]
        elif space["card"] not in (None, "down"):
            cards[at] = CARD_OF[space["card"]]
    discarded = tuple(LOCATION_OF[name] for name in view["discarded"])
    own = sum(1 << LOCATION_OF[name] for name in view["hand"])
    hands = (own, 0) if view["viewer"] == STRIKE else (0, own)
    dropped = tuple(CARD_OF[name] for name in view["dropped"])
    turn = sum(map(bool, map_)) + len(discarded)
    options = {**view["options"], "rosters": rosters if view.get("cards") else None}
    return Setup(
        options=options,
        rosters=sides,
        squads=squads_in,
        hands=hands,
        turn=turn,
        map=bytes(map_),
        discarded=discarded,
        dropped=dropped,
        cards=bytes(cards),
        own=invited,
    )


def _squads(view: View, number_of: Mapping[str | None, int]) -> tuple[Squad | None, Squad | None]:
    """Both squads once they are open, else the own one if it is in."""
    if view["order"]:
        sides: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for name in view["order"]:
            one = view["soldiers"][name]
            sides[one["side"]].append((CLASS_OF[name], number_of.get(one["gamer"], -1)))
        return tuple(sides[0]), tuple(sides[1])
    own = view["squad"]
    if own is None:
        return None, None
    squad = tuple((CLASS_OF[name], number_of.get(handle, -1)) for name, handle in own)
    return (squad, None) if view["viewer"] == STRIKE else (None, squad)


def _squad_drawn(known: State, side: int, rng: Random) -> State:
    """With some squad for the side that has handed one in."""
    drawn = squads.drawn(known.setup, side, rng)
    return known._replace(setup=known.setup._replace(squads=(None, drawn) if side else (drawn, None)))


def _before(known: State, seat: int, rng: Random) -> State:
    """In the set-up: the other side's squad if it may be in, or its hand."""
    setup = known.setup
    if known.phase == states.SQUADS:
        return known
    gone = {place - 1 for place in setup.map if place} | set(setup.discarded)
    left = [at for at in range(len(LOCATIONS)) if at not in gone and not setup.hands[seat] >> at & 1]
    other = sum(1 << at for at in rng.sample(left, _others(setup, seat)))
    return known._replace(
        setup=setup._replace(hands=(setup.hands[0], other) if seat == STRIKE else (other, setup.hands[1]))
    )


def _others(setup: Setup, seat: int) -> int:
    """How many Locations the other side has in hand: they alternate, and the Terrorists place their rest last."""
    together = SETTING - setup.turn
    return together - setup.hands[seat].bit_count()


def _play(view: View, legal: list[str] | None) -> State:
    """The play as far as it is seen."""
    setup = _setup(view)
    setup = setup._replace(turn=SETTING)
    tables = states.tables_of(setup)
    soldiers = [view["soldiers"][one.name] for one in tables.units]
    turn = view["turn"]
    place = ORDER.index(_unit(view, turn["soldier"]))
    return states.new(setup, PLAY)._replace(
        tables=tables,
        down=sum(1 << SPACE_OF[name] for name, space in view["spaces"].items() if space["card"] == "down"),
        shown=any(space["card"] not in (None, "down") for space in view["spaces"].values()),
        loot=tuple((SPACE_OF[name], CARD_OF[card]) for name, space in view["spaces"].items() for card in space["loot"]),
        at=tuple(SPACE_OF[one["at"]] if one["state"] == "map" else OFF for one in soldiers),
        lairs=tuple(
            SPACE_OF.get(one["at"] or "", OFF) if one["state"] == "hidden" else OFF for one in soldiers[SQUAD:]
        ),
        marks=tuple(one["damage"] for one in soldiers),
        dead=sum(1 << unit for unit, one in enumerate(soldiers) if one["state"] == "dead"),
        gear=tuple(tuple(CARD_OF[card] for card in one["gear"]) for one in soldiers),
        spent=tuple(sum(1 << at for at, (_, _, spent) in enumerate(one["abilities"]) if spent) for one in soldiers),
        guards=interrupted_state.guards(tables, soldiers),
        round=view["round"],
        place=place,
        moves=2 if turn["moves"] is None else turn["moves"],
        did=interrupted_state.did(view, tables, ORDER[place], legal),
        boost=sum(1 << at for at, one in tables.units[ORDER[place]].cooldowns if one.id in turn["boosts"]),
        ask=interrupted_state.ask(view, tables),
        fight=interrupted_state.fight(view, tables),
        blow=tuple((_unit(view, name), amount) for name, amount in view["blow"]),
        events=tupled(view["events"]),
    )


def _unit(view: View, name: str) -> int:
    return interrupted_state.unit_of(view, name)


def _hidden(known: State, view: View, rng: Random) -> State:
    """For Strike: cards under the face-down spaces, and what lay under the others."""
    setup = known.setup
    down = [space for space in range(COUNT) if known.down >> space & 1]
    open_ = [space for space in range(COUNT) if setup.map[space] and not known.down >> space & 1]
    cards = bytearray(setup.cards)
    hidden = (
        [at for at, one in enumerate(known.tables.units[SQUAD:]) if view["soldiers"][one.name]["state"] == "hidden"]
        if known.tables
        else []
    )
    lairs = list(known.lairs)
    missile = setup.cards.find(MISSILE)
    if missile < 0:
        missile = _drawn(_missile_goals(setup, down), lambda space: _FARTHER ** DISTANCE[ANCHOR][space], rng)
        cards[missile] = MISSILE
        down.remove(missile)
    else:
        open_ = [space for space in open_ if space != missile]
    for at in hidden:
        space = _drawn(down, lambda space: _NEARER ** -DISTANCE[missile][space], rng)
        lairs[at] = space
        cards[space] = FIRST_SOLDIER_CARD + at
        down.remove(space)
    gone = [FIRST_SOLDIER_CARD + at for at in range(SQUAD) if at not in hidden]
    seen = [card for _, card in known.loot] + [card for gear in known.gear for card in gear]
    pool = [card for card in PLAIN if card != MISSILE for _ in range(COUNTS[card] - seen.count(card))]
    rng.shuffle(pool)
    if len(down) + len(open_) < len(PLAIN) + SQUAD:  # blanks were dropped first
        spare = sum(COUNTS) + SQUAD - sum(map(bool, setup.map))
        pool = _after_drop(pool, spare)
    for space in down:
        cards[space] = pool.pop()
    gone += [*seen, *pool]
    for space in open_:
        cards[space] = gone.pop(0) if gone else PLAIN[-1]
    return known._replace(setup=setup._replace(cards=bytes(cards)), lairs=tuple(lairs))


def _after_drop(pool: list[int], count: int) -> list[int]:
    """The pool without the cards that were dropped: blanks first."""
    blanks = [card for card in pool if KIND[card] == "blank"]
    others = [card for card in pool if KIND[card] != "blank"]
    keep = max(0, len(pool) - count)
    return (others + blanks[count:] if count < len(blanks) else others)[:keep] if keep else []


def _missile_goals(setup: Setup, down: list[int]) -> list[int]:
    kind = INCURSIONS[MISSILE]
    assert kind is not None, "the missile is no Soldier"
    return [space for space in down if ZONE[space] not in kind.forbidden_zones] or down


def _drawn(spaces: list[int], weight: Callable[[int], float], rng: Random) -> int:
    return rng.choices(spaces, [weight(space) for space in spaces])[0]


def _opened(known: State, view: View, rng: Random) -> State:
    """The position with what it has still to do, and the legal actions of whoever is to act."""
    return game_flow.legal_again(
        known._replace(stack=interrupted_state.stack(known, view, rng)) if known.ask is not None else known
    )


_SPREAD = 12.0  # scores that are so much apart differ by the factor e in their prior
_SPOILT = 4.0  # by how much at most a rollout's score is spoilt by chance


def candidates(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """Return all actions with priors from their scores; of squads a few are drawn."""
    if listed is None:
        return [(setup_bot.squad(state.setup, seat, rng), 0.5)]
    if state.phase != PLAY:
        return [(action, 0.5) for action in listed]
    return priors(listed, heuristics.score_actions(state, seat, listed), _SPREAD)


def rollout(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """The best score, spoilt by a little chance."""
    if listed is None:
        return setup_bot.squad(state.setup, seat, rng)
    if len(listed) == 1:
        return listed[0]
    if state.phase != PLAY:
        return setup_bot.set_up(state, seat, listed, rng)
    best, most = listed[0], -1e9
    for action, score in zip(listed, heuristics.score_actions(state, seat, listed), strict=True):
        score += _SPOILT * rng.random()
        if score > most:
            best, most = action, score
    return best


def observation(state: State, seat: int) -> Hashable:
    """What came to light: cards turned up and Soldiers that show."""
    return state.down, state.at


def private_info(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """The Terrorists act knowing where the missile lies."""
    return [state.setup.cards.find(MISSILE) if seat else None] * len(listed)


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """The set-up is planned without looking ahead."""
    if view["phase"] == PLAY:
        return None
    state = make_determinizer(seat, view, legal)(rng)
    return setup_bot.chosen(state, seat, rng).text


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=heuristics.evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    private_info=private_info,
    settings=SearchSettings(explore=0.15, bias=1.0, wide=1.5, plies=10),
)
