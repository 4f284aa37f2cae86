"""What a season still needs before it can go on to its next phase, in sentences.

Its events and drafts are reached through the season's relations: they are of topics above this one.
"""

from __future__ import annotations

from engines.words import join, say, say_many
from league.leagues.models import Season
from league.seasons.models import Franchise, Phase, SeasonTerms, Trade, TradeStatus, WaiverClaim, WaiverStatus
from league.seasons.queries.rosters import pool_of, rosters, rules_of
from league.seasons.rules.roster import Roster, missing, places_to_fill
from league.seasons.rules.terms import check_pool, check_sense
from matches.refusals import Refused


def missing_for(terms: SeasonTerms, to: Phase) -> list[str]:
    """Empty where nothing stands in the way."""
    looks = {Phase.DRAFT: _for_draft, Phase.ROUNDS: _for_rounds, Phase.AWARDS: _for_awards}
    forward = terms.phase != Phase.ARCHIVE and (terms.phase, to) != (Phase.AWARDS, Phase.ROUNDS)
    return looks[to](terms) if forward and to in looks else []


def _for_draft(terms: SeasonTerms) -> list[str]:
    teams = Franchise.objects.filter(season=terms.pk).count()
    found: list[str] = (
        []
        if teams >= 2
        else [
            say_many(
                "Two franchises are needed at least, and there is {n}.",
                "Two franchises are needed at least, and there are {n}.",
                teams,
            )
        ]
    )
    rules = rules_of(terms)
    try:
        check_sense(rules)
        check_pool(rules, pool_of(terms.pk), teams)
    except Refused as refusal:
        found.append(refusal.text)
    return found


def _for_rounds(terms: SeasonTerms) -> list[str]:
    found: list[str] = [say("The draft {name} is not over.", name=name) for name in open_drafts(terms.pk)]
    rules, held = rules_of(terms), rosters(terms.pk)
    for pk, name in Franchise.objects.filter(season=terms.pk).order_by("name").values_list("pk", "name"):
        roster = held.get(pk, Roster())
        if places := places_to_fill(rules, roster):
            needs = join(
                [
                    say(", {need} of them {genre}", need=need, genre=genre)
                    for genre, need in missing(rules, roster).items()
                ],
                "",
            )
            found.append(
                say_many(
                    "{franchise} has {n} place to fill{needs}.",
                    "{franchise} has {n} places to fill{needs}.",
                    places,
                    franchise=name,
                    needs=needs,
                )
            )
    return found


def _for_awards(terms: SeasonTerms) -> list[str]:
    events = Season(pk=terms.pk).events.unfinished().order_by("pk")
    found: list[str] = [
        say("The event {name} is not over.", name=name) for name in events.values_list("name", flat=True)
    ]
    waiting = (TradeStatus.OFFERED, TradeStatus.AGREED)
    if trades := Trade.objects.filter(season=terms.pk, status__in=waiting).count():
        found.append(say("Trades that wait for an answer or the end of a veto: {trades}.", trades=trades))
    return found


def bids_wait(season_id: int) -> bool:
    """Whether sealed bids have not been opened. No page says so beforehand: that somebody bids is nobody's business."""
    return WaiverClaim.objects.filter(season=season_id, status=WaiverStatus.SEALED).exists()


def open_drafts(season_id: int) -> list[str]:
    """Names of the season's drafts that are not over."""
    return list(Season(pk=season_id).drafts.unfinished().order_by("pk").values_list("name", flat=True))


def draft_runs(season_id: int) -> bool:
    """Whether a draft of the season has begun and is not over: nobody signs beside it."""
    return Season(pk=season_id).drafts.begun().exists()
