"""Log lines. They contain only public information: players who were shown cards find them in the view."""

from collections.abc import Callable, Mapping

from engines.words import Message, join, marked, say, say_many, told
from engines.zero_day.actions import Action
from engines.zero_day.board import FACES, NAMES, TILES
from engines.zero_day.cards import OPERATIONS, TERMS, TYPES, VIRUSES
from engines.zero_day.state import WAIVED, State

NAMES_OF_SEATS = (marked("Admin"), marked("Hacker 1"), marked("Hacker 2"), marked("Hacker 3"))
_FACES = {
    "gain": marked("gain {amount}"),
    "pay": marked("pay {amount}"),
    "bonus": marked("bonus"),
    "blank": marked("blank"),
    "admin": marked("admin"),
    "pointer": marked("pointer"),
}


def describe(before: State, after: State, actor: int | None, action: Action) -> Message:
    """Return one line for everybody; `after` is the state after the action."""
    if actor is None:
        return _referee(before, action)
    who = told(NAMES_OF_SEATS[actor])
    if action.verb in ("hack", "repeat", "protect"):
        return _hack(after, who, action)
    if action.verb == "tile":
        return _tile(before, actor, who, action)
    if action.verb == "jump":
        return told(_JUMP[len(action.args) > 1], who=who, place=NAMES[action.args[0]])
    if action.verb in ("tile-action", "virus", "deny"):
        return _gains(before, after, actor, who, action)
    return _PLAIN[action.verb](who, *action.args)


_JUMP = marked("{who} jumps to {place}."), marked("{who} jumps to {place} with Sybil.")
_DRAWN = {
    "board": marked("The tiles are laid: {drawn}."),
    "initiative": marked("The initiative tiles are laid: {drawn}."),
    "operations": marked("Operations are opened: {drawn}."),
    "viruses": marked("The viruses of this match: {drawn}."),
    "personal": marked("Personal viruses are dealt to the Hackers in order: {drawn}."),
}


def _referee(before: State, action: Action) -> Message:
    if action.verb == "peek":
        return say_many(
            "{who} peeks at {n} card of {operation} with Victor.",
            "{who} peeks at {n} cards of {operation} with Victor.",
            action.args[1].bit_count(),
            who=told(NAMES_OF_SEATS[action.args[0]]),
            operation=OPERATIONS[before.resolved.operation].name,
        )
    if action.verb == "first":
        who = told(NAMES_OF_SEATS[action.args[0]])
        return say("{who} is drawn at random to choose an initiative spot first.", who=who)
    return told(_DRAWN[action.verb], drawn=action.public.partition(" ")[2].replace(" ", ", "))


_PLAIN: Mapping[str, Callable[..., Message]] = {
    "credentials": lambda who, cards: say("{who} names four credentials.", who=who),
    "init": lambda who, spot: say("{who} moves to initiative spot {spot}.", who=who, spot=spot),
    "token": lambda who, kind, place: say(
        "{who} puts the {type} token on {place}.", who=who, type=TYPES[kind], place=NAMES[place]
    ),
    "end": lambda who: say("{who} ends the operation.", who=who),
    "stack": lambda who, operation, card: say(
        "{who} stacks a card on {operation}.", who=who, operation=OPERATIONS[operation].name
    ),
    "resolve": lambda who, operation: say("{who} resolves {operation}.", who=who, operation=OPERATIONS[operation].name),
    "scan": lambda who, place: say("{who} removes a neutral pawn from {place}.", who=who, place=NAMES[place]),
    "purge": lambda who, virus: say("{who} purges {virus}.", who=who, virus=VIRUSES[virus].name),
    "swap": lambda who, one, other: say(
        "{who} swaps the initiative tiles at {one} and {other}.", who=who, one=one, other=other
    ),
    "jack-in": lambda who, place: say("{who} jacks in at {place}.", who=who, place=NAMES[place]),
    "jack-out": lambda who: say("{who} jacks out.", who=who),
    "credits": lambda who: say("{who} takes {count} credits.", who=who, count=TERMS.wage),
    "install": lambda who, virus, key: say(
        "{who} installs {virus} with key {key}.", who=who, virus=VIRUSES[virus].name, key=key
    ),
    "uninstall": lambda who, virus, key: say(
        "{who} uninstalls {virus} and takes back key {key}.", who=who, virus=VIRUSES[virus].name, key=key
    ),
}
_PROTECTED = (
    marked("{who} spends no protection token and announces {number}."),
    marked("{who} spends a protection token and announces {number}."),
)
# By verb and whether it is against the unused credentials.
_HACKED: Mapping[tuple[str, bool], Callable[[str, int], Message]] = {
    ("hack", False): lambda who, n: say_many("{who} hacks with {n} key", "{who} hacks with {n} keys", n, who=who),
    ("hack", True): lambda who, n: say_many(
        "{who} hacks with {n} key against the unused cards",
        "{who} hacks with {n} keys against the unused cards",
        n,
        who=who,
    ),
    ("repeat", False): lambda who, n: say_many(
        "{who} hacks again with Oscar with {n} key", "{who} hacks again with Oscar with {n} keys", n, who=who
    ),
    ("repeat", True): lambda who, n: say_many(
        "{who} hacks again with Oscar with {n} key against the unused cards",
        "{who} hacks again with Oscar with {n} keys against the unused cards",
        n,
        who=who,
    ),
}


