"""Copy second factors from the tables of django-otp, which earlier releases used, to those of django-allauth.

The old tables stay for the release before: during an upgrade, and after a rollback, its processes ask for codes, too.
"""

import base64
from typing import Any

from django.db import migrations

APP_KEYS = "SELECT user_id, key, last_t FROM otp_totp_totpdevice WHERE confirmed AND user_id IS NOT NULL ORDER BY id"
CODES = (
    "SELECT otp_static_staticdevice.user_id, otp_static_statictoken.token FROM otp_static_statictoken"
    " JOIN otp_static_staticdevice ON otp_static_staticdevice.id = otp_static_statictoken.device_id"
    " WHERE otp_static_staticdevice.confirmed ORDER BY otp_static_statictoken.id"
)


def copy_second_factors(apps: Any, schema_editor: Any) -> None:
    """Copy confirmed keys with the last half minute used, and digests of unused recovery codes."""
    connection, Authenticator = schema_editor.connection, apps.get_model("mfa", "Authenticator")
    tables = set(connection.introspection.table_names())
    if not {"otp_totp_totpdevice", "otp_static_staticdevice", "otp_static_statictoken"} <= tables:
        return
    data: dict[tuple[int, str], dict[str, Any]] = {}
    with connection.cursor() as cursor:
        cursor.execute(APP_KEYS)
        for player, key, used in cursor.fetchall():
            data[player, "totp"] = {"secret": base64.b32encode(bytes.fromhex(key)).decode(), "used": used}
        cursor.execute(CODES)
        for player, digest in cursor.fetchall():
            if (player, "totp") in data:
                data.setdefault((player, "recovery_codes"), {"migrated_codes": []})["migrated_codes"].append(digest)
    for (player, kind), content in data.items():
        Authenticator.objects.get_or_create(user_id=player, type=kind, defaults={"data": content})


class Migration(migrations.Migration):
    dependencies = [("league", "0021_chat"), ("mfa", "0003_authenticator_type_uniq")]

    operations = [migrations.RunPython(copy_second_factors, migrations.RunPython.noop)]
