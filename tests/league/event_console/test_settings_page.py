"""The page of an event's settings: stages, tie-breaks and options are edited before anything is saved."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from league.events.models import Event
from league.events.stage_plans import StagePlan
from league.formats.registry import ROUND_FORMATS
from tests.factories import PlayerFactory, event, started_event

pytestmark = pytest.mark.django_db


class Form(HTMLParser):
    """Reads what a browser would send of the form of settings, but for its button."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._inside, self._select, self._text = False, "", ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        self._inside |= given.get("id") == "settings"
        name, kind = given.get("name", ""), given.get("type", "")
        if not self._inside:
            return
        if tag == "input" and name and (kind != "checkbox" or "checked" in given):
            self.sent.setdefault(name, []).append(given.get("value", "on" if kind == "checkbox" else ""))
        elif tag == "textarea":
            self._text, self.sent[name] = name, [""]
        elif tag == "select":
            self._select = name
        elif tag == "option" and (self._select not in self.sent or "selected" in given):
            self.sent[self._select] = [given.get("value", "")]

    def handle_data(self, data: str) -> None:
        if self._text:
            self.sent[self._text][0] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside &= tag != "form"
        self._text = ""


class Editing:
    """Somebody at the page of settings."""

    def __init__(self, client: Client, made: Event) -> None:
        client.force_login(made.organiser)
        self.client, self.made, self.url = client, made, f"/events/{made.pk}/manage/settings/"
        self.page = client.get(self.url).content.decode()
        self.status = 200

    def press(self, do: str = "save", **changed: Any) -> Editing:
        sent = {**Form(self.page).sent, **changed, "do": do}
        answer = self.client.post(self.url, sent, follow=True)
        self.page, self.status = answer.content.decode(), answer.status_code
        self.made.refresh_from_db()
        return self

    def stages(self) -> list[tuple[str, int | None]]:
        return list(self.made.stages.values_list("format", "takes"))


@pytest.fixture
def editing(client: Client) -> Editing:
    return Editing(client, event(name="Spring Cup", format="swiss", settings={"rounds": 4}))


def test_saving_the_page_as_it_is_changes_nothing(editing: Editing) -> None:
    before = Event.objects.values().get()
    assert "Saved." in editing.press().page
    assert Event.objects.values().get() == before
    assert editing.made.stages.get().settings == {
        "rounds": 4, "first_side": "w", "acceleration": "none", "points": "standard", "clubs_apart": False
    }  # fmt: skip


def test_an_older_page_replaces_newer_settings_only_when_saved_again(editing: Editing) -> None:
    newer = Editing(editing.client, editing.made).press(name="Summer Cup")
    editing.press(about="Bring a board.")
    assert (editing.status, editing.made.name, editing.made.about) == (422, "Summer Cup", "")
    assert f"{editing.made.organiser} changed these settings after you opened the page: name" in editing.page
    assert newer.press(about="Bring a clock.").made.about == "Bring a clock."
    assert "description" in editing.press().page
    editing.press()
    assert (editing.made.name, editing.made.about) == ("Spring Cup", "Bring a board.")


def test_every_format_can_be_chosen_and_shows_its_settings_before_it_is_saved(editing: Editing) -> None:
    for key, format in ROUND_FORMATS.items():
        editing.press("show", **{"stage1-format": key})
        for field in format.fields:
            assert f'name="stage1-setting_{field.key}"' in editing.page
    assert editing.stages() == [("swiss", None)]
    Editing(editing.client, editing.made).press("save", **{"stage1-format": "groups"})
    assert editing.stages() == [("swiss", None)], "nobody has seen its settings"
    editing.press("show", **{"stage1-format": "groups"}).press("save")
    assert editing.stages() == [("groups", None)]
    assert editing.made.stages.get().settings["groups"] == 2


