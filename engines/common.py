"""What all games share: seats and outcomes in states, dumps and views, option checks, lists of names, loop limits.

Each game has a module `view_types` whose TypedDicts describe its view; the string below a field documents it. They are
the source of the API's schema and the pages in docs/views (`engines/typed_dicts.py`). An array whose elements have
different meanings is `Annotated[list[Any], tuple[...]]`: a list with the elements of the tuple.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypedDict

from engines.contract import BadOption, Json, Outcome, Seat
from engines.i18n import Message, join, mark, translate_in

NO_SEATS: frozenset[Seat] = frozenset()
ONE_SEAT = tuple(frozenset({seat}) for seat in range(4))
BOTH_SEATS = frozenset({0, 1})
WINNER_RANKS = ((1, 2), (2, 1))  # Ranks by the winning seat of two.
DRAW_RANKS = (1, 1)
FORFEIT_REASONS: Mapping[str, str] = {
    "time": mark("Time has run out."),
    "resigned": mark("One side resigned."),
    "disqualified": mark("One side was disqualified."),
    "no-show": mark("One side didn't show up."),
    "double-forfeit": mark("Both sides forfeit; the league decides."),
}
"""Sentences for the reasons of `forfeit_outcome`."""
TUNED, PRINTED = "tuned", "printed"  # values of the option `rules`


class ViewOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Tied seats share a rank; if all seats forfeit, there is no 1."""
    reason: Annotated[str, "Code of the reason; the board's `outcome.text` has it as a sentence."]


def viewer_seats(viewer: Seat | None) -> frozenset[Seat]:
    """Return the seat of a viewer as a set, empty for a spectator."""
    return NO_SEATS if viewer is None else ONE_SEAT[viewer]


def seats_to_submit(hands: tuple[object, object]) -> frozenset[Seat]:
    """Return which of two seats have not submitted their simultaneous secret choice."""
    first, second = hands
    return BOTH_SEATS if first is None and second is None else ONE_SEAT[0] if first is None else ONE_SEAT[1]


def forfeit_outcome(seats: frozenset[Seat], reason: str) -> Outcome:
    """Return the outcome after one or both of two seats forfeit; if both do, nobody has rank 1."""
    return Outcome(WINNER_RANKS[1 - min(seats)], reason) if len(seats) == 1 else Outcome((2, 2), "double-forfeit")


def compute_shares(ranks: Sequence[int]) -> list[float]:
    """Return each seat's share of the others that it is ranked before, ties counting half; 0 for a single seat."""
    others = max(1, len(ranks) - 1)
    return [(sum((rank < other) + 0.5 * (rank == other) for other in ranks) - 0.5) / others for rank in ranks]


def render_outcome(outcome: Outcome | None) -> ViewOutcome | None:
    """Return the outcome as in views."""
    return None if outcome is None else {"ranks": list(outcome.ranks), "reason": outcome.reason}


def dump_outcome(outcome: Outcome | None) -> list[Any] | None:
    """Return the outcome as JSON for `load_outcome`."""
    return None if outcome is None else [list(outcome.ranks), outcome.reason]


def load_outcome(saved: Sequence[Any] | None) -> Outcome | None:
    """Return the outcome of `dump_outcome`."""
    return Outcome(tuple(saved[0]), saved[1]) if saved else None


def to_tuples(value: Any) -> Any:
    """Return a loaded JSON value with its lists as tuples, recursively."""
    return tuple(map(to_tuples, value)) if isinstance(value, list | tuple) else value


def merge_options(game: str, defaults: Mapping[str, Json], data: Mapping[str, Json]) -> dict[str, Json]:
    """Return the defaults overridden by `data`. Raises BadOption for an option that the game does not know."""
    for name in data:
        if name not in defaults:
            known = ", ".join(defaults)
            raise BadOption(
                name, "{game} has no option {option}. Available: {known}.", game=game, option=repr(name), known=known
            )
    return {**defaults, **data}


def check_booleans(options: Mapping[str, Json], *names: str) -> None:
    """Raise BadOption unless each of these is true or false."""
    for name in names:
        if not isinstance(options[name], bool):
            raise BadOption(name, "The option {option} must be true or false.", option=name)


def check_int_range(options: Mapping[str, Json], allowed: range, *names: str) -> None:
    """Raise BadOption unless each of these is a whole number in the range."""
    for name in names:
        value = options[name]
        if type(value) is not int or value not in allowed:
            raise BadOption(
                name, "The option {option} must be a whole number from {least} to {most}.",
                option=name, least=allowed[0], most=allowed[-1],
            )  # fmt: skip


def check_rules(options: Mapping[str, Json]) -> None:
    """Raise BadOption unless the option `rules` has one of its values; older versions have no such option."""
    if options.get("rules", TUNED) not in (TUNED, PRINTED):
        raise BadOption("rules", "The option rules must be tuned or printed.")


def is_printed(options: Mapping[str, Json]) -> bool:
    """Return whether a match leaves out the rules that we added to a game's rulebook or changed in it."""
    return options.get("rules") == PRINTED


def join_with_and(names: Sequence[str]) -> Message:
    """Return the names joined by “and”: `A and B and C`."""
    between = translate_in("between names", "and")
    return join([word for name in names for word in (between, name)][1:])


def format_list(names: Sequence[str]) -> Message:
    """Return `A, B and C`."""
    return join_with_and([join(names[:-1], ", "), names[-1]] if len(names) > 1 else names)


class EndlessLoop(RuntimeError):
    """A loop took more steps than it can need: a bug of ours, never caused by input."""


def bounded_steps(limit: int, loop_name: str) -> Iterator[int]:
    """Yield 0 to `limit` - 1, then raise EndlessLoop. Callers must leave the loop before that.

    >>> list(zip("ab", bounded_steps(2, "a draft")))
    [('a', 0), ('b', 1)]
    """
    yield from range(limit)
    raise EndlessLoop(f"{loop_name} does not come to an end in {limit} steps")
