"""Serializers of the titles API."""

from typing import Any

from rest_framework import serializers

from engines.i18n import translate as _
from engines.reported import MAX_SEATS
from league.titles.models import MAX_BEST_OF, MAX_NAME, Icon, OutcomeKind
from league.titles.queries import TitleLine
from matches.api.dataclass_schemas import get_serializer_class, inline_serializer
from matches.api.validation import BooleanField, CharField, ChoiceField, InputSerializer, IntegerField
from matches.errors import ActionError


class TitleFieldsSerializer(InputSerializer):
    """The fields of a title; those that are left out stay, or have their defaults."""

    codes = {
        "name": "bad-name", "least_sides": "out-of-range", "most_sides": "out-of-range", "outcome": "unknown-choice",
        "best_of": "bad-best-of", "colour": "bad-colour", "icon": "unknown-choice",
    }  # fmt: skip
    name = CharField(required=False, max_length=MAX_NAME)
    least_sides = IntegerField(required=False, min_value=1, max_value=MAX_SEATS, help_text="Fewest players in a match.")
    most_sides = IntegerField(required=False, min_value=1, max_value=MAX_SEATS, help_text="Most players in a match.")
    outcome = ChoiceField(OutcomeKind.choices, required=False, help_text="More than two players need `placement`.")
    best_of = IntegerField(
        required=False, min_value=1, max_value=MAX_BEST_OF, help_text="Games of a series, odd; only with `best-of`."
    )
    rated = BooleanField(required=False)
    colour = CharField(required=False, max_length=7, help_text="As `#rrggbb`.")
    icon = ChoiceField(Icon.choices, required=False)


class NewTitleSerializer(TitleFieldsSerializer):
    """A new title."""

    name = CharField(max_length=MAX_NAME)


class EditTitleSerializer(TitleFieldsSerializer):
    """Changes of a title, or its archiving."""

    archived = BooleanField(required=False, help_text="Archive or restore the title; no other field allowed.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "archived" in attrs and len(attrs) > 1:
            raise ActionError("malformed", _("Send `archived` on its own."), "archived")
        return attrs


TitleSerializer: type[serializers.Serializer[Any]] = get_serializer_class(TitleLine)
TITLES = inline_serializer("Titles", titles=TitleSerializer(many=True))
