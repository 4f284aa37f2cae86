import csv
import io
from typing import Any

import pytest
from django.test import Client

from league.gamers.models import SeasonGamer
from league.leagues.models import League, Season
from league.people.models import Player
from league.seasons.models import Contract, Franchise, MarketWindow, Payment, SeasonSettings
from tests.factories import NOON, PlayerFactory, franchise, rounds_with_window, season
from tests.league.seasons.test_franchises import by_salary

pytestmark = pytest.mark.django_db
DAYS = {"name": "Spring", "starts_on": "2026-03-01", "ends_on": "2026-05-31"}


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200, url
    return answer.content.decode()


def says(client: Client, url: str, **given: Any) -> str:
    return client.post(url, given, follow=True).content.decode()


def test_a_season_is_opened_filled_founded_and_led_to_its_draft_by_pages(client: Client, olivia: Player, north: League) -> None:
    client.force_login(olivia)
    client.post("/leagues/north/seasons/new/", DAYS)
    made = Season.objects.get()
    base = f"/leagues/north/seasons/{made.pk}/"
    assert "Enable franchises" in text(client, base)
    assert "This season doesn't use franchises" in text(client, f"{base}terms/")
    assert client.get(f"{base}franchises/").status_code == 404
    shown = says(client, f"{base}open/")
    for part in (
        "Advance to: draft", "At least two franchises are needed", "the pool has 0", "Salary cap", "No windows planned",
    ):  # fmt: skip
        assert part in shown
    assert "This season has no Gamers yet" in text(client, f"{base}free-agents/")
    assert "Gamers added: 40." in says(client, f"{base}pool/", fill="1", default="on")
    row = SeasonGamer.objects.get(gamer__handle="Panzord")
    assert "Salaries changed: 1." in says(client, f"{base}pool/", **{f"salary-{row.pk}": "7"})
    assert "whole number from 1" in says(client, f"{base}pool/", **{f"salary-{row.pk}": "-7"})
    form = client.get(f"{base}terms/edit/").context["form"]
    given = {
        name: field.initial for name, field in form.fields.items() if field.initial is not None and field.initial is not False
    }
    assert "Saved." in says(client, f"{base}terms/edit/", **given | {"cap": 50, "genres_FPS": 1})
    assert "minimum roster size (6)" in says(client, f"{base}terms/edit/", **given | {"roster_min": 6, "roster_max": 5})
    assert SeasonSettings.objects.get().genres == {"FPS": 1}
    assert "Create the first one below" in text(client, f"{base}franchises/")
    shown = says(client, f"{base}franchises/", name="Foxes")
    for part in ("Franchise Foxes created.", "signing a Gamer costs the salary once"):
        assert part in shown
    assert "Player not found" in says(client, f"{base}franchises/", name="Jays", owner="nobody")
    assert "Franchise Rooks created." in says(client, f"{base}franchises/", name="Rooks", bot="level-5")
    assert "Select a valid choice" in says(client, f"{base}franchises/", name="Wrens", bot="clever")
    window = {"kind": "free-agency", "opens_at": "2026-03-01T12:00", "closes_at": "2026-03-02T12:00"}
    assert "Window added" in says(client, f"{base}windows/", **window)
    assert "must close after it opens" in says(client, f"{base}windows/", **window | {"closes_at": "2026-03-01T10:00"})
    assert "receives its starting budget" in text(client, f"{base}terms/")
    assert "Free agency" in says(client, f"{base}phase/", to="draft")
    assert set(Franchise.objects.values_list("balance", flat=True)) == {40}
    assert "Rooks has 4 spots to fill" in text(client, f"{base}terms/")
    client.post(f"{base}windows/{MarketWindow.objects.get().pk}/remove/")
    assert not MarketWindow.objects.exists()


