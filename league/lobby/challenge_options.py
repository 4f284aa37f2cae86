"""The options of a challenge, and whether a game supports them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engines import registry
from engines.contract import BadOption, Json
from engines.words import say
from league.games import Game, game
from league.seasons.queries.rosters import GAME
from league.time_controls.presets import is_preset
from matches.clock import Control
from matches.refusals import Refused

BOT_PACE_MS, SLOWEST_BOT_MS = 1_200, 60_000


class Who(StrEnum):
    """The kinds of player for a seat."""

    ME = "me"
    ANYONE = "anyone"
    LINK = "link"
    """A player with the challenger's invitation link."""
    PLAYER = "player"
    BOT = "bot"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The player wanted for a seat; `name` is a username or the kind of a bot."""

    who: Who
    name: str = ""


ME = Wanted(Who.ME)
ANYONE = Wanted(Who.ANYONE)
LINK = Wanted(Who.LINK)
UNNAMED: dict[str, Wanted] = {seat.who: seat for seat in (ME, ANYONE, LINK)}


def bot(kind: str) -> Wanted:
    """Return a seat for a bot of this kind."""
    return Wanted(Who.BOT, kind)


def player(username: str) -> Wanted:
    """Return a seat for this player."""
    return Wanted(Who.PLAYER, username)


@dataclass(frozen=True, slots=True)
class Offer:
    """The options of a challenge. `seats` are in the game's order, or random with `lot`; one is the challenger's."""

    game: str
    control: Control = field(default_factory=Control)
    seats: tuple[Wanted, ...] = (ME, ANYONE)
    lot: bool = False
    rated: bool = False
    options: Mapping[str, Json] = field(default_factory=dict)
    learn: bool = False
    delay_s: int = 0
    """The spectator delay."""
    bot_pace_ms: int = BOT_PACE_MS
    """How long bots wait before a move."""
    draws_gamers: bool | None = None
    """Whether the players draft their Gamers first; None: if `why_not_draw` allows it and none is a bot account."""


def check(offer: Offer) -> Game:
    """Return the game. Raises Refused if it cannot be played with these options."""
    found = game(offer.game)
    if found is None:
        raise Refused("unknown-game", say("Game not found."), "game")
    if len(offer.seats) not in found.counts:
        words = {"found": found.name, "seats_text": found.seats_text, "seats": len(offer.seats)}
        text = say("{found} is for {seats_text}, not for {seats}.", **words)
        raise Refused("bad-seats", text, "seats")
    _check_people(offer.seats)
    for at, one in enumerate(offer.seats):
        if one.who == Who.BOT and one.name not in found.bots:
            raise Refused(
                "unknown-bot", say("This bot doesn't play {found}. Choose another one.", found=found.name), f"seat_{at}"
            )
    if offer.rated and offer.learn:
        raise Refused("not-rated", say("Tutorials are always casual."), "rated")
    if offer.rated and any(one.who == Who.BOT for one in offer.seats):
        check_rated_against_bots(offer.control)
    try:
        registry.get(offer.game).options(offer.options)
    except BadOption as bad:
        raise Refused("bad-option", bad.text, f"option_{bad.name}") from bad
    if offer.draws_gamers and (reason := why_not_draw(offer)):
        raise Refused("cannot-draw-gamers", reason, "draws_gamers")
    return found


def why_not_draw(offer: Offer) -> str:
    """Return why the players cannot draw Gamers before this match, as a sentence; empty if they can."""
    if offer.game != GAME:
        return say("This game has no Gamers to draw.")
    if offer.options.get("gamers", True) is not True:
        return say("Gamers are turned off in this match, so none can be drawn.")
    if offer.options.get("rosters") is not None:
        return say("The option rosters already sets the Gamers.")
    if any(one.who == Who.BOT for one in offer.seats):
        return say("Gamers are only drawn in matches between players. Against bots they are dealt.")
    return ""


def check_rated_against_bots(control: Control) -> None:
    """Refuse time controls that are not allowed in rated matches against bots."""
    if not is_preset(control):
        text = say("Rated matches against bots use a preset time control. Choose one, or play a casual match.")
        raise Refused("preset-needed", text, "rated")


def _check_people(seats: Sequence[Wanted]) -> None:
    own = sum(one.who == Who.ME for one in seats)
    if own != 1:
        raise Refused(
            "own-seat", say("Take one seat yourself.") if not own else say("You can only take one seat."), "seat_0"
        )
    names = [one.name.lower() for one in seats if one.who == Who.PLAYER]
    for at, one in enumerate(seats):
        if one.who == Who.PLAYER and names.count(one.name.lower()) > 1:
            raise Refused(
                "named-twice",
                say("You named {one} twice. Choose another player for one seat.", one=one.name),
                f"player_{at}",
            )
