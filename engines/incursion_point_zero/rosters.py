"""The option `rosters`: whom each side may use, out of the default set and a season's own Gamers.

Gamers are numbers within a match: those of the default set by their place in it, then the match's own in the order
of the option, the Strike Team's first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from engines.contract import BadOption, Json
from engines.incursion_point_zero.cards import GAMER_OF, GAMERS, SIDES, SQUAD, Gamer
from engines.incursion_point_zero.gamers import check_card, read_card
from engines.words import join, say

MOST = 40  # Gamers of a side
Entry: TypeAlias = "str | Mapping[str, Json]"  # a handle of the default set, or a card
Sides: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"


class Numbered(NamedTuple):
    sides: Sides  # Gamers by number
    own: tuple[Gamer, ...]  # the match's own, whose numbers come after the default set's


DEALT = Numbered(((), ()), ())


def check(value: Json) -> None:
    """BadOption names what is wrong with the option, and where."""
    if value is None:
        return
    if not isinstance(value, Mapping) or set(value) != set(SIDES):
        text = say("The option rosters is null, or each side's Gamers under strike and terrorists.")
        raise BadOption("rosters", text)
    strike, terrorists = (_roster(value[side], f"rosters.{side}") for side in SIDES)
    _cards_once(strike, terrorists)


def _roster(entries: Json, where: str) -> list[Entry]:
    if not isinstance(entries, list | tuple):
        raise _bad(where, say("A roster is a list of Gamers, each a handle or a card."))
    if len(entries) > MOST:
        raise _bad(where, say("A roster has at most {most} Gamers, not {count}.", most=MOST, count=len(entries)))
    sound = [_entry(entry, f"{where}[{at}]") for at, entry in enumerate(entries)]
    first: dict[str, int] = {}
    for at, entry in enumerate(sound):
        if (before := first.setdefault(_folded(entry), at)) != at:
            text = say("{handle} stands in this roster already, at {place}.", handle=_handle(entry), place=before)
            raise _bad(f"{where}[{at}]", text)
    if len(sound) < SQUAD:
        raise _bad(where, say("A roster needs at least {least} different Gamers.", least=SQUAD))
    return sound


def _entry(entry: Json, where: str) -> Entry:
    if isinstance(entry, str):
        if entry not in GAMER_OF:
            raise _bad(where, say("There is no Gamer {handle} in the default set.", handle=repr(entry[:40])))
        return entry
    if not isinstance(entry, Mapping):
        raise _bad(where, say("A Gamer is a handle of the default set, or a card."))
    for _, text, field in check_card(entry):
        raise _bad(f"{where}{'.' if field else ''}{field}", text)
    return entry


def _cards_once(strike: list[Entry], terrorists: list[Entry]) -> None:
    """A Gamer of the default set may play for both sides (IP-23), but a card belongs to one (IP-27)."""
    others = {_folded(entry): entry for entry in strike}
    for at, entry in enumerate(terrorists):
        other = others.get(_folded(entry))
        if other is not None and not (isinstance(entry, str) and isinstance(other, str)):
            text = say("{handle} stands in the roster of {side} already.", handle=_handle(entry), side=SIDES[0])
            raise _bad(f"rosters.{SIDES[1]}[{at}]", text)


def _bad(where: str, text: str) -> BadOption:
    """The fault of a part of the option, behind its address."""
    return BadOption("rosters", join([where, text], ": "))


def _handle(entry: Entry) -> str:
    return entry if isinstance(entry, str) else str(entry["handle"])


def _folded(entry: Entry) -> str:
    return _handle(entry).lower()


def numbered(value: Any) -> Numbered:
    """The Gamers of an option that `check` has passed."""
    if value is None:
        return DEALT
    own: list[Gamer] = []
    strike, terrorists = (tuple(_number(entry, own) for entry in value[side]) for side in SIDES)
    return Numbered((strike, terrorists), tuple(own))


def _number(entry: Any, own: list[Gamer]) -> int:
    if isinstance(entry, str):
        return GAMER_OF[entry]
    own.append(read_card(entry))
    return len(GAMERS) + len(own) - 1


def seen(view: Mapping[str, Any]) -> dict[str, Json]:
    """The option as the views of its match tell it."""
    cards = {one["handle"]: one for one in view.get("cards", ())}
    strike, terrorists = ([cards.get(handle, handle) for handle in side] for side in view["gamers"])
    return {SIDES[0]: strike, SIDES[1]: terrorists}
