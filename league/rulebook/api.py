"""The API of the games' rules."""

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engines.i18n import translate as _
from league.rulebook.queries import find_rules_text
from matches.api.dataclass_schemas import inline_serializer
from matches.errors import ActionError

RULES = inline_serializer(
    "Rules",
    game=serializers.CharField(help_text="Key of the game."),
    text=serializers.CharField(help_text="The rules as Markdown, in your language if they are translated."),
)


class GameRulesView(APIView):
    """The rules of a game, at `/games/{key}/rules/`."""

    @extend_schema(responses=RULES)
    def get(self, request: Request, key: str) -> Response:
        """Return the rules of a game as Markdown, with the notation of its moves."""
        text = find_rules_text(key, get_language() or "en")
        if text is None:
            raise ActionError("not-found", _("No rules available for this game."))
        return Response({"game": key, "text": text})
