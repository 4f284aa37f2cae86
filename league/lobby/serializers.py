"""The shapes of games and challenges in the API, for its schema."""

from rest_framework import serializers


class OptionSerializer(serializers.Serializer):  # type: ignore[type-arg]
    name = serializers.CharField()
    kind = serializers.ChoiceField(["flag", "number", "pick", "structure"])
    label = serializers.CharField()  # type: ignore[assignment]
    text = serializers.CharField()
    default = serializers.JSONField(allow_null=True)
    least = serializers.IntegerField(allow_null=True)
    most = serializers.IntegerField(allow_null=True)
    values = serializers.JSONField(allow_null=True, help_text="What may be picked.")


class GameSerializer(serializers.Serializer):  # type: ignore[type-arg]
    key = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField()
    seats = serializers.ListField(child=serializers.CharField(), help_text="Names of the seats, in order.")
    players = serializers.ListField(child=serializers.IntegerField(), help_text="How many may play.")
    bots = serializers.ListField(child=serializers.CharField())
    options = OptionSerializer(many=True)


class ChallengeSerializer(serializers.Serializer):  # type: ignore[type-arg]
    game = serializers.CharField()
    seats = serializers.ListField(
        child=serializers.JSONField(),
        help_text='For each seat in order "me" (once), "anyone", "link", {"player": username} or {"bot": kind}.',
    )
    lot = serializers.BooleanField(required=False, help_text="Draw the order of the seats.")
    rated = serializers.BooleanField(required=False, help_text="Only for two players with accounts.")
    options = serializers.JSONField(
        required=False, help_text="The game's options by name; the others keep their defaults."
    )
    time = serializers.JSONField(
        required=False,
        help_text="standard, quick, blitz, long, fischer, absolute or days; or {turn_ms, reserve_ms, increment_ms, "
        "vacation_days}, of which those left out are 0.",
    )
    bot_pace_ms = serializers.IntegerField(
        required=False, min_value=0, max_value=60_000, help_text="How long bots wait before a move."
    )
    draws_gamers = serializers.BooleanField(
        required=False,
        allow_null=True,
        help_text="Incursion Point: Zero between two people: each draws four Gamers in turn before the match. Left out "
        "or null, they do so wherever it is possible, bot accounts apart; false: Gamers are dealt.",
    )
    delay_s = serializers.IntegerField(
        required=False, help_text="Seconds by which spectators see the match later, at most 1800."
    )


class AcceptSerializer(serializers.Serializer):  # type: ignore[type-arg]
    seat = serializers.IntegerField(required=False, allow_null=True, help_text="A free seat; without it the first one.")
    nonce = serializers.CharField(max_length=64, required=False, help_text="Your share of the match's chance.")


class OpenedSerializer(serializers.Serializer):  # type: ignore[type-arg]
    match_id = serializers.IntegerField()
    url = serializers.CharField()
    draft_id = serializers.IntegerField(allow_null=True, help_text="The draft in which its players draw their Gamers.")


class OfferedSeatSerializer(serializers.Serializer):  # type: ignore[type-arg]
    number = serializers.IntegerField()
    name = serializers.CharField()
    player = serializers.CharField(allow_null=True, help_text="Username; null where the seat is free.")
    bot = serializers.CharField(allow_null=True)
    ready = serializers.BooleanField()


class OfferedSerializer(OpenedSerializer):
    game = serializers.CharField()
    options = serializers.JSONField()
    rated = serializers.BooleanField()
    draws_gamers = serializers.BooleanField(help_text="Whether its players draw their Gamers before it starts.")
    time = serializers.JSONField()
    seats = OfferedSeatSerializer(many=True)


class LobbySerializer(serializers.Serializer):  # type: ignore[type-arg]
    open = OfferedSerializer(many=True)
    for_you = OfferedSerializer(many=True)
    yours = OfferedSerializer(many=True)


class LinkSeatSerializer(serializers.Serializer):  # type: ignore[type-arg]
    seat = serializers.IntegerField(help_text="A seat that was offered as `link`.")


class LinkSerializer(LinkSeatSerializer):
    match_id = serializers.IntegerField()
    token = serializers.CharField()
    url = serializers.CharField(help_text="What to give away: below this site's address.")
    expires_at = serializers.DateTimeField()
