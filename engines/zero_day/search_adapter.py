"""Search adapter: random consistent positions, candidates, rollouts and what a step reveals.

A position is consistent with a seat's view; what the seat cannot see is drawn at random (ZD-17). The Admin sees
everything except what Deny and Victor showed. For a Hacker the credentials are drawn by their likelihood given its own
hacks and the cards that it was shown; the stacks are dealt from the other cards, and others' hacks get keys that match
their number.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any

from engines.search_adapter import SearchAdapter, SearchSettings, priors
from engines.zero_day import cards, heuristics, inference
from engines.zero_day import state as states
from engines.zero_day.actions import SEATS, Action
from engines.zero_day.board import CENTRAL, FACES, NAMES, PLACE_OF, TILE_OF
from engines.zero_day.cards import bits
from engines.zero_day.heuristics import evaluate
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Choice, Hack, State, Table, Turn
from engines.zero_day.turns import EFFECT_AT

View = Mapping[str, Any]
_FACE_OF = {(face.text, FACES[number ^ 1].text): number for number, face in reversed(list(enumerate(FACES)))}
_NEXT = {"far": FAR, "waive": WAIVED}
_FLAGS = {"far": FAR, "waived": WAIVED, "acted": ACTED, "remote": REMOTE}


def make_determinizer(seat: int, view: View, legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that draws positions with this view for a seat to act."""
    known = _known(view)
    if seat == 0:
        return lambda rng: known
    sets, chances = inference.likely(known, seat)
    weights = list(accumulate(chances))
    sizes = tuple((cards.OPERATION_OF[one["name"]], one["stack"]) for one in view["operations"] if one["stack"])
    foreign = [at for at, made in enumerate(view["hacks"]) if made["by"] != seat]

    def determinize(rng: Random) -> State:
        named = rng.choices(sets, cum_weights=weights)[0] if known.era else 0
        return known._replace(
            credentials=named,
            stacks=_dealt(known, named, sizes, rng),
            hacks=_hacks(known, named, foreign, rng),
        )

    return determinize


def _dealt(known: State, named: int, sizes: Iterable[tuple[int, int]], rng: Random) -> tuple[int, ...]:
    """Return cards that are not credentials, as many for each operation as lie there."""
    left = [card for card in range(cards.KEYS + 1) if known.table.cards & ~named & 1 << card]
    rng.shuffle(left)
    stacks = [0] * len(cards.OPERATIONS)
    for operation, size in sizes:
        stacks[operation] = sum(1 << left.pop() for _ in range(size))
    return tuple(stacks)


def _hacks(known: State, named: int, foreign: list[int], rng: Random) -> tuple[Hack, ...]:
    """Return the hacks with true matches and, for other Hackers', keys that match as many."""
    hacks = list(known.hacks)
    for at, made in enumerate(hacks):
        now = made.era == known.era and not made.unused
        if at not in foreign:
            if now:
                hacks[at] = made._replace(match=(made.keys & named).bit_count())
            continue
        match = inference.likely_match(made.told, made.token, rng)
        hacks[at] = _with_keys(made, named if now else cards.HAND & ~named, match, rng)
    return tuple(hacks)


def _with_keys(made: Hack, targets: int, match: int, rng: Random) -> Hack:
    """Return another Hacker's hack with keys drawn; before, `made.match` is their number."""
    count = made.match
    hits = [key for key in range(cards.KEYS) if targets >> key & 1]
    others = [key for key in range(cards.KEYS) if not targets >> key & 1]
    match = max(count - len(others), min(match, count, len(hits)))
    drawn = [*rng.sample(hits, match), *rng.sample(others, count - match)]
    return made._replace(keys=sum(1 << key for key in drawn), match=match)


