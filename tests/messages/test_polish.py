"""Plural forms are those of the catalogue's own rule, now and when a stored message is said again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.i18n import to_stored, translate as _, translate_n, translate_stored
from matches import catalogues
from matches.catalogues import use_language
from tests.messages.catalogues import compiled, fault
from tests.messages.polish import BY_NUMBER, polish


@pytest.fixture
def in_polish(tmp_path: Path, settings: Any) -> Iterator[None]:
    file = tmp_path / "pl" / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(compiled(polish()))
    settings.LOCALE_PATHS = [tmp_path]
    catalogues.clear_caches()
    with use_language("pl"):
        yield
    catalogues.clear_caches()


@pytest.mark.usefixtures("in_polish")
@pytest.mark.parametrize(("n", "moves"), BY_NUMBER.items())
def test_a_number_has_the_form_of_its_language(n: int, moves: str) -> None:
    message = translate_n("{side}: {n} move", "{side}: {n} moves", n, side=_("Order"))
    assert message == translate_stored(to_stored(message)) == f"Porządek: {n} {moves}"


def test_a_translation_needs_every_form_of_its_language() -> None:
    catalogue = polish()
    message = catalogue.get("{side}: {n} move")
    assert fault(catalogue, message, list(message.string)) is None
    assert "needs 3 forms" in str(fault(catalogue, message, list(message.string[:2])))
