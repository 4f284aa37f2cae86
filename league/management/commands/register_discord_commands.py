"""`manage.py register_discord_commands`: tell Discord the slash commands of the site's application."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engines.contract import Json
from engines.i18n import translate as _
from league.discord.commands import COMMANDS, Command as SlashCommand, Option
from league.outgoing_http.safe_http import Post, post, post_to_url
from matches.catalogues import use_language

ENDPOINT = "https://discord.com/api/v10/applications/{application}/commands"
CHAT_INPUT, STRING = 1, 3
"""Discord's types of a slash command and of a text option."""


class Command(BaseCommand):
    """Command that registers the slash commands, replacing all earlier ones."""

    stealth_options = ("send",)
    help = "Register the slash commands of the Discord application. Run it once after set-up and after each upgrade."

    def handle(self, *_args: Any, send: Post = post, **_options: Any) -> None:
        if not (settings.DISCORD_APPLICATION_ID and settings.DISCORD_BOT_TOKEN):
            raise CommandError("Set DISCORD_APPLICATION_ID and DISCORD_BOT_TOKEN first (docs/operating.md).")
        headers = {"Authorization": f"Bot {settings.DISCORD_BOT_TOKEN}", "Content-Type": "application/json"}
        body = json.dumps([describe_command(command) for command in COMMANDS.values()], ensure_ascii=False).encode()
        url = ENDPOINT.format(application=settings.DISCORD_APPLICATION_ID)
        result = post_to_url(url, body, headers, method="PUT", send=send)
        if not result.good:
            raise CommandError(f"Discord answered {result.code or 'nothing'}: {result.text}")
        self.stdout.write(f"Registered {', '.join(f'/{name}' for name in COMMANDS)}.")


def describe_command(command: SlashCommand) -> dict[str, Json]:
    """Return a command as Discord wants to know it, with its texts in every language of the site."""
    options: list[Json] = [_describe_option(option) for option in command.options]
    return {"type": CHAT_INPUT, "name": command.name, **_describe("description", command.description), "options": options}


def _describe_option(option: Option) -> dict[str, Json]:
    choices: list[Json] = [{"value": value, **_describe("name", label)} for value, label in option.choices.items()]
    return {
        "type": STRING, "name": option.name, **_describe("description", option.description), "required": option.required,
        **({"choices": choices} if choices else {"autocomplete": option.suggest is not None}),
    }  # fmt: skip


def _describe(field: str, text: str) -> dict[str, Json]:
    """Return the English text, and its translations under Discord's name for them."""
    translations: dict[str, Json] = {}
    for language in settings.LANGUAGES_OFFERED:
        with use_language(language):
            translated = str(_(text))
        if language != "en" and translated != text:
            translations[language] = translated
    return {field: text, f"{field}_localizations": translations}
