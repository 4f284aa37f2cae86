"""Switch, Mirror, Stack, Import, Export and Glitch."""

from itertools import combinations, permutations

from engines.contract import IllegalAction
from engines.zero_order.actions import Action
from engines.zero_order.board import COPIED, COPIED_BENEATH, NONE, OWN, Draft, Selection, unit_on
from engines.zero_order.grid import MIRROR, NAMES, OUT
from engines.zero_order.tokens import CO, CODES, DE, FUNCTION, FUNCTIONS, OWNER, SIDE, ST, TOKENS, bits
from engines.zero_order.tokens import NAMES as CALLED


def may_switch(selection: Selection, cell: int, target: int) -> bool:
    """Return whether Switch can select the target."""
    return target != cell


def switch(draft: Draft, action: Action, way: int) -> None:
    """Switch places with the selected unit."""
    _, cell, (target,) = action
    mine, other = draft.lift(cell), draft.lift(target)
    draft.put(target, mine)
    draft.put(cell, other)
    draft.landed = 1 << cell
    draft.moves += [(cell, target), (target, cell)]


def may_mirror(selection: Selection, cell: int, target: int) -> bool:
    """Return whether the target can be mirrored."""
    dst = MIRROR[target]
    return dst != target and bool((selection.free | selection.enemies) >> dst & 1)


