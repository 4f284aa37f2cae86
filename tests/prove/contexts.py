"""A plugin of pytest that notes for each line which file of tests has run it: pytest-cov's contexts, by file."""

import pytest
from coverage import Coverage


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    measured = Coverage.current()
    if measured is not None:
        measured.switch_context(item.nodeid.partition("::")[0])
