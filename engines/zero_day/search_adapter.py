"""Search adapter: random consistent positions, candidates, rollouts and what a step reveals.

A position is consistent with a seat's view; what the seat cannot see is drawn at random (ZD-17). The Admin sees
everything except what Deny and Victor showed. For a Hacker the credentials are drawn by their likelihood given its own
hacks and the cards that it was shown; the stacks are dealt from the other cards, and others' hacks get keys that match
their number.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from engines.search_adapter import Group, SearchAdapter, SearchSettings, compute_priors
from engines.zero_day import cards, heuristics, inference, state as states
from engines.zero_day.actions import SEATS, Action
from engines.zero_day.board import CENTRAL, FACES, NAMES, PLACE_OF, TILE_OF
from engines.zero_day.cards import to_mask
from engines.zero_day.heuristics import evaluate
from engines.zero_day.state import ACTED, FAR, REMOTE, WAIVED, Choice, Hack, State, Table, Turn
from engines.zero_day.turns import EFFECT_INDEX

View = Mapping[str, Any]
_FACE_OF = {(face.text, FACES[number ^ 1].text): number for number, face in reversed(list(enumerate(FACES)))}
_NEXT = {"far": FAR, "waive": WAIVED}
_FLAGS = {"far": FAR, "waived": WAIVED, "acted": ACTED, "remote": REMOTE}


def make_determinizer(seat: int, view: View, legal: list[str] | None) -> Callable[[Random], State]:
    """Return a function that draws positions consistent with the view of a seat that is to act."""
    base = _parse_view(view)
    if seat == 0:
        return lambda rng: base
    sets, chances = inference.weigh_credentials(base, seat)
    weights = list(accumulate(chances))
    sizes = tuple((cards.OPERATION_OF[row["name"]], row["stack"]) for row in view["operations"] if row["stack"])
    foreign = [at for at, hack in enumerate(view["hacks"]) if hack["by"] != seat]

    def determinize(rng: Random) -> State:
        credentials = rng.choices(sets, cum_weights=weights)[0] if base.era else 0
        return base._replace(
            credentials=credentials,
            stacks=_deal_stacks(base, credentials, sizes, rng),
            hacks=_draw_hacks(base, credentials, foreign, rng),
        )

    return determinize


def _deal_stacks(base: State, credentials: int, sizes: Iterable[tuple[int, int]], rng: Random) -> tuple[int, ...]:
    """Return cards that are not credentials, as many for each operation as lie there."""
    remaining = [card for card in range(cards.KEYS + 1) if base.table.cards & ~credentials & 1 << card]
    rng.shuffle(remaining)
    stacks = [0] * len(cards.OPERATIONS)
    for operation, size in sizes:
        stacks[operation] = sum(1 << remaining.pop() for _ in range(size))
    return tuple(stacks)


def _draw_hacks(base: State, credentials: int, foreign: list[int], rng: Random) -> tuple[Hack, ...]:
    """Return the hacks with true matches and, for other Hackers', keys that match as many."""
    hacks = list(base.hacks)
    for at, hack in enumerate(hacks):
        is_current = hack.era == base.era and not hack.unused
        if at not in foreign:
            if is_current:
                hacks[at] = hack._replace(match=(hack.keys & credentials).bit_count())
            continue
        match = inference.draw_true_match(hack.told, hack.token, rng)
        hacks[at] = _draw_keys(hack, credentials if is_current else cards.ALL_KEYS & ~credentials, match, rng)
    return tuple(hacks)


def _draw_keys(hack: Hack, targets: int, match: int, rng: Random) -> Hack:
    """Return another Hacker's hack with keys drawn; before, `made.match` is their number."""
    count = hack.match
    hits = [key for key in range(cards.KEYS) if targets >> key & 1]
    others = [key for key in range(cards.KEYS) if not targets >> key & 1]
    match = max(count - len(others), min(match, count, len(hits)))
    drawn = [*rng.sample(hits, match), *rng.sample(others, count - match)]
    return hack._replace(keys=sum(1 << key for key in drawn), match=match)


