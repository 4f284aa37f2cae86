"""What an entry of a log names: the fields that an act may change, in words."""

from __future__ import annotations

from engines.words import marked_in, told_in

_NAMES = {
    name: name
    for name in (
        marked_in("field in a log", "name"), marked_in("field in a log", "status"),
        marked_in("field in a log", "entrants"), marked_in("field in a log", "player"),
        marked_in("field in a log", "players"), marked_in("field in a log", "bot"),
        marked_in("field in a log", "round"), marked_in("field in a log", "starts_at"),
        marked_in("field in a log", "game"), marked_in("field in a log", "options"),
        marked_in("field in a log", "control"), marked_in("field in a log", "about"),
        marked_in("field in a log", "max_entrants"), marked_in("field in a log", "registration"),
        marked_in("field in a log", "least_rating"), marked_in("field in a log", "most_rating"),
        marked_in("field in a log", "check_in_min"), marked_in("field in a log", "seeding"),
        marked_in("field in a log", "tie_breaks"), marked_in("field in a log", "rated"),
        marked_in("field in a log", "pool"), marked_in("field in a log", "auto_advance"),
        marked_in("field in a log", "round_gap_s"), marked_in("field in a log", "start_by_min"),
        marked_in("field in a log", "delay_s"), marked_in("field in a log", "draw_offers"),
        marked_in("field in a log", "player_pauses"), marked_in("field in a log", "repeat_days"),
        marked_in("field in a log", "answer_min"), marked_in("field in a log", "no_show_warnings"),
        marked_in("field in a log", "ban_length"), marked_in("field in a log", "ban_unit"),
        marked_in("field in a log", "bot_pace_ms"), marked_in("field in a log", "bot_accounts"),
        marked_in("field in a log", "season"), marked_in("field in a log", "stages"),
        marked_in("field in a log", "text"), marked_in("field in a log", "club"), marked_in("field in a log", "byes"),
        marked_in("field in a log", "order"), marked_in("field in a log", "how"), marked_in("field in a log", "first"),
        marked_in("field in a log", "last"), marked_in("field in a log", "trouble"),
        marked_in("field in a log", "exchanged"), marked_in("field in a log", "calendar"),
        marked_in("field in a log", "halves"), marked_in("field in a log", "pairing"),
        marked_in("field in a log", "kept"), marked_in("field in a log", "places"),
        marked_in("field in a log", "missed_at"), marked_in("field in a log", "event"),
        marked_in("field in a log", "divisions"), marked_in("field in a log", "slug"),
        marked_in("field in a log", "role"), marked_in("field in a log", "starts_on"),
        marked_in("field in a log", "ends_on"), marked_in("field in a log", "archived"),
        marked_in("field in a log", "room"), marked_in("field in a log", "kind"), marked_in("field in a log", "kinds"),
        marked_in("field in a log", "on"), marked_in("field in a log", "webhook"),
        marked_in("field in a log", "scopes"), marked_in("field in a log", "expires_at"),
        marked_in("field in a log", "since"), marked_in("field in a log", "entry"),
        marked_in("field in a log", "seat"), marked_in("field in a log", "call"), marked_in("field in a log", "match"),
        marked_in("field in a log", "result"), marked_in("field in a log", "rate_entered"),
        marked_in("field in a log", "part_of"),
        marked_in("field in a log", "ms"), marked_in("field in a log", "ranks"), marked_in("field in a log", "seats"),
        marked_in("field in a log", "phase"), marked_in("field in a log", "owner"),
        marked_in("field in a log", "gamer"), marked_in("field in a log", "gamers"),
        marked_in("field in a log", "handle"), marked_in("field in a log", "handles"),
        marked_in("field in a log", "franchise"), marked_in("field in a log", "franchises"),
        marked_in("field in a log", "opens_at"), marked_in("field in a log", "closes_at"),
        marked_in("field in a log", "amount"), marked_in("field in a log", "salary"),
        marked_in("field in a log", "from"), marked_in("field in a log", "rosters"),
        marked_in("field in a log", "dead"), marked_in("field in a log", "key"),
        marked_in("field in a log", "founding_open"), marked_in("field in a log", "franchises_most"),
        marked_in("field in a log", "cap"), marked_in("field in a log", "roster_min"),
        marked_in("field in a log", "roster_max"), marked_in("field in a log", "reserve"),
        marked_in("field in a log", "genres"), marked_in("field in a log", "contract_seasons"),
        marked_in("field in a log", "dead_percent"), marked_in("field in a log", "purse"),
        marked_in("field in a log", "salaries_paid"),
        marked_in("field in a log", "win_money"), marked_in("field in a log", "draw_money"),
        marked_in("field in a log", "loss_money"), marked_in("field in a log", "participation_money"),
        marked_in("field in a log", "waivers"), marked_in("field in a log", "waiver_hours"),
        marked_in("field in a log", "trade_hours"), marked_in("field in a log", "veto_hours"),
        marked_in("field in a log", "one_match_a_round"), marked_in("field in a log", "draft"),
        marked_in("field in a log", "is"), marked_in("field in a log", "team"), marked_in("field in a log", "teams"),
        marked_in("field in a log", "card"), marked_in("field in a log", "cards"),
        marked_in("field in a log", "price"), marked_in("field in a log", "pick"), marked_in("field in a log", "lot"),
        marked_in("field in a log", "bid"), marked_in("field in a log", "deck"),
        marked_in("field in a log", "unfinished"),
    )
}  # fmt: skip


def field_name(name: str) -> str:
    """In English the key itself. What names a thing of people's (a franchise that was paid) stays as it is."""
    return told_in("field in a log", _NAMES[name]) if name in _NAMES else name
