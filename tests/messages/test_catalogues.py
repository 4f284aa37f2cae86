"""The catalogues are those of the code, and keep to what they translate."""

from collections import defaultdict

import pytest

from tests.messages.areas import AREAS, LANGUAGES
from tests.messages.catalogues import fault, files_of, ids_of, kept, missing, name_of, renewed, told_of

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@pytest.mark.parametrize("area", AREAS)
def test_the_catalogues_and_all_that_is_made_of_them_are_those_of_the_code_and_lack_nothing(area: str, language: str) -> None:
    fresh = files_of(area, language, renewed(area, language))
    stale = [str(file) for file, content in fresh.items() if not file.is_file() or file.read_bytes() != content]
    assert not stale, f"run `make messages ARGS={area}`"
    assert missing(area, language) == []


@every_language
def test_translations_keep_the_names_and_the_forms_of_their_messages_and_are_the_same_everywhere(language: str) -> None:
    faults, ways = [], defaultdict[str, set[tuple[str, ...]]](set)
    for area in AREAS:
        catalogue = kept(area, language)
        for one in catalogue:
            if told := told_of(one):
                faults.append(fault(catalogue, one, told))
                ways[name_of(one)].add(tuple(told))
    assert not list(filter(None, faults))
    assert not {name: told for name, told in ways.items() if len(told) > 1}


def test_one_thing_is_not_told_as_many() -> None:
    plurals = [ids_of(one) for area in AREAS for one in kept(area, LANGUAGES[0]) if one.pluralizable]
    assert len(plurals) > 100
    assert [one for one, many in plurals if one == many] == []
