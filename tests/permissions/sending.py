"""What is sent to each endpoint: which object its address names, and a body that the right person would be thanked for.

Objects are attributes of the world, words after `=` are sent as they stand. An endpoint may have several variants, as in
`POST franchise-deed:rename`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.http import urlsafe_base64_encode as packed

from league.gamers.files import EXAMPLES, to_toml
from league.notifications.push.encryption import encode_point
from league.puzzles.queries.puzzle_sets import load_set
from tests.factories import GAME, PASSWORD
from tests.league.result_reports.reporting import picture
from tests.permissions.addresses import PARAMETER, Address
from tests.permissions.world import HOUR, World

Body = Callable[[World], Mapping[str, Any]]

PUZZLE = next(iter(load_set(GAME).puzzles.values()))
USUAL = {
    "slug": "league", "season_id": "season", "event_id": "event", "match_id": "match", "draft_id": "draft",
    "franchise_id": "team", "contract_id": "contract", "trade_id": "received", "claim_id": "bid", "window_id": "window",
    "gamer_id": "free", "own_gamer_id": "gamer", "pairing_id": "pairing", "entrant_id": "entrant", "message_id": "message",
    "call_id": "call", "token_id": "token", "uid": "hook", "id": "hook", "delivery": "delivery", "username": "player",
    "other": "owner", "key": f"={GAME}", "number": "=1", "stage": "=1", "kind": "=csv", "what": "=standings",
    "action": "=say", "token": "link", "uidb64": "=MQ", "name": "=field-tactics-base.svg", "language": "=de", "part": "=site",
    "fingerprint": "=0", "task": "=play-a-match", "set_up_id": "set_up", "title_id": "title", "own_title_id": "own_title",
    "report_id": "report_asked", "provider_id": "=club", "team_id": "own_side", "passkey_id": "passkey",
    "puzzle": f"={PUZZLE.id}",
}  # fmt: skip
"""What a parameter names where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Sent:
    objects: Mapping[str, str] = field(default_factory=dict)
    body: Body | None = None
    query: Body | None = None


def request(name: str, address: Address, world: World, instead: Mapping[str, Any] | None = None) -> tuple[str, str, Any]:
    """Method, path and body of an endpoint or variant, at the world's objects; `instead` names others by parameter."""
    sent = SENDING.get(name, Sent())
    named = {**USUAL, **sent.objects}

    def value(name: str) -> str:
        if instead and name in instead:
            return str(instead[name])
        text = named[name]
        return text[1:] if text.startswith("=") else _shown(name, getattr(world, text))

    path = "/" + PARAMETER.sub(lambda found: value(found[1]), address.path)
    query = f"?{urlencode(sent.query(world))}" if sent.query else ""
    return address.method, path + query, sent.body(world) if sent.body else None


def _shown(name: str, thing: Any) -> str:
    if name == "slug":
        return str(thing.slug)
    return str(thing.username if name in ("username", "other") else getattr(thing, "pk", thing))


def _moments(world: World) -> dict[str, Any]:
    return {"opens_at": (world.at + 48 * HOUR).isoformat(), "closes_at": (world.at + 72 * HOUR).isoformat()}


