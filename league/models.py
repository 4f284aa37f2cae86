"""The models of all topics, imported for Django."""

import league.account.models
import league.api_tokens.models
import league.audit.models
import league.claims.models
import league.desk.models
import league.discord.models
import league.drafts.models
import league.events.models
import league.fair_play.models
import league.follows.models
import league.gamers.models
import league.leagues.models
import league.lobby.models
import league.match_times.models
import league.notifications.models
import league.people.models
import league.puzzles.models
import league.ratings.models
import league.result_reports.models
import league.reviews.models
import league.seasons.market_models
import league.seasons.models
import league.set_ups.models
import league.stats.models
import league.teams.models
import league.titles.models
import league.webhooks.models  # noqa: F401
