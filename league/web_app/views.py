"""The manifest, the service worker and the offline page. They are the same for everybody, so that they can be stored."""

import hashlib
import json
from pathlib import Path

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from engines.i18n import translate as _
from matches.assets import get_stylesheet_bundle

SERVICE_WORKER = Path(__file__).with_name("sw.js")
OFFLINE_STYLES = tuple(f"/static/site/{name}.css" for name in ("site", "layout", "parts"))
"""The styles of alone.html, which has no fingerprints in its addresses."""
GROUND, BRAND = "#f5f4ef", "#17594a"
SIZES = (192, 512)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the web app manifest (W3C), in the reader's language."""
    shortcuts = [(_("Lobby"), "lobby"), (_("Events"), "events"), (_("Notifications"), "notices")]
    icons = [
        {"src": static(f"site/icons/{name}-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, purpose in (("icon", "any"), ("maskable", "maskable"))
        for size in SIZES
    ]
    content = {
        "id": "/",
        "name": "League Zero",
        "short_name": "League Zero",
        "description": _("Play timed, refereed strategy games: start a match now, join an event or watch boards live."),
        "lang": get_language(),
        "start_url": reverse("home"),
        "scope": reverse("home"),
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BRAND,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [{"name": name, "url": reverse(address), "icons": icons[:1]} for name, address in shortcuts],
    }
    return JsonResponse(content, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, at the root because it controls only pages below its URL.

    Its first line changes with the offline page, so that browsers store that anew.
    """
    version = hashlib.sha256(f"{_render_offline()}{get_stylesheet_bundle()[1]}".encode()).hexdigest()[:16]
    facts = {
        "version": version,
        "offline": reverse("offline"),
        "styles": OFFLINE_STYLES,
        "icon": static("site/icons/icon-192.png"),
        "badge": static("site/icons/badge.png"),
        "text": _("You have a new notification."),
    }
    script = f"const SITE = {json.dumps(facts)};\n{SERVICE_WORKER.read_text(encoding='utf-8')}"
    return HttpResponse(script, "text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker shows without a connection."""
    return HttpResponse(_render_offline())


def _render_offline() -> str:
    return render_to_string("site/offline.html")
