"""Switch, Mirror, Stack, Import, Export and Glitch."""

from itertools import combinations, permutations

from engines.contract import IllegalAction
from engines.zero_order.actions import Action
from engines.zero_order.board import COPIED, COPIED_BENEATH, NONE, OWN, MutableBoard, Selection, unit_params
from engines.zero_order.grid import MIRROR, NAMES, OUT
from engines.zero_order.tokens import CO, CODES, DE, FUNCTION, FUNCTIONS, OWNER, SIDE, ST, TOKENS, UNIT_NAMES, bits


def can_switch(selection: Selection, cell: int, target: int) -> bool:
    """Return whether Switch can select the target."""
    return target != cell


def switch(mutable: MutableBoard, action: Action, via: int) -> None:
    """Switch places with the selected unit."""
    _, cell, (target,) = action
    mine, other = mutable.lift(cell), mutable.lift(target)
    mutable.put(target, mine)
    mutable.put(cell, other)
    mutable.landed = 1 << cell
    mutable.moves += [(cell, target), (target, cell)]


def can_mirror(selection: Selection, cell: int, target: int) -> bool:
    """Return whether the target can be mirrored."""
    dst = MIRROR[target]
    return dst != target and bool((selection.free | selection.enemies) >> dst & 1)


def check_mirror(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the selected unit can be mirrored."""
    (target,) = action.items
    dst = MIRROR[target]
    if dst == target:
        raise IllegalAction("on-the-line", "{grid} lies on the Battle Line and has no mirrored position.", grid=NAMES[target])
    if not selection.board.tiled >> dst & 1:
        raise IllegalAction("no-tile", "There is no tile on {grid}, where the unit would land.", grid=NAMES[dst])
    if selection.own >> dst & 1:
        raise IllegalAction("occupied", "Your own unit stands on {grid}, where the unit would land.", grid=NAMES[dst])
    if not can_mirror(selection, action.cell, target):
        raise IllegalAction("immune", "The {unit} on {grid} is immunized.", **unit_params(selection.board, dst))


def mirror(mutable: MutableBoard, action: Action, via: int) -> None:
    """Move the selected unit to its mirrored grid, defeating a unit there."""
    src = action.items[0]
    dst = MIRROR[src]
    if mutable.units[dst] != NONE:
        mutable.moves.append((dst, OUT))
        mutable.defeat(dst)
    mutable.shift(src, dst)


def stack(mutable: MutableBoard, action: Action, via: int) -> None:
    """Put the selected units beneath the Stack."""
    for target in action.items:
        mutable.beneath |= 1 << mutable.lift(target)
        mutable.moves.append((target, action.cell))


def list_unstack(selection: Selection, cell: int, verb: str = "unstack") -> list[Action]:
    """List the ways to unstack a unit."""
    beneath = selection.board.beneath & SIDE[selection.seat]
    if not beneath:
        return []
    functions = sorted((FUNCTION[token] for token in bits(beneath)), key=lambda function: CODES[function])
    cells = selection.touching(cell, selection.free)
    return [
        Action(verb, cell, tuple(zip(subset, targets, strict=True)))
        for size in range(1, min(len(functions), len(cells)) + 1)
        for subset in combinations(functions, size)
        for targets in permutations(cells, size)
    ]


def check_unstack(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless the unit can be unstacked to these grids."""
    for function, dst in action.items:
        if not selection.board.beneath >> (function + FUNCTIONS * selection.seat) & 1:
            raise IllegalAction("not-beneath", "The {unit} is not under your Stack.", unit=UNIT_NAMES[function])
        selection.check_touching(action.cell, (dst,))
        selection.check_available(dst)
    if len({dst for _, dst in action.items}) < len(action.items):
        raise IllegalAction("occupied", "Each unit needs its own tile.")


def unstack(mutable: MutableBoard, action: Action, via: int) -> None:
    """Put units from beneath the Stack on the map."""
    seat = OWNER[mutable.units[action.cell]]
    for function, dst in action.items:
        token = function + FUNCTIONS * seat
        mutable.beneath ^= 1 << token
        mutable.put(dst, token)
        mutable.moves.append((action.cell, dst))


def list_import(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the Import actions of the unit on `cell`."""
    if selection.must >= 0:
        return []  # It selects a tile, never a unit that landed.
    tiles, side, levels = selection.board.tiles, SIDE[selection.seat], selection.levels
    targets = [at for at in selection.touching(cell, selection.free) if tiles[at] < TOKENS and side >> tiles[at] & 1]
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
        raise IllegalAction("level", "The {unit} is above the levels of this match.", unit=UNIT_NAMES[FUNCTION[tile]])
    if selection.must >= 0:
        raise IllegalAction("not-landed", "A combo must select a unit that was moved; Import selects a tile.")


def _used_token(mutable: MutableBoard, action: Action, via: int) -> int:
    """Return the token that Import or Export uses up: the function's, or that of a Copy beneath."""
    source = mutable.source(action)
    return CO + FUNCTIONS * OWNER[source] if via == COPIED_BENEATH else source


def import_(mutable: MutableBoard, action: Action, via: int) -> None:
    """Replace the tile by the used token; the tile's token becomes the unit, or one beneath the Stack (ZO-12)."""
    _, cell, (target,) = action
    token = mutable.tiles[target]
    if via in (OWN, COPIED):
        used = mutable.lift(cell)
        mutable.put(cell, token)
    else:
        used = _used_token(mutable, action, via)
        mutable.beneath ^= 1 << used | 1 << token
    mutable.retile(target, used)
    mutable.eventful = True


def _would_leave_nobody(selection: Selection, action: Action) -> bool:
    """Return whether the last own unit would leave while opponents stay; a Stack only loses the token beneath it."""
    if FUNCTION[selection.board.units[action.cell]] == ST or selection.own != 1 << action.cell:
        return False
    return bool(selection.board.sides[1 - selection.seat] & ~sum(1 << at for at in action.items))


def list_export(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the Export actions of the unit on `cell`."""
    actions = selection.list_several(cell, verb, selection.enemies, minimum=1)
    if selection.own != 1 << cell:
        return actions
    return [action for action in actions if not _would_leave_nobody(selection, action)]


def check_export(selection: Selection, action: Action) -> None:
    """Raise IllegalAction if the last own unit would leave while opponents stay."""
    if _would_leave_nobody(selection, action):
        raise IllegalAction("last-unit", "Your last unit cannot leave while opponent units remain.")


def export(mutable: MutableBoard, action: Action, via: int) -> None:
    """Take the exporting and the selected units off the map."""
    used = _used_token(mutable, action, via)
    for target in action.items:
        mutable.moves.append((target, OUT))
        mutable.remove(target)
    if via in (OWN, COPIED):
        mutable.moves.append((action.cell, OUT))
        mutable.remove(action.cell)
    else:
        mutable.beneath ^= 1 << used
        mutable.gone |= 1 << used
    mutable.eventful = True


def can_glitch(selection: Selection, cell: int, target: int) -> bool:
    """Return whether the target is an opponent's Delete."""
    return FUNCTION[selection.board.units[target]] == DE


def glitch(mutable: MutableBoard, action: Action, via: int) -> None:
    """Apply Glitch (ZO-13)."""
    mutable.won = "glitched-out"
