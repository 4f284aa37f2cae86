"""Sessions from before browsers were noted get their rows, so that "sign out all others" reaches them too."""

import uuid

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

AT_ONCE = 500


def note(apps, schema_editor):
    sign_in, session = apps.get_model("league", "SignIn"), apps.get_model("sessions", "Session")
    people = set(
        apps.get_model("league", "Player")
        .objects.filter(is_guest=False, is_active=True)
        .values_list("pk", flat=True)
    )
    store, at, rows = SessionStore(), timezone.now(), []
    for one in session.objects.filter(expire_date__gt=at).order_by("pk").iterator(chunk_size=AT_ONCE):
        held = str(store.decode(one.session_data).get(SESSION_KEY, ""))
        if held.isdigit() and int(held) in people:
            rows.append(
                sign_in(
                    uid=uuid.uuid4(), session_id=one.pk, player_id=int(held), browser="A browser", since=at, seen_at=at
                )
            )
    sign_in.objects.bulk_create(rows, batch_size=AT_ONCE, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("league", "0060_browsers_and_deletion")]

    operations = [migrations.RunPython(note, migrations.RunPython.noop)]
