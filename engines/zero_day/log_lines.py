"""Log lines. They contain only public information: players who were shown cards find them in the view."""

from collections.abc import Callable, Mapping

from engines.i18n import Message, join, mark, translate as _, translate_n
from engines.zero_day.actions import Action
from engines.zero_day.board import FACES, NAMES, TILES
from engines.zero_day.cards import OPERATIONS, RULES, TYPES, VIRUSES
from engines.zero_day.state import WAIVED, State

SEAT_NAMES = (mark("Admin"), mark("Hacker 1"), mark("Hacker 2"), mark("Hacker 3"))
_FACE_MESSAGES = {
    "gain": mark("gain {amount}"),
    "pay": mark("pay {amount}"),
    "bonus": mark("bonus"),
    "blank": mark("blank"),
    "admin": mark("admin"),
    "pointer": mark("pointer"),
}


def describe(before: State, after: State, actor: int | None, action: Action) -> Message:
    """Return one line for everybody; `after` is the state after the action."""
    if actor is None:
        return _describe_referee_action(before, action)
    player = _(SEAT_NAMES[actor])
    if action.verb in ("hack", "repeat", "protect"):
        return _describe_hack(after, player, action)
    if action.verb == "tile":
        return _describe_tile(before, actor, player, action)
    if action.verb == "jump":
        return _(_JUMP_MESSAGES[len(action.args) > 1], who=player, place=NAMES[action.args[0]])
    if action.verb in ("tile-action", "virus", "deny"):
        return _describe_gains(before, after, actor, player, action)
    return _DESCRIBERS[action.verb](player, *action.args)


_JUMP_MESSAGES = mark("{who} jumps to {place}."), mark("{who} jumps to {place} with Sybil.")
_DRAW_MESSAGES = {
    "board": mark("The tiles are laid: {drawn}."),
    "initiative": mark("The initiative tiles are laid: {drawn}."),
    "operations": mark("Operations are opened: {drawn}."),
    "viruses": mark("The viruses of this match: {drawn}."),
    "personal": mark("Personal viruses are dealt to the Hackers in order: {drawn}."),
}


def _describe_referee_action(before: State, action: Action) -> Message:
    if action.verb == "peek":
        return translate_n(
            "{who} peeks at {n} card of {operation} with Victor.",
            "{who} peeks at {n} cards of {operation} with Victor.",
            action.args[1].bit_count(),
            who=_(SEAT_NAMES[action.args[0]]),
            operation=OPERATIONS[before.current_choice.operation].name,
        )
    if action.verb == "first":
        player = _(SEAT_NAMES[action.args[0]])
        return _("{who} is drawn at random to choose an initiative spot first.", who=player)
    return _(_DRAW_MESSAGES[action.verb], drawn=action.public.partition(" ")[2].replace(" ", ", "))


_DESCRIBERS: Mapping[str, Callable[..., Message]] = {
    "credentials": lambda name, cards: _("{who} names four credentials.", who=name),
    "init": lambda name, spot: _("{who} moves to initiative spot {spot}.", who=name, spot=spot),
    "token": lambda name, kind, place: _(
        "{who} puts the {type} token on {place}.", who=name, type=TYPES[kind], place=NAMES[place]
    ),
    "end": lambda name: _("{who} ends the operation.", who=name),
    "stack": lambda name, operation, card: _(
        "{who} stacks a card on {operation}.", who=name, operation=OPERATIONS[operation].name
    ),
    "resolve": lambda name, operation: _("{who} resolves {operation}.", who=name, operation=OPERATIONS[operation].name),
    "scan": lambda name, place: _("{who} removes a neutral pawn from {place}.", who=name, place=NAMES[place]),
    "purge": lambda name, virus: _("{who} purges {virus}.", who=name, virus=VIRUSES[virus].name),
    "swap": lambda name, one, other: _(
        "{who} swaps the initiative tiles at {one} and {other}.", who=name, one=one, other=other
    ),
    "jack-in": lambda name, place: _("{who} jacks in at {place}.", who=name, place=NAMES[place]),
    "jack-out": lambda name: _("{who} jacks out.", who=name),
    "credits": lambda name: _("{who} takes {count} credits.", who=name, count=RULES.wage),
    "install": lambda name, virus, key: _(
        "{who} installs {virus} with key {key}.", who=name, virus=VIRUSES[virus].name, key=key
    ),
    "uninstall": lambda name, virus, key: _(
        "{who} uninstalls {virus} and takes back key {key}.", who=name, virus=VIRUSES[virus].name, key=key
    ),
}
_PROTECT_MESSAGES = (
    mark("{who} spends no protection token and announces {number}."),
    mark("{who} spends a protection token and announces {number}."),
)
# By verb and whether it is against the unused credentials.
_HACK_DESCRIBERS: Mapping[tuple[str, bool], Callable[[str, int], Message]] = {
    ("hack", False): lambda name, n: translate_n("{who} hacks with {n} key.", "{who} hacks with {n} keys.", n, who=name),
    ("hack", True): lambda name, n: translate_n(
        "{who} hacks with {n} key against the unused cards.", "{who} hacks with {n} keys against the unused cards.", n, who=name
    ),
    ("repeat", False): lambda name, n: translate_n(
        "{who} hacks again with Oscar with {n} key.", "{who} hacks again with Oscar with {n} keys.", n, who=name
    ),
    ("repeat", True): lambda name, n: translate_n(
        "{who} hacks again with Oscar with {n} key against the unused cards.",
        "{who} hacks again with Oscar with {n} keys against the unused cards.",
        n,
        who=name,
    ),
}


