"""The options of a challenge, and whether a game supports them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engines.contract import BadOption, Json
from engines.i18n import translate as _
from league.games import Game, find_game, has_rosters
from league.time_controls.presets import is_preset
from matches.clock import TimeControl
from matches.engine_limits import get_engine
from matches.errors import ActionError

BOT_PACE_MS, SLOWEST_BOT_MS = 1_200, 60_000


class SeatKind(StrEnum):
    """The kinds of player for a seat."""

    ME = "me"
    ANYONE = "anyone"
    LINK = "link"
    """A player with the challenger's invitation link."""
    PLAYER = "player"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class WantedSeat:
    """The player wanted for a seat; `name` is a username or the kind of a bot."""

    who: SeatKind
    name: str = ""


ME = WantedSeat(SeatKind.ME)
ANYONE = WantedSeat(SeatKind.ANYONE)
LINK = WantedSeat(SeatKind.LINK)
UNNAMED: dict[str, WantedSeat] = {seat.who: seat for seat in (ME, ANYONE, LINK)}


def bot_seat(kind: str) -> WantedSeat:
    """Return a seat for a bot of this kind."""
    return WantedSeat(SeatKind.BOT, kind)


def player_seat(username: str) -> WantedSeat:
    """Return a seat for this player."""
    return WantedSeat(SeatKind.PLAYER, username)


@dataclass(frozen=True, slots=True)
class ChallengeOptions:
    """The options of a challenge. `seats` are in the game's order, or random with `random_seats`; one is the challenger's."""

    game: str
    control: TimeControl = field(default_factory=TimeControl)
    seats: tuple[WantedSeat, ...] = (ME, ANYONE)
    random_seats: bool = False
    rated: bool = False
    options: Mapping[str, Json] = field(default_factory=dict)
    learn: bool = False
    delay_s: int = 0
    """The spectator delay."""
    bot_pace_ms: int = BOT_PACE_MS
    """Delay of bot moves, in ms."""
    draws_gamers: bool | None = None
    """Whether the players draft their Gamers first; None: if `no_draft_reason` allows it and none is a bot account."""


def check(offer: ChallengeOptions) -> Game:
    """Return the game. Raises ActionError if it cannot be played with these options."""
    info = find_game(offer.game)
    if info is None:
        raise ActionError("unknown-game", _("Game not found."), "game")
    if len(offer.seats) not in info.counts:
        params = {"found": info.name, "seats_text": info.seats_text, "seats": len(offer.seats)}
        text = _("{found} is for {seats_text}, not for {seats}.", **params)
        raise ActionError("bad-seats", text, "seats")
    _check_players(offer.seats)
    for number, seat in enumerate(offer.seats):
        if seat.who == SeatKind.BOT and seat.name not in info.bots:
            raise ActionError(
                "unknown-bot", _("This bot doesn't play {found}. Choose another one.", found=info.name), f"seat_{number}"
            )
    if offer.rated and offer.learn:
        raise ActionError("not-rated", _("Tutorials are always casual."), "rated")
    if offer.rated and any(seat.who == SeatKind.BOT for seat in offer.seats):
        check_rated_bot_control(offer.control)
    try:
        get_engine(offer.game).options(offer.options)
    except BadOption as error:
        raise ActionError("bad-option", error.text, f"option_{error.name}") from error
    if offer.draws_gamers and (reason := no_draft_reason(offer)):
        raise ActionError("cannot-draw-gamers", reason, "draws_gamers")
    return info


def no_draft_reason(offer: ChallengeOptions) -> str:
    """Return why the players cannot draw Gamers before this match, as a sentence; empty if they can."""
    if not has_rosters(offer.game):
        return _("This game has no Gamers to draw.")
    if offer.options.get("gamers", True) is not True:
        return _("Gamers are turned off in this match, so none can be drawn.")
    if offer.options.get("rosters") is not None:
        return _("The option “rosters” already sets the Gamers.")
    if any(seat.who == SeatKind.BOT for seat in offer.seats):
        return _("Gamers are only drawn in matches between players. Against bots they are dealt.")
    return ""


def check_rated_bot_control(control: TimeControl) -> None:
    """Raise ActionError("preset-needed") for a time control that is not allowed in rated matches against bots."""
    if not is_preset(control):
        text = _("Rated matches against bots use a preset time control. Choose one, or play a casual match.")
        raise ActionError("preset-needed", text, "rated")


def _check_players(seats: Sequence[WantedSeat]) -> None:
    count = sum(seat.who == SeatKind.ME for seat in seats)
    if count != 1:
        raise ActionError("own-seat", _("Take one seat yourself.") if not count else _("You can only take one seat."), "seat_0")
    names = [seat.name.lower() for seat in seats if seat.who == SeatKind.PLAYER]
    for number, seat in enumerate(seats):
        if seat.who == SeatKind.PLAYER and names.count(seat.name.lower()) > 1:
            raise ActionError(
                "named-twice",
                _("You named {one} twice. Choose another player for one seat.", one=seat.name),
                f"player_{number}",
            )
