"""Webhooks."""

from deploy.settings.env import env

WEBHOOKS_LOCAL = env.bool("WEBHOOKS_LOCAL", default=False)
"""For development alone: webhooks may lead to http, and to addresses of this machine and its network."""
