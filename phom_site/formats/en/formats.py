"""The day before the month, as most of the world reads it, and the month in letters, so that nobody mistakes it."""

SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"  # the long one in the administration's lists
