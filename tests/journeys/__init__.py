"""What people do in their browsers, on the site as `make run` starts it."""

import pytest

# One worker runs them all (tests/sharing.py), so that they share one site.
ON_THE_SITE = [pytest.mark.browser, pytest.mark.processes]
