"""The topics of streams that belong to the league."""

from __future__ import annotations

from matches.stream.topics import ID, register


def register_topics() -> None:
    register(
        *("home", "lobby", rf"(event|season|draft)\.{ID}", rf"notices\.{ID}\.[0-9a-f]{{20}}"), changes_concerns=True
    )
    register("desk", rf"desk\.{ID}", r"leaderboard\.[a-z-]{1,40}")
