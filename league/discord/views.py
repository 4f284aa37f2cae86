"""The page that links a Discord user to the account."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET

from engines.i18n import translate as _
from league.discord.actions import create_code, unlink_user
from league.discord.models import DiscordLink
from league.forms import errors_as_messages
from league.people.models import Player
from league.people.views.account import account_action, account_page
from matches.server_time import now


@require_GET
@account_page
def discord_page(request: HttpRequest, person: Player) -> HttpResponse:
    """Show which Discord user is linked."""
    return _render_page(request, person)


@account_action
def new_code(request: HttpRequest, person: Player) -> HttpResponse:
    """Create a code and show it once."""
    with errors_as_messages(request):
        return _render_page(request, person, create_code(player_id=person.pk, at=now()))
    return redirect("discord")


@account_action
def unlink(request: HttpRequest, person: Player) -> HttpResponse:
    """Unlink the Discord user."""
    unlink_user(player_id=person.pk, at=now())
    messages.success(request, _("Unlinked. Commands on Discord no longer act for you."))
    return redirect("discord")


def _render_page(request: HttpRequest, person: Player, code: str = "") -> HttpResponse:
    context = {
        "code": code, "link": DiscordLink.objects.filter(pk=person.pk).first(), "is_offered": bool(settings.DISCORD_PUBLIC_KEY),
    }  # fmt: skip
    return render(request, "league/discord/discord.html", context)
