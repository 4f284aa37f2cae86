"""The types of a board, except for the game's own view (`engines/<game>/view_types.py`)."""

from typing import Annotated, Literal, NotRequired, TypedDict

QuestionKind = Literal["draw", "takeback", "pause", "resume"]
EndOfOffer = Literal["declined", "withdrawn", "lapsed"]


class BoardViewer(TypedDict):
    """The viewer."""

    seat: Annotated[int | None, "Your seat; null for a spectator."]
    turn: Annotated[int, "Number of your turn: send it with a move."]


class BoardSeat(TypedDict):
    """A seat and its player."""

    number: Annotated[int, "Number of the seat, from 0."]
    name: Annotated[str, "Name of the side, in your language."]
    player: Annotated[str, "Name of the player; empty for an open seat."]
    url: Annotated[str, "Path of the player's page; empty for an open seat."]
    bot: Annotated[str, "Kind of bot; empty for a person."]
    ready: Annotated[bool, "Whether the player is ready."]
    by_link: Annotated[bool, "Whether the seat is reserved for an invite link."]
    berserk: Annotated[bool, "Whether the seat went berserk."]


class BoardSeatClock(TypedDict):
    """The clock of a seat."""

    turn_left: Annotated[int, "Milliseconds left in this turn, or in the next one."]
    reserve_left: Annotated[int, "Milliseconds left in the time bank."]
    running: Annotated[bool, "Whether it is running."]
    starts: NotRequired[Annotated[int, "Vacation: when the running clock starts to count, in ms since 1970."]]
    vacation_left: NotRequired[Annotated[int, "Correspondence: vacation days left."]]
    away_until: NotRequired[int | None]
    """Correspondence: end of the vacation, in ms since 1970; null for none."""


class BoardClock(TypedDict):
    """The time control, and the time left by seat."""

    now: Annotated[int, "Server time, in ms since 1970."]
    turn_ms: Annotated[int, "Time per turn, in ms."]
    reserve_ms: Annotated[int, "Time bank, in ms; with one clock for the whole match, its length."]
    increment_ms: Annotated[int, "Added to the time bank after each turn, in ms."]
    vacation_days: NotRequired[Annotated[int, "Vacation days per seat."]]
    words: Annotated[str, "The time control, in your language."]
    seats: Annotated[list[BoardSeatClock], "By seat: its clock at `now`."]


class BoardLine(TypedDict):
    """A line of the game log."""

    n: Annotated[int, "Number of the entry, from 1."]
    by: Annotated[int | None, "Seat that acted; null for the referee."]
    text: Annotated[str, "What happened, as far as you can know, in your language."]
    at: Annotated[int, "When, in ms since 1970."]
    hash: Annotated[str, "The running hash of the record after this entry."]
    sealed: NotRequired[Annotated[str, "Seal of a secret action, opened in the record after the match."]]


class BoardOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Tied seats share a rank; if all seats forfeit, there is no 1."""
    reason: Annotated[str, "Code of the reason."]
    text: Annotated[str, "The reason as a sentence, in your language."]


class BoardRuling(TypedDict):
    """The last ruling of a referee."""

    n: Annotated[int, "Its entry in the log."]
    word: Annotated[str, "The ruling as in the record: `stop`, `annul` and so on."]
    text: Annotated[str, "The ruling with its reason, in your language."]
    held: Annotated[str, "Ruling that stopped the match: `stop`, `annul` or `abort`; empty if none."]


class BoardCan(TypedDict):
    """What you can do now."""

    submit: Annotated[bool, "Make a move."]
    forced: Annotated[bool, "Only the one legal action, and playing it for you tells others nothing."]
    undo: Annotated[bool, "Undo the last action of your unfinished turn."]
    resign: Annotated[bool, "Resign."]
    take_seat: Annotated[bool, "Take an open seat."]
    ready: Annotated[bool, "Ready up."]
    hint: Annotated[bool, "Get a hint."]
    vacation: Annotated[bool, "Start vacation."]
    draw: Annotated[bool, "Offer a draw."]
    takeback: Annotated[bool, "Request a takeback."]
    pause: Annotated[bool, "Request a pause."]
    resume: Annotated[bool, "Request to resume."]
    abort: Annotated[bool, "Abort the match."]
    claim: Annotated[bool, "Claim the win or a draw: another player is disconnected."]
    draws: Annotated[bool, "Whether the game has draws."]
    berserk: Annotated[bool, "Go berserk."]


class BoardQuestion(TypedDict):
    """An open offer or request."""

    kind: Annotated[QuestionKind, "Kind of offer or request."]
    seat: Annotated[int, "Seat that made it."]
    agreed: Annotated[list[int], "Seats that have accepted, without the one that made it."]


class BoardEndedOffer(TypedDict):
    """An offer that came to nothing; the last one of its kind."""

    kind: Annotated[QuestionKind, "Kind of offer or request."]
    seat: Annotated[int, "Seat that made it."]
    how: Annotated[EndOfOffer, "How it ended; `lapsed`: with a move."]
    by: Annotated[int, "Seat that declined or withdrew it, or moved."]
    n: Annotated[int, "Entry of the log that ended it."]
    text: Annotated[str, "The same as a sentence, in your language."]


class BoardAbsence(TypedDict):
    """A disconnected player."""

    seat: Annotated[int, "Seat of the player."]
    since: Annotated[int, "Since when, in ms since 1970."]
    claim_at: Annotated[int, "When the win can be claimed, in ms since 1970."]


class BoardStep(TypedDict):
    """A step of a lesson."""

    id: Annotated[str, "Its id."]
    title: Annotated[str, "Title, in your language."]
    text: Annotated[str, "Text, in your language."]


class BoardLesson(TypedDict):
    """The steps of the lesson for this moment."""

    steps: Annotated[list[BoardStep], "The steps, in order."]
    of: Annotated[int, "Number of steps of the lesson for your seat."]


class ReplayClock(TypedDict):
    """Time left on a seat's clock."""

    turn_left: Annotated[int, "Milliseconds left in the turn."]
    reserve_left: Annotated[int, "Milliseconds left in the time bank."]
