"""What the finder sees in scripts and in Python."""

import pytest

from tests.messages.finding import Unclear, _python, _script

IMPORT = 'import { mark, translate, translateMany } from "./words.js";\n'
TELL = "from engines.i18n import mark_all_in, translate as tell, translate_n\n"


def test_messages_are_found_within_template_strings_and_other_messages_and_behind_regular_expressions() -> None:
    split = r"const rows = text.split(/\s*[/\n]+\s*/).map((row) => row.split(/[\s,]+/));"
    text = 'const text = `${n > 1 ? translateMany("{n} move", "{n} moves", n) : ""}, ${translate("The " + "board")}.`;'
    inner = 'grid.mark("no"); translate("{side} wins", { side: translate(name) ?? translate("Nobody") });'
    found = [(one.message, one.many) for one in _script("a.js", f"{IMPORT}{split}\n/** Told. */\n{text}\n{inner}")]
    assert found == [("{n} move", "{n} moves"), ("The board", None), ("{side} wins", None), ("Nobody", None)]


def test_printed_texts_of_a_data_file_are_found_by_their_keys() -> None:
    path = "engines/incursion_point_zero/site/boards/incursion-point-zero/cards.js"
    trap = '{"name": "Booby Trap", "text": "2 damage.", "kind": "hazard"}'
    code = '// Made.\n\nexport const CARDS = {"incursions": {"Trap": ' + trap + "}};\n"
    assert {one.message for one in _script(path, code)} == {"Booby Trap", "2 damage."}


def test_a_mark_is_known_by_the_name_that_a_file_gives_it_in_f_strings_and_with_many_messages_at_once() -> None:
    code = f'{TELL}told = f\'{{tell("{{n}} of {{all}}", n=tell("Red"), all=2)}} {{tell(name)}}\'\n'
    code += 'KINDS = mark_all_in("a draft", "snake", "auction")\nraise BadOption("seats", "Too many.")\n'
    assert {(one.message, one.context) for one in _python("a.py", code)} == {
        ("{n} of {all}", None), ("Red", None), ("snake", "a draft"), ("auction", "a draft"), ("Too many.", None),
    }  # fmt: skip


@pytest.mark.parametrize("call", ["tell(f'{n} moves')", "tell('Red ' + name)", "translate_n('{n} move', many, n)"])
def test_a_mark_without_a_plain_text_is_refused_with_its_place_in_python(call: str) -> None:
    with pytest.raises(Unclear, match=r"a\.py:2: translate.* needs plain texts"):
        list(_python("a.py", f"{TELL}{call}\n"))


@pytest.mark.parametrize("call", ["translate(`${n} moves`)", 'translate("Red " + name)', 'translateMany("{n} move", many, n)'])
def test_a_mark_without_a_plain_text_is_refused_with_its_place_in_scripts(call: str) -> None:
    with pytest.raises(Unclear, match=r"a\.js:2: translate.* needs plain texts"):
        list(_script("a.js", f"{IMPORT}{call};\n"))
