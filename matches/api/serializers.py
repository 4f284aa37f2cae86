"""Serializers of the match API."""

from rest_framework import serializers

from matches.actions import chat, endings, offers
from matches.actions.submission import MAX_LENGTH
from matches.api.dataclass_schemas import inline_serializer, list_serializer
from matches.api.pagination import BeforeParams
from matches.api.typed_fields import game_view_field, typed_field
from matches.api.validation import BooleanField, CharField, ChoiceField, GameField, InputSerializer, IntegerField
from matches.conditional_moves import MAX_ANSWERS, MAX_LINES
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
    key = serializers.CharField(max_length=64, help_text="A unique key. Repeating it does not submit twice.")
    nonce = serializers.CharField(
        max_length=64, required=False, help_text="A random client seed for later draws, so that they can't be predicted."
    )


class ReceiptSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A signed promise that the match record has this hash at this entry."""

    format = serializers.CharField()
    site = serializers.CharField()
    match_id = serializers.IntegerField()
    seat = serializers.IntegerField()
    n = serializers.IntegerField(help_text="Number of the action's entry in the record.")
    hash = serializers.CharField(help_text="The running hash of the record up to this entry.")
    at = serializers.IntegerField(help_text="Time of the verdict, in ms since 1970.")
    key_id = serializers.CharField()
    public_key = serializers.CharField()
    signature = serializers.CharField(help_text="Ed25519 over the canonical JSON of all other fields but `public_key`.")


class VerdictSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The verdict on a submission."""

    submission_id = serializers.IntegerField()
    state = serializers.ChoiceField(["waiting", "accepted", "refused"])
    entry = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    text = serializers.CharField()
    receipt = ReceiptSerializer(allow_null=True, help_text="For an accepted action: a signed receipt to keep.")


class NonceSerializer(InputSerializer):
    """A client seed."""

    codes = {"nonce": "bad-nonce"}
    nonce = CharField(
        default="", max_length=64, trim_whitespace=False,
        help_text="Your client seed.",
    )  # fmt: skip


class SitSerializer(NonceSerializer):
    """The seat to take."""

    codes = {**NonceSerializer.codes, "seat": "bad-seat"}
    seat = IntegerField(required=False, allow_null=True, max_value=MAX_SEAT, help_text="An open seat (default: the first one).")


class DaysSerializer(InputSerializer):
    """Days of vacation."""

    codes = {"days": "bad-days", "days.required": "bad-days"}
    days = IntegerField(min_value=1, help_text="Number of days, at most those left in `clock`.")


class EchoSerializer(InputSerializer):
    """A returned ping token."""

    codes = {"echo": "bad-echo"}
    echo = CharField(default="", max_length=200, help_text="The token of the last response, sent back immediately.")


class LagSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The next ping token and the current ping."""

    echo = serializers.CharField(help_text="A token. Send it back immediately to measure your ping.")
    lag_ms = serializers.IntegerField(help_text="Your current ping in ms. At most 1000 ms are credited per move.")


class AgreeSerializer(InputSerializer):
    """An offer, or the response to one."""

    codes = {"do": "bad-answer"}
    do = ChoiceField(offers.ANSWERS, default=offers.OFFER, help_text="Repeating an open offer accepts it.")


class ClaimSerializer(InputSerializer):
    """A claim against a disconnected player."""

    codes = {"seat": "bad-seat", "seat.required": "bad-seat", "what": "bad-claim"}
    seat = IntegerField(max_value=MAX_SEAT, help_text="Seat of a disconnected player, from `gone` of the board.")
    what = ChoiceField(["win", "draw"], default=endings.WIN, help_text="`draw` only if the game has draws.")


class ConditionalMovesSerializer(InputSerializer):
    """Conditional moves."""

    codes = {"lines": "bad-lines"}
    lines = serializers.ListField(
        child=serializers.ListField(child=CharField(max_length=MAX_LENGTH), min_length=2, max_length=2 * MAX_ANSWERS),
        max_length=MAX_LINES,
        help_text="Lines in the game's notation: a move of the opponent, your answer, the opponent's next move, and so on.",
    )


class HintSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A suggested action."""

    turn = serializers.IntegerField(help_text="Number of your turn, as in `viewer.turn` of the board.")
    text = serializers.CharField(help_text="The action in the game's notation.")
    words = serializers.CharField(help_text="Effect of the action, as far as you can know it.")


class BoardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A match with the information visible to you."""

    match_id = serializers.IntegerField()
    entry = serializers.IntegerField()
    hash = serializers.CharField(
        help_text="Running hash of the record up to `entry`; empty before the start. Keep it: the finished record must "
        "have the same hash there, so sealed actions can't be changed later."
    )
    game = serializers.CharField()
    game_name = serializers.CharField()
    title = serializers.CharField()
    commitment = serializers.CharField(help_text="SHA-256 of the server seed, which is revealed in the record.")
    twin = serializers.IntegerField(
        allow_null=True,
        help_text="The other match of a duplicate: the same draws with the seats swapped. Until it is over, the hidden "
        "information of both stays secret.",
    )
    delay_ms = serializers.IntegerField(help_text="Spectator delay in ms.")
    status = serializers.CharField()
    reported = serializers.BooleanField(
        help_text="Whether the result is reported, not refereed here: the game is played elsewhere, or staff entered it."
    )
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
    answered = typed_field(
        list[board_types.BoardEndedOffer],
        help_text="Of each kind, your last offer or request, or one to you, that came to nothing.",
    )
    gone = typed_field(list[board_types.BoardAbsence], help_text="Disconnected players.")
    paused_until = serializers.IntegerField(allow_null=True, help_text="When an agreed pause ends automatically.")
    lesson = typed_field(board_types.BoardLesson | None, help_text="In a tutorial match: the steps for this moment.")
    start_by = serializers.IntegerField(allow_null=True)
    preparing = serializers.BooleanField(
        help_text="Whether the players are drawing their Gamers before the start; see `draft` of the challenge."
    )


class ChatMessageSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A chat message."""

    n = serializers.IntegerField(help_text="Message number in the room.")
    by = serializers.CharField(help_text="Username.")
    name = serializers.CharField()
    text = serializers.CharField(help_text="Empty if a moderator removed the message.")
    at = serializers.IntegerField()
    removed = serializers.BooleanField()
    mine = serializers.BooleanField()


class RoomSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A chat room and its newest messages."""

    room = serializers.ChoiceField(["players", "spectators"])
    topic = serializers.CharField(help_text="Topic for `/stream`; empty if messages are delayed like the moves.")
    why_not = serializers.CharField(help_text="Why you can't write here; empty if you can.")
    messages = ChatMessageSerializer(many=True)


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

    n = serializers.IntegerField(help_text="Number of the last entry before this position; 0 at the start.")
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
    game = GameField(required=False)
    limit = IntegerField(default=MAX_LISTED, min_value=1, max_value=MAX_LISTED, help_text="Matches per page.")


class ChanceSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The public part of a match's randomness."""

    commitment = serializers.CharField(help_text="SHA-256 of the secret server seed, published when the match was created.")
    nonces = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="By seat; null before the match starts."
    )
    given = serializers.ListField(child=serializers.BooleanField(), help_text="By seat: whether the client seed is set.")
    draws = serializers.CharField(
        allow_blank=True,
        help_text="In a duplicate, the numbers of both matches, such as `12+13`: they have the same draws, which are made "
        "from the server seed alone, without client seeds. Otherwise empty.",
    )


class RecordKeySerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A key that signs match records."""

    key_id = serializers.CharField(help_text="First 16 hex digits of the public key's SHA-256, as in records.")
    public_key = serializers.CharField(help_text="Ed25519, in hex.")
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null for the active key.")
    reason = serializers.CharField(help_text="Why the key was replaced or revoked, if given.")
    state = serializers.ChoiceField(
        choices=KeyState.values,
        help_text="Signatures of a revoked key after `ended_at` are rejected. A retired key was only replaced.",
    )
    revoked_at = serializers.DateTimeField(allow_null=True, help_text="Null unless the key was revoked.")


RECORD_KEYS = inline_serializer("RecordKeys", algorithm=serializers.CharField(), keys=RecordKeySerializer(many=True))
