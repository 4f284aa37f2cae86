"""A title that is deleted while an event is created in it, on PostgreSQL."""

from functools import partial

import pytest

from league.events.models import Event
from league.titles.actions import delete_title, find_or_create_own_title
from league.titles.models import Title
from matches.errors import ActionError
from tests.factories import NOON, PlayerFactory, TitleFactory, event, organiser_of
from tests.races.test_matches import race
from tests.thorough import WHOLE

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("_attempt", range(5 if WHOLE else 2))
def test_either_the_event_is_created_or_the_title_is_deleted(_attempt: int) -> None:
    title = TitleFactory()
    by = organiser_of(title.league)
    delete = partial(delete_title, league_id=title.league_id, title_id=title.pk, by=by, at=NOON)
    create = partial(event, organiser=title.league.staff.get().player, league=title.league_id, game=title.key)
    results = race(delete, create)
    refused = [result.code for result in results if isinstance(result, ActionError)]
    assert refused in (["title-in-use"], ["unknown-game"]), results
    assert Event.objects.count() == Title.objects.count() == (refused == ["title-in-use"])


def test_an_organisers_title_is_created_once() -> None:
    player = PlayerFactory()
    race(*[partial(find_or_create_own_title, by=player.pk, name="Chess", at=NOON)] * 4)
    assert Title.objects.filter(owner=player).count() == 1