def _parse_view(view: View) -> State:
    """Return the known part of a position, without hidden cards."""
    seats, board, choice, turn = view["seats"], view["board"], view["choice"], view["turn"]
    flags = sum(bit for word, bit in _FLAGS.items() if turn[word])
    effects = tuple(turn["effects"].get(cards.VIRUSES[virus].name, 0) for virus in EFFECT_INDEX)
    stacks_by_name = {entry["name"]: _parse_cards(entry["cards"] or ()) for entry in view["operations"]}
    return State(
        table=_parse_table(view),
        phase=view["phase"],
        seat=view["on_turn"],
        round=view["round"],
        marker=-1 if view["marker"] is None else view["marker"],
        neutral=sum(1 << PLACE_OF[name] for name, place in board.items() if place["neutral"]),
        central=board[NAMES[CENTRAL]]["neutral"],
        at=tuple(PLACE_OF.get(entry["at"], -1) for entry in seats),
        tokens=tuple(PLACE_OF.get(view["tokens"][kind], -1) for kind in cards.TYPES),
        tiles=tuple(_FACE_OF[spot["tile"], spot["back"]] for spot in view["track"]),
        spots=tuple(-1 if entry["spot"] is None else entry["spot"] for entry in seats),
        credits=tuple(entry["credits"] for entry in seats),
        proxies=tuple(entry["proxies"] for entry in seats),
        score=tuple(entry["score"] for entry in seats),
        protection=view["protection"],
        credentials=_parse_cards(view["credentials"] or ()),
        stacks=tuple(stacks_by_name.get(kind.name, 0) for kind in cards.OPERATIONS),
        open=tuple(cards.OPERATION_OF[entry["name"]] for entry in view["operations"] if not entry["basic"]),
        pool=sum(1 << cards.OPERATION_OF[name] for name in view["deck"]["unseen"]),
        bottom=tuple(cards.OPERATION_OF[name] for name in view["deck"]["bottom"]),
        installed=tuple(
            to_mask(cards.KEYS * cards.VIRUS_OF[virus] + key for virus, key in entry["installed"]) for entry in seats
        ),
        hands=tuple(to_mask(entry["hand"]) for entry in seats),
        carry=tuple(sum(_NEXT[word] for word in entry["next"]) for entry in seats),
        turn=Turn(turn["tile"], effects, turn["actions"], flags, turn["repeats"], turn["keys"]),
        choice=choice and Choice(cards.OPERATION_OF[choice["operation"]], choice["left"]),
        pending=None if view["pending"] is None else inference.parse_hack(view["pending"]),
        hacks=tuple(map(inference.parse_hack, view["hacks"])),
        seen=tuple(map(inference.parse_shown_cards, view["seen"])),
        era=view["era"],
        gone=sum(1 << seat for seat, entry in enumerate(seats) if entry["gone"]),
        events=tuple((-1 if seat is None else seat, text) for seat, text in view["events"]),
        outcome=None,
    )


def _parse_table(view: View) -> Table:
    board = view["board"]
    tiles = tuple(TILE_OF[board[name]["tile"]] if name in board else -1 for name in NAMES)
    personal = tuple(cards.VIRUS_OF.get(entry["personal"], -1) for entry in view["seats"])
    shown_viruses = tuple(cards.VIRUS_OF[card["name"]] for card in view["viruses"])
    viruses = shown_viruses[: len(cards.VIRUS_TYPES)]
    options = {
        "advanced": view["advanced"],
        "first_game": tuple(cards.VIRUSES[virus].type for virus in viruses) != cards.VIRUS_TYPES,
        "round_limit": view["round_limit"],
    }
    # Who chooses an initiative spot first matters only until the first spot is chosen.
    texts = [text for seat, text in view["events"] if seat is None]
    first = next((SEATS.index(text.split()[1]) for text in texts if text.startswith("first ")), 0)
    return Table(options, len(view["seats"]), tiles, viruses, personal, first)


