"""What the finder sees in scripts and in Python."""

import pytest

from tests.messages.finding import Unclear, _python, _script

IMPORT = 'import { mark, translate, translateMany } from "./words.js";\n'


def test_messages_within_template_strings_are_found() -> None:
    code = IMPORT + 'const text = `${n > 1 ? translateMany("{n} move", "{n} moves", n) : ""}, ${translate("Board")}.`;'
    assert {(one.message, one.many) for one in _script("a.js", code)} == {("{n} move", "{n} moves"), ("Board", None)}


def test_what_a_regular_expression_hides_is_not_lost_in_silence() -> None:
    split = r"const rows = text.split(/\s*[/\n]+\s*/).map((row) => row.split(/[\s,]+/));"
    code = f'{IMPORT}{split}\n/** Told. */\nconst text = translate("Board");\n/** More. */\n'
    with pytest.raises(Unclear, match=r"a\.js: a call is hidden"):
        list(_script("a.js", code))


def test_printed_texts_of_a_data_file_are_found_by_their_keys() -> None:
    path = "engines/incursion_point_zero/site/boards/incursion-point-zero/cards.js"
    trap = '{"name": "Booby Trap", "text": "2 damage.", "kind": "hazard"}'
    code = '// Made.\n\nexport const CARDS = {"incursions": {"Trap": ' + trap + "}};\n"
    assert {one.message for one in _script(path, code)} == {"Booby Trap", "2 damage."}


def test_a_mark_is_known_by_the_name_that_a_file_gives_it() -> None:
    code = 'from engines.i18n import translate as tell\n\ntold = tell("{n} of {all}", n=tell("Red"), all=2)\n'
    assert [one.message for one in _python("a.py", code)] == ["{n} of {all}", "Red"]


def test_many_are_marked_at_once() -> None:
    code = 'from engines.i18n import mark_all_in\n\nKINDS = mark_all_in("a draft", "snake", "auction")\n'
    assert [(one.message, one.context) for one in _python("a.py", code)] == [
        ("snake", "a draft"), ("auction", "a draft"),
    ]  # fmt: skip


def test_what_an_f_string_hides_is_not_lost_in_silence() -> None:
    code = "from engines.i18n import translate\n\ntold = f'{translate(\"Board\")} 1'\n"
    with pytest.raises(Unclear, match=r"a\.py: a call is hidden"):
        list(_python("a.py", code))