def _known(view: View) -> State:
    """Return the known part of a position, without hidden cards."""
    seats, board, choice, turn = view["seats"], view["board"], view["choice"], view["turn"]
    flags = sum(bit for word, bit in _FLAGS.items() if turn[word])
    effects = tuple(turn["effects"].get(cards.VIRUSES[virus].name, 0) for virus in EFFECT_AT)
    lying = {one["name"]: _cards(one["cards"] or ()) for one in view["operations"]}
    return State(
        table=_table(view),
        phase=view["phase"],
        seat=view["on_turn"],
        round=view["round"],
        marker=-1 if view["marker"] is None else view["marker"],
        neutral=sum(1 << PLACE_OF[name] for name, place in board.items() if place["neutral"]),
        central=board[NAMES[CENTRAL]]["neutral"],
        at=tuple(PLACE_OF.get(one["at"], -1) for one in seats),
        tokens=tuple(PLACE_OF.get(view["tokens"][kind], -1) for kind in cards.TYPES),
        tiles=tuple(_FACE_OF[spot["tile"], spot["back"]] for spot in view["track"]),
        spots=tuple(-1 if one["spot"] is None else one["spot"] for one in seats),
        credits=tuple(one["credits"] for one in seats),
        proxies=tuple(one["proxies"] for one in seats),
        score=tuple(one["score"] for one in seats),
        protection=view["protection"],
        credentials=_cards(view["credentials"] or ()),
        stacks=tuple(lying.get(kind.name, 0) for kind in cards.OPERATIONS),
        open=tuple(cards.OPERATION_OF[one["name"]] for one in view["operations"] if not one["basic"]),
        pool=sum(1 << cards.OPERATION_OF[name] for name in view["deck"]["unseen"]),
        bottom=tuple(cards.OPERATION_OF[name] for name in view["deck"]["bottom"]),
        installed=tuple(
            bits(cards.KEYS * cards.VIRUS_OF[virus] + key for virus, key in one["installed"]) for one in seats
        ),
        hands=tuple(bits(one["hand"]) for one in seats),
        carry=tuple(sum(_NEXT[word] for word in one["next"]) for one in seats),
        turn=Turn(turn["tile"], effects, turn["actions"], flags, turn["repeats"], turn["keys"]),
        choice=choice and Choice(cards.OPERATION_OF[choice["operation"]], choice["left"]),
        pending=None if view["pending"] is None else inference.read_hack(view["pending"]),
        hacks=tuple(map(inference.read_hack, view["hacks"])),
        seen=tuple(map(inference.read_seen, view["seen"])),
        era=view["era"],
        gone=sum(1 << seat for seat, one in enumerate(seats) if one["gone"]),
        events=tuple((-1 if seat is None else seat, text) for seat, text in view["events"]),
        outcome=None,
    )


def _table(view: View) -> Table:
    board = view["board"]
    tiles = tuple(TILE_OF[board[name]["tile"]] if name in board else -1 for name in NAMES)
    personal = tuple(cards.VIRUS_OF.get(one["personal"], -1) for one in view["seats"])
    together = tuple(cards.VIRUS_OF[card["name"]] for card in view["viruses"])
    viruses = together[: len(cards.VIRUS_TYPES)]
    options = {
        "advanced": view["advanced"],
        "first_game": tuple(cards.VIRUSES[virus].type for virus in viruses) != cards.VIRUS_TYPES,
        "round_limit": view["round_limit"],
    }
    # Who chooses an initiative spot first matters only until the first spot is chosen.
    texts = [text for seat, text in view["events"] if seat is None]
    first = next((SEATS.index(text.split()[1]) for text in texts if text.startswith("first ")), 0)
    return Table(options, len(view["seats"]), tiles, viruses, personal, first)


def _cards(names: Iterable[str]) -> int:
    return bits(cards.CARD_OF[name] for name in names)


_SPREAD = 2.5  # Scores this far apart differ by the factor e in their prior.
_HACKS = 3  # Considered hacks of each kind.
_SURE = (0.3, 0.9)  # Random noise on the Admin's and a Hacker's scores in a rollout.


def candidates(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Sequence[tuple[Action, float]]:
    """Return all actions except unlikely hacks, with priors from their scores, preferring the first of equal cards."""
    assert listed is not None, "every action of this game can be listed"
    kept = heuristics.fewer_hacks(state, seat, listed, _HACKS, rng)
    found, stacked = [], set()
    for action, prior in priors(kept, heuristics.score_actions(state, seat, kept), _SPREAD):
        alike = action.verb == "stack" and action.args[0] in stacked
        if action.verb == "stack":
            stacked.add(action.args[0])
        found.append((action, prior * 0.02 if alike else prior))
    return found


def rollout(state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
    """Return the action with the best score after a little random noise."""
    assert listed is not None, "every action of this game can be listed"
    if len(listed) == 1:
        return listed[0]
    if state.phase in (states.CREDENTIALS, states.SCRAMBLE):
        return rng.choice(listed)
    different: dict[int | str, Action] = {}  # one per operation to stack on: cards are equivalent
    for action in heuristics.fewer_hacks(state, seat, listed, 1, rng):
        different.setdefault(action.args[0] if action.verb == "stack" else action.text, action)
    kept = list(different.values())
    scores = heuristics.score_actions(state, seat, kept)
    spoilt = _SURE[seat > 0]
    at = max(range(len(kept)), key=lambda at: scores[at] + spoilt * rng.random())
    return kept[at]


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """Return random credentials: any pattern could be guessed."""
    if legal is not None and view["phase"] in ("credentials", "scramble"):
        return rng.choice(legal)
    return None


def observation(state: State, seat: int) -> Hashable:
    """Return the number that the last hack yielded, and whether it is reliable."""
    return (state.hacks[-1].told, state.hacks[-1].token) if state.hacks else None


def private_info(state: State, seat: int, listed: list[Action]) -> list[Hashable]:
    """Return for the Admin's answers what the hack truly matched."""
    match = state.pending.match if state.pending is not None and state.phase == states.PROTECT else None
    return [match] * len(listed)


ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=candidates,
    rollout=rollout,
    shortcut=shortcut,
    observation=observation,
    private_info=private_info,
    settings=SearchSettings(explore=0.2, bias=1.0, plies=8),
)
