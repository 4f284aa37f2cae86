"""`make permissions`: write the page of the docs anew."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from tests.permissions.page import FILE, render  # noqa: E402

FILE.write_text(render(), encoding="utf-8")
