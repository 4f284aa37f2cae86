"""Which special rules an action shows, as names; for the coverage table and the kept records."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines import play
from engines.randomness import UnverifiedRandom
from tests.engines.zero_day.scenes import ENGINE, OPERATIONS, PLACES, TILES, VIRUSES

CREDITS, FILLS = ("Entertainment", "Business", "Maritime", "Slum"), "Nature"
EVERY = {
    *(f"stack {name}" for name in OPERATIONS),
    *(f"resolve {name}" for name in OPERATIONS if name != "Booster"),
    *(f"deny {name}" for name in OPERATIONS),
    *(f"install {name}" for name in VIRUSES),
    *(f"uninstall {name}" for name in VIRUSES),
    *(f"purge {name}" for name in VIRUSES),
    *(f"tile-action {name}" for name in TILES if name not in ("Central", "Void")),
    *(f"virus {name}" for name in ("Alice", "Bob", "Carol", "Matilda credits", "Matilda proxies")),
    *(
        f"face {face}"
        for face in ("gain 1", "gain 2", "gain 3", "pay 1", "pay 2", "pay 3", "bonus", "blank", "admin", "pointer")
    ),
    *(f"protect {how}" for how in ("no", "0", "+1", "-1")),
    *(f"token {kind}" for kind in ("Defense", "Econ", "Util")),
    *("hack Central", "hack remote", "hack unused", "hack unanswered", "repeat", "repeat trudy"),
    *("Eve in a hack", "Trudy in a hack", "Dave's credits", "Victor's peek", "Booster's help"),
    *("exchange credits", "exchange proxies", "exchange nothing", "fill"),
    *("Sybil onto an empty tile", "Sybil onto a pawn", "Walter's jump", "Walter's jack-in", "Maritime's jump"),
    *("a waived payment", "a failed payment", "the Admin's bonus", "a Hacker's bonus", "pointer to an admin tile"),
    *("X stacked", "X a credential", "credentials again", "end", "scan", "swap", "shell", "jump into Void"),
    *("jack-in", "jack-out", "credits", "round refilled", "second turn in a round", "cap"),
    *("personal virus", "two copies peek", "info returned"),
}


def of(before: Any, by: int | None, do: str, after: Any) -> Iterator[str]:
    """The features of one accepted action."""
    verb, *words = do.split()
    if by is None:
        yield from _referee(before, verb, words)
        return
    yield from _plain(verb, words)
    special = {
        "tile": _tile,
        "jump": _jump,
        "jack-in": _jack_in,
        "hack": _hack,
        "repeat": _hack,
        "tile-action": _tile_action,
        "resolve": _resolve,
        "credentials": _credentials,
        "install": _install,
        "stack": _stack,
        "init": _init,
    }.get(verb)
    if special is not None:
        yield from special(before, by, words, after)


def _referee(before: Any, verb: str, words: list[str]) -> Iterator[str]:
    if verb == "peek":
        yield "Victor's peek"
        if len(words) > 2:
            yield "two copies peek"
    if verb == "operations" and before.round:
        yield "round refilled"


def _plain(verb: str, words: list[str]) -> Iterator[str]:
    if verb in ("resolve", "deny", "install", "uninstall", "purge", "stack", "token", "protect"):
        yield f"{verb} {words[0]}"
    elif verb == "virus":
        yield " ".join(("virus", *words))
        if words[0] == "Carol":
            yield "info returned"
    elif verb in ("end", "scan", "swap", "jack-in", "jack-out", "credits"):
        yield verb


def _tile(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    view = ENGINE.open_view(before)
    assert isinstance(view, dict)
    face = view["track"][int(words[0]) if words else before.marker]["tile"]
    yield f"face {face}"
    if words:
        yield "face pointer"
    if words and face == "admin":
        yield "pointer to an admin tile"
    if face == "bonus":
        yield "a Hacker's bonus" if by else "the Admin's bonus"
    if face.startswith("pay"):
        short = before.credits[by] < int(face.split()[1])
        if before.turn.flags & 2:
            yield "a waived payment"
        elif short:
            yield "a failed payment"


def _steps(before: Any, one: int, other: int) -> int:
    return 1 if before.table.ground.near[one] >> other & 1 else 2


def _jump(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    place = PLACES.index(words[0])
    if len(words) > 1:
        if not before.neutral >> place & 1:
            yield "Sybil onto a pawn" if place in before.at else "Sybil onto an empty tile"
        if TILES[before.table.tiles[place]] == "Void":
            yield "jump into Void"
    if _steps(before, before.at[by], place) == 2:
        yield "Maritime's jump" if before.turn.flags & 1 else "Walter's jump"


def _jack_in(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if words[0][0] == "R":
        yield "Walter's jack-in"


def _hack(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    again = after.turn.repeats > before.turn.repeats
    if again:
        yield "repeat"
        if "trudy" in words:
            yield "repeat trudy"
    else:
        yield "hack Central" if before.at[by] == 0 else "hack remote"
        if len(words) - 2 * ("trudy" in words) - (words[0] == "unused") > 4 and "trudy" not in words:
            yield "Eve in a hack"
        if "trudy" in words:
            yield "Trudy in a hack"
    if words[0] == "unused":
        yield "hack unused"
    if after.pending is None:
        yield "hack unanswered"


def _tile_action(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    tile = TILES[before.table.tiles[before.at[by]]]
    yield f"tile-action {tile}"
    gained = after.credits[by] - before.credits[by]
    if tile == "Slum":
        yield f"exchange {words[1] if len(words) == 3 else 'nothing'}"
    elif tile == "Nature" and gained:
        yield "fill"
    if tile == "Entertainment" and gained > 3:
        yield "Dave's credits"


def _resolve(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if before.stacks[OPERATIONS.index("Booster")]:
        yield "Booster's help"


def _credentials(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if "X" in words:
        yield "X a credential"
    if before.era:
        yield "credentials again"


def _install(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if before.table.personal[by] == VIRUSES.index(words[0]):
        yield "personal virus"


def _stack(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if words[1] == "X":
        yield "X stacked"
    if before.choice is not None:
        yield "shell"


def _init(before: Any, by: int, words: list[str], after: Any) -> Iterator[str]:
    if before.round and int(words[0]) > before.marker:
        yield "second turn in a round"
    if before.round and max(before.credits[by], before.proxies[by]) > 10:
        yield "cap"


_WEIGHTS = {
    verb: weight
    for weight, verbs in {
        0.1: "jack-out", 0.2: "init, uninstall, end", 0.3: "credits", 0.6: "resolve", 40.0: "repeat",
        2.0: "install, install Eve, install Dave", 3.0: "tile-action, jump C", 4.0: "hack, deny, resolve Purge",
        8.0: "install Trudy, install Oscar",
    }.items()
    for verb in verbs.split(", ")
}  # fmt: skip


def verb_first(engine: Any, state: Any, seat: int, rng: Random) -> str:
    """Random play that picks a verb and then a word first, so that long lists do not hide the rest."""
    texts = sorted(engine.encode(action) for action in engine.legal(state, seat))
    trudys = [text for text in texts if " trudy " in text]
    texts = trudys if trudys and rng.random() < 0.3 else texts
    for depth in (1, 2):
        heads = sorted({" ".join(text.split()[:depth]) for text in texts})
        chosen = rng.choices(heads, [_WEIGHTS.get(head, 1.0) for head in heads])[0]
        texts = [text for text in texts if " ".join(text.split()[:depth]) == chosen]
    kept = [text for text in texts if ("trudy" in text) == text.startswith("repeat")]  # Trudy is kept for a repeat
    return str(rng.choice(kept if kept and rng.random() < 0.8 else texts))


def game(seats: int, options: Any, seed: str) -> Iterator[tuple[Any, int | None, str, Any]]:
    """A random game, verb first: the states before and behind each action."""
    rng = Random(seed)
    draws = UnverifiedRandom(rng)
    position = play.begin(ENGINE, options, seats)
    while position.outcome is None:
        before = position.state
        do, by = play.referee_action(ENGINE, position, draws), None
        if do is None:
            by = min(ENGINE.to_act(before))
            do = verb_first(ENGINE, before, by, rng)
        position = play.advance(ENGINE, position, by, do)
        yield before, by, do, position.state