def check_mirror(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the selected unit can be mirrored."""
    (target,) = action.items
    dst = MIRROR[target]
    if dst == target:
        raise IllegalAction(
            "on-the-line", "{grid} lies on the Battle Line and has no mirrored position.", grid=NAMES[target]
        )
    if not selection.board.tiled >> dst & 1:
        raise IllegalAction("no-tile", "There is no tile on {grid}, where the unit would land.", grid=NAMES[dst])
    if selection.own >> dst & 1:
        raise IllegalAction("occupied", "Your own unit stands on {grid}, where the unit would land.", grid=NAMES[dst])
    if not may_mirror(selection, action.cell, target):
        raise IllegalAction("immune", "The {unit} on {grid} is immunized.", **unit_on(selection.board, dst))


def mirror(draft: Draft, action: Action, way: int) -> None:
    """Move the selected unit to its mirrored grid, defeating a unit there."""
    src = action.items[0]
    dst = MIRROR[src]
    if draft.units[dst] != NONE:
        draft.moves.append((dst, OUT))
        draft.defeat(dst)
    draft.shift(src, dst)


def stack(draft: Draft, action: Action, way: int) -> None:
    """Put the selected units beneath the Stack."""
    for target in action.items:
        draft.beneath |= 1 << draft.lift(target)
        draft.moves.append((target, action.cell))


def list_unstack(selection: Selection, cell: int, verb: str = "unstack") -> list[Action]:
    """List the ways to unstack a unit."""
    beneath = selection.board.beneath & SIDE[selection.seat]
    if not beneath:
        return []
    functions = sorted((FUNCTION[token] for token in bits(beneath)), key=lambda function: CODES[function])
    places = selection.touching(cell, selection.free)
    return [
        Action(verb, cell, tuple(zip(chosen, where, strict=True)))
        for size in range(1, min(len(functions), len(places)) + 1)
        for chosen in combinations(functions, size)
        for where in permutations(places, size)
    ]


def check_unstack(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the unit can be unstacked to these grids."""
    for function, dst in action.items:
        if not selection.board.beneath >> (function + FUNCTIONS * selection.seat) & 1:
            raise IllegalAction("not-beneath", "The {unit} is not under your Stack.", unit=CALLED[function])
        selection.check_touching(action.cell, (dst,))
        selection.check_available(dst)
    if len({dst for _, dst in action.items}) < len(action.items):
        raise IllegalAction("occupied", "Each unit needs its own tile.")


def unstack(draft: Draft, action: Action, way: int) -> None:
    """Put units from beneath the Stack on the map."""
    seat = OWNER[draft.units[action.cell]]
    for function, dst in action.items:
        token = function + FUNCTIONS * seat
        draft.beneath ^= 1 << token
        draft.put(dst, token)
        draft.moves.append((action.cell, dst))


def list_import(selection: Selection, cell: int, verb: str) -> list[Action]:
    """List Import."""
    if selection.must >= 0:
        return []  # It selects a tile, never a unit that landed.
    tiles, own, levels = selection.board.tiles, SIDE[selection.seat], selection.levels
    targets = [at for at in selection.touching(cell, selection.free) if tiles[at] < TOKENS and own >> tiles[at] & 1]
    return [Action(verb, cell, (target,)) for target in targets if levels >> FUNCTION[tiles[target]] & 1]


def check_import(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the tile can be imported."""
    _, cell, (target,) = action
    selection.check_touching(cell, (target,))
    selection.check_available(target)
    tile = selection.board.tiles[target]
    if tile >= TOKENS or not SIDE[selection.seat] >> tile & 1:
        raise IllegalAction("not-your-tile", "The tile on {grid} is not yours.", grid=NAMES[target])
    if not selection.levels >> FUNCTION[tile] & 1:
        raise IllegalAction("level", "The {unit} is above the levels of this match.", unit=CALLED[FUNCTION[tile]])
    if selection.must >= 0:
        raise IllegalAction("not-landed", "A combo must select a unit that was moved; Import selects a tile.")


def _used(draft: Draft, action: Action, way: int) -> int:
    """Return the token that Import or Export uses up: the function's, or that of a Copy beneath."""
    source = draft.source(action)
    return CO + FUNCTIONS * OWNER[source] if way == COPIED_BENEATH else source


def import_(draft: Draft, action: Action, way: int) -> None:
    """Replace the tile by the used token; the tile's token becomes the unit, or one beneath the Stack (ZO-12)."""
    _, cell, (target,) = action
    token = draft.tiles[target]
    if way in (OWN, COPIED):
        used = draft.lift(cell)
        draft.put(cell, token)
    else:
        used = _used(draft, action, way)
        draft.beneath ^= 1 << used | 1 << token
    draft.retile(target, used)
    draft.eventful = True


def _leaves_nobody(selection: Selection, action: Action) -> bool:
    """Return whether the last own unit would leave while opponents stay; a Stack only loses the token beneath it."""
    if FUNCTION[selection.board.units[action.cell]] == ST or selection.own != 1 << action.cell:
        return False
    return bool(selection.board.sides[1 - selection.seat] & ~sum(1 << at for at in action.items))


def list_export(selection: Selection, cell: int, verb: str) -> list[Action]:
    """List Export."""
    made = selection.list_several(cell, verb, selection.enemies, least=1)
    if selection.own != 1 << cell:
        return made
    return [action for action in made if not _leaves_nobody(selection, action)]


def check_export(selection: Selection, action: Action) -> None:
    """Raise IllegalAction if the last own unit would leave while opponents stay."""
    if _leaves_nobody(selection, action):
        raise IllegalAction("last-unit", "Your last unit cannot leave while opponent units remain.")


def export(draft: Draft, action: Action, way: int) -> None:
    """Take the exporting and the selected units off the map."""
    used = _used(draft, action, way)
    for target in action.items:
        draft.moves.append((target, OUT))
        draft.remove(target)
    if way in (OWN, COPIED):
        draft.moves.append((action.cell, OUT))
        draft.remove(action.cell)
    else:
        draft.beneath ^= 1 << used
        draft.gone |= 1 << used
    draft.eventful = True


def may_glitch(selection: Selection, cell: int, target: int) -> bool:
    """Return whether the target is an opponent's Delete."""
    return FUNCTION[selection.board.units[target]] == DE


def glitch(draft: Draft, action: Action, way: int) -> None:
    """Apply Glitch (ZO-13)."""
    draft.won = "glitched-out"
