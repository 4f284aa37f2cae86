"""Reasons why a move is illegal. Nothing is hidden, so they reveal nothing."""

from engines.contract import IllegalAction
from engines.i18n import mark, translate as _
from engines.order_and_chaos.actions import ANY, Move
from engines.order_and_chaos.board import BATTLE, CONSTANTS, KINDS as AREA_KINDS, NAMES, SMALL as SMALL_TRIANGLE
from engines.order_and_chaos.occupancy import BIG_MAN, CAPACITY, OCCUPANCIES, SMALL_MAN, AreaOccupancy, can_leave
from engines.order_and_chaos.state import State

SIDE_NAMES = (mark("Order"), mark("Chaos"))
_NO_SUCH_KIND = (mark("You have no small chessman in {area}."), mark("You have no big chessman in {area}."))


def out_of_turn(seat: int) -> IllegalAction:
    """Return the error for a seat that is not to act."""
    if seat not in (0, 1):
        return IllegalAction("not-a-seat", "Seat not found.")
    return IllegalAction("not-your-turn", "It is not your turn.")


def illegal_reason(state: State, seat: int, move: Move) -> IllegalAction:
    """Return why a move of the seat to act is illegal."""
    src_occupancy, dst_occupancy = OCCUPANCIES[state.place[move.src]], OCCUPANCIES[state.place[move.dst]]
    return _mover_reason(src_occupancy, seat, move) or _target_reason(state, src_occupancy, dst_occupancy, seat, move)


def repetition_reason(text: str, times: int) -> IllegalAction:
    """Return why a move that repeats the position once too often is illegal (OC-18)."""
    return IllegalAction(
        "repetition", "{move} would repeat a position that has occurred {times} times already. Choose another move.",
        move=text, times=times,
    )  # fmt: skip


def _mover_reason(src_occupancy: AreaOccupancy, seat: int, move: Move) -> IllegalAction | None:
    """Return why the chessman may not move, or None."""
    src = NAMES[move.src]
    small, big = src_occupancy.men[2 * seat], src_occupancy.men[2 * seat + 1]
    if not sum(src_occupancy.men):
        return IllegalAction("empty-area", "There is no chessman in {src}.", src=src)
    if not small and not big:
        return IllegalAction("not-yours", "The chessmen in {area} are not yours.", area=src)
    if move.kind == ANY and small and big:
        return IllegalAction(
            "say-which", "You have both kinds in {area}: write {area}s for the small one, {area}b for the big one.",
            area=src,
        )  # fmt: skip
    if move.kind != ANY and not src_occupancy.men[2 * seat + move.kind]:
        return IllegalAction("no-such-kind", _NO_SUCH_KIND[move.kind], area=src)
    if move.kind != ANY and not (small and big):
        return IllegalAction("needless-letter", "You have only one kind in {area}: write {area} without a letter.", area=src)
    if not can_leave(AREA_KINDS[move.src], src_occupancy, 2 * seat + (SMALL_MAN if small else BIG_MAN)):
        side, count = _(SIDE_NAMES[1 - seat]), src_occupancy.of(1 - seat)
        return IllegalAction(
            "frozen", "{side} dominates {area} with {count} chessmen: yours cannot move.",
            side=side, area=src, count=count,
        )  # fmt: skip
    return None


def _target_reason(
    state: State, src_occupancy: AreaOccupancy, dst_occupancy: AreaOccupancy, seat: int, move: Move
) -> IllegalAction:
    src, dst = NAMES[move.src], NAMES[move.dst]
    kind = move.kind if move.kind != ANY else (SMALL_MAN if src_occupancy.men[2 * seat] else BIG_MAN)
    between = [state.place[area] for area in range(len(NAMES)) if move.passes >> area & 1]
    if move.passes and not any(OCCUPANCIES[code].men[2 * seat + BIG_MAN] for code in between):
        return IllegalAction(
            "no-passage", "{src} and {dst} are not adjacent, and none of your big chessmen is between them.",
            src=src, dst=dst,
        )  # fmt: skip
    if AREA_KINDS[move.dst] == BATTLE:
        return _closed_reason(dst_occupancy, seat, dst)
    if AREA_KINDS[move.dst] == SMALL_TRIANGLE:
        if kind == BIG_MAN:
            return IllegalAction("too-big", "A big chessman can't enter a small triangle such as {area}.", area=dst)
        return IllegalAction("occupied", "{area} is full: a small triangle holds one chessman.", area=dst)
    if dst_occupancy.of(seat):
        return IllegalAction("occupied", "{area} is occupied by your own chessman.", area=dst)
    if kind == SMALL_MAN:
        return IllegalAction("occupied", "There is a chessman in {area}, so a small one can't enter.", area=dst)
    return IllegalAction("occupied", "There is a big chessman in {area}, so no chessman can enter.", area=dst)


def _closed_reason(dst_occupancy: AreaOccupancy, seat: int, dst: str) -> IllegalAction:
    other, side, count = 1 - seat, _(SIDE_NAMES[1 - seat]), dst_occupancy.of(1 - seat)
    if dst_occupancy.dominator == other and count >= CONSTANTS.battle.close:
        return IllegalAction(
            "closed", "{side} dominates {area} with {count} chessmen: yours cannot enter.",
            side=side, area=dst, count=count,
        )  # fmt: skip
    if dst_occupancy.dominator == seat:
        return IllegalAction("full", "{area} is full of your own chessmen.", area=dst)
    return IllegalAction(
        "full", "{area} is full with {count} chessmen, and {side} dominates it.", area=dst, count=CAPACITY, side=side
    )