def _days(world: World) -> dict[str, Any]:
    return {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-12-01", "why": "It is time."}


def _plain(**body: Any) -> Body:
    return lambda _: body


SEALED = {"season_id": "sealed", "claim_id": "bid"}
PLANNED = {"season_id": "planned", "franchise_id": "founded", "gamer_id": "pool_gamer"}
URL, WHY = "https://example.org/new", "It was asked for."
HOOK = _plain(url=URL, kinds=["match.closed"])
OWN_HOOK, LEAGUE_HOOK = {"uid": "hook", "id": "hook"}, {"uid": "league_hook", "id": "league_hook"}
HOOK_ENDPOINTS = (
    "GET hook", "POST hook", "GET api-hook", "PATCH api-hook", "DELETE api-hook", "POST hook-test", "POST api-hook-test",
    "POST hook-secret", "POST api-hook-secret", "POST hook-remove", "GET api-hook-deliveries",
)  # fmt: skip
DUEL: Body = lambda _: {"game": GAME, "seats": ["me", "anyone"]}  # noqa: E731
TO_TAKE = {"match_id": "offered"}
FORM = {
    "game": GAME, "players": "2", "seat_0": "me", "player_0": "", "seat_1": "anyone", "player_1": "", "random_seats": "on",
    "preset": "standard", "option_advantage": "0", "option_quiet_turn_limit": "100",
}  # fmt: skip
EVENT = {
    "name": "Autumn Cup", "game": GAME, "preset": "standard", "max_entrants": "8", "registration": "open",
    "seeding": "rating", "check_in_min": "0", "start_by_min": "10", "delay_s": "0", "round_gap_s": "60",
}  # fmt: skip
KEY = encode_point(ec.generate_private_key(ec.SECP256R1()).public_key())
BROWSER = {"key": packed(KEY), "secret": packed(b"sixteen bytes...")}
OVER = {"draft_id": "draft_over"}
DRAFT_PROOFS, DRAFT_RECAPS = ((f"draft-{of}-csv", f"draft-{of}-json", f"api-draft-{of}-csv") for of in ("proof", "recap"))
SWORD = _plain(name="Swords")
DEAL: Body = lambda w: {"give": [w.contract.pk], "take": [w.their_contract.pk]}  # noqa: E731
ASKED = {"event_id": "reported_asked", "pairing_id": "pairing_asked"}
UNREPORTED = {"event_id": "reported_unreported", "pairing_id": "pairing_unreported"}
OWN_REPORT, TIMED = {"report_id": "report_own"}, {"event_id": "timed", "pairing_id": "pairing_timed"}
RESULT = _plain(result="0-1")
DECISION = _plain(result="1/2-1/2", why=WHY)

SENDING: dict[str, Sent] = {
    "GET api-result-reports": Sent(ASKED),
    **dict.fromkeys(("GET pairing-report", "GET pairing-ruling"), Sent(ASKED)),
    **dict.fromkeys(("POST pairing-report", "POST api-pairing-reports"), Sent(UNREPORTED, RESULT)),
    **dict.fromkeys(("POST pairing-ruling", "POST api-pairing-ruling"), Sent(ASKED, DECISION)),
    "GET report-image": Sent({**OWN_REPORT, "key": "report_image"}),
    **dict.fromkeys(("POST report-confirm", "POST api-result-report-confirm"), Sent(body=_plain(revision=1))),
    **dict.fromkeys(("POST report-dispute", "POST api-result-report-dispute"), Sent(body=RESULT)),
    **dict.fromkeys(("POST report-withdraw", "POST api-result-report-withdraw"), Sent(OWN_REPORT)),
    "PUT api-result-report": Sent(OWN_REPORT, RESULT),
    "POST api-result-report-images": Sent(OWN_REPORT, lambda _: {"image": SimpleUploadedFile("a.png", picture())}),
    # Match times
    **dict.fromkeys(("GET pairing-time", "GET api-pairing-time"), Sent(TIMED)),
    "GET pairing-calendar": Sent({"event_id": "timed", "pairing_id": "pairing_known"}),
    "POST pairing-time": Sent(TIMED, lambda w: {"do": "accept", "slot": w.proposed.isoformat()}),
    "POST api-pairing-time-acceptance": Sent(TIMED, lambda w: {"slot": w.proposed.isoformat()}),
    "POST api-pairing-time-proposal": Sent(TIMED, lambda w: {"slots": [w.proposed.isoformat()]}),
    "DELETE api-pairing-time-proposal": Sent(TIMED),
    "POST availability": Sent(body=_plain(zone="Europe/Berlin", mon="18-22")),
    "POST availability-exceptions": Sent(body=lambda w: {"first": f"{w.at + 48 * HOUR:%Y-%m-%d}"}),
    "PUT api-availability": Sent(body=_plain(weekly={"mon": "18-22"})),
    # Events
    **dict.fromkeys(("GET teams", "GET team", "GET api-teams"), Sent({"event_id": "teams_event"})),
    **dict.fromkeys(
        ("POST team-do", "POST api-team-do"), Sent({"event_id": "teams_event", "action": "=rename"}, _plain(name="Otters"))
    ),
    **dict.fromkeys(("GET practice", "GET practice-board"), Sent({"key": "=zero-order"})),
    "GET event:public": Sent(),
    "GET api-event:public": Sent(),
    **dict.fromkeys(("GET event:draft", "GET api-event:draft"), Sent({"event_id": "hidden"})),
    **dict.fromkeys(("GET event-bracket", "GET api-bracket"), Sent({"event_id": "cup"})),
    "GET event-cross": Sent({"event_id": "table"}),
    **dict.fromkeys(("GET event-figure", "GET api-figure"), Sent({"key": "figure"})),
    **dict.fromkeys(("GET event-forecast", "GET api-dry-run"), Sent({"event_id": "open"})),
    "GET api-arena": Sent({"event_id": "arena"}),
    **dict.fromkeys(("GET api-ladder", "POST event-end"), Sent({"event_id": "ladder"})),
    **dict.fromkeys(("GET claim", "POST claim"), Sent({"token": "claim_token"})),
    "POST event-new": Sent(body=_plain(**EVENT)),
    "POST api-events": Sent(body=_plain(name="Autumn Cup", game=GAME)),
    **dict.fromkeys(("POST event-join", "POST api-event-join"), Sent({"event_id": "open"})),
    **dict.fromkeys(("POST event-leave", "POST api-event-leave"), Sent({"event_id": "open"})),
    **dict.fromkeys(("POST event-check-in", "POST api-check-in"), Sent({"event_id": "checking"})),
    **dict.fromkeys(
        ("POST event-place-accept", "POST event-place-decline", "POST api-place-accept", "POST api-place-decline"),
        Sent({"event_id": "waited"}),
    ),
    **dict.fromkeys(("POST event-start", "POST api-event-start", "POST event-add-bot", "POST event-cancel"),
                    Sent({"event_id": "open"}, _plain(kind="level-1"))),
    "POST event-enter-franchises": Sent({"event_id": "played"}),
    **dict.fromkeys(("POST arena-pause", "POST arena-come-back", "POST api-arena-pause", "POST api-arena-come-back"),
                    Sent({"event_id": "arena"})),
    **dict.fromkeys(("POST ladder-challenge", "POST api-ladder"),
                    Sent({"event_id": "ladder"}, lambda w: {"entrant_id": w.above})),
    **dict.fromkeys(("POST ladder-accept", "POST ladder-decline", "POST api-ladder-accept", "POST api-ladder-decline"),
                    Sent({"event_id": "ladder", "number": "dare"})),
    # The console
    "POST manage-do": Sent({"key": "=say"}, _plain(text="Hello.")),
    "GET round-sheet": Sent({"number": "=1", "sheet": "=pairings"}),
    "POST manage-do:remove-result": Sent({"key": "=remove-result"}),
    "POST api-manage-do:remove-result": Sent({"action": "=remove-result"}),
    "POST api-manage-do": Sent({"action": "=say"}, _plain(text="Hello.")),
    "POST manage-file": Sent({"event_id": "open"}, _plain(rows="username\nmember\n")),
    **dict.fromkeys(("POST manage-report", "POST manage-ratings", "POST manage-settings"), Sent({"event_id": "open"})),
    "POST api-manage-import": Sent({"event_id": "open"}, _plain(rows="username\nmember\n")),
    "PATCH api-manage-plan": Sent({"event_id": "open"}, _plain(about="Bring tea.")),
    "POST manage-order": Sent({"event_id": "open"}, lambda w: {"entrant_ids": w.entrants_of(w.open)}),
    "POST manage-enter": Sent({}, _plain(number="1")),
    # Leagues
    "POST league-new": Sent(body=_plain(name="Western League", slug="western")),
    "POST api-leagues": Sent(body=_plain(name="Western League")),
    "POST league-edit": Sent(body=_plain(name="Northern", about="", ban_length="1", ban_unit="days")),
    "PATCH api-league": Sent(body=_plain(about="Ours.")),
    **dict.fromkeys(("POST league-staff", "POST api-league-staff"), Sent(body=_plain(player="member", role="referee"))),
    **dict.fromkeys(("POST staff-role", "PATCH api-league-member"),
                    Sent({"username": "referee"}, _plain(role="organiser", why=WHY))),
    **dict.fromkeys(("POST staff-remove", "DELETE api-league-member"),
                    Sent({"username": "referee"}, _plain(why=WHY), _plain(why=WHY))),
    **dict.fromkeys(("POST season-new", "POST api-seasons"), Sent(body=_days)),
    "POST season-edit": Sent({"season_id": "planned"}, _days),
    "PATCH api-season": Sent({"season_id": "planned"}, _plain(name="Autumn")),
    **dict.fromkeys(("POST title-new", "POST title-edit"), Sent(body=_plain(
        name="Go", outcome="win", least_sides="2", most_sides="2", rated="1", colour="#5b6ee1", icon="star",
    ))),
    "POST own-title-edit": Sent(body=_plain(name="Go", rated="1", colour="#5b6ee1", icon="star")),
    **dict.fromkeys(("POST api-titles", "PATCH api-title"), Sent(body=_plain(name="Go"))),
    **dict.fromkeys(("POST season-archive", "POST season-open", "POST api-season-terms"), Sent({"season_id": "bare"})),
    "POST api-puzzle-attempts": Sent(body=_plain(move=PUZZLE.answer)),
    "PUT api-set-ups": Sent(body=_plain(game="zero-order", name="Basics", text="team DE PU TO TW FR SW")),
    "POST follow": Sent(body=_plain(do="follow")),
    **dict.fromkeys(("POST league-report", "POST report"), Sent(body=_plain(do="keep"))),
    **dict.fromkeys(("POST api-league-report", "POST api-report"), Sent(body=_plain(decision="keep"))),
    # Seasons
    "POST season-terms-edit": Sent({"season_id": "planned"}),
    "PATCH api-season-terms": Sent({"season_id": "planned"}, _plain(cap=50)),
    **dict.fromkeys(("POST season-phase", "POST api-season-phase"), Sent({"season_id": "planned"}, _plain(to="draft"))),
    **dict.fromkeys(("POST season-carry", "POST api-season-carry"),
                    Sent({"season_id": "planned"}, lambda w: {"source_id": w.season.pk})),
    **dict.fromkeys(("POST window-new", "POST api-season-windows"),
                    Sent({"season_id": "planned"}, lambda w: {"kind": "trades", **_moments(w)})),
    **dict.fromkeys(("POST window-remove", "DELETE api-season-window"), Sent({"season_id": "planned"})),
    "POST season-pool": Sent({"season_id": "planned"}, _plain(do="fill", default="on")),
    "POST api-season-pool": Sent({"season_id": "planned"}, _plain(own=True)),
    "PATCH api-season-pool-gamer": Sent(PLANNED, _plain(salary=3)),
    **dict.fromkeys(("DELETE api-season-pool-gamer", "DELETE api-franchise"), Sent(PLANNED)),
    **dict.fromkeys(("POST season-franchises:own", "POST api-franchises:own"), Sent({"season_id": "planned"}, SWORD)),
    **dict.fromkeys(("POST season-franchises:for-others", "POST api-franchises:for-others"),
                    Sent({"season_id": "planned"}, _plain(name="Swords", owner="member"))),
    "POST franchise-deed:rename": Sent({**PLANNED, "key": "=rename"}, _plain(name="Robins")),
    "POST franchise-deed:hand-over": Sent({**PLANNED, "key": "=hand-over"}, _plain(owner="member", why=WHY)),
    "POST franchise-deed:remove": Sent({**PLANNED, "key": "=remove"}),
    "POST franchise-deed:grant": Sent({"key": "=grant"}, _plain(amount="3", why=WHY, key="k")),
    "POST franchise-deed:fine": Sent({"key": "=fine"}, _plain(amount="3", why=WHY, key="k")),
    "POST franchise-deed:sign": Sent({"key": "=sign"}, lambda w: {"gamer_id": str(w.free.pk), "why": WHY}),
    "POST franchise-deed:release": Sent({"key": "=release"}, lambda w: {"contract": str(w.contract.pk), "why": WHY}),
    "PATCH api-franchise:rename": Sent(PLANNED, _plain(name="Robins")),
    "PATCH api-franchise:hand-over": Sent(PLANNED, _plain(owner="member", why=WHY)),
    "POST api-franchise-money": Sent(body=_plain(kind="grant", amount=3, why=WHY)),
    "POST api-franchise-sign": Sent(body=lambda w: {"gamer_id": w.free.pk, "why": WHY}),
    "POST api-contract-release:own": Sent(body=_plain(why=WHY)),
    "POST api-contract-release:undo": Sent(body=_plain(undo=True, why=WHY)),
    "POST trade-new": Sent(body=DEAL, query=lambda w: {"with": w.other_team.pk}),
    "POST api-trades": Sent(body=lambda w: {"partner_id": w.other_team.pk, **DEAL(w)}),
    **dict.fromkeys(("POST trade-counter", "POST api-trade-counter"), Sent(body=DEAL)),
    "GET trade:offered": Sent(),
    "GET api-trade:offered": Sent(),
    **dict.fromkeys(("GET trade:agreed", "GET api-trade:agreed"), Sent({"trade_id": "agreed"})),
    "POST trade-deed:accept": Sent({"key": "=accept"}),
    "POST trade-deed:decline": Sent({"key": "=decline"}),
    "POST trade-deed:withdraw": Sent({"key": "=withdraw", "trade_id": "sent"}),
    "POST trade-deed:veto": Sent({"key": "=veto", "trade_id": "agreed"}, _plain(why=WHY)),
    "POST api-trade-withdraw": Sent({"trade_id": "sent"}),
    "POST api-trade-veto": Sent({"trade_id": "agreed"}, _plain(why=WHY)),
    "POST bid-new": Sent(SEALED, _plain(bid="1"), lambda w: {"gamer_id": w.wanted_too.pk}),
    "GET bid-new": Sent(SEALED, query=lambda w: {"gamer_id": w.wanted_too.pk}),
    "POST api-bids": Sent(SEALED, lambda w: {"gamer_id": w.wanted_too.pk, "bid": 1}),
    **dict.fromkeys(("POST bid-withdraw", "DELETE api-bid", "GET api-bids", "GET bids"), Sent(SEALED)),
    **dict.fromkeys(("GET lineup", "POST lineup", "GET api-lineup", "PUT api-lineup", "DELETE api-lineup"),
                    Sent({"event_id": "played"}, lambda w: {"contract_ids": w.squad})),
    "POST season-awards": Sent(),
    "POST api-awards": Sent(body=_plain(amounts={})),
    # Gamers
    **dict.fromkeys(("GET gamer", "GET api-gamer"), Sent({"gamer_id": "free"})),
    "POST gamers-import": Sent(body=lambda _: {"text": to_toml([{**EXAMPLES[0], "handle": "Swan"}]), "import": "on"}),
    "POST api-gamers-import": Sent(body=lambda _: {"text": to_toml([{**EXAMPLES[0], "handle": "Swan"}])}),
    "POST gamers-remove": Sent(body=lambda w: {"own_gamer_id": str(w.gamer.pk)}),
    # Drafts
    "GET season-draft": Sent({"season_id": "drafting"}),
    **dict.fromkeys(("GET season-draft-new", "POST season-draft-new", "POST api-season-draft"),
                    Sent({"season_id": "without_draft"})),
    **dict.fromkeys(("GET season-draft-proof", "GET season-draft-recap", "GET api-season-draft-proof"),
                    Sent({"season_id": "drafting"})),
    "GET api-season-draft-recap": Sent({"season_id": "drafted"}),
    **dict.fromkeys(("POST drafts", "POST api-drafts"), Sent(body=_plain(kind="snake"))),
    "POST api-draft-acts:own": Sent(body=lambda w: {"act": {"is": "auto", "team": w.draft_team, "on": True}}),
    "POST api-draft-acts:direct": Sent(body=_plain(act={"is": "pause"}, why=WHY)),
    "POST api-draft-chat": Sent(body=_plain(text="Hello.")),
    "POST api-draft-chat-remove": Sent(body=lambda w: {"n": w.draft_said}),
    "POST api-draft-chat-report": Sent(body=lambda w: {"n": w.draft_said, "why": "An insult"}),
    "PUT api-draft-queue": Sent(body=_plain(cards=[])),
    "POST api-draft-start:of-season": Sent({"draft_id": "draft_to_come"}),
    "POST api-draft-cancel:of-season": Sent({"draft_id": "draft_to_come"}, _plain(why=WHY)),
    "POST api-draft-resume:of-season": Sent({"draft_id": "draft_to_come"}, _plain(why=WHY)),
    **dict.fromkeys(("POST api-draft-resume:mock", "POST api-draft-cancel:mock"), Sent({"draft_id": "mock"}, _plain(why=WHY))),
    "POST api-draft-start:mock": Sent({"draft_id": "mock"}),
    # Matches
    "POST api-submissions": Sent(body=_plain(turn=0, text="x", key="k")),
    "POST api-claim": Sent(body=_plain(seat=1)),
    "POST api-chat": Sent(body=_plain(room="players", text="Hello.")),
    "POST api-chat-mute": Sent(body=lambda w: {"player": w.others[0].username}),
    "POST api-chat-report": Sent(body=lambda w: {"room": "players", "n": w.said, "why": "An insult"}),
    "POST api-vacation": Sent(body=_plain(days=1)),
    **dict.fromkeys(("POST api-chance", "POST api-ready"), Sent({"match_id": "not_begun"}, _plain(nonce="mine"))),
    **dict.fromkeys(("GET api-conditional-moves", "PUT api-conditional-moves"), Sent(body=_plain(lines=[]))),
    "POST api-hint": Sent({"match_id": "lesson"}),
    "POST api-seat": Sent(TO_TAKE, _plain()),
    "POST match-plain": Sent(body=_plain(act="resign")),
    **dict.fromkeys((
        "GET api-replay", "GET api-record", "GET verify-match", "GET match-review", "GET match-review-fragment",
        "GET api-review", "POST match-review-ask", "POST api-review", "POST rematch", "POST api-rematch",
    ), Sent({"match_id": "alone"})),
    **dict.fromkeys(("POST api-calls", "POST match-referee"), Sent(body=_plain(text="He is slow."))),
    "POST language": Sent(body=_plain(language="en")),
    "POST verify": Sent(body=_plain(record="{}")),
    # The lobby
    "POST challenge-new": Sent(body=_plain(**FORM)),
    "POST api-challenges": Sent(body=DUEL),
    **dict.fromkeys(("POST challenge-accept", "POST api-challenge-accept"), Sent(TO_TAKE)),
    **dict.fromkeys(("POST challenge-cancel", "POST api-challenge-cancel"), Sent({"match_id": "own_offer"})),
    "POST challenge-links": Sent({"match_id": "own_offer"}, _plain(seat="1")),
    **dict.fromkeys(("GET api-challenge-links", "POST api-challenge-links", "DELETE api-challenge-links"),
                    Sent({"match_id": "own_offer"}, _plain(seat=1))),
    "POST queue-join": Sent(body=_plain(queue=f"{GAME} fast")),
    "POST api-queues": Sent(body=_plain(game=GAME, speed="fast")),
    "POST quick-play": Sent(body=_plain(game=GAME, bot="level-1", seats="2", side="0")),
    # The desk
    **dict.fromkeys(("POST desk-event", "POST api-desk-event"), Sent(body=_plain(do="hold", why=WHY))),
    **dict.fromkeys(("POST desk-match", "POST api-desk-rulings"), Sent(body=_plain(ruling="pause", why=WHY))),
    **dict.fromkeys(("POST desk-look", "POST api-desk-look"), Sent(body=_plain(why=WHY))),
    **dict.fromkeys(("POST desk-answer", "POST api-desk-answer"), Sent(body=_plain(text="Play on."))),
    "POST fair-play-evidence": Sent({"player_id": "player", "game": "=zero-day"}, _plain(why=WHY)),
    **dict.fromkeys(("GET desk-verify", "GET desk-result", "GET api-desk-result", "DELETE api-review"),
                    Sent({"match_id": "closed"})),
    "POST desk-result": Sent({"match_id": "closed"}, _plain(halves="0-2", why=WHY)),
    "POST api-desk-result": Sent({"match_id": "closed"}, _plain(halves=[0, 2], why=WHY)),
    # Accounts
    "POST sign-in": Sent(body=_plain(username="member", password=PASSWORD)),
    "POST sign-up": Sent(body=_plain(username="newcomer", password="a long way home", again="a long way home")),
    "POST profile-edit": Sent(body=_plain(display_name="Someone", about="")),
    "PATCH api-player": Sent(body=_plain(about="Plays.")),
    "POST email": Sent(body=_plain(email="new@example.org", password=PASSWORD)),
    **dict.fromkeys(("GET email-confirm", "POST email-confirm"), Sent({"token": "confirm"})),
    "POST password": Sent(body=_plain(password=PASSWORD, new="a long way home", again="a long way home")),
    **dict.fromkeys(("GET password-new", "POST password-new"), Sent({"token": "reset", "uidb64": "uidb64"})),
    "POST reset": Sent(body=_plain(email="player@example.org")),
    "POST second-factor-off": Sent(body=_plain(password=PASSWORD)),
    **dict.fromkeys(("POST passkey-remove", "POST ways-in"), Sent(body=_plain(password=PASSWORD))),
    "POST second-factor-codes": Sent(body=_plain(password=PASSWORD)),
    "POST second-factor-new": Sent(body=_plain(code="000000")),
    **dict.fromkeys(("POST browser-end", "DELETE api-browser"), Sent({"uid": "browser", "id": "browser"})),
    "GET own-calendar": Sent({"key": "calendar"}),
    **dict.fromkeys(("POST account-export", "POST api-account-export"), Sent(body=_plain(password=PASSWORD))),
    **dict.fromkeys(("POST account-delete", "POST api-account-deletion"), Sent(body=_plain(password=PASSWORD))),
    "GET api-search": Sent(query=_plain(text="cup")),
    "POST tokens": Sent(body=_plain(name="program", scopes=["play"], days="7", password=PASSWORD)),
    # Notifications
    "POST notice-open": Sent({"uid": "notice"}),
    **dict.fromkeys(("POST browser-remove", "DELETE api-device"), Sent({"uid": "device", "id": "device"})),
    **dict.fromkeys(("GET notices-stop", "POST notices-stop"), Sent({"token": "stop"})),
    **dict.fromkeys(("PATCH api-notices-settings", "POST notices-choose"), Sent(body=_plain(zone="Europe/Berlin"))),
    "POST api-devices": Sent(body=_plain(endpoint="https://push.example.org/2", **BROWSER)),
    # Webhooks
    **dict.fromkeys(("POST hooks", "POST league-hooks", "POST api-hooks", "POST api-league-hooks"), Sent(body=HOOK)),
    **{f"{one}:{of}": Sent(named, HOOK if one in ("POST hook", "PATCH api-hook") else None)
       for of, named in (("own", OWN_HOOK), ("of-league", LEAGUE_HOOK)) for one in HOOK_ENDPOINTS},
    # Figures
    **dict.fromkeys(("GET player-stats-file", "GET api-player-stats-csv"), Sent({"table": "=form"})),
    **dict.fromkeys(("GET game-stats-file", "GET api-game-stats-csv"), Sent({"table": "=lengths"})),
    **dict.fromkeys(("GET event-stats-file", "GET api-event-stats-csv"),
                    Sent({"table": "=lengths", "event_id": "table"})),
    "GET api-ranks": Sent(query=_plain(pool=GAME)),
    "GET compare": Sent(query=_plain(**{"with": "owner"})),
    **dict.fromkeys(("GET season-file", "GET api-season-stats-csv"), Sent({"table": "=payroll"})),
    **{f"GET {name}": Sent({"table": "=order", **OVER}) for name in DRAFT_PROOFS},
    **{f"GET {name}": Sent({"table": "=grades", **OVER}) for name in DRAFT_RECAPS},
    **dict.fromkeys(("GET draft-recap", "GET api-draft-recap"), Sent(OVER)),
    "GET rating-pool": Sent({"key": f"={GAME}"}),
}  # fmt: skip
