"""German number formats: a decimal point by default, because numbers also appear in attributes."""

DECIMAL_SEPARATOR = "."
