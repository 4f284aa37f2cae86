"""Every operation of the API as a method. Made by make_client.py from docs/openapi.json: do not edit."""

from __future__ import annotations

from typing import Any, Literal

from docs.examples.league_zero import shapes
from docs.examples.league_zero.sending import Sender, part


class Client(Sender):
    def get_browsers(self) -> shapes.SignedIn:
        """Return your active sessions, the current one first. Tokens need the scope `account`.

        Needs the scope `account`.
        """
        answer: shapes.SignedIn = self.ask("GET", "/api/v1/account/browsers/")
        return answer

    def delete_browser(self, id: str) -> None:
        """End one of your sessions.

        Needs the scope `account`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/account/browsers/{part(id)}/")
        return answer

    def post_browsers_others(self) -> shapes.EndedBrowsers:
        """End all your other sessions; with a token, all sessions.

        Needs the scope `account`.
        """
        answer: shapes.EndedBrowsers = self.ask("POST", "/api/v1/account/browsers/others/")
        return answer

    def get_account_calendar(self) -> shapes.Calendar:
        """Return your secret calendar URL; empty if there is none. Tokens need the scope `account`.

        Needs the scope `account`.
        """
        answer: shapes.Calendar = self.ask("GET", "/api/v1/account/calendar/")
        return answer

    def post_account_calendar(self) -> shapes.Calendar:
        """Create a new calendar URL. The old one stops working.

        Needs the scope `account`.
        """
        answer: shapes.Calendar = self.ask("POST", "/api/v1/account/calendar/")
        return answer

    def delete_account_calendar(self) -> None:
        """Remove the calendar URL.

        Needs the scope `account`.
        """
        answer: None = self.ask("DELETE", "/api/v1/account/calendar/")
        return answer

    def get_account_deletion(self) -> shapes.AccountDeletion:
        """Preview the deletion of your account: what is removed, what is kept, and what blocks it.

        Needs the scope `account`.
        """
        answer: shapes.AccountDeletion = self.ask("GET", "/api/v1/account/deletion/")
        return answer

    def post_account_deletion(self, body: shapes.DeleteAccount) -> shapes.DeletedAccount:
        """Delete your account permanently. Needs your password, and a code if two-factor authentication is on.

        Needs the scope `account`.
        """
        answer: shapes.DeletedAccount = self.ask("POST", "/api/v1/account/deletion/", body=body)
        return answer

    def post_account_export(self, body: shapes.OwnerProof) -> str:
        """Export your data as a ZIP of JSON files, at most every 10 minutes.

        Needs your password, and a code if two-factor authentication is on.

        Needs the scope `account`.
        """
        answer: str = self.ask("POST", "/api/v1/account/export/", body=body)
        return answer

    def get_availability(self) -> shapes.OwnAvailability:
        """Return your time zone, the hours of each weekday in it, and exceptions.

        Needs the scope `account`.
        """
        answer: shapes.OwnAvailability = self.ask("GET", "/api/v1/availability/")
        return answer

    def put_availability(self, body: shapes.Availability) -> shapes.OwnAvailability:
        """Set the hours of each weekday. Without `zone` or `exceptions`, these stay.

        Needs the scope `account`.
        """
        answer: shapes.OwnAvailability = self.ask("PUT", "/api/v1/availability/", body=body)
        return answer

    def get_challenges(self) -> shapes.Lobby:
        """Open challenges, challenges to you, and your own.

        Needs the scope `read`.
        """
        answer: shapes.Lobby = self.ask("GET", "/api/v1/challenges/")
        return answer

    def post_challenges(self, body: shapes.Challenge) -> shapes.Opened:
        """Create a challenge. The match starts when all seats are taken; against bots, immediately.

        Needs the scope `play`.
        """
        answer: shapes.Opened = self.ask("POST", "/api/v1/challenges/", body=body)
        return answer

    def post_challenge_accept(self, match_id: int, body: shapes.Sit) -> shapes.Opened:
        """Take an open seat of a challenge, or the one reserved for you.

        Needs the scope `play`.
        """
        answer: shapes.Opened = self.ask("POST", f"/api/v1/challenges/{part(match_id)}/accept/", body=body)
        return answer

    def post_challenge_cancel(self, match_id: int, body: shapes.Decline) -> shapes.Opened:
        """Cancel or decline a challenge, or leave its seat.

        Needs the scope `play`.
        """
        answer: shapes.Opened = self.ask("POST", f"/api/v1/challenges/{part(match_id)}/cancel/", body=body)
        return answer

    def get_challenge_links(self, match_id: int) -> list[shapes.Link]:
        """Return the active invite links of your own challenge.

        Needs the scope `read`.
        """
        answer: list[shapes.Link] = self.ask("GET", f"/api/v1/challenges/{part(match_id)}/links/")
        return answer

    def post_challenge_links(self, match_id: int, body: shapes.LinkSeat) -> shapes.Link:
        """Create a new invite link to a seat. The previous link stops working.

        Needs the scope `play`.
        """
        answer: shapes.Link = self.ask("POST", f"/api/v1/challenges/{part(match_id)}/links/", body=body)
        return answer

    def delete_challenge_links(self, match_id: int) -> None:
        """Revoke the link to a seat.

        Needs the scope `play`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/challenges/{part(match_id)}/links/")
        return answer

    def get_desk(self) -> shapes.Desk:
        """Return the matches that need a referee now, most urgent first.

        Needs the scope `read`.
        """
        answer: shapes.Desk = self.ask("GET", "/api/v1/desk/")
        return answer

    def post_desk_answer(self, call_id: int, body: shapes.Sentence) -> shapes.AnsweredCall:
        """Answer a player's call.

        Needs the scope `organise`.
        """
        answer: shapes.AnsweredCall = self.ask("POST", f"/api/v1/desk/calls/{part(call_id)}/answer/", body=body)
        return answer

    def get_desk_event(self, event_id: int) -> dict[str, Any]:
        """Return unfinished matches of an event that you referee, and those paused together with the event.

        Needs the scope `read`.
        """
        answer: dict[str, Any] = self.ask("GET", f"/api/v1/desk/events/{part(event_id)}/")
        return answer

    def post_desk_event(self, event_id: int, body: shapes.Hold) -> dict[str, Any]:
        """Pause all matches of an event (`hold`), or resume those paused together (`go-on`), for one reason.

        `left` lists the matches that could not be paused or resumed, and why.

        Needs the scope `organise`.
        """
        answer: dict[str, Any] = self.ask("POST", f"/api/v1/desk/events/{part(event_id)}/", body=body)
        return answer

    def get_desk_match(self, match_id: int) -> shapes.JudgedCase:
        """Return a match that you referee, with the available rulings.

        Needs the scope `read`.
        """
        answer: shapes.JudgedCase = self.ask("GET", f"/api/v1/desk/matches/{part(match_id)}/")
        return answer

    def post_desk_look(self, match_id: int, body: shapes.Look) -> dict[str, Any]:
        """Reveal a running match's hidden information. This is logged, and players see the entry after the match.

        Needs the scope `organise`.
        """
        answer: dict[str, Any] = self.ask("POST", f"/api/v1/desk/matches/{part(match_id)}/look/", body=body)
        return answer

    def get_desk_result(
        self, match_id: int, *, halves: str | None = None, places: str | None = None, result: str | None = None
    ) -> shapes.PairingRuling:
        """Preview another result of the match's pairing: a `result` (1-0), or `places` at a larger table.

        Needs the scope `read`.
        """
        answer: shapes.PairingRuling = self.ask(
            "GET", f"/api/v1/desk/matches/{part(match_id)}/result/", {"halves": halves, "places": places, "result": result}
        )
        return answer

    def post_desk_result(self, match_id: int, body: shapes.PairingResult) -> shapes.DeskRuled:
        """Override the match's pairing: `result` or `places`, `why`, and ids of later pairings to `keep`.

        Needs the scope `organise`.
        """
        answer: shapes.DeskRuled = self.ask("POST", f"/api/v1/desk/matches/{part(match_id)}/result/", body=body)
        return answer

    def post_desk_rulings(self, match_id: int, body: shapes.Ruling) -> shapes.JudgedCase:
        """Rule on a match that you referee. The ruling and its reason are recorded in the game log.

        Needs the scope `organise`.
        """
        answer: shapes.JudgedCase = self.ask("POST", f"/api/v1/desk/matches/{part(match_id)}/rulings/", body=body)
        return answer

    def get_drafts(self) -> shapes.Drafts:
        """Return your mock drafts, the newest first.

        Needs the scope `read`.
        """
        answer: shapes.Drafts = self.ask("GET", "/api/v1/drafts/")
        return answer

    def post_drafts(self, body: shapes.MockDraft) -> shapes.Draft:
        """Create and start a mock draft against bots. No contracts are signed.

        Needs the scope `play`.
        """
        answer: shapes.Draft = self.ask("POST", "/api/v1/drafts/", body=body)
        return answer

    def get_draft(self, draft_id: int) -> shapes.Draft:
        """Return a draft with the information visible to you.

        Needs the scope `read`.
        """
        answer: shapes.Draft = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/")
        return answer

    def get_draft_acts(self, draft_id: int, *, after: int | None = None) -> shapes.Acts:
        """Return the actions after number `after`, without those hidden from you.

        Needs the scope `read`.
        """
        answer: shapes.Acts = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/acts/", {"after": after})
        return answer

    def post_draft_acts(self, draft_id: int, body: shapes.Act) -> shapes.Done:
        """Apply an action for your franchise (pick, bid, pass), or manage the draft as an organiser.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Done = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/acts/", body=body)
        return answer

    def post_draft_cancel(self, draft_id: int, body: shapes.Why) -> shapes.Draft:
        """Cancel a draft. No contracts are signed. A running season draft needs `why`.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Draft = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/cancel/", body=body)
        return answer

    def get_draft_chat(self, draft_id: int) -> shapes.DraftChat:
        """The newest messages. Follow the topic `draft-chat.{draft_id}` at `/stream` for new ones.

        Needs the scope `read`.
        """
        answer: shapes.DraftChat = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/chat/")
        return answer

    def post_draft_chat(self, draft_id: int, body: shapes.DraftSay) -> shapes.Done:
        """Send a chat message to everybody in the draft, as the owner of a franchise or an organiser.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Done = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/chat/", body=body)
        return answer

    def post_draft_chat_remove(self, draft_id: int, body: shapes.DraftRemove) -> shapes.Done:
        """Remove a chat message, as an organiser.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Done = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/chat/remove/", body=body)
        return answer

    def post_draft_chat_report(self, draft_id: int, body: shapes.DraftReport) -> shapes.Reported:
        """Report a chat message to the league's staff.

        Needs the scope `play`.
        """
        answer: shapes.Reported = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/chat/report/", body=body)
        return answer

    def post_draft_here(self, draft_id: int) -> shapes.Credited:
        """Report that you are connected. Time lost to a disconnection in your turn is credited back.

        Needs the scope `play`.
        """
        answer: shapes.Credited = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/here/")
        return answer

    def get_draft_proof(self, draft_id: int) -> shapes.Proof:
        """Return the hash of a draft's seed. Once the draft is over, also the seed and the verification of every draw.

        Needs the scope `read`.
        """
        answer: shapes.Proof = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/proof/")
        return answer

    def get_draft_proof_csv(self, draft_id: int, table: str) -> str:
        """A table of the draws of a draft as CSV.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/proof/{part(table)}.csv")
        return answer

    def put_draft_queue(self, draft_id: int, body: shapes.Queue) -> shapes.Queue:
        """Set the Gamers that autopick tries first for you. Only you can see them.

        Needs the scope `play`.
        """
        answer: shapes.Queue = self.ask("PUT", f"/api/v1/drafts/{part(draft_id)}/queue/", body=body)
        return answer

    def get_draft_recap(self, draft_id: int) -> shapes.Recap:
        """Return the recap of a finished draft: prices, grades, bargains, roster needs, budgets and every pick.

        Needs the scope `read`.
        """
        answer: shapes.Recap = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/recap/")
        return answer

    def get_draft_recap_csv(self, draft_id: int, table: str) -> str:
        """A table of a draft's recap as CSV.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/recap/{part(table)}.csv")
        return answer

    def get_draft_result(self, draft_id: int) -> shapes.Picks:
        """Return the picks that were not undone, with their prices.

        Needs the scope `read`.
        """
        answer: shapes.Picks = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/result/")
        return answer

    def get_draft_result_csv(self, draft_id: int) -> str:
        """The result of a draft as CSV.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/drafts/{part(draft_id)}/result.csv")
        return answer

    def post_draft_resume(self, draft_id: int, body: shapes.Why) -> shapes.Draft:
        """Resume a draft that is under review, as an organiser. A season draft needs `why`.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Draft = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/resume/", body=body)
        return answer

    def post_draft_start(self, draft_id: int) -> shapes.Draft:
        """Start a draft now, as an organiser.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Draft = self.ask("POST", f"/api/v1/drafts/{part(draft_id)}/start/")
        return answer

    def get_events(
        self,
        *,
        before: int | None = None,
        game: str | None = None,
        league: str | None = None,
        limit: int | None = None,
        season_id: int | None = None,
        status: Literal["draft", "registration", "check-in", "seeding", "running", "finished", "archived", "cancelled"]
        | None = None,
    ) -> shapes.Events:
        """List public events, newest first.

        Needs the scope `read`.
        """
        answer: shapes.Events = self.ask(
            "GET",
            "/api/v1/events/",
            {"before": before, "game": game, "league": league, "limit": limit, "season_id": season_id, "status": status},
        )
        return answer

    def post_events(self, body: shapes.NewEvent) -> shapes.EventsEventCard:
        """Create an event that you organise; omitted settings have defaults. With `draft`, only you can see it.

        `league` is the slug of a league that you organise. `names` enters players, of whom those without `@` need no
        account; `start` begins the first round.

        Needs the scope `organise`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", "/api/v1/events/", body=body)
        return answer

    def get_event(self, event_id: int) -> shapes.Event:
        """Return an event with its settings, entrants, rounds, pairings, matches and standings.

        Needs the scope `read`.
        """
        answer: shapes.Event = self.ask("GET", f"/api/v1/events/{part(event_id)}/")
        return answer

    def get_event_sheet(self, event_id: int, what: Literal["entrants", "pairings", "standings"]) -> str:
        """The standings, pairings or entrants of an event.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/events/{part(event_id)}/{part(what)}.csv")
        return answer

    def get_arena(self, event_id: int) -> shapes.Event_pagesArenaPanel:
        """Return an arena: its end, the numbers of playing and waiting players, and your own match.

        Needs the scope `read`.
        """
        answer: shapes.Event_pagesArenaPanel = self.ask("GET", f"/api/v1/events/{part(event_id)}/arena/")
        return answer

    def post_arena_come_back(self, event_id: int) -> shapes.Event_pagesArenaPanel:
        """Resume your pairing in an arena.

        Needs the scope `play`.
        """
        answer: shapes.Event_pagesArenaPanel = self.ask("POST", f"/api/v1/events/{part(event_id)}/arena/come-back/")
        return answer

    def post_arena_pause(self, event_id: int) -> shapes.Event_pagesArenaPanel:
        """Pause your pairing in an arena. A running match continues.

        Needs the scope `play`.
        """
        answer: shapes.Event_pagesArenaPanel = self.ask("POST", f"/api/v1/events/{part(event_id)}/arena/pause/")
        return answer

    def get_bracket(self, event_id: int, *, stage: int | None = None) -> dict[str, Any]:
        """Return the bracket of an elimination stage: each match with its position, sides, sources and result.

        Needs the scope `read`.
        """
        answer: dict[str, Any] = self.ask("GET", f"/api/v1/events/{part(event_id)}/bracket/", {"stage": stage})
        return answer

    def get_event_calendar(self, event_id: int) -> str:
        """The dates of an event as iCalendar.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/events/{part(event_id)}/calendar.ics")
        return answer

    def get_ladder(self, event_id: int) -> shapes.Event_pagesLadderPanel:
        """Return a ladder: its ranks from the top, which players you can challenge, and the open challenges.

        Needs the scope `read`.
        """
        answer: shapes.Event_pagesLadderPanel = self.ask("GET", f"/api/v1/events/{part(event_id)}/challenges/")
        return answer

    def post_ladder(self, event_id: int, body: shapes.LadderChallenge) -> shapes.Challenged:
        """Challenge a higher-ranked entrant of a ladder (`entrant_id`).

        Needs the scope `play`.
        """
        answer: shapes.Challenged = self.ask("POST", f"/api/v1/events/{part(event_id)}/challenges/", body=body)
        return answer

    def post_ladder_accept(self, event_id: int, number: int) -> shapes.Event_pagesLadderPanel:
        """Accept a challenge. Its match opens immediately.

        Needs the scope `play`.
        """
        answer: shapes.Event_pagesLadderPanel = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/challenges/{part(number)}/accept/"
        )
        return answer

    def post_ladder_decline(self, event_id: int, number: int) -> shapes.Event_pagesLadderPanel:
        """Decline a challenge.

        Needs the scope `play`.
        """
        answer: shapes.Event_pagesLadderPanel = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/challenges/{part(number)}/decline/"
        )
        return answer

    def post_check_in(self, event_id: int) -> shapes.EventsEventCard:
        """Check in. From the waiting list, you then get the first free spot.

        Needs the scope `play`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/check-in/")
        return answer

    def get_dry_run(self, event_id: int) -> shapes.DryRun:
        """Simulate an event that you organise or have entered: rounds, matches and each entrant's chances in percent.

        `runs` is the number of simulations within the time limit; `trouble` is the reason if it can't be simulated.

        Needs the scope `read`.
        """
        answer: shapes.DryRun = self.ask("GET", f"/api/v1/events/{part(event_id)}/dry-run/")
        return answer

    def get_event_file(self, event_id: int) -> dict[str, Any]:
        """An event with all its data as JSON.

        Needs the scope `read`.
        """
        answer: dict[str, Any] = self.ask("GET", f"/api/v1/events/{part(event_id)}/event.json")
        return answer

    def post_event_join(self, event_id: int) -> shapes.EventsEventCard:
        """Join an event that is open for registration, or accept an invitation.

        Needs the scope `play`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/join/")
        return answer

    def post_event_leave(self, event_id: int) -> shapes.EventsEventCard:
        """Leave an event before it starts.

        Needs the scope `play`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/leave/")
        return answer

    def get_manage(self, event_id: int) -> shapes.Console:
        """Return the console: entrants, rounds (also unpublished), overrides, the log and the available actions.

        Needs the scope `read`.
        """
        answer: shapes.Console = self.ask("GET", f"/api/v1/events/{part(event_id)}/manage/")
        return answer

    def post_manage_do(
        self,
        event_id: int,
        action: Literal[
            "add-bot",
            "admit",
            "archive",
            "bye",
            "calendar",
            "cancel",
            "check-in",
            "claim-link",
            "claim-link-revoke",
            "close-registration",
            "club",
            "copy",
            "draft-round",
            "drop-draft",
            "end-stage",
            "enter",
            "enter-franchises",
            "enter-late",
            "enter-names",
            "enter-names-late",
            "enter-results",
            "exchange",
            "fill-ratings",
            "import",
            "import-report",
            "keep-apart",
            "let-meet",
            "lift",
            "list-results",
            "match-time",
            "next-season",
            "nudge",
            "open-check-in",
            "open-registration",
            "overturn",
            "pause",
            "plan",
            "publish",
            "put-out",
            "remove-result",
            "resume",
            "say",
            "seed",
            "seed-by-lot",
            "seed-order",
            "start",
            "take-back",
            "unpublish",
            "withdraw",
        ],
        body: shapes.OrganiserAction,
    ) -> shapes.OrganiserActionDone:
        """Run an organiser action. `made` is the id or number of what it created, if anything.

        Parameters by action: say: text. cancel: why. enter: username (who hasn't agreed to an event of the league
        before is invited). enter-names: names (a text with one per line; @username enters or invites an account).
        claim-link (made is its path), claim-link-revoke: entrant_id. enter-late: username, halves (for each round
        missed). enter-names-late: names, halves. check-in: entrant_id, present. add-bot: kind. admit: entrant_id.
        put-out, withdraw: entrant_id, why. club: entrant_id, club. bye: entrant_id, number, halves (0, 1, 2; null
        removes it). import: rows (CSV). import-report: report (TRF). fill-ratings: list (of FIDE), kind. seed: how.
        seed-order: entrant_ids. drop-draft, publish, unpublish: number. exchange: number, one_id, other_id, anyway
        (allow excluded or repeated pairs). plan: number, starts_at. match-time: pairing_id, starts_at. calendar:
        first (null removes all dates), days_between, blackouts (days). lift: no_show_id, why. enter-results:
        number, results (a list of pairing_id, result, score; in heats pairing_id and places; if a row is invalid,
        none is saved). list-results: number, rows (CSV of board and result). remove-result: pairing_id. overturn:
        pairing_id, result (1-0, 0-1, 1/2-1/2, 0-0; by forfeit 1F-0F, 0F-1F, 0F-0F; in heats places, 0 for none),
        score, why, keep. take-back: overturn_id. next-season: winners (of play-offs), name. keep-apart: one_id,
        other_id, how (must, should), first, last (rounds). let-meet: one_id, other_id.

        Needs the scope `organise`.
        """
        answer: shapes.OrganiserActionDone = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/manage/do/{part(action)}/", body=body
        )
        return answer

    def post_manage_import(self, event_id: int, body: shapes.EntrantRows) -> shapes.Newcomers:
        """Preview which players `rows` (CSV) would enter. The error names every invalid line. Nothing is saved.

        Needs the scope `organise`.
        """
        answer: shapes.Newcomers = self.ask("POST", f"/api/v1/events/{part(event_id)}/manage/import/", body=body)
        return answer

    def get_manage_pairing(
        self, event_id: int, pairing_id: int, *, halves: str | None = None, places: str | None = None, result: str | None = None
    ) -> shapes.PairingRuling:
        """Return the possible results of a pairing, and which matches and ranks a `result` (such as 1-0) would change.

        In heats, pass `places` by side instead (such as 1-2-2-0; 0 for no place).

        Needs the scope `read`.
        """
        answer: shapes.PairingRuling = self.ask(
            "GET",
            f"/api/v1/events/{part(event_id)}/manage/pairings/{part(pairing_id)}/",
            {"halves": halves, "places": places, "result": result},
        )
        return answer

    def get_manage_plan(self, event_id: int) -> shapes.PlannedEvent:
        """Return the settings of an event.

        Needs the scope `read`.
        """
        answer: shapes.PlannedEvent = self.ask("GET", f"/api/v1/events/{part(event_id)}/manage/plan/")
        return answer

    def patch_manage_plan(self, event_id: int, body: shapes.PatchedEventPlan) -> shapes.PlannedEvent:
        """Change the given settings of an event that has not started.

        Needs the scope `organise`.
        """
        answer: shapes.PlannedEvent = self.ask("PATCH", f"/api/v1/events/{part(event_id)}/manage/plan/", body=body)
        return answer

    def get_event_own(self, event_id: int) -> shapes.OwnEntry:
        """Return your own entry: status, deadline of a spot offer, and warnings or a ban for no-shows.

        Needs the scope `read`.
        """
        answer: shapes.OwnEntry = self.ask("GET", f"/api/v1/events/{part(event_id)}/own/")
        return answer

    def post_pairing_reports(self, event_id: int, pairing_id: int, body: shapes.NewReport) -> shapes.ResultReport:
        """Report the result of your pairing. If the other side reported the same, its report is confirmed.

        Needs the scope `play`.
        """
        answer: shapes.ResultReport = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/reports/", body=body
        )
        return answer

    def post_pairing_ruling(self, event_id: int, pairing_id: int, body: shapes.ReportRuling) -> shapes.ResultReports:
        """Decide the result of a pairing: by `report_id`, or by another result. Return its reports.

        Needs the scope `organise`.
        """
        answer: shapes.ResultReports = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/ruling/", body=body
        )
        return answer

    def get_pairing_time(self, event_id: int, pairing_id: int) -> shapes.MatchTime:
        """Return the time of your pairing, or the proposal and times that suit both players, best first.

        Needs the scope `read`.
        """
        answer: shapes.MatchTime = self.ask("GET", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/time/")
        return answer

    def post_pairing_time_acceptance(self, event_id: int, pairing_id: int, body: shapes.Acceptance) -> shapes.MatchTime:
        """Accept one of the proposed times. The match opens then.

        Needs the scope `play`.
        """
        answer: shapes.MatchTime = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/time/acceptance/", body=body
        )
        return answer

    def post_pairing_time_proposal(self, event_id: int, pairing_id: int, body: shapes.Proposal) -> shapes.MatchTime:
        """Propose one to three times, or a change of the known time. A time that both have proposed is agreed at once.

        Needs the scope `play`.
        """
        answer: shapes.MatchTime = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/time/proposal/", body=body
        )
        return answer

    def delete_pairing_time_proposal(self, event_id: int, pairing_id: int) -> shapes.MatchTime:
        """Decline your opponent's proposal, or withdraw your own.

        Needs the scope `play`.
        """
        answer: shapes.MatchTime = self.ask(
            "DELETE", f"/api/v1/events/{part(event_id)}/pairings/{part(pairing_id)}/time/proposal/"
        )
        return answer

    def post_place_accept(self, event_id: int) -> shapes.EventsEventCard:
        """Accept a spot offered from the waiting list.

        Needs the scope `play`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/place/accept/")
        return answer

    def post_place_decline(self, event_id: int) -> shapes.EventsEventCard:
        """Decline an offered spot and leave the waiting list.

        Needs the scope `play`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/place/decline/")
        return answer

    def get_event_report(self, event_id: int, stage: int) -> str:
        """A Swiss or round-robin stage as a TRF file for other programs.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/events/{part(event_id)}/report-{part(stage)}.trf")
        return answer

    def get_result_reports(
        self,
        event_id: int,
        *,
        status: Literal[
            "reported", "disputed", "expired", "confirmed", "withdrawn", "replayed", "upheld", "rejected", "superseded"
        ]
        | None = None,
    ) -> shapes.ResultReports:
        """Return the newest 200 reports: referees of the event see all, players those of their own pairings.

        Needs the scope `read`.
        """
        answer: shapes.ResultReports = self.ask("GET", f"/api/v1/events/{part(event_id)}/reports/", {"status": status})
        return answer

    def get_why(
        self, event_id: int, number: int, *, one: int | None = None, other: int | None = None
    ) -> shapes.PairingExplained:
        """Explain the pairings of a Swiss round; with `one` and `other`, why these two players do not meet.

        Needs the scope `read`.
        """
        answer: shapes.PairingExplained = self.ask(
            "GET", f"/api/v1/events/{part(event_id)}/rounds/{part(number)}/why/", {"one": one, "other": other}
        )
        return answer

    def get_standings(self, event_id: int) -> shapes.Standings:
        """Return the standings of every stage of an event, best first, and their columns.

        `outlook` marks entrants as qualified or eliminated, in stages where that is known; `about` explains the marks.

        Needs the scope `read`.
        """
        answer: shapes.Standings = self.ask("GET", f"/api/v1/events/{part(event_id)}/standings/")
        return answer

    def get_figure(self, event_id: int, entrant_id: int, key: str) -> shapes.FigureExplained:
        """Explain a tie-break score term by term. `key` is a tie-break from the columns of the standings.

        Needs the scope `read`.
        """
        answer: shapes.FigureExplained = self.ask(
            "GET", f"/api/v1/events/{part(event_id)}/standings/{part(entrant_id)}/{part(key)}/"
        )
        return answer

    def post_event_start(self, event_id: int) -> shapes.EventsEventCard:
        """Start an event that you organise.

        Needs the scope `organise`.
        """
        answer: shapes.EventsEventCard = self.ask("POST", f"/api/v1/events/{part(event_id)}/start/")
        return answer

    def get_event_stats(self, event_id: int) -> shapes.EventStats:
        """Return an event's results by side, upsets, scores against the ratings, lengths and ways of ending.

        Needs the scope `read`.
        """
        answer: shapes.EventStats = self.ask("GET", f"/api/v1/events/{part(event_id)}/stats/")
        return answer

    def get_event_stats_csv(self, event_id: int, table: str) -> str:
        """A table of the statistics by its `key`, as a file.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/events/{part(event_id)}/stats/{part(table)}.csv")
        return answer

    def get_teams(self, event_id: int) -> shapes.Teams:
        """Return the rules, the teams with rosters, and their matches with boards; line-ups after their deadline.

        Needs the scope `read`.
        """
        answer: shapes.Teams = self.ask("GET", f"/api/v1/events/{part(event_id)}/teams/")
        return answer

    def post_team_do(
        self,
        event_id: int,
        team_id: int,
        action: Literal[
            "absent", "add", "captain", "close", "decline", "join", "line-up", "not-play", "order", "play", "remove", "rename"
        ],
        body: shapes.TeamAction,
    ) -> shapes.TeamActionDone:
        """Run an action of a team.

        Parameters by action: rename: name. add: username, alternate. remove, captain: member_id. order: members (all, in
        board order), alternates. join, decline: none, answers your own invitation. line-up: pairing_id, members (by
        board, 0 for an empty one; none for the default line-up). close: pairing_id (ends the time for line-ups; organisers
        only). absent: board_id, side (for organisers). play, not-play: call_id, answers a call for an alternate.

        Needs the scope `play`.
        """
        answer: shapes.TeamActionDone = self.ask(
            "POST", f"/api/v1/events/{part(event_id)}/teams/{part(team_id)}/do/{part(action)}/", body=body
        )
        return answer

    def get_event_times(self, event_id: int) -> shapes.MatchTimes:
        """Return the pairings of your event whose match has not been opened, overdue ones first. For organisers.

        Needs the scope `read`.
        """
        answer: shapes.MatchTimes = self.ask("GET", f"/api/v1/events/{part(event_id)}/times/")
        return answer

    def get_following(self) -> shapes.Following:
        """The players that you follow (at most 200), those with live matches first, and their last 20 matches to end.

        Needs the scope `read`.
        """
        answer: shapes.Following = self.ask("GET", "/api/v1/following/")
        return answer

    def put_follow(self, username: str, body: shapes.Follow) -> None:
        """Follow a player, or switch the notifications of a followed one.

        Needs the scope `account`.
        """
        answer: None = self.ask("PUT", f"/api/v1/following/{part(username)}/", body=body)
        return answer

    def delete_follow(self, username: str) -> None:
        """Stop following a player.

        Needs the scope `account`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/following/{part(username)}/")
        return answer

    def get_games(self) -> list[shapes.Game]:
        """Return the available games: seats, bots, and options with their defaults.

        Needs the scope `read`.
        """
        answer: list[shapes.Game] = self.ask("GET", "/api/v1/games/")
        return answer

    def get_game_rules(self, key: str) -> shapes.Rules:
        """Return the rules of a game as Markdown, with the notation of its moves.

        Needs the scope `read`.
        """
        answer: shapes.Rules = self.ask("GET", f"/api/v1/games/{part(key)}/rules/")
        return answer

    def get_game_stats(self, key: str) -> shapes.GameStats:
        """Return a game's results by side and option, lengths, ways of ending, use of its pieces and places.

        Needs the scope `read`.
        """
        answer: shapes.GameStats = self.ask("GET", f"/api/v1/games/{part(key)}/stats/")
        return answer

    def get_game_stats_csv(self, key: str, table: str) -> str:
        """A table of the statistics by its `key`, as a file.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/games/{part(key)}/stats/{part(table)}.csv")
        return answer

    def post_invitation(self, token: str, body: shapes.Nonce) -> shapes.Opened:
        """Take the seat of an invite link. Guests open the link's page instead.

        Needs the scope `play`.
        """
        answer: shapes.Opened = self.ask("POST", f"/api/v1/invitations/{part(token)}/", body=body)
        return answer

    def get_leaderboard(
        self,
        key: str,
        *,
        active_days: int | None = None,
        bots: Literal["show", "hide"] | None = None,
        limit: int | None = None,
        min_games: int | None = None,
        page: int | None = None,
        pool: str | None = None,
    ) -> shapes.Leaderboard:
        """Return ratings of a game, best first, 100 per page. `margin` is twice the Glicko-2 deviation.

        `rule` explains how ratings change in the pool.

        Needs the scope `read`.
        """
        answer: shapes.Leaderboard = self.ask(
            "GET",
            f"/api/v1/leaderboard/{part(key)}/",
            {"active_days": active_days, "bots": bots, "limit": limit, "min_games": min_games, "page": page, "pool": pool},
        )
        return answer

    def get_leagues(self, *, after: str | None = None) -> shapes.Leagues:
        """Return leagues by slug, paginated; `next` is the `after` of the next page, null on the last.

        Needs the scope `read`.
        """
        answer: shapes.Leagues = self.ask("GET", "/api/v1/leagues/", {"after": after})
        return answer

    def post_leagues(self, body: shapes.NewLeague) -> shapes.League:
        """Create a league; you become its first organiser.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("POST", "/api/v1/leagues/", body=body)
        return answer

    def get_league(self, slug: str) -> shapes.League:
        """Return a league with its staff and seasons.

        Needs the scope `read`.
        """
        answer: shapes.League = self.ask("GET", f"/api/v1/leagues/{part(slug)}/")
        return answer

    def patch_league(self, slug: str, body: shapes.PatchedEditLeague) -> shapes.League:
        """Change the name or the description.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("PATCH", f"/api/v1/leagues/{part(slug)}/", body=body)
        return answer

    def get_league_gamers(self, slug: str, *, limit: int | None = None, page: int | None = None) -> shapes.OwnGamers:
        """Return a league's own Gamers, by handle.

        Needs the scope `read`.
        """
        answer: shapes.OwnGamers = self.ask("GET", f"/api/v1/leagues/{part(slug)}/gamers/", {"limit": limit, "page": page})
        return answer

    def get_league_gamers_csv(self, slug: str) -> str:
        """A league's own Gamers as CSV, in the import format.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/leagues/{part(slug)}/gamers.csv")
        return answer

    def get_league_gamers_toml(self, slug: str) -> str:
        """A league's own Gamers as CSV, in the import format.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/leagues/{part(slug)}/gamers.toml")
        return answer

    def delete_league_gamer(self, slug: str, own_gamer_id: int) -> None:
        """Remove one of a league's own Gamers that no season uses.

        Needs the scope `organise`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/leagues/{part(slug)}/gamers/{part(own_gamer_id)}/")
        return answer

    def post_gamers_import(self, slug: str, body: shapes.Import) -> shapes.Imported:
        """Import all Gamers of a file, or none. With `dry_run`, only validate the file (200).

        Needs the scope `organise`.
        """
        answer: shapes.Imported = self.ask("POST", f"/api/v1/leagues/{part(slug)}/gamers/import/", body=body)
        return answer

    def get_league_log(
        self,
        slug: str,
        *,
        act: str | None = None,
        before: int | None = None,
        by: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        since: str | None = None,
        subject_id: int | None = None,
        until: str | None = None,
    ) -> shapes.AuditLog:
        """Return the audit log of a league, newest first, for its staff and the site admins.

        Needs the scope `read`.
        """
        answer: shapes.AuditLog = self.ask(
            "GET",
            f"/api/v1/leagues/{part(slug)}/log/",
            {
                "act": act,
                "before": before,
                "by": by,
                "kind": kind,
                "limit": limit,
                "since": since,
                "subject_id": subject_id,
                "until": until,
            },
        )
        return answer

    def get_league_reports(self, slug: str) -> shapes.MessageReports:
        """Return messages with open reports in a league's matches and drafts, newest first.

        Needs the scope `read`.
        """
        answer: shapes.MessageReports = self.ask("GET", f"/api/v1/leagues/{part(slug)}/reports/")
        return answer

    def post_league_report(self, slug: str, message_id: int, body: shapes.Decision) -> shapes.MessageDecided:
        """Remove a reported message or dismiss its reports, as staff of a league.

        Needs the scope `organise`.
        """
        answer: shapes.MessageDecided = self.ask("POST", f"/api/v1/leagues/{part(slug)}/reports/{part(message_id)}/", body=body)
        return answer

    def get_seasons(self, slug: str) -> shapes.Seasons:
        """Return the seasons of a league, newest first, archived ones last.

        Needs the scope `read`.
        """
        answer: shapes.Seasons = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/")
        return answer

    def post_seasons(self, slug: str, body: shapes.Season) -> shapes.League:
        """Create a season.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/", body=body)
        return answer

    def get_season(self, slug: str, season_id: int) -> shapes.SeasonHead:
        """Return a season. List its events with `events/?season_id=`, and its statistics with `stats/`.

        Needs the scope `read`.
        """
        answer: shapes.SeasonHead = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/")
        return answer

    def patch_season(self, slug: str, season_id: int, body: shapes.PatchedEditSeason) -> shapes.League:
        """Change the name or days of a season or, with `archived`, archive or restore it.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("PATCH", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/", body=body)
        return answer

    def get_awards(self, slug: str, season_id: int) -> shapes.Awards:
        """Paid prizes, and prizes proposed from the standings.

        Needs the scope `read`.
        """
        answer: shapes.Awards = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/awards/")
        return answer

    def post_awards(self, slug: str, season_id: int, body: shapes.PayPrizes) -> shapes.Awards:
        """Pay prizes by key, each once, during the awards phase.

        Needs the scope `organise`.
        """
        answer: shapes.Awards = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/awards/", body=body)
        return answer

    def get_bids(self, slug: str, season_id: int, *, before: int | None = None, limit: int | None = None) -> shapes.Bids:
        """Your pending bids, and all processed bids.

        Needs the scope `read`.
        """
        answer: shapes.Bids = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/bids/", {"before": before, "limit": limit}
        )
        return answer

    def post_bids(self, slug: str, season_id: int, body: shapes.NewBid) -> shapes.Bids:
        """Place a blind bid for a free agent.

        Needs the scope `play`.
        """
        answer: shapes.Bids = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/bids/", body=body)
        return answer

    def delete_bid(self, slug: str, season_id: int, claim_id: int) -> shapes.Bids:
        """Withdraw your bid before bids are processed.

        Needs the scope `play`.
        """
        answer: shapes.Bids = self.ask(
            "DELETE", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/bids/{part(claim_id)}/"
        )
        return answer

    def post_season_carry(self, slug: str, season_id: int, body: shapes.Carry) -> shapes.Franchises:
        """Roll over all or selected franchises of an archived season.

        Needs the scope `organise`.
        """
        answer: shapes.Franchises = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/carry/", body=body
        )
        return answer

    def post_contract_release(self, slug: str, season_id: int, contract_id: int, body: shapes.Release) -> shapes.Franchise:
        """Release a Gamer. The season settings determine the dead cap.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Franchise = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/contracts/{part(contract_id)}/release/", body=body
        )
        return answer

    def get_season_draft(self, slug: str, season_id: int) -> shapes.Drafts:
        """Return the drafts of a season, the newest first.

        Needs the scope `read`.
        """
        answer: shapes.Drafts = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/draft/")
        return answer

    def post_season_draft(self, slug: str, season_id: int, body: shapes.NewSeasonDraft) -> shapes.Draft:
        """Create the season's draft. Omitted settings use their defaults.

        Needs the scope `organise`.
        """
        answer: shapes.Draft = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/draft/", body=body)
        return answer

    def get_season_draft_proof(self, slug: str, season_id: int) -> shapes.Proof:
        """Return the proof of the season's draft.

        Needs the scope `read`.
        """
        answer: shapes.Proof = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/draft/proof/")
        return answer

    def get_season_draft_recap(self, slug: str, season_id: int) -> shapes.Recap:
        """Return the recap of the season's draft.

        Needs the scope `read`.
        """
        answer: shapes.Recap = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/draft/recap/")
        return answer

    def get_lineup(self, slug: str, season_id: int, event_id: int) -> shapes.Lineup:
        """Your roster with its planned line-up for an event. Only you can see it.

        Needs the scope `read`.
        """
        answer: shapes.Lineup = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/events/{part(event_id)}/line-up/"
        )
        return answer

    def put_lineup(self, slug: str, season_id: int, event_id: int, body: shapes.PlanLineup) -> shapes.Lineup:
        """Set your line-up of four or more Gamers for the next matches of an event.

        Needs the scope `play`.
        """
        answer: shapes.Lineup = self.ask(
            "PUT", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/events/{part(event_id)}/line-up/", body=body
        )
        return answer

    def delete_lineup(self, slug: str, season_id: int, event_id: int) -> shapes.Lineup:
        """Clear your line-up: the four best available Gamers play (highest total stats, then salary).

        Needs the scope `play`.
        """
        answer: shapes.Lineup = self.ask(
            "DELETE", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/events/{part(event_id)}/line-up/"
        )
        return answer

    def get_franchises(self, slug: str, season_id: int) -> shapes.Franchises:
        """All franchises of a season with payroll, roster needs and balance.

        Needs the scope `read`.
        """
        answer: shapes.Franchises = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/")
        return answer

    def post_franchises(self, slug: str, season_id: int, body: shapes.NewFranchise) -> shapes.Franchise:
        """Create a franchise: your own or, as an organiser, one for another player.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Franchise = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/", body=body
        )
        return answer

    def get_franchise(self, slug: str, season_id: int, franchise_id: int) -> shapes.Franchise:
        """A franchise with its roster, maximum offers and past contracts.

        Needs the scope `read`.
        """
        answer: shapes.Franchise = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/{part(franchise_id)}/"
        )
        return answer

    def patch_franchise(
        self, slug: str, season_id: int, franchise_id: int, body: shapes.PatchedEditFranchise
    ) -> shapes.Franchise:
        """Rename a franchise or transfer its ownership, one per request.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Franchise = self.ask(
            "PATCH", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/{part(franchise_id)}/", body=body
        )
        return answer

    def delete_franchise(self, slug: str, season_id: int, franchise_id: int) -> shapes.Franchises:
        """Remove a franchise from a season in set-up.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Franchises = self.ask(
            "DELETE", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/{part(franchise_id)}/"
        )
        return answer

    def post_franchise_money(self, slug: str, season_id: int, franchise_id: int, body: shapes.Money) -> shapes.Franchise:
        """Grant money to a franchise or fine it, with a reason.

        Needs the scope `organise`.
        """
        answer: shapes.Franchise = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/{part(franchise_id)}/money/", body=body
        )
        return answer

    def post_franchise_sign(self, slug: str, season_id: int, franchise_id: int, body: shapes.Sign) -> shapes.Franchise:
        """Sign a free agent, first come, first served. Organisers can sign for any franchise, with `why`.

        Needs the scope `play` and `organise`.
        """
        answer: shapes.Franchise = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/franchises/{part(franchise_id)}/sign/", body=body
        )
        return answer

    def get_free_agents(self, slug: str, season_id: int) -> shapes.Pool:
        """Gamers without a franchise, highest salary first.

        Needs the scope `read`.
        """
        answer: shapes.Pool = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/free-agents/")
        return answer

    def get_season_gamers(
        self,
        slug: str,
        season_id: int,
        *,
        genre: Literal["FPS", "MOBA", "CCG"] | None = None,
        least: int | None = None,
        limit: int | None = None,
        most: int | None = None,
        page: int | None = None,
        sort: Literal["dearest", "cheapest", "handle", "total", "wisdom", "awareness", "synergy", "dexterity", "xfactor"]
        | None = None,
        state: Literal["free", "taken"] | None = None,
        talent: Literal[
            "none",
            "hit-and-run",
            "steady-aim",
            "cling",
            "cold-hands",
            "clutch",
            "ghost-step",
            "early-riser",
            "first-blood",
            "blindside",
            "point-blank",
            "tripwire",
            "long-eye",
            "shoulder-in",
            "dead-air",
            "grudge",
            "thick-skin",
            "second-wind",
            "quick-feet",
        ]
        | None = None,
        text: str | None = None,
    ) -> shapes.Cards:
        """Return the cards of a season's Gamers, each with the franchise it plays for.

        Needs the scope `read`.
        """
        answer: shapes.Cards = self.ask(
            "GET",
            f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/gamers/",
            {
                "genre": genre,
                "least": least,
                "limit": limit,
                "most": most,
                "page": page,
                "sort": sort,
                "state": state,
                "talent": talent,
                "text": text,
            },
        )
        return answer

    def get_season_gamers_csv(self, slug: str, season_id: int) -> str:
        """The Gamers of a season as CSV, with their franchises.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/gamers.csv")
        return answer

    def get_gamer(self, slug: str, season_id: int, gamer_id: int) -> shapes.Gamer:
        """Return a Gamer: the card, its seasons and contracts in this league, and its record in the league's matches.

        Needs the scope `read`.
        """
        answer: shapes.Gamer = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/gamers/{part(gamer_id)}/"
        )
        return answer

    def get_ledger(
        self,
        slug: str,
        season_id: int,
        *,
        before: int | None = None,
        franchise_id: int | None = None,
        kind: Literal[
            "purse",
            "carried",
            "salary",
            "win",
            "draw",
            "loss",
            "participation",
            "prize",
            "correction",
            "waiver",
            "trade",
            "grant",
            "fine",
        ]
        | None = None,
        limit: int | None = None,
    ) -> shapes.Ledger:
        """The payments of a season, newest first, with totals.

        Needs the scope `read`.
        """
        answer: shapes.Ledger = self.ask(
            "GET",
            f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/ledger/",
            {"before": before, "franchise_id": franchise_id, "kind": kind, "limit": limit},
        )
        return answer

    def get_ledger_csv(self, slug: str, season_id: int) -> str:
        """All payments of a season as CSV.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/ledger.csv")
        return answer

    def post_season_phase(self, slug: str, season_id: int, body: shapes.Phase) -> shapes.Terms:
        """Move the season to another phase. The error lists missing requirements.

        Needs the scope `organise`.
        """
        answer: shapes.Terms = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/phase/", body=body)
        return answer

    def get_season_pool(self, slug: str, season_id: int) -> shapes.Pool:
        """All Gamers of the season, highest salary first.

        Needs the scope `read`.
        """
        answer: shapes.Pool = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/pool/")
        return answer

    def post_season_pool(self, slug: str, season_id: int, body: shapes.FillPool) -> shapes.Pool:
        """Add the default set, the league's own Gamers, or both.

        Needs the scope `organise`.
        """
        answer: shapes.Pool = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/pool/", body=body)
        return answer

    def patch_season_pool_gamer(self, slug: str, season_id: int, gamer_id: int, body: shapes.PatchedSalary) -> shapes.Pool:
        """Change a Gamer's salary in this season, during set-up.

        Needs the scope `organise`.
        """
        answer: shapes.Pool = self.ask(
            "PATCH", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/pool/{part(gamer_id)}/", body=body
        )
        return answer

    def delete_season_pool_gamer(self, slug: str, season_id: int, gamer_id: int) -> shapes.Pool:
        """Remove a Gamer from the season, during set-up.

        Needs the scope `organise`.
        """
        answer: shapes.Pool = self.ask(
            "DELETE", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/pool/{part(gamer_id)}/"
        )
        return answer

    def get_season_stats(self, slug: str, season_id: int) -> shapes.SeasonStats:
        """Return a season's events and the points scored in them.

        Needs the scope `read`.
        """
        answer: shapes.SeasonStats = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/stats/")
        return answer

    def get_season_stats_csv(self, slug: str, season_id: int, table: str) -> str:
        """A table of the statistics by its `key`, as a file.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/stats/{part(table)}.csv")
        return answer

    def get_season_terms(self, slug: str, season_id: int) -> shapes.Terms:
        """The settings and phase of a season, and the requirements for its next phase.

        Needs the scope `read`.
        """
        answer: shapes.Terms = self.ask("GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/terms/")
        return answer

    def post_season_terms(self, slug: str, season_id: int, body: shapes.EditTerms) -> shapes.Terms:
        """Set up a planned season with franchises.

        Needs the scope `organise`.
        """
        answer: shapes.Terms = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/terms/", body=body)
        return answer

    def patch_season_terms(self, slug: str, season_id: int, body: shapes.PatchedEditTerms) -> shapes.Terms:
        """Change season settings. Omitted fields keep their values.

        Needs the scope `organise`.
        """
        answer: shapes.Terms = self.ask("PATCH", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/terms/", body=body)
        return answer

    def get_trades(self, slug: str, season_id: int, *, before: int | None = None, limit: int | None = None) -> shapes.Trades:
        """Accepted trades and those of your franchise, newest first.

        Needs the scope `read`.
        """
        answer: shapes.Trades = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/", {"before": before, "limit": limit}
        )
        return answer

    def post_trades(self, slug: str, season_id: int, body: shapes.NewTrade) -> shapes.Trade:
        """Offer a trade to another franchise.

        Needs the scope `play`.
        """
        answer: shapes.Trade = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/", body=body)
        return answer

    def get_trade(self, slug: str, season_id: int, trade_id: int) -> shapes.Trade:
        """A trade with its terms and status.

        Needs the scope `read`.
        """
        answer: shapes.Trade = self.ask(
            "GET", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/"
        )
        return answer

    def post_trade_accept(self, slug: str, season_id: int, trade_id: int) -> shapes.Trade:
        """Accept a trade offer. It completes immediately, or at the end of the veto period.

        Needs the scope `play`.
        """
        answer: shapes.Trade = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/accept/"
        )
        return answer

    def post_trade_counter(self, slug: str, season_id: int, trade_id: int, body: shapes.Offer) -> shapes.Trade:
        """Reply with a counter-offer; `give` is what you give.

        Needs the scope `play`.
        """
        answer: shapes.Trade = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/counter/", body=body
        )
        return answer

    def post_trade_decline(self, slug: str, season_id: int, trade_id: int) -> shapes.Trade:
        """Decline a trade offer.

        Needs the scope `play`.
        """
        answer: shapes.Trade = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/decline/"
        )
        return answer

    def post_trade_veto(self, slug: str, season_id: int, trade_id: int, body: shapes.Veto) -> shapes.Trade:
        """Veto an accepted trade, as an organiser, with a reason.

        Needs the scope `organise`.
        """
        answer: shapes.Trade = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/veto/", body=body
        )
        return answer

    def post_trade_withdraw(self, slug: str, season_id: int, trade_id: int) -> shapes.Trade:
        """Withdraw your trade offer.

        Needs the scope `play`.
        """
        answer: shapes.Trade = self.ask(
            "POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/trades/{part(trade_id)}/withdraw/"
        )
        return answer

    def post_season_windows(self, slug: str, season_id: int, body: shapes.NewWindow) -> shapes.Terms:
        """Plan a window for trades or signings.

        Needs the scope `organise`.
        """
        answer: shapes.Terms = self.ask("POST", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/windows/", body=body)
        return answer

    def delete_season_window(self, slug: str, season_id: int, window_id: int) -> shapes.Terms:
        """Delete a window.

        Needs the scope `organise`.
        """
        answer: shapes.Terms = self.ask(
            "DELETE", f"/api/v1/leagues/{part(slug)}/seasons/{part(season_id)}/windows/{part(window_id)}/"
        )
        return answer

    def post_league_staff(self, slug: str, body: shapes.NewStaff) -> shapes.League:
        """Give a player a role in the league.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("POST", f"/api/v1/leagues/{part(slug)}/staff/", body=body)
        return answer

    def patch_league_member(self, slug: str, username: str, body: shapes.PatchedRole) -> shapes.League:
        """Change the role of a staff member; `why` is required.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("PATCH", f"/api/v1/leagues/{part(slug)}/staff/{part(username)}/", body=body)
        return answer

    def delete_league_member(self, slug: str, username: str, *, why: str | None = None) -> shapes.League:
        """Remove a staff member, with `why` in the query string, or leave the staff yourself.

        Needs the scope `organise`.
        """
        answer: shapes.League = self.ask("DELETE", f"/api/v1/leagues/{part(slug)}/staff/{part(username)}/", {"why": why})
        return answer

    def get_titles(self, slug: str) -> shapes.Titles:
        """Return the titles of a league by name, archived ones last. Name a title's `key` as the `game` of an event.

        Needs the scope `read`.
        """
        answer: shapes.Titles = self.ask("GET", f"/api/v1/leagues/{part(slug)}/titles/")
        return answer

    def post_titles(self, slug: str, body: shapes.NewTitle) -> shapes.TitlesTitleLine:
        """Create a title.

        Needs the scope `organise`.
        """
        answer: shapes.TitlesTitleLine = self.ask("POST", f"/api/v1/leagues/{part(slug)}/titles/", body=body)
        return answer

    def get_title(self, slug: str, title_id: int) -> shapes.TitlesTitleLine:
        """Return a title.

        Needs the scope `read`.
        """
        answer: shapes.TitlesTitleLine = self.ask("GET", f"/api/v1/leagues/{part(slug)}/titles/{part(title_id)}/")
        return answer

    def patch_title(self, slug: str, title_id: int, body: shapes.PatchedEditTitle) -> shapes.TitlesTitleLine:
        """Change a title or, with `archived`, archive or restore it. Sides and outcome of a title in use stay.

        Needs the scope `organise`.
        """
        answer: shapes.TitlesTitleLine = self.ask("PATCH", f"/api/v1/leagues/{part(slug)}/titles/{part(title_id)}/", body=body)
        return answer

    def delete_title(self, slug: str, title_id: int) -> None:
        """Delete a title that no event uses; archive one that is in use.

        Needs the scope `organise`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/leagues/{part(slug)}/titles/{part(title_id)}/")
        return answer

    def get_league_hooks(self, slug: str) -> shapes.Hooks:
        """Return the webhooks of a league, for its organisers.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Hooks = self.ask("GET", f"/api/v1/leagues/{part(slug)}/webhooks/")
        return answer

    def post_league_hooks(self, slug: str, body: shapes.NewHook) -> shapes.MadeHook:
        """Create a webhook for a league's events. The response has its secret, which is shown only once.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.MadeHook = self.ask("POST", f"/api/v1/leagues/{part(slug)}/webhooks/", body=body)
        return answer

    def get_match_times(self) -> shapes.MatchTimes:
        """Return your pairings that have a time or need one, those first that wait for you.

        Needs the scope `read`.
        """
        answer: shapes.MatchTimes = self.ask("GET", "/api/v1/match-times/")
        return answer

    def get_matches(
        self,
        *,
        before: int | None = None,
        game: str | None = None,
        kind: Literal["live", "open", "finished"] | None = None,
        limit: int | None = None,
    ) -> shapes.MatchList:
        """List public matches (live, open or finished), newest first.

        Needs the scope `read`.
        """
        answer: shapes.MatchList = self.ask(
            "GET", "/api/v1/matches/", {"before": before, "game": game, "kind": kind, "limit": limit}
        )
        return answer

    def get_match(self, match_id: int) -> shapes.Board:
        """Return a match with the information visible to you.

        Needs the scope `read`.
        """
        answer: shapes.Board = self.ask("GET", f"/api/v1/matches/{part(match_id)}/")
        return answer

    def post_abort(self, match_id: int) -> shapes.Board:
        """Abort the match before its second move. It doesn't count.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/abort/")
        return answer

    def post_berserk(self, match_id: int) -> shapes.Board:
        """Go berserk before your first move, if the arena allows it: half the time, an extra point for a win.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/berserk/")
        return answer

    def get_calls(self, match_id: int) -> shapes.DeskRefereePanel:
        """Return calls for a referee at a match and, after it, which referees revealed hidden information.

        Needs the scope `read`.
        """
        answer: shapes.DeskRefereePanel = self.ask("GET", f"/api/v1/matches/{part(match_id)}/calls/")
        return answer

    def post_calls(self, match_id: int, body: shapes.Sentence) -> shapes.DeskRefereePanel:
        """Call a referee to your match, with a short message.

        Needs the scope `play`.
        """
        answer: shapes.DeskRefereePanel = self.ask("POST", f"/api/v1/matches/{part(match_id)}/calls/", body=body)
        return answer

    def get_chance(self, match_id: int) -> shapes.Chance:
        """Return the seed hash and the public client seeds of a match.

        Needs the scope `read`.
        """
        answer: shapes.Chance = self.ask("GET", f"/api/v1/matches/{part(match_id)}/chance/")
        return answer

    def post_chance(self, match_id: int, body: shapes.Nonce) -> shapes.Chance:
        """Set your client seed, once, before the match starts. Every draw uses it, except in a duplicate.

        Needs the scope `play`.
        """
        answer: shapes.Chance = self.ask("POST", f"/api/v1/matches/{part(match_id)}/chance/", body=body)
        return answer

    def get_chat(self, match_id: int) -> shapes.Chat:
        """Return the chat messages that you may read. Follow the topics at `/stream` for new ones.

        Needs the scope `read`.
        """
        answer: shapes.Chat = self.ask("GET", f"/api/v1/matches/{part(match_id)}/chat/")
        return answer

    def post_chat(self, match_id: int, body: shapes.Say) -> shapes.Chat:
        """Send a chat message to the other players, or to spectators.

        Needs the scope `play`.
        """
        answer: shapes.Chat = self.ask("POST", f"/api/v1/matches/{part(match_id)}/chat/", body=body)
        return answer

    def post_chat_mute(self, match_id: int, body: shapes.Mute) -> shapes.Chat:
        """Mute a player in all chats, or unmute them.

        Needs the scope `play`.
        """
        answer: shapes.Chat = self.ask("POST", f"/api/v1/matches/{part(match_id)}/chat/mute/", body=body)
        return answer

    def post_chat_report(self, match_id: int, body: shapes.Report) -> shapes.Reported:
        """Report a message to the staff.

        Needs the scope `play`.
        """
        answer: shapes.Reported = self.ask("POST", f"/api/v1/matches/{part(match_id)}/chat/report/", body=body)
        return answer

    def post_claim(self, match_id: int, body: shapes.Claim) -> shapes.Board:
        """Claim a win or draw because another player is disconnected. `gone` of the board has the earliest time.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/claim/", body=body)
        return answer

    def get_conditional_moves(self, match_id: int) -> shapes.ConditionalMoves:
        """Return your conditional moves. Nobody else can read them.

        Needs the scope `read`.
        """
        answer: shapes.ConditionalMoves = self.ask("GET", f"/api/v1/matches/{part(match_id)}/conditional-moves/")
        return answer

    def put_conditional_moves(self, match_id: int, body: shapes.ConditionalMoves) -> shapes.ConditionalMoves:
        """Replace your conditional moves, while an opponent is to act. An empty list deletes them.

        When an opponent's move begins a line, its answer is played for you, and the rest of the line stays. Lines that
        begin otherwise are deleted. Only games without hidden information have conditional moves.

        Needs the scope `play`.
        """
        answer: shapes.ConditionalMoves = self.ask("PUT", f"/api/v1/matches/{part(match_id)}/conditional-moves/", body=body)
        return answer

    def post_draw(self, match_id: int, body: shapes.Agree) -> shapes.Board:
        """Make an offer or request, or accept, decline or cancel the open one.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/draw/", body=body)
        return answer

    def post_hint(self, match_id: int) -> shapes.Hint:
        """Return a bot's suggestion for your turn in a tutorial match.

        Needs the scope `play`.
        """
        answer: shapes.Hint = self.ask("POST", f"/api/v1/matches/{part(match_id)}/hint/")
        return answer

    def post_lag(self, match_id: int, body: shapes.Echo) -> shapes.Lag:
        """Measure your ping: send a request without `echo`, then immediately send back the token you get.

        Your clock is credited for the lag of each move: at most 1 s, or 2 s if time has run out.

        Needs the scope `play`.
        """
        answer: shapes.Lag = self.ask("POST", f"/api/v1/matches/{part(match_id)}/lag/", body=body)
        return answer

    def get_moves(self, match_id: int, *, wait: float | None = None) -> shapes.MatchesDescribedMoves:
        """Return your legal moves with their effect in words, at most 500.

        `complete` is false if there are more, as for secret set-ups: then these are examples, and others are legal too.
        With `wait`, the response comes once you are to move in a running match. If you are not by then, or the match
        has ended, the request is refused with `not-your-turn`.

        Needs the scope `read`.
        """
        answer: shapes.MatchesDescribedMoves = self.ask("GET", f"/api/v1/matches/{part(match_id)}/moves/", {"wait": wait})
        return answer

    def post_pause(self, match_id: int, body: shapes.Agree) -> shapes.Board:
        """Make an offer or request, or accept, decline or cancel the open one.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/pause/", body=body)
        return answer

    def post_ready(self, match_id: int, body: shapes.Nonce) -> shapes.Board:
        """Report that you are ready. The match starts when all players are.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/ready/", body=body)
        return answer

    def get_record(self, match_id: int) -> str:
        """Return the signed record of a finished match, for `python -m engines verify`.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/matches/{part(match_id)}/record/")
        return answer

    def post_rematch(self, match_id: int, body: shapes.Nonce) -> shapes.Opened:
        """Offer a rematch of a finished match with the sides swapped, or accept the offer.

        Needs the scope `play`.
        """
        answer: shapes.Opened = self.ask("POST", f"/api/v1/matches/{part(match_id)}/rematch/", body=body)
        return answer

    def get_replay(self, match_id: int, *, viewer: str | None = None) -> shapes.Replay:
        """Return every position of a finished match. `viewer` is a seat number, `spectator` or `all`.

        Needs the scope `read`.
        """
        answer: shapes.Replay = self.ask("GET", f"/api/v1/matches/{part(match_id)}/replay/", {"viewer": viewer})
        return answer

    def post_resign(self, match_id: int, *, wait: float | None = None) -> shapes.Verdict:
        """Resign the match.

        Needs the scope `play`.
        """
        answer: shapes.Verdict = self.ask("POST", f"/api/v1/matches/{part(match_id)}/resign/", {"wait": wait})
        return answer

    def post_resume(self, match_id: int, body: shapes.Agree) -> shapes.Board:
        """Make an offer or request, or accept, decline or cancel the open one.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/resume/", body=body)
        return answer

    def get_review(self, match_id: int) -> shapes.ReviewsMatchReview:
        """Return the review of a finished match, or its progress. Everyone who may see the replay may see it.

        Needs the scope `read`.
        """
        answer: shapes.ReviewsMatchReview = self.ask("GET", f"/api/v1/matches/{part(match_id)}/review/")
        return answer

    def post_review(self, match_id: int) -> shapes.ReviewsMatchReview:
        """Ask for the review of a finished match. It is computed once, for all. You can wait for 3 at a time.

        Needs the scope `play`.
        """
        answer: shapes.ReviewsMatchReview = self.ask("POST", f"/api/v1/matches/{part(match_id)}/review/")
        return answer

    def delete_review(self, match_id: int) -> None:
        """Stop waiting for a review. It is dropped if nobody else waits for it.

        Needs the scope `play`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/matches/{part(match_id)}/review/")
        return answer

    def post_seat(self, match_id: int, body: shapes.Sit) -> shapes.Board:
        """Take an open seat, as a guest if you are not signed in.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/seat/", body=body)
        return answer

    def post_submissions(self, match_id: int, body: shapes.Submission, *, wait: float | None = None) -> shapes.Verdict:
        """Submit an action for your turn. With `wait`, the response has the verdict; 202 if there is none yet.

        Repeat the same `key` to get the current verdict.

        Needs the scope `play`.
        """
        answer: shapes.Verdict = self.ask("POST", f"/api/v1/matches/{part(match_id)}/submissions/", {"wait": wait}, body=body)
        return answer

    def post_takeback(self, match_id: int, body: shapes.Agree) -> shapes.Board:
        """Make an offer or request, or accept, decline or cancel the open one.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/takeback/", body=body)
        return answer

    def post_vacation(self, match_id: int, body: shapes.Days) -> shapes.Board:
        """Start vacation in a correspondence match. Your clock stops.

        Needs the scope `play`.
        """
        answer: shapes.Board = self.ask("POST", f"/api/v1/matches/{part(match_id)}/vacation/", body=body)
        return answer

    def get_own_matches(self) -> shapes.OwnMatches:
        """List your unfinished matches: first those in which you are to move, by deadline.

        Needs the scope `read`.
        """
        answer: shapes.OwnMatches = self.ask("GET", "/api/v1/matches/own/")
        return answer

    def get_notices(self, *, page: int | None = None, unread: bool | None = None) -> shapes.Notices:
        """Return your notifications, newest first, paginated.

        Needs the scope `read`.
        """
        answer: shapes.Notices = self.ask("GET", "/api/v1/notifications/", {"page": page, "unread": unread})
        return answer

    def get_devices(self) -> shapes.Devices:
        """Return your browsers with push notifications, and the `key` (VAPID) for subscribing.

        Needs the scope `read`.
        """
        answer: shapes.Devices = self.ask("GET", "/api/v1/notifications/devices/")
        return answer

    def post_devices(self, body: shapes.NewDevice) -> shapes.Added:
        """Add a browser's push subscription: its `endpoint`, `key` (p256dh) and `secret` (auth).

        Needs the scope `account`.
        """
        answer: shapes.Added = self.ask("POST", "/api/v1/notifications/devices/", body=body)
        return answer

    def delete_device(self, id: str) -> None:
        """Remove a browser's push subscription.

        Needs the scope `account`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/notifications/devices/{part(id)}/")
        return answer

    def post_notices_read(self, body: shapes.Read) -> shapes.Marked:
        """Mark notifications as read: those of `ids`, or all.

        Needs the scope `account`.
        """
        answer: shapes.Marked = self.ask("POST", "/api/v1/notifications/read/", body=body)
        return answer

    def get_notices_settings(self) -> shapes.Preferences:
        """Return your notification settings and quiet hours.

        Needs the scope `read`.
        """
        answer: shapes.Preferences = self.ask("GET", "/api/v1/notifications/settings/")
        return answer

    def patch_notices_settings(self, body: shapes.PatchedPreferences) -> shapes.Preferences:
        """Change notification settings. Omitted fields keep their values.

        Needs the scope `account`.
        """
        answer: shapes.Preferences = self.ask("PATCH", "/api/v1/notifications/settings/", body=body)
        return answer

    def get_players(self, *, after: str | None = None, limit: int | None = None, text: str | None = None) -> shapes.Players:
        """Return players with an account, and bots, by username, paginated.

        Needs the scope `read`.
        """
        answer: shapes.Players = self.ask("GET", "/api/v1/players/", {"after": after, "limit": limit, "text": text})
        return answer

    def get_player(self, username: str) -> shapes.Player:
        """Return a player: ratings, rated record, matches being played and the last ones played.

        Needs the scope `read`.
        """
        answer: shapes.Player = self.ask("GET", f"/api/v1/players/{part(username)}/")
        return answer

    def patch_player(self, username: str, body: shapes.PatchedProfile) -> shapes.Player:
        """Change your own display name, your description and, before the first match, `is_bot_account`.

        A bot account is rated in pools of its own (`GAME/bots`) and enters only events that allow bot accounts.

        Needs the scope `account`.
        """
        answer: shapes.Player = self.ask("PATCH", f"/api/v1/players/{part(username)}/", body=body)
        return answer

    def get_against(self, username: str, other: str, *, before: int | None = None) -> shapes.HeadToHead:
        """Return the head-to-head record of two players: score by game and by the first player's side, and the matches.

        Needs the scope `read`.
        """
        answer: shapes.HeadToHead = self.ask(
            "GET", f"/api/v1/players/{part(username)}/against/{part(other)}/", {"before": before}
        )
        return answer

    def get_against_csv(self, username: str, other: str) -> str:
        """The score of two players over time.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/players/{part(username)}/against/{part(other)}/score.csv")
        return answer

    def get_player_calendar(self, username: str) -> str:
        """The dates of a player's events.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/players/{part(username)}/calendar.ics")
        return answer

    def get_player_matches(
        self,
        username: str,
        *,
        before: int | None = None,
        game: str | None = None,
        result: Literal["won", "drawn", "lost"] | None = None,
    ) -> shapes.Matches:
        """Return a player's finished matches, newest first, paginated.

        Needs the scope `read`.
        """
        answer: shapes.Matches = self.ask(
            "GET", f"/api/v1/players/{part(username)}/matches/", {"before": before, "game": game, "result": result}
        )
        return answer

    def get_ranks(self, username: str, *, moments: int | None = None, pool: str) -> shapes.RankHistory:
        """Return a player's rank in a pool over time, from the first match to the last.

        Needs the scope `read`.
        """
        answer: shapes.RankHistory = self.ask(
            "GET", f"/api/v1/players/{part(username)}/ranks/", {"moments": moments, "pool": pool}
        )
        return answer

    def get_ratings(
        self, username: str, *, limit: int | None = None, page: int | None = None, pool: str | None = None
    ) -> shapes.RatingHistory:
        """Return every change of a player's ratings, newest first: Elo before and after, Glicko-2 after, and the match.

        Needs the scope `read`.
        """
        answer: shapes.RatingHistory = self.ask(
            "GET", f"/api/v1/players/{part(username)}/ratings/", {"limit": limit, "page": page, "pool": pool}
        )
        return answer

    def get_ratings_csv(self, username: str, *, pool: str | None = None) -> str:
        """Return a player's whole rating history as CSV, newest change first.

        Needs the scope `read`.
        """
        answer: str = self.ask("GET", f"/api/v1/players/{part(username)}/ratings.csv", {"pool": pool})
        return answer

    def get_player_stats(
        self, username: str, *, event_id: int | None = None, game: str | None = None, season_id: int | None = None
    ) -> shapes.PlayerStats:
        """Return a player's ratings over time, results by side, opening and opponent, form, achievements and use of time.

        Needs the scope `read`.
        """
        answer: shapes.PlayerStats = self.ask(
            "GET", f"/api/v1/players/{part(username)}/stats/", {"event_id": event_id, "game": game, "season_id": season_id}
        )
        return answer

    def get_player_stats_csv(
        self, username: str, table: str, *, event_id: int | None = None, game: str | None = None, season_id: int | None = None
    ) -> str:
        """A table of the statistics by its `key`, as a file.

        Needs the scope `read`.
        """
        answer: str = self.ask(
            "GET",
            f"/api/v1/players/{part(username)}/stats/{part(table)}.csv",
            {"event_id": event_id, "game": game, "season_id": season_id},
        )
        return answer

    def get_puzzles(self) -> shapes.Puzzles:
        """Return for each game with puzzles their number, the puzzle of the day (UTC), and your rating and streaks.

        Needs the scope `read`.
        """
        answer: shapes.Puzzles = self.ask("GET", "/api/v1/puzzles/")
        return answer

    def get_puzzle(self, key: str, puzzle: str) -> shapes.Puzzle:
        """Return a puzzle.

        Needs the scope `read`.
        """
        answer: shapes.Puzzle = self.ask("GET", f"/api/v1/puzzles/{part(key)}/{part(puzzle)}/")
        return answer

    def post_puzzle_attempts(self, key: str, puzzle: str, body: shapes.PuzzleMove) -> shapes.PuzzleVerdict:
        """Attempt a puzzle. Your first attempt is rated if you have an account; later ones don't count.

        Needs the scope `play`.
        """
        answer: shapes.PuzzleVerdict = self.ask("POST", f"/api/v1/puzzles/{part(key)}/{part(puzzle)}/attempts/", body=body)
        return answer

    def post_puzzle_hint(self, key: str, puzzle: str) -> shapes.PuzzleHint:
        """Take a hint. If you have not attempted the puzzle yet, it is not rated any more.

        Needs the scope `play`.
        """
        answer: shapes.PuzzleHint = self.ask("POST", f"/api/v1/puzzles/{part(key)}/{part(puzzle)}/hint/")
        return answer

    def post_puzzle_solution(self, key: str, puzzle: str) -> shapes.PuzzleVerdict:
        """Show the solution. If you have not attempted the puzzle yet, this is rated as a wrong attempt.

        Needs the scope `play`.
        """
        answer: shapes.PuzzleVerdict = self.ask("POST", f"/api/v1/puzzles/{part(key)}/{part(puzzle)}/solution/")
        return answer

    def get_puzzle_next(self, key: str) -> shapes.Puzzle:
        """Return a puzzle near your rating that you have not tried yet; without an account, any one.

        Needs the scope `read`.
        """
        answer: shapes.Puzzle = self.ask("GET", f"/api/v1/puzzles/{part(key)}/next/")
        return answer

    def get_puzzle_today(self, key: str) -> shapes.Puzzle:
        """Return the game's puzzle of the day (UTC), the same for everyone.

        Needs the scope `read`.
        """
        answer: shapes.Puzzle = self.ask("GET", f"/api/v1/puzzles/{part(key)}/today/")
        return answer

    def get_queues(self) -> list[shapes.PairingQueue]:
        """The queues of quick pairing: one per game and speed.

        Needs the scope `read`.
        """
        answer: list[shapes.PairingQueue] = self.ask("GET", "/api/v1/quick-pairing/")
        return answer

    def post_queues(self, body: shapes.JoinQueue) -> shapes.QuickPairing:
        """Wait for an opponent in a queue; any other queue is left.

        Needs the scope `play`.
        """
        answer: shapes.QuickPairing = self.ask("POST", "/api/v1/quick-pairing/", body=body)
        return answer

    def delete_queues(self) -> shapes.QuickPairing:
        """Stop waiting. If a match has just begun, it is returned.

        Needs the scope `play`.
        """
        answer: shapes.QuickPairing = self.ask("DELETE", "/api/v1/quick-pairing/")
        return answer

    def post_queue_heartbeat(self) -> shapes.QuickPairing:
        """Keep waiting, and learn of your match. Send it every few seconds: after 15 s without one you are not paired. The site's pages offer a bot after 30 s.

        Needs the scope `play`.
        """
        answer: shapes.QuickPairing = self.ask("POST", "/api/v1/quick-pairing/heartbeat/")
        return answer

    def get_record_keys(self) -> shapes.RecordKeys:
        """List all keys that sign or have signed match records, newest first.

        Needs the scope `read`.
        """
        answer: shapes.RecordKeys = self.ask("GET", "/api/v1/record-keys/")
        return answer

    def get_reports(self) -> shapes.MessageReports:
        """Return all messages with open reports, for the site's admins.

        Needs the scope `read`.
        """
        answer: shapes.MessageReports = self.ask("GET", "/api/v1/reports/")
        return answer

    def post_report(self, message_id: int, body: shapes.Decision) -> shapes.MessageDecided:
        """Remove a reported message or dismiss its reports, as an admin of the site.

        Needs the scope `organise`.
        """
        answer: shapes.MessageDecided = self.ask("POST", f"/api/v1/reports/{part(message_id)}/", body=body)
        return answer

    def get_result_report(self, report_id: int) -> shapes.ResultReport:
        """Return a report of your pairing, or of an event that you referee.

        Needs the scope `read`.
        """
        answer: shapes.ResultReport = self.ask("GET", f"/api/v1/result-reports/{part(report_id)}/")
        return answer

    def put_result_report(self, report_id: int, body: shapes.NewReport) -> shapes.ResultReport:
        """Change your report while nobody has answered it.

        Needs the scope `play`.
        """
        answer: shapes.ResultReport = self.ask("PUT", f"/api/v1/result-reports/{part(report_id)}/", body=body)
        return answer

    def post_result_report_confirm(self, report_id: int, body: shapes.Confirmation) -> shapes.ResultReport:
        """Confirm another side's report. Once all other sides have, its result counts.

        Needs the scope `play`.
        """
        answer: shapes.ResultReport = self.ask("POST", f"/api/v1/result-reports/{part(report_id)}/confirm/", body=body)
        return answer

    def post_result_report_dispute(self, report_id: int, body: shapes.NewReport) -> shapes.ResultReport:
        """Dispute another side's report with your result, or with a text that says what is wrong; return your report.

        Needs the scope `play`.
        """
        answer: shapes.ResultReport = self.ask("POST", f"/api/v1/result-reports/{part(report_id)}/dispute/", body=body)
        return answer

    def post_result_report_images(self, report_id: int, body: shapes.Image) -> shapes.ReportImage:
        """Attach an image of at most 5 MB to your undecided report. It is stored anew, without metadata.

        Needs the scope `play`.
        """
        answer: shapes.ReportImage = self.ask("POST", f"/api/v1/result-reports/{part(report_id)}/images/", body=body)
        return answer

    def post_result_report_withdraw(self, report_id: int) -> shapes.ResultReport:
        """Withdraw your report.

        Needs the scope `play`.
        """
        answer: shapes.ResultReport = self.ask("POST", f"/api/v1/result-reports/{part(report_id)}/withdraw/")
        return answer

    def get_search(
        self,
        *,
        kind: Literal["players", "leagues", "events", "gamers", "games", "help"] | None = None,
        limit: int | None = None,
        text: str,
    ) -> shapes.Search:
        """Search players, leagues, events, Gamers, games and help; best matches of each kind first.

        Needs the scope `read`.
        """
        answer: shapes.Search = self.ask("GET", "/api/v1/search/", {"kind": kind, "limit": limit, "text": text})
        return answer

    def get_set_ups(self, *, game: str | None = None) -> shapes.SetUps:
        """Return the set-ups that you have saved, by game and name.

        Needs the scope `read`.
        """
        answer: shapes.SetUps = self.ask("GET", "/api/v1/set-ups/", {"game": game})
        return answer

    def put_set_ups(self, body: shapes.NewSetUp) -> shapes.SetUp:
        """Save a set-up under a name, replacing the one of this name. At most 20 per game.

        Needs the scope `play`.
        """
        answer: shapes.SetUp = self.ask("PUT", "/api/v1/set-ups/", body=body)
        return answer

    def delete_set_up(self, set_up_id: int) -> None:
        """Delete one of your saved set-ups.

        Needs the scope `play`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/set-ups/{part(set_up_id)}/")
        return answer

    def get_tokens(self) -> shapes.Tokens:
        """Return your tokens, active ones first. Tokens need the scope `account`.

        Needs the scope `account`.
        """
        answer: shapes.Tokens = self.ask("GET", "/api/v1/tokens/")
        return answer

    def delete_token(self, token_id: int) -> None:
        """Revoke one of your tokens. A token can revoke itself.

        Needs the scope `account`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/tokens/{part(token_id)}/")
        return answer

    def get_hooks(self) -> shapes.Hooks:
        """Return your own webhooks.

        Needs the scope `webhooks`.
        """
        answer: shapes.Hooks = self.ask("GET", "/api/v1/webhooks/")
        return answer

    def post_hooks(self, body: shapes.NewHook) -> shapes.MadeHook:
        """Create a webhook for events that concern you. The response has its secret, which is shown only once.

        Needs the scope `webhooks`.
        """
        answer: shapes.MadeHook = self.ask("POST", "/api/v1/webhooks/", body=body)
        return answer

    def get_hook(self, id: str) -> shapes.Hook:
        """Return a webhook.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Hook = self.ask("GET", f"/api/v1/webhooks/{part(id)}/")
        return answer

    def patch_hook(self, id: str, body: shapes.PatchedEditHook) -> shapes.Hook:
        """Change, disable or enable a webhook. Omitted fields keep their values.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Hook = self.ask("PATCH", f"/api/v1/webhooks/{part(id)}/", body=body)
        return answer

    def delete_hook(self, id: str) -> None:
        """Delete a webhook and its log.

        Needs the scope `webhooks` and `organise`.
        """
        answer: None = self.ask("DELETE", f"/api/v1/webhooks/{part(id)}/")
        return answer

    def get_hook_deliveries(self, id: str, *, page: int | None = None) -> shapes.Deliveries:
        """Return deliveries of the last 30 days, newest first, paginated.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Deliveries = self.ask("GET", f"/api/v1/webhooks/{part(id)}/deliveries/", {"page": page})
        return answer

    def post_hook_again(self, id: str, delivery: str) -> shapes.Asked:
        """Redeliver with the same id and body.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Asked = self.ask("POST", f"/api/v1/webhooks/{part(id)}/deliveries/{part(delivery)}/again/")
        return answer

    def post_hook_secret(self, id: str) -> shapes.MadeHook:
        """Replace the secret. Deliveries are signed with the new and the old one for a day.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.MadeHook = self.ask("POST", f"/api/v1/webhooks/{part(id)}/secret/")
        return answer

    def post_hook_test(self, id: str) -> shapes.Asked:
        """Send a test delivery. The log shows the outcome.

        Needs the scope `webhooks` and `organise`.
        """
        answer: shapes.Asked = self.ask("POST", f"/api/v1/webhooks/{part(id)}/test/")
        return answer
