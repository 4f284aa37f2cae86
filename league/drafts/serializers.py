"""The shapes of the API of drafts, for its schema."""

from rest_framework import serializers

from league.drafts.models import DraftKind, DraftStatus
from league.leagues.serializers import WhySerializer
from league.table_serializers import TableSerializer


class NewDraftSerializer(serializers.Serializer):  # type: ignore[type-arg]
    name = serializers.CharField(required=False, max_length=60)
    kind = serializers.ChoiceField(DraftKind.choices, required=False)
    order = serializers.ChoiceField(["random", "lottery", "standings", "hand"], required=False)
    base = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="Franchises: as listed, or the table, best first."
    )
    weights = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="Tickets of a lottery by franchise."
    )
    places = serializers.IntegerField(required=False, help_text="Places that the lottery draws.")
    pick_seconds = serializers.IntegerField(required=False)
    reserve_seconds = serializers.IntegerField(required=False)
    hard = serializers.BooleanField(required=False, help_text="Whether the clock picks at its end.")
    auto_seconds = serializers.IntegerField(required=False)
    grace_seconds = serializers.IntegerField(required=False)
    zone = serializers.CharField(required=False, help_text="Of the quiet hours, as in Europe/Berlin.")
    quiet = serializers.ListField(
        child=serializers.IntegerField(), required=False, help_text="From and to in minutes of the day, in pairs."
    )
    rounds = serializers.IntegerField(required=False)
    third_reversed = serializers.BooleanField(required=False)
    opening = serializers.IntegerField(required=False)
    from_salary = serializers.BooleanField(required=False)
    step = serializers.IntegerField(required=False)
    bid_seconds = serializers.IntegerField(required=False)
    extend_seconds = serializers.IntegerField(required=False)
    round_minutes = serializers.IntegerField(required=False)
    ties = serializers.ChoiceField(["lots", "waiver"], required=False)
    decks = serializers.IntegerField(required=False)
    row = serializers.IntegerField(required=False)
    choice = serializers.ChoiceField(["in_turn", "any"], required=False)
    snake = serializers.BooleanField(required=False)


class NewSeasonDraftSerializer(NewDraftSerializer):
    starts_at = serializers.DateTimeField(required=False)


class MockDraftSerializer(NewDraftSerializer):
    bots = serializers.IntegerField(required=False)
    cap = serializers.IntegerField(required=False)
    places = serializers.IntegerField(required=False, help_text="Gamers a roster.")
    pace_ms = serializers.IntegerField(required=False)


class DraftLineSerializer(serializers.Serializer):  # type: ignore[type-arg]
    draft_id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(DraftKind.choices)
    status = serializers.ChoiceField(DraftStatus.choices)
    status_name = serializers.CharField()


class ListedDraftSerializer(DraftLineSerializer):
    kind_name = serializers.CharField()


class DraftsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    drafts = ListedDraftSerializer(many=True)


class DraftCardSerializer(serializers.Serializer):  # type: ignore[type-arg]
    card = serializers.IntegerField()
    handle = serializers.CharField()
    name = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    stats = serializers.ListField(child=serializers.IntegerField())
    talent = serializers.CharField()


class DraftSerializer(DraftLineSerializer):
    mark = serializers.IntegerField(help_text="Grows with every act.")
    season_id = serializers.IntegerField(allow_null=True)
    match_id = serializers.IntegerField(allow_null=True, help_text="The match for which Gamers are drawn here.")
    commitment = serializers.CharField(help_text="SHA-256 of the seed.")
    seed = serializers.CharField(help_text="Empty until the draft is over.")
    nonces = serializers.ListField(child=serializers.CharField(), help_text="What franchises add to every draw.")
    starts_at = serializers.DateTimeField(allow_null=True)
    yours = serializers.IntegerField(allow_null=True, help_text="The number of your team.")
    now = serializers.DateTimeField()
    view = serializers.DictField(allow_null=True, help_text="What you may see; null before the start.")
    offers = serializers.DictField(
        child=serializers.IntegerField(), help_text="By card, the most that your team may pay for it now."
    )
    cards = DraftCardSerializer(many=True)


class ActSerializer(WhySerializer):
    act = serializers.DictField(help_text='As in {"is": "pick", "card": 12}; see the guide of the API.')
    key = serializers.CharField(required=False, max_length=40, help_text="Sent again, the act is the same one.")


class DoneSerializer(serializers.Serializer):  # type: ignore[type-arg]
    n = serializers.IntegerField(help_text="Its number in the log.")


class LoggedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    n = serializers.IntegerField()
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True, help_text="Null: the clock or a bot.")
    act = serializers.DictField()


class ActsSerializer(serializers.Serializer):  # type: ignore[type-arg]
    acts = LoggedSerializer(many=True)
    next = serializers.IntegerField(allow_null=True)


class QueueSerializer(serializers.Serializer):  # type: ignore[type-arg]
    cards = serializers.ListField(child=serializers.IntegerField())
    key = serializers.CharField(required=False, max_length=40)


class CreditedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    credited_ms = serializers.IntegerField(help_text="Given back for a lost connection.")


class _HeadSerializer(serializers.Serializer):  # type: ignore[type-arg]
    draft_id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(DraftKind.choices)
    status = serializers.ChoiceField(DraftStatus.choices)
    season_id = serializers.IntegerField(allow_null=True)
    tables = TableSerializer(many=True)


class CheckSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField()
    title = serializers.CharField()
    agrees = serializers.BooleanField(allow_null=True)
    fault = serializers.CharField()
    first_text = serializers.CharField()


class ProofSerializer(_HeadSerializer):
    committed_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True)
    nonces = serializers.JSONField()
    agrees = serializers.BooleanField(allow_null=True)
    ordering = serializers.JSONField()
    checks = CheckSerializer(many=True)


class RecapSerializer(_HeadSerializer):
    picks = serializers.IntegerField()
    spent = serializers.IntegerField()
    rate = serializers.DictField(child=serializers.FloatField(), help_text="Start, slope and spread of the prices.")


class PickSerializer(serializers.Serializer):  # type: ignore[type-arg]
    pick = serializers.IntegerField()
    round = serializers.IntegerField()
    franchise_name = serializers.CharField()
    handle = serializers.CharField()
    genre = serializers.CharField()
    salary = serializers.IntegerField()
    price = serializers.IntegerField()
    how = serializers.CharField()
    at = serializers.JSONField()


class PicksSerializer(serializers.Serializer):  # type: ignore[type-arg]
    picks = PickSerializer(many=True)
