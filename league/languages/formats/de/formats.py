"""How German pages write numbers where nobody says otherwise: with a point, for they also stand in attributes."""

DECIMAL_SEPARATOR = "."
