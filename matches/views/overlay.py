"""Overlays: transparent pages for streaming software. They read no cookie, so everybody sees what a spectator sees."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_GET
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from engines.i18n import translate as _
from engines.reported import is_reported
from matches.api.validation import CharField, ChoiceField, InputSerializer, validate_input
from matches.errors import ActionError
from matches.views.pages import board_or_404, describe_result

MIN_SCALE, MAX_SCALE = 0.5, 3
THEMES = ("dark", "light")


class PartsField(CharField):
    """Some of several parts of a page, joined by commas; all by default."""

    def __init__(self, parts: tuple[str, ...]) -> None:
        self.parts = parts
        super().__init__(max_length=100, default=" ".join(parts))

    def to_internal_value(self, data: Any) -> str:
        chosen = super().to_internal_value(data).split(",")
        if not set(chosen) <= set(self.parts):
            text = _("Choose some of {known}, joined by commas.", known=", ".join(self.parts))
            raise ValidationError(text, "invalid_choice")
        return " ".join(part for part in self.parts if part in chosen)


class OverlayParams(InputSerializer):
    """What every overlay can be asked for."""

    scale = serializers.FloatField(min_value=MIN_SCALE, max_value=MAX_SCALE, default=1)
    theme = ChoiceField(choices=THEMES, default=THEMES[0])


class MatchOverlayParams(OverlayParams):
    """The query of a match's overlay."""

    parts = PartsField(("title", "names", "clocks", "score", "board", "status"))


def overlay_view(takes: type[OverlayParams]) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponseBase]]:
    """Make a view an overlay: any site may frame it, and its `params` are validated. A wrong query gets status 400."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
        @require_GET
        @xframe_options_exempt
        @csp_replace({"frame-ancestors": ["*"], "form-action": [NONE]})
        @wraps(view)
        def show(request: HttpRequest, **ids: int) -> HttpResponse:
            try:
                params = validate_input(takes, request.GET)
            except ActionError as error:
                text = f"{error.field}: {error.text}"
                return HttpResponse(render_to_string("400.html", {"status": 400, "text": text}), status=400)
            return view(request, params=params, **ids)

        return show

    return decorate


@overlay_view(MatchOverlayParams)
def match_overlay(request: HttpRequest, match_id: int, params: dict[str, Any]) -> HttpResponse:
    """Show board, names, clocks and score of a match, live and with the spectator delay."""
    board = board_or_404(match_id)
    context = {"board": board, "overlay": params, "has_board": not is_reported(board["game"]), "result": describe_result(board)}
    return render(request, "matches/overlay.html", context)
