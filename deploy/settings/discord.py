"""The Discord application whose slash commands the site answers. Off until DISCORD_PUBLIC_KEY is set."""

import re

from deploy.settings.env import env

DISCORD_PUBLIC_KEY: str = env("DISCORD_PUBLIC_KEY", default="").strip().lower()
"""The application's public key in hex, with which Discord's requests are verified."""
DISCORD_APPLICATION_ID: str = env("DISCORD_APPLICATION_ID", default="").strip()
DISCORD_BOT_TOKEN: str = env("DISCORD_BOT_TOKEN", default="").strip()
"""Used only by `manage.py register_discord_commands`."""

if DISCORD_PUBLIC_KEY and not re.fullmatch(r"[0-9a-f]{64}", DISCORD_PUBLIC_KEY):
    raise SystemExit("DISCORD_PUBLIC_KEY must be 64 hexadecimal digits: copy it from the application's page on Discord.")
if DISCORD_APPLICATION_ID and not re.fullmatch(r"[0-9]{1,20}", DISCORD_APPLICATION_ID):
    raise SystemExit("DISCORD_APPLICATION_ID must be a number: copy it from the application's page on Discord.")
