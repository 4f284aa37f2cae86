"""Serializers of the drafts API."""

from collections.abc import Sequence
from typing import Any, ClassVar

from rest_framework import serializers

from engines.i18n import translate as _
from league.drafts.actions.mock_drafts import FIELDS
from league.drafts.formats.registry import KINDS
from league.drafts.models import DraftKind, DraftStatus
from league.drafts.plans import COMMON_FIELDS
from league.formats.settings import Field
from league.leagues.serializers import WhySerializer
from league.tables import TableSerializer
from matches.actions.chat import MAX_LENGTH, MAX_REASON_LENGTH
from matches.api.dataclass_schemas import inline_serializer
from matches.api.serializers import ChatMessageSerializer
from matches.api.validation import BooleanField, CharField, ChoiceField, DateTimeField, InputSerializer, IntegerField

MAX_KEY_LENGTH, MAX_LISTED, MAX_QUEUED = 40, 100, 500


class ActsParams(InputSerializer):
    """The first action to return."""

    after = IntegerField(default=0, help_text="Number of the last action you have.")


def _build_setting_field(field: Field) -> Any:
    """Return the serializer field of a declared draft setting."""
    options: dict[str, Any] = {"required": False, "help_text": _(field.help or field.label)}
    bounds: dict[str, Any] = {"min_value": field.least, "max_value": field.most}
    if isinstance(field.default, bool):
        return BooleanField(**options)
    if isinstance(field.default, str):
        return ChoiceField(field.choices, **options)
    if isinstance(field.default, tuple):
        return serializers.ListField(child=IntegerField(**bounds), max_length=MAX_LISTED, **options)
    return IntegerField(**bounds, allow_null=field.default is None, **options)


class NewDraftSerializer(InputSerializer):
    """The settings of a draft; all are optional."""

    settings: ClassVar[Sequence[Field]] = (*COMMON_FIELDS, *(field for kind in KINDS.values() for field in kind.fields))
    codes = {
        **dict.fromkeys([*(field.key for field in settings), "base", "weights", "zone"], "bad-setting"),
        "kind": "no-such-kind",
    }  # fmt: skip
    name = CharField(required=False, max_length=60)
    kind = ChoiceField(DraftKind.choices, required=False)
    base = serializers.ListField(
        child=IntegerField(), max_length=MAX_LISTED, required=False,
        help_text="Franchises in draft order, or by standings, best first.",
    )  # fmt: skip
    weights = serializers.DictField(child=IntegerField(), required=False, help_text="Lottery weights by franchise.")
    zone = CharField(required=False, max_length=60, help_text="Time zone of the quiet hours, such as Europe/Berlin.")

    def get_fields(self) -> dict[str, Any]:
        return {**super().get_fields(), **{field.key: _build_setting_field(field) for field in self.settings}}


class NewSeasonDraftSerializer(NewDraftSerializer):
    """The settings of a season's draft, with an optional scheduled start."""

    starts_at = DateTimeField(default=None, allow_null=True)


class MockDraftSerializer(NewDraftSerializer):
    """The settings of a mock draft."""

    settings = (*NewDraftSerializer.settings, *FIELDS)
    codes = {**NewDraftSerializer.codes, **dict.fromkeys([field.key for field in FIELDS], "bad-setting")}


class DraftLineSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A draft's name, type and status."""

    draft_id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(DraftKind.choices)
    status = serializers.ChoiceField(DraftStatus.choices)
    status_name = serializers.CharField()


class ListedDraftSerializer(DraftLineSerializer):
    """A draft in a list."""

    kind_name = serializers.CharField()


DraftsSerializer = inline_serializer("Drafts", drafts=ListedDraftSerializer(many=True))


class DraftCardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A Gamer in the pool of a draft."""

    card = serializers.IntegerField()
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    stats = serializers.ListField(child=serializers.IntegerField())
    talent = serializers.CharField()


class DraftSerializer(DraftLineSerializer):
    """A draft with the information visible to you."""

    mark = serializers.IntegerField(help_text="Increases with every action.")
    season_id = serializers.IntegerField(allow_null=True)
    match_id = serializers.IntegerField(allow_null=True, help_text="The match whose Gamers are drawn here.")
    commitment = serializers.CharField(help_text="SHA-256 of the seed.")
    seed = serializers.CharField(help_text="Empty until the draft is over.")
    nonces = serializers.ListField(child=serializers.CharField(), help_text="Client seeds by franchise, used in every draw.")
    starts_at = serializers.DateTimeField(allow_null=True)
    yours = serializers.IntegerField(allow_null=True, help_text="Number of your team.")
    now = serializers.DateTimeField()
    view = serializers.DictField(allow_null=True, help_text="State visible to you; null before the start.")
    offers = serializers.DictField(
        child=serializers.IntegerField(), help_text="By card: the highest price your team can pay now."
    )
    cards = DraftCardSerializer(many=True)


class ActSerializer(WhySerializer):
    """An action in a draft."""

    act = serializers.DictField(source="data", help_text='For example {"is": "pick", "card": 12}; see the API guide.')
    key = CharField(required=False, max_length=MAX_KEY_LENGTH, help_text="A unique key. Repeating it has no effect.")


DoneSerializer = inline_serializer("Done", n=serializers.IntegerField(help_text="Number in the log."))


class LoggedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """An action in the log of a draft."""

    n = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True, help_text="Null for the clock or a bot.")
    act = serializers.DictField()


ActsSerializer = inline_serializer("Acts", acts=LoggedSerializer(many=True), next=serializers.IntegerField(allow_null=True))
CreditedSerializer = inline_serializer(
    "Credited", credited_ms=serializers.IntegerField(help_text="Given back for a lost connection.")
)


class DraftMessageSerializer(ChatMessageSerializer):
    """A chat message of a draft."""

    at = serializers.DateTimeField()  # type: ignore[assignment]


DraftChatSerializer = inline_serializer(
    "DraftChat",
    why_not=serializers.CharField(help_text="Why you can't write here; empty if you can."),
    directing=serializers.BooleanField(help_text="Whether you can remove messages."),
    messages=DraftMessageSerializer(many=True),
)


class DraftSaySerializer(InputSerializer):
    """A chat message to send."""

    codes = {"text": "bad-text"}
    text = CharField(max_length=MAX_LENGTH)


class DraftRemoveSerializer(InputSerializer):
    """A chat message to remove."""

    n = IntegerField(min_value=1, max_value=2**31 - 1, help_text="Message number in the chat.")


class DraftReportSerializer(DraftRemoveSerializer):
    """A chat message to report."""

    why = CharField(max_length=MAX_REASON_LENGTH)


class QueueSerializer(InputSerializer):
    """An autopick queue, best first."""

    codes = {"cards": "bad-queue"}
    cards = serializers.ListField(child=IntegerField(), max_length=MAX_QUEUED)
    key = CharField(required=False, max_length=MAX_KEY_LENGTH)


class _HeadSerializer(DraftLineSerializer):
    status_name = None  # type: ignore[assignment]
    season_id = serializers.IntegerField(allow_null=True)
    tables = TableSerializer(many=True)


class CheckSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """The verification of one draw."""

    key = serializers.CharField()
    title = serializers.CharField()
    agrees = serializers.BooleanField(allow_null=True)
    fault = serializers.CharField()
    first_text = serializers.CharField()


class ProofSerializer(_HeadSerializer):
    """The fairness proof of a draft."""

    committed_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    nonces = serializers.JSONField()
    agrees = serializers.BooleanField(allow_null=True)
    ordering = serializers.JSONField()
    checks = CheckSerializer(many=True)


class RecapSerializer(_HeadSerializer):
    """The recap of a finished draft."""

    picks = serializers.IntegerField()
    spent = serializers.IntegerField()
    rate = serializers.DictField(child=serializers.FloatField(), help_text="Intercept, slope and spread of the price trend.")


class PickSerializer(serializers.Serializer):  # type: ignore[type-arg]
    """A pick and its price."""

    pick = serializers.IntegerField()
    round = serializers.IntegerField()
    franchise_name = serializers.CharField()
    handle = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    price = serializers.IntegerField()
    how = serializers.CharField()
    at = serializers.JSONField()


PicksSerializer = inline_serializer("Picks", picks=PickSerializer(many=True))