def _hack(after: State, who: str, action: Action) -> Message:
    if action.verb == "protect":
        return told(_PROTECTED[bool(action.args)], who=who, number=after.hacks[-1].told)
    keys, unused, trudys = action.args
    hack = _HACKED[action.verb, bool(unused)](who, keys.bit_count())
    names: dict[str, object] = {"hack": hack}
    if trudys:
        names["count"] = trudys.bit_count()
    if after.pending is None:
        names["number"] = after.hacks[-1].told
    return told(_TOLD[tuple(names)], **names) if len(names) > 1 else join([hack, "."], "")


# By the known facts about a hack.
_TOLD = {
    ("hack", "number"): marked("{hack}; the Admin announces {number}."),
    ("hack", "count"): marked("{hack}, taking back {count} of Trudy's keys."),
    ("hack", "count", "number"): marked("{hack}, taking back {count} of Trudy's keys; the Admin announces {number}."),
}


# By whether a Pointer fetched the tile and whether a payment is waived.
_TILE = {
    (False, False): marked("{who} resolves the initiative tile {tile}."),
    (False, True): marked("{who} resolves the initiative tile {tile} without paying."),
    (True, False): marked(
        "{who} fetches the tile at spot {spot} with the Pointer and resolves the initiative tile {tile}."
    ),
    (True, True): marked(
        "{who} fetches the tile at spot {spot} with the Pointer and resolves the initiative tile {tile} without paying."
    ),
}


def _tile(before: State, actor: int, who: str, action: Action) -> Message:
    spot = action.args[0] if action.args else before.marker
    kind, amount, _ = FACES[before.tiles[spot]]
    waived = kind == "pay" and bool(before.turn.flags & WAIVED)
    if kind != "pay" or waived or before.credits[actor] >= amount:
        tile = told(_FACES[kind], amount=amount)
        return told(_TILE[bool(action.args), waived], who=who, spot=spot, tile=tile)
    if not action.args:
        return say_many(
            "{who} can't pay {n} credit: the turn ends.",
            "{who} can't pay {n} credits: the turn ends.",
            amount,
            who=who,
        )
    return say_many(
        "{who} fetches the tile at spot {spot} with the Pointer and can't pay {n} credit: the turn ends.",
        "{who} fetches the tile at spot {spot} with the Pointer and can't pay {n} credits: the turn ends.",
        amount,
        who=who,
        spot=spot,
    )


def _gains(before: State, after: State, actor: int, who: str, action: Action) -> Message:
    change = _change(before, after, actor)
    if action.verb == "deny":
        name = OPERATIONS[action.args[0]].name
        return say(
            "{who} denies {operation} ({change}) and looks at its cards.", who=who, operation=name, change=change
        )
    if action.verb == "virus":
        return say("{who} uses {virus} ({change}).", who=who, virus=VIRUSES[action.args[0]].name, change=change)
    name = TILES[before.table.tiles[before.at[actor]]].name
    return say("{who} uses the tile {tile} ({change}).", who=who, tile=name, change=change)


def _change(before: State, after: State, actor: int) -> Message:
    """Return what the actor gained and lost. No action changes both proxies and info."""
    made = []
    if n := after.credits[actor] - before.credits[actor]:
        made.append(say_many("{credits} credit", "{credits} credits", abs(n), credits=f"{n:+d}"))
    if n := after.proxies[actor] - before.proxies[actor]:
        made.append(say_many("{proxies} proxy", "{proxies} proxies", abs(n), proxies=f"{n:+d}"))
    if n := after.score[actor] - before.score[actor]:
        made.append(say("{info} info", info=f"{n:+d}"))
    return join(made, ", ") if made else say("nothing gained")


def note(before: State, after: State, action: Action) -> str:
    """Return a sealed action's note in the record, with the number that the Admin announced: `hack ? ? ? ? = 2`."""
    masked = action.public if action.public != action.text else ""
    number = after.hacks[-1].told if after.hacks is not before.hacks and after.hacks else -1
    if number < 0:
        return masked
    return f"{masked} = {number}".strip()
