"""As dates are written in Vietnam."""

SHORT_DATE_FORMAT = "d/m/Y"
SHORT_DATETIME_FORMAT = "H:i d/m/Y"
