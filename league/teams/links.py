"""Addresses of the pages of teams."""

from django.urls import reverse


def team_path(event_id: int, team_id: int) -> str:
    """Return the path of a team's page."""
    return reverse("team", args=[event_id, team_id])
