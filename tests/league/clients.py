"""Who asks: a browser in which somebody is signed in, a program that bears a token."""

from django.test import Client

from league.api_tokens.actions import issue_token
from league.people.models import Player
from matches.server_time import now


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def program_of(player: Player, *scopes: str) -> Client:
    token = issue_token(username=player.username, name="bot", scopes=scopes, days=7, at=now())
    return Client(headers={"Authorization": f"Bearer {token}"})


def signed_in(client: Client) -> str:
    """The username of who is signed in, or nothing."""
    pk = client.session.get("_auth_user_id")
    return Player.objects.get(pk=pk).username if pk else ""
