"""Create and revoke claim links, and move everything of a placeholder to the account that claims it."""

from datetime import datetime, timedelta

from django.db import transaction

from engines.i18n import mark, translate as _
from league.claims.models import ClaimLink
from league.events.actions.event_lifecycle import get_entrant, lock_managed, log_action
from league.events.models import OVER, Entrant, Event
from league.people.models import Player
from league.ratings.actions.rating_updates import replay_from
from league.ratings.actions.recalculation import lock_pool
from league.ratings.models import Rating, RatingChange, RatingPool
from league.ratings.pools import get_game_key
from league.ratings.queries.counted_matches import MatchPosition
from league.registration.actions.no_shows import check_linked_account
from league.signed_links import get_link
from league.stats.models import Tally
from matches.actions.record_signing import remove_names
from matches.errors import ActionError
from matches.models import Seat
from matches.pubsub import publish_on_commit

LIFETIME = timedelta(days=30)
MERGED_REASON = mark("Results of a player without an account were added to an account.")


@transaction.atomic
def create_claim_link(*, event_id: int, by: int, entrant_id: int, at: datetime) -> str:
    """Create the link with which a person claims the entrant's placeholder; return its path. It replaces the last one."""
    event = lock_managed(event_id, by)
    player = _lock_placeholder(event, entrant_id)
    ClaimLink.objects.live().filter(player=player).update(revoked_at=at)
    link = ClaimLink.objects.create(player=player, made_at=at, expires_at=at + LIFETIME)
    log_action(event, by, "claim-link.created", after={"player": str(player)}, at=at)
    return link.url


@transaction.atomic
def revoke_claim_link(*, event_id: int, by: int, entrant_id: int, at: datetime) -> None:
    """Revoke the link of the entrant's placeholder."""
    event = lock_managed(event_id, by)
    player = _lock_placeholder(event, entrant_id)
    if not ClaimLink.objects.live().filter(player=player).update(revoked_at=at):
        raise ActionError("no-link", _("This player has no link to revoke."))
    log_action(event, by, "claim-link.revoked", after={"player": str(player)}, at=at)


def _lock_placeholder(event: Event, entrant_id: int) -> Player:
    player = get_entrant(event, entrant_id).player
    locked = Player.objects.select_for_update().filter(pk=player.pk, is_placeholder=True).first()
    if locked is None:
        raise ActionError("has-account", _("{name} already has an account.", name=player))
    return locked


def get_claim_link(token: str, at: datetime) -> ClaimLink:
    """Return the link as `get_link` does, with its placeholder."""
    return get_link(ClaimLink.objects.select_related("player"), token, at)


def check_claim(link: ClaimLink, player_id: int) -> None:
    """Raise ActionError if this player cannot take the place of the link's placeholder."""
    if link.over:
        raise ActionError("link-over", link.over)
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    if player is None or player.is_guest:
        raise ActionError("account-needed", _("Sign in or create an account first. Then open the link again."))
    if player.bot or player.is_bot_account:
        raise ActionError("no-bot-accounts", _("A bot account can't take the place of a person."))
    shared = Entrant.objects.filter(event__entrants__player=link.player_id, player=player).select_related("event").first()
    if shared is not None:
        text = _("You already play in {event} yourself, so this place can't be yours.", event=shared.event.name)
        raise ActionError("already-joined", text)
    for event in Event.objects.filter(entrants__player=link.player_id).exclude(status__in=OVER).select_related("league"):
        check_linked_account(event, player.pk)
    if Seat.objects.filter(player=player, match__seats__player=link.player_id).exists():
        raise ActionError("has-met", _("You have played against {name}, so this place can't be yours.", name=link.player))


@transaction.atomic
def claim_place(*, token: str, player_id: int, at: datetime) -> list[int]:
    """Move entries, matches, ratings and statistics of a link's placeholder to the account; return the events' ids.

    1. The events are locked, so that no round is paired meanwhile, then the pools, which the counting of a match locks.
    2. The link is claimed by a conditional update: of several attempts, one succeeds.
    3. All rows that refer to the placeholder refer to the account, and the placeholder is deleted.
    4. Pools in which both were rated are replayed, so that a full recomputation gives the same numbers.
    """
    link = get_claim_link(token, at)
    check_claim(link, player_id)
    placeholder_id, name = link.player_id, str(link.player)
    entered = Event.objects.filter(entrants__player=placeholder_id)
    events = list(Event.objects.select_for_update().filter(pk__in=entered.values("pk")).order_by("pk"))
    rated = Rating.objects.filter(player=placeholder_id).order_by("pool").values_list("pool", flat=True)
    pools = [lock_pool(key) for key in rated]
    people = Player.objects.select_for_update().filter(pk__in=[placeholder_id, player_id], is_active=True).order_by("pk")
    if len(people) < 2:
        raise ActionError("link-over", _("This link has been used. Ask for a new one."))
    if list(rated.all()) != [pool.key for pool in pools] or entered.count() != len(events):
        raise ActionError("changed", _("A result was just counted for this player. Try again."))
    if not ClaimLink.objects.working(at).filter(pk=link.pk).update(used_at=at):
        raise ActionError("link-over", _("This place was just taken, or the link was revoked."))
    check_claim(link, player_id)  # again, behind the locks
    _move(placeholder_id, player_id)
    Entrant.objects.filter(event__in=events, player=player_id).update(accepted_at=at)
    for pool in pools:
        _replay_if_merged(pool, placeholder_id, player_id, at)
    Player.objects.filter(pk=placeholder_id).delete()
    account = next(person for person in people if person.pk == player_id)
    for event in events:
        log_action(event, player_id, "place.claimed", {"player": name}, {"player": account.username}, at=at)
    return [event.pk for event in events]


def _move(placeholder_id: int, player_id: int) -> None:
    """Make every row that refers to the placeholder refer to the account, except ratings in pools of both."""
    remove_names(player_id=placeholder_id)  # its records were signed with the name that an organiser typed
    both = Rating.objects.filter(player=player_id).values("pool")
    for relation in Player._meta.get_fields(include_hidden=True):
        if not relation.auto_created or not (relation.one_to_many or relation.one_to_one):
            continue
        rows = relation.related_model._base_manager.filter(**{relation.field.name: placeholder_id})  # type: ignore[union-attr]
        if relation.related_model is Rating:
            rows = rows.exclude(pool__in=both)
        rows.update(**{relation.field.name: player_id})  # type: ignore[union-attr]
    Tally.objects.filter(player=placeholder_id).update(player=player_id)


def _replay_if_merged(pool: RatingPool, placeholder_id: int, player_id: int, at: datetime) -> None:
    """Replay the locked pool from the first match of the account if its rating and the placeholder's become one."""
    publish_on_commit(f"leaderboard.{get_game_key(pool.key)}")
    left = Rating.objects.filter(player=placeholder_id, pool=pool.key)
    if not left.exists():
        return
    left.delete()
    first = RatingChange.objects.filter(player=player_id, pool=pool.key).order_by("at", "match").first()
    if first is not None:
        replay_from(pool, MatchPosition(first.at, first.match_id), at=at, by=player_id, reason=MERGED_REASON)
