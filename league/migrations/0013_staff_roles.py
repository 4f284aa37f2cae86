"""Owners and scorers: the first organiser of each league becomes its owner."""

from typing import Any

from django.db import migrations, models

ROLES = ["owner", "organiser", "referee", "scorer"]
LABELS = [("owner", "Owner"), ("organiser", "Organiser"), ("referee", "Referee"), ("scorer", "Scorer")]


def make_owners(apps: Any, schema_editor: Any) -> None:
    """Make the longest serving organiser of each league its owner."""
    Staff = apps.get_model("league", "Staff")
    rows = Staff.objects.filter(role="organiser").order_by("league", "since", "pk").values_list("league", "pk")
    first: dict[int, int] = {}
    for league, pk in rows:
        first.setdefault(league, pk)
    Staff.objects.filter(pk__in=first.values()).update(role="owner")


def make_organisers(apps: Any, schema_editor: Any) -> None:
    """Turn owners back into organisers, and scorers into no staff."""
    Staff = apps.get_model("league", "Staff")
    Staff.objects.filter(role="owner").update(role="organiser")
    Staff.objects.filter(role="scorer").delete()


class Migration(migrations.Migration):
    dependencies = [("league", "0012_titles")]

    operations = [
        migrations.AlterField("staff", "role", models.CharField(choices=LABELS, max_length=10)),
        migrations.RemoveConstraint("staff", "staff_role_known"),
        migrations.AddConstraint(
            "staff", models.CheckConstraint(condition=models.Q(("role__in", ROLES)), name="staff_role_known")
        ),
        migrations.RunPython(make_owners, make_organisers),
    ]
