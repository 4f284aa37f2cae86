"""Legal moves of a side, by table look-ups from the facts of a position: one for each area that can be left."""

from engines.order_and_chaos.actions import ANY, MOVES, Move
from engines.order_and_chaos.board import ALL, AREAS, BIG_TRIANGLES
from engines.order_and_chaos.occupancy import BIG_IN, BIG_OUT, SEAT, SMALL_IN, SMALL_MAN


def _list_subsets(bits: int) -> list[int]:
    subsets = [0]
    while bits:
        low = bits & -bits
        bits ^= low
        subsets += [subset | low for subset in subsets]
    return subsets


def _build_row(area: int, man: int, kind: int) -> tuple[int, int, dict[int, tuple[Move, ...]]]:
    """Return a chessman's targets, the triangles it may pass, and its moves by which of both are open."""
    moves = [
        move
        for (src, _, move_kind), move in MOVES.items()
        if src == area and move_kind == kind and (man == SMALL_MAN or not move.passes)
    ]
    targets = carriers = 0
    for move in moves:
        targets |= 1 << move.dst
        carriers |= move.passes
    table = {}
    for open_to in _list_subsets(targets):
        for open_passages in _list_subsets(carriers & BIG_TRIANGLES):
            possible = [m for m in moves if open_to >> m.dst & 1 and (not m.passes or m.passes & open_passages)]
            table[open_to | open_passages << AREAS] = tuple(possible)
    return targets, carriers, table


_SMALL, _BIG, _SMALL_NAMED, _BIG_NAMED = (
    {1 << area: _build_row(area, man, kind) for area in range(AREAS)} for man, kind in ((0, ANY), (1, ANY), (0, 0), (1, 1))
)


def legal_moves(facts: int, seat: int) -> list[Move]:
    """Return all moves of a seat in a fixed order, those too that a repetition bars (OC-18)."""
    mine = facts >> SEAT if seat else facts
    small, big = mine & ALL, mine >> BIG_OUT & ALL
    small_in, big_in = mine >> SMALL_IN & ALL, mine >> BIG_IN & ALL
    both = small & big
    moves: list[Move] = []
    remaining = small
    while remaining:
        low = remaining & -remaining
        remaining ^= low
        targets, carriers, table = _SMALL[low] if not low & both else _SMALL_NAMED[low]
        moves += table[small_in & targets | (big & carriers) << AREAS]
    remaining = big
    while remaining:
        low = remaining & -remaining
        remaining ^= low
        targets, _, table = _BIG[low] if not low & both else _BIG_NAMED[low]
        moves += table[big_in & targets]
    return moves
