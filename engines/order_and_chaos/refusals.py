"""Why a move is refused. All information is open, so a refusal tells nothing that is not on the board."""

from __future__ import annotations

from engines.api import IllegalAction
from engines.order_and_chaos.actions import ANY, Move
from engines.order_and_chaos.board import BATTLE, NAMES
from engines.order_and_chaos.board import KINDS as AREA_KINDS
from engines.order_and_chaos.board import SMALL as SMALL_TRIANGLE
from engines.order_and_chaos.crowds import BIG_MAN, CAPACITY, CROWDS, SMALL_MAN, Crowd, may_leave
from engines.order_and_chaos.numbers import NUMBERS
from engines.order_and_chaos.state import State
from engines.words import marked, say

SIDE_NAMES = (marked("Order"), marked("Chaos"))
MEN = ("small", "big")


def why_not(state: State, seat: int, move: Move) -> IllegalAction:
    """The reason why a move of the seat on turn is illegal."""
    here, there = CROWDS[state.place[move.src]], CROWDS[state.place[move.dst]]
    return _who_moves(here, seat, move) or _way(state, here, there, seat, move)


def _who_moves(here: Crowd, seat: int, move: Move) -> IllegalAction | None:
    """What is wrong with the chessman, or None."""
    src = NAMES[move.src]
    small, big = here.men[2 * seat], here.men[2 * seat + 1]
    if not sum(here.men):
        return IllegalAction("empty-area", say("There is no chessman in {src}.", src=src))
    if not small and not big:
        return IllegalAction("not-yours", f"The chessmen in {src} are not yours.")
    if move.kind == ANY and small and big:
        return IllegalAction(
            "say-which", f"You have both kinds in {src}: write {src}s for the small one, {src}b for the big one."
        )
    if move.kind != ANY and not here.men[2 * seat + move.kind]:
        return IllegalAction("no-such-kind", f"You have no {MEN[move.kind]} chessman in {src}.")
    if move.kind != ANY and not (small and big):
        return IllegalAction("needless-letter", f"You have one kind only in {src}: write {src} without a letter.")
    if not may_leave(AREA_KINDS[move.src], here, 2 * seat + (SMALL_MAN if small else BIG_MAN)):
        return IllegalAction(
            "frozen", f"{SIDE_NAMES[1 - seat]} dominates {src} with {here.of(1 - seat)} chessmen: yours cannot move."
        )
    return None


def _way(state: State, here: Crowd, there: Crowd, seat: int, move: Move) -> IllegalAction:
    src, dst = NAMES[move.src], NAMES[move.dst]
    kind = move.kind if move.kind != ANY else (SMALL_MAN if here.men[2 * seat] else BIG_MAN)
    if move.passes and not _carried(state, seat, move):
        return IllegalAction(
            "no-passage", f"{src} and {dst} are not adjacent, and no big chessman of yours stands between them."
        )
    if AREA_KINDS[move.dst] == BATTLE:
        return _closed(there, seat, dst)
    if AREA_KINDS[move.dst] == SMALL_TRIANGLE:
        if kind == BIG_MAN:
            return IllegalAction("too-big", f"A big chessman never enters a small triangle such as {dst}.")
        return IllegalAction("occupied", f"{dst} is full: a small triangle holds one chessman.")
    if there.of(seat):
        return IllegalAction("occupied", f"Your own chessman stands in {dst}.")
    if kind == SMALL_MAN:
        return IllegalAction("occupied", f"A chessman stands in {dst}: a small one cannot enter.")
    return IllegalAction("occupied", f"A big chessman stands in {dst}: nobody can enter.")


def _carried(state: State, seat: int, move: Move) -> bool:
    """Whether an own big chessman stands in a triangle that the move passes."""
    between = [area for area in range(len(NAMES)) if move.passes >> area & 1]
    return any(CROWDS[state.place[area]].men[2 * seat + BIG_MAN] for area in between)


def _closed(there: Crowd, seat: int, dst: str) -> IllegalAction:
    other = 1 - seat
    if there.dominator == other and there.of(other) >= NUMBERS.close:
        return IllegalAction(
            "closed", f"{SIDE_NAMES[other]} dominates {dst} with {there.of(other)} chessmen: yours cannot enter."
        )
    if there.dominator == seat:
        return IllegalAction("full", f"{dst} is full of your own chessmen.")
    return IllegalAction("full", f"{dst} is full with {CAPACITY} chessmen, and {SIDE_NAMES[other]} dominates it.")
