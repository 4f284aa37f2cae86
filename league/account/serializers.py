"""Serializers of one's account."""

from __future__ import annotations

from rest_framework import serializers

from league.account.queries.deletion_blockers import Hindrance
from league.account.queries.sessions import Browser
from matches.api.shapes import inline, many
from matches.api.validation import BooleanField, CharField, InputSerializer


class OwnerProofSerializer(InputSerializer):
    password = CharField(max_length=4096, allow_blank=True, trim_whitespace=False)
    code = CharField(default="", max_length=40, help_text="Where the second factor is on.")


class DeleteAccountSerializer(OwnerProofSerializer):
    resigning = BooleanField(default=False, help_text="Resign the matches that run.")
    without_chat = BooleanField(default=False, help_text="Take the text of your chat lines away.")


def _texts() -> serializers.ListField:
    return serializers.ListField(child=serializers.CharField())


BROWSERS = inline("SignedIn", browsers=many(Browser))
ENDED = inline("EndedBrowsers", ended=serializers.IntegerField())
CALENDAR = inline("Calendar", address=serializers.CharField(help_text="Whoever knows it reads your calendar."))
DELETION = inline(
    "AccountDeletion",
    hindrances=many(Hindrance),
    to_resign=serializers.ListField(child=serializers.IntegerField(), help_text="Matches."),
    goes=_texts(),
    stays=_texts(),
    out_of_reach=_texts(),
)
DELETED = inline("DeletedAccount", name=serializers.CharField(help_text="Under which what stays is shown."))