def _describe_hack(after: State, player: str, action: Action) -> Message:
    if action.verb == "protect":
        return _(_PROTECT_MESSAGES[bool(action.args)], who=player, number=after.hacks[-1].told)
    keys, unused, trudys = action.args
    sentences = [_HACK_DESCRIBERS[action.verb, bool(unused)](player, keys.bit_count())]
    if trudys:
        sentences.append(
            translate_n("{n} key is taken back from Trudy.", "{n} keys are taken back from Trudy.", trudys.bit_count())
        )
    if after.pending is None:
        sentences.append(_("The Admin announces {number}.", number=after.hacks[-1].told))
    return join(sentences)


# By whether a Pointer fetched the tile and whether a payment is waived.
_TILE_MESSAGES = {
    (False, False): mark("{who} resolves the initiative tile {tile}."),
    (False, True): mark("{who} resolves the initiative tile {tile} without paying."),
    (True, False): mark("{who} fetches the tile at spot {spot} with the Pointer and resolves the initiative tile {tile}."),
    (True, True): mark(
        "{who} fetches the tile at spot {spot} with the Pointer and resolves the initiative tile {tile} without paying."
    ),
}


def _describe_tile(before: State, actor: int, player: str, action: Action) -> Message:
    spot = action.args[0] if action.args else before.marker
    kind, amount, _unused = FACES[before.tiles[spot]]
    waived = kind == "pay" and bool(before.turn.flags & WAIVED)
    if kind != "pay" or waived or before.credits[actor] >= amount:
        tile = _(_FACE_MESSAGES[kind], amount=amount)
        return _(_TILE_MESSAGES[bool(action.args), waived], who=player, spot=spot, tile=tile)
    if not action.args:
        return translate_n(
            "{who} can't pay {n} credit: the turn ends.", "{who} can't pay {n} credits: the turn ends.", amount, who=player
        )
    return translate_n(
        "{who} fetches the tile at spot {spot} with the Pointer and can't pay {n} credit: the turn ends.",
        "{who} fetches the tile at spot {spot} with the Pointer and can't pay {n} credits: the turn ends.",
        amount,
        who=player,
        spot=spot,
    )


def _describe_gains(before: State, after: State, actor: int, player: str, action: Action) -> Message:
    change = _format_change(before, after, actor)
    if action.verb == "deny":
        name = OPERATIONS[action.args[0]].name
        return _("{who} denies {operation} ({change}) and looks at its cards.", who=player, operation=name, change=change)
    if action.verb == "virus":
        return _("{who} uses {virus} ({change}).", who=player, virus=VIRUSES[action.args[0]].name, change=change)
    name = TILES[before.table.tiles[before.at[actor]]].name
    return _("{who} uses the tile {tile} ({change}).", who=player, tile=name, change=change)


def _format_change(before: State, after: State, actor: int) -> Message:
    """Return what the actor gained and lost. No action changes both proxies and info."""
    parts = []
    if n := after.credits[actor] - before.credits[actor]:
        parts.append(translate_n("{credits} credit", "{credits} credits", abs(n), credits=f"{n:+d}"))
    if n := after.proxies[actor] - before.proxies[actor]:
        parts.append(translate_n("{proxies} proxy", "{proxies} proxies", abs(n), proxies=f"{n:+d}"))
    if n := after.score[actor] - before.score[actor]:
        parts.append(_("{info} info", info=f"{n:+d}"))
    return join(parts, ", ") if parts else _("nothing gained")


_ENDS: Mapping[str, str] = {
    "progress": mark("The Admin has {score} progress, enough to win."),
    "info": mark("{who} has {score} info, enough to win."),
    "round-limit": mark("The last round is over. Tokens: {scores}."),
}


def describe_end(state: State, viewer: int | None) -> Message | None:
    """Return how the match ended, with the winner by name, or with everybody's tokens."""
    if state.outcome is None or state.outcome.reason not in _ENDS:
        return None
    winner = state.outcome.ranks.index(1)
    scores = join([f"{_(name)} {score}" for name, score in zip(SEAT_NAMES, state.score, strict=False)], ", ")
    return _(_ENDS[state.outcome.reason], who=_(SEAT_NAMES[winner]), score=state.score[winner], scores=scores)


def note(before: State, after: State, action: Action) -> str:
    """Return a sealed action's note in the record, with the number that the Admin announced: `hack ? ? ? ? = 2`."""
    masked = action.public if action.public != action.text else ""
    number = after.hacks[-1].told if after.hacks is not before.hacks and after.hacks else -1
    if number < 0:
        return masked
    return f"{masked} = {number}".strip()
