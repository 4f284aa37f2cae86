"""Freeze, File, Group, Lock and Hide: holds put in play (ZO-9, ZO-10)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from engines.contract import IllegalAction
from engines.words import say
from engines.zero_order.actions import Action
from engines.zero_order.board import ANY, ENEMIES, Draft, Hold, Selection, cells_of, held_by
from engines.zero_order.grid import LETTER, NAMES, NEAR, NORTH, OUT, RAY, SOUTH
from engines.zero_order.tokens import FR, FUNCTION, FUNCTIONS, HI, LO, bits


def _new(selection: Selection, cell: int) -> int:
    """Return the grids of units that the unit on a grid does not hold already."""
    already = held_by(selection.board, selection.board.units[cell])
    return ~cells_of(selection.board, already) if already else ANY


def _list_several(selection: Selection, cell: int, verb: str, among: int) -> list[Action]:
    touching = selection.touching(cell, among)
    if len(touching) < 2:
        return []
    new, must = _new(selection, cell), selection.must
    found = []
    for size in range(2, len(touching) + 1):
        for chosen in combinations(touching, size):
            mask = sum([1 << at for at in chosen])
            if mask & new and mask & must:
                found.append(Action(verb, cell, chosen))
    return found


def _check_new(selection: Selection, cell: int, targets: Sequence[int]) -> None:
    new = _new(selection, cell)
    if not any(new >> target & 1 for target in targets):
        raise IllegalAction("held-already", say("This unit holds all of them already."))


def check_several(selection: Selection, action: Action) -> None:
    """Group and Lock."""
    selection.check_two(action)
    _check_new(selection, action.cell, action.items)


def _beside_freeze(selection: Selection, cell: int) -> bool:
    return bool(NEAR[cell] >> selection.board.where[FR + FUNCTIONS * (1 - selection.seat)] & 1)


def list_freeze(selection: Selection, cell: int) -> list[Action]:
    return [] if _beside_freeze(selection, cell) else _list_several(selection, cell, "freeze", selection.enemies)


def check_freeze(selection: Selection, action: Action) -> None:
    if _beside_freeze(selection, action.cell):
        raise IllegalAction("beside-freeze", say("Nothing can be frozen beside an opponent's Freeze."))
    selection.check_touching(action.cell, action.items)
    selection.check_side(action.items, ENEMIES)
    check_several(selection, action)
    selection.check_landed(action.items)


def list_group(selection: Selection, cell: int) -> list[Action]:
    return _list_several(selection, cell, "group", selection.enemies)


def list_lock(selection: Selection, cell: int) -> list[Action]:
    return _list_several(selection, cell, "lock", selection.own)


def list_hide(selection: Selection, cell: int) -> list[Action]:
    targets = selection.touching(cell, selection.own & selection.must & _new(selection, cell))
    return [Action("hide", cell, (target,)) for target in targets]


def check_hide(selection: Selection, action: Action) -> None:
    _check_new(selection, action.cell, action.items)


def hold(draft: Draft, action: Action, way: int) -> None:
    """Put a hold in play on the selected units."""
    _hold(draft, action, action.items, way)


def _hold(draft: Draft, action: Action, targets: Sequence[int], way: int) -> None:
    """Put a hold in play; it counts as an event where an opponent unit is newly held (ZO-17)."""
    holder, source = draft.units[action.cell], draft.source(action)
    held = sum(1 << draft.units[target] for target in targets)
    before = next((old.held for old in draft.holds if old.holder == holder), 0)
    if held & ~before and FUNCTION[source] not in (LO, HI):
        draft.eventful = True
    draft.hold(Hold(holder, source, way, held))


def _runs(selection: Selection, cell: int, most: int) -> Iterator[list[int]]:
    """Yield every unbroken run of tiles in the column that has the grid in or next to it, without the grid itself."""
    north, south = RAY[cell][NORTH], RAY[cell][SOUTH]
    for above in range(most + 1):
        if above and not selection.board.tiled >> north[above - 1] & 1:
            return
        for below in range(most - above + 1):
            if below and not selection.board.tiled >> south[below - 1] & 1:
                break
            if above + below:
                yield [*north[:above], *south[:below]]


_Filings: TypeAlias = "list[tuple[list[int], int, int]]"


def _filings(selection: Selection, cell: int) -> _Filings:
    """Where touching opponent units can be filed: (run, grids that must be among the filed, how many more)."""
    touching = NEAR[cell] & selection.enemies
    found = []
    for run in _runs(selection, cell, touching.bit_count()):
        standing = sum(1 << at for at in run if not selection.free >> at & 1)
        more = len(run) - standing.bit_count()
        if not standing & ~touching:
            found.append((run, standing, more))
    return found


def _alone(selection: Selection, cell: int, filings: _Filings) -> int:
    """Return the grids of touching units of which one may be filed alone, as another has no place beside it (ZO-28)."""
    touching = NEAR[cell] & selection.enemies
    if selection.version < 2:  # before ZO-28: each of them, if another one has no place in any line at all
        can = 0
        for _, standing, more in filings:
            can |= touching if more else standing
        return touching if touching & ~can else 0
    alone = 0
    for at in bits(touching):
        fitting = 1 << at  # what a line of two takes in beside it
        for run, standing, _ in filings:
            others = standing & ~(1 << at)
            if len(run) == 2 and others.bit_count() <= 1:
                fitting |= others or touching
        if touching & ~fitting:
            alone |= 1 << at
    return alone


def list_file(selection: Selection, cell: int) -> list[Action]:
    touching = selection.touching(cell, selection.enemies)
    if len(touching) < 2:
        return []
    new, filings = _new(selection, cell), _filings(selection, cell)
    alone = _alone(selection, cell, filings)
    found = []
    for run, standing, more in filings:
        others = [at for at in touching if not standing >> at & 1]
        for joining in combinations(others, more):
            filed = sorted((*joining, *(at for at in touching if standing >> at & 1)))
            if not any(selection.must >> at & 1 for at in filed) or (len(filed) == 1 and not alone >> filed[0] & 1):
                continue
            held = not any(new >> at & 1 for at in filed)
            for places in permutations(run):
                items = tuple(zip(filed, places, strict=True))
                if not held or any(src != dst for src, dst in items):
                    found.append(Action("file", cell, items))
    return found


def check_file(selection: Selection, action: Action) -> None:
    cell, items = action.cell, action.items
    filed, places = [src for src, _ in items], [dst for _, dst in items]
    _check_line(selection, cell, filed, places)
    alone = _alone(selection, cell, _filings(selection, cell))
    selection.check_two(action, 1 if alone >> filed[0] & 1 else 2)
    if filed == places:
        _check_new(selection, cell, filed)


def _check_line(selection: Selection, cell: int, filed: Sequence[int], places: Sequence[int]) -> None:
    column = NAMES[cell][0]
    if any(place == OUT or LETTER[place] != LETTER[cell] for place in places):
        raise IllegalAction("not-in-column", say("Filed units are set in column {column}.", column=column))
    line = sorted((*places, cell))
    if line != list(range(line[0], line[0] + len(line))):
        text = say("The filed units and {grid} must be one unbroken line.", grid=NAMES[cell])
        raise IllegalAction("broken-line", text)
    for place in places:
        if not selection.free >> place & 1 and place not in filed:
            raise IllegalAction("blocked", say("{grid} is not available.", grid=NAMES[place]))


def file(draft: Draft, action: Action, way: int) -> None:
    """Set the units in line and hold them; landed are those whose grid changed (ZO-7)."""
    moving = [(src, dst) for src, dst in action.items if src != dst]
    lifted = [(draft.lift(src), dst) for src, dst in moving]
    for token, dst in lifted:
        draft.put(dst, token)
        draft.landed |= 1 << dst
    draft.moves.extend(moving)
    _hold(draft, action, [dst for _, dst in action.items], way)