def test_stages_are_added_and_removed(editing: Editing) -> None:
    editing.press("add-stage").press("add-stage", **{"stage2-takes": "8"})
    assert editing.stages() == [("swiss", None)]
    editing.press("save", **{"stage2-takes": "8", "stage3-takes": "4"})
    assert editing.stages() == [("swiss", None), ("single-elimination", 8), ("single-elimination", 4)]
    editing.press("remove-stage:2").press("save")
    assert editing.stages() == [("swiss", None), ("single-elimination", 4)]
    editing.press("remove-stage:1").press("save")
    assert editing.stages() == [("single-elimination", None)]


def test_tie_breaks_are_added_moved_and_removed_and_options_follow_the_game(editing: Editing) -> None:
    for key in ("BH", "SB", "WIN"):
        editing.press("add:0", tie_add=key)
    editing.press("up:2").press("down:0")
    assert editing.made.tie_breaks == []
    editing.press()
    assert editing.made.tie_breaks == ["WIN", "BH", "SB"]
    editing.press("remove:1").press()
    assert editing.made.tie_breaks == ["WIN", "SB"]
    assert "The points of each opponent" in editing.page
    editing.press("save", game="order-and-chaos")
    assert editing.made.game == "field-tactics", "its options were not shown yet"
    editing.press("save")
    assert editing.made.game == "order-and-chaos"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"name": "x"}, "at least 3"), ({"max_entrants": "1"}, "greater than or equal"),
    ({"stage1-setting_rounds": "29"}, "rounds without meeting again"),
    ({"starts_at": "2001-01-01T00:00"}, "Choose a start time in the future."),
    ({"tie_breaks": ["KS"]}, "is only available if all entrants play each other"),
    ({"least_rating": "1800", "most_rating": "1500"}, "The minimum rating is higher than the maximum."),
    ({"preset": "forever"}, "valid choice"), ({"pool": "a/b"}, "followed by lowercase letters"),
]  # fmt: skip


def test_settings_that_cannot_be_come_back_with_a_sentence(editing: Editing) -> None:
    before, page = Event.objects.values().get(), editing.page
    for change, said in WRONG:
        editing.page = page
        editing.press("save", **change)
        assert (editing.status, said in editing.page) == (422, True), change
    for do in ("", "up:", "up:99", "remove-stage:9", "remove-stage:x", "add:0", "remove:77"):  # odd buttons do no harm
        editing.page = page
        assert editing.press(do).status == 200, do
    assert Event.objects.values().get() == before


def test_more_stages_than_there_may_be_are_not_added(editing: Editing) -> None:
    for _ in range(5):
        editing.press("add-stage")
    assert editing.page.count("<legend>Stage") == 5
    assert "Add stage" not in editing.page


def test_the_settings_of_a_started_event_stand(client: Client) -> None:
    editing = Editing(client, started_event())
    assert "these settings are locked" in editing.page
    editing.press("save", name="Another name")
    assert editing.made.name == "Spring Cup"
    assert "has started" in editing.page


def test_pairs_that_must_not_meet_survive_the_page(client: Client) -> None:
    made = event(*PlayerFactory.create_batch(6), format="swiss", settings={"rounds": 3})
    one, other = made.entrants.values_list("pk", flat=True)[:2]
    stage = made.stages.get()
    stage.settings = {**stage.settings, "forbidden": [[one, other]]}
    stage.save()
    Editing(client, made).press("save", about="New words")
    assert made.stages.get().settings["forbidden"] == [[one, other]]


def test_divisions_of_a_season_are_numbers_with_commas(client: Client) -> None:
    stages = (StagePlan("league", {"divisions": [8, 8]}),)
    editing = Editing(client, event(stages=stages, max_entrants=16))
    assert 'value="8, 8"' in editing.page
    editing.press("save", **{"stage1-setting_divisions": "10, 6"})
    assert editing.made.stages.get().settings["divisions"] == [10, 6]
    editing.press("save", **{"stage1-setting_divisions": "ten"})
    assert editing.status == 422
