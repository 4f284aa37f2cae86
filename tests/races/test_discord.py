"""Races for a code that links a Discord user, on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest

from league.discord.actions import create_code, link_user
from league.discord.models import DiscordLink
from tests.factories import NOON, PlayerFactory
from tests.league.test_races import codes
from tests.races.test_matches import race

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_of_several_users_with_one_code_and_of_several_codes_of_one_user_one_links() -> None:
    ada, others = PlayerFactory(), PlayerFactory.create_batch(3)
    code = create_code(player_id=ada.pk, at=NOON)
    results = race(*(partial(link_user, code=code, user_id=str(n), name="x", at=NOON) for n in range(3)))
    assert codes(results) == ["bad-code"] * 2
    assert DiscordLink.objects.filter(player=ada).count() == 1
    given = [create_code(player_id=player.pk, at=NOON) for player in others]
    results = race(*(partial(link_user, code=one, user_id="9", name="x", at=NOON) for one in given))
    assert codes(results) == ["already-linked"] * 2
    assert DiscordLink.objects.filter(user_id="9").count() == 1
