"""What the pages of a season share: which season, its terms, and where buttons lead back to."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engines.words import say
from league.people.models import Player
from league.people.sessions import reader
from league.seasons.models import SeasonTerms
from league.seasons.queries.settings import SeasonHead, season_head


def head_of(request: HttpRequest, slug: str, season_id: int) -> SeasonHead:
    head = season_head(slug, season_id, reader(request))
    if head is None:
        raise Http404(say("There is no such season."))
    return head


def opened(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHead, SeasonTerms]:
    """A season that is played with franchises, and its terms."""
    return head_of(request, slug, season_id), terms_of(season_id)


def terms_of(season_id: int) -> SeasonTerms:
    """Of a season that may be looked at."""
    terms = SeasonTerms.objects.select_related("season", "carried_from").filter(pk=season_id).first()
    if terms is None:
        raise Http404(say("This season is not played with franchises."))
    return terms


def organised_head(request: HttpRequest, slug: str, season_id: int) -> tuple[SeasonHead, Player]:
    """The season, and the person who asks and may organise it; a page that says no to anyone else."""
    head, person = head_of(request, slug, season_id), reader(request)
    if person is None or not head.may_edit:
        raise PermissionDenied
    return head, person


def live(request: HttpRequest, page: str, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """A page, or only its living part (the same name with a line below in front) where a page asks for it again."""
    folder = "league/seasons/"
    part = bool(getattr(request, "htmx", False))
    context |= {"live": f"{folder}_{page}"}
    return render(request, f"{folder}_{page}" if part else f"{folder}{page}", context, status=status)
