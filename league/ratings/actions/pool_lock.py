"""Whose turn it is to change ratings of a pool."""

from django.db import OperationalError, connection

from league.ratings.models import RatingPool

PATIENCE_MS = 2_000
"""How long to wait for a pool before leaving its match to the sweep: a large recomputation holds it for a minute."""
_NOT_AVAILABLE = "55P03"


def lock(pool: str, *, patient: bool = True) -> RatingPool:
    """Lock a pool, made where missing, until the end of the transaction. Unless `patient`, give up after a while."""
    if not patient and connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = {PATIENCE_MS}")
    found = RatingPool.objects.select_for_update().filter(pk=pool).first()
    if found is None:
        RatingPool.objects.bulk_create([RatingPool(key=pool)], ignore_conflicts=True)
        found = RatingPool.objects.select_for_update().get(pk=pool)
    return found


def busy(error: OperationalError) -> bool:
    """Whether this says that somebody else had the pool for too long."""
    return getattr(error.__cause__, "sqlstate", None) == _NOT_AVAILABLE
