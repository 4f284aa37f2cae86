"""The types of what a board has beside the game's own view (`engines/<game>/view_types.py`)."""

from typing import Literal, NotRequired, TypedDict

QuestionKind = Literal["draw", "takeback", "pause", "resume"]


class BoardViewer(TypedDict):
    """Who looks."""

    seat: int | None
    """Your seat; null for a spectator."""
    turn: int
    """Number of your turn: send it with a move."""


class BoardSeat(TypedDict):
    """A seat and its player."""

    number: int
    """Number of the seat, from 0."""
    name: str
    """Name of the side, in your language."""
    player: str
    """Name of the player; empty for an open seat."""
    url: str
    """Path of the player's page; empty for an open seat."""
    bot: str
    """Which bot plays; empty for a person."""
    ready: bool
    """Whether the player is ready."""
    by_link: bool
    """Whether the seat is kept for the holder of an invite link."""
    berserk: bool
    """Whether the seat plays with half of the time."""


class BoardSeatClock(TypedDict):
    """The clock of a seat."""

    turn_left: int
    """Milliseconds left of this turn, or of the next one."""
    reserve_left: int
    """Milliseconds left in the time bank."""
    running: bool
    """Whether it runs."""
    starts: NotRequired[int]
    """Vacation: when a running clock begins to count, in ms since 1970."""
    vacation_left: NotRequired[int]
    """Correspondence: days of vacation left."""
    away_until: NotRequired[int | None]
    """Correspondence: end of the vacation, in ms since 1970; null for none."""


class BoardClock(TypedDict):
    """How the match is timed, and what each seat has left."""

    now: int
    """Time of the server, in ms since 1970."""
    turn_ms: int
    """Time per turn, in ms."""
    reserve_ms: int
    """Time bank, in ms; with one clock for the whole match, its length."""
    increment_ms: int
    """Added to the time bank after each turn, in ms."""
    vacation_days: NotRequired[int]
    """Days of vacation that each seat may take."""
    words: str
    """The time control, in your language."""
    seats: list[BoardSeatClock]
    """By seat: its clock at `now`."""


class BoardLine(TypedDict):
    """A line of the game log."""

    n: int
    """Number of the entry, from 1."""
    by: int | None
    """Seat that acted; null for the referee."""
    text: str
    """What happened, as far as you may know, in your language."""
    at: int
    """When, in ms since 1970."""
    hash: str
    """The running hash of the record after this entry."""
    sealed: NotRequired[str]
    """Of a secret action: its seal, which the record opens after the match."""


class BoardOutcome(TypedDict):
    """How the match ended."""

    ranks: list[int]
    """By seat: 1 is first place. Seats that are equal share a rank; if all seats forfeit, there is no 1."""
    reason: str
    """Code of the reason."""
    text: str
    """The reason as a sentence, in your language."""


class BoardRuling(TypedDict):
    """The last ruling of a referee."""

    n: int
    """Its entry in the log."""
    word: str
    """What was ruled, as in the record: `stop`, `annul` and so on."""
    text: str
    """The ruling with its reason, in your language."""
    held: str
    """Ruling by which the match is stopped: `stop`, `annul` or `abort`; empty for none."""


class BoardCan(TypedDict):
    """What you may do now."""

    submit: bool
    """Make a move."""
    undo: bool
    """Undo the last action of your unfinished turn."""
    resign: bool
    """Resign."""
    take_seat: bool
    """Take an open seat."""
    ready: bool
    """Say that you are ready."""
    hint: bool
    """Ask for a hint."""
    vacation: bool
    """Start vacation."""
    draw: bool
    """Offer a draw."""
    takeback: bool
    """Request a takeback."""
    pause: bool
    """Request a pause."""
    resume: bool
    """Ask to resume."""
    abort: bool
    """Abort the match."""
    claim: bool
    """Claim the match: another player is disconnected."""
    draws: bool
    """Whether the game has draws at all."""
    berserk: bool
    """Play with half of the time."""


class BoardQuestion(TypedDict):
    """An open offer or request."""

    kind: QuestionKind
    """What is asked."""
    seat: int
    """Seat that asked."""
    agreed: list[int]
    """Seats that have agreed, without the one that asked."""


class BoardAbsence(TypedDict):
    """A player who is disconnected."""

    seat: int
    """Seat of the player."""
    since: int
    """Since when, in ms since 1970."""
    claim_at: int
    """From when on the match may be claimed, in ms since 1970."""


class BoardStep(TypedDict):
    """A step of a lesson."""

    id: str
    """Its id."""
    title: str
    """Title, in your language."""
    text: str
    """Text, in your language."""


class BoardLesson(TypedDict):
    """The steps of the lesson for this moment."""

    steps: list[BoardStep]
    """The steps, in order."""
    of: int
    """Steps that the lesson has for your seat."""


class ReplayClock(TypedDict):
    """What a seat's clock had left."""

    turn_left: int
    """Milliseconds left of the turn."""
    reserve_left: int
    """Milliseconds left in the time bank."""
