"""What the database keeps of people: `users` who they are, `gold` what they own, `standing` how well they play."""

from accounts.models.users import NAME_MAX, NAME_MIN, User

__all__ = ["NAME_MAX", "NAME_MIN", "User"]
