"""Gamers of the default set and a season's own, as cards that come from outside, and the option `rosters`.

A card, in options, views and imports (`text` may be left out; salary in thousands, stats 1 to 5):

    {"handle": "Nova", "name": "Ada Lind", "genre": "FPS", "salary": 7, "talent": id of a known Talent | null,
     "stats": {"wisdom": 3, "awareness": 2, "synergy": 5, "dexterity": 4, "xfactor": 1}, "text": "Hums."}

`rosters` says whom each side may use. Gamers are numbers within a match: those of the default set by their place in it,
then the match's own in the order of the option, the Strike Team's first.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from engines.contract import BadOption, Json
from engines.incursion_point_zero.cards import GAMER_OF, GAMERS, GENRES, HANDLES, SIDES, SQUAD, STATS, TALENTS, Gamer
from engines.words import join, marked, say, told

HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")  # allowed in the notation
LONGEST = {"name": 60, "text": 200}  # characters
DEAREST = 1_000_000
MOST = 40  # Gamers per side
Entry: TypeAlias = "str | Mapping[str, Json]"  # a handle of the default set, or a card
Sides: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"
_SPELT = {handle.lower(): handle for handle in HANDLES}


# The fields of a card in order, with the message if one is missing.
_NEEDS = {
    "handle": marked("The card needs a handle."),
    "name": marked("The card needs a name."),
    "genre": marked("The card needs a genre."),
    "salary": marked("The card needs a salary."),
    "stats": marked("The card needs its stats."),
    "talent": marked("The card needs a Talent's id, or null for none."),
    "text": "",
}


class Error(NamedTuple):
    """A fault of a card: a stable code, a sentence, and the field ("stats.wisdom"; "" for the whole card)."""

    code: str
    text: str
    field: str


def known_talents() -> list[dict[str, Json]]:
    """Return the Talents that a card may name: {"id", "name", "kind", "text"}.

    Name and text are English and must be translated for display.
    """
    return [{"id": one.id, "name": one.name, "kind": one.kind, "text": one.text} for one in TALENTS.values()]


def card(gamer: Gamer) -> dict[str, Json]:
    """Return a Gamer as a card with all its fields."""
    kept = {key: getattr(gamer, key) for key in ("handle", "name", "genre", "salary")}
    talent = gamer.talent.id if gamer.talent else None
    return kept | {"stats": dict(gamer.stats), "talent": talent, "text": gamer.flavour}


def read_card(sound: Mapping[str, Any]) -> Gamer:
    """Return the Gamer of a card that `check_card` accepts."""
    return Gamer(
        **{key: sound[key] for key in ("handle", "name", "genre", "salary")},
        stats={stat: sound["stats"][stat] for stat in STATS},
        talent=TALENTS.get(sound["talent"]),
        flavour=sound.get("text", ""),
    )


def check_card(given: Any) -> list[Error]:
    """Return all faults of a card, in the order of its fields; empty if it is valid."""
    return list(_find_errors(given))


def _find_errors(given: Any) -> Iterator[Error]:
    fields = ", ".join(_NEEDS)
    if not isinstance(given, Mapping):
        yield Error("not-a-card", say("A Gamer's card must be an object with {fields}.", fields=fields), "")
        return
    for key in map(str, given):
        if key not in _NEEDS:
            text = say("Unknown field on a Gamer's card: {key}. Allowed: {fields}.", key=repr(key[:20]), fields=fields)
            yield Error("unknown-field", text, "")
    for key, needed in _NEEDS.items():
        if key in given:
            yield from _CHECKS[key](given[key])
        elif needed:
            yield Error("missing-field", told(needed), key)


def _handle(value: Any) -> Iterator[Error]:
    if not isinstance(value, str) or not HANDLE.fullmatch(value):
        text = say(
            "A handle must have 1 to 24 plain letters, digits, dots, hyphens and underscores, and start "
            "with a letter or digit."
        )
        yield Error("bad-handle", text, "handle")
    elif (spelt := _SPELT.get(value.lower(), value)) != value:
        text = say(
            "The default set has a Gamer {handle}. Write the handle exactly like that, or choose another.", handle=spelt
        )
        yield Error("handle-spelling", text, "handle")


def _stats(value: Any) -> Iterator[Error]:
    names = ", ".join(STATS)
    if not isinstance(value, Mapping):
        yield Error("bad-stats", say("The stats must be an object with {stats}.", stats=names), "stats")
        return
    for key in map(str, value):
        if key not in STATS:
            text = say("Unknown stat: {stat}. Stats: {stats}.", stat=repr(key[:20]), stats=names)
            yield Error("unknown-stat", text, "stats")
    for stat in STATS:
        if type(value.get(stat)) is not int or not 1 <= value[stat] <= 5:
            yield Error(
                "bad-stat", say("The stat {stat} must be a whole number from 1 to 5.", stat=stat), f"stats.{stat}"
            )


def _talent(value: Any) -> Iterator[Error]:
    talents = ", ".join(TALENTS)
    if isinstance(value, str) and value not in TALENTS:
        text = say("Unknown Talent: {talent}. Talents: {talents}.", talent=repr(value[:40]), talents=talents)
        yield Error("unknown-talent", text, "talent")
    elif value is not None and not isinstance(value, str):
        text = say("A Talent must be an id or null. Talents: {talents}.", talents=talents)
        yield Error("unknown-talent", text, "talent")


def _one(field: str, meets: Callable[[Any], bool], wanted: str, **names: object) -> Callable[[Any], list[Error]]:
    """Return the check of a field that can have only one fault."""
    return lambda value: [] if meets(value) else [Error(f"bad-{field}", told(wanted, **names), field)]


def _line(field: str, least: int, wanted: str) -> Callable[[Any], list[Error]]:
    def meets(value: Any) -> bool:
        sound = isinstance(value, str) and value.isprintable() and len(value) <= LONGEST[field]
        return sound and len(value.strip()) >= least

    return _one(field, meets, wanted, least=least, most=LONGEST[field])


_CHECKS: Mapping[str, Callable[[Any], Iterable[Error]]] = {
    "handle": _handle,
    "name": _line("name", 1, marked("The name must be one line of {least} to {most} characters.")),
    "genre": _one("genre", GENRES.__contains__, marked("The genre must be one of {genres}."), genres=", ".join(GENRES)),
    "salary": _one(
        "salary",
        lambda value: type(value) is int and 1 <= value <= DEAREST,
        marked("The salary must be a whole number of thousands from 1 to {most}."),
        most=f"{DEAREST:,}",
    ),
    "stats": _stats,
    "talent": _talent,
    "text": _line("text", 0, marked("The text must be one line of {least} to {most} characters.")),
}


def check_rosters(value: Json) -> None:
    """Raise BadOption for an invalid option, naming the fault and where it is."""
    if value is None:
        return
    if not isinstance(value, Mapping) or set(value) != set(SIDES):
        text = say("The option rosters must be null, or list each side's Gamers under strike and terrorists.")
        raise BadOption("rosters", text)
    strike, terrorists = (_roster(value[side], f"rosters.{side}") for side in SIDES)
    # A Gamer of the default set may play for both sides (IP-23), but a card belongs to one (IP-27).
    others = {_handle_of(entry).lower(): entry for entry in strike}
    for at, entry in enumerate(terrorists):
        handle = _handle_of(entry)
        other = others.get(handle.lower())
        if other is not None and not (isinstance(entry, str) and isinstance(other, str)):
            text = say("{handle} is already in the roster of {side}.", handle=handle, side=SIDES[0])
            raise _bad(f"rosters.{SIDES[1]}[{at}]", text)


def _roster(entries: Json, where: str) -> list[Entry]:
    if not isinstance(entries, list | tuple):
        raise _bad(where, say("A roster must be a list of Gamers, each a handle or a card."))
    if len(entries) > MOST:
        raise _bad(
            where, say("A roster can have at most {most} Gamers. This one has {count}.", most=MOST, count=len(entries))
        )
    sound = [_entry(entry, f"{where}[{at}]") for at, entry in enumerate(entries)]
    first: dict[str, int] = {}
    for at, handle in enumerate(map(_handle_of, sound)):
        if (before := first.setdefault(handle.lower(), at)) != at:
            text = say("{handle} is already in this roster, at {place}.", handle=handle, place=before)
            raise _bad(f"{where}[{at}]", text)
    if len(sound) < SQUAD:
        raise _bad(where, say("A roster needs at least {least} different Gamers.", least=SQUAD))
    return sound


def _entry(entry: Json, where: str) -> Entry:
    if isinstance(entry, str):
        if entry not in GAMER_OF:
            raise _bad(where, say("{handle} is not in the default set.", handle=repr(entry[:40])))
        return entry
    if not isinstance(entry, Mapping):
        raise _bad(where, say("A Gamer must be a handle from the default set or a card."))
    for _, text, field in check_card(entry):
        raise _bad(f"{where}{'.' if field else ''}{field}", text)
    return entry


def _bad(where: str, text: str) -> BadOption:
    """Return the error for a part of the option, prefixed by its path."""
    return BadOption("rosters", join([where, text], ": "))


def _handle_of(entry: Entry) -> str:
    return entry if isinstance(entry, str) else str(entry["handle"])


def number_gamers(rosters: Any) -> tuple[Sides, tuple[Gamer, ...]]:
    """Return both sides of a valid option by number, and the match's own Gamers."""
    own: list[Gamer] = []

    def number(entry: Any) -> int:
        if isinstance(entry, str):
            return GAMER_OF[entry]
        own.append(read_card(entry))
        return len(GAMERS) + len(own) - 1

    strike, terrorists = (tuple(map(number, rosters[side] if rosters else ())) for side in SIDES)
    return (strike, terrorists), tuple(own)


def read_rosters(view: Mapping[str, Any]) -> dict[str, Json]:
    """Return the option from a view of its match."""
    cards = {one["handle"]: one for one in view.get("cards", ())}
    strike, terrorists = ([cards.get(handle, handle) for handle in side] for side in view["gamers"])
    return {SIDES[0]: strike, SIDES[1]: terrorists}
