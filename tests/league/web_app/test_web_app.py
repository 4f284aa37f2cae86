import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db


def test_the_manifest_has_what_browsers_need_and_its_icons_have_their_sizes(client: Client) -> None:
    answer = client.get("/app.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    made = answer.json()
    assert (made["display"], made["start_url"], made["scope"]) == ("standalone", "/", "/")
    assert {icon["purpose"] for icon in made["icons"]} == {"any", "maskable"}
    for icon in made["icons"]:
        path = finders.find(f"site/icons/{icon['src'].rpartition('/')[2]}")
        assert f"{Image.open(str(path)).width}x{Image.open(str(path)).height}" == icon["sizes"]
    assert all(client.get(shortcut["url"]).status_code in (200, 302) for shortcut in made["shortcuts"])


@pytest.mark.usefixtures("german")
def test_the_service_worker_speaks_the_readers_language(client: Client) -> None:
    script = client.get("/sw.js", headers={"accept-language": "de"})
    assert script.headers["Content-Type"].startswith("text/javascript")
    site = json.loads(script.content.decode().partition("\n")[0].removeprefix("const SITE = ").rstrip(";"))
    assert site["text"] == "Du hast eine neue Benachrichtigung."
    english = client.get("/sw.js").content.decode()
    assert site["version"] not in english
    assert all(client.get(path).status_code == 200 for path in (site["offline"], *site["styles"], site["icon"], site["badge"]))


def test_the_stored_page_says_nothing_about_its_reader(client: Client) -> None:
    before = client.get("/offline/").content
    client.force_login(PlayerFactory(username="ada"))
    assert client.get("/offline/").content == before
    assert b"csrf" not in before
