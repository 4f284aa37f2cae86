"""What `make test` does in part and `make prove` in whole: of positions, pages, roles and sizes."""

from __future__ import annotations

import os

WHOLE = os.environ.get("WHOLE") == "1"
