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
from engines.i18n import join, mark, translate as _
from engines.incursion_point_zero.cards import GAMER_OF, GAMERS, GENRES, HANDLES, SIDES, SQUAD, STATS, TALENTS, Gamer

HANDLE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,23}")  # allowed in the notation
MAX_LENGTHS = {"name": 60, "text": 200}  # characters
MAX_SALARY = 1_000_000
MAX_GAMERS = 40  # Gamers per side
Entry: TypeAlias = "str | Mapping[str, Json]"  # a handle of the default set, or a card
Sides: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"
_CANONICAL_HANDLES = {handle.lower(): handle for handle in HANDLES}


# The fields of a card in order, with the message if one is missing.
_FIELDS = {
    "handle": mark("The card needs a handle."),
    "name": mark("The card needs a name."),
    "genre": mark("The card needs a genre."),
    "salary": mark("The card needs a salary."),
    "stats": mark("The card needs its stats."),
    "talent": mark("The card needs a Talent's id, or null for none."),
    "text": "",
}


class Fault(NamedTuple):
    """A fault of a card: a stable code, a sentence, and the field ("stats.wisdom"; "" for the whole card)."""

    code: str
    text: str
    field: str


def list_talents() -> list[dict[str, Json]]:
    """Return the Talents that a card may name: {"id", "name", "kind", "text"}.

    Name and text are English and must be translated for display.
    """
    return [{"id": item.id, "name": item.name, "kind": item.kind, "text": item.text} for item in TALENTS.values()]


def to_card(gamer: Gamer) -> dict[str, Json]:
    """Return a Gamer as a card with all its fields."""
    fields = {key: getattr(gamer, key) for key in ("handle", "name", "genre", "salary")}
    talent = gamer.talent.id if gamer.talent else None
    return fields | {"stats": dict(gamer.stats), "talent": talent, "text": gamer.flavour}


def parse_card(data: Mapping[str, Any]) -> Gamer:
    """Return the Gamer of a card that `check_card` accepts."""
    return Gamer(
        **{key: data[key] for key in ("handle", "name", "genre", "salary")},
        stats={stat: data["stats"][stat] for stat in STATS},
        talent=TALENTS.get(data["talent"]),
        flavour=data.get("text", ""),
    )


def check_card(data: Any) -> list[Fault]:
    """Return all faults of a card, in the order of its fields; empty if it is valid."""
    return list(_iter_faults(data))


def _iter_faults(data: Any) -> Iterator[Fault]:
    fields = ", ".join(_FIELDS)
    if not isinstance(data, Mapping):
        yield Fault("not-a-card", _("A Gamer's card must be an object with {fields}.", fields=fields), "")
        return
    for key in map(str, data):
        if key not in _FIELDS:
            text = _("Unknown field on a Gamer's card: {key}. Allowed: {fields}.", key=repr(key[:20]), fields=fields)
            yield Fault("unknown-field", text, "")
    for key, message in _FIELDS.items():
        if key in data:
            yield from _CHECKS[key](data[key])
        elif message:
            yield Fault("missing-field", _(message), key)


def _check_handle(value: Any) -> Iterator[Fault]:
    if not isinstance(value, str) or not HANDLE.fullmatch(value):
        text = _(
            "A handle must have 1 to 24 plain letters, digits, dots, hyphens and underscores, and start with a letter or digit."
        )
        yield Fault("bad-handle", text, "handle")
    elif (exact := _CANONICAL_HANDLES.get(value.lower(), value)) != value:
        text = _("The default set has a Gamer {handle}. Write the handle exactly like that, or choose another.", handle=exact)
        yield Fault("handle-spelling", text, "handle")


def _check_stats(value: Any) -> Iterator[Fault]:
    names = ", ".join(STATS)
    if not isinstance(value, Mapping):
        yield Fault("bad-stats", _("The stats must be an object with {stats}.", stats=names), "stats")
        return
    for key in map(str, value):
        if key not in STATS:
            text = _("Unknown stat: {stat}. Stats: {stats}.", stat=repr(key[:20]), stats=names)
            yield Fault("unknown-stat", text, "stats")
    for stat in STATS:
        if type(value.get(stat)) is not int or not 1 <= value[stat] <= 5:
            yield Fault("bad-stat", _("The stat {stat} must be a whole number from 1 to 5.", stat=stat), f"stats.{stat}")


def _check_talent(value: Any) -> Iterator[Fault]:
    talents = ", ".join(TALENTS)
    if isinstance(value, str) and value not in TALENTS:
        text = _("Unknown Talent: {talent}. Talents: {talents}.", talent=repr(value[:40]), talents=talents)
        yield Fault("unknown-talent", text, "talent")
    elif value is not None and not isinstance(value, str):
        text = _("A Talent must be an id or null. Talents: {talents}.", talents=talents)
        yield Fault("unknown-talent", text, "talent")


