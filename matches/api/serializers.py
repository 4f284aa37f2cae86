"""Serializers of the match API."""

from rest_framework import serializers

from engines import registry
from matches.actions import chat, endings, offers
from matches.api.dataclass_schemas import inline_serializer, list_serializer
from matches.api.pagination import BeforeParams
from matches.api.typed_fields import game_view_field, typed_field
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, IntegerField
from matches.models.record_key import KeyState
from matches.queries import board_types
from matches.queries.chat import ROOMS
from matches.queries.match_lists import LIST_KINDS, LIVE, ListedMatch

MAX_SEAT = 99
MAX_LISTED = 100


class SubmissionSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """An action for a turn."""

    turn = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, help_text="Number of your turn, from the board's `viewer.turn`."
    )
    text = serializers.CharField(max_length=2000, help_text="The action in the game's notation.")
    key = serializers.CharField(max_length=64, help_text="Yours to choose; the same key is the same submission.")
    nonce = serializers.CharField(
        max_length=64, required=False, help_text="Random, your share of later draws: nobody can foresee them without it."
    )


class ReceiptSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A signed promise that the record of the match has this hash at this entry."""

    format = serializers.CharField()
    site = serializers.CharField()
    match_id = serializers.IntegerField()
    seat = serializers.IntegerField()
    n = serializers.IntegerField(help_text="The entry that the action became.")
    hash = serializers.CharField(help_text="The running hash of the record up to this entry.")
    at = serializers.IntegerField(help_text="When it was judged, in ms since 1970.")
    key_id = serializers.CharField()
    public_key = serializers.CharField()
    signature = serializers.CharField(help_text="Ed25519 over the canonical JSON of all the others but `public_key`.")


class VerdictSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """What became of a submission."""

    submission_id = serializers.IntegerField()
    state = serializers.ChoiceField(["waiting", "accepted", "refused"])
    entry = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    text = serializers.CharField()
    receipt = ReceiptSerializer(allow_null=True, help_text="For an accepted action: signed by the site, for you to keep.")


class NonceSerializer(InputSerializer):
    """A client seed."""

    codes = {"nonce": "bad-nonce"}
    nonce = CharField(
        default="", max_length=64, trim_whitespace=False,
        help_text="Your share of the match's chance.",
    )  # fmt: skip


class SitSerializer(NonceSerializer):
    """The seat to take."""

    codes = {**NonceSerializer.codes, "seat": "bad-seat"}
    seat = IntegerField(required=False, allow_null=True, max_value=MAX_SEAT, help_text="A free seat; without it the first one.")


class DaysSerializer(InputSerializer):
    """Days of vacation."""

    codes = {"days": "bad-days", "days.required": "bad-days"}
    days = IntegerField(min_value=1, help_text="Whole days, as many as `clock` says you have left.")


class EchoSerializer(InputSerializer):
    """A returned ping token."""

    codes = {"echo": "bad-echo"}
    echo = CharField(default="", max_length=200, help_text="The token of the last answer, sent back at once.")


class LagSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The next ping token and the current ping."""

    echo = serializers.CharField(help_text="A token: send it back at once to have your line measured.")
    lag_ms = serializers.IntegerField(help_text="The round trip that counts now. Moves get back at most 1000 of it.")


class AgreeSerializer(InputSerializer):
    """An offer, or the response to one."""

    codes = {"do": "bad-answer"}
    do = ChoiceField(offers.ANSWERS, default=offers.OFFER, help_text="Offering what is offered accepts it.")


class ClaimSerializer(InputSerializer):
    """A claim against a disconnected player."""

    codes = {"seat": "bad-seat", "seat.required": "bad-seat", "what": "bad-claim"}
    seat = IntegerField(max_value=MAX_SEAT, help_text="Who has gone, from the board's `gone`.")
    what = ChoiceField(["win", "draw"], default=endings.WIN, help_text="A draw where the game has draws.")


class HintSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A suggested action."""

    turn = serializers.IntegerField(help_text="The turn of yours that it is for, as in the board's `viewer.turn`.")
    text = serializers.CharField(help_text="The action in the game's notation.")
    words = serializers.CharField(help_text="What it would do, as far as you may know.")


class BoardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A match as you may see it."""

    match_id = serializers.IntegerField()
    entry = serializers.IntegerField()
    hash = serializers.CharField(
        help_text="The running hash of the record up to `entry`, which the finished record must have there; empty "
        "before the start. Keep it: who swaps a sealed action later changes every hash since."
    )
    game = serializers.CharField()
    game_name = serializers.CharField()
    title = serializers.CharField()
    commitment = serializers.CharField(help_text="SHA-256 of the seed of this match's chance, revealed in its record.")
    delay_ms = serializers.IntegerField(help_text="Without a seat you see the match so much later than its players.")
    status = serializers.CharField()
    viewer = typed_field(board_types.BoardViewer)
    seats = typed_field(list[board_types.BoardSeat])
    to_act = serializers.ListField(child=serializers.IntegerField())
    view = game_view_field(nullable=True)
    legal = serializers.ListField(child=serializers.CharField(), allow_null=True)
    clock = typed_field(board_types.BoardClock)
    log = typed_field(list[board_types.BoardLine])
    outcome = typed_field(board_types.BoardOutcome | None)
    ruling = typed_field(board_types.BoardRuling | None, help_text="The last ruling of a referee.")
    can = typed_field(board_types.BoardCan)
    asked = typed_field(list[board_types.BoardQuestion], help_text="Open offers and requests.")
    gone = typed_field(list[board_types.BoardAbsence], help_text="Players who are disconnected.")
    paused_until = serializers.IntegerField(allow_null=True, help_text="When an agreed pause ends by itself.")
    lesson = typed_field(board_types.BoardLesson | None, help_text="In a tutorial match: the steps for this moment.")
    start_by = serializers.IntegerField(allow_null=True)
    preparing = serializers.BooleanField(
        help_text="Whether the players draw their Gamers before it starts: see `draft` of the challenge."
    )


class SaidSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A chat message."""

    n = serializers.IntegerField(help_text="Counts within the room.")
    by = serializers.CharField(help_text="Username.")
    name = serializers.CharField()
    text = serializers.CharField(help_text="Empty where the staff has removed the message.")
    at = serializers.IntegerField()
    removed = serializers.BooleanField()
    mine = serializers.BooleanField()


class RoomSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A chat room and its newest messages."""

    room = serializers.ChoiceField(["players", "spectators"])
    topic = serializers.CharField(help_text="For `/stream`; empty where messages reach you as late as the moves.")
    why_not = serializers.CharField(help_text="Why you cannot write here; empty where you can.")
    messages = SaidSerializer(many=True)


CHAT = inline_serializer("Chat", rooms=RoomSerializer(many=True), muted=serializers.ListField(child=serializers.CharField()))


class SaySerializer(InputSerializer):
    """A chat message to send."""

    codes = {"room": "bad-room", "text": "bad-text"}
    room = ChoiceField(ROOMS)
    text = CharField(max_length=chat.MAX_LENGTH)


class MuteSerializer(InputSerializer):
    """A player to mute or unmute."""

    player = CharField(max_length=150, source="username", help_text="Username.")
    muted = BooleanField(default=True)


class ReportSerializer(InputSerializer):
    """A chat message to report."""

    room = ChoiceField(ROOMS)
    n = IntegerField(min_value=1, max_value=2**31 - 1)
    why = CharField(max_length=chat.MAX_REASON_LENGTH)


class ReplayParams(InputSerializer):
    """The query of a replay."""

    viewer = CharField(default="all", allow_blank=True, max_length=20, help_text="A seat number, `spectator` or `all`.")


class FrameSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """One position of a replay."""

    n = serializers.IntegerField(help_text="The entry after which the position stands; 0 the start.")
    by = serializers.IntegerField(allow_null=True, help_text="The seat that acted, null for the referee.")
    text = serializers.CharField()
    at = serializers.IntegerField(allow_null=True)
    view = game_view_field(nullable=False)
    left = typed_field(list[board_types.ReplayClock], help_text="By seat; empty at the start.")


REPLAY = inline_serializer("Replay", match_id=serializers.IntegerField(), frames=FrameSerializer(many=True))
REPORTED = inline_serializer("Reported", reported=serializers.BooleanField())
MATCH_LIST = inline_serializer(
    "MatchList", matches=list_serializer(ListedMatch), next=serializers.IntegerField(allow_null=True)
)


class MatchesParams(BeforeParams):
    """The filters of the list of matches."""

    codes = {"kind": "unknown-kind", "game": "unknown-game"}
    kind = ChoiceField(LIST_KINDS, default=LIVE)
    game = ChoiceField(sorted(registry.keys()), required=False)
    limit = IntegerField(default=MAX_LISTED, min_value=1, max_value=MAX_LISTED, help_text="Matches a page.")


class ChanceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The public part of a match's randomness."""

    commitment = serializers.CharField(help_text="SHA-256 of the server's secret seed, public since the match opened.")
    nonces = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="By seat, once the match has started; else null."
    )
    given = serializers.ListField(child=serializers.BooleanField(), help_text="By seat: whether it has given one.")


class RecordKeySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A key that signs match records."""

    key_id = serializers.CharField(help_text="As in a record: the first 16 hex digits of the public key's SHA-256.")
    public_key = serializers.CharField(help_text="Ed25519, in hex.")
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null for the active key.")
    reason = serializers.CharField(help_text="Why the key was replaced or revoked, where that was said.")
    state = serializers.ChoiceField(
        choices=KeyState.values,
        help_text="What a revoked key has signed after `ended_at` is not accepted; a retired one was only replaced.",
    )
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="Null unless the key was revoked.")


RECORD_KEYS = inline_serializer("RecordKeys", algorithm=serializers.CharField(), keys=RecordKeySerializer(many=True))