def _parse_cards(names: Iterable[str]) -> int:
    return to_mask(cards.CARD_OF[name] for name in names)


_MAX_HACKS = 3  # Considered hacks of each kind.
_TAKES_ANY_CARD = ("stack", "install", "uninstall", "jump")  # Their last number is a card or key, of a jump by Sybil.


def find_use(action: Action) -> Hashable:
    """Return what an action does, which is the same for equal cards or keys."""
    return (action.verb, action.args[0], len(action.args)) if action.verb in _TAKES_ANY_CARD else action


@dataclass(frozen=True, slots=True)
class Policy:
    """Candidates and rollouts by scores of actions.

    Scores `spread` apart differ by the factor e in their prior. `noise` is the most that a rollout adds to a score at
    random, for the Admin and for a Hacker.
    """

    score_actions: Callable[[State, int, Sequence[Action]], list[float]]
    spread: float
    noise: tuple[float, float]

    def candidates(self, state: State, seat: int, listed: list[Action] | None, rng: Random) -> list[tuple[Action, float]]:
        """Return actions with priors, without unlikely hacks and all but the best of equal cards or keys.

        Equal ones would share the visits that their common use deserves, and more of them as the search grows.
        """
        assert listed is not None, "every action of this game can be listed"
        considered = heuristics.limit_hacks(state, seat, listed, _MAX_HACKS, rng)
        best: dict[Hashable, tuple[Action, float]] = {}
        for action, prior in compute_priors(considered, self.score_actions(state, seat, considered), self.spread):
            use = find_use(action)
            if use not in best or prior > best[use][1]:
                best[use] = action, prior
        return list(best.values())

    def rollout(self, state: State, seat: int, listed: list[Action] | None, rng: Random) -> Action:
        """Return the action with the best score after a little random noise."""
        assert listed is not None, "every action of this game can be listed"
        if len(listed) == 1:
            return listed[0]
        if state.phase in (states.CREDENTIALS, states.SCRAMBLE):
            return rng.choice(listed)
        distinct: dict[int | str, Action] = {}  # one per operation to stack on: cards are equivalent
        for action in heuristics.limit_hacks(state, seat, listed, 1, rng):
            distinct.setdefault(action.args[0] if action.verb == "stack" else action.text, action)
        considered = list(distinct.values())
        scores, noise = self.score_actions(state, seat, considered), self.noise[seat > 0]
        at = max(range(len(considered)), key=lambda at: scores[at] + noise * rng.random())
        return considered[at]


def shortcut(seat: int, view: Any, legal: list[str] | None, rng: Random) -> str | None:
    """Return random credentials: any pattern could be guessed."""
    if legal is not None and view["phase"] in ("credentials", "scramble"):
        return rng.choice(legal)
    return None


def observation(state: State, seat: int) -> Hashable:
    """Return the number that the last hack yielded, and whether it is reliable; the Admin also sees a hack's true match."""
    told = (state.hacks[-1].told, state.hacks[-1].token) if state.hacks else None
    return told if seat or state.pending is None else (told, state.pending.match)


def groups(state: State, seat: int, listed: list[Action]) -> list[Group]:
    """Group actions that look the same: cards, keys and credentials are hidden.

    The Admin's answers are counted apart, also by what the hack truly matched.
    """
    if state.phase == states.PROTECT and state.pending is not None:
        match = state.pending.match
        return [(action.public, (action.text, match)) for action in listed]
    return [(action.public, None) for action in listed]


_POLICY = Policy(heuristics.score_actions, spread=2.5, noise=(0.3, 0.9))
ADAPTER = SearchAdapter(
    determinizer=make_determinizer,
    evaluate=evaluate,
    candidates=_POLICY.candidates,
    rollout=_POLICY.rollout,
    shortcut=shortcut,
    observation=observation,
    groups=groups,
    settings=SearchSettings(explore=0.05, bias=1.0, plies=8),
)
