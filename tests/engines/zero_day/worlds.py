"""For the contract suite: positions that differ only in what a viewer may not know."""

from random import Random
from typing import Any

from tests.engines.zero_day.scenes import ENGINE

HIDDEN = frozenset({"credentials", "stacks", "hacks", "pending", "seen"})
PRINTED = {"round_limit": 2, "rules": "printed"}
OPTIONS = ({}, {"advanced": True}, {"first_game": True}, PRINTED, {"advanced": True, "first_game": True})
NONSENSE = (
    *("", "x", "credentials 0 1 2", "credentials 0 1 2 X", "init 10", "stack Invest", "stack Booster X", "resolve Booster"),
    *("token Econ T6", "tile 3", "virus Eve", "virus Matilda", "jump T6", "jack-in C", "tile-action", "hack 1 1 2 3"),
    *("tile-action 99 credits +proxy", "hack 1 2 3", "hack unused 1 2 3 4 5 6 7 8 9 0", "repeat 1 2 3 4 5 6 7 8 9 0"),
    *("deny Toll", "protect 2", "board Slum", "first admin", "peek hacker1 3", "swap 3 3", "resign now"),
)


def another(state: Any, viewer: int | None, rng: Random) -> Any | None:
    """A possible position that looks the same to the viewer; None where nothing is hidden from it."""
    saved = ENGINE.dump(state)
    if state.outcome is not None or not state.era:
        return None
    changed = dict(saved)
    changed["seen"] = [_other_seen(shown, viewer, rng) for shown in state.seen]
    if viewer != 0:
        changed |= _other_cards(state, viewer, rng)
    return ENGINE.load(changed)


def _other_cards(state: Any, viewer: int | None, rng: Random) -> dict[str, Any]:
    """Other credentials and cards on the operations, other keys handed over, and what follows from them."""
    deck = list(range(11 if state.table.options["advanced"] else 10))
    rng.shuffle(deck)
    if state.era == 1:
        deck.sort(key=lambda card: card == 10)  # X is never among the first four

    def take(count: int) -> int:
        return sum(1 << deck.pop(0) for _ in range(count))

    credentials = take(4)
    stacks = [take(cards.bit_count()) for cards in state.stacks]
    spare = sum(1 << card for card in deck)
    hacks = [_other_hack(made, viewer, rng)._replace(match=rng.randrange(5)) for made in state.hacks]
    pending = state.pending
    if pending is not None:
        pending = _other_hack(pending, viewer, rng)
        target = spare if pending.unused else credentials
        pending = pending._replace(match=(pending.keys & target).bit_count())
    return {"credentials": credentials, "stacks": stacks, "hacks": hacks, "pending": pending}


def _other_hack(made: Any, viewer: int | None, rng: Random) -> Any:
    if made.seat == viewer:
        return made
    return made._replace(keys=sum(1 << key for key in rng.sample(range(10), made.keys.bit_count())))


def _other_seen(shown: Any, viewer: int | None, rng: Random) -> Any:
    if shown.seat == viewer:
        return shown
    return shown._replace(cards=sum(1 << card for card in rng.sample(range(10), min(10, shown.cards.bit_count()))))
