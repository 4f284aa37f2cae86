"""Loading the demo: accounts, a league that runs, an event to join and a seat to take."""

from datetime import datetime

from django.db import transaction

from league.demo.accounts import ORGANISER, open_bots, open_people
from league.demo.franchises import open_demo
from league.demo.leagues import open_league
from league.demo.seasons import CUP, begin_season, latest_season, open_cup
from league.demo.upkeep import keep_going
from league.events.models import Event
from league.games import duels
from league.people.actions.bots import KINDS, house_bot


@transaction.atomic
def load(*, at: datetime) -> None:
    """Load what is missing of the demo. Run again, it changes nothing."""
    people = open_people(at)
    bots = open_bots(at)
    for kind in KINDS:
        house_bot(kind=kind, at=at)
    open_league(organiser=people[ORGANISER], referee="ben", at=at)
    for one in duels():
        if latest_season(one.key) is None:
            begin_season(game=one.key, organiser=people[ORGANISER], at=at)
    open_demo(organiser=people[ORGANISER], bots=bots[:6], visitor=people["ada"], at=at)
    if not Event.objects.filter(demo=True, name=CUP).exists():
        open_cup(organiser=people[ORGANISER], entrants=[people["ada"]], at=at)
    keep_going(at=at)
