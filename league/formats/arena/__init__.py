"""An arena: for a fixed time, whoever is free meets whoever is near."""
