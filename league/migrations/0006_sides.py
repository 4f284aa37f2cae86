"""Every event gets its one stage, every pairing its sides and its match."""

from django.db import migrations


def move(apps, schema_editor):
    Event, Stage, StagePlace = (apps.get_model("league", name) for name in ("Event", "Stage", "StagePlace"))
    Round, Side, SeriesMatch = (apps.get_model("league", name) for name in ("Round", "Side", "SeriesMatch"))
    for event in Event.objects.all():
        stage = Stage.objects.create(
            event=event, number=1, size=event.entrants.count(), format=event.format, settings={"cycles": event.cycles}, started_at=event.started_at,
            finished_at=event.finished_at if event.status == "finished" else None,
        )
        StagePlace.objects.bulk_create(
            StagePlace(stage=stage, entrant=entrant, seed=entrant.seed)
            for entrant in event.entrants.filter(seed__isnull=False)
        )
        Round.objects.filter(event=event).update(stage=stage)
        for row in Round.objects.filter(event=event):
            for pairing in row.pairings.all():
                _move_pairing(pairing, row, Side, SeriesMatch)


def _move_pairing(pairing, row, Side, SeriesMatch):
    Side.objects.create(pairing=pairing, round=row, number=0, entrant_id=pairing.home_id, halves=pairing.home_halves)
    if pairing.away_id is None:
        pairing.kind, pairing.reason = "bye", "bye"
        pairing.save()
        Side.objects.filter(pairing=pairing).update(halves=0)
        return
    Side.objects.create(pairing=pairing, round=row, number=1, entrant_id=pairing.away_id, halves=pairing.away_halves)
    if pairing.match_id is not None:
        pairing.forfeit = pairing.reason in ("no-show", "double-forfeit")
        pairing.save()
        counted = pairing.counted_at is not None
        SeriesMatch.objects.create(
            pairing=pairing, match_id=pairing.match_id, counted_at=pairing.counted_at,
            halves=[pairing.home_halves, pairing.away_halves] if counted else None,
        )


class Migration(migrations.Migration):
    dependencies = [("league", "0005_stages")]
    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
