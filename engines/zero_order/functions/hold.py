"""Freeze, File, Group, Lock and Hide: holds put in play (ZO-9, ZO-10)."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from engines.contract import IllegalAction
from engines.zero_order.actions import Action
from engines.zero_order.board import ANY, ENEMIES, Hold, MutableBoard, Selection, cells_of, held_by
from engines.zero_order.grid import COLUMN, NAMES, NEAR, NORTH, OUT, RAY, SOUTH
from engines.zero_order.tokens import FR, FUNCTION, FUNCTIONS, HI, LO, bits


def _cells_not_held(selection: Selection, cell: int) -> int:
    """Return the grids of units that the unit on a grid does not hold yet."""
    already = held_by(selection.board, selection.board.units[cell])
    return ~cells_of(selection.board, already) if already else ANY


def list_several(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the Freeze, Group, Lock or Stack actions of the unit on `cell`; Stack holds nothing."""
    if verb == "freeze" and _is_beside_freeze(selection, cell):
        return []
    among = selection.own if verb in ("lock", "stack") else selection.enemies
    return selection.list_several(cell, verb, among, new=ANY if verb == "stack" else _cells_not_held(selection, cell))


def check_new(selection: Selection, action: Action) -> None:
    """Raise IllegalAction if the unit already holds everything selected."""
    new = _cells_not_held(selection, action.cell)
    if not any(new >> (item if type(item) is int else item[0]) & 1 for item in action.items):
        raise IllegalAction("held-already", "This unit already holds all of them.")


def check_several(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless Group or Lock may select these units."""
    selection.check_minimum(action)
    check_new(selection, action)


def _is_beside_freeze(selection: Selection, cell: int) -> bool:
    return bool(NEAR[cell] >> selection.board.where[FR + FUNCTIONS * (1 - selection.seat)] & 1)


def check_freeze(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless Freeze may select these units."""
    if _is_beside_freeze(selection, action.cell):
        raise IllegalAction("beside-freeze", "Nothing can be frozen beside an opponent's Freeze.")
    selection.check_touching(action.cell, action.items)
    selection.check_side(action.items, ENEMIES)
    check_several(selection, action)
    selection.check_landed(action.items)


def can_hide(selection: Selection, cell: int, target: int) -> bool:
    """Return whether Hide can hold the target."""
    return bool(_cells_not_held(selection, cell) >> target & 1)


def hold(mutable: MutableBoard, action: Action, via: int, targets: Sequence[int] = ()) -> None:
    """Put a hold in play on the selected units, or on `targets`; new opponent units make it an event (ZO-17)."""
    targets = targets or action.items
    holder, source = mutable.units[action.cell], mutable.source(action)
    held = sum(1 << mutable.units[target] for target in targets)
    before = next((old.held for old in mutable.holds if old.holder == holder), 0)
    if held & ~before and FUNCTION[source] not in (LO, HI):
        mutable.eventful = True
    mutable.hold(Hold(holder, source, via, held))


def _list_runs(selection: Selection, cell: int, maximum: int) -> Iterator[list[int]]:
    """Yield every unbroken run of tiles in the column that has the grid in or next to it, without the grid itself."""
    north, south = RAY[cell][NORTH], RAY[cell][SOUTH]
    for above in range(maximum + 1):
        if above and not selection.board.tiled >> north[above - 1] & 1:
            return
        for below in range(maximum - above + 1):
            if below and not selection.board.tiled >> south[below - 1] & 1:
                break
            if above + below:
                yield [*north[:above], *south[:below]]


_Filings: TypeAlias = "list[tuple[list[int], int, int]]"


def _list_filings(selection: Selection, cell: int) -> _Filings:
    """Return the ways to file touching opponent units: (run, grids that must be filed, number of others)."""
    touching = NEAR[cell] & selection.enemies
    filings = []
    for run in _list_runs(selection, cell, touching.bit_count()):
        occupied = sum(1 << at for at in run if not selection.free >> at & 1)
        missing = len(run) - occupied.bit_count()
        if not occupied & ~touching:
            filings.append((run, occupied, missing))
    return filings


def _cells_fileable_alone(selection: Selection, cell: int, filings: _Filings) -> int:
    """Return the grids of touching units that may be filed alone because another one does not fit in (ZO-28)."""
    touching = NEAR[cell] & selection.enemies
    if selection.version < 2:  # Before ZO-28: each of them, if another one has no place in any line at all.
        fileable = 0
        for _, occupied, missing in filings:
            fileable |= touching if missing else occupied
        return touching if touching & ~fileable else 0
    alone = 0
    for at in bits(touching):
        fitting = 1 << at  # units that fit into a line of two with it
        for run, occupied, _ in filings:
            others = occupied & ~(1 << at)
            if len(run) == 2 and others.bit_count() <= 1:
                fitting |= others or touching
        if touching & ~fitting:
            alone |= 1 << at
    return alone


def list_file(selection: Selection, cell: int, verb: str) -> list[Action]:
    """Return the File actions of the unit on `cell`."""
    touching = selection.touching(cell, selection.enemies)
    if len(touching) < 2:
        return []
    new, filings = _cells_not_held(selection, cell), _list_filings(selection, cell)
    alone = _cells_fileable_alone(selection, cell, filings)
    actions = []
    for run, occupied, missing in filings:
        others = [at for at in touching if not occupied >> at & 1]
        for joining in combinations(others, missing):
            filed = sorted((*joining, *(at for at in touching if occupied >> at & 1)))
            if not any(selection.must >> at & 1 for at in filed) or (len(filed) == 1 and not alone >> filed[0] & 1):
                continue
            all_held = not any(new >> at & 1 for at in filed)
            for places in permutations(run):
                items = tuple(zip(filed, places, strict=True))
                if not all_held or any(src != dst for src, dst in items):
                    actions.append(Action(verb, cell, items))
    return actions


def check_file(selection: Selection, action: Action) -> None:
    """Raise IllegalAction unless File may set these units in this line."""
    cell, items = action.cell, action.items
    filed, places = [src for src, _ in items], [dst for _, dst in items]
    _check_line(selection, cell, filed, places)
    alone = _cells_fileable_alone(selection, cell, _list_filings(selection, cell))
    selection.check_minimum(action, 1 if alone >> filed[0] & 1 else 2)
    if filed == places:
        check_new(selection, action)


def _check_line(selection: Selection, cell: int, filed: Sequence[int], places: Sequence[int]) -> None:
    column = NAMES[cell][0]
    if any(place == OUT or COLUMN[place] != COLUMN[cell] for place in places):
        raise IllegalAction("not-in-column", "Filed units must be in column {column}.", column=column)
    line = sorted((*places, cell))
    if line != list(range(line[0], line[0] + len(line))):
        raise IllegalAction("broken-line", "The filed units and {grid} must form one unbroken line.", grid=NAMES[cell])
    for place in places:
        if not selection.free >> place & 1 and place not in filed:
            raise IllegalAction("blocked", "{grid} is not available.", grid=NAMES[place])


def file(mutable: MutableBoard, action: Action, via: int) -> None:
    """Set the units in line and hold them; those whose grid changed have landed (ZO-7)."""
    moving = [(src, dst) for src, dst in action.items if src != dst]
    lifted = [(mutable.lift(src), dst) for src, dst in moving]
    for token, dst in lifted:
        mutable.put(dst, token)
        mutable.landed |= 1 << dst
    mutable.moves.extend(moving)
    hold(mutable, action, via, [dst for _, dst in action.items])
