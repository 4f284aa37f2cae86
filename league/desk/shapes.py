"""The shapes of what the referee's API answers, for its schema."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.desk.queries.cases import Case, DeskOutage
from league.desk.queries.match_panel import OnMatch
from league.desk.rules import Need
from matches.api.shapes import inline, of, parts_of, shape


def _case() -> dict[str, Any]:
    needs = serializers.ChoiceField([need.name.lower() for need in Need])
    return {**parts_of(Case), "needs": serializers.ListField(child=needs)}


CASE = inline("DeskCase", **_case())
DESK = inline(
    "Desk",
    matches=CASE(many=True),
    watched=serializers.IntegerField(),
    plays_in=of(list[str]),
    outages=shape(DeskOutage)(many=True),
)
JUDGED = inline("JudgedCase", **_case(), can=of(list[str]))
TOLD = shape(OnMatch)
ANSWERED = inline("AnsweredCall", call_id=serializers.IntegerField(), answered=serializers.BooleanField())
RULED = inline("DeskRuled", overturn_id=serializers.IntegerField())
