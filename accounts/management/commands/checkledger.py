"""Prove that the ledger of gold is sound."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.ledger import proof
from accounts.models.gold import Account, Entry, Posting


class Command(BaseCommand):
    help = (
        "Check that every posting sums to zero, balances equal their entries, nobody is below zero, no reserve "
        "outlives its hand, and players and jackpots hold what the house has issued. Prints WHAT: expected …, got … "
        "for each fault and a count at the end; exit status 1 if there is any. Players may go on playing meanwhile."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        faults = 0
        for complaint in proof.complaints():
            faults += 1
            self.stdout.write(complaint)
        counts = (
            f"{Account.objects.count()} accounts, {Posting.objects.count()} postings, {Entry.objects.count()} entries"
        )
        self.stdout.write(f"{counts}, {faults} faults")
        if faults:
            raise SystemExit(1)
