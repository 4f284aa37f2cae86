from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from league.account.queries.user_topics import concerns
        from league.account.session_tracking import on_sign_in
        from league.api_tokens import schema as _bearer_scheme  # noqa: F401
        from league.api_tokens.scopes import register_league_lookup
        from league.drafts.actions.match_drafts import PREPARING, begin_match_draft
        from league.drafts.live_board import DraftPainter
        from league.drafts.queries.drafts import league_of_draft
        from league.notifications.actions import create as notifications
        from league.receivers import on_match_closed, on_open_matches_changed
        from league.topics import register_topics
        from league.webhooks.actions.outbox import emit_each
        from league.webhooks.queries.owners import league_of_webhook
        from matches import preparation
        from matches.signals import match_closed, open_matches_changed
        from matches.stream.topics import register_finder, register_painter

        register_league_lookup("draft_id", league_of_draft)
        register_league_lookup("id", league_of_webhook)
        notifications.register(emit_each)
        register_painter("draft", DraftPainter())
        preparation.register(begin_match_draft, PREPARING)
        register_finder(concerns)
        register_topics()
        open_matches_changed.connect(on_open_matches_changed, dispatch_uid="league.show_lobby")
        match_closed.connect(on_match_closed, dispatch_uid="league.count_match")
        user_logged_in.connect(on_sign_in, dispatch_uid="league.note_browser")
