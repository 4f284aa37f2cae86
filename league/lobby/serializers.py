"""Serializers of games and challenges."""

from typing import Any

from rest_framework import serializers

from engines.i18n import translate as _
from engines.option_specs import NUMBER, OptionSpec
from league.lobby.challenge_options import SLOWEST_BOT_MS, UNNAMED, SeatKind, WantedSeat, bot_seat, player_seat
from league.lobby.declines import REASONS
from league.time_controls.forms import ControlField
from matches.api.serializers import MAX_SEAT
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, IntegerField
from matches.errors import ActionError
from matches.queries.match_lists import ListedSeat
from matches.queries.spectator_delay import MAX_DELAY_MS


class OptionSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """An option of a game."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(["flag", "number", "pick", "structure"])
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField()
    default = serializers.JSONField(allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    values = serializers.JSONField(allow_null=True, help_text="Allowed values.")

    def to_representation(self, instance: OptionSpec) -> dict[str, Any]:
        bounds = {} if instance.kind == NUMBER else {"least": None, "most": None}
        values = [value.value for value in instance.values] or None
        return {**super().to_representation(instance), **bounds, "values": values}


class LevelSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A level of a game's bots with its measured rating; its interval covers 95 %. Null: not measured."""

    key = serializers.CharField(help_text="The bot's name in `seats`.")
    number = serializers.IntegerField()
    rating = serializers.IntegerField(source="rating.rating", allow_null=True, default=None)
    low = serializers.IntegerField(source="rating.low", allow_null=True, default=None)
    high = serializers.IntegerField(source="rating.high", allow_null=True, default=None)


class GameSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A game with its seats, bots and options."""

    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField(), source="sides", help_text="Names of the seats, in order.")
    players = serializers.ListField(child=serializers.IntegerField(), source="counts", help_text="Possible numbers of players.")
    bots = serializers.ListField(child=serializers.CharField(), help_text="Levels of its bots, weakest first.")
    levels = LevelSerializer(many=True)
    options = OptionSerializer(many=True, source="choices")


class ChallengeSerializer(InputSerializer):
    """A new challenge."""

    codes = {
        "game": "unknown-game", "seats": "bad-seats", "options": "bad-option", "time": "bad-time",
        "delay_s": "bad-delay", "bot_pace_ms": "bad-pace",
    }  # fmt: skip
    game = CharField(max_length=40)
    seats = serializers.ListField(
        child=serializers.JSONField(),
        min_length=1,
        max_length=10,
        help_text='By seat: "me" (once), "anyone", "link", {"player": username} or {"bot": kind}.',
    )
    lot = BooleanField(required=False, source="random_seats", help_text="Assign seats at random.")
    rated = BooleanField(required=False, help_text="Only for two players with accounts.")
    options = serializers.DictField(required=False, help_text="The game's options by name. Omitted options use their defaults.")
    time = ControlField(
        required=False,
        source="control",
        help_text="standard, quick, blitz, long, fischer, absolute or days; or {turn_ms, reserve_ms, increment_ms, "
        "vacation_days}, of which those left out are 0.",
    )
    bot_pace_ms = IntegerField(required=False, max_value=SLOWEST_BOT_MS, help_text="Delay of bot moves, in ms.")
    draws_gamers = BooleanField(
        required=False,
        allow_null=True,
        help_text="Incursion Point: Zero between two people: each draws four Gamers in turn before the match. Default: "
        "true if possible, except for bot accounts. False: Gamers are dealt.",
    )
    delay_s = IntegerField(required=False, max_value=MAX_DELAY_MS // 1000, help_text="Spectator delay in seconds.")

    def validate_seats(self, seats: list[Any]) -> tuple[WantedSeat, ...]:
        return tuple(_parse_seat(seat, number) for number, seat in enumerate(seats))


def _parse_seat(value: Any, number: int) -> WantedSeat:
    if isinstance(value, str) and value in UNNAMED:
        return UNNAMED[value]
    if isinstance(value, dict) and len(value) == 1:
        [(kind, name)] = value.items()
        if isinstance(name, str) and name and name.isprintable() and kind in (SeatKind.BOT, SeatKind.PLAYER):
            return bot_seat(name) if kind == SeatKind.BOT else player_seat(name)
    message = _('Each seat must be "me", "anyone", "link", {"player": name} or {"bot": kind}.')
    raise ActionError("bad-seats", message, f"seat_{number}")


class DeclineSerializer(InputSerializer):
    """Why a challenge is declined."""

    codes = {"reason": "bad-reason"}
    reason = ChoiceField(list(REASONS), required=False, help_text="What the challenger is told.")


class OpenedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A match that is waiting for players."""

    match_id = serializers.IntegerField()
    url = serializers.CharField()
    draft_id = serializers.IntegerField(allow_null=True, help_text="Draft in which the players draw their Gamers.")


class OfferedSeatSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A seat of an open match."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.CharField(allow_null=True, source="username", help_text="Username; null for an open seat.")
    bot = serializers.CharField(allow_null=True)
    ready = serializers.BooleanField()

    def to_representation(self, instance: ListedSeat) -> dict[str, Any]:
        return {name: None if value == "" else value for name, value in super().to_representation(instance).items()}


class OfferedSerializer(OpenedSerializer):
    """An open match in the lobby."""

    match_id = serializers.IntegerField(source="match.match_id")
    game = serializers.CharField(source="match.game")
    options = serializers.JSONField(source="match.options")
    rated = serializers.BooleanField()
    draws_gamers = serializers.BooleanField(help_text="Whether its players draw their Gamers before it starts.")
    time = serializers.JSONField(source="match.control.dump")
    speed = serializers.CharField(help_text="Which ratings it can change: `fast`, `normal` or `correspondence`.")
    seats = OfferedSeatSerializer(many=True, source="match.seats")


class LobbySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """Open challenges, challenges to you, and your own."""

    open = OfferedSerializer(many=True)
    for_you = OfferedSerializer(many=True, source="invitations")
    yours = OfferedSerializer(many=True, source="mine")


class LinkSeatSerializer(InputSerializer):
    """The seat of an invite link."""

    codes = {"seat": "bad-seat", "seat.required": "bad-seat"}
    seat = IntegerField(max_value=MAX_SEAT, help_text="A seat created as `link`.")


class LinkSerializer(LinkSeatSerializer):
    """An invite link to a seat."""

    match_id = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="Path of the link to share.")
    expires_at = serializers.DateTimeField()