def test_an_owner_signs_and_releases_and_others_see_it(client: Client, north: League) -> None:
    made = season(north)
    ada: Player = PlayerFactory(username="ada")
    foxes = franchise(made, ada, "Foxes")
    base = f"/leagues/north/seasons/{made.pk}/"
    rounds_with_window(made)
    assert "Sign</button>" not in text(client, f"{base}free-agents/")
    client.force_login(ada)
    assert text(client, f"{base}free-agents/").count("Sign</button>") == 40
    assert 0 < text(client, f"{base}free-agents/?genre=FPS").count("Sign</button>") < 40
    gamer = by_salary(made, dearest=True)[0]
    franchise_url = f"{base}franchises/{foxes.pk}/"
    assert "Gamer signed." in says(client, f"{franchise_url}sign/", gamer_id=gamer.pk)
    shown = says(client, f"{franchise_url}sign/", gamer_id=gamer.pk)
    for part in (
        "is under contract", gamer.gamer.handle, f"{gamer.salary} of 40", "needs 3 more", "Release…", "Signed as a free agent",
    ):  # fmt: skip
        assert part in shown
    shown = says(client, f"{franchise_url}release/", contract=Contract.objects.get().pk)
    for part in ("Gamer released.", "Past contracts", "including 5 dead cap"):
        assert part in shown
    assert "Only an organiser" in says(client, f"{franchise_url}grant/", amount="5", why="me")
    assert client.post(f"{franchise_url}sign/", {"gamer_id": "x"}, follow=True).status_code == 200
    part = client.get(f"{base}franchises/", headers={"HX-Request": "true"}).content.decode()
    assert ("Foxes" in part, "are not paid from the franchise's money" in part, "<html" in part) == (True, True, False)


def test_organisers_grant_fine_rename_hand_over_and_remove_by_buttons(client: Client, olivia: Player, north: League) -> None:
    made = season(north)
    foxes, wolves = franchise(made, name="Foxes"), franchise(made, name="Wolves")
    client.force_login(olivia)
    base = f"/leagues/north/seasons/{made.pk}/franchises/"
    PlayerFactory(username="ben")
    grant = {"amount": "9", "why": "fair play", "key": "a"}
    for deed, given, said in (
        ("grant", grant, "Grant paid."), ("grant", grant, ""), ("fine", {"amount": "4", "why": "late"}, "Fine charged."),
        ("fine", {"amount": "6", "why": "late"}, "but the franchise has 5"), ("fine", {"amount": "1"}, "Enter a reason"),
        ("rename", {"name": "Red Foxes"}, "Franchise renamed."), ("remove", {}, "entries in the ledger"),
        ("hand-over", {"owner": "ben", "why": "away"}, "Ownership transferred."),
    ):  # fmt: skip
        assert said in says(client, f"{base}{foxes.pk}/{deed}/", **given)
    assert client.post(f"{base}{foxes.pk}/sell/").status_code == 404
    client.post(f"{base}{wolves.pk}/remove/")
    assert list(Franchise.objects.values_list("name", "owner__username")) == [("Red Foxes", "ben")]


