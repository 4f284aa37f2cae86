"""The tables of Gamers and Talents that end the page of rules, made from the data."""

from engines.contract import ReferenceTable
from engines.i18n import mark, translate as _
from engines.incursion_point_zero.cards import GAMERS, STATS, TALENTS

_STATS = {
    "wisdom": mark("Wisdom"),
    "awareness": mark("Awareness"),
    "synergy": mark("Synergy"),
    "dexterity": mark("Dexterity"),
    "xfactor": mark("X-factor"),
}
_KINDS = {"passive": mark("passive"), "cooldown": mark("cooldown"), "interrupt": mark("interrupt")}


def reference() -> tuple[ReferenceTable, ...]:
    """Return the Gamers of the default set in order, and their Talents with ids."""
    gamers = [
        (
            gamer.handle, gamer.name, gamer.genre, str(gamer.salary),
            *(str(gamer.stats[stat]) for stat in STATS),
            gamer.talent.id if gamer.talent else "–",
        )
        for gamer in GAMERS
    ]  # fmt: skip
    talents = [
        (
            talent.id, _(talent.name), _(_KINDS[talent.kind]), _(talent.text),
            ", ".join(gamer.handle for gamer in GAMERS if gamer.talent and gamer.talent.id == talent.id),
        )
        for talent in TALENTS.values()
    ]  # fmt: skip
    return (
        ReferenceTable(
            "all-gamers", _("All {count} Gamers", count=len(gamers)),
            (_("Id"), _("Name"), _("Genre"), _("Salary"), *(_(_STATS[stat]) for stat in STATS), _("Talent")), gamers,
        ),
        ReferenceTable(
            "all-talents", _("All Talents"), (_("Id"), _("Name"), _("Kind"), _("What it does"), _("Gamers")), talents,
        ),
    )  # fmt: skip
