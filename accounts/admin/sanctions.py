"""Sanctions, their reasons, appeals."""
