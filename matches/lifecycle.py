"""The transitions between statuses of a match, and the messages accepted in each status."""

from enum import StrEnum

from engines.words import marked, say, told
from matches.models.match import Status

NEXT: dict[str, frozenset[str]] = {
    Status.OPEN: frozenset({Status.PLAYING, Status.CLOSED, Status.VOID}),
    Status.PLAYING: frozenset({Status.PAUSED, Status.CLOSED, Status.REVIEW, Status.VOID}),
    Status.PAUSED: frozenset({Status.PLAYING, Status.CLOSED, Status.REVIEW, Status.VOID}),
    Status.REVIEW: frozenset({Status.PLAYING, Status.PAUSED, Status.CLOSED, Status.VOID}),
    Status.CLOSED: frozenset(),
    Status.VOID: frozenset({Status.PAUSED}),
}


class Message(StrEnum):
    """Everything that players and staff can ask of a match."""

    SIT = "sit"
    LEAVE = "leave"
    READY = "ready"
    CALL_OFF = "call-off"
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


_BEFORE = (Message.SIT, Message.LEAVE, Message.READY, Message.CALL_OFF)
_DURING = (
    Message.SUBMIT, Message.BERSERK, Message.VACATION, Message.HINT, Message.ABORT, Message.CLAIM, Message.DRAW,
    Message.TAKEBACK, Message.PAUSE,
)  # fmt: skip
_AFTER = (Message.REPLAY, Message.RECORD, Message.REMATCH)

TAKEN_IN: dict[Message, frozenset[str]] = {
    **dict.fromkeys(_BEFORE, frozenset({Status.OPEN})),
    **dict.fromkeys(_DURING, frozenset({Status.PLAYING})),
    Message.RESUME: frozenset({Status.PAUSED}),
    Message.RESIGN: frozenset({Status.PLAYING, Status.PAUSED}),
    **dict.fromkeys(_AFTER, frozenset({Status.CLOSED})),
}
"""The statuses in which each message is accepted; permissions and rules are checked later."""

_OVER = ("match-over", marked("The match is over."))
_DURING_OTHERS = {
    Status.OPEN: ("not-started", marked("The match hasn't started yet.")),
    Status.PAUSED: ("paused", marked("The match is paused. Resume it first.")),
    Status.REVIEW: ("in-review", marked("A referee is reviewing this match. Clocks are stopped.")),
    Status.CLOSED: _OVER,
    Status.VOID: _OVER,
}


class WrongStatus(Exception):
    """A transition that the table does not allow."""


def check(now: str, then: str) -> None:
    """Raise WrongStatus unless a match may go from status `now` to `then`."""
    if then not in NEXT[now]:
        raise WrongStatus(f"a match that is {now} cannot become {then}")


def refusal(message: Message, status: str) -> tuple[str, str] | None:
    """Return why a match in this status refuses the message, as (code, sentence); None if it accepts it."""
    if status in TAKEN_IN[message]:
        return None
    if message in _BEFORE:
        return "not-open", say("This match is no longer waiting for players.")
    if message in _AFTER and status == Status.VOID:
        return "not-played", say(
            "This match doesn't count. Its hidden information stays secret and it can't be continued."
        )
    if message in _AFTER:
        return "not-over", say("The match isn't over. Its hidden information stays secret until then.")
    if message == Message.RESUME and status == Status.PLAYING:
        return "not-paused", say("The match isn't paused.")
    code, text = _DURING_OTHERS[Status(status)]
    return code, told(text)
