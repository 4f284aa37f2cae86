"""Pages of the player's guide."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engines.i18n import translate as _
from league.rulebook.guide_pages import find_task, is_guide_translated, list_tasks


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the tasks of the guide."""
    language = get_language() or "en"
    context = {"tasks": list_tasks(language), "in_english": not is_guide_translated(language)}
    return render(request, "league/rulebook/guide.html", context)


@require_safe
def task_page(request: HttpRequest, task: str) -> HttpResponse:
    """Show a page of the guide."""
    language = get_language() or "en"
    page = find_task(task, language)
    if page is None:
        raise Http404(_("Page not found."))
    context = {
        "page": page,
        "tasks": list_tasks(language),
        "text": mark_safe(page.html),  # noqa: S308  (rendered from our own file, with raw HTML escaped)
        "in_english": not is_guide_translated(language),
    }
    return render(request, "league/rulebook/guide_page.html", context)
