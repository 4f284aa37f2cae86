"""Does what no page offers, for the journeys: runs apart, in the site's environment: one JSON object a line in, one out.

Asked is for a function, mostly of tests.journeys.acts, as `RunningSite.do` sends it; answered is what it returns as `made`,
or why it does not as `wrong`.
"""

import json
import sys
import traceback
from importlib import import_module
from typing import Any

import django


def answer(module: str, name: str, given: list[Any], named: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"made": getattr(import_module(module), name)(*given, **named)}
    except Exception:
        return {"wrong": traceback.format_exc()}


if __name__ == "__main__":
    django.setup()
    from deploy.celery import app  # noqa: F401

    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(*json.loads(line))) + "\n")
        sys.stdout.flush()
