"""What has changed between two boards, as JSON that the page applies to the board it has (`site/changes.js`).

A change of an object or a list is an object whose keys say what to do in their first character: `=key` puts the value
there, `~key` holds a change of what is there, `-key` takes it away. Places of a list are keys too, and a list grows by
`=` at its end; one that shrinks is sent whole, and so is a list most of whose places have changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any

Change = dict[str, Any]


def change(old: Mapping[str, Any], new: Mapping[str, Any]) -> Change:
    """The change that makes `new` of `old`; empty if they are equal."""
    made: Change = {f"-{key}": 0 for key in old if key not in new}
    made.update(_steps([(k, old.get(k, _NOTHING), one) for k, one in new.items() if k not in old or old[k] != one]))
    return made


_NOTHING = object()
LISTS = (list, tuple)


def _steps(pairs: Iterable[tuple[object, Any, Any]]) -> Iterator[tuple[str, Any]]:
    """Of pairs that differ: what is equal is left out at once, for most of a board stays. (1 and true are equal; no
    field is both.)
    """
    for key, before, after in pairs:
        if isinstance(before, dict) and isinstance(after, dict) and before:
            yield f"~{key}", change(before, after)
        elif isinstance(before, LISTS) and isinstance(after, LISTS) and _alike(before, after):
            olds = chain(before, repeat(_NOTHING))
            places = [(i, old, one) for i, (old, one) in enumerate(zip(olds, after, strict=False)) if old != one]
            yield f"~{key}", dict(_steps(places))
        else:
            yield f"={key}", after


def _alike(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether places of a list are worth telling apart."""
    if not before or len(after) < len(before):
        return False
    if isinstance(before[0], dict | list | tuple):
        return True
    same: int = sum(bool(one == other) for one, other in zip(before, after, strict=False))
    return len(before) < 2 * same
