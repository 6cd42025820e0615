"""What people are called.

skeleton   what is left of a name where two that look alike are the same
characters which names may be had, as far as their signs go
reserved   names that would pass for the house's own
friendly   made-up names for guests
changing   taking another name, once a month
"""
