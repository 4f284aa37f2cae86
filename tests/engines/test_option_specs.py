"""The options of each game, as forms and pages describe them, are the options that its engine takes."""

from typing import Any

import pytest

from engines import registry
from engines.contract import BadOption
from engines.data_files import BadData
from engines.option_specs import FLAG, NUMBER, PICK, parse_option_specs


@pytest.mark.parametrize("game", registry.keys())
def test_every_option_of_the_engine_is_described_with_its_default_bounds_and_values(game: str) -> None:
    engine, specs = registry.get(game), registry.get_option_specs(game)
    assert {one.name: one.default for one in specs} == dict(engine.options({}))
    assert all(one.label and one.text.endswith(".") for one in specs)
    for one in specs:
        taken = {NUMBER: [one.least, one.most], PICK: [value.value for value in one.values], FLAG: [False, True]}
        for value in taken.get(one.kind, ()):
            assert engine.options({one.name: value})[one.name] == value
        for value in (one.least - 1, one.most + 1) if one.kind == NUMBER else ():
            with pytest.raises(BadOption) as bad:
                engine.options({one.name: value})
            assert bad.value.name == one.name


GOOD: dict[str, Any] = {"name": "pace", "label": "Pace", "kind": "number", "text": "How fast.", "least": 1, "most": 9}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name": "speed"}, "'speed' is not an option"), ({"kind": "colour"}, "kind: must be one of"),
        ({"values": [{"label": "x"}]}, "a number needs least and most, a pick needs values"),
        ({"most": 1}, "a number needs least and most"), ({"step": 1}, "step: unknown key"), ({"least": 6}, "the default 5"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_with_its_name_and_the_reason(change: dict[str, Any], reason: str) -> None:
    assert parse_option_specs({"choice": [GOOD]}, {"pace": 5}, "game/choices.toml")[0].most == 9
    with pytest.raises(BadData, match=reason) as bad:
        parse_option_specs({"choice": [GOOD | change]}, {"pace": 5}, "game/choices.toml")
    assert "game/choices.toml" in str(bad.value)
    with pytest.raises(BadData, match="the option grip is missing"):
        parse_option_specs({"choice": [GOOD]}, {"pace": 5, "grip": 1}, "game/choices.toml")
