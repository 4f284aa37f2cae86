"""The styles of every page, joined in one file under an address that names its content.

A browser draws nothing before it has all of them, and each file that it asks for costs it time, most of all on a slow
device. What only some pages have, and what is for paper, stays beside it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import reverse

register = template.Library()
NAMES = (
    "site", "layout", "head", "parts", "forms", "board", "match", "sides", "panels", "mini", "chat", "notices", "pages",
    "touch",
)  # fmt: skip
"""In this order: what comes later wins."""


def sheet() -> tuple[bytes, str]:
    """The file and its fingerprint."""
    return _joined() if settings.DEBUG else _kept()


@register.simple_tag
def site_styles() -> str:
    """The address of the file."""
    return reverse("styles", args=[sheet()[1]])


def _joined() -> tuple[bytes, str]:
    content = "\n".join(f"/* site/{name}.css */\n{_read(name)}" for name in NAMES).encode()
    return content, hashlib.sha256(content).hexdigest()[:16]


def _read(name: str) -> str:
    found = finders.find(f"site/{name}.css")
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")


_kept = cache(_joined)