def _rule(field: str, meets: Callable[[Any], bool], message: str, **names: object) -> Callable[[Any], list[Fault]]:
    """Return the check of a field that can have only one fault."""
    return lambda value: [] if meets(value) else [Fault(f"bad-{field}", _(message, **names), field)]


def _line_rule(field: str, minimum: int, message: str) -> Callable[[Any], list[Fault]]:
    def meets(value: Any) -> bool:
        is_line = isinstance(value, str) and value.isprintable() and len(value) <= MAX_LENGTHS[field]
        return is_line and len(value.strip()) >= minimum

    return _rule(field, meets, message, least=minimum, most=MAX_LENGTHS[field])


_CHECKS: Mapping[str, Callable[[Any], Iterable[Fault]]] = {
    "handle": _check_handle,
    "name": _line_rule("name", 1, mark("The name must be one line of {least} to {most} characters.")),
    "genre": _rule("genre", GENRES.__contains__, mark("The genre must be one of {genres}."), genres=", ".join(GENRES)),
    "salary": _rule(
        "salary",
        lambda value: type(value) is int and 1 <= value <= MAX_SALARY,
        mark("The salary must be a whole number of thousands from 1 to {most}."),
        most=f"{MAX_SALARY:,}",
    ),
    "stats": _check_stats,
    "talent": _check_talent,
    "text": _line_rule("text", 0, mark("The text must be one line of {least} to {most} characters.")),
}


def check_rosters(value: Json) -> None:
    """Raise BadOption for an invalid option, naming the fault and where it is."""
    if value is None:
        return
    if not isinstance(value, Mapping) or set(value) != set(SIDES):
        text = _("The option rosters must be null, or list each side's Gamers under strike and terrorists.")
        raise BadOption("rosters", text)
    strike, terrorists = (_parse_roster(value[side], f"rosters.{side}") for side in SIDES)
    # A Gamer of the default set may play for both sides (IP-23), but a card belongs to one (IP-27).
    others = {_handle_of(entry).lower(): entry for entry in strike}
    for at, entry in enumerate(terrorists):
        handle = _handle_of(entry)
        other = others.get(handle.lower())
        if other is not None and not (isinstance(entry, str) and isinstance(other, str)):
            text = _("{handle} is already in the roster of {side}.", handle=handle, side=SIDES[0])
            raise _error(f"rosters.{SIDES[1]}[{at}]", text)


def _parse_roster(entries: Json, where: str) -> list[Entry]:
    if not isinstance(entries, list | tuple):
        raise _error(where, _("A roster must be a list of Gamers, each a handle or a card."))
    if len(entries) > MAX_GAMERS:
        raise _error(
            where, _("A roster can have at most {most} Gamers. This one has {count}.", most=MAX_GAMERS, count=len(entries))
        )
    valid_entries = [_parse_entry(entry, f"{where}[{at}]") for at, entry in enumerate(entries)]
    first: dict[str, int] = {}
    for at, handle in enumerate(map(_handle_of, valid_entries)):
        if (before := first.setdefault(handle.lower(), at)) != at:
            text = _("{handle} is already in this roster, at {place}.", handle=handle, place=before)
            raise _error(f"{where}[{at}]", text)
    if len(valid_entries) < SQUAD:
        raise _error(where, _("A roster needs at least {least} different Gamers.", least=SQUAD))
    return valid_entries


def _parse_entry(entry: Json, where: str) -> Entry:
    if isinstance(entry, str):
        if entry not in GAMER_OF:
            raise _error(where, _("{handle} is not in the default set.", handle=repr(entry[:40])))
        return entry
    if not isinstance(entry, Mapping):
        raise _error(where, _("A Gamer must be a handle from the default set or a card."))
    for _unused, text, field in check_card(entry):
        raise _error(f"{where}{'.' if field else ''}{field}", text)
    return entry


def _error(where: str, text: str) -> BadOption:
    """Return the error for a part of the option, prefixed by its path."""
    return BadOption("rosters", join([where, text], ": "))


def _handle_of(entry: Entry) -> str:
    return entry if isinstance(entry, str) else str(entry["handle"])


def number_gamers(rosters: Any) -> tuple[Sides, tuple[Gamer, ...]]:
    """Return both sides of a valid option by number, and the match's own Gamers."""
    own_gamers: list[Gamer] = []

    def number(entry: Any) -> int:
        if isinstance(entry, str):
            return GAMER_OF[entry]
        own_gamers.append(parse_card(entry))
        return len(GAMERS) + len(own_gamers) - 1

    strike, terrorists = (tuple(map(number, rosters[side] if rosters else ())) for side in SIDES)
    return (strike, terrorists), tuple(own_gamers)


def parse_rosters(view: Mapping[str, Any]) -> dict[str, Json]:
    """Return the option from a view of its match."""
    cards = {card["handle"]: card for card in view.get("cards", ())}
    strike, terrorists = ([cards.get(handle, handle) for handle in side] for side in view["gamers"])
    return {SIDES[0]: strike, SIDES[1]: terrorists}
