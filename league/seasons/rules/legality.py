"""What is wrong with a roster, whatever others hold. Nothing here fetches."""

from __future__ import annotations

from engines.words import say
from league.seasons.rules.roster import Roster, RosterRules, missing, places_to_fill


def faults_of(rules: RosterRules, roster: Roster) -> list[str]:
    """In words, each way in which a roster breaks the season's rules; empty: none.

    Others may take the Gamers whom a roster waits for, so whether it can be completed is no matter of its own.
    """
    found: list[str] = []
    if len(roster.held) > rules.most:
        found.append(say("{held} Gamers in {places} places", held=len(roster.held), places=rules.most))
    if roster.payroll > rules.cap:
        found.append(say("a payroll of {payroll} over the cap of {cap}", payroll=roster.payroll, cap=rules.cap))
    gamers = [one.gamer for one in roster.held]
    if twice := sorted({one for one in gamers if gamers.count(one) > 1}):
        found.append(say("Gamer {number} twice", number=twice[0]))
    if sum(missing(rules, roster).values()) > rules.most - len(roster.held):
        found.append(say("no place left for a genre that it needs"))
    kept = places_to_fill(rules, roster) * rules.reserve
    if roster.payroll <= rules.cap < roster.payroll + kept:
        found.append(
            say(
                "a payroll of {payroll} that leaves less than the reserve of {kept} under {cap}",
                payroll=roster.payroll,
                kept=kept,
                cap=rules.cap,
            )
        )
    return found
