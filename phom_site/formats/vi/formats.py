"""As dates are written in Vietnam."""

SHORT_DATE_FORMAT = "d/m/Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "H:i d/m/Y"  # the long one in the administration's lists
