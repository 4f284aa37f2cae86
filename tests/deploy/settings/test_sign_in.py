"""The settings of sign-in with accounts of other sites."""

import pytest

from deploy.settings.sign_in import build_providers


@pytest.mark.parametrize(
    ("names", "variables", "sentence"),
    [
        (["discord"], {}, "set SIGN_IN_DISCORD_ID"),
        (["discord"], {"SIGN_IN_DISCORD_ID": "1"}, "set SIGN_IN_DISCORD_SECRET"),
        (["club"], {"SIGN_IN_CLUB_ID": "1", "SIGN_IN_CLUB_SECRET": "2"}, "set SIGN_IN_CLUB_URL"),
        (["lichess", "lichess"], {"SIGN_IN_LICHESS_ID": "1"}, "listed once"),
        (["The Club"], {}, "lowercase"),
        (["new"], {}, "listed once"),
    ],
)
def test_a_setting_that_is_missing_is_named(names: list[str], variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(SystemExit, match=sentence):
        build_providers(names, variables)