def test_the_ledger_is_filtered_paged_and_exported_and_lists_take_few_queries(
    client: Client, north: League, django_assert_num_queries: Any
) -> None:
    made = season(north)
    foxes, wolves = franchise(made, name="Foxes"), franchise(made, name="Wolves")
    base = f"/leagues/north/seasons/{made.pk}/ledger"
    assert "No payments yet" in text(client, f"{base}/")
    Payment.objects.bulk_create(
        Payment(
            season=made, payee=wolves if number == 30 else foxes, amount=1, kind="grant", key=str(number), at=NOON,
            why=f"=gift {number}",
        )
        for number in range(60)
    )  # fmt: skip
    with django_assert_num_queries(5):
        shown = text(client, f"{base}/")
    with django_assert_num_queries(4):
        client.get(f"/leagues/north/seasons/{made.pk}/franchises/")
    assert ("gift 59" in shown, "gift 9<" in shown) == (True, False)
    before = Payment.objects.order_by("-pk")[49].pk
    assert "gift 9<" in text(client, f"{base}/?before={before}")
    assert "gift 30" in text(client, f"{base}/?franchise={wolves.pk}&kind=grant")
    assert "Nothing found" in text(client, f"{base}/?kind=fine")
    rows = list(csv.DictReader(io.StringIO(client.get(f"{base}.csv?franchise={wolves.pk}").content.decode())))
    assert [(row["from"], row["to"], row["why"]) for row in rows] == [("the league's bank", "Wolves", "'=gift 30")]
    assert len(client.get(f"{base}.json").json()) == 60
    for bad in ("?kind=theft", "?franchise=0"):
        assert [client.get(f"{base}{of}{bad}").status_code for of in ("/", ".csv")] == [422, 404]
    assert client.get(f"{base}/?before=x").status_code == 404


def test_faults_of_the_ledger_are_told_to_site_admins_alone(client: Client, olivia: Player, north: League) -> None:
    made = season(north)
    SeasonSettings.objects.update(faults=["Foxes has a balance of 7."], checked_at=NOON)
    base = f"/leagues/north/seasons/{made.pk}/"
    for who in (olivia, PlayerFactory(is_superuser=True)):
        client.force_login(who)
        assert ("Foxes has a balance of 7." in text(client, base)) is who.is_superuser
    for part in ("franchises/0/", "free-agents/?genre=RTS", "free-agents/?page=x"):
        assert client.get(base + part).status_code == 404
    assert client.get(f"/leagues/south/seasons/{made.pk}/terms/").status_code == 404


def test_the_api_runs_a_season(client: Client, olivia: Player, north: League) -> None:
    client.force_login(olivia)
    made = season(north, pool=False)
    later = client.post("/api/v1/leagues/north/seasons/", {**DAYS, "name": "Summer"}, content_type="application/json")
    summer = next(one["season_id"] for one in later.json()["seasons"] if one["name"] == "Summer")
    PlayerFactory(username="ada")

    def send(method: str, url: str, of: int = made.pk, **given: Any) -> Any:
        address = f"/api/v1/leagues/north/seasons/{of}/{url}"
        answer = getattr(client, method)(address, given, content_type="application/json")
        assert answer.status_code in (200, 201), answer.json()
        return answer.json()

    assert len(send("post", "pool/", default=True)["gamers"]) == 40
    gamers = client.get(f"/api/v1/leagues/north/seasons/{made.pk}/pool/").json()["gamers"]
    changed = send("patch", f"pool/{gamers[0]['gamer_id']}/", salary=77)["gamers"][0]
    assert (changed["gamer_id"], changed["salary"], changed["usual"]) == (gamers[0]["gamer_id"], 77, gamers[0]["salary"])
    assert len(send("delete", f"pool/{gamers[0]['gamer_id']}/")["gamers"]) == 39
    assert send("patch", "terms/", cap=50, genres={"FPS": 1})["terms"]["genres"] == {"FPS": 1}
    first = send("post", "franchises/", name="Foxes")["line"]["franchise_id"]
    second = send("post", "franchises/", name="Wolves", owner="ada")["line"]["franchise_id"]
    assert send("patch", f"franchises/{second}/", name="Grey Wolves")["line"]["name"] == "Grey Wolves"
    assert send("post", "phase/", to="draft")["phase"] == "draft"
    SeasonSettings.objects.filter(pk=made.pk).update(phase="rounds", contract_seasons=2)
    moments = {"opens_at": "2026-03-01T11:00:00Z", "closes_at": "2026-03-02T11:00:00Z"}
    assert send("post", "windows/", kind="free-agency", **moments)["windows"][0]["open"]
    free = client.get(f"/api/v1/leagues/north/seasons/{made.pk}/free-agents/").json()["gamers"]
    page = send("post", f"franchises/{first}/sign/", gamer_id=free[-1]["gamer_id"])
    assert page["line"]["held"] == 1
    assert send("post", f"contracts/{page['roster'][0]['contract_id']}/release/")["history"][0]["ending"] == "Released"
    send("post", f"franchises/{first}/sign/", gamer_id=free[-2]["gamer_id"])
    assert send("post", f"franchises/{second}/money/", kind="grant", amount=3, why="fair")["line"]["balance"] == 23
    books = client.get(f"/api/v1/leagues/north/seasons/{made.pk}/ledger/?limit=1&kind=purse").json()
    assert books["totals"] == {"issued": 43, "taken_back": 0, "held": 43}
    assert (len(books["payments"]), books["next"]) == (1, books["payments"][0]["payment_id"])
    SeasonSettings.objects.filter(pk=made.pk).update(phase="archive")
    came = send("post", "carry/", of=summer, source_id=made.pk, franchise_ids=[first])["franchises"]
    assert [(one["name"], one["balance"], one["held"]) for one in came] == [("Foxes", 20, 1)]


