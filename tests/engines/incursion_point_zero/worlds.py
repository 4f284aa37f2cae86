"""For the contract suite: positions that differ only in what a viewer may not know."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engines import registry
from engines.incursion_point_zero import game_flow
from engines.incursion_point_zero.game_flow import BASE_MOVES
from engines.incursion_point_zero.mutable_state import MutableState

ENGINE = registry.get("incursion-point-zero")
HIDDEN = frozenset({"lairs", "moves", "setup.cards", "setup.dropped", "setup.hands", "setup.squads"})
FOUR = ["Panzord", "Kestrel", "Drumfire", "Lowground"]
MORE = ["Sidewinder", "StackTrace", "FragMom", "Gankenstein", "JungleJane"]

_STATS = ("wisdom", "awareness", "synergy", "dexterity", "xfactor")


def invented(handle: str, stats: str, talent: str | None = None, **others: Any) -> dict[str, Any]:
    """A card of a season's own Gamer; `stats` are five digits."""
    dice = dict(zip(_STATS, map(int, stats), strict=True))
    return {"handle": handle, "name": f"{handle} Lind", "genre": "CCG", "salary": 5, "stats": dice, "talent": talent} | others


# A season's own Gamers: some of one Talent, one with the handle of the default set and other dice, and guests of it.
OWN = [
    invented("Nova", "51115", "steady-aim"), invented("x_2", "15151", "tripwire", text="Never late."),
    invented("Panzord", "11115", "steady-aim"), invented("Dot.Dash-9", "33333"),
    invented("Zed", "22522", "clutch", salary=40),
]  # fmt: skip
THEIRS = [
    "Sidewinder", invented("Quill", "41512", "clutch"), invented("Ember", "12345", "tripwire"), "SideboardSal",
    invented("Tusk", "54321", "dead-air"), invented("Moth", "11111", "point-blank"),
]  # fmt: skip
THIRD = ["LaneBaron", "SideboardSal", "Backdoor", "LastMag", "Peekaboo", "Brickwork"]
DEFAULT_SET = (
    {}, {"gamers": False}, {"rosters": {"strike": FOUR, "terrorists": MORE}},
    {"rosters": {"strike": THIRD, "terrorists": THIRD}}, {"rosters": {"strike": MORE, "terrorists": FOUR}},
)  # fmt: skip
OPTIONS = (*DEFAULT_SET, {"rosters": {"strike": OWN, "terrorists": THEIRS}})
NONSENSE = (
    *("", "x", "squad Assault Medic Scout", "squad Assault Medic Scout Heavy", "squad Gunner Marksman Enforcer Warlord"),
    "squad Assault:Panzord Medic:Kestrel Scout:Drumfire Heavy:Lowground",
    *("squad Assault:Nova Medic:Quill Scout:Nobody Heavy:x_2", "squad Assault:Nova/ Medic:Zed Scout:_ Heavy:"),
    *("place Chapel Z4-1", "discard Chapel", "drop Missile", "drop Crate", "lay Missile Z1-5", "lay Gunner Z2-5"),
    *("enter Assault Z4-1", "move Assault Z1-5 Z1-5", "attack Assault Gunner", "attack Gunner Assault"),
    *("skill Scout drone Z2-5", "skill Medic field-dressing Medic", "use Assault MedKit", "pass Assault", "pass Gunner"),
    *("interrupt yes", "free no", "reveal no", "reveal Z3-3", "roll 1 0 1", "deal strike Chapel", "gamers strike Panzord"),
)
MISSILE, BLANKS, SOLDIERS = 1, (7, 8), range(9, 13)


def another(state: Any, viewer: int | None, rng: Random) -> Any | None:
    """A possible position that looks the same to the viewer; None where the phase hides nothing."""
    saved = ENGINE.dump(state)
    assert isinstance(saved, Mapping)
    hidden = [seat for seat in (0, 1) if seat != viewer]
    setup = dict(saved["setup"])
    if state.phase == "squad":
        return _other_squads(saved, setup, hidden, rng)
    if state.phase in ("deal", "place"):
        return _other_hands(saved, setup, hidden, rng)
    if state.phase in ("gamers", "over") or 1 not in hidden:
        return None
    if state.phase in ("drop", "lay"):
        return _laid_otherwise(saved, setup, rng)
    return _other_cards(saved, setup, rng)


def _other_squads(saved: Any, setup: dict[str, Any], hidden: list[int], rng: Random) -> Any | None:
    squads = list(setup["squads"])
    start = ENGINE.load({**saved, "setup": {**setup, "squads": [None, None]}})
    for seat in hidden:
        if squads[seat] is not None:
            squads[seat] = ENGINE.apply(start, seat, ENGINE.sample(start, seat, rng)).setup.squads[seat]
    return ENGINE.load({**saved, "setup": {**setup, "squads": squads}})


def _other_hands(saved: Any, setup: dict[str, Any], hidden: list[int], rng: Random) -> Any | None:
    seen = {place - 1 for place in setup["map"] if place} | set(setup["discarded"])
    hands = list(setup["hands"])
    for seat in (0, 1):
        if seat not in hidden:
            seen |= {at for at in range(20) if hands[seat] >> at & 1}
    pool = sorted(set(range(20)) - seen)
    rng.shuffle(pool)
    for seat in hidden:
        hands[seat] = sum(1 << pool.pop() for _ in range(hands[seat].bit_count()))
    return ENGINE.load({**saved, "setup": {**setup, "hands": hands}})


def _laid_otherwise(saved: Any, setup: dict[str, Any], rng: Random) -> Any:
    """As many cards dropped and laid, but others and elsewhere."""
    done = len(setup["dropped"]) + sum(map(bool, setup["cards"]))
    missing = 13 - sum(map(bool, setup["map"]))
    bare = {**setup, "dropped": [], "cards": [0] * 20}
    state = ENGINE.load({**saved, "setup": bare, "phase": "drop" if missing else "lay"})
    for _ in range(done):
        state = ENGINE.apply(state, 1, ENGINE.sample(state, 1, rng))
    return state._replace(events=tuple(map(tuple, saved["events"])))


def _other_cards(saved: Any, setup: dict[str, Any], rng: Random) -> Any | None:
    """The face-down cards shuffled, and blanks exchanged with dropped ones."""
    cards, lairs = list(setup["cards"]), list(saved["lairs"])
    dropped = list(setup["dropped"])
    down = [space for space in range(20) if saved["down"] >> space & 1]
    faces = [cards[space] for space in down]
    rng.shuffle(faces)
    for space, card in zip(down, faces, strict=True):
        cards[space] = card
        if card in SOLDIERS:
            lairs[card - SOLDIERS[0]] = space
    for at, card in enumerate(dropped):
        swaps = [space for space in down if cards[space] in BLANKS]
        if card in BLANKS and swaps and rng.random() < 0.5:
            space = rng.choice(swaps)
            dropped[at], cards[space] = cards[space], card
    if cards.index(MISSILE) < 5:
        return None
    return _with_its_moves(ENGINE.load({**saved, "lairs": lairs, "setup": {**setup, "cards": cards, "dropped": dropped}}))


def _with_its_moves(state: Any) -> Any:
    """A hidden Soldier that is active has the moves that the Location of its new place gives."""
    field = MutableState(state)
    if field.hidden(field.active):
        field.moves = BASE_MOVES + field.total(field.active, "move")
        return game_flow.refresh_legal_actions(field.freeze()._replace(events=state.events))
    return state
