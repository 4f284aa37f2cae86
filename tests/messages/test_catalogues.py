"""The catalogues are those of the code, and keep to what they translate."""

from collections import defaultdict

import pytest

from tests.messages import filling
from tests.messages.areas import AREAS, COMPLETE, LANGUAGES
from tests.messages.catalogues import fault, files_of, found_messages, is_told, kept, renewed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS)
def test_the_catalogues_and_all_that_is_made_of_them_are_those_of_the_code(area: str, language: str) -> None:
    fresh = files_of(area, language, renewed(area, language, found_messages(area)))
    stale = [str(file) for file, content in fresh.items() if not file.is_file() or file.read_bytes() != content]
    assert not stale, f"run `make messages ARGS={area}`"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_names_and_the_forms_of_their_messages(language: str) -> None:
    faults = []
    for area in AREAS:
        catalogue = kept(area, language)
        for one in catalogue:
            if one.id and is_told(one):
                told = list(one.string) if isinstance(one.string, tuple | list) else [one.string]
                faults.append(fault(catalogue, one, told))
    assert not list(filter(None, faults))


def test_one_thing_is_not_told_as_many() -> None:
    plurals = [one.id for area in AREAS for one in kept(area, LANGUAGES[0]) if isinstance(one.id, tuple)]
    assert len(plurals) > 100
    assert [one for one, many in plurals if one == many] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_message_is_translated_one_way_everywhere(language: str) -> None:
    told: dict[str, set[object]] = defaultdict(set)
    for area in AREAS:
        for one in kept(area, language):
            if one.id and is_told(one):
                told[filling.name_of(one)].add(tuple(one.string) if isinstance(one.string, list) else one.string)
    assert not {name: ways for name, ways in told.items() if len(ways) > 1}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_lacks_in_what_is_complete(language: str) -> None:
    assert {area: found for area in COMPLETE if (found := filling.missing(area, language))} == {}
