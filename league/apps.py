"""Start-up of the league app."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    """App configuration that connects signals and registers listeners of the topics."""

    name = "league"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from engines.registry import register_reported
        from league import api_schema as _bearer_scheme  # noqa: F401
        from league.account.sessions import on_sign_in
        from league.account.user_topics import list_user_topics
        from league.api_tokens.scopes import register_league_lookup
        from league.closed_matches import on_match_closed, on_open_matches_changed
        from league.drafts.actions.match_drafts import PREPARING, begin_match_draft
        from league.drafts.live_board import DraftRenderer
        from league.drafts.queries.drafts import find_league_of_draft
        from league.event_files.calendars import find_match_entry
        from league.events.queries import find_event_names
        from league.header.actions import on_match_started
        from league.leagues.queries.log import register_subject_names
        from league.notifications import preferences
        from league.notifications.actions import create as notifications
        from league.notifications.actions.email_delivery import register_attachment
        from league.notifications.kinds import Kind
        from league.titles.queries import find_reported_game
        from league.webhooks.actions.outbox import enqueue_events
        from league.webhooks.queries import find_webhook_league
        from matches import preparation
        from matches.signals import match_closed, match_started, open_matches_changed
        from matches.stream import topics
        from matches.stream.topics import register_finder, register_topic_renderer

        register_reported(find_reported_game)
        register_league_lookup("draft_id", find_league_of_draft)
        register_league_lookup("id", find_webhook_league)
        register_subject_names("event", find_event_names)
        notifications.register_listener(enqueue_events)
        register_attachment(Kind.MATCH_TIME, find_match_entry)
        register_topic_renderer("draft", DraftRenderer())
        preparation.register(begin_match_draft, PREPARING)
        register_finder(list_user_topics)
        topics.register_topics(
            "home", "lobby", rf"(event|season|draft)\.{topics.ID}", rf"notices\.{topics.ID}\.[0-9a-f]{{20}}",
            changes_user_topics=True,
        )  # fmt: skip
        topics.register_topics("desk", rf"(desk|draft-chat)\.{topics.ID}", r"leaderboard\.[a-z0-9-]{1,40}")
        open_matches_changed.connect(on_open_matches_changed, dispatch_uid="league.show_lobby")
        match_started.connect(on_match_started, dispatch_uid="league.refresh_headers")
        match_closed.connect(on_match_closed, dispatch_uid="league.count_match")
        user_logged_in.connect(on_sign_in, dispatch_uid="league.note_browser")
        user_logged_in.connect(preferences.on_sign_in, dispatch_uid="league.note_zone")
