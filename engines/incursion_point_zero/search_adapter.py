"""Search adapter: random consistent positions, candidates, rollouts and what a step reveals.

A position is consistent with a seat's view; what the seat cannot see is drawn at random (IP-10). The Terrorists know
every card. For Strike the missile, the hidden Soldiers and the other face-down cards are dealt under the remaining
spaces, the missile rather far off and the Soldiers rather near it. An interrupted state is reconstructed by
`interrupted_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from engines.common import to_tuples
from engines.incursion_point_zero import (
    cards,
    game_flow,
    heuristics,
    interrupted_state,
    match_setup,
    move_generation,
    state as states,
)
from engines.incursion_point_zero.actions import Action
from engines.incursion_point_zero.cards import CARD_OF, CLASS_OF, INCURSION_COUNT, LOCATION_OF, MISSILE, SQUAD
from engines.incursion_point_zero.gamers import number_gamers, parse_rosters
from engines.incursion_point_zero.spaces import ANCHOR, DISTANCE, SPACE_COUNT, SPACE_OF, ZONE, spaces_in
from engines.incursion_point_zero.state import OFF, ORDER, PLAY, STRIKE, TERRORISTS, Setup, Squad, State
from engines.search_adapter import Group, SearchAdapter, SearchSettings, compute_priors

View = Mapping[str, Any]


class Belief(NamedTuple):
    """What Strike believes of the cards before any is turned up."""

    missile_step: float = 1.35  # How much likelier each step from the entry makes a space to hide the missile.
    soldier_step: float = 1.5  # ... and each step towards the missile to hide a Soldier.


_BELIEF = Belief()


def make_determinizer(seat: int, view: View, legal: list[str] | None, belief: Belief = _BELIEF) -> Callable[[Random], State]:
    """Return a function that draws positions with this view for a seat to act."""
    if view["phase"] != PLAY:
        base = states.new(_parse_setup(view), view["phase"])._replace(events=to_tuples(view["events"]))
        other_submitted = view["phase"] == states.SQUADS and view["ready"][1 - seat]
        return lambda rng: _draw_setup(base, seat, other_submitted, rng)
    base = _parse_play(view, legal)
    if seat == TERRORISTS:
        return lambda rng: _complete(base, view, rng)
    return lambda rng: _complete(_draw_hidden(base, view, belief, rng), view, rng)


def _parse_setup(view: View) -> Setup:
    rosters = parse_rosters(view)
    sides, own_gamers = number_gamers(rosters)
    squads = _parse_squads(view, {gamer.handle: number for number, gamer in enumerate(cards.GAMERS + own_gamers)})
    soldiers = {cards.CLASSES[at]: cards.FIRST_SOLDIER_CARD + number for number, (at, _) in enumerate(squads[TERRORISTS] or ())}
    map_, laid_cards, card_of = bytearray(SPACE_COUNT), bytearray(SPACE_COUNT), CARD_OF | soldiers
    for name, space in view["spaces"].items():
        if space["location"] is not None:
            map_[SPACE_OF[name]] = 1 + LOCATION_OF[space["location"]]
        laid_cards[SPACE_OF[name]] = card_of.get(space["under"] or space["card"], 0)
    discarded = tuple(LOCATION_OF[name] for name in view["discarded"])
    hand = sum(1 << LOCATION_OF[name] for name in view["hand"])
    return Setup(
        options={**view["options"], "rosters": rosters if view.get("cards") else None},
        rosters=sides,
        squads=squads,
        hands=(hand, 0) if view["viewer"] == STRIKE else (0, hand),
        turn=sum(map(bool, map_)) + len(discarded),
        map=bytes(map_),
        discarded=discarded,
        dropped=tuple(CARD_OF[name] for name in view["dropped"]),
        cards=bytes(laid_cards),
        own=own_gamers,
        version=_find_version(view),
    )


def _find_version(view: View) -> int:
    """Return the newest version of the rules whose Soldiers have the Skills shown: a view does not name it."""

    def fits(version: int) -> bool:
        soldiers = cards.soldiers_of(version)
        return all(
            shown[0] == skill.id
            for name, row in view["soldiers"].items()
            for shown, skill in zip(row["abilities"], soldiers[CLASS_OF[name]].skills, strict=False)
        )

    return next(filter(fits, range(states.VERSION, 0, -1)), states.VERSION)


def _parse_squads(view: View, number_of: Mapping[str | None, int]) -> tuple[Squad | None, Squad | None]:
    """Return both squads once they are open, otherwise the own one if submitted."""
    if view["order"]:
        soldiers = view["soldiers"]
        order = [(soldiers[name]["side"], CLASS_OF[name], soldiers[name]["gamer"]) for name in view["order"]]
        strike, terrorists = (
            [(at, number_of.get(gamer, -1)) for side, at, gamer in order if side == own_side] for own_side in (0, 1)
        )
        return tuple(strike), tuple(terrorists)
    own_squad = view["squad"]
    if own_squad is None:
        return None, None
    squad = tuple((CLASS_OF[name], number_of.get(handle, -1)) for name, handle in own_squad)
    return (squad, None) if view["viewer"] == STRIKE else (None, squad)


def _draw_setup(base: State, seat: int, other_submitted: bool, rng: Random) -> State:
    """Return the set-up with a random squad for the other side if submitted, or with a random hand for it."""
    setup = base.setup
    if other_submitted:
        squad = match_setup.draw_squad(setup, 1 - seat, rng)
        return base._replace(setup=setup._replace(squads=(squad, None) if seat else (None, squad)))
    if base.phase == states.SQUADS:
        return base
    used = {place - 1 for place in setup.map if place} | set(setup.discarded)
    remaining = [at for at in range(len(cards.LOCATIONS)) if at not in used and not setup.hands[seat] >> at & 1]
    count = INCURSION_COUNT - setup.turn - setup.hands[seat].bit_count()
    other_hand = sum(1 << at for at in rng.sample(remaining, count))
    hands = (setup.hands[0], other_hand) if seat == STRIKE else (other_hand, setup.hands[1])
    return base._replace(setup=setup._replace(hands=hands))


def _parse_play(view: View, legal: list[str] | None) -> State:
    """Return the visible part of the play."""
    setup = _parse_setup(view)
    setup = setup._replace(turn=INCURSION_COUNT)
    tables = states.tables_from_setup(setup)
    soldiers = [view["soldiers"][row.name] for row in tables.units]
    turn = view["turn"]
    place = ORDER.index(interrupted_state.parse_unit(view, turn["soldier"]))
    return states.new(setup, PLAY)._replace(
        tables=tables,
        down=sum(1 << SPACE_OF[name] for name, space in view["spaces"].items() if space["card"] == "down"),
        shown=any(space["card"] not in (None, "down") for space in view["spaces"].values()),
        loot=tuple((SPACE_OF[name], CARD_OF[card]) for name, space in view["spaces"].items() for card in space["loot"]),
        at=tuple(SPACE_OF[row["at"]] if row["state"] == "map" else OFF for row in soldiers),
        lairs=tuple(SPACE_OF.get(row["at"] or "", OFF) if row["state"] == "hidden" else OFF for row in soldiers[SQUAD:]),
        marks=tuple(row["damage"] for row in soldiers),
        dead=sum(1 << unit for unit, row in enumerate(soldiers) if row["state"] == "dead"),
        gear=tuple(tuple(CARD_OF[card] for card in row["gear"]) for row in soldiers),
        spent=tuple(sum(1 << at for at, (_, _, spent) in enumerate(row["abilities"]) if spent) for row in soldiers),
        guards=interrupted_state.parse_guards(tables, soldiers),
        round=view["round"],
        place=place,
        moves=2 if turn["moves"] is None else turn["moves"],
        did=interrupted_state.parse_did(view, tables, ORDER[place], legal),
        boost=sum(1 << at for at, ability in tables.units[ORDER[place]].cooldowns if ability.id in turn["boosts"]),
        ask=interrupted_state.parse_question(view, tables),
        fight=interrupted_state.parse_fight(view, tables),
        blow=tuple((interrupted_state.parse_unit(view, name), amount) for name, amount in view["blow"]),
        events=to_tuples(view["events"]),
    )


def _draw_hidden(base: State, view: View, belief: Belief, rng: Random) -> State:
    """Draw cards for Strike under the face-down spaces, and what lay under the others."""
    setup, lairs, laid_cards = base.setup, list(base.lairs), bytearray(base.setup.cards)
    down, open_ = spaces_in(base.down), spaces_in(base.known_tables.locations & ~base.down)
    missile = setup.cards.find(MISSILE)
    if missile < 0:
        goals = [space for space in down if ZONE[space] not in cards.INCURSIONS[MISSILE].forbidden_zones] or down
        [missile] = rng.choices(goals, [belief.missile_step ** DISTANCE[ANCHOR][space] for space in goals])
        laid_cards[missile] = MISSILE
        down.remove(missile)
    else:
        open_.remove(missile)
    elsewhere = []
    for number, profile in enumerate(base.known_tables.units[SQUAD:], cards.FIRST_SOLDIER_CARD):
        if view["soldiers"][profile.name]["state"] != "hidden":
            elsewhere.append(number)
            continue
        [space] = rng.choices(down, [belief.soldier_step ** -DISTANCE[missile][space] for space in down])
        lairs[number - cards.FIRST_SOLDIER_CARD] = space
        laid_cards[space] = number
        down.remove(space)
    shown = [card for _, card in base.loot] + [card for gear in base.gear for card in gear]
    pool = [card for card in cards.PLAIN if card != MISSILE for _ in range(cards.COUNTS[card] - shown.count(card))]
    rng.shuffle(pool)
    if len(down) + len(open_) < len(cards.PLAIN) + SQUAD:
        pool = _without_dropped(pool, sum(cards.COUNTS) + SQUAD - sum(map(bool, setup.map)))
    for space in down:
        laid_cards[space] = pool.pop()
    elsewhere += [*shown, *pool]
    for space in open_:
        laid_cards[space] = elsewhere.pop(0) if elsewhere else cards.PLAIN[-1]
    return base._replace(setup=setup._replace(cards=bytes(laid_cards)), lairs=tuple(lairs))


def _without_dropped(pool: list[int], count: int) -> list[int]:
    """Return the pool without the dropped cards: blanks first."""
    blanks = [card for card in pool if cards.KIND[card] == "blank"]
    others = [card for card in pool if cards.KIND[card] != "blank"]
    return (others + blanks[count:])[: max(0, len(pool) - count)]


def _complete(base: State, view: View, rng: Random) -> State:
    """Return the position with its pending steps and the legal actions of the seat to act."""
    if base.ask is not None:
        base = base._replace(stack=interrupted_state.draw_stack(base, view, rng))
    return game_flow.refresh_legal_actions(base)


_SPREAD = 12.0  # Scores this far apart differ by the factor e in their prior.
_NOISE = 4.0  # Maximum random noise on a rollout's score.


def candidates(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """Return all actions with priors from their scores; of squads a few are drawn."""
    if listed is None:
        return [(heuristics.choose_squad(state.setup, seat, rng), 0.5)]
    if state.phase != PLAY:
        return [(action, 0.5) for action in listed]
    return compute_priors(listed, heuristics.score_actions(state, seat, listed), _SPREAD)


def rollout(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """Return the action with the best score after a little random noise."""
    if listed is None:
        return heuristics.choose_squad(state.setup, seat, rng)
    if len(listed) == 1:
        return listed[0]
    if state.phase != PLAY:
        return heuristics.choose_in_setup(state, seat, listed, rng)
    scores = heuristics.score_actions(state, seat, listed)
    return max(zip(listed, scores, strict=True), key=lambda pair: pair[1] + _NOISE * rng.random())[0]


def observation(state: State, seat: int) -> Hashable:
    """Return what was revealed: cards turned up and visible Soldiers."""
    return state.down, state.at


def groups(state: State, seat: int, listed: list[Action]) -> list[Group]:
    """Return with each action the missile's place if the Terrorists act, who know it."""
    missile = state.setup.cards.find(MISSILE) if seat else None
    return [(action, missile) for action in listed]


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """Return an action of the set-up, which is chosen without looking ahead."""
    if view["phase"] == PLAY:
        return None
    state, listed = list_setup_actions(seat, view, rng)
    return rollout(state, seat, listed, rng).text


def list_setup_actions(seat: int, view: View, rng: Random) -> tuple[State, list[Action] | None]:
    """Return a position of the set-up with this view and the seat's actions there; None for those of a squad."""
    state = make_determinizer(seat, view, None)(rng)
    listed = move_generation.legal_actions(state)
    return state, None if listed is None else list(listed)


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=heuristics.evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    groups=groups,
    settings=SearchSettings(explore=0.15, bias=1.0, wide=1.5, plies=10),
)
