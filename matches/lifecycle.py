"""The transitions between statuses of a match, and the actions accepted in each status."""

from enum import StrEnum

from engines.i18n import mark, translate as _
from matches.models.match import Status

TRANSITIONS: dict[str, frozenset[str]] = {
    Status.OPEN: frozenset({Status.PLAYING, Status.CLOSED, Status.VOID}),
    Status.PLAYING: frozenset({Status.PAUSED, Status.CLOSED, Status.REVIEW, Status.VOID}),
    Status.PAUSED: frozenset({Status.PLAYING, Status.CLOSED, Status.REVIEW, Status.VOID}),
    Status.REVIEW: frozenset({Status.PLAYING, Status.PAUSED, Status.CLOSED, Status.VOID}),
    Status.CLOSED: frozenset(),
    Status.VOID: frozenset({Status.PAUSED}),
}


class MatchAction(StrEnum):
    """Everything that players and staff can ask of a match."""

    SIT = "sit"
    LEAVE = "leave"
    READY = "ready"
    CANCEL = "call-off"
    SUBMIT = "submit"
    BERSERK = "berserk"
    VACATION = "vacation"
    HINT = "hint"
    ABORT = "abort"
    CLAIM = "claim"
    DRAW = "draw"
    TAKEBACK = "takeback"
    PAUSE = "pause"
    RESUME = "resume"
    RESIGN = "resign"
    REPLAY = "replay"
    RECORD = "record"
    REMATCH = "rematch"


_BEFORE = (MatchAction.SIT, MatchAction.LEAVE, MatchAction.READY, MatchAction.CANCEL)
_DURING = (
    MatchAction.SUBMIT, MatchAction.BERSERK, MatchAction.VACATION, MatchAction.HINT, MatchAction.ABORT, MatchAction.CLAIM,
    MatchAction.DRAW, MatchAction.TAKEBACK, MatchAction.PAUSE,
)  # fmt: skip
_AFTER = (MatchAction.REPLAY, MatchAction.RECORD, MatchAction.REMATCH)

ACCEPTED_IN: dict[MatchAction, frozenset[str]] = {
    **dict.fromkeys(_BEFORE, frozenset({Status.OPEN})),
    **dict.fromkeys(_DURING, frozenset({Status.PLAYING})),
    MatchAction.RESUME: frozenset({Status.PAUSED}),
    MatchAction.RESIGN: frozenset({Status.PLAYING, Status.PAUSED}),
    **dict.fromkeys(_AFTER, frozenset({Status.CLOSED})),
}
"""The statuses in which each action is accepted; permissions and rules are checked later."""

_OVER = ("match-over", mark("The match is over."))
_REFUSALS_DURING = {
    Status.OPEN: ("not-started", mark("The match hasn't started yet.")),
    Status.PAUSED: ("paused", mark("The match is paused. Resume it first.")),
    Status.REVIEW: ("in-review", mark("A referee is reviewing this match. Clocks are stopped.")),
    Status.CLOSED: _OVER,
    Status.VOID: _OVER,
}


class InvalidTransition(Exception):
    """A transition that the table does not allow."""


def check_transition(current: str, target: str) -> None:
    """Raise InvalidTransition unless a match may go from status `current` to `target`."""
    if target not in TRANSITIONS[current]:
        raise InvalidTransition(f"a match that is {current} cannot become {target}")


def find_refusal(action: MatchAction, status: str) -> tuple[str, str] | None:
    """Return why a match in this status refuses the action, as (code, sentence); None if it accepts it."""
    if status in ACCEPTED_IN[action]:
        return None
    if action in _BEFORE:
        return "not-open", _("This match is no longer waiting for players.")
    if action in _AFTER and status == Status.VOID:
        return "not-played", _("This match doesn't count. Its hidden information stays secret and it can't be continued.")
    if action in _AFTER:
        return "not-over", _("The match isn't over. Its hidden information stays secret until then.")
    if action == MatchAction.RESUME and status == Status.PLAYING:
        return "not-paused", _("The match isn't paused.")
    code, text = _REFUSALS_DURING[Status(status)]
    return code, _(text)
