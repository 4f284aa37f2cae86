"""System checks (`manage.py check`): files that the pages read are complete."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, register

from matches.queries.lessons import BadLesson, load


@register()
def check_lessons(**_: Any) -> list[CheckMessage]:
    """Return an error that names file, step and field of the first lesson that is wrong."""
    try:
        load()
    except BadLesson as fault:
        return [Error(str(fault), hint="Mend the file in docs/learn/.", id="matches.E001")]
    return []
