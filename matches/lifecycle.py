"""The table of what may become of a match, and what is possible in each state."""

from matches.models.match import Status

NEXT: dict[str, frozenset[str]] = {
    Status.OPEN: frozenset({Status.PLAYING, Status.CLOSED, Status.VOID}),
    Status.PLAYING: frozenset({Status.CLOSED, Status.PAUSED, Status.REVIEW, Status.VOID}),
    Status.PAUSED: frozenset({Status.PLAYING, Status.CLOSED, Status.VOID}),
    Status.REVIEW: frozenset({Status.PLAYING, Status.PAUSED, Status.CLOSED, Status.VOID}),
    Status.CLOSED: frozenset(),
    Status.VOID: frozenset({Status.PAUSED}),
}


class WrongStatus(Exception):
    """A change that the table does not allow."""


def check(now: str, then: str) -> None:
    """Raise WrongStatus unless a match may go from `now` to `then`."""
    if then not in NEXT[now]:
        raise WrongStatus(f"a match that is {now} cannot become {then}")
