"""Answers to Discord's requests (https://discord.com/developers/docs/interactions/receiving-and-responding).

All answers are given at once: every command is a few queries, and Discord waits three seconds.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.cache import cache
from rest_framework import serializers

from engines.contract import Json
from engines.i18n import translate as _
from league.discord.calls import DISCORD, Call, Reply, explain_link
from league.discord.commands import COMMANDS, Command
from league.discord.queries import MAX_CHOICES, find_player
from league.discord.signature import MAX_AGE
from league.people.language import use_player_language
from league.webhooks.services.base import clip
from league.webhooks.services.discord import NO_MENTIONS, SUPPRESS_EMBEDS
from matches.api.validation import to_action_error
from matches.catalogues import choose_language, use_language
from matches.errors import ActionError
from matches.rate_limits import consume, raise_if_exceeded

PING, COMMAND, AUTOCOMPLETE = 1, 2, 4
"""Types of interactions."""
PONG, MESSAGE, CHOICES = 1, 4, 8
"""Types of responses."""
EPHEMERAL = 1 << 6
"""The flag of a message that only its reader sees."""
MAX_LABEL_LENGTH = 100


class UserSerializer(serializers.Serializer[Any]):
    """The Discord user."""

    id = serializers.RegexField(r"\A[0-9]{1,20}\Z")
    username = serializers.CharField(max_length=40)


class MemberSerializer(serializers.Serializer[Any]):
    """The user in a server."""

    user = UserSerializer()


class OptionSerializer(serializers.Serializer[Any]):
    """An option that was entered; in autocompletion the `focused` one is being typed."""

    name = serializers.CharField(max_length=32)
    value = serializers.CharField(max_length=200, allow_blank=True)
    focused = serializers.BooleanField(default=False)


class CommandSerializer(serializers.Serializer[Any]):
    """The command and its options."""

    name = serializers.CharField(max_length=32)
    options = serializers.ListField(child=OptionSerializer(), default=list, max_length=10)


class InteractionSerializer(serializers.Serializer[Any]):
    """The parts of a request that are used; Discord sends more."""

    id = serializers.RegexField(r"\A[0-9]{1,20}\Z")
    type = serializers.IntegerField(min_value=1, max_value=99)
    data = CommandSerializer(required=False)  # type: ignore[assignment]  # the field's name is Discord's
    member = MemberSerializer(required=False)
    user = UserSerializer(required=False)
    locale = serializers.CharField(max_length=20, default="en")
    guild_locale = serializers.CharField(max_length=20, required=False)


def respond(data: Any, at: datetime) -> dict[str, Json]:
    """Return the response to a verified request. Raises ActionError("malformed") for one that Discord doesn't send."""
    if isinstance(data, dict) and data.get("type") == PING:
        return {"type": PONG}
    checked = InteractionSerializer(data=data)
    if not checked.is_valid():
        raise to_action_error(checked.errors)
    request = checked.validated_data
    user = request["member"]["user"] if "member" in request else request.get("user")
    command = COMMANDS.get(request["data"]["name"]) if "data" in request else None
    if user is None or command is None or request["type"] not in (COMMAND, AUTOCOMPLETE):
        raise ActionError("malformed", _("Unknown interaction."))
    options = {option["name"]: option["value"] for option in request["data"]["options"]}
    call = Call(user["id"], user["username"], find_player(user["id"]), options, at)
    locale = request.get("guild_locale", request["locale"]) if command.is_public else request["locale"]
    is_own = call.player is not None and bool(call.player.language) and not command.is_public
    with use_player_language(call.player) if is_own and call.player else use_language(_choose_language(locale)):
        if request["type"] == AUTOCOMPLETE:
            return _suggest(command, call, request["data"]["options"])
        if not cache.add(f"discord.interaction.{request['id']}", True, 2 * MAX_AGE.total_seconds()):
            raise ActionError("already-answered", _("This interaction has been answered already."))
        return _run(command, call)


def _run(command: Command, call: Call) -> dict[str, Json]:
    """Carry out the command. A refusal is an answer for its user only."""
    try:
        raise_if_exceeded(consume([("discord", call.user_id)]))
        is_missing = command.needs_account and call.player is None
        lines, is_public = (explain_link(), False) if is_missing else (command.act(call), command.is_public)
    except ActionError as error:
        lines, is_public = [DISCORD.escape(error.text)], False
    flags = SUPPRESS_EMBEDS | (0 if is_public else EPHEMERAL)
    return {"type": MESSAGE, "data": {"content": _join(lines), "flags": flags, "allowed_mentions": NO_MENTIONS}}


def _join(lines: Reply) -> str:
    """Return as many lines as fit into a message; the last one, a link, is kept."""
    while len(text := "\n".join(lines)) > DISCORD.max_length and len(lines) > 1:
        lines = [*lines[:-2], lines[-1]]
    return text[: DISCORD.max_length]


def _suggest(command: Command, call: Call, options: list[Mapping[str, Any]]) -> dict[str, Json]:
    """Return suggestions for the option that is being typed; none instead of a refusal, which Discord can't show here."""
    typed = next((option for option in options if option["focused"]), None)
    option = next((option for option in command.options if typed is not None and option.name == typed["name"]), None)
    found: list[tuple[str, str]] = []
    if typed is not None and option is not None and option.suggest is not None:
        try:
            raise_if_exceeded(consume([("discord_typing", call.user_id)]))
            found = option.suggest(call, typed["value"].strip())
        except ActionError:
            found = []
    choices: list[Json] = [{"name": clip(label, MAX_LABEL_LENGTH), "value": value} for label, value in found[:MAX_CHOICES]]
    return {"type": CHOICES, "data": {"choices": choices}}


def _choose_language(locale: str) -> str:
    return choose_language("", locale, settings.LANGUAGES_OFFERED)
