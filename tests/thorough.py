"""What `make test` does in part and `make prove` in whole: of positions, pages, roles and sizes."""

import os

WHOLE = os.environ.get("WHOLE") == "1"