WRONG: list[tuple[str, str, Any, int, str]] = [
    ("patch", "terms/", {"colour": 1}, 400, "unknown-field"), ("patch", "terms/", [], 400, "malformed"),
    ("post", "terms/", {}, 400, "already-open"), ("post", "phase/", {"to": 5}, 400, "malformed"),
    ("post", "phase/", {"to": "draft"}, 400, "not-ready"),
    ("post", "windows/", {"kind": "trades", "opens_at": "soon", "closes_at": "x"}, 400, "malformed"),
    ("delete", "windows/9/", None, 404, "not-found"), ("post", "carry/", {"source_id": -1}, 400, "malformed"),
    ("post", "carry/", {"source_id": 1, "franchise_ids": "all"}, 400, "malformed"),
    ("post", "pool/", {"default": "yes"}, 400, "malformed"), ("patch", "pool/999999/", {"salary": 3}, 404, "not-found"),
    ("patch", "pool/999999/", {"salary": "3"}, 400, "malformed"), ("post", "franchises/", {}, 400, "missing-field"),
    ("get", "franchises/999999/", None, 404, "not-found"),
    ("patch", "franchises/999999/", {"name": "Foxes"}, 404, "not-found"), ("patch", "franchises/9/", {}, 400, "malformed"),
    ("post", "franchises/999999/money/", {"kind": "grant", "amount": -5, "why": "x"}, 400, "malformed"),
    ("post", "franchises/999999/money/", {"kind": "purse", "amount": 5, "why": "x"}, 400, "malformed"),
    ("post", "franchises/999999/money/", {"kind": "fine", "amount": 5, "why": "x"}, 404, "not-found"),
    ("post", "franchises/999999/sign/", {"gamer_id": 1}, 404, "not-found"),
    ("post", "contracts/999999/release/", {}, 404, "not-found"), ("get", "ledger/?kind=theft", None, 400, "bad-filter"),
    ("get", "ledger/?franchise_id=999999", None, 400, "bad-filter"), ("get", "ledger/?limit=0", None, 400, "malformed"),
]  # fmt: skip


def test_the_api_refuses_in_one_shape_and_changes_nothing(client: Client, olivia: Player, north: League) -> None:
    made = season(north)
    client.force_login(olivia)

    def kept() -> tuple[Any, ...]:
        return north.log.count(), Franchise.objects.count(), SeasonSettings.objects.values().get(), Payment.objects.count()

    before = kept()
    for method, url, given, status, code in WRONG:
        more = {} if given is None else {"data": given, "content_type": "application/json"}
        answer = getattr(client, method)(f"/api/v1/leagues/north/seasons/{made.pk}/{url}", **more)
        assert (answer.status_code, answer.json().get("code", "")) == (status, code), (url, given, answer.json())
    assert kept() == before
