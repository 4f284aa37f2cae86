"""The types of a board, except for the game's own view (`engines/<game>/view_types.py`)."""

from typing import Annotated, Literal, NotRequired, TypedDict

QuestionKind = Literal["draw", "takeback", "pause", "resume"]


class BoardViewer(TypedDict):
    """Who looks."""

    seat: Annotated[int | None, "Your seat; null for a spectator."]
    turn: Annotated[int, "Number of your turn: send it with a move."]


class BoardSeat(TypedDict):
    """A seat and its player."""

    number: Annotated[int, "Number of the seat, from 0."]
    name: Annotated[str, "Name of the side, in your language."]
    player: Annotated[str, "Name of the player; empty for an open seat."]
    url: Annotated[str, "Path of the player's page; empty for an open seat."]
    bot: Annotated[str, "Which bot plays; empty for a person."]
    ready: Annotated[bool, "Whether the player is ready."]
    by_link: Annotated[bool, "Whether the seat is kept for the holder of an invite link."]
    berserk: Annotated[bool, "Whether the seat plays with half of the time."]


class BoardSeatClock(TypedDict):
    """The clock of a seat."""

    turn_left: Annotated[int, "Milliseconds left of this turn, or of the next one."]
    reserve_left: Annotated[int, "Milliseconds left in the time bank."]
    running: Annotated[bool, "Whether it runs."]
    starts: NotRequired[Annotated[int, "Vacation: when a running clock begins to count, in ms since 1970."]]
    vacation_left: NotRequired[Annotated[int, "Correspondence: days of vacation left."]]
    away_until: NotRequired[int | None]
    """Correspondence: end of the vacation, in ms since 1970; null for none."""


class BoardClock(TypedDict):
    """How the match is timed, and what each seat has left."""

    now: Annotated[int, "Time of the server, in ms since 1970."]
    turn_ms: Annotated[int, "Time per turn, in ms."]
    reserve_ms: Annotated[int, "Time bank, in ms; with one clock for the whole match, its length."]
    increment_ms: Annotated[int, "Added to the time bank after each turn, in ms."]
    vacation_days: NotRequired[Annotated[int, "Days of vacation that each seat may take."]]
    words: Annotated[str, "The time control, in your language."]
    seats: Annotated[list[BoardSeatClock], "By seat: its clock at `now`."]


class BoardLine(TypedDict):
    """A line of the game log."""

    n: Annotated[int, "Number of the entry, from 1."]
    by: Annotated[int | None, "Seat that acted; null for the referee."]
    text: Annotated[str, "What happened, as far as you may know, in your language."]
    at: Annotated[int, "When, in ms since 1970."]
    hash: Annotated[str, "The running hash of the record after this entry."]
    sealed: NotRequired[Annotated[str, "Of a secret action: its seal, which the record opens after the match."]]


class BoardOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Seats that are equal share a rank; if all seats forfeit, there is no 1."""
    reason: Annotated[str, "Code of the reason."]
    text: Annotated[str, "The reason as a sentence, in your language."]


class BoardRuling(TypedDict):
    """The last ruling of a referee."""

    n: Annotated[int, "Its entry in the log."]
    word: Annotated[str, "What was ruled, as in the record: `stop`, `annul` and so on."]
    text: Annotated[str, "The ruling with its reason, in your language."]
    held: Annotated[str, "Ruling by which the match is stopped: `stop`, `annul` or `abort`; empty for none."]


class BoardCan(TypedDict):
    """What you may do now."""

    submit: Annotated[bool, "Make a move."]
    undo: Annotated[bool, "Undo the last action of your unfinished turn."]
    resign: Annotated[bool, "Resign."]
    take_seat: Annotated[bool, "Take an open seat."]
    ready: Annotated[bool, "Say that you are ready."]
    hint: Annotated[bool, "Ask for a hint."]
    vacation: Annotated[bool, "Start vacation."]
    draw: Annotated[bool, "Offer a draw."]
    takeback: Annotated[bool, "Request a takeback."]
    pause: Annotated[bool, "Request a pause."]
    resume: Annotated[bool, "Ask to resume."]
    abort: Annotated[bool, "Abort the match."]
    claim: Annotated[bool, "Claim the match: another player is disconnected."]
    draws: Annotated[bool, "Whether the game has draws at all."]
    berserk: Annotated[bool, "Play with half of the time."]


class BoardQuestion(TypedDict):
    """An open offer or request."""

    kind: Annotated[QuestionKind, "What is asked."]
    seat: Annotated[int, "Seat that asked."]
    agreed: Annotated[list[int], "Seats that have agreed, without the one that asked."]


class BoardAbsence(TypedDict):
    """A player who is disconnected."""

    seat: Annotated[int, "Seat of the player."]
    since: Annotated[int, "Since when, in ms since 1970."]
    claim_at: Annotated[int, "From when on the match may be claimed, in ms since 1970."]


class BoardStep(TypedDict):
    """A step of a lesson."""

    id: Annotated[str, "Its id."]
    title: Annotated[str, "Title, in your language."]
    text: Annotated[str, "Text, in your language."]


class BoardLesson(TypedDict):
    """The steps of the lesson for this moment."""

    steps: Annotated[list[BoardStep], "The steps, in order."]
    of: Annotated[int, "Steps that the lesson has for your seat."]


class ReplayClock(TypedDict):
    """What a seat's clock had left."""

    turn_left: Annotated[int, "Milliseconds left of the turn."]
    reserve_left: Annotated[int, "Milliseconds left in the time bank."]
