"""The page from which somebody downloads everything that is kept of them."""

from __future__ import annotations

from typing import cast

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.account.actions.data_export import export_account
from league.account.forms import ProofForm
from league.account.queries.export import PARTS
from league.forms import add_refusal
from league.people.actions.second_factor import is_on
from league.people.known_browsers import Source, source_of
from league.people.models import Player
from league.people.views.account import own
from matches.moment import now
from matches.refusals import Refused


@require_http_methods(["GET", "POST"])
@sensitive_post_parameters()
@own
def export(request: HttpRequest, person: Player) -> HttpResponse:
    form = ProofForm(request.POST or None, second_factor=is_on(person.pk))
    if request.method == "POST" and form.is_valid():
        try:
            password, code = form.cleaned_data["password"], form.cleaned_data.get("code", "")
            source = source_of(request, person.pk)
            return cast(HttpResponse, packed_answer(person, password, code, source=source))
        except Refused as refusal:
            add_refusal(form, refusal)
    context = {"form": form, "parts": PARTS}
    return render(request, "league/account/export.html", context, status=422 if form.errors else 200)


def packed_answer(person: Player, password: str, code: str, *, source: Source) -> FileResponse:
    """The ZIP as a file to be saved; no cache keeps it."""
    at = now()
    made = export_account(player_id=person.pk, password=password, code=code, at=at, source=source)
    name = f"league-zero-{person.username}-{at:%Y-%m-%d}.zip"
    answer = FileResponse(made, as_attachment=True, filename=name, content_type="application/zip")
    answer["Cache-Control"] = "no-store"
    return answer
